"""Values as Python writes them: whether two that are written are certainly not the same."""

from __future__ import annotations

import re

from tfexplore.answers.verifying.listed_items import CLOSING, items
from tfexplore.patterns import regex

#: The kinds of values that are written as they are.
LITERALS = ("number", "string", "constant")

_NUMBER = regex(r"[-+]?(?:\d[\d_]*\.?\d*|\.\d+)(?:[eE][-+]?\d+)?|[-+]?0[xX][\da-fA-F]+")
_STRING = regex(r"[rRbBuU]{0,2}(\"(?:[^\"\\]|\\.)*\"|'(?:[^'\\]|\\.)*')", re.S)
_DOTTED = regex(r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*)*", re.A)


def differ(one: str, other: str) -> bool:
    """Whether two values as they are written are certainly not the same.

    >>> differ("'nearest'", '"nearest"'), differ("0.", "0"), differ("dtypes.float32", "tf.float32"), differ("1", "None")
    (False, False, False, True)
    """
    one, other = one.strip(), other.strip()
    if re.sub(r"\s", "", one) == re.sub(r"\s", "", other):
        return False
    kinds = kind_of(one), kind_of(other)
    if "sequence" in kinds and kinds[0] == kinds[1]:
        parts = [items(text[1:-1])[0] for text in (one, other)]
        if all(kind_of(text) != "" for found in parts for _, text in found) and len(parts[0]) != len(parts[1]):
            return True
        return any(differ(a, b) for (_, a), (_, b) in zip(*parts, strict=False))
    if "" in kinds:
        return False  # an expression may have any value
    if "name" in kinds:
        # A constant may have any value, and a type be written as a string.
        return kinds[0] == kinds[1] and one.rpartition(".")[2] != other.rpartition(".")[2]
    return kinds[0] != kinds[1] or _value(one, kinds[0]) != _value(other, kinds[1])


def kind_of(text: str) -> str:
    """What a value is: a number, a string, one of Python's constants, a sequence, a name; empty for anything else."""
    if text in ("None", "True", "False"):
        return "constant"
    if _NUMBER.fullmatch(text):
        return "number"
    if _STRING.fullmatch(text):
        return "string"
    if text[:1] in ("(", "[") and text[-1:] == CLOSING[text[0]] and items(text, 1)[1] == len(text) - 1:
        return "sequence"
    return "name" if _DOTTED.fullmatch(text) else ""


def _value(text: str, kind: str) -> str | float:
    if kind == "number":
        plain = text.replace("_", "").lower()
        return float(int(plain, 16)) if "0x" in plain else float(plain)
    return text.lstrip("rRbBuU")[1:-1] if kind == "string" else text
