"""Where `verify --fix` puts permalinks, and where it leaves a document alone."""

from __future__ import annotations

import re
import time

import pytest

from tfexplore.answers.markdown import without_added
from tfexplore.answers.verifying.verdicts import Verdict
from tfexplore.model import Location, SourceState
from tfexplore.render.permalinks import fixed

STATE = SourceState("https://github.com/tensorflow/tensorflow", "v1.15.0", "a" * 40, "linux-cpu", "none")
LINK = f' ([loom.cc:3](https://github.com/tensorflow/tensorflow/blob/{"a" * 40}/core/loom.cc#L3 "tfexplore"))'


def _fixed(text: str, *cited: str) -> str:
    """A document in which some words are cited wherever they stand, with `+` for each link."""
    verdicts = [
        Verdict("notes.md", number, match.start() + 1, word, "symbol", "found", Location("core/loom.cc", 3, 3))
        for word in cited or ("Loom",)
        for number, line in enumerate(text.split("\n"), 1)
        for match in re.finditer(re.escape(word), line)
    ]
    made = fixed(text, verdicts, STATE)
    added = without_added(made)
    assert added.text == text
    again = [one._replace(column=added.column(one.line, one.column)) for one in verdicts]
    assert fixed(made, again, STATE) == made
    return made.replace(LINK, "+")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Loom is a class.", "Loom+ is a class."),
        ("`Loom` is a class.\r\n", "`Loom`+ is a class.\r\n"),
        ("`Loom()` and ``Loom``", "`Loom()`+ and ``Loom``+"),
        ("**`Loom`**[^1]", "**`Loom`+**[^1]"),
        ("| `Loom` | Loom |", "| `Loom`+ | Loom+ |"),
        ("`x.cc` Loom, `y", "`x.cc` Loom+, `y"),
        ("<sup>1</sup> Loom", "<sup>1</sup> Loom+"),
        ("<br>\n\nLoom", "<br>\n\nLoom+"),
        # Inside of code.
        ('`REGISTER("Loom")`', None),
        ("`new Loom(3)`", None),
        ("`const Loom`", None),
        ("`a\nLoom` goes on", None),
        # Part of something longer.
        ("Loom::Weave", None),
        ("Loom.cc", None),
        # Inside of links, and of what defines them.
        ("[Loom](x)", None),
        ("[`Loom` and more](x)", None),
        ("[the\nLoom](x)", None),
        ("[x](Loom)", None),
        ("[`x`](core/Loom#L3)", None),
        ("[`Loom`][1]", None),
        ("[Loom] is\n\n[loom]: x", None),
        ("[1]: core/Loom", None),
        ("![Loom](x.png)", None),
        ("<https://x/Loom>", None),
        ("https://x/y?Loom", None),
        # In HTML.
        ("<td><code>Loom</code></td>", None),
        ("<table>\n<tr>\nLoom\n</table>", None),
        ("- <details><summary>Loom</summary>", None),
        ("<pre>\n\nLoom\n</pre>", None),
        ("<!--\n\nLoom -->", None),
        ('a <a title="Loom">b</a>', None),
        # At the head of a page, and in blocks.
        ("---\ntitle: Loom\n---\n", None),
        ("```\nLoom\n```", None),
        ("a\n\n    Loom();\n", None),
    ],
)
def test_places(text: str, expected: str | None) -> None:
    assert _fixed(text) == (expected or text)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("loom.cc:12 is", "loom.cc:12+ is"),
        ("loom.cc:12, in 3 files", "loom.cc:12+, in 3 files"),
        ("`loom.cc:12`, 13", "`loom.cc:12`, 13"),
        ("loom.cc:12,13", "loom.cc:12,13"),
        ("loom.cc:12 and 13", "loom.cc:12 and 13"),
        ("loom.cc:12, and lines 13", "loom.cc:12, and lines 13"),
        ("loom.cc:12-13", "loom.cc:12-13"),
        ("loom.cc:12 bis 13", "loom.cc:12 bis 13"),
        ("loom.cc:12 至 13 行", "loom.cc:12 至 13 行"),
        ("loom.cc:12〜13", "loom.cc:12〜13"),
        ("loom.cc:12ff", "loom.cc:12ff"),
    ],
)
def test_lines(text: str, expected: str) -> None:
    assert _fixed(text, "loom.cc:12") == expected


def test_a_name_in_front_of_lines() -> None:
    assert _fixed("`Loom`, line 12, and Loom, 3") == "`Loom`+, line 12, and Loom+, 3"


def test_what_begins_in_code_and_goes_on() -> None:
    assert _fixed("`loom.cc`, L12.", "loom.cc`, L12") == "`loom.cc`, L12+."


@pytest.mark.parametrize(
    "text", ["`a``", "[", "[[a", "<a", "](", "[a](", "(", "[a]", "[ab](cd", "https://", "a`b ", "!["]
)
def test_hostile_text_takes_no_longer(text: str) -> None:
    began = time.perf_counter()
    _fixed(f"{text * (20_000 // len(text))} Loom")
    _fixed("\n".join([text * 10, "Loom"] * 1_000))
    assert time.perf_counter() - began < 5
