"""Work that is divided among processes comes out whole, whatever becomes of them."""

from __future__ import annotations

import os
from collections.abc import Callable

import pytest

from tfexplore.forked import Forked, Portions

HERE = os.getpid()


def square(number: int) -> int:
    return number * number


def square_or_die(number: int) -> int:
    if os.getpid() != HERE and number % 3 == 0:
        os._exit(1)
    return number * number


def square_or_fail(number: int) -> int:
    if os.getpid() != HERE:
        raise MemoryError
    return number * number


@pytest.mark.parametrize("processes", [1, 2, 5])
@pytest.mark.parametrize("work", [square, square_or_die, square_or_fail])
@pytest.mark.parametrize("count", [0, 1, 200, 256])
def test_every_portion_is_there_in_its_order(count: int, work: Callable[[int], int], processes: int) -> None:
    portions = Portions(count, work, processes)
    try:
        assert portions.results() == [number * number for number in range(count)]
    finally:
        portions.end()


def test_the_others_prepare_first() -> None:
    numbers: list[int] = []
    portions = Portions(1, lambda number: numbers.copy(), 2, lambda: numbers.append(7))
    try:
        assert portions.results() in ([[7]], [[]])  # whoever came first
        assert numbers == []  # here nothing was to be prepared
    finally:
        portions.end()


def test_what_is_ended_leaves_nothing_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[int] = []
    fork = os.fork

    def remembered() -> int:
        started.append(fork())
        return started[-1]

    monkeypatch.setattr(os, "fork", remembered)
    before = set(os.listdir("/dev/fd"))
    portions = Portions(9, square, 3)
    portions.end()
    portions.end()
    assert len(started) == 2
    for process in started:
        with pytest.raises(ProcessLookupError):
            os.kill(process, 0)
    assert set(os.listdir("/dev/fd")) == before


def test_where_no_process_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    def none() -> int:
        raise OSError

    monkeypatch.setattr(os, "fork", none)
    one = Forked(lambda: 3)
    assert one.result() == 3
    portions = Portions(5, square, 4)
    assert portions.results() == [0, 1, 4, 9, 16]
    portions.end()
