"""Signs that an author puts behind names which this source does not have, and says so: "names of 2.x are marked ²"."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIGN = r"[²³¹⁺†‡°§¶★☆♦▲△◇◆※]|\*{1,3}(?![*\w])|\([a-z]{1,3}\)|\[[A-Za-z0-9.+ -]{1,10}\]"
#: "… are marked ²", "followed by a †", 带 ※ 的.
_ANNOUNCED = regex(
    r"\b(?:marked|tagged|flagged|labell?ed|followed|suffixed)(?: (?:here|below|with|by|as|an?|the))*"
    rf"\s?[`\"“(]?(?P<sign>{_SIGN})|(?:标|带|加)(?:有|了|注|上)?\s?[`“\"]?(?P<zh>{_SIGN})",
)
#: "² = in 2.x only", as a line of its own.
_LEGEND = regex(rf"[\s>_-]*(?P<sign>{_SIGN})`?\s?(?:[=:：–—-]|means|is)\s?\S")
_NOT_HERE = regex(
    r"\b(?:not|no|never|ours?|new|own|later|2\.(?:x|\d)|propos\w+|planned|invented)\b|n't\b|没有|不在|不存在|新增|我们|自己|后来",
    re.I,
)
#: From a name to the sign behind it.
_BEHIND = r"[^`\n]{1,120}`+[*_]{0,3}"


class Signs:
    """The signs that the lines of a document announce so."""

    def __init__(self, lines: Sequence[str]) -> None:
        found: set[str] = set()
        for line in lines:
            for match in _ANNOUNCED.finditer(line):
                end = wording.SENTENCE.search(line, match.end())
                sentence = line[line.rfind(". ", 0, match.start()) + 1 : end.end() if end is not None else len(line)]
                if _NOT_HERE.search(sentence):
                    found.add(match["sign"] or match["zh"])
            legend = _LEGEND.match(line)
            if legend is not None and _NOT_HERE.search(line, legend.end()):
                found.add(legend["sign"])
        # A star may as well end what is bold.
        stars = [rf"[^`\n]{{1,120}}`+{re.escape(sign)}(?!\*)" for sign in sorted(found) if sign.startswith("*")]
        others = [_BEHIND + re.escape(sign) for sign in sorted(found) if not sign.startswith("*")]
        self._behind = re.compile("|".join([*stars, *others])) if found else None

    def has(self, text: str, column: int) -> bool:
        """Whether what stands as code at a column of a line, from 1, has such a sign behind it."""
        return self._behind is not None and self._behind.match(text, column - 1) is not None
