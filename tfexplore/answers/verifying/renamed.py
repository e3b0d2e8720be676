"""What SWIG is said to call a function or a method of C++ in Python: "`HasReel` is renamed to `has_reel`"."""

from __future__ import annotations

import re
from collections import defaultdict

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.of_index import of_index
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import swig
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.store import Index
    from tfexplore.model import Location

_C = r"`(?:[A-Za-z_]\w*(?:::|\.))*(?P<cname>[A-Za-z_]\w*)(?:\(\))?`"
_PYTHON = r"`(?:[A-Za-z_]\w*\.)*(?P<name>[A-Za-z_]\w*)(?:\(\))?`"
_SAID = (
    regex(rf"{_C}\s(?:is|gets|was|are)\srenamed\s(?:to|as)\s{_PYTHON}", re.A),
    regex(rf"\brenames?\s(?:the\s)?(?:method\s|function\s)?{_C}\s(?:to|as|into)\s{_PYTHON}", re.A),
    regex(rf"{_C}\s(?:is\s)?(?:called|named|exposed as|known as|becomes)\s{_PYTHON}\s(?:in|to) Python\b", re.A),
    regex(rf"\bPython (?:sees|knows|calls)\s{_C}\s(?:as\s)?{_PYTHON}", re.A),
    regex(rf"{_C}\s?(?:在\s?Python\s?(?:里|中|侧)?)?(?:被|会被)?(?:重命名|改名)(?:为|成)\s?{_PYTHON}", re.A),
    regex(rf"{_C}\s?在\s?Python\s?(?:里|中|侧)?(?:叫做?|名为)\s?{_PYTHON}", re.A),
)
_OTHERWISE = otherwise(r"no|if|unless|older|newer|later|commit|patch|should|2\.\d", "没|如果|提交|补丁")


class Renamed(Check):
    """The checks of such names; an index tells all of them."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.index: Index = page.known.index

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that SWIG does not give to what it is said of."""
        for one in self.page.marked:
            if "renam" in one.text or "Python" in one.text or "名" in one.text:
                for match in (match for form in _SAID for match in form.finditer(one.text)):
                    yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        given = self._given.get(match["cname"], {})
        if not given or match["name"] in given or match["cname"] in self.page.own:
            return
        alike = match["name"].replace("_", "").lower() == match["cname"].lower()
        if alike and match["name"] in self._names:
            return  # what an interface file has in Python around it
        said = one.cited(match.start("name"), match["name"])
        if is_claimed(match, _OTHERWISE, apart=True) and not self.page.strangers(said):
            name, where = next(iter(given.items()))
            detail = f"{match['cname']} is called {name} in Python"
            yield self.page.verdict(said, "differs", where, sorted(given)[:3], detail, "symbol")

    @of_index
    def _given(self) -> dict[str, dict[str, Location | None]]:
        """The names that Python has for what C++ calls otherwise, by that name."""
        found: defaultdict[str, dict[str, Location | None]] = defaultdict(dict)
        for one in swig.names(self.index):
            whole = [(one.cname, one.name, one.declared)]
            for cname, name, declared in whole + [(each.cname, each.name, each.declared) for each in one.members]:
                if cname:
                    found[cname.rpartition("::")[2]][name] = declared
        return dict(found)

    @of_index
    def _names(self) -> frozenset[str]:
        """All names that Python has by way of SWIG, members' too."""
        found = swig.names(self.index)
        return frozenset([one.name for one in found] + [each.name for one in found for each in one.members])
