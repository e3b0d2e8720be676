"""What is being done, on standard error, for anything that takes longer than a second."""

from __future__ import annotations

import shutil
import time

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TextIO

#: Seconds before anything is shown, and between two changes of what is.
PATIENCE = 1.0
INTERVAL = 0.1


class ProgressLine:
    """One line that is drawn over itself: the task, a bar, how much, how fast.

    Nothing is written when the stream is no terminal: a log file wants no bar.
    """

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._live = stream.isatty()
        self._task = ""
        self._started = self._task_started = clock()
        self._drawn_at = 0.0
        self._drawn = False

    def __call__(self, task: str, done: int, total: int) -> None:
        """Say how far a task is; `total` 0 is not known."""
        if not self._live:
            return
        now = self._clock()
        if task != self._task:
            self._task, self._task_started = task, now
        elif now - self._drawn_at < INTERVAL:
            return
        if now - self._started < PATIENCE:
            return
        self._drawn_at = now
        self._drawn = True
        width = shutil.get_terminal_size((80, 24)).columns
        text = progress_text(task, done, total, now - self._task_started, width - 1)
        self._stream.write("\r\x1b[2K" + text)
        self._stream.flush()

    def clear(self) -> None:
        """Take the line away."""
        if self._drawn:
            self._stream.write("\r\x1b[2K")
            self._stream.flush()
            self._drawn = False


def progress_text(task: str, done: int, total: int, seconds: float, width: int) -> str:
    """The line itself, at most `width` long: `reading [#####.....] 6,400 of 12,800 files, 2,100 a second`."""
    task = "".join([letter if letter.isprintable() else " " for letter in task])
    if total <= 0:
        return f"{task} ..."[:width]
    share = min(max(done / total, 0.0), 1.0)
    count = f" {done:,} of {total:,}"
    rate = f", {done / seconds:,.0f} a second" if seconds > 0.5 and done else ""
    room = min(30, width - len(task) - len(count) - len(rate) - 4)
    filled = int(room * share)
    bar = f" [{'#' * filled}{'.' * (room - filled)}]" if room >= 5 else ""
    return f"{task}{bar}{count}{rate}"[:width]
