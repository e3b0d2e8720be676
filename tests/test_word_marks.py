"""The words of files: which count, and that their buckets are read as they were written."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore import word_marks
from tfexplore.index.store import open_index
from tfexplore.index.words import Words, rows
from tfexplore.index.write import Facts, write_index
from tfexplore.model import SourceState
from tfexplore.pipeline.words import counted, recounted

HASHES = st.integers(0, (1 << word_marks.BITS) - 1)
STATE = SourceState("https://example.org/braids", "v1", None, "linux-cpu", "build files")


def words_of(path: str, data: bytes) -> set[int]:
    return set(word_marks.unpacked(word_marks.file_words(path, data)))


def packed(*words: int) -> bytes:
    return array("I", sorted(words)).tobytes()


@pytest.mark.parametrize(
    ("path", "data", "found"),
    [
        ("a.cc", b"int BraidOp::Compute(knots) // tightly", ["BraidOp", "Compute", "tightly"]),
        ("a.py", b"def _loosen_all(braid_1): pass", ["_loosen_all", "braid_1"]),
        ("a.cc", b"short 123456 \xe4\xb8\xad", []),
        ("a_test.cc", b"BraidOp", []),
        ("python/kernel_tests/braid.py", b"BraidOp", []),
        ("core/braid.bzl", b"# weaving\nbraid_library = 1", ["braid_library"]),
    ],
)
def test_which_words_count(path: str, data: bytes, found: list[str]) -> None:
    assert words_of(path, data) == {word_marks.hashed(word.encode()) for word in found}


def test_a_table_of_megabytes_has_no_words() -> None:
    assert word_marks.file_words("a.cc", b"BraidOp " * (1 << 20)) == b""


@given(st.sets(HASHES, max_size=200))
def test_buckets_are_read_as_they_were_written(words: set[int]) -> None:
    texts = dict(rows(words))
    assert list(texts) == sorted(texts)
    assert set().union(*[word_marks.read(text, number) for number, text in texts.items()]) == words


@pytest.mark.parametrize("text", ["A!", "\x00\x00", "_AB C"])
def test_a_damaged_bucket_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match="words"):
        word_marks.read(text, 1)


@given(st.lists(st.tuples(st.sets(HASHES, max_size=6), st.sets(HASHES, max_size=6)), max_size=6))
def test_counts_after_edits_are_those_of_a_new_count(files: list[tuple[set[int], set[int]]]) -> None:
    before = [packed(*was) for was, _ in files]
    after = [packed(*now) for _, now in files]
    made, texts = recounted(counted(before), list(zip(before, after, strict=True)))
    assert made == counted(after)
    was, now = dict(rows(counted(before).hashes())), dict(rows(made.hashes()))
    assert texts == {number: now.get(number, "") for number in {*was, *now} if was.get(number) != now.get(number)}


def test_an_index_tells_what_no_file_has(tmp_path: Path) -> None:
    words = sorted(map(word_marks.hashed, (b"BraidOp", b"LoosenStrands")))
    write_index(tmp_path / "a.sqlite", STATE, Facts(words=words))
    with open_index(tmp_path / "a.sqlite") as index:
        asked = Words(index)
        assert [asked.may_stand(word) for word in ("BraidOp", "LoosenStrands", "TightenStrands")] == [True, True, False]
        assert [asked.may_stand(word) for word in ("Op", "loose-end", "辫子辫子辫子", "")] == [None] * 4


def test_an_index_without_words_tells_nothing(tmp_path: Path) -> None:
    write_index(tmp_path / "a.sqlite", STATE, Facts())
    with open_index(tmp_path / "a.sqlite") as index:
        assert Words(index).may_stand("BraidOp") is None
