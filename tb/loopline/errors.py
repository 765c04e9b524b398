"""What the user can mend."""


class BadInput(Exception):
    """Something given cannot be used. The text says which file and line, what is wrong, how to mend it. Exit code 2."""

    exit_code = 2
