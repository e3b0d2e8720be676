"""Errors that code is said to fail with, of which its files have none: "`Compute` fails with `errors::OutOfRange`".

The files are those of the functions, classes and paths that the paragraph names, or else the section above. Where one
of them makes other errors, and none makes this one, it is another that is meant. So is an algorithm of the standard
library, of which none of the files has the name and one has its sister. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.markdown import HEADING, SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import kernels
from tfexplore.model import ERROR_CODES, Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: Files of a name, and files of a paragraph, that are looked at; lines of the section above.
MAX_HOMES, MAX_FILES, MAX_ABOVE = 3, 8, 30
_ERROR = regex(rf"errors::(?P<code>{'|'.join(ERROR_CODES)})", re.A)
#: Algorithms of the standard library that come in pairs, each of which may be taken for the other.
_PAIRS = (
    ("lower_bound", "upper_bound"),
    ("sort", "stable_sort"),
    ("max_element", "min_element"),
    ("partial_sort", "nth_element"),
    ("push_heap", "pop_heap"),
)
#: What is of no file in question.
_LIBRARY = regex(r"(?:errors|std|Eigen)::")
_STD = regex(r"std::(?P<name>[a-z_]+)(?:\(\))?", re.A)
#: "in a `try` with `except KeyError`", and the same in a file.
_CAUGHT = regex(r"except (?:\w+\.)*(?P<error>[A-Z]\w+)(?: as \w+)?:?", re.A)
_EXCEPT = regex(rb"^\s*except\b([^:\n]*):", re.M)
_OTHERWISE = otherwise(r"callers?|maps? to|translat\w+|becomes?|catch\w*", "没|不(?:返回|报)|捕获")
_MAKES = regex(
    r"\b(?:returns?|fails?|gives?|answers?|raises?|reports?|errors?|refuse[sd]?|rejects?|results? in|is an?|are|gets?"
    r"|with an?)\b"
    r"|返回|报|失败|拒绝",
    re.I,
)


class ErrorsOf(Check):
    """The checks of errors in C++ that no file in question makes."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every error that none of the files in question makes."""
        yield from self._algorithms()
        yield from self._caught()
        for one in self.page.said:
            error = _ERROR.fullmatch(one.target) if not one.fenced and "errors::" in one.target else None
            if error is None or self.page.text_lines[one.line - 1].lstrip().startswith("|"):
                continue
            sentence = prose.begun(self.page.around(one)[0])
            if not _MAKES.search(sentence) or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
                continue
            if disclaimers.of_plans(self.page.heading(one.line)):
                continue
            yield from self._judged(one, error["code"])

    def _algorithms(self) -> Iterator[Verdict]:
        """A verdict on every algorithm that none of the files in question uses, where one uses its sister."""
        for one in self.page.paragraphs:
            for span in SPAN.finditer(one.text) if "`std::" in one.text else ():
                match = _STD.fullmatch(span[2])
                sisters = [other for pair in _PAIRS if match and match["name"] in pair for other in pair]
                sentence = one.text[slice(*prose.sentence_span(one.text, span.start()))]
                if match is None or not sisters or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
                    continue
                said = one.cited(span.start(2), span[2])
                files = self._files(said)
                if any(stands(f"std::{match['name']}", self.known.read(path) or b"") for path in files):
                    continue
                found = [
                    (path, number, other)
                    for path in files
                    for number, line in enumerate(self.known.lines(path), 1)
                    for other in sisters
                    if f"std::{other}".encode() in line
                ]
                if found and not (self.page.strangers(said) or self.page.is_to_be(said)):
                    path, number, other = found[0]
                    detail = f"{path} has no {said.text}; line {number} has std::{other}"
                    where = Location(path, number, number)
                    yield self.page.verdict(said, "differs", where, (f"std::{other}",), detail, "symbol")

    def _caught(self) -> Iterator[Verdict]:
        """A verdict on every error that is said to be caught in a file of Python which only catches others."""
        for one in self.page.paragraphs:
            for span in SPAN.finditer(one.text) if "`except " in one.text else ():
                match = _CAUGHT.fullmatch(span[2])
                sentence = one.text[slice(*prose.sentence_span(one.text, span.start()))]
                if match is None or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
                    continue
                said = one.cited(span.start(2), span[2], match["error"])
                beside = [each for number in one.numbers for each in self.page.on(number)]
                cited = [each for each in beside if each.kind in ("path", "path:line")]
                meant = [path for each in cited for path in self.page.files_meant(each)]
                files = [path for path in meant or self.page.files_of_section(said.line) if path.endswith(".py")]
                found = [(path, each) for path in files for each in _EXCEPT.finditer(self.known.read(path) or b"")]
                if any(stands(match["error"], each[1]) or not each[1].strip() for _, each in found):
                    continue
                if found and len(set(files)) == 1 and not self.page.strangers(said):
                    path, each = found[0]
                    number = each.string.count(b"\n", 0, each.start(1)) + 1
                    has = f"except{each[1].decode('utf-8', 'replace')}"
                    detail = f"{path} catches no such error; line {number} has `{has}`"
                    yield self.page.verdict(said, "differs", Location(path, number, number), (has,), detail, "symbol")

    def _judged(self, one: Citation, code: str) -> Iterator[Verdict]:
        # What one function returns is told by its body, and by what it calls.
        named = [each for each in self.page.on(one.line) if each.kind == "symbol" and each.in_code and each is not one]
        meant = [place for each in named if not _LIBRARY.match(each.target) for place in self.page.meant(each.target)]
        files = self._files(one) if all(place.kind == "class" for place in meant) else []
        made: list[tuple[str, int, str]] = []
        for path in files:
            for number, line in enumerate(self.known.lines(path), 1):
                found = [each[1].decode("ascii", "replace") for each in vocabulary.ERROR_MADE.finditer(line)]
                if code in found or f"Is{code}" in found:  # or it asks whether an error is one
                    return
                made += [(path, number, each) for each in found if each in ERROR_CODES]
        if made and not self.page.strangers(one):
            path, number, has = made[0]
            detail = f"{path} makes no such error; line {number} has `errors::{has}`"
            yield self.page.verdict(one, "differs", Location(path, number, number), (f"errors::{has}",), detail)

    def _files(self, one: Citation) -> list[str]:
        """The sources in question at a citation, with those beside the headers among them."""
        lines = self.page.text_lines
        first = last = one.line
        while first > 1 and lines[first - 2].strip() and not HEADING.match(lines[first - 2]):
            first -= 1
        while last < len(lines) and lines[last].strip():
            last += 1
        found = self._named(range(first, last + 1))
        number = first
        while not found and number > max(1, one.line - MAX_ABOVE) and not HEADING.match(lines[number - 1]):
            number -= 1
            found = self._named(range(number, number + 1))
        files = dict.fromkeys(found)
        for path in found:
            beside = path[:-2] + ".cc" if path.endswith(".h") else ""
            if beside and self.known.resolve(beside):
                files[beside] = None
        return [path for path in files if path.endswith((".cc", ".h", ".cu.cc"))][:MAX_FILES]

    def _named(self, lines: range) -> list[str]:
        """The files that the citations of some lines name, or in which what they name is defined."""
        found: list[str] = []
        for each in [each for number in lines for each in self.page.on(number)]:
            if each.kind in ("path", "path:line"):
                found += self.page.files_meant(each)[:1]
            elif each.kind in ("symbol", "op") and each.in_code and not (each.fenced or _LIBRARY.match(each.target)):
                kinds = ("function", "method", "class", "kernel")
                paths = dict.fromkeys(place.path for place in self.page.meant(each.target) if place.kind in kinds)
                found += paths if len(paths) <= MAX_HOMES else ()
                made = self.known.op_defs(each.target) if each.target in self.known.ops else ()
                found += [kernel for op in made for kernel in self._kernels(op.name)]
        return found

    def _kernels(self, op: str) -> list[str]:
        """The files that register the kernels of an op."""
        return list(dict.fromkeys(each.location.path for each in kernels.of_ops(self.known.index, (op,))))
