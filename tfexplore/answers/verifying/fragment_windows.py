"""Fragments of code laid over every place of some lines: the one token in which such a place is not as the fragment.

Only what nobody exchanges to make a sentence readable tells: a sign, a truth value, the name of what is called, and
where the very lines are cited any name. `==` for `!=` is how people tell a check that the source writes the other way
round, so that such a pair counts in whole statements alone.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Tokens of a fragment that are alike, signs of two letters counted once; and places that one may be like.
LEAST, LEAST_ANYWHERE, MOST_WINDOWS = 4, 8, 12
#: Letters of a text that says by itself which is meant, and how much of two is alike then.
LONG_TEXT, SAME_TEXT = 16, 0.75
#: Letters of a name that is another, and of one that tells which place is meant.
SHORT_NAME, TELLING = 3, 4

_TWO = frozenset(["==", "!=", "<=", ">=", "&&", "||", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "++", "--"])
_KINDS = (
    frozenset(["==", "!=", "<=", ">=", "<", ">"]),
    frozenset(["&&", "||"]),
    frozenset(["and", "or"]),
    frozenset(["+", "-", "*", "/", "%", "//"]),
    frozenset(["=", "+=", "-=", "*=", "/=", "|=", "&=", "^="]),
    frozenset(["++", "--"]),
    frozenset(["true", "false"]),
    frozenset(["True", "False"]),
)
_REVERSED = frozenset(map(frozenset, [("==", "!="), ("<", ">="), (">", "<=")]))
_NEGATIONS = frozenset(["!", "not"])
_TRUTH = frozenset(["true", "false", "True", "False"])
_TEXT = regex(r"\"[^\"]+\"|'[^']+'", re.S)
_NUMBER = regex(r"\d[\w.]*", re.A)
_NAME = regex(r"[A-Za-z_]\w*", re.A)
#: How a statement begins, of which nobody writes the opposite.
_STATEMENT = regex(r"(?:el)?if|while|for|return|assert|yield|\w*CHECK\w*|\w*REQUIRES\w*|TF_RET\w+|static_assert", re.A)
_WORDS = frozenset(["return", "if", "for", "while", "else", "elif", "not", "and", "or", "in", "is", "const", "auto"])
_QUALIFIES = ("::", ".", "->")


class Window(Record):
    """A place that is not as a fragment: the number of the word, which token of the fragment, and what the two have."""

    word: int
    at: int
    wanted: str
    has: str


def joined(tokens: Sequence[str]) -> tuple[list[str], list[int]]:
    """Tokens with signs of two letters as one, and where each of them begins among those that are given.

    >>> joined(["a", "=", "=", "b", "&", "&", "!", "c"])[0]
    ['a', '==', 'b', '&&', '!', 'c']
    """
    made: list[str] = []
    begins: list[int] = []
    for at, token in enumerate(tokens):
        if made and begins[-1] == at - 1 and made[-1] + token in _TWO:
            made[-1] += token
        else:
            made.append(token)
            begins.append(at)
    return made, begins


def windows(wanted: Sequence[str], words: Sequence[str]) -> Iterator[Window]:
    """The places of some words that have all of a fragment but for one token, or for a negation that one of them has.

    >>> [(one.wanted, one.has) for one in windows(["a", "<", "b"], ["if", "a", "<=", "b", ")"])]
    [('<', '<=')]
    >>> list(windows(["a", "<", "b"], ["a", "<"]))
    []
    """
    size = len(wanted)
    for start in range(len(words) - size + 2):
        there = words[start : start + size]
        # Most places differ right away.
        if len(there) < size - 1 or (there[0] != wanted[0] and there[1:2] != list(wanted[1:2])):
            continue
        alike = next((at for at, (one, other) in enumerate(zip(wanted, there, strict=False)) if one != other), size)
        if alike >= len(there):
            continue  # as it is, or cut off where the words end
        behind = list(wanted[alike + 1 :])
        if list(there[alike + 1 :]) == behind and len(there) == size:
            yield Window(start + alike, alike, wanted[alike], there[alike])
        elif there[alike] in _NEGATIONS and list(words[start + alike + 1 : start + size + 1]) == list(wanted[alike:]):
            yield Window(start + alike, alike, "", there[alike])
        elif wanted[alike] in _NEGATIONS and list(there[alike : size - 1]) == behind:
            yield Window(start + alike, alike, wanted[alike], "")
        else:
            more = list(words[start + alike : start + alike + 2])
            if _is_term(more) and list(words[start + alike + 2 : start + size + 2]) == list(wanted[alike:]):
                yield Window(start + alike, alike, "", " ".join(more))
            less = list(wanted[alike : alike + 2])
            if _is_term(less) and list(there[alike : size - 2]) == list(wanted[alike + 2 :]):
                yield Window(start + alike, alike, " ".join(less), "")


def _is_term(tokens: Sequence[str]) -> bool:
    """Whether two tokens are what is added, or taken away: `- 1`, or `1 -`."""
    signs = [token for token in tokens if token in ("+", "-", "*", "/")]
    return len(tokens) == 2 and len(signs) == 1 and any(_NUMBER.fullmatch(token) for token in tokens)


def is_statement(wanted: Sequence[str], whole: bool) -> bool:
    """Whether a fragment is a whole statement, of which nobody writes the opposite of what stands there."""
    return whole or _STATEMENT.fullmatch(wanted[0]) is not None or "=" in wanted


def is_another(wanted: Sequence[str], window: Window, whole: bool, cited: bool) -> bool:
    """Whether the token at a place of a fragment says something else than what stands there.

    `whole`: it is quoted, and no way to tell of it; `cited` are its lines.
    """
    said, has, at = window.wanted, window.has, window.at
    if not (said and has):
        return is_statement(wanted, whole)
    if any(said in kind and has in kind for kind in _KINDS):
        return frozenset([said, has]) not in _REVERSED or is_statement(wanted, whole)
    if _NUMBER.fullmatch(said) and _NUMBER.fullmatch(has):
        return not in_template(wanted, at) or cited
    if _TEXT.fullmatch(said) and _TEXT.fullmatch(has):
        return said[1:-1] != has[1:-1] and SequenceMatcher(None, said, has).ratio() >= SAME_TEXT
    if not (_NAME.fullmatch(said) and _NAME.fullmatch(has)) or {said, has} & _WORDS:
        return False
    if min(len(said), len(has)) < SHORT_NAME:
        return False
    before, behind = wanted[at - 1 : at], wanted[at + 1 : at + 2]
    qualifies = bool(behind) and behind[0] in _QUALIFIES
    if (qualifies and not cited) or _shortened(said, has) or in_template(wanted, at):
        return False  # whose it is, which people shorten, and what is plugged in
    last = before[0] if before else ""
    # What stands alone, or behind its type, may be a function of the author's own.
    called = last in _QUALIFIES or (behind == ["("] and last != "" and (last in _WORDS or not _NAME.fullmatch(last)))
    return cited or called


def _shortened(said: str, has: str) -> bool:
    """Whether a name is another with letters left out: `ctx` for `context`.

    >>> _shortened("ctx", "context"), _shortened("cos", "sin")
    (True, False)
    """
    short, long = sorted((said.strip("_").lower(), has.strip("_").lower()), key=len)
    letters = iter(long)
    return all(letter in letters for letter in short)


def in_template(wanted: Sequence[str], at: int) -> bool:
    """Whether a token is an argument of a template of the fragment."""
    before = list(wanted[:at])
    return before.count("<") > before.count(">") and ">" in wanted[at:]


def tells(wanted: Sequence[str], window: Window, whole: bool, cited: bool) -> bool:
    """Whether what is alike, or nearly, is enough to say that this place is meant."""
    rest = [*wanted[: window.at], *wanted[window.at + 1 :]]
    names = {one for one in rest if _NAME.fullmatch(one) and one not in _WORDS}
    long = sum(len(name) >= TELLING for name in names)
    if len(window.wanted) >= LONG_TEXT and _TEXT.fullmatch(window.wanted):
        return True
    return (len(rest) >= LEAST and (cited or len(names) > 1 or long > 0)) or (whole and long > 1)


def tells_anywhere(wanted: Sequence[str], window: Window) -> bool:
    """Whether a sign, or a truth value, is what differs, in enough code for its place to be the only one of a file."""
    rest = [*wanted[: window.at], *wanted[window.at + 1 :]]
    long = {one for one in rest if len(one) >= TELLING and _NAME.fullmatch(one) and one not in _WORDS}
    tokens = (window.wanted, window.has)
    sign = not any(_NAME.match(one) or _NUMBER.match(one) or _TEXT.fullmatch(one) for one in tokens)
    return (sign or window.wanted in _TRUTH) and len(rest) >= LEAST_ANYWHERE and len(long) > 1
