"""What the checks of values share that a document says of a constant, a variable of the environment or a field."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.worked_out import Values
from tfexplore.model import Location

if TYPE_CHECKING:
    import re
    from collections.abc import Callable, Iterable, Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.verdicts import Verdict

    #: A value as it is written in a file: the file, the line, and the text.
    Written = tuple[str, int, str]

#: Files that are read for what a name is there.
MAX_FILES = 12
#: Lines before a name that say which file it is of.
ABOVE = 24


class Valued(Check):
    """The checks of values that only a tree has, of names that the text around ties to a file."""

    needs_tree = True

    def unexplained(self) -> set[str]:
        """The names that only a tree's text can explain."""
        return set()

    def lines(self, header: re.Pattern[str]) -> Iterator[tuple[int, str, int]]:
        """The lines that have code, each with its number, and which cell of a row is under the one such header."""
        column, above = -1, False
        for number, line in self.page.prose_lines:
            row = line.lstrip().startswith("|")
            if row and not above:
                heads = [at for at, (_, cell) in enumerate(markdown.cells_of(line)) if header.fullmatch(cell)]
                column = heads[0] if len(heads) == 1 else -1
            above = row
            if "`" in line:
                yield number, line, column if row else -1

    def compared(
        self, said: Citation, value: str, has: Iterable[Written], same: Callable[[str, str], bool], words: str
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on a name of which a value is said that it `has` at none of the places that give it one."""
        line = self.page.text_lines[said.line - 1]
        own = said.text in self.page.own or disclaimers.anothers(line[: said.column - 1])
        _, end = prose.sentence_span(line, said.column)
        # What a line goes on with is of something else.
        told = line if line.lstrip().startswith("|") else line[:end]
        if own or disclaimers.proposed(told) or disclaimers.absent(prose.sentence(line, said.column)):
            return
        places = [(*each, Values(self.known.lines(each[0])).of(each[2])) for each in has]
        if not places or any(worked_out == "" or same(value, worked_out) for *_, worked_out in places):
            return
        path, place, written, worked_out = places[0]
        there = written if written == worked_out else f"{written}`, which is `{worked_out}"
        yield self.page.verdict(said, "differs", Location(path, place, place), (), words.format(place, there, value))

    def files(self, name: str, number: int) -> list[str]:
        """The files that may define a name: those of which the line and those before it are, or that are known."""
        cited = [one for one in self.page.on(number) if one.kind in ("path", "path:line")]
        found = [path for one in cited for path in self.page.files_meant(one)]
        found += [place.path for place in self.known.places(name)]
        stands = self.known.stands(name)
        lines = [number, number + 1, *range(number - 1, max(0, number - ABOVE), -1)]
        for one in [one for line in lines for one in self.page.on(line)]:
            if one.kind in ("path", "path:line"):
                found += self.page.files_meant(one)[:2]
            elif one.kind == "symbol":
                found += [place.path for place in self.page.meant(one.target)[:2]]
        near = list(dict.fromkeys([*([stands] if stands else []), *found]))[:MAX_FILES]
        return list(dict.fromkeys([*near, *[beside for path in near for beside in self.known.beside(path)]]))
