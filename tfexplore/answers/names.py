"""One way of matching names, for every command.

A pattern that is a name answers with that name alone, as it is spelt, or else with those that differ from it in case.
Otherwise the names that begin with it come first and those that hold it elsewhere follow; case never matters there.
`*`, `?` and `[...]` make it a glob over the whole name, and slashes around it a regular expression that is
searched for: `conv2d`, `conv`, `*backprop*`, `/^conv.*v2$/`.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import NearName
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

#: The longest pattern taken, and how many ways through a name a regular expression may leave open.
MAX_PATTERN = 200
MAX_CHOICES = 65**3


def match(patterns: Iterable[str], names: Sequence[str]) -> list[str]:
    """The names that any pattern picks, in the order of the patterns, each once."""
    lowered = _lower(names)
    found: dict[str, None] = {}
    for pattern in patterns:
        positions = _positions(pattern, lowered)
        spelt = [position for position in positions if names[position] == pattern] if is_plain(pattern) else []
        for position in spelt or positions:
            found[names[position]] = None
    return list(found)


def match_paths(patterns: Iterable[str], paths: Sequence[str]) -> list[str]:
    """Like `match`, and a pattern that is the end of a path from a slash on answers with those paths alone."""
    found: dict[str, None] = {}
    for pattern in patterns:
        ending = "/" + pattern.lower().strip("/")
        whole = [path for path in paths if ("/" + path.lower()).endswith(ending)] if pattern.strip("/") else []
        for path in whole or match((pattern,), paths):
            found[path] = None
    return list(found)


def endpoint_name(name: str) -> str:
    """`tf.nn.conv2d` of any way to write an endpoint; empty for what cannot be one."""
    if "." not in name or any(sign in name for sign in "/:<>"):
        return ""
    for prefix in ("tensorflow.", "tf."):
        if name.startswith(prefix):
            name = name[len(prefix) :]
            break
    for prefix in ("compat.v1.", "compat.v2."):
        name = name.removeprefix(prefix)
    return f"tf.{name}"


def as_named(text: str) -> str:
    """A name without the blanks around it and the brackets of a call: `tf.nn.conv2d()` and `Conv2D ` are names.

    `operator()` is the name of a member, and what is between slashes a regular expression.
    """
    name = text.strip()
    if name.endswith(")") and not name.endswith("operator()") and name[:1] != "/":
        head, bracket, _ = name.partition("(")
        name = head.rstrip() if bracket and head else name
    return name


def place_named(name: str) -> tuple[str, int]:
    """The path and first line of a place as people and programs write it; an empty path for what is none.

    `nn_ops.cc:329`, `nn_ops.cc:329-340`, `nn_ops.cc:329:5` as compilers do, `nn_ops.cc#L329-L340` and whole addresses
    as GitHub does.
    """
    path, line, _ = lines_named(name)
    return path, line


def lines_named(name: str) -> tuple[str, int, int]:
    """The path of a place, its first line and its last: the first again where no range is said; see `place_named`."""
    path, hash_, line = name.partition("#L")
    last = ""
    if hash_:
        line, _, last = line.partition("-")
        line, last = line.partition("C")[0], last.removeprefix("L").partition("C")[0]
    else:
        path, _, line = name.rpartition(":")
        before, colon, first = path.rpartition(":")
        if colon and first.isdecimal() and line.isdecimal():
            path, line = before, first
        line, _, last = line.partition("-")
    path = path.partition("?")[0]
    if not path or not _is_line(line) or (last and not _is_line(last)):
        return "", 0, 0
    return path, int(line), max(int(line), int(last or line))


def _is_line(text: str) -> bool:
    return text.isdecimal() and len(text) < 10


def revision_named(name: str) -> str:
    """The revision that an address of a file on a hosted repository names; empty for anything else."""
    if "://" not in name:
        return ""
    for mark in ("/blob/", "/tree/", "/raw/", "/blame/"):
        _, found, rest = name.partition(mark)
        if found:
            return rest.partition("/")[0]
    return ""


def is_plain(pattern: str) -> bool:
    """Whether a pattern is a name or a part of one, no glob and no regular expression."""
    return not (_is_regex(pattern) or _is_glob(pattern))


def _is_regex(pattern: str) -> bool:
    return len(pattern) > 1 and pattern[0] == "/" == pattern[-1]


def _is_glob(pattern: str) -> bool:
    return "*" in pattern or "?" in pattern or "[" in pattern


def _lower(names: Sequence[str]) -> list[str]:
    # One call for all names; a name never holds a line feed (the index replaces it).
    lowered = "\n".join(names).lower().split("\n") if names else []
    return lowered if len(lowered) == len(names) else [name.lower() for name in names]


def _positions(pattern: str, lowered: list[str]) -> list[int]:
    if len(pattern) > MAX_PATTERN:
        raise UsageError(f"a pattern of {len(pattern)} characters; the longest taken has {MAX_PATTERN}")
    if _is_regex(pattern):
        search = compile_regex(pattern[1:-1])
        return [position for position, name in enumerate(lowered) if search(name)]
    if _is_glob(pattern):
        import re
        from fnmatch import translate

        fits = re.compile(translate(pattern.lower())).match
        return [position for position, name in enumerate(lowered) if fits(name)]
    wanted = pattern.lower()
    if not wanted:
        return []
    exact = [position for position, name in enumerate(lowered) if name == wanted]
    if exact:
        return exact
    holds = [position for position, name in enumerate(lowered) if wanted in name]
    first = [position for position in holds if lowered[position].startswith(wanted)]
    started = set(first)
    return first + [position for position in holds if position not in started]


def nearest(wanted: Iterable[str], kinds: Iterable[tuple[str, Sequence[str]]], limit: int = 5) -> tuple[NearName, ...]:
    """The names nearest to any of `wanted` by edit distance, and what they name; nothing that is far away."""
    scored: dict[tuple[str, str], tuple[float, int]] = {}
    best: dict[str, float] = {}
    farthest = 0.5
    for rank, (kind, names) in enumerate(kinds):
        lowered = _lower(names)
        for one in wanted:
            word = one.strip("/*?[]").lower()
            if len(word) < 2:
                continue
            for position in _likely(word, lowered):
                length = max(len(word), len(lowered[position]))
                score = _distance(word, lowered[position], int(farthest * length)) / length
                key = (names[position], kind)
                if score <= farthest and (key not in scored or scored[key] > (score, rank)):
                    scored[key] = (score, rank)
                    best[lowered[position]] = min(score, best.get(lowered[position], score))
                    if len(best) >= limit:  # what is farther than these is none of them
                        farthest = sorted(best.values())[limit - 1]
    near: dict[str, NearName] = {}
    for name, kind in sorted(scored, key=lambda key: (scored[key], key)):
        near.setdefault(name.lower(), NearName(name, kind))
    return tuple(near.values())[:limit]


def _likely(word: str, lowered: list[str], keep: int = 40) -> list[int]:
    """The positions of the names that share most pairs of letters with a word: the only ones worth measuring."""
    pairs = {word[at : at + 2] for at in range(len(word) - 1)}
    scored = []
    for position, name in enumerate(lowered):
        shared = sum([pair in name for pair in pairs])
        if shared:
            scored.append((abs(len(name) - len(word)) - 2 * shared, position))
    scored.sort()
    return [position for _, position in scored[:keep]]


def _distance(one: str, other: str, most: int) -> int:
    """How many letters have to be put in, left out, replaced or swapped with their neighbour.

    Where these are more than `most` it is any number above that.
    """
    if abs(len(one) - len(other)) > most:
        return most + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        above, row_before = row, before
        row = [at]
        for column, against in enumerate(other, 1):
            cost = min(above[column] + 1, row[-1] + 1, above[column - 1] + (letter != against))
            if at > 1 and column > 1 and letter == other[column - 2] and one[at - 2] == against:
                cost = min(cost, row_before[column - 2] + 1)
            row.append(cost)
        if min(row) > most and min(above) > most:
            return most + 1
        before = above
    return row[-1]


def compile_regex(text: str) -> Callable[[str], object]:
    """A search for a regular expression that cannot run away; raises `UsageError` for one that can, or is none.

    A backtracking matcher can take exponential time. Refused are a repetition inside a repetition, alternatives
    inside one, and more ways through a name than `MAX_CHOICES`.
    """
    import re
    import warnings

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            parsed = _parser().parse(text, re.IGNORECASE)
            choices = _choices(parsed, within_repeat=False)
            compiled = re.compile(text, re.IGNORECASE)
    except (re.error, OverflowError, Warning, RecursionError) as error:
        raise UsageError(f"/{text}/ is no regular expression: {error}") from error
    if choices > MAX_CHOICES:
        raise UsageError(f"/{text}/ could take forever; use fewer repetitions, none inside another")
    return compiled.search


def _parser() -> Any:
    try:
        from re import _parser as parser  # type: ignore[attr-defined]
    except ImportError:  # Python 3.10
        import sre_parse as parser
    return parser


def _choices(parsed: Any, within_repeat: bool) -> int:
    """How many ways a parsed expression leaves open, at most; far above `MAX_CHOICES` for what may explode."""
    ways = 1
    for operation, argument in parsed:
        kind = str(operation)
        if "REPEAT" in kind:
            least, most, inner = argument
            spread = min(int(most), 64) - min(int(least), 64) + 1
            if within_repeat and spread > 1:
                return MAX_CHOICES + 1
            ways *= spread * _choices(inner, within_repeat or int(most) > 1)
        elif kind == "BRANCH":
            if within_repeat:
                return MAX_CHOICES + 1
            ways *= sum(_choices(branch, within_repeat) for branch in argument[1])
        elif kind in ("SUBPATTERN", "ATOMIC_GROUP", "ASSERT", "ASSERT_NOT", "GROUPREF_EXISTS"):
            parts = argument if isinstance(argument, tuple) else (argument,)
            for part in parts:
                if part is not None and hasattr(part, "data"):
                    ways *= _choices(part, within_repeat)
        if ways > MAX_CHOICES:
            return ways
    return ways
