"""All properties of a design on one or several simulators, and what is kept of their failures.

May import: workers and below."""

from loopline.campaign.campaign import Campaign, OnOutcome, Share, play, replay_command
from loopline.campaign.failures import Finding

__all__ = ["Campaign", "Finding", "OnOutcome", "Share", "play", "replay_command"]
