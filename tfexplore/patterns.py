"""Regular expressions that are compiled when they are first used.

A check of a document has a dozen patterns, and most documents ask for few of them: of the fourteen hundred that
`verify` has, a document tries a few hundred. Compiling all of them takes longer than reading a short one.
"""

from __future__ import annotations

import re
from typing import Any, AnyStr, Generic, cast


class _Pattern(Generic[AnyStr]):
    """What stands for a compiled pattern until one of its methods is asked for, which is kept then."""

    def __init__(self, pattern: AnyStr, flags: int) -> None:
        self.pattern: AnyStr = pattern
        self._asked = flags
        self._compiled: re.Pattern[AnyStr] | None = None

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if self._compiled is None:
            self._compiled = re.compile(self.pattern, self._asked)
        found = self.__dict__[name] = getattr(self._compiled, name)
        return found


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern of some flags, which is compiled when it is first used; a wrong one raises `re.error` then.

    A match's `re` is what was compiled, and not what is returned here.

    >>> word = regex(r"[a-z]+", re.I)
    >>> word.findall("Max pool"), word.pattern
    (['Max', 'pool'], '[a-z]+')
    """
    return cast("re.Pattern[AnyStr]", _Pattern(text, flags))
