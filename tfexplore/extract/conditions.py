"""The `#if` around each line of a file, and whether a released build can have what stands under it.

Nothing is known of most names, so a condition is true, false, or open. Released builds are for Linux, macOS and Windows
on x86: none is for a phone, for ARM, or has SYCL or ROCm.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Callable
from functools import lru_cache

from tfexplore._record import Record
from tfexplore.cpp.macros import is_bracketed, negated

_CONTINUED = re.compile(rb"\\\r?\n")
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b((?:\\\r?\n|[^\n])*)", re.M)
_TOKEN = re.compile(r"\s*(defined\b|&&|\|\||[!()]|\w+)")
#: The names that no released build defines, and what such names begin with.
_NOT_DEFINED = frozenset(["TENSORFLOW_USE_SYCL", "TENSORFLOW_USE_ROCM", "USE_NEON", "__arm__", "__aarch64__"])
_NOT_DEFINED_FROM = ("__ANDROID", "__ARM_", "IS_MOBILE", "IS_SLIM", "TARGET_OS_IPHONE")
#: How deeply conditions may nest to be followed.
_MAX_NESTING = 200
#: How long the text of all that holds may be; outer conditions that make it longer are dots.
_MAX_TEXT = 200


class Condition(Record):
    """All `#if` that hold from `line` on, the outer first, include guards and constants apart; empty for none.

    `holds` is false where one of them holds in no released build, true where there is none or all hold
    always, and None otherwise.
    """

    line: int
    text: str
    holds: bool | None


class Conditions:
    """The conditions of a file, by line."""

    def __init__(self, data: bytes) -> None:
        self._found = _conditions(data)
        self._lines = [one.line for one in self._found]

    def at(self, line: int) -> Condition:
        """What holds at a line."""
        return self._found[bisect_right(self._lines, line) - 1]


def _conditions(data: bytes) -> list[Condition]:
    found = [Condition(0, "", True)]
    if b"#" not in data:
        return found
    #: Of each that is open the conditions of its branches: those in front do not hold where the last one does.
    around: list[list[str]] = []
    line, counted = 1, 0
    for match in _DIRECTIVE.finditer(data):
        line += data.count(b"\n", counted, match.start())
        counted = match.start()
        word, text = match[1], _said(match[1], match[2])
        if word == b"endif":
            if around:
                around.pop()
        elif word in (b"else", b"elif"):
            if around:
                around[-1][-1] = negated(around[-1][-1])
                around[-1].append(text)
        elif len(around) < _MAX_NESTING:
            around.append([text])
        parts = list(dict.fromkeys([one for branches in around for one in branches if one]))
        holding = [can_hold(one) for one in parts]
        holds = False if False in holding else None if None in holding else True
        found.append(Condition(line, _joined([one for one in parts if not _is_constant(one)]), holds))
    return found


def _said(word: bytes, rest: bytes) -> str:
    """What the condition of a directive says, in one form; empty for an include guard and for `#else`."""
    said = _CONTINUED.sub(b" ", rest).decode("latin-1").split("//")[0]
    text = " ".join(said.split()).rstrip("\\ ")[:_MAX_TEXT]
    if word == b"ifdef":
        return f"defined({text})"
    if word == b"ifndef":
        return "" if text.endswith(("_H_", "_H", "_HPP_", "_INC_")) else f"!defined({text})"
    return text if word in (b"if", b"elif") else ""


def _is_constant(condition: str) -> bool:
    return condition.removeprefix("!").isdigit()


def _joined(parts: list[str]) -> str:
    if len(parts) > 1:
        parts = [f"({one})" if "||" in one and not is_bracketed(one) else one for one in parts]
    text = " && ".join(parts)
    while len(text) > _MAX_TEXT and len(parts) > 1:
        parts = parts[1:]
        text = " && ".join(["...", *parts])
    return text


@lru_cache(maxsize=1024)
def can_hold(condition: str) -> bool | None:
    """Whether a condition holds in released builds: always, never, or None for what is not told.

    (`macros.decide` answers another question: it tries an open name as off, on and a late version, and a condition on
    versions between two others would hold for none of these.)

    >>> can_hold("!defined(IS_MOBILE_PLATFORM)"), can_hold("GOOGLE_CUDA || TENSORFLOW_USE_ROCM"), can_hold("0")
    (True, None, False)
    """
    if not condition:
        return True
    tokens, at = [], 0
    while at < len(condition):
        match = _TOKEN.match(condition, at)
        if match is None:
            return None  # arithmetic, or no condition at all
        tokens.append(match[1])
        at = match.end()
    tokens.reverse()  # the next one is the last
    try:
        value = _either(tokens)
    except (IndexError, RecursionError):
        return None
    return None if tokens else value


def _either(tokens: list[str]) -> bool | None:
    return _chain(tokens, "||", True, _both)


def _both(tokens: list[str]) -> bool | None:
    return _chain(tokens, "&&", False, _one)


def _chain(tokens: list[str], sign: str, decides: bool, part: Callable[[list[str]], bool | None]) -> bool | None:
    """What parts come to that a sign joins, one of which `decides` for all."""
    value = part(tokens)
    while tokens and tokens[-1] == sign:
        tokens.pop()
        other = part(tokens)
        value = decides if decides in (value, other) else None if None in (value, other) else not decides
    return value


def _one(tokens: list[str]) -> bool | None:
    token = tokens.pop()
    if token == "!":
        value = _one(tokens)
        return None if value is None else not value
    if token == "(":
        value = _either(tokens)
        tokens.pop()
        return value
    if token == "defined":
        return _one(tokens)
    if token.isdigit():
        return int(token) != 0
    called = bool(tokens) and tokens[-1] == "("  # an invocation: its arguments are no conditions
    if called:
        raise IndexError(token)
    return False if token in _NOT_DEFINED or token.startswith(_NOT_DEFINED_FROM) else None
