"""What the functions of a name call, and what those call: what all checks of who calls whom share. A tree tells it."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.scopes import function_body
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.verifying.page import Page
    from tfexplore.index.symbols import Place

#: Definitions of a caller that are read, functions that these call, and definitions of one of them.
MAX_PLACES, MAX_CALLED, MAX_OF_ONE = 4, 60, 3

_CALL = regex(rb"(?<!\w)(~?[A-Za-z_]\w{2,})\s*(?:<[^<>;()]{0,60}>)?\s*\(")


class Reached:
    """The bodies of functions, and of those that they call, each read once."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._bodies_of: dict[str, tuple[list[bytes], list[bytes]]] = {}

    def places(self, name: str) -> list[Place]:
        """The functions that a name may mean; none where it is the author's own, an op, or may be any of many."""
        if parts_of(name)[-1] in self.page.own or name in self.known.ops:
            return []
        bare = len(parts_of(name)) == 1  # a method of any class may be meant
        found = self.known.places(name) if bare else self.page.meant(name)
        places = [each for each in found if each.kind in ("function", "method")]
        places = [each for each in places if not each.path.endswith((".h", ".i", ".pbtxt"))]
        return places if len(places) <= MAX_PLACES else []

    def comes_to(self, name: str, called: str) -> bool:
        """Whether a body of a name, or of a function that one of these calls, has another name."""
        own, others = self._bodies(name)
        return any(stands(called, body) for body in (*own, *others))

    def calls(self, name: str, called: str) -> bool:
        """Whether each body of a name calls another."""
        call = re.compile(rb"(?<![\w~])" + re.escape(called.encode()) + rb"\s*\(")
        own, _ = self._bodies(name)
        return bool(own) and all(call.search(body) for body in own)

    def _bodies(self, name: str) -> tuple[list[bytes], list[bytes]]:
        """The bodies of a name, and those of the functions that they call."""
        if name not in self._bodies_of:
            places = self.places(name)
            bodies = [function_body(self.known, place) for place in places]
            called: dict[str, None] = {}
            for body in bodies:
                called.update(dict.fromkeys(each.decode() for each in _CALL.findall(body)))
            paths = {place.path for place in places}
            others: list[bytes] = []
            for every in self.known.ending_with(list(called)[:MAX_CALLED]).values():
                found = [place for place in every if place.kind in ("function", "method")]
                near = [place for place in found if place.path in paths] or found
                others += [function_body(self.known, place) for place in near[:MAX_OF_ONE]]
            self._bodies_of[name] = bodies, others
        return self._bodies_of[name]
