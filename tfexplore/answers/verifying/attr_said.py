"""How people name an attr together with its op: "`width` of `Braid`", "`Braid`'s `width`", `Braid` 的属性 `width`.

What the checks share that hold such statements against registrations: the patterns, with the groups `op` and `attr`,
and the attr that is meant.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.claimed import is_claimed

if TYPE_CHECKING:
    import re

    from tfexplore.answers.verifying.page import Page
    from tfexplore.model import AttrDef, OpDef

OP = r"`(?P<op>_?[A-Z]\w+)`"
ATTR = r"`(?P<attr>[A-Za-z]\w*)`"
#: An attr that is called one, perhaps.
MARKED_ATTR = rf"(?<!input\s)(?<!output\s)(?:attr(?:ibute)?\s)?{ATTR}(?:\sattr(?:ibute)?)?"
#: A second attr of which the same is said.
_AND_ANOTHER = r"(?:(?:,|\sand|\sor)\s(?:the\s)?`[A-Za-z]\w*`)?"
_AND_ANOTHER_ZH = r"(?:\s?(?:和|与|及|、)\s?`[A-Za-z]\w*`)?"
#: The subjects of statements on an attr, up to what is said of it, with blanks behind them.
OF_OP = rf"{MARKED_ATTR}{_AND_ANOTHER}\s(?:of|in|for)\s(?:the\s)?(?:op\s)?{OP}\s"
OPS = rf"{OP}['’]s?\s{MARKED_ATTR}{_AND_ANOTHER}\s"
OF_OP_ZH = rf"{OP}\s?的\s?(?:(?:属性|attr)\s?)?{ATTR}{_AND_ANOTHER_ZH}\s?(?:(?:这个)?(?:属性|attr))?\s?"
SUBJECTS = (OF_OP, OPS, OF_OP_ZH)


def attr_of(page: Page, op: str, name: str) -> tuple[OpDef, AttrDef] | None:
    """The attr of an op that a document speaks of; None where the op is the author's own, or has no such attr.

    Where several files declare the op, those that the released binary has linked count.
    """
    if op not in page.known.ops or op in page.own:
        return None
    every = page.known.op_defs(op)
    defined = [one for one in every if one.linked_into] or every
    found = [(one, attr) for one in defined for attr in one.attr if attr.name == name]
    return found[0] if len(found) == 1 else None


def claimed_of(page: Page, match: re.Match[str], otherwise: re.Pattern[str]) -> tuple[OpDef, AttrDef] | None:
    """The attr of which a match of one of the `SUBJECTS` claims something; None where the text does not claim it."""
    return attr_of(page, match["op"], match["attr"]) if is_claimed(match, otherwise) else None
