"""What is said to be passed to a function, where all calls of it in a file pass something else.

"`knot` is registered with `Loom_RegisterFunction`" is wrong where the file that calls it has
`Loom_RegisterFunction(tie)` alone. Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Forms
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import mentioning, parts_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Files that are read for calls, and calls of a function that are compared.
MAX_FILES, MAX_CALLS = 6, 4

_NAME = r"`(?P<{0}>(?:\w+(?:::|\.))*_*[A-Za-z]\w{{3,}})(?:\(\))?`"
_SAID = (
    regex(
        rf"{_NAME.format('what')}\s(?:is|gets|was)\s(?:then\s|also\s)?(?:passed|handed|given|registered)\s(?:on\s)?(?:to|with|by|at)\s"
        rf"(?:the\s)?(?:function\s)?{_NAME.format('to')}",
        re.A,
    ),
    regex(
        rf"{_NAME.format('what')}\s?(?:会|就|再|先)?(?:被)?(?:注册|传递?|交|登记)(?:给|到)了?\s?{_NAME.format('to')}",
        re.A,
    ),
)
#: A call on one line with one argument, which is a name.
_ARGUMENT = rb"\s*\(\s*(?P<given>[A-Za-z_][\w.]*)\s*\)"
_OTHERWISE = otherwise(r"no|neither|nor|if|when|older|newer|later|again|e\.g|example|2\.\w+", "没|不|例如|比如|如果")


class PassedTo(Forms):
    """The checks of what is passed to a function."""

    needs_tree = True
    forms = _SAID

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on every name that no call of a function passes, where each passes another name alone."""
        what, to = parts_of(match["what"])[-1], parts_of(match["to"])[-1]
        if self.page.own.intersection((what, to)) or not is_claimed(match, _OTHERWISE):
            return
        called = re.compile(rb"(?<!\w)" + to.encode() + _ARGUMENT)
        found: list[tuple[Location, str]] = []
        files = dict.fromkeys([*self.page.files_cited, *(place.path for place in self.known.places(what))])
        for path in list(files)[:MAX_FILES]:
            data = self.known.read(path) or b""
            for number in mentioning([to.encode()], data):
                line = self.known.lines(path)[number - 1]
                call = called.search(line)
                if call is None:
                    if line.lstrip().startswith((b"#", b"//", b"*", b"import", b"from")):
                        continue
                    return  # with more than one argument, or what is defined there
                found.append((Location(path, number, number), call["given"].decode("ascii", "replace")))
        given = {parts_of(name)[-1] for _, name in found}
        said = one.cited(match.start("what"), match["what"])
        if 0 < len(found) <= MAX_CALLS and what not in given and not self.page.strangers(said):
            where, name = found[0]
            yield self.page.verdict(said, "differs", where, (name,), f"{to} is called with {name}", "symbol")
