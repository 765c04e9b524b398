"""What the user can mend."""


class BadInput(Exception):
    """Something given cannot be used. The text says which file and line, what is wrong, how to mend it. Exit code 2."""

    exit_code = 2


class Notice(UserWarning):
    """What the user should know although the run goes on: something that could not be checked, or is probably meant
    otherwise. The command line prints it as one line; pytest lists it under its warnings."""
