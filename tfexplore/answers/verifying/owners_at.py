"""Classes that there are not, whose members are said to be where another class has them: "`Lome.weave` (loom.py:12)".

Where line 12 begins `Loom.weave`, and no file of the tree has a `Lome`, the former is meant.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.declared import FUNCTIONS
from tfexplore.answers.verifying.heads import NEAR_LINES
from tfexplore.answers.verifying.spelling import owner_of, parts_of

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict


class OwnersAt(Check):
    """The checks of such classes."""

    needs_tree = True

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every member of no class at whose line another class has one that is called so."""
        for position, one in enumerate(self.page.said):
            name, _ = self.page.tied.get(position, (None, ""))
            if one.kind == "path:line" and name is not None and name.in_code:
                made = self._judged(one, name)
                if made is not None:
                    yield made

    def _judged(self, one: Citation, name: Citation) -> Verdict | None:
        owner, last = owner_of(name.target), parts_of(name.target)[-1]
        if not owner.lstrip("_")[:1].isupper() or owner in self.page.own or self.known.class_places(owner):
            return None
        if not self.known.is_nowhere(owner) or self.page.strangers(one):
            return None
        for path in self.page.files_meant(one):
            for each in self.known.inside(path):
                near = abs(each.location.line - one.start) <= NEAR_LINES
                if near and each.kind in FUNCTIONS and parts_of(each.name)[-1] == last and owner_of(each.name):
                    detail = f"no file has a {owner}; {each.name} is there"
                    return self.page.verdict(name, "not found", each.location, (each.name,), detail)
        return None
