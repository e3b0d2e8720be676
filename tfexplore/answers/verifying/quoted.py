"""Verdicts on quotations: which place of the tree a block quotes, and whether it is as it says."""

from __future__ import annotations

import re
from functools import cached_property, partial

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.alignment import Compared
from tfexplore.answers.citation import Unread
from tfexplore.answers.excerpts import Source, excerpt
from tfexplore.answers.marked import MarkedFiles, Within, stretches_of
from tfexplore.answers.quotations import Quotations
from tfexplore.answers.tokens import MAX_TOKENS, entities_resolved, first_line, quoted_tokens
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.altered import Altered, remarks_on_a_change
from tfexplore.answers.verifying.edits import is_edit, is_nobodys, only_takes, tells_in_words
from tfexplore.answers.verifying.line_by_line import line_by_line
from tfexplore.answers.verifying.line_files import of_their_files
from tfexplore.answers.verifying.named_bodies import elsewhere_in_named
from tfexplore.answers.verifying.nowhere import invented, unlike
from tfexplore.answers.verifying.packages import of_the_tree, package_of
from tfexplore.answers.verifying.pieces import in_pieces
from tfexplore.answers.verifying.said_to_be import SaidToBe
from tfexplore.answers.verifying.sources import MAX_HOMES, Sources, speaks
from tfexplore.answers.vocabulary import REGISTERED_OP
from tfexplore.forked import Portions, cores
from tfexplore.index import marks
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Tokens of a block that may stand word for word in a file that nobody means.
SHORT_BLOCK = 48
#: The same, where there are only the marks of their lines.
MARKED_CANDIDATES = 12
#: One block in so many (a power of two) may resemble a place by chance; fewer where it is introduced by the file, or
#: even by the lines.
SURE, SURE_CITED, SURE_NEAR = 7, 5, 3
#: The share of the lines of a block, but for one, that stand at a place by their marks whatever the words before say.
NEARLY_THERE = 0.8
#: As many quotations take longer than another process takes to start; and how many of those there are at most.
WORTH_FORKING = 8
MAX_PROCESSES = 4
#: Files that nothing cites, with lines like those of a block: of so many, so many are laid beside it.
MAX_CONSIDERED, MAX_SPOTS = 40, 2
#: Into how many portions the blocks are divided at most, which the processes take one after another.
PORTIONS = 48
#: Files in which the pieces of a block are looked for.
MAX_PIECED = 24
#: The share of a quotation by which the file that introduces it is the one that is quoted.
NEARLY_ALL = 0.9

_DEFINES = regex(r"^\s*(?:def|class)\s", re.M)
#: Lines of a block from which on its last is meant to be whole.
MIN_WHOLE = 4
#: Tokens of a block that stand together in one file alone.
MIN_SOLID = 8
#: Signs that end what was opened, and how a line goes on inside of brackets, or that is not whole.
_CLOSERS = "}{;)],"
_IN_BRACKET = regex(r"[+*/%<>=&|?-][^=>]|[=!<>]=")
#: More arguments of what a block closes, on the same line.
_MORE_ARGUMENTS = regex(r",[\w:<>&*=\"'.,]+\)+[;{]?(?:const)?(?:override)?[;{]?", re.A)
#: How a line goes on behind what a block ends as a statement; a chain of calls may be ended where it is cut off.
_ENDED = regex(r"\|\||&&|[+*/%?|&]")
_GOES_ON = regex(r"[,.+*/%]\w|,[\"'\[({]|&&|\|\||->|[=!<>]=")
#: A declaration of a function, or the head of its definition; lines of a block that may list such.
_DECLARATION = regex(
    r"^[ \t]*(?!(?:return|else|new|throw|case|delete)\b)(?:[\w:<>,&*]+[ \t]+)+[&*]*~?\w+\([^;{}()]*\)"
    r"[^;{}()=]*[;{][ \t]*$"
    r"|^[ \t]*(?:typedef\b[^;{}]*|using\s+\w+\s*=[^;{}]*|[\w:<>,&* \t]+[ \t]\w+_(?:\s+GUARDED_BY\(\w+\))?);[ \t]*$",
    re.M | re.A,
)
#: What people leave out of a body where it does not matter: braces, what is logged, measured or made sure of.
_ASIDE = regex(r"\W*$|V?LOG|D?CHECK|assert|logging\.|profiler::|tracing::|mutex_lock|static_assert|//|#", re.A)
_CHAINED = regex(r"^([ \t]*\.\w+\(.*\));[ \t]*$", re.M | re.A)
_REMARKS = regex(r"//[^\n]*")
MAX_DECLARED = 80


