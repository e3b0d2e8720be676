"""What the tokens of one declaration say: where its name is, and which names an enum or a list of variables has."""

from __future__ import annotations

import re

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.extract.swig_cursor import CLOSING, OPENING
from tfexplore.extract.swig_text import Token

_NOT_A_NAME = frozenset(["__attribute__", "__declspec", "alignas", "decltype", "noexcept", "throw", "sizeof"])


_POINTER = re.compile(r" ?([*&]+) ?")
_BEFORE_MARK = re.compile(r"([*&]) (?=[>,)*&;]|$)")
_GLOBAL = re.compile(r"\b(const|volatile|static|struct|class|enum)::")


def styled(texts: list[str]) -> str:
    """Tokens as TensorFlow writes declarations: the star is the type's (`const char* name`)."""
    text = _BEFORE_MARK.sub(r"\1", _POINTER.sub(r"\1 ", lexer.join(texts)))
    return _GLOBAL.sub(r"\1 ::", text)


def close_of(tokens: list[Token], at: int) -> int:
    """The index of the bracket that closes the one at `at`, or the last index."""
    level = 0
    for i in range(at, len(tokens)):
        text = tokens[i].text
        if text in OPENING:
            level += 1
        elif text in CLOSING:
            level -= 1
            if level <= 0:
                return i
    return len(tokens) - 1


def call_of(head: list[Token]) -> tuple[int, int] | None:
    """Where a function's name and its `(` stand; `(-1, index of the name)` for a pointer to a function."""
    angle = 0
    i = 0
    while i < len(head):
        text = head[i].text
        if text == "<" and i and lexer.is_identifier(head[i - 1].text):
            angle += 1
        elif text == ">" and angle:
            angle -= 1
        elif text == "=" and not angle:
            return None
        elif text == "(":
            if angle or not i or head[i - 1].text in _NOT_A_NAME:
                i = close_of(head, i)
            else:
                break
        elif text == "[":
            i = close_of(head, i)
        i += 1
    if i >= len(head):
        return None
    close = close_of(head, i)
    inside = [t.text for t in head[i + 1 : close]]
    if "*" in inside[:4] and close + 1 < len(head) and head[close + 1].text == "(" and "," not in inside:
        names = [k for k in range(i + 1, close) if lexer.is_identifier(head[k].text)]
        return (-1, names[-1]) if names else None
    name = head[i - 1].text
    if not lexer.is_identifier(name) and not (name.startswith("operator") and len(name) > 8):
        return None
    start = i - 1
    for k in range(i - 1, max(i - 12, -1), -1):
        if head[k].text == "operator":  # a conversion: `operator const char*()`
            start = k
            break
    while start >= 2 and head[start - 1].text == "::" and lexer.is_identifier(head[start - 2].text):
        start -= 2
    if start and head[start - 1].text == "~":
        start -= 1
    if start and head[start - 1].text == "::":
        start -= 1
    return start, i


def further(tokens: list[Token]) -> list[list[Token]]:
    """The declarators behind the first: `*g(int)` of `f(int), *g(int)`."""
    texts = [t.text for t in tokens]
    if "," not in texts or "=" in texts or ":" in texts:
        return []
    level = 0
    for i, text in enumerate(texts):
        level += (text in OPENING) - (text in CLOSING)
        if text == "," and level == 0:
            return [tokens[i + 1 :]]
    return []


def enumerators(body: list[Token]) -> list[Token]:
    """The names between the brackets of an enum."""
    found = []
    level = 0
    expects = True
    for token in body:
        text = token.text
        level += (text in OPENING) - (text in CLOSING)
        if level == 0 and text == ",":
            expects = True
        elif expects and lexer.is_identifier(text):
            found.append(token)
            expects = False
    return found


class Variable(Record):
    """One of the variables of a declaration: the token of its name, all its tokens, and whether it is constant."""

    name: Token
    tokens: list[Token]
    is_const: bool


def variables(head: list[Token], is_constexpr: bool) -> list[Variable]:
    """The variables of `const int a = 1, *b;`; a constant pointer is one whose last `const` stands behind its `*`."""
    found: list[Variable] = []
    base: list[str] = []
    for number, part in enumerate(_at_commas(head)):
        end = next((i for i, t in enumerate(part) if t.text in ("=", "[", ":")), len(part))
        names = [i for i, t in enumerate(part[:end]) if lexer.is_identifier(t.text)]
        if not names or names[-1] != end - 1 or (number == 0 and names[-1] == 0):
            return found
        before = [t.text for t in part[: names[-1]]]
        if number:
            before = [t for t in base if t not in "*&"] + before
        else:
            base = before
        pointer = len(before) - 1 - before[::-1].index("*") if "*" in before else -1
        found.append(Variable(part[end - 1], part, is_constexpr or "const" in before[pointer + 1 :]))
    return found


def _at_commas(head: list[Token]) -> list[list[Token]]:
    """The parts between the commas that stand outside of brackets and template arguments."""
    level = angle = 0
    has_value = False
    parts: list[list[Token]] = [[]]
    for token in head:
        text = token.text
        level += (text in OPENING) - (text in CLOSING)
        has_value |= text == "="
        if level == 0 and not has_value:
            angle += (text == "<") - (text == ">" and angle > 0)
        if text == "," and level == 0 and angle == 0:
            parts.append([])
            has_value = False
        else:
            parts[-1].append(token)
    return parts
