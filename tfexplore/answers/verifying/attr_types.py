"""The types that a document gives to attrs in words: "the attr `a` of `X` is `list(int)`", `X` 的属性 `a` 类型为 `int`.

An op is held to what it says of its attr; an `int` is no `list(int)`. What is written as a spec (`a: int`) is read by
`specs`. Of an attr that is a type "`T` of `X` is `float`" is a value, and nothing of what the attr is.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.attr_said import ATTR, MARKED_ATTR, OP
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: What each attr type is called in words, as one and as items of a list.
_WORDS = {
    "int": ("int", "ints", "integer", "integers", "整数", "整型"),
    "float": ("float", "floats", "浮点", "浮点数"),
    "bool": ("bool", "bools", "boolean", "booleans", "布尔", "布尔值"),
    "string": ("string", "strings", "字符串"),
    "type": ("type", "types"),
    "shape": ("shape", "shapes"),
    "tensor": ("tensor",),
    "func": ("func", "function"),
}
_KIND_OF = {word: kind for kind, words in _WORDS.items() for word in words}
_KIND = "(?:{})".format("|".join(sorted(_KIND_OF, key=len, reverse=True)))
_TYPE = (
    rf"(?P<type>`?list\s?\({_KIND}\)`?|lists?\sof\s{_KIND}|{_KIND}\s?(?:的?列表|list)|`{_KIND}`|{_KIND})(?![\w(\[`'-])"
)
_IS = r"\s(?:is|has)\s(?:(?:always|an?|the|of|type|attr|declared|as)\s){0,4}"
#: What ends the statement: "is a string of at most ten letters" and "is type-checked" say something else.
_ENDS = r"(?:\sattr(?:ibute)?)?(?=\s?(?:[.,;:)。，；：）]|\Z|and\b|but\b|with\b|which\b|that\b|of\slength\b|\(|，))"
_SAID = (
    # "The attr `a` of `X` is of type `int`", "`a` of `X` is an int attr", "the type of the attr `a` of `X` is `int`"
    regex(rf"{MARKED_ATTR}\s(?:of|in)\s(?:the\s)?(?:op\s)?{OP}{_IS}{_TYPE}{_ENDS}", re.A),
    regex(rf"{OP}['’]s?\s{MARKED_ATTR}{_IS}{_TYPE}{_ENDS}", re.A),
    # "`X` has the attr `a` of type `int`", "`X` has an `int` attr `a`"
    regex(rf"{OP}\s(?:has|takes)\s(?:the|an?)\sattr(?:ibute)?\s{ATTR}\s(?:of|with the)\stype\s{_TYPE}", re.A),
    regex(rf"{OP}\s(?:has|takes)\s(?:the|an?)\s{_TYPE}\sattr(?:ibute)?\s(?:called\s|named\s)?{ATTR}", re.A),
    regex(
        rf"{OP}\s?的\s?(?:(?:属性|attr)\s?)?{ATTR}\s?(?:(?:这个)?(?:属性|attr))?\s?(?:的?类型)?\s?(?:是|为)\s?(?:一个\s?)?{_TYPE}"
        r"(?:\s?(?:类型|型)?的?\s?(?:属性|attr)?)(?=\s?(?:[，。；,.;)）、]|\Z))",
        re.A,
    ),
)
_OTHERWISE = otherwise(r"no|if|when|unless|older|newer|set|pass\w*|Python|2\.\d", "没|如果|传|设")


class AttrTypes(Check):
    """The checks of attrs' types in sentences and items; an index tells them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every type that the attr of an op has not."""
        for one in self.page.marked:
            for match in (match for pattern in _SAID for match in pattern.finditer(one.text)):
                yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        defined = self.known.op_defs(match["op"]) if match["op"] not in self.page.own else ()
        has = [attr for op in defined for attr in op.attr if attr.name == match["attr"]]
        told = _told(match["type"])
        value = "list" not in told and any(attr.type == "type" for attr in has)
        if not has or value or any(attr.type == told for attr in has):
            return
        marks = len(match["type"]) - len(match["type"].lstrip("`"))
        said = one.cited(match.start("type") + marks, match["type"].strip("`"), match["attr"])
        if is_claimed(match, _OTHERWISE) and not self.page.strangers(said):
            detail = f"`{match['attr']}` of {match['op']} is {has[0].type}"
            yield self.page.verdict(said, "differs", defined[0].location, (), detail, "symbol")


def _told(text: str) -> str:
    """An attr type by what it is called in a text.

    >>> _told("list of ints"), _told("`bool`"), _told("整数列表"), _told("list(shape)")
    ('list(int)', 'bool', 'list(int)', 'list(shape)')
    """
    plain = text.strip("` ")
    kind = next(_KIND_OF[word] for word in sorted(_KIND_OF, key=len, reverse=True) if word in plain.replace("list", ""))
    return f"list({kind})" if "list" in plain or "列表" in plain else kind
