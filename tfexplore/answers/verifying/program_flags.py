"""Flags of programs, in Python and in C++, and what a document says that they are by default.

"`--loom_width` is 4 by default", or a row of a table of defaults, is held against the file spoken of which defines the
flag: `add_argument("--loom_width", default=2)`, `DEFINE_integer("loom_width", 2, ...)`, `Flag("loom_width", &width,
...)` with `int width = 2;`. A flag that no file has is wrong where one spoken of has it but for a few letters. Only a
tree tells.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.environment import DEFAULTS
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import tables
from tfexplore.answers.verifying.worked_out import same_setting
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a section above a flag, files of it, and letters of a line that is read.
MAX_ABOVE, MAX_FILES, MAX_LINE = 30, 6, 4_000
#: How much of a flag's name is the same in the one that is meant.
NEARLY = 0.85
_LITERAL = r"(?:True|False|true|false|-?\d+(?:\.\d+)?|\"[^\"`\n]*\"|'[^'`\n]*')"
_FLAG = regex(r"`--(?P<name>[a-z][a-z0-9]*(?:[_-][a-z0-9]+)*)`", re.A)
#: What stands behind a flag and says what it is.
_IS = regex(
    r"(?:\s?[(（][^()（）`]{0,60}[)）])?,?\s?"
    r"(?:(?P<default>defaults? to|is by default|(?:的)?默认值?[是为]?|\(default:?)|is|to|[是为=])\s?"
    rf"`?(?P<value>{_LITERAL})`?(?![\w%]|\.\w)"
)
_DEFAULT = regex(r"(?<![A-Za-z])defaults?(?![A-Za-z])|默认|缺省", re.I)
_OTHERWISE = otherwise(r"set|sets|pass|passes|with|older|newer|if", "没|不|如果|传|设")
_DEFINED = regex(
    rb"(?:\bDEFINE_\w+\(|\bFlag\(|\badd_argument\()\s*[\"'](?:--)?(?P<name>[A-Za-z][\w-]*)[\"']"
    rb"|^\s*Arg<\w+> (?P<arg>\w+)\b",
    re.M,
)
#: Letters of a definition of a flag.
MAX_DEFINITION = 900
_OF_ARGPARSE = regex(rb"\bdefault\s*=\s*([^,)\n]+)")
_PLAIN = regex(_LITERAL)


class ProgramFlags(Check):
    """The checks of programs' flags."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._flags: dict[str, dict[str, list[tuple[int, str]]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every flag that is another by default, and on every one that is called otherwise."""
        for number, line in self.page.prose_lines:
            if "`--" not in line or len(line) > MAX_LINE:
                continue
            for match in _FLAG.finditer(line):
                yield from self._named(match, number)
                said = _IS.match(line, match.end()) if not line.lstrip().startswith("|") else None
                if said is not None and (said["default"] or _DEFAULT.search(self._above(number))):
                    before = prose.begun(line[: match.start()])
                    if not _OTHERWISE.search(before) and not disclaimers.proposed(
                        prose.sentence(line, match.start() + 1)
                    ):
                        yield from self._judged(match, said["value"], number)
        for table in tables(self.page):
            columns = [at for at, head in enumerate(table.heads) if at and DEFAULTS.fullmatch(head.text)]
            for row in table.rows if len(columns) == 1 else ():
                name = _FLAG.search(self.page.text_lines[row[0].line - 1])
                value = row[columns[0]].text.strip(" *`") if columns[0] < len(row) else ""
                if name is not None and _PLAIN.fullmatch(value):
                    yield from self._judged(name, value, row[0].line)

    def _above(self, number: int) -> str:
        """The section down to a line."""
        return "\n".join(self.page.text_lines[self._first(number) - 1 : number])

    def _first(self, number: int) -> int:
        return max(1, number - MAX_ABOVE, self.page.section_begins(number))

    def _files(self, number: int) -> list[str]:
        """The files that a section cites down to a line, those cited last first, with the headers beside them."""
        found: dict[str, None] = {}
        for at in range(number, self._first(number) - 1, -1):
            for one in self.page.on(at):
                for path in self.page.files_meant(one)[:1] if one.kind in ("path", "path:line") else ():
                    found[path] = None
                    header = f"{path.rpartition('.')[0]}.h"
                    if path.endswith(".cc") and self.known.resolve(header):
                        found[header] = None
        return list(found)[:MAX_FILES]

    def _of(self, path: str) -> dict[str, list[tuple[int, str]]]:
        """The flags that a file defines, each with the lines of its defaults and these, as far as they are literals."""
        if path not in self._flags:
            text = b"\n".join(self.known.lines(path)) if path.endswith((".py", ".cc", ".h")) else b""
            found: dict[str, list[tuple[int, str]]] = {}
            for match in _DEFINED.finditer(text):
                name = (match["name"] or match["arg"]).decode()
                values = found.setdefault(name.replace("-", "_"), [])
                for at, value in _defaults(text, match):
                    if _PLAIN.fullmatch(value):
                        values.append((text.count(b"\n", 0, at) + 1, value))
            self._flags[path] = found
        return self._flags[path]

    def _judged(self, match: re.Match[str], value: str, number: int) -> Iterator[Verdict]:
        name = match["name"].replace("-", "_")
        held = [(path, *each) for path in self._files(number) for each in self._of(path).get(name, ())]
        if held and not any(same_setting(value, has) for _, _, has in held):
            path, line, has = held[0]
            said = self._cited(match, number)
            if not self.page.strangers(said):
                where = Location(path, line, line)
                yield self.page.verdict(said, "differs", where, (), f"`{match['name']}` is {has} there", "symbol")

    def _named(self, match: re.Match[str], number: int) -> Iterator[Verdict]:
        """The verdict on a flag that the files spoken of have under a name which is nearly its own."""
        name = match["name"].replace("-", "_")
        if "_" not in name or name in self.page.own or not self.known.is_nowhere(name):
            return
        files = self._files(number)
        flags = {each: path for path in files for each in self._of(path)}
        near = [each for each in flags if SequenceMatcher(None, each, name).ratio() >= NEARLY]
        line = self.page.text_lines[number - 1]
        said = self._cited(match, number)
        words = prose.sentence(line, match.start() + 1)
        if name in flags or len(near) != 1 or _OTHERWISE.search(prose.begun(line[: match.start()])):
            return
        if not (disclaimers.proposed(words) or disclaimers.absent(words) or self.page.strangers(said)):
            detail = f"{flags[near[0]]} has --{near[0]}"
            yield self.page.verdict(said, "not found", None, (f"--{near[0]}",), detail, "symbol")

    def _cited(self, match: re.Match[str], number: int) -> Citation:
        text = f"--{match['name']}"
        at = match.start() + 2
        return Citation("symbol", text, number, at, match["name"], in_code=True, end_column=at - 1 + len(text))


