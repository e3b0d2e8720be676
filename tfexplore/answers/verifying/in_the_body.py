"""What the function that a passage is about has in its body: a text, a function that it calls.

"`Loom::Weave` (x.cc:12) makes an item called "main_warp"", "and then blocks in `WaitForEnd`". The function is the one
around the lines that the sentence cites, or the one that the passage names last. Where neither the file nor any other
that the document cites has the text or the name, and the body has one like it, that one is meant. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.known import WORDS
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.classes import body_end
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import parts_of, stem
from tfexplore.index.symbols import Place
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines of a function that is read, and files of a document.
MAX_LINES, MAX_FILES = 400, 60
#: Lines above a citation in which the function is named.
MAX_ABOVE = 12
#: Words with which two functions begin that are alike.
ALIKE = 2
#: A text in quotation marks that looks as code's do, perhaps as code, and the same in a file.
_TEXT = regex(r"(?<![\w=(])[\"“]`?(?P<text>[A-Za-z][\w:/.-]{2,40}\w)`?[\"”](?!\w)", re.A)
_IN_FILE = regex(rb"\"([A-Za-z][\w:/.-]{2,40}\w)\"")
_CODELIKE = regex(r"\w+_\w+|[a-z]+(?:-[a-z]+)+|[A-Z][A-Z_]{2,}", re.A)
#: What says that a text is given as a name.
_NAMED = regex(
    r"\b(?:named?|names|called|labell?ed|labels?|under|keys?|ids?|strings?|registered|remembered|returns?|sets?|tags?|and|or)\b"
    r"[^.;。；\"“]{0,24}[\"“]?\Z|(?:以|名为|叫做?|名字|标签|键|字符串|返回|[和与、])[^。；\"“]{0,12}[\"“]?\Z",
    re.I,
)
_CALLS = regex(
    r"\b(?:calls?|invokes?|blocks? in|waits? in|ends? in|goes (?:through|to|into)|runs?)\s(?:the )?[`*]*\Z"
    r"|(?:调用|进入|阻塞在)\s?[`*]*\Z",
    re.I,
)
_OTHERWISE = otherwise(r"e\.g|example|if you|older|newer", "没|不|例如|比如")
#: A field of a class in C++.
_FIELD = regex(r"[a-z][a-z0-9_]{3,}_", re.A)
#: An input or output of the operation that a gradient function is given: "`op.inputs[0]`", "`op.output(1)`".
_OPERAND = regex(r"op\.(?:inputs|outputs)\[\d\]|op\.(?:input|output)\(\d\)", re.A)
_OPERANDS = regex(rb"(?<![\w.])op\.(?:inputs|outputs)\[\d\]|(?<![\w.])op\.(?:input|output)\(\d\)")
_GIVES_OP = regex(rb"\((?:[^()]*,\s*)?op\s*[,)]|(?<![\w.])op\.(?:inputs|outputs)(?!\[)")
_PASSES = regex(r"\b(?:passes|uses|takes|reads|gives|multiplies|hands)\b[^`.;,]{0,30}`?\Z")
_FUNCTION = regex(rb"(?<![\w])([A-Z][a-z]\w+)\(")


class InTheBody(Check):
    """The checks of texts and calls that a function's body is said to have."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every text and every call that no cited file has, where the function has one like it."""
        for one in self.page.paragraphs:
            if one.text.lstrip().startswith("|"):
                continue
            for span in SPAN.finditer(one.text) if "_`" in one.text or "`op." in one.text else ():
                if _FIELD.fullmatch(span[2]):
                    yield from self._member(one.cited(span.start(2), span[2]))
                elif _OPERAND.fullmatch(span[2]):
                    yield from self._operand(one.cited(span.start(2), span[2]))
            for start, end in prose.sentences(one.text):
                sentence = one.text[start:end]
                if disclaimers.proposed(sentence):
                    continue
                for match in _TEXT.finditer(sentence):
                    yield from self._text(one, start, sentence, match)
        for said in self.page.said:
            if said.kind == "symbol" and said.in_code and not said.fenced:
                yield from self._call(said)

    def _text(self, one: Paragraph, start: int, sentence: str, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a text that a function is said to have."""
        text, before = match["text"], sentence[: match.start()]
        if not _CODELIKE.fullmatch(text) or not _NAMED.search(before) or _OTHERWISE.search(SPAN.sub("`", before)):
            return
        said = one.cited(start + match.start("text"), text)
        body = self._body(said)
        if body is None or self._is_in_a_file(text, body.path) or self.page.strangers(said):
            return
        lines = self.known.lines(body.path)[body.line - 1 : body.end_line]
        found = [(n, each[1].decode()) for n, line in enumerate(lines, body.line) for each in _IN_FILE.finditer(line)]
        alike = [(number, has) for number, has in found if _shape(has) == _shape(text) or has.lower() == text.lower()]
        alike = alike or (
            [(number, has) for number, has in found if _CODELIKE.fullmatch(has)] if len(found) < 3 else []
        )
        if not alike and body.path.endswith((".cc", ".h")):  # a statement about it: `Register("main_warp", new Loom)`
            beside = [(n, line) for n, line in enumerate(self.known.lines(body.path), 1) if stands(body.name, line)]
            found = [(n, each[1].decode()) for n, line in beside for each in _IN_FILE.finditer(line)]
            alike = [(number, has) for number, has in found if _CODELIKE.fullmatch(has) and _shape(has) == _shape(text)]
        if alike:
            number, has = alike[0]
            detail = f'line {number}, of {body.name}, has "{has}"'
            yield self.page.verdict(said, "differs", Location(body.path, number, number), (has,), detail, "symbol")

    def _call(self, said: Citation) -> Iterator[Verdict]:
        """The verdict on a function that the passage's one is said to call."""
        name = parts_of(said.target)[-1]
        before, _ = self.page.around(said)
        sentence = prose.begun(before)
        words = WORDS.findall(name)
        if len(words) <= ALIKE or not name[:1].isupper() or not _CALLS.search(before) or _OTHERWISE.search(sentence):
            return
        body = self._by_lines(said)
        if body is None or self._is_in_a_file(name, body.path) or self.page.strangers(said):
            return
        lines = self.known.lines(body.path)[body.line - 1 : body.end_line]
        called = {each[1].decode() for line in lines for each in _FUNCTION.finditer(line)}
        near = [has for has in sorted(called) if WORDS.findall(has)[:ALIKE] == words[:ALIKE]]
        if len(near) == 1:
            number = next(n for n, line in enumerate(lines, body.line) if near[0].encode() in line)
            detail = f"line {number}, in {body.name}, calls {near[0]}"
            yield self.page.verdict(said, "differs", Location(body.path, number, number), (near[0],), detail)

    def _member(self, said: Citation) -> Iterator[Verdict]:
        """The verdict on a field that the function around the lines of a sentence is said to use."""
        name = said.target
        # What is nowhere is a misspelling, or the author's: others tell.
        if name in self.page.own or self.known.is_nowhere(name):
            return
        before, behind = self.page.around(said)
        body = self._by_lines(said)
        if body is None or body.path.endswith(".py") or _OTHERWISE.search(prose.begun(before)):
            return
        if not (self._is_in_a_file(name, body.path) or self.page.strangers(said) or disclaimers.denied(before, behind)):
            where = Location(body.path, body.line, body.end_line)
            yield self.page.verdict(said, "differs", where, (), f"{body.path} has no {name}")

    def _operand(self, said: Citation) -> Iterator[Verdict]:
        """The verdict on an input or output of its op that a gradient function is said to use."""
        before, _ = self.page.around(said)
        sentence = prose.begun(before)
        if not _PASSES.search(before) or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
            return
        named = [span[2] for span in SPAN.finditer(sentence) if not _OPERAND.fullmatch(span[2])]
        body = self._body(said)
        if body is None or not named or parts_of(named[-1])[-1] != body.name or self.page.strangers(said):
            return
        lines = self.known.lines(body.path)[body.line : body.end_line]
        found = [
            (n, each[0].decode()) for n, line in enumerate(lines, body.line + 1) for each in _OPERANDS.finditer(line)
        ]
        # What the function hands its op to may use any of the op's.
        if found and said.target not in {has for _, has in found} and not any(map(_GIVES_OP.search, lines)):
            number, has = found[0]
            where = Location(body.path, number, number)
            yield self.page.verdict(
                said, "differs", where, (has,), f"line {number}, in {body.name}, has `{has}`", "symbol"
            )

    def _by_lines(self, said: Citation) -> Place | None:
        """The function around the lines that stand last before a citation, on its line or the one above."""
        for number in (said.line, said.line - 1):
            for place in reversed(self.page.on(number) if number > 0 else []):
                if place.kind != "path:line" or (number == said.line and place.column > said.column):
                    continue
                for path in self.page.files_meant(place)[:1]:
                    around = self._around(path, place.start)
                    if around is not None:
                        return around
            if number < 2 or not self.page.text_lines[number - 2].strip():
                break
        return None

    def _body(self, said: Citation) -> Place | None:
        """The function that a passage is about at a citation: by the lines of its sentence, or the name before."""
        around = self._by_lines(said)
        if around is not None:
            return around
        lines = range(max(1, said.line - MAX_ABOVE), said.line + 1)
        before = [one for number in lines for one in self.page.on(number)]
        for one in reversed([one for one in before if (one.line, one.column) < (said.line, said.column)]):
            if one.kind != "symbol" or not one.in_code or one.fenced:
                continue
            places = [p for p in self.page.meant(one.target) if p.kind in ("function", "method", "class")]
            defined = [p for p in places if not p.path.endswith(".h")] or places
            if len(defined) == 1:
                return self._whole(defined[0])
        return None

    def _around(self, path: str, line: int) -> Place | None:
        """The function of a file that a line is in, or begins."""
        inside = self.known.functions_at(path, line)
        if not inside:
            return None
        where = inside[0].location
        return self._whole(Place(inside[0].name, inside[0].kind, path, where.line, where.end_line))

    def _whole(self, place: Place) -> Place | None:
        """A definition with all of its lines; None for a long one."""
        last = max(place.end_line, body_end(self.known.lines(place.path), place))
        return place._replace(end_line=last) if last - place.line <= MAX_LINES else None

    def _is_in_a_file(self, text: str, path: str) -> bool:
        """Whether a file, those that are called so, or another that the document cites, has a text."""
        cited = [found for each in self.page.resolved for found in each[:1]]
        folder, _, name = path.rpartition("/")
        beside = [f"{folder}/{stem(name)}{ending}" for ending in (".h", ".cc", "_internal.h")]
        files = list(dict.fromkeys([path, *beside, *cited]))[:MAX_FILES]
        return any(stands(text, self.known.read(each) or b"") for each in files)


def _shape(text: str) -> str:
    """How a text is written: in capitals, with underscores, with hyphens."""
    return "A" if text.isupper() else "_" if "_" in text else "-" if "-" in text else "a"
