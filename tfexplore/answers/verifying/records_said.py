"""Records with a name, a file and a line: of YAML, JSON and CSV in a document, and of items below items.

"symbol: Loom::Weave", "file: loom.cc", "line: 12"; `{"symbol": "Weave", "file": "loom.cc", "line": 12}`; a head
"symbol,file,line" with rows below; "- `Weave`" with the items "file: …" and "line: …".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import SUFFIX, Citation
from tfexplore.answers.verifying.places_said import PlacesSaid, is_same
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

_KEYS = {
    "name": "symbol name function func class method op what identifier 符号 名称 函数 类",
    "file": "file path source filename datei fichier archivo 文件 路径",
    "line": "line lines lineno line_number ln zeile zeilen ligne línea 行 行号",
}
_WHAT = {key: what for what, keys in _KEYS.items() for key in keys.split()}
#: A key with its value, an item that is nothing but a name, and a pair of JSON.
_PAIR = regex(
    r"(?P<dash>\s*[-*+]\s+)?\s*[`*\"']{0,3}(?P<key>\w{1,12})[`*\"']{0,3}\s?[:：=]\s?[`*\"']{0,3}(?P<value>[^`*\"',\s]{1,200})[`*\"',]{0,4}\s*"
)
_NAME_ALONE = regex(
    r"(?P<dash>\s*[-*+]\s+)[`*]{1,3}(?P<value>[A-Za-z_][\w:.~]{1,100})(?:\(\))?[`*]{1,3}\s*[:：]?\s*", re.A
)
_OF_JSON = regex(r"[\"'](?P<key>\w{1,12})[\"']\s?:\s?(?:[\"'](?P<value>[^\"']{1,200})[\"']|(?P<number>\d{1,6}))")
_LINES = regex(r"L?(\d{1,6})(?:\s?[-–]\s?L?(\d{1,6}))?", re.A)
_A_FILE = regex(rf"[\w./+-]+\.{SUFFIX}", re.A | re.I)
_A_NAME = regex(r"~?[A-Za-z_][\w:.]*(?:\(\))?", re.A)
#: Columns of a table of commas, and letters of a line that is one.
MAX_COLUMNS, MAX_LINE = 12, 600


class _Value(Record):
    """A value of a record, with its line and column."""

    text: str
    line: int
    column: int


class RecordsSaid(PlacesSaid):
    """The checks of such records."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every line of a record that is not where its name is."""
        for found in self._records():
            yield from self._of_record(found)

    def _of_record(self, found: dict[str, _Value]) -> Iterator[Verdict]:
        name, file, line = found["name"], found["file"], found["line"]
        numbers = _LINES.fullmatch(line.text)
        if numbers is None or not _A_FILE.fullmatch(file.text) or not _A_NAME.fullmatch(name.text):
            return
        start, end = int(numbers[1]), max(int(numbers[1]), int(numbers[2] or 0))
        place = Citation(
            "path:line", line.text, line.line, line.column, file.text, start, end,
            end_column=line.column - 1 + len(line.text),
        )  # fmt: skip
        read = [*self.page.on(line.line), *self.page.on(file.line)]
        place = next((one for one in read if is_same(one, place)), place)
        called = name.text.removesuffix("()")
        text = self.page.text_lines[name.line - 1]
        if called in self.page.own or disclaimers.proposed(text) or self.page.strangers(place):
            return
        now = self._instead(called, place, start, end, "at")
        if now is not None:
            yield self.page.moved(place, now, f"{called} is at line {now.line}")

    def _records(self) -> Iterator[dict[str, _Value]]:
        held: dict[str, _Value] = {}
        columns: list[str] = []
        for number, text in enumerate(self.page.text_lines, 1):
            if len(text) > MAX_LINE:
                held, columns = {}, []
                continue
            if "{" in text and "}" in text:
                yield from self._of_json(number, text)
                continue
            if columns:
                cells = text.split(",")
                if len(cells) == len(columns):
                    yield from self._of_row(number, cells, columns)
                    continue
                columns = []
            if text.count(",") in range(2, MAX_COLUMNS):
                columns = [_WHAT.get(cell.strip(" \"'`").lower(), "") for cell in text.split(",")]
                columns = columns if {"name", "file", "line"} <= set(columns) else []
                continue
            pair = _PAIR.fullmatch(text) or _NAME_ALONE.fullmatch(text)
            what = _WHAT.get(pair["key"].lower()) if pair is not None and "key" in pair.groupdict() else "name"
            if pair is None or what is None:
                held = {} if pair is None else held
                continue
            if what in held or (what == "name" and pair["dash"]):
                held = {}
            held[what] = _Value(pair["value"], number, pair.start("value") + 1)
            if len(held) == len(_KEYS):
                yield held
                held = {}

    def _of_json(self, number: int, text: str) -> Iterator[dict[str, _Value]]:
        held: dict[str, _Value] = {}
        for match in _OF_JSON.finditer(text):
            what = _WHAT.get(match["key"].lower())
            group = "value" if match["value"] is not None else "number"
            if what is not None:
                held.setdefault(what, _Value(match[group], number, match.start(group) + 1))
        if len(held) == len(_KEYS):
            yield held

    def _of_row(self, number: int, cells: list[str], columns: list[str]) -> Iterator[dict[str, _Value]]:
        held: dict[str, _Value] = {}
        at = 1
        for what, cell in zip(columns, cells, strict=True):
            if what:
                stripped = cell.strip(" \"'`")
                held.setdefault(what, _Value(stripped, number, at + cell.find(stripped)))
            at += len(cell) + 1
        if len(held) == len(_KEYS):
            yield held
