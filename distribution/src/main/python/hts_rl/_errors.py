"""The package's exception."""


class HtsError(Exception):
    """Reports a failed run, file or environment, with the program's message where there is one."""
