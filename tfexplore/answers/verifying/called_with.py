"""Calls with one value that are said to be a function's: "`Loom.wait` polls with `time.sleep(1.0)`".

Where the body of the function that the sentence names calls the same once, with another value, the value is wrong; and
so is a function of which it calls another with the very arguments, "`Loom.wait` calls `hold(self, knot, &end)`". Only a
tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.scopes import Scope
    from tfexplore.answers.verifying.verdicts import Verdict

    _Judge = Callable[[Citation, re.Match[str], Sequence[Scope]], Iterator[Verdict]]

#: A number, a text, or a constant of the language.
_LITERAL = r"-?\d[\w.]*|'[^'\n]+'|\"[^\"\n]+\"|True|False|None|true|false|nullptr"
_CALL = regex(rf"(?P<called>[A-Za-z_]\w*(?:(?:\.|->|::)\w+)*)\((?P<value>{_LITERAL})\)", re.A)
#: A call with two arguments or more, none of which is a call.
_WITH_ARGUMENTS = regex(
    r"(?P<called>[A-Za-z_]\w*(?:(?:\.|->|::)\w+)*)\((?P<arguments>[^()\n,]{1,40}(?:,[^()\n,]{1,40}){1,8})\);?", re.A
)
_VALUE = regex(_LITERAL)
_OTHERWISE = otherwise(
    r"instead|like|similar\w*|older|newer|was|were|before|e\.g|example|users?|you|your|if", "没|不|改|旧|例如|比如|如果"
)


class CalledWith(Check):
    """The checks of such calls."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every call that the function named before it makes with another value."""
        for one in self.page.paragraphs:
            for span in SPAN.finditer(one.text) if ")`" in one.text else ():
                for form, judged in ((_CALL, self._judged), (_WITH_ARGUMENTS, self._instead)):
                    match = form.fullmatch(span[2])
                    if match is not None:
                        yield from self._in_sentence(one, span, match, judged)

    def _in_sentence(
        self, one: Paragraph, span: re.Match[str], match: re.Match[str], judged: _Judge
    ) -> Iterator[Verdict]:
        """What is `judged` of a call, by the functions named before it, where its sentence means what it says."""
        first, last = prose.sentence_span(one.text, span.start())
        sentence = SPAN.sub("`", one.text[first:last])
        said = one.cited(span.start(2), span[2], match["called"])
        own = match["called"] in self.page.own or self.page.strangers(said)
        own = own or self.page.cites_lines_with(one, first, last, match[0].encode())
        if not (own or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence)):
            yield from judged(said, match, self.page.scopes.definitions(one, said, first, strings=True))

    def _instead(self, said: Citation, match: re.Match[str], scopes: Sequence[Scope]) -> Iterator[Verdict]:
        """A verdict on a function that is said to be called, where another one is with the same arguments."""
        arguments = rb"\s*,\s*".join(re.escape(each.strip().encode()) for each in match["arguments"].split(","))
        called = re.compile(rb"([A-Za-z_]\w*)\s*\(\s*" + arguments + rb"\s*\)")
        last_name = re.split(r"\.|->|::", match["called"])[-1]
        for scope in scopes:
            there = [each for each in called.finditer(scope.text) if each[1].decode() != last_name]
            if there and not stands(last_name, scope.text):
                number = scope.line(there[0].start())
                where = Location(scope.path, number, number)
                name = there[0][1].decode()
                yield self.page.verdict(said, "differs", where, (name,), f"line {number} calls {name} with these")
                return

    def _judged(self, said: Citation, match: re.Match[str], scopes: Sequence[Scope]) -> Iterator[Verdict]:
        """A verdict on the value of a call, where the function makes it once, with another."""
        called = re.compile(rb"(?<![\w.>:])" + re.escape(match["called"].encode()) + rb"\s*\(\s*([^()\n]*?)\s*\)")
        found = []
        for scope in scopes:
            for each in called.finditer(scope.text):
                number = scope.line(each.start())
                found.append((Location(scope.path, number, number), each[1].decode("utf-8", "replace")))
        if len(found) != 1 or not _VALUE.fullmatch(found[0][1]):
            return
        where, has = found[0]
        if _plain(has) != _plain(match["value"]):
            detail = f"line {where.line} has `{match['called']}({has[:60]})`"
            yield self.page.verdict(said, "differs", where, (), detail, "symbol")


def _plain(value: str) -> str:
    """A value as it is compared: `0.50` is `.5`."""
    try:
        return str(float(value))
    except ValueError:
        return value.replace('"', "'").lower()
