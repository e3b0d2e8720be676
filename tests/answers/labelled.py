"""The documents of `fixtures/documents`: their text with quotations put in from a tree, and what is wrong in them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "documents"


class Labelled(NamedTuple):
    """A document and its wrong citations, each as the line and a part of the text."""

    name: str
    text: str
    wrong: tuple[tuple[int, str], ...]


def _commented(lines: list[str], argument: str) -> list[str]:
    mark = "#" if "def " in "".join(lines) else "//"
    return [f"{line}  {mark} 注意" if line.strip() and n in (0, 3) else line for n, line in enumerate(lines)]


def _altered(lines: list[str], argument: str) -> list[str]:
    before, after = argument.split("=>")
    text = "\n".join(lines)
    assert before in text or not text.strip(), f"{before} is not in the lines that are to be altered"
    return text.replace(before, after, 1).split("\n")


def _escaped(line: str) -> str:
    return line.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _indented(lines: list[str], argument: str) -> list[str]:
    width, _, change = argument.partition(" ")
    return [" " * int(width) + line for line in (_altered(lines, change) if change else lines)]


def _from_search(lines: list[str], argument: str) -> list[str]:
    path, first = argument.split(":")
    return [f"{path}:{number}:{line}" for number, line in enumerate(lines, int(first))]


WAYS: dict[str, Callable[[list[str], str], list[str]]] = {
    "as-is": lambda lines, _: lines,
    "comment": _commented,
    "entities": lambda lines, _: [_escaped(line) for line in lines],
    "entities2": lambda lines, _: [_escaped(_escaped(line)) for line in lines],
    "tags": lambda lines, _: [re.sub(r"<[^<>]*>", "", line) for line in lines],
    "elide": lambda lines, _: [*lines[:3], "    ...", *lines[-2:]],
    "wrapped": lambda lines, _: [" ".join(line.strip() for line in lines)],
    "numbered": lambda lines, first: [f"{number:5d}  {line}" for number, line in enumerate(lines, int(first))],
    "numbered-bar": lambda lines, first: [f"{number} | {line}" for number, line in enumerate(lines, int(first))],
    "grep": _from_search,
    "tabs": lambda lines, _: [re.sub(r"^ +", lambda m: "\t" * ((len(m[0]) + 1) // 2), line) for line in lines],
    "indented": _indented,
    "altered": _altered,
}


def labelled(path: Path, read: Callable[[str], str]) -> Labelled:
    """A document with its quotations put in."""
    text: list[str] = []
    wrong: list[tuple[int, str]] = []
    for line in path.read_text(encoding="utf-8").split("\n"):
        above = re.match(r"<!--wrong-above: (.*)-->", line)
        if above:
            at = max(n for n, one in enumerate(text, 1) if above[1] in one)
            wrong.append((at, above[1]))
            continue
        label = re.search(r" ?<!--wrong(?:: (.*?))?-->$", line)
        body = line[: label.start()] if label else line
        quote = re.match(r"<!--quote (\S+) (\d+) (\d+) (\S+)(?: (.*))?-->$", body)
        if label:
            wrong += [(len(text) + 1, part) for part in (label[1] or "").split(" | ")]
        if quote:
            lines = read(quote[1]).split("\n")[int(quote[2]) - 1 : int(quote[3])]
            text += WAYS[quote[4]](lines, quote[5] or "")
        else:
            text.append(body)
    return Labelled(path.name, "\n".join(text), tuple(wrong))


def documents() -> list[Path]:
    """All documents, in order."""
    return sorted(path for path in FOLDER.glob("[0-9]*.md"))
