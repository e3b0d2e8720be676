"""Quotations of source held against the source, as people quote: comments added, lines left out, entities damaged.

Both sides become tokens without comments and line breaks, so that how a line is wrapped does not matter. `...` stands
for whatever was left out, and a block may be several excerpts with empty lines between. A quotation that is not exactly
there is laid along the file from its rarest run of tokens on; how much of it fits tells an altered quotation from code
of the author's own.
"""

from __future__ import annotations

import re
from collections import Counter
from difflib import get_close_matches
from itertools import islice, pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.alignment import MAX_ELIDED, NAME, Compared, laid_along
from tfexplore.answers.tokens import BREAK, ELISION, GAP, Tokens, entities_resolved, tokens_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

#: A file is laid beside a block when it holds this share of the block's names.
SHARE_NAMES = 0.6
#: Files laid beside a block that is in none of them word for word.
MAX_ALIGNED = 5
#: Places of a file that begin as a block does.
MAX_PLACES = 40
#: Tokens of a statement that may have been left out at a block's end.
MAX_STATEMENT = 60
#: So many lines above a cited one a quotation may begin that is not behind it.
MOST_ABOVE = 3

#: The share of the pairs of words in a line of comment that may be others where the line is meant to be the same.
MOST_ALTERED = 0.5
#: A comment of fewer words is compared by its letters, of which so many are the same.
MIN_WORDS, NEARLY = 4, 0.8

#: Bytes of the files of which the tokens are kept.
MAX_KEPT = 6 << 20
#: Lines of comment that a block of nothing else must have, and the share of them that may be others.
MIN_REMARKS, FEW_LOST = 4, 0.34

#: Signs with which an expression goes on, and how much of that is shown.
_GOES_ON = frozenset([".", "->", "+", "-", "*", "/", "&&", "||", "<<", "==", "!=", "?"])
MAX_SHOWN = 6

_COMMENT = regex(
    r"\s*(?://+|#+(?!\s*(?:if|ifdef|ifndef|else|elif|endif|define|include|pragma|undef)\b)|/\*+|\*+(?!\w))(?!/)\s?(.*)"
)
#: What an author adds to a comment: where it stands.
_POINTED = regex(r"\s+(?:<-+|<=+|←)\s?\S*\w\.\w+\S*\s*\Z")
_DOCSTRING = regex(r'[rRuU]?"""(.*?)"""', re.S)


