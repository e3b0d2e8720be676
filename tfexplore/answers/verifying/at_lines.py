"""Values that a document says stand at lines: "`level` reaches `Options::FULL` (line 60)", "sets `first_` to `false`".

Near the lines that a sentence cites, another value of the same class, enumeration or module stands, and the one that is
said nowhere; or the variable is given another one there. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines before and behind the cited ones that are looked at, and how many lines a citation has at most.
AROUND, MAX_LINES = 3, 16
#: Lines of a statement.
STATEMENT = 4
#: Letters of a value, and of a sentence.
LONGEST, LONGEST_SENTENCE = 120, 2000
#: Files that define a name for it to lead to them, and files that lines without one may be of.
MAX_PLACES, MAX_FILES = 2, 3

#: A value with what it is of.
_VALUE = regex(
    r"(?:[\w:.]*?(?<!\w))(?P<owner>[A-Za-z]\w+)(?P<sign>::|\.)(?P<name>[A-Z][A-Z0-9_]{2,}|k[A-Z]\w+|\w*\d\w*)", re.A
)
#: A variable that is given a value.
_GIVEN = regex(
    r"`(?P<name>[a-z_]\w{3,})`[^`.。;；|]{0,24}?"
    r"(?:初始化为|设为|置为|设成|赋值?为|(?:is |are )?(?:initiali[sz]ed|set) to|to|=|is)\s*"
    r"`(?P<value>true|false|nullptr|-?\d[\d.]*)`",
    re.A,
)
_OTHERWISE = regex(
    r"\b(?:becomes?|later|before|earlier|default|ends? (?:in|with)|at the end|finally)\b|后来|之前|默认|最后|结尾|末尾",
    re.I,
)
_NOT_SO = otherwise("except|other than", "不|没", ours=False)
#: A number that a sentence says of something, and one right before a place.
_NUMBER_SAID = regex(r"(?:\bis|\bof|\bwith|是|为|=|[:：])\s?`?\d", re.A)
_NUMBER_BEFORE = regex(
    r"(?:\bis|\bequals|\bpriority|\bdefault|\bvalue|是|为|=|[:：])\s?`?(?P<number>-?\d+(?:\.\d+)?)`?\s?[,，]?\s?[(（\[`]{0,3}$",
    re.A | re.I,
)
_NUMBER = regex(rb"(?<![\w.\"'])-?(?:0[xX][0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE]-?\d+)?)(?=[uUlLfF]{0,3}(?![\w.\"']))")
#: Words that stand in many statements.
_PLAIN_WORDS = frozenset({"the", "and", "for", "with", "that", "this", "line", "value", "default"}) | frozenset(
    {"int", "const", "static", "return", "true"}
)


#: What something else has: "is 9, though its own default is 8".
_OWN_DEFAULT = regex(r"\b(?:though|although|whereas|unlike)\b[^.;]{0,60}\bdefault\b", re.I)


class AtLines(Check):
    """The checks of values at cited lines."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that is another one at the lines that its sentence cites."""
        for paragraph in self.page.paragraphs:
            cited = self.page.cited_in(paragraph)
            for first, last in prose.sentences_or_rows(paragraph.text) if cited else ():
                within = [each for each in cited if first <= each[0] < last]
                if len(within) == 1 and last - first < LONGEST_SENTENCE:
                    yield from self._sentence(within[0][1], paragraph, first, last)

    def _sentence(self, one: Citation, paragraph: Paragraph, first: int, last: int) -> Iterator[Verdict]:
        """The verdicts on what a sentence says of the lines that it cites."""
        sentence = paragraph.text[first:last]
        if one.end - one.start >= MAX_LINES:
            return
        row, column = paragraph.at(first)
        before = sentence[: one.column - column] if row == one.line else _up_to(paragraph, one)[first:]
        if not _speaks(sentence):
            return
        said = markdown.SPAN.sub("`", sentence)
        if disclaimers.proposed(said) or _OWN_DEFAULT.search(said):
            return
        otherwise = _OTHERWISE.search(said) or _NOT_SO.search(said)
        for path in self._files(one):
            begin = max(0, one.start - 1 - AROUND)
            text = b"\n".join(self.known.lines(path)[begin : one.end + AROUND])
            others = () if otherwise else (*_others(sentence, text), *_given(sentence, text))
            statement = self._statement(path, one.start)
            for at, value, match in (*others, *_counted(before, text, statement, one)):
                number = begin + text.count(b"\n", 0, match.start()) + 1 if match.string == text else one.start
                detail = f"line {number} has `{match[match.lastindex or 0].decode()}`"
                value_said = paragraph.cited(first + at, value)
                yield self.page.verdict(value_said, "differs", Location(path, number, number), (), detail)

    def _statement(self, path: str, line: int) -> bytes:
        """The statement that begins at a line, as far as a few lines have it."""
        found = b""
        for text in self.known.lines(path)[line - 1 : line - 1 + STATEMENT]:
            code, sign, _ = text.partition(b"//")[0].partition(b";")
            found += code + b" "
            if sign or not code.strip():
                break
        return found

    def _files(self, one: Citation) -> list[str]:
        """The file of a citation; of lines without a file also those that define what their line names."""
        found = self.page.files_meant(one)[:1]
        for name in self.page.on(one.line) if one.supposed else ():
            if name.kind in ("symbol", "op"):
                paths = {place.path for place in self.page.meant(name.target)}
                found += sorted(paths) if len(paths) <= MAX_PLACES else ()
        return list(dict.fromkeys(found))[:MAX_FILES]


