"""Standard streams that were closed before the program began: `tfexplore ops >&-`."""

from __future__ import annotations

import errno
import io
import os
import sys

from tfexplore._record import TYPE_CHECKING
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from typing import NoReturn


class ClosedOutput(io.TextIOBase):
    """Standard output that is none: to write to it fails as it does on a disk that is full."""

    def write(self, text: str) -> int:
        """Fail."""
        raise OSError(errno.EBADF, "standard output is closed")


class ClosedInput(io.TextIOBase):
    """Standard input that is none: nobody has put anything there, and to read it is a mistake."""

    def isatty(self) -> bool:
        """As a terminal, where nothing was piped in."""
        return True

    @property
    def buffer(self) -> NoReturn:
        """None."""
        raise UsageError("standard input is closed")

    def fileno(self) -> NoReturn:
        """None."""
        raise UsageError("standard input is closed")


def stand_in() -> None:
    """Put something in place of what is closed.

    The descriptors are taken as well, or the next file that is opened would be standard output to every child process.
    """
    while True:
        taken = os.open(os.devnull, os.O_RDWR)
        if taken > 2:
            os.close(taken)
            break
    if sys.stdin is None:
        sys.stdin = ClosedInput()
    if sys.stdout is None:
        sys.stdout = ClosedOutput()
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - it stays open
