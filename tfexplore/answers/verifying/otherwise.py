"""Words by which a sentence denies what it says, supposes it, or says it of its author's own.

It is no claim about this source then, and every check that reads facts in sentences leaves it alone. What all of them
have in common is here; what one knows besides (of devices, of defaults, of who calls a function) it adds.
"""

from __future__ import annotations

import re

from tfexplore.patterns import regex

_DENIED, _DENIED_ZH = "not|never|unlike|instead|rather", "不是|不会|并非|而非"
_SUPPOSED, _SUPPOSED_ZH = "would|should|could|might", "应该|可能"
_OURS, _OURS_ZH = "ours?|my|we", "我们"


def otherwise(words: str = "", signs: str = "", *, ours: bool = True) -> re.Pattern[str]:
    """A pattern of all that says so, of further `words` (as a whole, in any case) and of further `signs` anywhere.

    Not `ours`: where "we" are those who read the source together ("here we check").

    >>> told = otherwise("except", "除")
    >>> [bool(told.search(said)) for said in ("It isn't run.", "all except one", "除了一个", "Exceptions are raised.")]
    [True, True, True, False]
    """
    whole = "|".join(filter(None, (_DENIED, _SUPPOSED, _OURS if ours else "", words)))
    anywhere = "|".join(filter(None, (_DENIED_ZH, _SUPPOSED_ZH, _OURS_ZH if ours else "", signs)))
    return regex(rf"\b(?:{whole})\b|n't\b|{anywhere}", re.I)
