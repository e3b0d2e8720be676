"""A block laid along a file that does not hold it word for word: how much of it is there, and what differs first."""

from __future__ import annotations

from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.tokens import BREAK, GAP
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.tokens import Tokens

#: Tokens that a mark of elision may stand for.
MAX_ELIDED = 12_000

NAME = regex(r"[A-Za-z_]\w{3,}")
_SEED = 4
#: Runs of tokens, and places of each, from which a block is laid along.
MAX_TRIED, MAX_STARTS = 4, 12
#: A block that is alike in this share is not laid along from another run.
ENOUGH = 0.85
#: Tokens behind a mark of elision that may be altered.
MAX_ALTERED = 4
#: Tokens of a block, and of a file, that are left out until both go on alike; of both together there are fewer.
MAX_OURS, MAX_THEIRS, MAX_BOTH = 60, 90, 120
#: How much more a block is taken to be alike where it is said to be, so many lines before and behind the line cited.
CITED = 1.2
NEAR_CITED, MOST_CITED = 5, 60
#: Tokens from one of two that changed places to the other.
MOST_EXCHANGED = 5


class Compared(Record):
    """Where a quotation stands, `share` of it; `different` says the first difference, empty when there is none.

    Where nothing but one token is another, `said` is the block's and `has` the file's; `exchanged` where nothing is
    but that two stand in each other's place.
    """

    path: str
    line: int
    end_line: int
    share: float
    different: str
    changes: int = 0
    said: str = ""
    has: str = ""
    exchanged: bool = False


def laid_along(quoted: Sequence[str], file: Tokens, path: str, near: int = 0) -> Compared | None:
    """The place of a file that a block resembles most, and how it differs there.

    At the line that is cited for it, if one is, it need not be as much alike as elsewhere.
    """
    solid = [token for token in quoted if token not in (GAP, BREAK)]
    if len(solid) < 3 or not file.words:
        return None
    walked = None
    most, cited = 0.0, False
    for here, places in _anchors(quoted, file):
        for there in places:
            found = _walk(quoted, file.words, here, there, 1), _walk(quoted, file.words, here - 1, there - 1, -1)
            at_line = bool(near) and near - NEAR_CITED <= file.line(there) <= near + MOST_CITED
            alike = _equal(found) * (CITED if at_line else 1.0)
            if walked is None or alike > most:
                walked, begun, most, cited = found, there, alike, at_line
        if walked is not None and (cited or not near) and _equal(walked) >= ENOUGH * len(solid):
            break
    if walked is None:
        return None
    forward, backward = walked
    words = file.words
    changes = forward.changes + backward.changes
    first = backward.last if backward.last is not None else begun
    last = forward.last if forward.last is not None else begun
    told = [one.difference for one in (backward, forward) if one.difference is not None]
    difference = next((one for one in told if one[1] and one[2]), told[0] if told else None)
    begins = file.line(first)
    share = _equal(walked) / len(solid)
    if difference is None:
        return Compared(path, begins, file.line(last), share, "")
    at, wanted, has = difference
    number = file.line(max(0, min(at, len(words) - 1)))
    different = f"line {number} has {_shown(has)}, the quotation {_shown(wanted)}"
    alone = changes == 1 and len(wanted) == len(has) == 1
    one, other = (wanted[0], has[0]) if alone else ("", "")
    exchanged = changes <= len(wanted) <= MOST_EXCHANGED and sorted(wanted) == sorted(has)
    return Compared(path, begins, file.line(last), share, different, changes, one, other, exchanged)


def shown(text: str) -> str:
    """A piece of code in a sentence, shortened."""
    return "`" + (text if len(text) <= 60 else text[:57] + "...") + "`"


def _shown(tokens: Sequence[str]) -> str:
    """Some tokens in a sentence, with dots where the block leaves something out."""
    said = ["..." if token == GAP else token for token in tokens if token != BREAK][:8]
    return shown(" ".join(said)) if said else "nothing"


