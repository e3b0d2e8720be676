"""Functions and values that code is said to use and does not have, while it has another of their module or kind.

"`_BraidGrad` calls `math_ops.wind_up`" where its body has `math_ops.wind_all`, "it begins with `Mode::kFast`" where the
file has `Mode::kFirst`, "registered by `TF_CALL_BRAID_TYPES`" where it has `TF_CALL_KNOT_TYPES`. What is meant is the
one that the code has, that is called partly the same, and of which the text says nothing. Only a tree tells.
"""

from __future__ import annotations

import re
from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.known import WORDS
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.scopes import MAX_ABOVE
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Pieces of code of a document that are looked at.
MAX_SPANS = 1_000
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
#: The type to which a registration limits an attr; and what a macro is given for one.
_LIMITED = regex(r"\.?TypeConstraint<(?P<type>[a-z]\w*)>\(\"(?P<attr>\w+)\"\)", re.A)
_ANY_TYPE = regex(r"[A-Z]\w{0,3}|[Tt]ype\w*|TYPE\w*|\w*_type")
#: What is of no module in question.
_LIBRARY = regex(r"tf|np|numpy|os|six|re|sys|self|std|errors|keras|tensorflow|op|x|y|it|ctx|args", re.A)
#: What says that a file's code uses something.
_USES = regex(
    r"\b(?:calls?|uses?|using|runs?|goes|ends|begins|starts|creates?|makes?|returns?|switches|registers?|registered|invokes?"
    r"|instantiates?|passes|starts out|is set|builds?|applies)\b|调用|使用|用|经|返回|注册|创建|走",
    re.I,
)
_VALUE = regex(r"k[A-Z]\w+|[A-Z][A-Z0-9_]+", re.A)
_OTHERWISE = otherwise(
    r"no|like|unlike|callers?|called (?:by|from)|used (?:by|in)|users?|e\.g|example|older|newer|formerly"
    r"|twin|counterpart|compare|see|replaces?|equivalent",
    "没|不|例如|比如|类似|相当于|被|顺序|依次|最后|然后",
)


class Siblings(Check):
    """The checks of what code is said to use."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that neither the function nor the file that is spoken of has, but one like it."""
        for paragraph, span in islice(self._spans(), MAX_SPANS):
            qualified, limited = _QUALIFIED.fullmatch(span[2]), _LIMITED.fullmatch(span[2])
            called = _WITH_TEXT.fullmatch(span[2])
            if qualified is not None:
                yield from self._judged(paragraph, span.start(2), qualified)
            elif limited is not None:
                yield from self._limited(paragraph, span.start(2), limited)
            elif called is not None:
                yield from self._with_a_text(paragraph, span.start(2), called)

    def _spans(self) -> Iterator[tuple[Paragraph, re.Match[str]]]:
        """The code of the document's text that may be used by other code."""
        for paragraph in self.page.paragraphs:
            if not paragraph.text.lstrip().startswith("|"):
                for span in SPAN.finditer(paragraph.text):
                    if "." in span[2] or "::" in span[2] or '("' in span[2] or span[2].startswith("TF_CALL_"):
                        yield paragraph, span

    def _limited(self, paragraph: Paragraph, start: int, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the type of an attr to which no registration of the files spoken of limits it."""
        first, _ = prose.sentence_span(paragraph.text, start)
        sentence = SPAN.sub("`", paragraph.text[first : start - 1])
        if _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
            return
        said = paragraph.cited(start, match[0], match["attr"])
        given = re.compile(rf"TypeConstraint<\s*([\w:]+)\s*>\(\s*\"{match['attr']}\"\s*\)".encode())
        found = [
            (scope.path, scope.line(each.start()), each[1].decode())
            for scope in self.page.scopes.files(paragraph, said, strings=True)
            for each in given.finditer(scope.text)
        ]
        types = {has.rpartition("::")[2] for *_, has in found}
        if found and match["type"] not in types and not any(map(_ANY_TYPE.fullmatch, types)):
            path, number, has = found[0]
            detail = f'line {number} of {path} has `TypeConstraint<{has}>("{match["attr"]}")`'
            if not self.page.strangers(said):
                yield self.page.verdict(said, "differs", Location(path, number, number), (), detail, "symbol")

    def _with_a_text(self, paragraph: Paragraph, start: int, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a call with a text, of which the files spoken of have only ones with others."""
        first, last = prose.sentence_span(paragraph.text, start)
        sentence = SPAN.sub("`", paragraph.text[first:last])
        if match["callee"] in self.page.own or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
            return
        said = paragraph.cited(start, match[0], match["callee"])
        called = re.compile(rf"(?<!\w){re.escape(match['callee'])}\(\s*\"([^\"\n]*)\"\s*\)".encode())
        found: list[tuple[str, int, str]] = []
        for scope in self.page.scopes.files(paragraph, said, strings=True):
            if match["text"].encode() in b" ".join(called.findall(scope.text)):
                return
            found += [
                (scope.path, scope.line(each.start()), each[0].decode("utf-8", "replace"))
                for each in called.finditer(scope.text)
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
        # Many files have any of the macros.
        named = self.page.scopes.definitions(paragraph, said, first)
        if not named and not _USES.search(sentence):
            return  # of a file more is said than what it uses
        scopes = named or self.page.scopes.files(paragraph, said, above=0 if match["macro"] else MAX_ABOVE)
        if not scopes or any(stands(name, scope.text) for scope in scopes):
            return
        sign = r"\s*\.\s*" if match["module"] else "::" if match["space"] else ""
        kin = re.compile(
            rf"(?<![\w.:]){re.escape(qualifier)}{sign}({'TF_CALL_' if match['macro'] else ''}\w+)".encode()
        )
        for scope in scopes:
            for each in kin.finditer(scope.text):
                has = each[1].decode("ascii", "replace")
                if self._is_meant(has, name, paragraph) and not self.page.strangers(said):
                    number = scope.line(each.start())
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
