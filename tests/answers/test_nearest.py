"""The names nearest to a word."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from tfexplore.answers.nearest import Nearest, distances, letters_of

WORDS = st.text("abcXY_7é", max_size=12)


def by_table(one: str, other: str) -> int:
    """The same distance by the table that everybody knows."""
    rows = [[max(i, j) if not i or not j else 0 for j in range(len(other) + 1)] for i in range(len(one) + 1)]
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            cost = one[i - 1] != other[j - 1]
            rows[i][j] = min(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + cost)
            if i > 1 and j > 1 and one[i - 1] == other[j - 2] and one[i - 2] == other[j - 1]:
                rows[i][j] = min(rows[i][j], rows[i - 2][j - 2] + 1)
    return rows[-1][-1]


@given(WORDS, WORDS)
def test_the_number_of_letters_that_differ(one: str, other: str) -> None:
    assert distances(one)(other) == by_table(one, other)


@given(WORDS, WORDS)
def test_letters_tell_what_is_too_far(one: str, other: str) -> None:
    assert ((letters_of(one) ^ letters_of(other)).bit_count() + 1) // 2 <= by_table(one, other)


def test_the_nearest_come_first() -> None:
    names = ["WeaveOp", "WeaveOps", "WaveOp", "UnweaveOp", "Weft", "MatMulOp"]
    nearest = Nearest(names, lambda low: low, 5)
    assert nearest.of("WeavOp", 3) == [(1, "WeaveOp"), (2, "WeaveOps")]
    assert nearest.of("WeavepO", 1) == [(1, "WeaveOp")]
    assert nearest.of("Loom", 3) == []


@given(st.lists(st.text("abc", min_size=5, max_size=9), max_size=30), st.text("abc", min_size=5, max_size=9))
def test_nothing_nearer_is_left_out(names: list[str], word: str) -> None:
    shared = [name for name in set(names) if name[:4] == word[:4] or name[-5:] == word[-5:]]
    near = sorted((by_table(word, name), name) for name in shared if by_table(word, name) <= 2)
    assert [distance for distance, _ in Nearest(names, lambda low: low, 5).of(word, 3)] == [d for d, _ in near[:3]]
