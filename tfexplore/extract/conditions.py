"""The `#if` around each line of a file, and whether a released build can have what stands under it.

Nothing is known of most names, so a condition is true, false, or open. Released builds are for Linux, macOS and Windows
on x86: none is for a phone, for ARM, or has SYCL or ROCm.
"""

from __future__ import annotations

import re
from bisect import bisect_right

from tfexplore._record import Record

_CONTINUED = re.compile(rb"\\\r?\n")
_DIRECTIVE = re.compile(rb"^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b((?:\\\r?\n|[^\n])*)", re.M)
_TOKEN = re.compile(r"\s*(defined\b|&&|\|\||[!()]|\w+)")
#: The names that no released build defines, and what such names begin with.
_NOT_DEFINED = frozenset(["TENSORFLOW_USE_SYCL", "TENSORFLOW_USE_ROCM", "USE_NEON", "__arm__", "__aarch64__"])
_NOT_DEFINED_FROM = ("__ANDROID", "__ARM_", "IS_MOBILE", "IS_SLIM", "TARGET_OS_IPHONE")
#: How deeply conditions may nest to be followed.
_MAX_NESTING = 200


class Condition(Record):
    """The innermost `#if` that holds from `line` on, an include guard apart; empty for none.

    `holds` is false where that or one around it holds in no released build, true where there is none or all hold
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
    around: list[str] = []
    #: Whether each of them can hold.
    holding: list[bool | None] = []
    line, counted = 1, 0
    for match in _DIRECTIVE.finditer(data):
        line += data.count(b"\n", counted, match.start())
        counted = match.start()
        said = _CONTINUED.sub(b" ", match[2]).decode("latin-1").split("//")[0]
        word, rest = match[1], " ".join(said.split()).rstrip("\\ ")[:200]
        if word == b"endif":
            if around:
                around.pop()
                holding.pop()
        elif word in (b"else", b"elif"):
            if around:
                around[-1] = rest if word == b"elif" else _not(around[-1])
                holding[-1] = can_hold(around[-1])
        elif len(around) < _MAX_NESTING:
            guard = word == b"ifndef" and rest.endswith(("_H_", "_H", "_HPP_", "_INC_"))
            around.append("" if guard else f"!{rest}" if word == b"ifndef" else rest)
            holding.append(can_hold(around[-1]))
        holds = False if False in holding else None if None in holding else True
        found.append(Condition(line, next((one for one in reversed(around) if one), ""), holds))
    return found


def _not(condition: str) -> str:
    if not condition:
        return ""
    if condition.startswith("!") and condition[1:].isidentifier():
        return condition[1:]
    return f"!{condition}" if condition.isidentifier() else f"!({condition})"


def can_hold(condition: str) -> bool | None:
    """Whether a condition holds in released builds: always, never, or None for what is not told.

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
    value = _both(tokens)
    while tokens and tokens[-1] == "||":
        tokens.pop()
        other = _both(tokens)
        value = True if True in (value, other) else None if None in (value, other) else False
    return value


def _both(tokens: list[str]) -> bool | None:
    value = _one(tokens)
    while tokens and tokens[-1] == "&&":
        tokens.pop()
        other = _one(tokens)
        value = False if False in (value, other) else None if None in (value, other) else True
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
