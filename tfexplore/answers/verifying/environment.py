"""What a document says that variables of the environment are by default.

"`TF_MOST_THREADS` defaults to `2`", "`TF_SLOW` is off by default", "with the variable unset it returns `false`", in
sentences and in tables. Only a tree tells what they are.
"""

from __future__ import annotations

import re
from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.valued import Valued
from tfexplore.answers.verifying.worked_out import VALUE, same_setting
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.valued import Written
    from tfexplore.answers.verifying.verdicts import Verdict

#: A variable of the environment, and what is said to be its default behind it, in its sentence.
_VARIABLE = regex(r"`(?P<name>[A-Z][A-Z0-9]*_[A-Z0-9_]{3,})`", re.A)
_BY_DEFAULT = regex(
    r"[^.。;；|`]{0,40}?(?<![A-Za-z])"
    r"(?:defaults? to|(?:by )?default(?:s| value)?(?: is| of|:| =)?|(?:默认|缺省)(?:值)?(?:为|是)?[:：]?)\s*"
    rf"(?:`(?P<value>{VALUE}|true|false|[a-z]\w*)`|(?P<plain>-?\d+|true\b|false\b)(?![\w-]|\.\w))"
    # In another unit than the variable's, perhaps.
    r"(?!\s?(?:[KMGT]i?B|bytes?|[mun]s|milli|micro|seconds?|minutes?|hours?|秒|毫秒|分钟|小时|字节)(?![a-z]))",
    re.I,
)
#: The same of a switch: "`TF_SLOW` is off by default", "`TF_SLOW` 默认关闭".
_SWITCHED = regex(
    r"\s*(?:[(（][^()（）`|]{1,120}[)）]\s*)?(?:is |are )?"
    r"(?:`?(?P<state>on|off|true|false|enabled|disabled)`? by default|"
    r"by default (?P<then>on|off|true|false|enabled|disabled)\b|"
    r"(?:默认|缺省)(?:是|为)?(?P<zh>开启|启用|打开|关闭|禁用|开|关)的?(?=[\s,，。.;；)）、]|$))",
    re.I,
)
_ON = frozenset(["on", "true", "enabled", "开启", "启用", "打开", "开"])
_SETTING = regex(rf"{VALUE}|true|false", re.I)
_DEFAULT = regex(r"default|默认|缺省", re.I)
DEFAULTS = regex(r"\W*(?:default(?:s| value)?|默认值?|缺省值?)\W*", re.I)
#: How such a variable is read: its name as a text, and then the default; in Python as well.
_READ = r"FromEnvVar\(\s*\"{}\"\s*,\s*(?:/\*[^*]*\*/\s*)?(\"[^\"]*\"|[^,()/]+(?:\([^()]*\))?)\s*(?:/\*[^*]*\*/\s*)?[,)]"
_GOT = r"(?:environ\.get|getenv)\(\s*[\"']{}[\"']\s*,\s*(?:default\s*=\s*)?(\"[^\"\n]*\"|'[^'\n]*'|[\w.]+)\s*\)"

#: "With the variable unset it returns `false`": what a function does that finds no such variable; the other way round.
_UNSET = regex(
    r"(?:unset|not set|(?:没有?|未)设置?(?:时|的话)?)[^.。;；|`]{0,30}?"
    r"(?:returns?|means|is|返回|为|是|等于)\s*`?(?P<value>true|false)`?",
    re.I,
)
_IF_UNSET = regex(
    r"(?<![A-Za-z])(?:returns?|means|is|返回|为|是)\s*`?(?P<value>true|false)`?\s(?:if|when|as long as)\s"
    r"(?:it|the variable|that)(?:'s|\sis)\s(?:unset|not set)",
    re.I,
)
#: The same with the variable in it: "without `TF_X` it returns `false`", 没有设置 `TF_X` 时返回 false.
_UNSET_NAMED = regex(
    r"(?:(?:没有|没|未)(?:设置?|定义|指定)?|\b(?:without|not setting|unset))\s*(?:环境变量|the variable|setting)?\s*"
    rf"{_VARIABLE.pattern}\s*(?:set\b)?[^.。;；|`]{{0,30}}?(?:returns?|means|is|返回|为|是|等于)\s*`?(?P<value>true|false)`?"
    r"(?![\w:])",
    re.I,
)
_GOTTEN = (
    r"getenv\(\s*\"{}\"\s*\)[^;]*;\s*if\s*\([^()]*==\s*(?:nullptr|NULL)\)\s*\{{?"
    r"(?:\s*//[^\n]*)*\s*return\s+(true|false)\s*;"
)
#: What follows where the variable's own text means the truth value that it is: "true" makes it true, or "false" false.
_MEANS_ITSELF = regex(
    rb"\"(?:(true|1)|(false|0))\"[^;{}\"]{0,80}\)\s*(?:==\s*0\s*)?\)?\s*\{?\s*return\s+(?(1)true|false)\s*;", re.I
)
#: Letters behind such a reading in which it does.
MAX_READ = 400
#: Names of a line that are looked at, and letters behind one in which that is said.
MAX_NAMES = 60
MAX_BEHIND = 120


