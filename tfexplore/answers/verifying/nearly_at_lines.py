"""Names that no file has, said to be at lines that have one which is called nearly so.

"`Conv2DOps` (`conv_ops.cc:470`)", where line 470 has `Conv2DOp`; "`REGISTER_OP("Cov2D")` is at `nn_ops.cc:329`". What
stands at the place tells which name is meant, whatever is announced or denied on the same line, and however near to a
plural or another version the name is.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.denials import denies
from tfexplore.answers.known import WORDS
from tfexplore.answers.nearest import distances
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.next_to import between, code_beside, is_beside, line_of
from tfexplore.answers.verifying.spelling import ENDINGS, parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a name of which one may be wrong, and of a word that goes on as another name.
SHORTEST, LONG = 5, 6
#: Lines of a place that are read, and one behind: a head may begin above the name.
MOST_LINES, BEHIND = 3, 1
#: Files of one name whose lines are read.
MOST_FILES = 4
_WORD = re.compile(rb"[A-Za-z_]\w{3,}")
#: What is added to a name for another that there might be.
_ADDED = regex(rf"(?:{ENDINGS}|es|_|\d|_?[Oo]p|Base|_?[Ii]nternal)\Z")
#: What leads from a name to the place that it is defined at.
_STANDS = regex(
    r"(?:[\s,，:：(（`*\])）]|\b(?:see|cf\.|at|in|on|of|stands|is|are|lives|begins|lines?|defined|declared|registered|implemented|the|file)\b"
    r"|[见位于在第行]|定义|注册|实现|声明|文件){1,24}",
    re.I,
)
#: A registration with the name of what it registers.
_REGISTERS = regex(r"REGISTER_\w+\(\s*(?:Name\()?\"(?P<name>\w+)\"")


class NearlyAtLines(Check):
    """The checks of names that are not at the lines they are said of, and nowhere else."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name of a place that has another in its stead."""
        judged: set[tuple[int, int]] = set()
        for position, one in enumerate(self.page.said):
            named = self._named(position, one) if one.kind == "path:line" else None
            if named is None or (named[0].line, named[0].column) in judged:
                continue
            name, beside = named
            made = self._registers_another(one, name) if beside else None
            if made is not None and not self._is_excused(name):
                judged.add((name.line, name.column))
                yield made
                continue
            word = parts_of(name.target)[-1].strip("~")
            if not self._is_nowhere(word) or self._is_excused(name):
                continue
            for path in self.known.resolve(one.target)[:MOST_FILES]:
                meant = self._meant(word, path, one, beside)
                if meant:
                    judged.add((name.line, name.column))
                    detail = f"line {one.start} of {path} has {meant}"
                    kind = "op" if meant in self.known.ops else ""
                    yield self.page.verdict(name, "not found", None, (meant,), detail, kind)
                    break

    def _named(self, position: int, one: Citation) -> tuple[Citation, bool] | None:
        """The name that a place is said of, of a registration next to it that which it registers.

        With whether nothing else is said of it.
        """
        span = code_beside(self.page, one)
        if span is not None and (registers := _REGISTERS.match(span[2])) is not None:
            column = span.start(2) + registers.start("name") + 1
            registered = [each for each in self.page.on(line_of(self.page, one, span)) if each.column == column]
            return (registered[0], True) if registered else None
        tie = self.page.tied.get(position)
        if tie is None:
            return None
        inside = any(
            _REGISTERS.match(each[2]) and each.start(2) < tie[0].column <= each.end(2)
            for each in self.page.spans(tie[0].line)
        )
        beside = inside or is_beside(self.page, tie[0], one) or _STANDS.fullmatch(between(self.page, tie[0], one))
        return tie[0], bool(beside)

    def _registers_another(self, one: Citation, name: Citation) -> Verdict | None:
        """A verdict on a name that is no op, said to be at the first line of the registration of an op like it."""
        if not name.target[:1].isupper() or not name.target.isalnum() or name.target in self.known.ops:
            return None
        if name.target in self.page.own or one.start != one.end:
            return None
        for path in self.known.resolve(one.target)[:MOST_FILES] if "ops" in one.target else ():
            if any(place.path == path for place in self.known.places(name.target)):
                return None
            for made in self.known.registered(path):
                if (made.kind, made.line) != ("op", one.start) or not self._is_like(name.target, made.op):
                    continue
                if any(span[2] == made.op for span in self.page.spans(one.line)):
                    return None  # the row names it as well, and may give its class
                text = b"\n".join(self.known.lines(path)[made.line - 1 : made.end_line])
                if stands(name.target, text) or self._may_stand(name):
                    return None
                detail = f"line {one.start} of {path} registers {made.op}"
                return self.page.verdict(name, "not found", None, (made.op,), detail, "op")
        return None

    def _may_stand(self, name: Citation) -> bool:
        """Whether a registration may have a name for all that an index tells: one that is not said to be the op's."""
        return not self.known.has_tree and name.kind != "op" and self.known.knows(name.target)

    def _is_like(self, name: str, op: str) -> bool:
        """Whether a name is one that somebody may have in mind for an op: the same words, or the beginning of them."""
        words, own = sorted(WORDS.findall(name)), sorted(WORDS.findall(op))
        return words == own or name.startswith(op) or op.startswith(name)

    def _is_nowhere(self, word: str) -> bool:
        if len(word) < SHORTEST or word in self.page.own or self.known.explains(word):
            return False
        return self.known.is_nowhere(word)

    def _is_excused(self, name: Citation) -> bool:
        """Whether the words right next to a name say whose it is, or that there is no such thing."""
        before, behind = self.page.around(name)
        return (
            self.page.inventories.has(name)
            or disclaimers.somebodys(before, behind)
            or disclaimers.own(before, behind)
            or disclaimers.introduced(before)
            or disclaimers.denied(before, behind)
            or disclaimers.asked(before, behind)
            or denies(before, behind)
        )

    def _meant(self, word: str, path: str, one: Citation, beside: bool) -> str:
        """The name at a place that a word is a letter away from, or that it goes on; empty where there is none."""
        words = self._at(path, one)
        differ = distances(word)
        near = next((each for each in words if not word.startswith(each) and differ(each) == 1), "")
        added = _ADDED.search(word)
        if near or not beside or added is None or added.start() < LONG - 1:
            return near
        return next((each for each in words if each == word[: added.start()]), "")

    def _at(self, path: str, one: Citation) -> list[str]:
        """The words of a place; without a tree the names of what begins or is registered at its first line."""
        if self.known.has_tree:
            lines = self.known.lines(path)[
                one.start - 1 : max(one.start, min(one.end, one.start + MOST_LINES)) + BEHIND
            ]
            return list(dict.fromkeys(found.decode() for line in lines for found in _WORD.findall(line)))
        begun = [parts_of(symbol.name)[-1] for symbol in self.known.inside(path) if symbol.location.line == one.start]
        registered = [made for made in self.known.registered(path) if made.line == one.start]
        return list(dict.fromkeys([*begun, *[name for made in registered for name in (made.op, made.name)]]))