def _anchors(quoted: Sequence[str], file: Tokens) -> Iterator[tuple[int, list[int]]]:
    """A run of tokens of the block that is rarest in the file, and where it is there; then others, apart from it.

    Where what was altered is in the rarest, it may stand at another place by chance.
    """
    length = next((length for length in (_SEED, 2) if any(_runs(quoted, file, length))), 0)
    if not length:
        return
    tried: list[int] = []
    for count, at, text in _rarest_first(quoted, file, length):
        if any(abs(at - other) < _SEED for other in tried):
            continue
        tried.append(at)
        places, found = [], -1
        for _ in range(min(count, MAX_STARTS)):
            found = file.text.find(text, found + 1)
            places.append(file.text.count("\x1f", 0, found))
        yield at, places
        if len(tried) == MAX_TRIED:
            return


def _rarest_first(quoted: Sequence[str], file: Tokens, length: int) -> Iterator[tuple[int, int, str]]:
    """The runs of a block that a file has, the rarest first; all of them are looked for when that does not do."""
    first: tuple[int, int, str] | None = None
    for run in _runs(quoted, file, length):
        first = min(first or run, run)
        if first[0] == 1:
            break
    if first is not None:
        yield first
        yield from sorted(_runs(quoted, file, length))


def _runs(quoted: Sequence[str], file: Tokens, length: int) -> Iterator[tuple[int, int, str]]:
    """Runs of so many tokens that a block has and a file: how often this has them, where the block does, as a text."""
    for at in range(len(quoted) - length + 1):
        run = quoted[at : at + length]
        if not any(token in (GAP, BREAK) for token in run) and any(NAME.match(token) for token in run):
            text = "\x1f" + "\x1f".join(run) + "\x1f"
            count = file.text.count(text)
            if count:
                yield count, at, text


def _equal(walked: tuple[_Walked, _Walked]) -> int:
    return sum(one.equal for one in walked)


class _Walked(Record):
    equal: int
    changes: int
    last: int | None
    difference: tuple[int, list[str], list[str]] | None


def _walk(quoted: Sequence[str], words: Sequence[str], here: int, there: int, step: int) -> _Walked:
    """Go along block and file from one place on, in one direction, and count what is equal."""
    equal = changes = 0
    last: int | None = None
    difference: tuple[int, list[str], list[str]] | None = None
    end_here, end_there = (len(quoted), len(words)) if step > 0 else (-1, -1)
    while here != end_here:
        token = quoted[here]
        if token == BREAK:
            here += step
            continue
        if token == GAP:
            here += step
            while here != end_here and quoted[here] in (GAP, BREAK):
                here += step
            if here == end_here:
                break
            resumed = _resume(quoted, words, here, there, step)
            if resumed is None:
                difference = difference or (there, _next(quoted, here, step), [])
                changes += 1
                here += step
                continue
            altered, there = resumed
            if altered:
                changes += altered
                left, right = _slice(quoted, here, altered, step), _slice(words, there, altered, step)
                difference = difference or (there, left, right)
            here += step * altered
            there += step * altered
            continue
        if there != end_there and 0 <= there < len(words) and words[there] == token:
            equal += 1
            last = there
            here += step
            there += step
            continue
        if not 0 <= there < len(words):
            rest = [one for one in (quoted[here:] if step > 0 else quoted[: here + 1]) if one not in (GAP, BREAK)]
            if any(one not in ("}", ";") for one in rest):
                changes += len(rest)
                difference = difference or (there - step, rest[:8], [])
            break
        skip = _resync(quoted, words, here, there, step)
        if skip is None:
            rest = [one for one in (quoted[here:] if step > 0 else quoted[: here + 1]) if one not in (GAP, BREAK)]
            if any(one not in ("}", ";", "{") for one in rest):
                changes += len(rest)
                difference = difference or (there, _next(quoted, here, step), _next(words, there, step))
            break
        ours, theirs = skip
        left = [one for one in _slice(quoted, here, ours, step) if one != BREAK]
        right = _slice(words, there, theirs, step)
        if left or not (_in_angles(right, words, there, step) or _ends_bodies(right) or _is_access(right)):
            changes += max(_counted([one for one in left if one != GAP]), _counted(right))
            if difference is None or (left and right and not (difference[1] and difference[2])):
                difference = (there, left, right)  # what is another says more than what is left out
        here += step * ours
        there += step * theirs
    return _Walked(equal, changes, last, difference)


def _counted(tokens: Sequence[str]) -> int:
    """How many things some tokens are: a number with its sign is one, and so is an operator of two signs.

    >>> _counted(["-", "1"]), _counted(["a", "-", "b"]), _counted(["|", "|"])
    (1, 3, 1)
    """
    return len(tokens) - sum(
        (one == "-" and other[:1].isdigit()) or (one == other and one in "&|=") for one, other in pairwise(tokens)
    )