def _others(sentence: str, text: bytes) -> Iterator[tuple[int, str, re.Match[bytes]]]:
    """The values of a sentence that a text has not, with another of their owner's that only the text has."""
    values = list(_values(sentence))
    said = {match["name"].encode() for _, match in values}
    for at, value in values:
        kind = _kind(value["name"])
        if not kind or stands(value["name"], text):
            continue
        owned = re.compile(rb"\b" + value["owner"].encode() + re.escape(value["sign"].encode()) + rb"\w+")
        for found in owned.finditer(text):
            name = found[0].rpartition(value["sign"].encode())[2]
            if name not in said and _kind(name.decode()) == kind:
                yield at, value[0], found
                break


def _given(sentence: str, text: bytes) -> Iterator[tuple[int, str, re.Match[bytes]]]:
    """The values that a sentence says are given to what a text gives only others."""
    for given in _GIVEN.finditer(sentence):
        name = re.escape(given["name"].encode())
        has = list(re.finditer(rb"\b" + name + rb"\s*[(={]\s*(true|false|nullptr|-?\d[\d.]*)", text))
        if has and all(match[1] != given["value"].encode() for match in has):
            yield given.start("value"), given["value"], has[0]


def _counted(before: str, text: bytes, statement: bytes, one: Citation) -> Iterator[tuple[int, str, re.Match[bytes]]]:
    """The number that a sentence says right before the place of a statement that has one other number.

    "CPU 的优先级是 50（a.cc:74）" of `REGISTER("CPU", Factory, 60)`, which has a word of the sentence's beside it.
    """
    clause = re.split(r"[,，;；]", before.rstrip(" (（[`,，"))[-1]
    said = None if _NOT_SO.search(clause) else _NUMBER_BEFORE.search(before)
    numbers = list(_NUMBER.finditer(statement)) if said is not None else []
    if said is None or len({_float(match[0]) for match in numbers}) != 1:
        return
    wanted = _float(said["number"].encode())
    if wanted in (one.start, one.end) or any(_float(match[0]) == wanted for match in _NUMBER.finditer(text)):
        return
    words = {word for word in re.findall(r"[A-Za-z_]\w{2,}", before, re.A) if word not in _PLAIN_WORDS}
    if any(stands(word, statement) for word in words):
        yield said.start("number"), said["number"], numbers[0]


def _float(number: bytes) -> float:
    return float(int(number, 16)) if b"x" in number.lower() else float(number)


def _up_to(paragraph: Paragraph, one: Citation) -> str:
    """The text of a paragraph up to a citation."""
    return paragraph.text[: paragraph.offset(one.line, one.column)]


def _speaks(sentence: str) -> bool:
    """Whether a sentence has such a value, or one that something is given, or a number before a place."""
    if _NUMBER_SAID.search(sentence):
        return True
    if "`" not in sentence:
        return False
    return any(True for _ in _values(sentence)) or _GIVEN.search(sentence) is not None


def _values(sentence: str) -> Iterator[tuple[int, re.Match[str]]]:
    """The values of a sentence, and where the code begins that each of them is."""
    for span in markdown.SPAN.finditer(sentence) if "::" in sentence or "." in sentence else ():
        value = _VALUE.fullmatch(span[2].strip()) if len(span[2]) <= LONGEST else None
        if value is not None:
            yield span.start(2), value


def _kind(name: str) -> str:
    """How a value is written: in capitals, as a constant, or as a type; empty for a function's name."""
    if name.isupper():
        return "capitals"
    if name[:1] == "k":
        return "constant"
    return "type" if name[-1:].isdigit() else ""