class Quoted:
    """The checks of a document's quotations."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._files = Quotations(page.known.read)
        self._marks = MarkedFiles(partial(marks.of_file, page.known.index))
        self._sources = Sources(page)
        self._altered = Altered(page, self._files, self._sources)
        self._said_to_be = SaidToBe(page, self._sources)
        self._shares: list[list[int]] = []
        self._portions: Portions | None = None
        self._opened: dict[str, Source] = {}  # files as `excerpts` looks into them

    @property
    def files(self) -> Quotations:
        """The files of the tree as tokens, each prepared once."""
        return self._files

    @cached_property
    def _positions(self) -> list[int]:
        return [position for position, one in enumerate(self.page.said) if one.kind == "quotation"]

    @property
    def are_many(self) -> bool:
        """Whether there are so many blocks that other processes take some of them, where there are cores."""
        return len(self._positions) // WORTH_FORKING > 1

    def begin(self) -> None:
        """Have other processes begin with the blocks, where they are many; it must be ended."""
        positions = self._positions
        processes = min(cores(), MAX_PROCESSES, len(positions) // WORTH_FORKING)
        # Blocks that follow each other are of the same files.
        size = max(1, -(-len(positions) // PORTIONS))
        self._shares = [positions[at : at + size] for at in range(0, len(positions), size)]
        if processes > 1:
            self.known.knows("")  # what each of them would read of the index for itself
        self._portions = Portions(len(self._shares), self._checked, processes, self.known.index.reopen)

    def end(self) -> None:
        """Leave no process behind."""
        if self._portions is not None:
            self._portions.end()
            self._portions = None

    def check_all(self) -> list[tuple[int, Verdict | None]]:
        """A verdict on every block of code, with its position in the document."""
        say = partial(self.known.say, f"{self.page.document}: comparing quotations, part")
        made = [one for portion in self._portions.results(say) for one in portion] if self._portions is not None else []
        for position, _, compared, cut in made:
            if compared is not None:
                self.page.quoted[position] = compared
            self.page.cut += cut
        return [(position, verdict) for position, verdict, _, _ in made]

    def _checked(self, number: int) -> list[tuple[int, Verdict | None, Compared | None, list[Unread]]]:
        """A verdict on each block of a portion, where it was found, and what of it was not compared."""
        found = []
        for position in self._shares[number]:
            verdict = self.check(self.page.said[position], position)
            cut, self.page.cut = self.page.cut, []
            found.append((position, verdict, self.page.quoted.get(position), cut))
        return found

    def check(self, one: Citation, position: int) -> Verdict | None:
        """A verdict on a block of code; None for code of the author's own."""
        one = one._replace(code=entities_resolved(one.code))
        named = one._replace(text=first_line(one.code))
        there = of_their_files(self.page, one)
        if there is not None:
            return there
        external = package_of(self.page, one, position)
        introduced = external is not None and of_the_tree(self.page, one, position, external.package)
        made = None
        if external is None or introduced:
            made = (self._compared if self.known.has_tree else self._marked)(one, named, position)
            made = made or self._raised_otherwise(one, named)
        if made is not None or external is None:
            made = made or invented(self.page, named)
            wrong = made is not None and made.verdict in ("differs", "not found")
            return None if wrong and (tells_in_words(one.code) or is_edit(self.page, one, position)) else made
        there = self._spoken_of_beside(one, named, position) if not introduced else None
        if there is not None:
            return there
        whose = f"{external.package} {external.version}".strip()
        if introduced and self.known.has_tree:
            return self.page.verdict(named, "moved", external, (), f"it is in the package {whose}")
        return self.page.verdict(named, "external", external, (), whose)

    def _spoken_of_beside(self, one: Citation, named: Citation, position: int) -> Verdict | None:
        """A verdict on a block that is the tree's but for one thing, though the text before it speaks of a package.

        None where it may be the package's own, as it is where it defines anything.
        """
        if not self.known.has_tree or _DEFINES.search(one.code):
            return None
        made = self._compared(one, named, position)
        compared = self.page.quoted.get(position)
        if made is not None and compared is not None and made.verdict in ("found", "differs") and compared.changes < 2:
            return made
        self.page.quoted.pop(position, None)
        return None

    def _marked(self, one: Citation, named: Citation, position: int) -> Verdict | None:
        """A verdict on a block by what an index has of the lines of files; None where that says nothing."""
        python = one.language == "python"
        stretches = stretches_of(one.code, python)
        if not stretches:
            return None
        introduced = self.page.introduced(one, position)
        cited = list(dict.fromkeys(p for _, path in introduced for p in self.page.files_meant(path)))
        quoted = quoted_tokens(one.code, python)
        above = [*self._sources.cited_above(position), *self._sources.spoken_of(position)]
        # The nearest first: the fewer places there are, the fewer lines tell one.
        files = (cited, above, self._sources.likely(quoted, position)[:MARKED_CANDIDATES])
        tiers = [
            self._sources.near(one, position, introduced),
            *([*map(Within, dict.fromkeys(paths))] for paths in files),
        ]
        tiers = [[place for place in places if speaks(place.path, python)] for places in tiers]
        # A chain of calls may be ended where it is cut off.
        cut_off = stretches_of(_CHAINED.sub(r"\1", one.code), python) if _CHAINED.search(one.code) else stretches
        for places in tiers:
            compared, sure = self._marks.held(stretches, places, SURE)
            if compared is None and cut_off is not stretches:
                compared, sure = self._marks.held(cut_off, places, SURE)
            if compared is not None and sure:
                if self._sources.begins_a_definition(one.code, compared):
                    self.page.quoted[position] = compared
                # Elsewhere what is said of its lines is another matter: marks may be those of its like.
                return self._found(named, compared, position, introduced, cited, quoted)
            if compared is not None and places is not tiers[-1]:
                return None
        anywhere = self.known.whereabouts(python)
        spots = [Within(path) for path in anywhere.of(stretches, MAX_SPOTS)]
        for place in spots:
            compared, sure = self._marks.held(stretches, [place], SURE + anywhere.room(place.path))
            if compared is not None and sure:
                return self._found(named, compared, position, introduced, cited, quoted)
        # What the sentence right before a block says is of it; what is said earlier may be of something else.
        if disclaimers.sketch(prose.begun(named.intro)):
            return None
        doubted = disclaimers.sketch(named.intro) or disclaimers.proposed(named.intro)
        if any(op not in self.known.ops for op in REGISTERED_OP.findall(one.code)):
            return None  # an example's, whose lines have no marks, or the author's
        bits = (SURE_NEAR, SURE_CITED, SURE, SURE)
        looked_at = [*zip(tiers, bits, strict=True), *(([place], SURE + anywhere.room(place.path)) for place in spots)]
        for places, sure_from in looked_at:
            compared = self._marks.altered(stretches, one.code, places, sure_from)
            if compared is not None and doubted and (compared.changes > 1 or compared.share < NEARLY_THERE):
                return None
            if compared is not None and not self._altered.is_the_authors(one.code, compared):
                where = Location(compared.path, compared.line, compared.end_line)
                return self.page.verdict(named, "differs", where, (), compared.different)
        return None

    def _raised_otherwise(self, one: Citation, named: Citation) -> Verdict | None:
        """A verdict on a block that raises an error with the text of a statement that raises another."""
        if disclaimers.sketch(named.intro) or disclaimers.proposed(named.intro):
            return None
        found = self.page.raised.otherwise(one.code)
        if found is None:
            return None
        _, error, site = found
        detail = f"{site.error} is raised with this text, not {error}"
        return self.page.verdict(named, "differs", site.location, (), detail)

    def _compared(self, one: Citation, named: Citation, position: int) -> Verdict | None:
        """A verdict on a block of code by the places of the tree that are like it; None where there is none."""
        python = one.language == "python"
        quoted = quoted_tokens(one.code, python)
        if len(quoted) > MAX_TOKENS:
            end = one.line + one.code.count("\n")
            reason = f"only the first {MAX_TOKENS:,} tokens of the quotation were compared"
            self.page.cut.append(Unread(one.line, end, named.text, reason))
        solid = [token for token in quoted if not token.startswith("\x00")]
        if len(solid) < 3:
            return self._of_remarks(one, named, position)
        introduced = self.page.introduced(one, position)
        cited = list(dict.fromkeys(p for _, path in introduced for p in self.page.files_meant(path)))
        fitting: list[str] = []
        spots: list[str] = []
        alike: list[str] = []
        candidates: list[str] = []
        at = {p: path.start for _, path in reversed(introduced) if path.start for p in self.page.files_meant(path)}
        compared = self._files.exact(quoted, [path for path in cited if speaks(path, python)], at)
        if compared is None:
            candidates = list(dict.fromkeys([*cited, *self._sources.likely(quoted, position)]))
            candidates = [p for p in candidates if speaks(p, python)] or candidates
            compared = self._files.exact(quoted, candidates) or self._apart(one.code, candidates)
            spots = self._spots(one) if compared is None else []
            compared = compared or self._files.exact(quoted, [spot for spot in spots if spot not in candidates])
            if compared is None:
                # Where the file that introduces it has nearly all of it, the others need not be laid beside it.
                fitting = self._files.fitting(quoted, [p for p in cited if p in candidates])
                closest = self._files.aligned(quoted, fitting, at) if fitting else None
                if closest is None or closest.share < NEARLY_ALL:
                    # Another file may have a name by chance that was altered; what is defined here is the block's.
                    homes = self._files.fitting(quoted, [p for p in self._sources.homes(one.code) if p in candidates])
                    alike = self._files.fitting(quoted, spots)
                    nearest = alike[:MAX_SPOTS]
                    others = self._files.fitting(quoted, [p for p in candidates if p not in (*homes, *nearest)])
                    fitting = [*homes[:MAX_HOMES], *nearest, *others]
        if compared is not None and compared.path not in cited and not spots:
            # Of several that have it the one is meant of which the document has spoken.
            above = [
                path for path in self._sources.cited_above(position) if path != compared.path and speaks(path, python)
            ]
            compared = self._files.exact(quoted, above) or compared
        if (
            compared is not None
            and len(solid) <= SHORT_BLOCK
            and compared.path not in cited
            and not self._sources.speaks_of(compared.path, position)
        ):
            # A line that many files have stands in another by chance, and the file that is meant has it otherwise.
            meant = cited or self._sources.cited_above(position)
            aside = is_nobodys(named, solid, cited) or is_edit(self.page, one, position)
            paths = [path for path in meant if speaks(path, python)] if not aside else []
            closest = self._files.aligned(quoted, paths)
            if closest is not None and closest.different and self._altered.nearly(named, closest, solid):
                where = Location(closest.path, closest.line, closest.end_line)
                return self.page.verdict(named, "differs", where, (), closest.different)
        taken = only_takes(named) and not any(path.target in named.intro for _, path in introduced)
        if compared is None and (taken or is_nobodys(named, solid, cited)):
            return None
        if compared is None:
            compared = self._files.remark(one.code, cited)
        if compared is not None:
            difference = self._told_otherwise(one, compared)
            if difference and compared.path not in cited:
                # Of several that have the same code one may have the remarks as well.
                others = [p for p in [*candidates, *(spots or self._spots(one))] if p != compared.path]
                alone = (self._files.exact(quoted, [path]) for path in dict.fromkeys(others))
                better = next((made for made in alone if made and not self._told_otherwise(one, made)), None)
                compared, difference = (better, "") if better is not None else (compared, difference)
            difference = difference or self._cut(one.code, compared)
            difference = difference or self._left_out(one.code, quoted, compared) or self._cut_short(quoted, compared)
            difference = difference or self._ended(quoted, compared) or self._begun(quoted, compared)
            sister = None
            if not difference:
                sister = elsewhere_in_named(self.page, self._sources, quoted, compared, position)
            if sister is not None:
                compared, difference = sister, sister.different
            if difference:
                where = Location(compared.path, compared.line, compared.end_line)
                return self.page.verdict(named, "differs", where, (), difference)
            self.page.quoted[position] = compared
            return self._found(named, compared, position, introduced, cited, solid)
        made = self._altered.check(named, quoted, solid, fitting, cited, position, at)
        if made is None and alike:
            made = self._altered.of_its_lines(named, quoted, solid, alike, position)
        whole = len(quoted) <= MAX_TOKENS and not remarks_on_a_change(one.code)
        made = made or (unlike(self.page, one, named, solid, introduced) if whole else None)
        if made is None:
            return line_by_line(self.page, named, introduced)
        if made.verdict != "differs":
            return made
        made = self._excerpted(named, made, cited, quoted)
        return self._in_pieces(named, made, cited, fitting, position, quoted) if made.verdict == "differs" else made

    def _told_otherwise(self, one: Citation, compared: Compared) -> str:
        """How a docstring or a comment of a block differs from those of its place; empty when none does."""
        documented = self._files.documented(one.code, compared.path) if one.language == "python" else ""
        return documented or self._files.commented(one.code, compared)

    def _spots(self, one: Citation) -> list[str]:
        """The files of the tree whose lines are most like a block's, whatever the document cites."""
        python = one.language == "python"
        stretches = stretches_of(one.code, python)
        return self.known.whereabouts(python).of(stretches, MAX_CONSIDERED)

    def _in_pieces(
        self, named: Citation, made: Verdict, cited: list[str], fitting: list[str], position: int, quoted: list[str]
    ) -> Verdict:  # fmt: skip
        """A verdict on an altered block, or a better one on whole classes and functions that stand one by one."""
        python = named.language == "python"
        there = [made.location.path] if made.location is not None else []
        above = [
            *self._sources.cited_above(position),
            *self._sources.likely(quoted, position),
        ]
        anywhere = list(dict.fromkeys([*there, *cited, *fitting, *above]))
        paths = [path for path in anywhere if speaks(path, python)]
        as_it_is = self._files.remark(named.code, anywhere[:MAX_PIECED])  # an example of a docstring
        if as_it_is is not None:
            where = Location(as_it_is.path, as_it_is.line, as_it_is.end_line)
            return self.page.verdict(named, "found", where, ())
        found = in_pieces(self._files, named.code, python, paths[:MAX_PIECED])
        if not found:
            return made
        files = list(dict.fromkeys(piece.path for piece in found))
        detail = (
            f"its {len(found)} pieces are of {' and '.join(files[:3])}" if len(files) > 1 else "its pieces, one by one"
        )
        return self.page.verdict(named, "found", Location(files[0], found[0].line, found[0].end_line), (), detail)

    def _excerpted(self, named: Citation, made: Verdict, cited: list[str], quoted: list[str]) -> Verdict:
        """A verdict on an altered block, or a better one on what was put together of lines as they are."""

        def open_file(path: str) -> Source | None:
            found = self.known.resolve(path.replace("\\", "/"))[:1]
            if not found:
                return None
            if found[0] not in self._opened:
                functions = [each for each in self.known.inside(found[0]) if each.kind in ("function", "method")]
                bodies = [(each.location.line, self.known.end_of(each)) for each in functions]
                self._opened[found[0]] = Source(found[0], self.known.read(found[0]) or b"", bodies)
            return self._opened[found[0]]

        there = [made.location.path] if made.location is not None else []
        # A file that lacks one of the names has not every statement, and is not prepared for it.
        paths = [path for path in dict.fromkeys([*there, *cited[:2]]) if self._files.holds(quoted, path)]
        found = excerpt(named.code, named.language == "python", open_file, paths)
        if found is None:
            return made
        path, first, last = found.pieces[0]
        return self.page.verdict(named, "found", Location(path, first, last), (), found.detail)

    def _of_remarks(self, one: Citation, named: Citation, position: int) -> Verdict | None:
        """A verdict on a block of nothing but comments; None where they may be anybody's."""
        cited = [p for _, path in self.page.introduced(one, position) for p in self.page.files_meant(path)]
        compared = self._files.remarks(one.code, list(dict.fromkeys([*cited, *self._sources.cited_above(position)])))
        if compared is None or (
            compared.different and (disclaimers.sketch(one.intro) or disclaimers.proposed(one.intro))
        ):
            return None
        where = Location(compared.path, compared.line, compared.end_line)
        self.page.quoted[position] = compared
        return self.page.verdict(named, "differs" if compared.different else "found", where, (), compared.different)

    def _apart(self, code: str, candidates: list[str]) -> Compared | None:
        """Where the declarations stand that a block lists, with others of the same class left out between them."""
        code = entities_resolved(code)
        declared = list(_DECLARATION.finditer(code)) if code.count("\n") < MAX_DECLARED else []
        rest = _REMARKS.sub("", _DECLARATION.sub("", code))
        if len(declared) < 2 or rest.strip(" \n\t}"):
            return None
        listed = "\n...\n".join([match[0] for match in declared])
        return self._files.exact(quoted_tokens(listed, python=False), candidates)

    def _cut(self, code: str, compared: Compared) -> str:
        """How the line goes on that a block ends in the middle of, whose end was altered; empty when it does not."""
        lines = [line for line in code.split("\n") if line.strip()]
        there = self.known.lines(compared.path)[compared.end_line - 1 : compared.end_line]
        has = "".join(b"".join(there).decode("utf-8", "replace").split())
        # A bracket that is closed where the file goes on in it: `size(d);` for `size(d + 1);`.
        closed = next((text for line in reversed(lines) if (text := "".join(line.split())).strip(_CLOSERS)), "")
        begun = closed.rstrip(_CLOSERS)
        goes_on = has[len(begun) :] if has.startswith(begun) and closed[len(begun) :].startswith((")", "]")) else ""
        ended = closed[len(begun) :].startswith(";") and has.startswith(begun)
        if ended and _ENDED.match(has[len(begun) :]):
            return f"line {compared.end_line} goes on with `{has[len(begun) :][:60]}`"
        emptied = begun.endswith("(") and goes_on[:1] not in ("", ")")  # `pop()` for `pop(0)`
        if emptied or _IN_BRACKET.match(goes_on) or (len(lines) > 1 and _MORE_ARGUMENTS.fullmatch(goes_on)):
            return f"line {compared.end_line} goes on with `{goes_on[:60]}`"
        if len(lines) < MIN_WHOLE or not there:
            return ""
        said = "".join(lines[-1].split())
        rest = has[len(said) :] if has.startswith(said) else ""
        whole = said[-1].isalnum() or said[-1] in ")]\"'"
        return f"line {compared.end_line} goes on with `{rest[:60]}`" if whole and _GOES_ON.match(rest) else ""

    def _cut_short(self, quoted: list[str], compared: Compared) -> str:
        """The last statement of what a block has but for that from its head to its end; empty for others.

        That is a function, or what is closed where it begins, as functions within others are.
        """
        line, end = self._files.cut_short(quoted, compared)
        if not line:
            return ""
        kinds = ("function", "method")
        heads = [each.location for each in self.known.inside(compared.path) if each.kind in kinds]
        whole = any(compared.line <= head.line and head.end_line == end for head in heads)
        first, last = (self.known.lines(compared.path)[number - 1] for number in (compared.line, end))
        margins = [len(text) - len(text.lstrip()) for text in (first, last)]
        return self._lacking(compared.path, line) if whole or margins[0] == margins[1] > 0 else ""

    def _ended(self, quoted: list[str], compared: Compared) -> str:
        """How the last statement of a block goes on in the file where the block ends it."""
        line, rest = self._files.goes_on(quoted, compared)
        return f"line {line} goes on with `{rest}`, where the quotation has `;`" if line else ""

    def _begun(self, quoted: list[str], compared: Compared) -> str:
        """How a line begins of which a block has no more than the end."""
        line, begun = self._files.begins_inside(quoted, compared)
        return f"line {line} begins with `{begun}`, which is left out" if line else ""

    def _left_out(self, code: str, quoted: list[str], compared: Compared) -> str:
        """The statement that a block leaves out of a body, with nothing that says so; empty when there is none."""
        line = self._files.left_out(code, quoted, compared)
        return self._lacking(compared.path, line) if line and self.known.within_body(compared.path, line, line) else ""

    def _lacking(self, path: str, line: int) -> str:
        """What is said of a line that a block leaves out; empty for one that people leave out on purpose."""
        text = self.known.lines(path)[line - 1].decode("utf-8", "replace").strip()
        return "" if _ASIDE.match(text) else f"line {line} is left out: `{text[:60]}`"

    def _found(
        self, named: Citation, compared: Compared, position: int, introduced: list[tuple[int, Citation]],
        cited: list[str], solid: list[str],
    ) -> Verdict:  # fmt: skip
        where = Location(compared.path, compared.line, compared.end_line)
        otherwise = self._said_to_be.otherwise(named, compared, position, introduced, cited, len(solid) > MIN_SOLID)
        return self.page.moved(named, where, otherwise) if otherwise else self.page.verdict(named, "found", where)
