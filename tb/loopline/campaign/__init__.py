"""All properties of a design on one or several simulators, and what is kept of their failures.

May import: workers and below."""

from loopline.campaign.campaign import Campaign, Finding, OnOutcome, replay_command

__all__ = ["Campaign", "Finding", "OnOutcome", "replay_command"]
