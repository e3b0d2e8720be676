"""Tables that are written in HTML, a row on each line, read as the rows of Markdown's.

Each letter stays in its column: a tag becomes a pipe or a backquote, with blanks for the rest of it.

`<tr><td><code>Loom</code></td><td>12</td></tr>`
`|            `Loom`      |        12     |    `
"""

from __future__ import annotations

import re

from tfexplore.answers.markdown import code_lines
from tfexplore.patterns import regex

_ROW = regex(r"\s*<tr(?:\s[^<>]{0,200})?>(?P<cells>.*)</tr>\s*", re.I)
_CELL = regex(r"<t[dh](?:\s[^<>]{0,200})?>", re.I)
_TAG = regex(r"</?(?:t[rdh]|code|kbd|tt)(?:\s[^<>]{0,200})?>", re.I)
#: What stands between the header and the rows: `</thead><tbody>`.
_BETWEEN = regex(r"\s*(?:</?(?:thead|tbody|tfoot)>\s*)+", re.I)
_CODE = ("code", "kbd", "tt")


def with_rows(lines: list[str]) -> dict[int, str]:
    """The rows of a text's HTML tables as Markdown writes them, by their number; blocks of code are left out."""
    rows = [number for number, line in enumerate(lines, 1) if _is_row(line)]
    if not rows:
        return {}
    fenced = code_lines(lines)
    made = {number: _as_row(lines[number - 1]) for number in rows if number not in fenced}
    for number in list(made):
        last = number + 1
        while last <= len(lines) and last not in made and _BETWEEN.fullmatch(lines[last - 1]):
            last += 1
        if last in made:
            made.update(dict.fromkeys(range(number + 1, last), "|" + "---|" * len(_CELL.findall(lines[number - 1]))))
    return made


def _is_row(line: str) -> bool:
    row = _ROW.fullmatch(line) if "<" in line and "|" not in line else None
    return row is not None and _CELL.match(row["cells"].lstrip()) is not None and "<tr" not in row["cells"].lower()


def _as_row(line: str) -> str:
    return _TAG.sub(_replaced, line.rstrip())


def _replaced(tag: re.Match[str]) -> str:
    """What stands for a tag: each cell begins with a pipe, and the row ends with one."""
    text = tag[0].lower()
    if text.strip("</>").partition(" ")[0] in _CODE:
        return "`".ljust(len(text)) if text.startswith("</") else "`".rjust(len(text))
    begins = text.startswith(("<td", "<th")) or text == "</tr>"
    return ("|" if begins else "").ljust(len(text))
