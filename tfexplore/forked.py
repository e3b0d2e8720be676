"""Work that another process does meanwhile, where one can be started."""

from __future__ import annotations

import os

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Forked:
    """Some work that a forked process does; this one does it where no process can be started, or where that one dies.

    The work must change nothing, and what comes of it must be something to pickle.
    """

    def __init__(self, work: Callable[[], Any]) -> None:
        self._work = work
        self._id = 0
        self._pipe: int | None = None
        end, begin = os.pipe()
        try:
            self._id = os.fork()
        except OSError:
            os.close(end)
            os.close(begin)
            return
        if not self._id:
            self._answer(begin)
        os.close(begin)
        self._pipe = end

    def _answer(self, pipe: int) -> None:
        """In the other process: write what was found, and end without what this one would do at its end."""
        status = 1
        try:
            import pickle

            with open(pipe, "wb") as stream:
                pickle.dump(self._work(), stream, 5)
            status = 0
        finally:
            os._exit(status)

    def result(self) -> Any:
        """What came of the work."""
        if self._pipe is None:
            return self._work()
        import pickle

        pipe, self._pipe = self._pipe, None
        with open(pipe, "rb") as stream:
            try:
                return pickle.load(stream)
            except (EOFError, pickle.UnpicklingError):
                return self._work()  # it did not come to its end

    @property
    def is_done(self) -> bool:
        """Whether asking for the result does not mean waiting for it."""
        from select import select

        return self._pipe is not None and bool(select([self._pipe], (), (), 0)[0])

    def end(self) -> None:
        """Leave no process behind, whether it was waited for or not."""
        if self._id:
            from signal import SIGKILL

            os.kill(self._id, SIGKILL)  # it has written what it had to, or nobody will read it
            os.waitpid(self._id, 0)
            self._id = 0
        if self._pipe is not None:
            os.close(self._pipe)
            self._pipe = None


class Portions:
    """Portions of some work, by their numbers, which this process and others take one after another.

    The others begin at once; this one takes part when it asks for the results. At most 256 portions; what one makes
    must not depend on another. `prepare` is what each of the others does first.
    """

    def __init__(
        self, count: int, work: Callable[[int], Any], processes: int, prepare: Callable[[], None] = lambda: None
    ) -> None:
        self._count = count
        self._work = work
        self._prepare = prepare
        self._left: int | None = None
        self._others: list[Forked] = []
        if processes > 1:
            # Whoever is ready for a portion reads its number, and nobody else can.
            self._left, begin = os.pipe()
            os.write(begin, bytes(range(count)))
            os.close(begin)
            self._others = [Forked(self._elsewhere) for _ in range(processes - 1)]

    def _elsewhere(self) -> dict[int, Any]:
        self._prepare()
        return self._taken()

    def _taken(self, say: Callable[[int, int], None] = lambda done, total: None) -> dict[int, Any]:
        """What comes of the portions that this process takes."""
        made = {}
        while self._left is not None and (number := os.read(self._left, 1)):
            say(number[0], self._count)
            made[number[0]] = self._work(number[0])
        return made

    def results(self, say: Callable[[int, int], None] = lambda done, total: None) -> list[Any]:
        """What came of every portion, in their order; `say` is told how many have been taken of all."""
        made = self._taken(say)
        for other in self._others:
            made.update(other.result())
        # A process that died has taken what nobody did.
        return [made[number] if number in made else self._work(number) for number in range(self._count)]

    def end(self) -> None:
        """Leave no process behind."""
        for other in self._others:
            other.end()
        self._others = []
        if self._left is not None:
            os.close(self._left)
            self._left = None


def cores() -> int:
    """How many cores this process may use; one where no process can be forked."""
    if not hasattr(os, "fork"):
        return 1
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1
