"""Quotations of source held against the source, as people quote: comments added, lines left out, entities damaged.

Both sides become tokens without comments and line breaks, so that how a line is wrapped does not matter. `...` stands
for whatever was left out, and a block may be several excerpts with empty lines between. A quotation that is not exactly
there is laid along the file from its rarest run of tokens on; how much of it fits tells an altered quotation from code
of the author's own.
"""

from __future__ import annotations

import html
import re
from itertools import compress, count, islice, pairwise

from tfexplore._record import TYPE_CHECKING, Record

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

#: Tokens of a block that are compared; what follows in a longer one is said not to have been.
MAX_TOKENS = 6_000
#: Tokens that a mark of elision may stand for.
MAX_ELIDED = 12_000
#: A file is laid beside a block when it holds this share of the block's names.
SHARE_NAMES = 0.6
#: Files laid beside a block that is in none of them word for word.
MAX_ALIGNED = 4

_TOKEN = re.compile(
    r'"""(?:[^"\\]|\\.|"(?!""))*(?:"""|\Z)' r"|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|\Z)"
    r'|"(?:[^"\\\n]|\\.)*"' r"|'(?:[^'\\\n]|\\.)*'"
    r"|//[^\n]*|/\*.*?(?:\*/|\Z)"
    r"|[^\W\d]\w*|\d[\w.]*|\.\.\.+|…+|⋯+|::|->|\\\n|\n|[^\s\w]",
    re.S,
)  # fmt: skip
_PYTHON_COMMENT = re.compile(r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*""")
_HASH_REMARK = re.compile(
    r"(^|[ \t])#(?:[ \t]+(?!(?:if|ifdef|ifndef|else|elif|endif|define|undef|include|pragma|error)\b)|(?=[^\x00-\x7f]))"
    r"[^\n]*",
    re.M,
)
_ELISION = re.compile(r"\.\.\.|…|⋯|省略|略去|略过|\b(?:omitted|elided|snip(?:ped)?|skipped)\b", re.I)
_CODE = re.compile(r"\w+|[^\s\w]")
#: How a token that is no code may begin.
_MAYBE_REMARK = "\n\\/\"'"
_NAME = re.compile(r"[A-Za-z_]\w{3,}")
#: The entities that pages make of code. `&empty;` and its like stay: they take the address of what is named so.
_ENTITY = re.compile(r"&(?:#\d{1,6}|#[xX][0-9a-fA-F]{1,5}|amp|lt|gt|quot|apos|nbsp|hellip);")
#: A macro's line that goes on: the backslash, and the remark that a quotation may have behind it.
_CONTINUED = re.compile(r"\\(?=[ \t]*(?://[^\n]*|/\*[^\n]*\*/[ \t]*)?$)", re.M)
_DOCSTRING = re.compile(r'[rRuU]?"""(.*?)"""', re.S)
_GAP = "\x00gap"
_BREAK = "\x00break"
_SEED = 4


class Compared(Record):
    """Where a quotation stands, `share` of it; `different` says the first difference, empty when there is none."""

    path: str
    line: int
    end_line: int
    share: float
    different: str
    changes: int = 0


class Tokens:
    """A file as tokens, the line of each, and all of them as one text to search."""

    def __init__(self, found: list[str], python: bool) -> None:
        self._found = found
        self._kept = [token[0] not in _MAYBE_REMARK or not _is_remark(token, python) for token in found]
        self.words = list(compress(found, self._kept))
        self.text = "\x1f" + "\x1f".join(self.words) + "\x1f"

    def line(self, word: int) -> int:
        """The line of one of the words."""
        at = next(islice(compress(count(), self._kept), word, None))
        return 1 + "".join(self._found[:at]).count("\n")


def _is_remark(token: str, python: bool) -> bool:
    """Whether a token is a line's end, a comment or a docstring."""
    first = token[0]
    return (
        first == "\n"
        or (first == "\\" and len(token) == 2)
        or (first == "/" and len(token) > 1 and not (python and token[1] == "/"))
        or (first in "\"'" and token[:3] in ('"""', "'''"))
    )


def tokens_of(text: str, python: bool) -> Tokens:
    """A file's tokens without comments and docstrings."""
    found = _TOKEN.findall(_without_remarks(text) if python else text)
    if python:  # after `//` the rest of the line is code, not a comment
        found = [word for token in found for word in (_CODE.findall(token) if token[:2] == "//" else (token,))]
    return Tokens(found, python)


def _without_remarks(text: str) -> str:
    """Python without its comments; a docstring's inside is dropped later, and a `#` in it does no harm."""
    return _PYTHON_COMMENT.sub(lambda m: m[1] or "", text) if "#" in text else text


def entities_resolved(text: str) -> str:
    """Code with HTML entities as the characters they mean, those that were escaped twice too."""
    for _ in range(3):
        if "&" not in text:
            break
        fixed = _ENTITY.sub(lambda match: html.unescape(match[0]), text)
        if fixed == text:
            break
        text = fixed
    return text.replace("\xa0", " ")


def quoted_tokens(code: str, python: bool) -> list[str]:
    """The tokens of a block, with marks where something was left out and where an empty line stands.

    More than `MAX_TOKENS` say that the block was cut.
    """
    text = entities_resolved(code)
    if python:
        text = re.sub(
            r"""("(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|#[^\n]*""",
            lambda m: m[1] or (" ... " if _ELISION.search(m[0]) else ""),
            text,
        )
    else:
        text = _CONTINUED.sub("", text) if "\\" in text else text
        text = _HASH_REMARK.sub(lambda m: m[1] + (" ... " if _ELISION.search(m[0]) else ""), text)
    made: list[str] = []
    newlines = 0
    for match in _TOKEN.finditer(text):
        token = match[0]
        first = token[0]
        if first == "\n":
            newlines += 1
            if newlines == 2 and made and made[-1] not in (_GAP, _BREAK):
                made.append(_BREAK)
            continue
        if first == "\\" and len(token) == 2:
            continue
        remark = first == "/" and len(token) > 1 and not (python and token[1] == "/")
        if remark or token[:3] in ('"""', "'''"):
            if remark and _ELISION.search(token):
                _mark(made)
            newlines = 0 if token[:1] == "/" else newlines
            continue
        newlines = 0
        if token.startswith(("...", "…", "⋯")):
            _mark(made)
            continue
        if token in ("省略", "略"):
            _mark(made)
            continue
        if python and token[:2] == "//":
            made += re.findall(r"\w+|[^\s\w]", token)
            continue
        made.append(token)
        if len(made) > MAX_TOKENS:
            break
    while made and made[-1] in (_GAP, _BREAK, "\\") and len(made) <= MAX_TOKENS:
        made.pop()
    return made


def _mark(made: list[str]) -> None:
    while made and made[-1] == _BREAK:
        made.pop()
    if made and made[-1] != _GAP:
        made.append(_GAP)


class Quotations:
    """The files of a tree as tokens to compare with, each prepared once."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        self._read = read
        self._files: dict[str, Tokens] = {}

    def _tokens(self, path: str) -> Tokens:
        if path not in self._files:
            if len(self._files) > 40:
                self._files.clear()  # their text is large; a document rarely quotes from so many
            data = self._read(path) or b""
            self._files[path] = tokens_of(data.decode("utf-8", "replace"), path.endswith((".py", "BUILD", ".bzl")))
        return self._files[path]

    def fitting(self, quoted: Sequence[str], paths: Sequence[str]) -> list[str]:
        """Those of some files that hold enough of the names of a block, the fullest first."""
        names = _names(quoted)
        if not names:
            return list(paths[:MAX_ALIGNED])
        scored = []
        for position, path in enumerate(paths):
            data = self._read(path)
            if data is not None:
                missing = _missing(names, data, int(len(names) * (1 - SHARE_NAMES) + 1e-9))
                if missing is not None:
                    scored.append((missing, position, path))
        return [path for _, _, path in sorted(scored)]

    def exact(self, quoted: Sequence[str], paths: Sequence[str]) -> Compared | None:
        """The place of a quotation that is in one of some files word for word."""
        names = _names(quoted)
        for path in paths if names else paths[:MAX_ALIGNED]:
            data = self._read(path)
            if data is None:
                continue
            # What one file does not have, the next will hardly have either.
            lost = next((name for name in names if name not in data), None)
            if lost is not None:
                names.remove(lost)
                names.insert(0, lost)
                continue
            found = self._exact(quoted, path)
            if found is not None:
                return found
        return None

    def remark(self, code: str, paths: Sequence[str]) -> Compared | None:
        """The place of lines that stand in a file as they are, comments and docstrings included."""
        wanted = " ".join(entities_resolved(code).split())
        if len(wanted) < 12:
            return None
        for path in paths:
            text = (self._read(path) or b"").decode("utf-8", "replace")
            if " ".join(text.split()).find(wanted) >= 0:
                head = next(line.strip() for line in entities_resolved(code).split("\n") if line.strip())
                number = next((n for n, line in enumerate(text.split("\n"), 1) if head in line), 1)
                return Compared(path, number, number + code.strip("\n").count("\n"), 1.0, "")
        return None

    def documented(self, code: str, path: str) -> str:
        """How a docstring of the block differs from the file's; empty when it does not, or when it is another text."""
        text = ""
        for match in _DOCSTRING.finditer(entities_resolved(code)):
            said = match[1].split()
            if len(said) < 3 or not match[1].isascii() or _ELISION.search(match[1]):
                continue
            if not text:
                data = (self._read(path) or b"").decode("utf-8", "replace")
                text = " " + " ".join(data.replace('"""', " ").split()) + " "
            if " ".join(said) in text:
                continue
            known = [run for run in pairwise(said) if " " + " ".join(run) + " " in text]
            if len(known) >= 0.6 * (len(said) - 1):
                pairs = pairwise(said)
                at = next(" ".join(run) for run in pairs if " " + " ".join(run) + " " not in text)
                return f"the docstring has no `{at[:60]}`"
        return ""

    def _exact(self, quoted: Sequence[str], path: str) -> Compared | None:
        for form in _forms(quoted):
            place = _located(form, self._tokens(path))
            if place is not None:
                file = self._tokens(path)
                return Compared(path, file.line(place[0]), file.line(place[1]), 1.0, "")
        return None

    def aligned(self, quoted: Sequence[str], paths: Sequence[str]) -> Compared | None:
        """The place that a quotation resembles most, and how it differs there."""
        best: Compared | None = None
        for path in paths[:MAX_ALIGNED]:
            one = _align(quoted, self._tokens(path), path)
            if one is not None and (best is None or one.share > best.share + 1e-9):
                best = one
        return best


def _names(quoted: Sequence[str]) -> list[bytes]:
    """The names in a block, each once, those first that the fewest files have."""
    names = {word.encode() for word in quoted if _NAME.match(word)}
    return sorted(names, key=lambda name: (-len(name), name))


def _missing(names: Sequence[bytes], data: bytes, most: int) -> int | None:
    """How many of some names a file has not; None when they are more than `most`."""
    missing = 0
    for name in names:
        if name not in data:
            missing += 1
            if missing > most:
                return None
    return missing


def _forms(quoted: Sequence[str]) -> list[list[list[str]]]:
    """A block as the stretches that must follow each other, in each of the ways one may read it."""
    whole = _split(quoted, (_GAP,))
    forms = [whole]
    trimmed = list(quoted)
    while trimmed and trimmed[-1] in ("}", ";", ")", "]", ",", "{", _BREAK, _GAP):
        # Braces that only close what the excerpt opened, or the `;` of a signature that stands for its body.
        trimmed.pop()
        if len(trimmed) >= 3:
            forms.append(_split(trimmed, (_GAP,)))
    if _BREAK in quoted:
        pieces = _split(quoted, (_GAP, _BREAK))
        if all(len(piece) >= 3 for piece in pieces):
            forms.append(pieces)
    return forms


def _split(quoted: Sequence[str], marks: tuple[str, ...]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    for token in quoted:
        if token in marks:
            pieces.append([])
        elif token != _BREAK:
            pieces[-1].append(token)
    return [piece for piece in pieces if piece]


def _located(pieces: list[list[str]], file: Tokens) -> tuple[int, int] | None:
    """The first and the last token of stretches that follow each other in a file."""
    if not pieces or not file.words:
        return None
    texts = ["\x1f" + "\x1f".join(piece) + "\x1f" for piece in pieces]
    begin = 0
    for _ in range(40):
        start = at = file.text.find(texts[0], begin)
        if start < 0:
            return None
        end = at + len(texts[0])
        for text in texts[1:]:
            at = file.text.find(text, end - 1, end + MAX_ELIDED * 8)
            if at < 0:
                break
            end = at + len(text)
        if at >= 0:
            first = file.text.count("\x1f", 0, start)
            return first, first + file.text.count("\x1f", start, end) - 2
        begin = start + 1
    return None


def _align(quoted: Sequence[str], file: Tokens, path: str) -> Compared | None:
    solid = [token for token in quoted if token not in (_GAP, _BREAK)]
    if len(solid) < 3 or not file.words:
        return None
    anchor = _anchor(quoted, file)
    if anchor is None:
        return None
    here, there = anchor
    words = file.words
    forward = _walk(quoted, words, here, there, 1)
    backward = _walk(quoted, words, here - 1, there - 1, -1)
    equal = forward.equal + backward.equal
    changes = forward.changes + backward.changes
    first = backward.last if backward.last is not None else there
    last = forward.last if forward.last is not None else there
    difference = backward.difference or forward.difference
    said = ""
    if difference is not None:
        at, wanted, has = difference
        number = file.line(max(0, min(at, len(words) - 1)))
        said = f"line {number} has {_shown(has)}, the quotation {_shown(wanted)}"
    return Compared(
        path, file.line(first), file.line(last), equal / len(solid), said, changes if difference is not None else 0
    )


def _shown(tokens: Sequence[str]) -> str:
    if not tokens:
        return "nothing"
    text = " ".join(tokens[:8])
    return "`" + (text if len(text) <= 60 else text[:57] + "...") + "`"


def _anchor(quoted: Sequence[str], file: Tokens) -> tuple[int, int] | None:
    """A run of tokens of the block that is rarest in the file, and where it is there."""
    best: tuple[int, int, int] | None = None
    for length in (_SEED, 2):
        for at in range(len(quoted) - length + 1):
            run = quoted[at : at + length]
            if any(token in (_GAP, _BREAK) for token in run) or not any(_NAME.match(token) for token in run):
                continue
            text = "\x1f" + "\x1f".join(run) + "\x1f"
            found = file.text.find(text)
            if found < 0:
                continue
            count = file.text.count(text)
            if best is None or count < best[0]:
                best = (count, at, found)
                if count == 1:
                    break
        if best is not None:
            break
    if best is None:
        return None
    count, at, found = best
    starts = [found]
    while len(starts) < min(count, 12):
        found = file.text.find("\x1f" + "\x1f".join(quoted[at : at + length]) + "\x1f", found + 1)
        if found < 0:
            break
        starts.append(found)
    places = [file.text.count("\x1f", 0, start) for start in starts]
    if len(places) > 1:
        scores = [
            _walk(quoted, file.words, at, place, 1).equal + _walk(quoted, file.words, at - 1, place - 1, -1).equal
            for place in places
        ]
        return at, places[scores.index(max(scores))]
    return at, places[0]


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
        if token == _BREAK:
            here += step
            continue
        if token == _GAP:
            here += step
            while here != end_here and quoted[here] in (_GAP, _BREAK):
                here += step
            if here == end_here:
                break
            found = _resume(quoted, words, here, there, step)
            if found is None:
                if difference is None:
                    difference = (there, _next(quoted, here, step), [])
                changes += 1
                here += step
                continue
            there = found
            continue
        if there != end_there and 0 <= there < len(words) and words[there] == token:
            equal += 1
            last = there
            here += step
            there += step
            continue
        if not 0 <= there < len(words):
            rest = [one for one in (quoted[here:] if step > 0 else quoted[: here + 1]) if one not in (_GAP, _BREAK)]
            if any(one not in ("}", ";") for one in rest):
                changes += len(rest)
                difference = difference or (there - step, rest[:8], [])
            break
        skip = _resync(quoted, words, here, there, step)
        if skip is None:
            rest = [one for one in (quoted[here:] if step > 0 else quoted[: here + 1]) if one not in (_GAP, _BREAK)]
            if any(one not in ("}", ";", "{") for one in rest):
                changes += len(rest)
                difference = difference or (there, _next(quoted, here, step), _next(words, there, step))
            break
        ours, theirs = skip
        left = [one for one in _slice(quoted, here, ours, step) if one != _BREAK]
        right = _slice(words, there, theirs, step)
        if not (not left and _in_angles(right, words, there, step)):
            changes += max(len([one for one in left if one != _GAP]), len(right))
            if difference is None:
                difference = (there, left, right)
        here += step * ours
        there += step * theirs
    return _Walked(equal, changes, last, difference)


def _next(tokens: Sequence[str], at: int, step: int) -> list[str]:
    piece = tokens[at : at + 5] if step > 0 else tokens[max(0, at - 4) : at + 1]
    return [one for one in piece if one not in (_GAP, _BREAK)]


def _slice(tokens: Sequence[str], at: int, count: int, step: int) -> list[str]:
    return list(tokens[at : at + count] if step > 0 else tokens[at - count + 1 : at + 1])


def _resume(quoted: Sequence[str], words: Sequence[str], here: int, there: int, step: int) -> int | None:
    """Where the file goes on after what a mark of elision stands for."""
    run: list[str] = []
    at = here
    while 0 <= at < len(quoted) and len(run) < 5 and quoted[at] not in (_GAP, _BREAK):
        run.append(quoted[at])
        at += step
    for length in (len(run), 3, 2, 1):
        if length > len(run) or length < min(2, len(run)):
            continue
        head = run[:length]
        place = there
        for _ in range(MAX_ELIDED):
            if not 0 <= place < len(words):
                break
            if words[place] == head[0] and all(
                0 <= place + step * k < len(words) and words[place + step * k] == head[k] for k in range(length)
            ):
                return place
            place += step
    return None


def _resync(quoted: Sequence[str], words: Sequence[str], here: int, there: int, step: int) -> tuple[int, int] | None:
    """The least number of tokens to leave out on either side until both go on alike."""
    size, all_words = len(quoted), len(words)
    for total in range(1, 120):
        for ours in range(max(0, total - 90), min(total, 60) + 1):
            one, other = here + step * ours, there + step * (total - ours)
            if not 0 <= one < size:
                continue
            word = quoted[one]
            if 0 <= other < all_words and word != words[other] and word not in _NO_TOKEN:
                continue  # nearly always, and nothing is called for it
            if _alike(quoted, words, one, other, step):
                return ours, total - ours
    return None


#: What stands in a quotation for no token of the source.
_NO_TOKEN = frozenset((_GAP, _BREAK))


def _alike(quoted: Sequence[str], words: Sequence[str], here: int, there: int, step: int) -> bool:
    """Whether three tokens are the same from two places on, or all that are left of the block."""
    same = 0
    while 0 <= here < len(quoted) and same < 3:
        if quoted[here] == _GAP:
            return same > 0
        if quoted[here] == _BREAK:
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
