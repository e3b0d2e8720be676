"""Functions and values that code is said to use and does not have, while it has another of their module or kind.

"`_BraidGrad` calls `math_ops.wind_up`" where its body has `math_ops.wind_all`, "it begins with `Mode::kFast`" where the
file has `Mode::kFirst`, "registered by `TF_CALL_BRAID_TYPES`" where it has `TF_CALL_KNOT_TYPES`. What is meant is the
one that the code has, that is called partly the same, and of which the text says nothing. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers
from tfexplore.answers.known import WORDS
from tfexplore.answers.markdown import HEADING, SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.declared import spoken
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Files of a paragraph, lines of a definition that is read, and lines above a paragraph that may cite its file.
MAX_FILES, MAX_LINES, MAX_ABOVE = 3, 600, 12
#: Letters of a word that two names have in common.
LEAST = 4
#: A function or a value with its module, its namespace or its enumeration, or a macro for types.
_QUALIFIED = regex(
    r"(?P<module>[a-z][a-z0-9_]*|K)\.(?P<function>_?[a-z]\w{3,}|[A-Z][a-z]\w+Error)(?:\(.*)?"
    r"|(?P<space>[a-z][a-z0-9_]*|(?:[A-Z]\w*::)?[A-Z]\w+)::(?P<name>k?[A-Z]\w{3,})(?:<[^`]*)?(?:\(.*)?"
    r"|(?P<macro>TF_CALL_[A-Za-z0-9_]+)",
    re.A,
)
#: A call with nothing but a text.
_WITH_TEXT = regex(r"(?P<callee>[A-Z]\w{5,60})\([\"'](?P<text>[\w./-]{2,40})[\"']\)", re.A)
#: What is of no module in question.
_LIBRARY = regex(r"tf|np|numpy|os|six|re|sys|self|std|errors|keras|tensorflow|op|x|y|it|ctx|args", re.A)
#: How a sentence begins that goes on about what was named before.
_IT = regex(r"\s*(?:It|This|That|The (?:function|class|method|layer|op|kernel))\b|\s*(?:它|该|其|此|这个)")
_VALUE = regex(r"k[A-Z]\w+|[A-Z][A-Z0-9_]+", re.A)
_OTHERWISE = otherwise(
    r"no|like|unlike|callers?|called (?:by|from)|used (?:by|in)|users?|e\.g|example|older|newer|formerly"
    r"|twin|counterpart|compare|see|replaces?|equivalent",
    "没|不|例如|比如|类似|相当于|被",
)


class _Scope(Record):
    """Lines of a file in which something is said to be used, and what they are of."""

    path: str
    first: int
    lines: list[bytes]
    of: str


class Siblings(Check):
    """The checks of what code is said to use."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that neither the function nor the file that is spoken of has, but one like it."""
        for paragraph in self.page.paragraphs:
            if paragraph.text.lstrip().startswith("|"):
                continue
            for span in SPAN.finditer(paragraph.text):
                match = _QUALIFIED.fullmatch(span[2])
                if match is not None:
                    yield from self._judged(paragraph, span.start(2), match)
                called = _WITH_TEXT.fullmatch(span[2]) if '("' in span[2] else None
                if called is not None:
                    yield from self._with_a_text(paragraph, span.start(2), called)

    def _with_a_text(self, paragraph: Paragraph, start: int, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a call with a text, of which the files spoken of have only ones with others."""
        first, last = prose.sentence_span(paragraph.text, start)
        sentence = SPAN.sub("`", paragraph.text[first:last])
        if match["callee"] in self.page.own or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
            return
        said = paragraph.cited(start, match[0], match["callee"])
        called = re.compile(rf"(?<!\w){re.escape(match['callee'])}\(\s*\"([^\"\n]*)\"\s*\)".encode())
        found: list[tuple[str, int, str]] = []
        for scope in self._files(paragraph, said, strings=False):
            text = b"\n".join(scope.lines)
            if match["text"].encode() in b" ".join(called.findall(text)):
                return
            found += [
                (scope.path, scope.first + text.count(b"\n", 0, each.start()), each[0].decode("utf-8", "replace"))
                for each in called.finditer(text)
            ]
        if found and not self.page.strangers(said):
            path, number, has = found[0]
            detail = f"line {number} of {path} has `{has}`"
            yield self.page.verdict(said, "differs", Location(path, number, number), (has,), detail, "symbol")

    def _judged(self, paragraph: Paragraph, start: int, match: re.Match[str]) -> Iterator[Verdict]:
        qualifier = match["module"] or match["space"] or ""
        name = match["function"] or match["name"] or match["macro"]
        if _LIBRARY.fullmatch(qualifier) or name in self.page.own:
            return
        if match["space"] and qualifier[0].isupper() and _VALUE.fullmatch(name) is None:
            return  # a member of a class, which the text may be about
        first, last = prose.sentence_span(paragraph.text, start)
        sentence = SPAN.sub("`", paragraph.text[first:last])
        if _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
            return
        said = paragraph.cited(start, match[0].partition("(")[0])
        scopes = self._scopes(paragraph, said, first)
        if not scopes or any(stands(name, line) for scope in scopes for line in scope.lines):
            return
        sign = r"\s*\.\s*" if match["module"] else "::" if match["space"] else ""
        kin = re.compile(
            rf"(?<![\w.:]){re.escape(qualifier)}{sign}({'TF_CALL_' if match['macro'] else ''}\w+)".encode()
        )
        for scope in scopes:
            for number, line in enumerate(scope.lines, scope.first):
                for each in kin.finditer(line):
                    has = each[1].decode("ascii", "replace")
                    if self._is_meant(has, name, paragraph) and not self.page.strangers(said):
                        where = Location(scope.path, number, number)
                        detail = f"{scope.of} has no {name}; line {number} has `{each[0].decode('ascii', 'replace')}`"
                        yield self.page.verdict(said, "differs", where, (has,), detail, "symbol")
                        return

    def _is_meant(self, has: str, name: str, paragraph: Paragraph) -> bool:
        """Whether a name may be what another is said for: called partly the same, and not spoken of."""
        shared = {word.lower() for word in WORDS.findall(has)} & {word.lower() for word in WORDS.findall(name)}
        if name.startswith("TF_CALL_"):
            shared -= {"tf", "call"}
        return max(map(len, shared), default=0) >= LEAST and not stands(has, paragraph.text.encode())

    def _scopes(self, paragraph: Paragraph, said: Citation, first: int) -> list[_Scope]:
        """The definitions that are named before a name in its sentence, or else the files of its paragraph."""
        before = [each for number in paragraph.numbers for each in self.page.on(number)]
        before = [each for each in before if (each.line, each.column) < (said.line, said.column)]
        here = [each for each in before if paragraph.offset(each.line, each.column) >= first]
        found = [scope for one in here for scope in self._bodies(one)]
        if not found and not here and _IT.match(paragraph.text, first):
            found = next(([*scopes] for one in reversed(before) if (scopes := self._bodies(one))), [])
        if found:
            return found
        return self._files(paragraph, said, strings=True)

    def _files(self, paragraph: Paragraph, said: Citation, strings: bool) -> list[_Scope]:
        """The files of a paragraph up to a name, or those cited next above it in the section, or by its heading.

        Without what stands in `strings`, where asked.
        """
        lines = self.page.text_lines
        cited: list[Citation] = []
        above = 1 if said.text.startswith("TF_CALL_") else MAX_ABOVE  # many files have any of these
        for number in range(said.line, max(0, paragraph.numbers[0] - above), -1):
            here = [each for each in self.page.on(number) if each.kind in ("path", "path:line")]
            cited += [each for each in here if (each.line, each.column) < (said.line, said.column)]
            if HEADING.match(lines[number - 1]) or (cited and number <= paragraph.numbers[0]):
                break
        files = [path for each in cited for path in self.page.files_meant(each)[:MAX_FILES]]
        files = list(dict.fromkeys(files)) or (self.page.files_of_section(said.line) if above > 1 else [])
        beside = [f"{path.rpartition('.')[0]}{ending}" for path in files for ending in (".h", ".cc")]
        files = list(dict.fromkeys([*files, *[path for path in beside if path in self.known.paths]]))
        if not files or len(files) > 2 * MAX_FILES:
            return []
        return [_Scope(path, 1, list(spoken(self.known.lines(path), strings)), path) for path in files]

    def _above(self, one: Citation) -> range:
        """The lines from a name up to the heading above it."""
        lines = self.page.text_lines
        first = next((number for number in range(one.line, 0, -1) if HEADING.match(lines[number - 1])), 1)
        return range(first, one.line + 1)

    def _bodies(self, one: Citation) -> list[_Scope]:
        """The definition that a name means, where it is one only."""
        if one.kind != "symbol" or not one.in_code or one.fenced:
            return []
        places = [p for p in self.page.meant(one.target) if p.kind in ("function", "method", "class")]
        places = list({(p.path, p.line): p for p in places}.values())
        sources = [p for p in places if not p.path.endswith(".h") and "_test." not in p.path]
        if len(sources) > 1:  # that of the folder of which the section is
            said = [each for number in self._above(one) for each in self.page.on(number)]
            cited = [path for each in said if each.kind.startswith("path") for path in self.page.files_meant(each)[:1]]
            folders = {path.rpartition("/")[0] for path in cited}
            sources = [place for place in sources if place.path.rpartition("/")[0] in folders]
        if len(sources) != 1:
            return []
        lines = self.known.lines(sources[0].path)
        last = max(sources[0].end_line, body_end(lines, sources[0]))
        body = spoken(lines[sources[0].line - 1 : last], strings=True)
        return [_Scope(sources[0].path, sources[0].line, list(body[:MAX_LINES]), one.target)]
