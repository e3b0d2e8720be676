"""The search of many files for words: the same with one process and with more, and nothing is left running."""

from __future__ import annotations

import os
import random
import time

import pytest

from tfexplore.answers import searching
from tfexplore.answers.searching import Search, Sought, stands

FILES = {f"weave/{number:02}.cc": b"int Loom%d; // Heddle_%d" % (number % 7, number % 3) for number in range(40)}
FILES["weave/17.cc"] += b" Shuttle"
WORDS = ("Loom3", "Loom6", "Heddle_2", "Heddle_", "Shuttle", "Selvage")
EXPECTED = {
    "Loom3": "weave/03.cc", "Loom6": "weave/06.cc", "Heddle_2": "weave/02.cc", "Shuttle": "weave/17.cc",
}  # fmt: skip


@pytest.mark.parametrize("cores", [1, 2, 3, 64])
def test_the_first_file_is_found_by_any_number_of_processes(cores: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_WORTH_FORKING", 0)
    monkeypatch.setattr(searching, "cores", lambda: cores)
    assert Search(WORDS, sorted(FILES), FILES.get).result() == EXPECTED
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def _dying_elsewhere() -> searching.Read:
    """What reads the files in this process, and ends any other that asks for one."""
    here = os.getpid()

    def read(path: str) -> bytes | None:
        if os.getpid() != here:
            os._exit(9)
        return FILES[path]

    return read


@pytest.mark.parametrize("fails", ["elsewhere", "always"])
def test_a_process_that_fails(fails: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def fork() -> int:
        raise BlockingIOError

    monkeypatch.setattr(searching, "_WORTH_FORKING", 0)
    monkeypatch.setattr(searching, "cores", lambda: 2)
    if fails == "always":
        monkeypatch.setattr(os, "fork", fork)
    assert Search(WORDS, sorted(FILES), _dying_elsewhere()).result() == EXPECTED


def test_a_search_that_is_stopped_leaves_no_process(monkeypatch: pytest.MonkeyPatch) -> None:
    here = os.getpid()

    def read(path: str) -> bytes | None:
        if os.getpid() != here:
            time.sleep(60)
        return FILES[path]

    monkeypatch.setattr(searching, "_WORTH_FORKING", 0)
    monkeypatch.setattr(searching, "cores", lambda: 3)
    before = len(os.listdir("/proc/self/fd")) if os.path.isdir("/proc/self/fd") else 0
    search = Search(WORDS, sorted(FILES), read)
    search.stop()
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)
    assert not before or len(os.listdir("/proc/self/fd")) == before


@pytest.mark.parametrize(
    ("word", "text", "expected"),
    [("Loom", b"a Loom.", True), ("Loom", b"Loom3", False), ("Loom", b"_Loom Loom", True), ("Loom", b"", False)],
)
def test_a_word_stands_alone(word: str, text: bytes, expected: bool) -> None:
    assert stands(word, text) is expected


@pytest.mark.parametrize("others", [0, 40], ids=["few", "many"])
def test_words_are_looked_for_until_they_are_found(others: int) -> None:
    sought = Sought(["Loom", "Heddle_2", "织机", "2ply", "Shuttle", *[f"Selvage{number}" for number in range(others)]])
    assert sorted(sought.found_in("Loom3 Heddle_2,织机;".encode())) == ["Heddle_2", "织机"]
    assert sorted(sought.found_in("(Loom)\xff2ply Heddle_2 织机".encode("latin-1", "ignore"))) == ["2ply", "Loom"]
    assert sought
    assert (
        len(sought.found_in(b" ".join([b"Shuttle", *[b"Selvage%d" % number for number in range(others)]])))
        == others + 1
    )
    assert not sought


@pytest.mark.parametrize(("portion", "longest"), [(3, 200), (7, 4), (1 << 20, 200), (5, 0)])
def test_many_words_at_once_are_what_each_would_be_alone(
    portion: int, longest: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(searching, "_PORTION", portion)
    monkeypatch.setattr(searching, "_LONGEST", longest)
    monkeypatch.setattr(searching, "_MANY_MATCHES", 5)
    chosen = random.Random(portion)
    for _ in range(300):
        words = {"".join(chosen.choices("ab_~:é1 ", k=chosen.randint(1, 5))) for _ in range(chosen.randint(4, 12))}
        sought = Sought(words)
        for _ in range(3):
            text = "".join(chosen.choices("ab_~:é1 ", k=chosen.randint(0, 60))).encode()
            expected = {word for word in words if stands(word, text)}
            assert set(sought.found_in(text)) == expected, (words, text)
            words -= expected


def test_what_a_process_took_and_did_not_end_is_searched_for_all_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(searching, "_WORTH_FORKING", 0)
    monkeypatch.setattr(searching, "cores", lambda: 2)
    search = Search(("Loom0", "Heddle_0"), sorted(FILES), _dying_elsewhere())
    os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOWAIT)  # it took the first portion, which has both, as others have
    assert search.result() == {"Loom0": "weave/00.cc", "Heddle_0": "weave/00.cc"}