def _defaults(text: bytes, match: re.Match[bytes]) -> Iterator[tuple[int, str]]:
    """Where the defaults of a flag stand that is defined at a place, and these as they are written."""
    behind = text[match.end() : match.end() + MAX_DEFINITION]
    kind = match[0].lstrip()[:4]
    if kind == b"add_":
        found = _OF_ARGPARSE.search(behind.partition(b"add_argument(")[0])
        if found is not None:
            yield match.end() + found.start(1), found[1].decode("utf-8", "replace").strip()
    elif kind == b"DEFI":
        value = re.match(rb"\s*,\s*([^,\n]+?)\s*,", behind)
        if value is not None:
            yield match.end() + value.start(1), value[1].decode("utf-8", "replace")
    elif kind == b"Arg<":
        value = re.match(rb"\s*=\s*Arg<\w+>\(([^()\n]+)\);", behind)
        if value is not None:
            yield match.end() + value.start(1), value[1].decode("utf-8", "replace")
    else:
        variable = re.match(rb"\s*,\s*&(?:\w+(?:\.|->))*(\w+)\b", behind)
        if variable is not None:
            given = re.compile(rb"^[^\n=/]*?[\w>*&]\s+" + variable[1] + rb"\s*=\s*([^;\n]+);", re.M)
            for value in given.finditer(text):
                yield value.start(1), value[1].decode("utf-8", "replace").strip()
