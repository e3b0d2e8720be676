"""Recognising a text by the hashes of a template's fixed parts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore import fingerprint

Template = tuple[str, ...]


def parts(*pieces: str | None) -> Template:
    """A template's hashes: texts and gaps."""
    return tuple("" if piece is None else fingerprint.part(fingerprint.folded(piece.encode())) for piece in pieces)


# Each: a template, a text, whether the text must end with it, and the values (None where it does not match).
CASES: list[tuple[tuple[str | None, ...], str, bool, list[str] | None]] = [
    (("nothing to do",), "nothing to do", True, []),
    (("nothing to do",), "nothing to do here", True, None),
    (("nothing to do",), "nothing to do here", False, []),
    (("Deleted ", None, " of ", None, " nodes."), "Deleted 2 of 15 nodes.", True, ["2", "15"]),
    (("Deleted ", None, " of ", None, " nodes."), "Deleted 2 of 15 nodes", True, None),
    (("Deleted ", None), "Deleted ", True, [""]),
    ((None, " is not a ", None), "a is not a is not a b", True, ["a", "is not a b"]),
    (("a", None, "a"), "a b a c a", True, ["b a c"]),
    (("a", None, "b"), "ab", True, [""]),
    (("shape", None), "shapes", True, ["s"]),
    ((None,), "anything", True, ["anything"]),
    ((), "", True, []),
    ((), "anything", True, None),
]


@pytest.mark.parametrize(("template", "text", "whole", "values"), CASES)
def test_match(template: tuple[str | None, ...], text: str, whole: bool, values: list[str] | None) -> None:
    data = fingerprint.folded(text.encode())
    found = fingerprint.match(parts(*template), data, whole=whole)
    assert (found and [data[a:b].decode() for a, b in found.values]) == values


def test_a_part_tells_its_length_and_hash() -> None:
    assert fingerprint.length_and_hash(fingerprint.part(b"Op type")) == (7, 0x4856701E)
    with pytest.raises(ValueError, match="invalid literal"):
        fingerprint.length_and_hash("!")


def test_the_anchor_is_the_longest_run_of_whole_words() -> None:
    template = [(b"the size of", True, False), (b"ed arguments must not be negative, ever", False, True)]
    text = b"the size of unlimited arguments must not be negative, ever"
    value = fingerprint.anchor(template)
    found = fingerprint.anchors(text)
    assert {text[slice(*found[half])] for half in (value >> 32, value & 0xFFFFFFFF) if half in found} == {
        b"arguments must not be"
    }


def test_a_message_is_found_around_its_anchor_and_when_it_is_cut() -> None:
    template = parts("Op type not registered '", None, "' in binary running on ", None, ". Make sure of it.")
    whole = b"help! Op type not registered 'X' in binary running on vm. Make sure of it. thanks"
    for text, end, values in (
        (whole, whole.index(b" thanks"), [b"X", b"vm"]),
        (whole[:60], 53, [b"X", b"vm. Ma"]),
    ):
        place = text.index(b"type not registered")
        found = fingerprint.around(template, text, (place, place + 19))
        assert found is not None
        assert (found.begin, found.end) == (6, end)
        assert [text[a:b].strip() for a, b in found.values] == [value.strip() for value in values]


@given(st.lists(st.text("ab .", min_size=1, max_size=5), min_size=1, max_size=4), st.text("ab .", max_size=20))
def test_what_a_template_makes_it_matches(pieces: list[str], value: str) -> None:
    template: list[str | None] = []
    for piece in pieces:
        if fingerprint.folded(piece.encode()):
            template += [piece, None]
    text = "".join(value if piece is None else piece for piece in template)
    if template:
        assert fingerprint.match(parts(*template), fingerprint.folded(text.encode())) is not None