class Quotations:
    """The files of a tree as tokens to compare with, each prepared once."""

    def __init__(self, read: Callable[[str], bytes | None]) -> None:
        self._read = read
        self._files: dict[str, Tokens] = {}
        self._size = 0

    def tokens(self, path: str) -> Tokens:
        """The tokens of a file."""
        if path not in self._files:
            data = self._read(path) or b""
            self._size += len(data)
            if self._size > MAX_KEPT:
                self._files.clear()  # tokens take many times as much; a document rarely quotes from so many files
                self._size = len(data)
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

    def holds(self, quoted: Sequence[str], path: str) -> bool:
        """Whether a file has every name of a block, wherever they stand."""
        data = self._read(path)
        return data is not None and _missing(_names(quoted), data, 0) == 0

    def exact(
        self, quoted: Sequence[str], paths: Sequence[str], lines: Mapping[str, int] | None = None
    ) -> Compared | None:
        """The place of a quotation that is in one of some files word for word; the nearest to a line of a file's."""
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
            found = self._exact(quoted, path, (lines or {}).get(path, 0))
            if found is not None:
                return found
        return None

    def remark(self, code: str, paths: Sequence[str]) -> Compared | None:
        """The place of lines that stand in a file as they are, comments and docstrings included."""
        wanted = " ".join(entities_resolved(code).split())
        if len(wanted) < 12:
            return None
        telling = max(wanted.split(), key=len)
        for path in paths:
            text = (self._read(path) or b"").decode("utf-8", "replace")
            if telling in text and wanted in " ".join(text.split()):
                head = next(line.strip() for line in entities_resolved(code).split("\n") if line.strip())
                number = next((n for n, line in enumerate(text.split("\n"), 1) if head in line), 1)
                return Compared(path, number, number + code.strip("\n").count("\n"), 1.0, "")
        return None

    def remarks(self, code: str, paths: Sequence[str]) -> Compared | None:
        """The place of a block of nothing but comments, most of whose lines stand in a file in their order."""
        lines = [line for line in entities_resolved(code).split("\n") if line.strip()]
        matches = [_COMMENT.match(line) for line in lines]
        said = [" ".join(match[1].split()) for match in matches if match is not None]
        wanted = [line for line in said if line]
        if len(said) < len(lines) or len(wanted) < MIN_REMARKS or not " ".join(wanted).isascii():
            return None
        for path in paths:
            data = (self._read(path) or b"").decode("utf-8", "replace")
            there = [(number, " ".join(match[1].split())) for number, line in enumerate(data.split("\n"), 1)
                     if (match := _COMMENT.match(line)) and match[1].strip()]  # fmt: skip
            compared = _in_order(wanted, there, path)
            if compared is not None:
                return compared
        return None

    def documented(self, code: str, path: str) -> str:
        """How a docstring of the block differs from the file's; empty when it does not, or when it is another text."""
        text = ""
        for match in _DOCSTRING.finditer(entities_resolved(code)):
            said = match[1].split()
            if len(said) < 3 or not match[1].isascii() or ELISION.search(match[1]):
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

    def commented(self, code: str, compared: Compared) -> str:
        """How a line of comment in the block differs from those of the place it quotes; empty when none does.

        What the author added is like nothing there; and a comment may be wrapped in another way, or be cut.
        """
        lines = entities_resolved(code).split("\n")
        said = [
            (number, _POINTED.sub("", match[1]).split())
            for number, line in enumerate(lines)
            if (match := _COMMENT.match(line))
        ]
        said = [(number, words) for number, words in said if len(words) >= 2 and " ".join(words).isascii()]
        if not said:
            return ""
        above = next((number for number, line in enumerate(lines) if line.strip() and not _COMMENT.match(line)), 0)
        text = (self._read(compared.path) or b"").decode("utf-8", "replace").split("\n")
        here = text[max(0, compared.line - 3 - above) : compared.end_line + 2]
        remarks = [match[1].split() for line in here if (match := _COMMENT.search(line))]
        there = f" {' '.join([word for remark in remarks for word in remark])} "
        for _, line in said:
            if f" {' '.join(line)} " in there or ELISION.search(" ".join(line)):
                continue
            if len(line) < MIN_WORDS:
                # Of a short one every second word is in many; it is meant where one there is nearly the same.
                whole = " ".join(line)
                near = get_close_matches(whole, [" ".join(one) for one in remarks], 1, NEARLY) if len(whole) > 9 else []
                if near:
                    return f"the comment there is `{near[0][:60]}`"
                continue
            runs = [f" {' '.join(run)} " for run in pairwise(line)]
            lost = [run for run in runs if run not in there]
            if lost and len(lost) <= len(runs) * MOST_ALTERED:  # none is where words are only put together
                return f"the comment there has no `{lost[0].strip()[:60]}`"
        return ""

    def _exact(self, quoted: Sequence[str], path: str, near: int) -> Compared | None:
        file = self.tokens(path)
        for form in _forms(quoted):
            places = islice(_located(form, file), MAX_PLACES if near else 1)
            found = [Compared(path, file.line(at[0][0]), file.line(at[-1][1]), 1.0, "") for at in places]
            if found:
                # What is cited is the head of what is quoted more often than a line behind it.
                return min(found, key=lambda one: (one.line < near - MOST_ABOVE, abs(one.line - near)))
        return None

    def left_out(self, code: str, quoted: Sequence[str], compared: Compared) -> int:
        """The only line of code that a block does not have of those that it is said to stand on; 0 for another block.

        A block may be several excerpts with empty lines between, so that it must have all of the rest, and the empty
        line where this one is not must be the file's own; or else the remark above it is in the block, on another line.
        """
        if GAP in quoted or BREAK not in quoted:
            return 0
        file = self.tokens(compared.path)
        for places in islice(_located(_split(quoted, (GAP, BREAK)), file), MAX_PLACES):
            if file.line(places[0][0]) == compared.line:
                break
        else:
            return 0
        skipped = [(last, first) for (_, last), (first, _) in pairwise(places) if first > last + 1]
        if len(skipped) != 1:
            return 0
        last, first = skipped[0]
        above, line, end, below = (file.line(word) for word in (last, last + 1, first - 1, first))
        if not above < line == end < below:
            return 0
        text = (self._read(compared.path) or b"").split(b"\n")
        blank = [any(not one.strip() for one in text[a : b - 1]) for a, b in ((above, line), (line, below))]
        if blank.count(True) == 1:
            return line
        remark = text[line - 2].strip() if above < line - 1 else b""
        remarked = remark.startswith((b"//", b"#")) and remark.decode("utf-8", "replace") in code
        return line if remarked and not any(blank) else 0

    def begins_inside(self, quoted: Sequence[str], compared: Compared) -> tuple[int, str]:
        """A line of which a block has only the end behind an empty line, and what that begins with; 0 for none."""
        if GAP in quoted or BREAK not in quoted:
            return 0, ""
        file = self.tokens(compared.path)
        for places in islice(_located(_split(quoted, (BREAK,)), file), MAX_PLACES):
            if file.line(places[0][0]) != compared.line:
                continue
            for (_, last), (first, _) in pairwise(places):
                begun = file.words[last + 1 : first]
                if begun and file.line(last) < file.line(last + 1) == file.line(first):
                    return file.line(first), " ".join(begun[:MAX_SHOWN])
        return 0, ""

    def cut_short(self, quoted: Sequence[str], compared: Compared) -> tuple[int, int]:
        """The line of the only statement that a block does not have before its last brace, and that of the brace.

        Zeros for another block: one that is cut where more is left out is closed by whoever cuts it.
        """
        words = [token for token in quoted if token != BREAK]
        if words[-2:] == ["}", ";"]:
            words.pop()
        if GAP in words or not words or words[-1] != "}":
            return 0, 0
        file = self.tokens(compared.path)
        kept = list(words)
        while not (places := [one for (one,) in _located([kept], file) if file.line(one[0]) == compared.line]):
            if kept[-1:] != ["}"]:
                return 0, 0
            kept.pop()
        closed = words[len(kept) :]
        behind = places[0][1] + 1
        rest = file.words[behind : behind + MAX_STATEMENT]
        size = rest.index("}") if "}" in rest else 0
        statement = rest[:size]
        if not closed or statement[-1:] != [";"] or statement.count(";") > 1 or "{" in statement:
            return 0, 0
        end = behind + size + len(closed) - 1
        return (file.line(behind), file.line(end)) if file.words[behind + size : end + 1] == closed else (0, 0)

    def goes_on(self, quoted: Sequence[str], compared: Compared) -> tuple[int, str]:
        """The line on which the last statement of a block goes on in the file, and what with; 0 where it ends there."""
        tokens = list(quoted)
        words = [
            token for token in tokens[len(tokens) - tokens[::-1].index(GAP) if GAP in tokens else 0 :] if token != BREAK
        ]
        file = self.tokens(compared.path)
        kept = list(words)
        here = range(compared.line, compared.end_line + 1)
        while not (places := [one for (one,) in _located([kept], file) if kept and file.line(one[0]) in here]):
            if kept[-1:] not in (["}"], [";"]):
                return 0, ""
            kept.pop()
        behind = places[0][1] + 1
        there = file.words[behind] if behind < len(file.words) else ""
        if words[len(kept) :][:1] != [";"] or there not in _GOES_ON:
            return 0, ""
        return file.line(behind), " ".join(file.words[behind : behind + MAX_SHOWN])

    def aligned(
        self, quoted: Sequence[str], paths: Sequence[str], lines: Mapping[str, int] | None = None
    ) -> Compared | None:
        """The place that a quotation resembles most, and how it differs there; `lines` are those cited of files."""
        best: Compared | None = None
        counted = Counter(word for word in quoted if NAME.match(word))
        size = sum(token not in (GAP, BREAK) for token in quoted)
        for path in paths[:MAX_ALIGNED]:
            if best is not None:
                # Names that a file has not cannot be alike there; mostly that alone says that another file is meant.
                data = self._read(path) or b""
                lost = sum(times for name, times in counted.items() if name.encode() not in data)
                if (size - lost) / size <= best.share + 1e-9:
                    continue
            one = laid_along(quoted, self.tokens(path), path, (lines or {}).get(path, 0))
            if one is not None and (best is None or one.share > best.share + 1e-9):
                best = one
        return best