def _ends_bodies(tokens: Sequence[str]) -> bool:
    """Whether some tokens only end bodies or a class, which is left out between two excerpts of one block."""
    return "}" in tokens and all(token in ("}", ";") for token in tokens)


def _is_access(tokens: Sequence[str]) -> bool:
    """Whether some tokens only tell who may use what follows in a class, which tells nothing of that itself.

    >>> _is_access(["public", ":"]), _is_access([":", "public", "Loom"])
    (True, False)
    """
    return len(tokens) == 2 and tokens[0] in ("public", "protected", "private") and tokens[1] == ":"


def _next(tokens: Sequence[str], at: int, step: int) -> list[str]:
    piece = tokens[at : at + 5] if step > 0 else tokens[max(0, at - 4) : at + 1]
    return [one for one in piece if one not in (GAP, BREAK)]


def _slice(tokens: Sequence[str], at: int, count: int, step: int) -> list[str]:
    return list(tokens[at : at + count] if step > 0 else tokens[at - count + 1 : at + 1])


def _resume(quoted: Sequence[str], words: Sequence[str], here: int, there: int, step: int) -> tuple[int, int] | None:
    """Where the file goes on after what a mark of elision stands for, behind how many tokens that are altered.

    Where the first words behind the mark are altered, it is resumed with three of those behind them.
    """
    if not 0 <= there < len(words):
        return None
    reach = words[there : there + MAX_ELIDED] if step > 0 else words[max(0, there - MAX_ELIDED + 1) : there + 1][::-1]
    ahead = list(reach)
    for altered in range(MAX_ALTERED + 1):
        run: list[str] = []
        at = here + step * altered
        while 0 <= at < len(quoted) and len(run) < 5 and quoted[at] not in (GAP, BREAK):
            run.append(quoted[at])
            at += step
        least = 3 if altered else min(2, len(run))
        for length in (len(run), 3, 2, 1):
            place = _place(ahead, run[:length]) if least <= length <= len(run) else -1
            if place >= 0:
                return altered, there + step * (place - altered)
    return None


def _place(words: list[str], run: list[str]) -> int:
    """Where some words stand first in others; -1 where they do not."""
    at = -1
    for _ in range(words.count(run[0]) if run else 0):
        at = words.index(run[0], at + 1)
        if words[at : at + len(run)] == run:
            return at
    return -1


def _resync(quoted: Sequence[str], words: Sequence[str], here: int, there: int, step: int) -> tuple[int, int] | None:
    """The least number of tokens to leave out on either side until both go on alike."""
    last = min(MAX_THEIRS, len(words) - 1 - there if step > 0 else there)
    places: dict[str, list[int]] = {}
    for theirs in range(last + 1):
        places.setdefault(words[there + step * theirs], []).append(theirs)
    size = len(quoted)
    found = []
    for ours in range(MAX_OURS + 1):
        here_too = here + step * ours
        while 0 <= here_too < size and quoted[here_too] == BREAK:
            here_too += step
        if not 0 <= here_too < size:
            break
        found += [(ours + theirs, ours) for theirs in places.get(quoted[here_too], ())]
    for total, ours in sorted(found):
        if 0 < total < MAX_BOTH and _alike(quoted, words, here + step * ours, there + step * (total - ours), step):
            return ours, total - ours
    return None


def _alike(quoted: Sequence[str], words: Sequence[str], here: int, there: int, step: int) -> bool:
    """Whether three tokens are the same from two places on, or all that are left of the block."""
    same = 0
    while 0 <= here < len(quoted) and same < 3:
        if quoted[here] == GAP:
            return same > 0
        if quoted[here] == BREAK:
            here += step
            continue
        if not 0 <= there < len(words) or quoted[here] != words[there]:
            return False
        same += 1
        here += step
        there += step
    return same > 0


def _in_angles(tokens: list[str], words: Sequence[str], there: int, step: int) -> bool:
    """Whether tokens are something in angle brackets, which a page may have lost as if it were an HTML tag."""
    if len(tokens) > 14 or not tokens:
        return False
    return tokens[0] == "<" and tokens[-1] == ">"
