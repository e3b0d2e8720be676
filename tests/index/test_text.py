"""Text that carries lists and values."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.index import blocks
from tfexplore.index.store import open_index
from tfexplore.index.text import FIELD, ITEM, RECORD, join, read_value, split, unescape, write_value
from tfexplore.index.write import Facts, write_index
from tfexplore.model import SourceState

texts = st.text(alphabet=st.sampled_from("ab\\tnue\t\n\x1f\0é"), max_size=6)
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts,
    lambda inner: st.lists(inner, max_size=3).map(tuple),
    max_leaves=8,
)


@given(st.lists(texts, max_size=4), st.sampled_from([RECORD, FIELD, ITEM]))
def test_a_list_comes_back(items: list[str], separator: str) -> None:
    text = join(items, separator)
    assert split(text, separator) == tuple(items)
    assert not set(text) & ({RECORD, FIELD, ITEM} - {separator})


@given(values)
def test_a_value_comes_back_with_its_type(value: object) -> None:
    text = write_value(value)  # type: ignore[arg-type]
    assert repr(read_value(text)) == repr(value)
    assert "\t" not in text
    assert "\n" not in text


def test_not_a_number() -> None:
    assert math.isnan(read_value(write_value(math.nan)))  # type: ignore[arg-type]


@pytest.mark.parametrize("text", ["", "x", "iabc", "fabc", "9"])
def test_what_is_no_value(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        read_value(text)


def test_unescape_ignores_a_lone_backslash() -> None:
    assert unescape("a\\") == "a\\"


@pytest.mark.parametrize("text", ["plain", "¡Ä", "织机", "=织", ""])
def test_blocks_keep_every_letter(text: str, tmp_path: Path) -> None:
    facts = Facts(paths=("a.cc", "b.cc"), marks={"a.cc": text, "b.cc": "b"})
    write_index(tmp_path / "index", SourceState("https://example.org", "v1", None, "linux-cpu", "build files"), facts)
    with open_index(tmp_path / "index") as index:
        assert dict(blocks.every(index, "marks")) == {number: one for number, one in ((1, text), (2, "b")) if one}