def _in_order(wanted: Sequence[str], there: Sequence[tuple[int, str]], path: str) -> Compared | None:
    """The place of the comments of a file that begin and end as some lines do, if most of them are the same."""
    texts = [text for _, text in there]
    if wanted[0] not in texts:
        return None
    first = texts.index(wanted[0])
    here = there[first : first + len(wanted) + 1]
    at, lost = 0, []
    for line in wanted:
        found = next((number for number, (_, text) in enumerate(here[at:], at) if text == line), -1)
        at = found + 1 if found >= 0 else at
        lost += [line] if found < 0 else []
    if not at or len(lost) > len(wanted) * FEW_LOST or lost[-1:] == [wanted[-1]]:
        return None
    different = f"no comment there is `{lost[0][:60]}`" if lost else ""
    return Compared(path, here[0][0], here[at - 1][0], 1 - len(lost) / len(wanted), different, len(lost))


def _names(quoted: Sequence[str]) -> list[bytes]:
    """The names in a block, each once, those first that the fewest files have."""
    names = {word.encode() for word in quoted if NAME.match(word)}
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
    whole = _split(quoted, (GAP,))
    forms = [whole]
    trimmed = list(quoted)
    while trimmed and trimmed[-1] in ("}", ";", ")", "]", ",", "{", BREAK, GAP):
        # Braces that only close what the excerpt opened, or the `;` of a signature that stands for its body.
        trimmed.pop()
        if len(trimmed) >= 3:
            forms.append(_split(trimmed, (GAP,)))
    if BREAK in quoted:
        pieces = _split(quoted, (GAP, BREAK))
        if all(len(piece) >= 3 for piece in pieces):
            forms.append(pieces)
    return forms


