"""Here so that the table of all bugs comes at the end."""

from bugs.table import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]