class Environment(Valued):
    """The checks of variables of the environment in a document's text."""

    #: What such a name looks like.
    name = _VARIABLE

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._read: dict[tuple[str, bool, tuple[str, ...]], list[Written]] = {}

    def unexplained(self) -> set[str]:
        """The variables that only a tree's text can explain."""
        found = set()
        for number, line, defaults in self.lines(DEFAULTS):
            unset = any(said.search(line) is not None for said in (_UNSET, _UNSET_NAMED, _IF_UNSET))
            if defaults >= 0 or unset or _DEFAULT.search(line):
                found.update([match["name"] for match in _VARIABLE.finditer(line)])
            if unset and number > 1:
                found.update([match["name"] for match in _VARIABLE.finditer(self.page.text_lines[number - 2])])
        return {name for name in found if not self.known.knows(name)}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default of a variable that is another."""
        for number, line, defaults in self.lines(DEFAULTS):
            if line.lstrip().startswith("|"):
                yield from self.row(line, number, defaults)
            yield from self.told(line, number)
            yield from self._unset(line, number)

    def told(self, line: str, number: int) -> Iterator[Verdict]:
        """The verdicts on what a line of prose says behind the names in it."""
        for name in islice(self.name.finditer(line), MAX_NAMES):
            if line.lstrip().startswith("|"):
                return
            said = _BY_DEFAULT.match(line, name.end())
            switched = _SWITCHED.match(line, name.end())
            if said is not None:
                yield from self._variable(name, said["value"] or said["plain"], number)
            elif switched is not None:
                state = (switched["state"] or switched["then"] or switched["zh"]).lower()
                yield from self._variable(name, "true" if state in _ON else "false", number, switch=True)

    def row(self, line: str, number: int, defaults: int) -> Iterator[Verdict]:
        """A row with a variable in it, and its default in the column of defaults or behind the name."""
        cells = markdown.cells_of(line)
        for at, cell in cells:
            names = list(self.name.finditer(line, at, at + len(cell)))
            if len(names) != 1:
                continue
            behind = _BY_DEFAULT.match(line, names[0].end(), at + len(cell))
            if behind is not None:
                yield from self._variable(names[0], behind["value"] or behind["plain"], number)
            elif 0 <= defaults < len(cells):
                value = cells[defaults][1].strip().strip("`")
                if _SETTING.fullmatch(value):
                    yield from self._variable(names[0], value, number)

    def _unset(self, line: str, number: int) -> Iterator[Verdict]:
        """What is said to be so without a variable: the one that the line names last, or the line before."""
        for named in _UNSET_NAMED.finditer(line):
            yield from self._variable(named, named["value"], number, unset=True)
        for said in [*_UNSET.finditer(line), *_IF_UNSET.finditer(line)]:
            names = list(_VARIABLE.finditer(line, 0, said.start()))
            if names and said.start() - names[-1].end() <= MAX_BEHIND:
                yield from self._variable(names[-1], said["value"], number, unset=True)
            elif number > 1:
                above = self.page.text_lines[number - 2]
                for name in list(_VARIABLE.finditer(above))[-1:]:
                    yield from self._variable(name, said["value"], number - 1, unset=True)

    def _variable(
        self, match: re.Match[str], value: str, number: int, unset: bool = False, switch: bool = False
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on the default of a variable; of a `switch` only where that is a truth value."""
        name, at = match["name"], match.start("name")
        said = Citation("symbol", name, number, at + 1, name, in_code=True, end_column=at + len(name))
        paths = tuple(self.files(name, number))
        if (name, unset, paths) not in self._read:
            self._read[name, unset, paths] = list(self.read_with(name, unset, paths))
        has = self._read[name, unset, paths]
        if switch and any(text not in ("true", "false") for *_, text in has):
            return
        yield from self.compared(said, value, has, same_setting, "line {} has the default `{}`, the document `{}`")

    def read_with(self, name: str, unset: bool, paths: Iterable[str]) -> Iterator[Written]:
        """Where files say which value a variable has without being set, and the value."""
        compiled = re.compile((_GOTTEN if unset else _READ).format(re.escape(name)).encode())
        switch = re.compile(_GOTTEN.format(re.escape(name)).encode())
        got = re.compile(_GOT.format(re.escape(name)).encode())
        for path in paths:
            python = path.endswith(".py") and not unset
            text = b"\n".join(self.known.lines(path)) if python or path.endswith((".cc", ".h")) else b""
            matches = list((got if python else compiled).finditer(text))
            if not python and not unset and name.encode() in text:
                matches += [one for one in switch.finditer(text) if _means_itself(text, one.end())]
            for found in matches:
                place = text.count(b"\n", 0, found.start(1)) + 1
                yield path, place, found[1].decode("utf-8", "replace").strip()


def _means_itself(text: bytes, at: int) -> bool:
    """Whether the function that goes on at a place takes the text of a variable for the truth value that it is."""
    ends = text.find(b"\n}", at)
    return _MEANS_ITSELF.search(text, at, min(ends if ends >= 0 else len(text), at + MAX_READ)) is not None
