"""How many fields a named tuple, or values an enumeration, is said to have: "`Loom` is a namedtuple of six fields"."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.inputs import NUMBER_WORDS, NUMBERS
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Files of one name, and letters of a paragraph, that are read.
MAX_FILES, MAX_LETTERS = 4, 6_000

_NUMBER = rf"(?P<number>\d{{1,2}}|{NUMBER_WORDS})"
_NUMBER_ZH = r"(?P<zh>\d{1,2}|[一二三四五六七八九十两])"
_SAID = regex(
    r"`(?:\w+(?:\.|::))*(?P<name>[A-Z]\w{2,60})`\s?(?:[(（][^()（）`\n]{1,100}[)）])?[,，]?\s?"
    rf"(?:(?:is|as) an? (?:named ?tuple|enum(?:eration)?)\s?(?:class )?(?:with|of|that has) "
    rf"(?:exactly )?{_NUMBER}\s(?:fields|values|members|elements)|"
    rf"(?:has|have) (?:exactly )?{_NUMBER.replace('number', 'had')}\s(?:fields|values|enumerators)|"
    r"(?:是一?个?\s?(?:namedtuple|命名元组|具名元组|enum|枚举)(?:类型?)?[,，]?)?\s?"
    rf"(?:共?有|包含|含有?|带有?)\s?{_NUMBER_ZH}\s?个(?:字段|枚举值|取值|成员|值))"
    r"(?![\w-])(?!\s(?:of|more|other)\b)",
    re.I,
)
_SOME = regex(r"\b(?:first|other|more|another|not|no|these|at least)\b|其中|另外|其他|不|至少", re.I)
_TUPLE = rb"namedtuple\(\s*[\"']%b[\"']\s*,\s*(\[[^\]]{0,2000}\]|\([^)]{0,2000}\)|[\"'][^\"']{0,2000}[\"'])"
_ENUM = rb"\benum(?:\s+(?:class|struct))?\s+%b\s*(?::\s*[\w:]+\s*)?\{([^{}]{0,4000})\}"
#: Remarks; a line of the preprocessor stays.
_REMARK = regex(rb"//[^\n]*|/\*.*?\*/|# [^\n]*", re.S)


class Counted(Check):
    """The checks of how many fields or values there are."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number that is another in all that is meant."""
        for one in self.page.marked:
            if len(one.text) > MAX_LETTERS or one.text.lstrip().startswith("|"):
                continue
            for match in _SAID.finditer(one.text):
                yield from self._said(one, match)

    def _said(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        name, word = match["name"], (match["number"] or match["had"] or match["zh"]).lower()
        number = NUMBERS.get(word) or int(word)
        line, column = one.at(match.start("name"))
        said = prose.sentence(self.page.text_lines[line - 1], column)
        own = name in self.page.own or disclaimers.proposed(said)
        if own or _SOME.search(one.text, match.start("name") + len(name), match.end()):
            return
        counts = list(self._counts(name))
        if counts and all(count != number for _, count in counts):
            where, count = counts[0]
            # Where the citation of the name begins, of which this is the verdict.
            at = one.text.rindex("`", 0, match.start("name")) + 1
            line, column = one.at(at)
            cited = Citation("symbol", name, line, column, name, in_code=True, end_column=column + len(name))
            yield self.page.verdict(cited, "differs", where, (), f"it has {count} there, not {number}")

    def _counts(self, name: str) -> Iterator[tuple[Location, int]]:
        """What defines the fields or the values of a name, and how many they are."""
        for path in list(dict.fromkeys([place.path for place in self.known.places(name)]))[:MAX_FILES]:
            data = self.known.read(path) or b""
            pattern = _TUPLE if path.endswith(".py") else _ENUM
            for found in re.finditer(pattern % name.encode(), data):
                listed = _REMARK.sub(b"", found[1])
                if b"#" in listed:
                    continue  # values that are there in some builds only
                fields = re.findall(rb"[A-Za-z_]\w*", listed) if path.endswith(".py") else _enumerators(listed)
                line = data.count(b"\n", 0, found.start()) + 1
                yield Location(path, line, line + found[0].count(b"\n")), len(fields)


def _enumerators(listed: bytes) -> list[bytes]:
    """The values of an enumeration, those of a protocol buffer with the numbers that they have."""
    if b";" in listed:
        return re.findall(rb"\b\w+\s*=\s*-?\w+[^;]*;", listed)
    return [one for one in listed.split(b",") if one.strip()]
