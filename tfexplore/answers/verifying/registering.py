"""Functions of Python that a document calls on the name of an op: `ops.RegisterNoGradient("Braid")`.

What is called so, with an op of the tree, is one of the tree's functions; a name that no file has is wrong.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.names import Names
from tfexplore.answers.verifying.valued import Valued
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: The call on the name of an op, below a module by the alias under which the tree's files import it.
_CALL = regex(
    r"`@?(?:ops|framework_ops|(?:tensorflow\.)?python\.framework\.ops)\."
    r"(?P<name>[A-Z]\w{5,60})\(\s?[\"'](?P<op>[A-Z]\w{1,80})[\"']\s?[),]",
    re.A,
)
#: Calls of a document that are looked at.
MAX_CALLS = 200


class Registering(Valued):
    """The checks of such calls in a document's text."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._names = Names(page)

    def unexplained(self) -> set[str]:
        """The functions that only a tree's text can explain."""
        return {one.target for one in self._said}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every function that no file has."""
        for one in self._said:
            if self.known.somewhere(one.target) != "" or one.target in self.page.own:
                continue
            if disclaimers.example(self.page.beside(one)) or self.page.strangers(one):
                continue
            near = [name for _, name in self.known.near(one.target)]
            made = self.page.verdict(one, "not found", None, near, "no file has such a function")
            if not self._names.is_excused(one, made):
                yield made

    @cached_property
    def _said(self) -> list[Citation]:
        """The functions that are called on an op of the tree, and that the index does not know."""
        found = []
        for number, line in self.page.prose_lines:
            for match in _CALL.finditer(line) if "`" in line and "(" in line else ():
                name = match["name"]
                ours = match["op"] in self.known.ops and match["op"] not in self.page.own
                if ours and not self.known.knows(name) and not vocabulary.PLACEHOLDER.search(name):
                    at = match.start("name") + 1
                    found.append(Citation("symbol", name, number, at, name, in_code=True, end_column=match.end("name")))
        return found[:MAX_CALLS]
