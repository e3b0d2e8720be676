"""What a tuple of Python is said to hold: "`_LOST` is a tuple of `AbortedError` and `UnavailableError`"."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.valued import Valued
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

_ITEM = r"`?(?:[a-z]\w{0,40}\.){0,4}[A-Z]\w{2,60}`?"
_LIST = rf"{_ITEM}(?:(?:\s?[,，、]\s?(?:and )?| and |\s?[和与]\s?){_ITEM}){{1,9}}"
_SAID = regex(
    r"`?(?<![\w.])(?P<name>_{0,2}[A-Z][A-Z0-9]{1,30}(?:_[A-Z0-9]{1,30}){0,8})`?\s?"
    r"(?:(?:, (?:which is )?|is )(?:a |the )?(?:tuple|pair|triple) (?:(?:of|with|made of|that holds):? )?"
    r"|(?:holds|contains|consists of|lists) (?=\(?`?(?:[a-z]\w*\.){0,4}[A-Z]\w*(?:Error|Exception))"
    r"|是(?:一个)?(?:元组|tuple)\s?[:：，,]?\s?(?:包含|含有?|由)?\s?|是(?:由)?\s?(?=[^。\n]{1,200}(?:组成的|的)(?:元组|tuple)))"
    rf"\(?(?P<list>{_LIST})",
    re.A,
)
_LAST = regex(r"[A-Z]\w+(?=`?(?:\W|$))", re.A)
_ASSIGNED = r"(?m)^{}\s*=\s*[(\[]([^()\[\]]{{0,2000}})[)\]]"
_NOT_SO = regex(r"\b(?:not|add|added|our|we|should|would)\b|不是|我们|加上", re.I)


class Tuples(Valued):
    """The checks of what tuples hold."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every thing that is not in the tuple that has the others."""
        for number, line in self.page.prose_lines:
            if len(line) > 4_000 or line.lstrip().startswith("|"):
                continue
            for match in _SAID.finditer(line):
                sentence = prose.begun(line[: match.start()]) + match[0]
                proposed = _NOT_SO.search(line[: match.end()]) or disclaimers.proposed(sentence)
                if not proposed and match["name"] not in self.page.own:
                    yield from self._judged(match, number)

    def _judged(self, match: re.Match[str], number: int) -> Iterator[Verdict]:
        said = list(_LAST.finditer(match.string, *match.span("list")))
        compiled = re.compile(_ASSIGNED.format(re.escape(match["name"])).encode())
        found = []
        for path in self.files(match["name"], number):
            text = b"\n".join(self.known.lines(path)) if path.endswith(".py") else b""
            for assigned in compiled.finditer(text):
                line = text.count(b"\n", 0, assigned.start()) + 1
                listed = [one.strip().rpartition(b".")[2].decode() for one in assigned[1].split(b",") if one.strip()]
                found.append((Location(path, line, line), listed))
        if len(found) != 1:
            return
        where, listed = found[0]
        wrong = [one for one in said if one[0] not in listed]
        if len(said) != len(listed) or len(wrong) == len(said) or any(b == "" for b in listed):
            return
        for one in wrong:
            at = one.start()
            cited = Citation("symbol", one[0], number, at + 1, one[0], in_code=True, end_column=one.end())
            yield self.page.verdict(cited, "differs", where, (), f"`{match['name']}` holds {', '.join(listed)}")