def _split(quoted: Sequence[str], marks: tuple[str, ...]) -> list[list[str]]:
    pieces: list[list[str]] = [[]]
    for token in quoted:
        if token in marks:
            pieces.append([])
        elif token != BREAK:
            pieces[-1].append(token)
    return [piece for piece in pieces if piece]


def _located(pieces: list[list[str]], file: Tokens) -> Iterator[list[tuple[int, int]]]:
    """The first and the last token of each of some stretches that follow each other in a file, wherever they do."""
    if not pieces or not file.words:
        return
    texts = ["\x1f" + "\x1f".join(piece) + "\x1f" for piece in pieces]
    begin = 0
    for _ in range(MAX_PLACES):
        start = at = file.text.find(texts[0], begin)
        if start < 0:
            return
        found = [at]
        end = at + len(texts[0])
        for text in texts[1:]:
            at = file.text.find(text, end - 1, end + MAX_ELIDED * 8)
            if at < 0:
                break
            found.append(at)
            end = at + len(text)
        if at >= 0:
            yield _counted(found, pieces, file)
        begin = start + 1


def _counted(begins: list[int], pieces: list[list[str]], file: Tokens) -> list[tuple[int, int]]:
    """Stretches that begin at some places of a file's text, by their first and last tokens."""
    made: list[tuple[int, int]] = []
    word = reached = 0
    for begin, piece in zip(begins, pieces, strict=True):
        word += file.text.count("\x1f", reached, begin)
        reached = begin
        made.append((word, word + len(piece) - 1))
    return made
