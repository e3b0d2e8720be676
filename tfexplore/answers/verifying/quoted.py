"""Verdicts on quotations: which place of the tree a block quotes, and whether it is as it says."""

from __future__ import annotations

import re
from functools import partial

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.alignment import Compared
from tfexplore.answers.citations import Unread
from tfexplore.answers.excerpts import Source, excerpt, source
from tfexplore.answers.forked import Portions, cores
from tfexplore.answers.marked import MarkedFiles, Within, stretches_of
from tfexplore.answers.quotations import Quotations
from tfexplore.answers.tokens import MAX_TOKENS, entities_resolved, quoted_tokens
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.sources import Sources
from tfexplore.answers.verifying.spelling import letters_allowed, nearest_of, owner_of, stem
from tfexplore.index import marks
from tfexplore.model import Location

if TYPE_CHECKING:
    from tfexplore.answers.citations import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Tokens of a block that may stand word for word in a file that nobody means.
SHORT_BLOCK = 48
#: The same, where there are only the marks of their lines.
MARKED_CANDIDATES = 12
#: One block in so many (a power of two) may resemble a place by chance; fewer where it is introduced by the file, or
#: even by the lines.
SURE, SURE_CITED, SURE_NEAR = 7, 5, 3
#: As many quotations take longer than another process takes to start; and how many of those there are at most.
WORTH_FORKING = 8
MAX_PROCESSES = 4
#: Into how many portions the blocks are divided at most, which the processes take one after another.
PORTIONS = 48
#: Of so many tokens one may be another in the file that is meant.
FEW = 8
#: Tokens of a short block that is from a file that is cited anywhere above.
MIN_CITED = 10
#: Letters of a line that many files do not have, and how many of those make a block one of the file that has them.
LONG_LINE, ENOUGH_LINES = 12, 2
#: Tokens of a block that is known by a rare name in it, and in how many files such a name is defined at most.
MIN_RARE = 16
MOST_RARE = 6
#: The share of a quotation by which the file that introduces it is the one that is quoted.
NEARLY_ALL = 0.9


#: Tokens and lines of code of a block that says in its first line, or right above it, which file it is of.
MIN_HEADED, MIN_LINES = 20, 3
#: Letters of such a line at most.
MAX_HEAD = 240
#: What stands behind the path in it: nothing, or lines and a release.
_NO_MORE = re.compile(r"(?:\W|\d|lines?|[Lv](?=\d)|第|行)*", re.I)
#: Lines of a block from which on its last is meant to be whole; and how a line goes on that is not.
MIN_WHOLE = 4
_GOES_ON = re.compile(r"[,.+*/%]\w|,[\"'\[({]|&&|\|\||->|[=!<>]=")
#: A declaration of a function, or the head of its definition; lines of a block that may list such.
_DECLARATION = re.compile(
    r"^[ \t]*(?!(?:return|else|new|throw|case|delete)\b)(?:[\w:<>,&*]+[ \t]+)+[&*]*~?\w+\([^;{}()]*\)"
    r"[^;{}()=]*[;{][ \t]*$"
    r"|^[ \t]*(?:typedef\b[^;{}]*|using\s+\w+\s*=[^;{}]*|[\w:<>,&* \t]+[ \t]\w+_(?:\s+GUARDED_BY\(\w+\))?);[ \t]*$",
    re.M | re.A,
)
#: What people leave out of a body where it does not matter: braces, what is logged, measured or made sure of.
_ASIDE = re.compile(r"\W*$|V?LOG|D?CHECK|assert|logging\.|profiler::|tracing::|mutex_lock|static_assert|//|#", re.A)
_CHAINED = re.compile(r"^([ \t]*\.\w+\(.*\));[ \t]*$", re.M | re.A)
_OWN_DEVICE = re.compile(r"\.Device\(\s*\"(?!CPU|GPU|TPU|SYCL|XLA_)\w+\"")
_REMARKS = re.compile(r"//[^\n]*")
MAX_DECLARED = 80
#: A member that a block of C++ defines outside of its class.
_MEMBER = re.compile(r"^(?:[\w:<>,&*]+[ ]+)*[&*]*(?:\w+::)*(\w+)::(\w+)\([^;{}]*\)[^;{}()=]*\{", re.M | re.A)
#: A function that a block of C++ defines.
_FUNCTION = re.compile(
    r"^(?!return\b|else\b|new\b|throw\b|case\b)(?:[\w:<>*&]+ )+[*&]*([A-Z]\w{6,})\([^;{}]{0,400}\{", re.M | re.A
)
#: Members of a class that an index knows, from which on it knows all that have a body.
MIN_MEMBERS = 3

#: Files that are written to be imitated.
_LESSONS = re.compile(r"(?:^|/)(?:examples|ci_build|testdata|test_ops|user_ops)/|_test\.\w+$")
#: A remark of an author who changed a line: "// upstream: 8", "# was 10000".
_CHANGED = re.compile(
    r"(?://|#)[^\n]*(?:\bupstream\b|\bwas\s*:?\s*[\d\"'`]|\boriginally\b|上游|原(?:来|先|值|为|是))[^\n]*", re.I
)


class Quoted:
    """The checks of a document's quotations."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._files = Quotations(page.known.read)
        self._marks = MarkedFiles(partial(marks.of_file, page.known.index))
        self._sources = Sources(page)
        self._shares: list[list[int]] = []
        self._portions: Portions | None = None
        self._opened: dict[str, Source] = {}  # files as `excerpts` looks into them

    @property
    def files(self) -> Quotations:
        """The files of the tree as tokens, each prepared once."""
        return self._files

    def begin(self) -> None:
        """Have other processes begin with the blocks, where they are many; it must be ended."""
        positions = [position for position, one in enumerate(self.page.said) if one.kind == "quotation"]
        processes = min(cores(), MAX_PROCESSES, len(positions) // WORTH_FORKING) if self.known.has_tree else 1
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
        made = [one for portion in self._portions.results() for one in portion] if self._portions is not None else []
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
        named = one._replace(text=_first_line(one.code))
        external = self._external(one, position)
        introduced = external is not None and self._of_the_tree(one, position, external.package)
        made = None
        if external is None or introduced:
            made = (self._compared if self.known.has_tree else self._marked)(one, named, position)
            made = made or self._raised_otherwise(one, named)
        if made is not None or external is None:
            return made or self._invented(named)
        whose = f"{external.package} {external.version}".strip()
        if introduced and self.known.has_tree:
            return self.page.verdict(named, "moved", external, (), f"it is in the package {whose}")
        return self.page.verdict(named, "external", external, (), whose)

    def _of_the_tree(self, one: Citation, position: int, package: str) -> bool:
        """Whether the sentence that introduces a quotation names a file of the tree for it, and not a package."""
        last = prose.sentence(one.intro, len(one.intro.rstrip(" :：*`")))
        targets = [path.target for _, path in self.page.introduced(one, position) if self.known.resolve(path.target)]
        named = any(target in last for target in targets) and wording.introduces(last, "")
        return named and re.search(rf"(?<![\w/]){package}", last.replace("-", "_")) is None

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
        tiers = [[place for place in places if _speaks(place.path, python)] for places in tiers]
        # A chain of calls may be ended where it is cut off.
        cut_off = stretches_of(_CHAINED.sub(r"\1", one.code), python) if _CHAINED.search(one.code) else stretches
        for places in tiers:
            compared, sure = self._marks.held(stretches, places, SURE)
            if compared is None and cut_off is not stretches:
                compared, sure = self._marks.held(cut_off, places, SURE)
            if compared is not None and sure:
                # What is said of its lines is another matter, so that it is not the page's.
                return self._found(named, compared, position, introduced, cited, quoted)
            if compared is not None and places is not tiers[-1]:
                return None
        if wording.sketch(named.intro) or wording.proposed(named.intro):
            return None
        for places in tiers:
            bits = SURE_NEAR if places is tiers[0] else SURE_CITED if places is tiers[1] else SURE
            compared = self._marks.altered(stretches, one.code, places, bits)
            if compared is not None and not self._is_changed(one.code, compared):
                where = Location(compared.path, compared.line, compared.end_line)
                return self.page.verdict(named, "differs", where, (), compared.different)
        return None

    def _raised_otherwise(self, one: Citation, named: Citation) -> Verdict | None:
        """A verdict on a block that raises an error with the text of a statement that raises another."""
        if wording.sketch(named.intro) or wording.proposed(named.intro):
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
        at = {p: path.start for _, path in reversed(introduced) if path.start for p in self.page.files_meant(path)}
        compared = self._files.exact(quoted, [path for path in cited if _speaks(path, python)], at)
        if compared is None:
            candidates = list(dict.fromkeys([*cited, *self._sources.likely(quoted, position)]))
            candidates = [p for p in candidates if _speaks(p, python)] or candidates
            compared = self._files.exact(quoted, candidates) or self._apart(one.code, candidates)
            if compared is None:
                # Where the file that introduces it has nearly all of it, the others need not be laid beside it.
                fitting = self._files.fitting(quoted, [p for p in cited if p in candidates])
                closest = self._files.aligned(quoted, fitting, at) if fitting else None
                if closest is None or closest.share < NEARLY_ALL:
                    fitting = self._files.fitting(quoted, candidates)
        if (
            compared is not None
            and len(solid) <= SHORT_BLOCK
            and compared.path not in cited
            and not self._sources.speaks_of(compared.path, position)
        ):
            # A line that many files have stands in another by chance, and the file that is meant has it otherwise.
            meant = cited or self._sources.cited_above(position)
            closest = self._files.aligned(quoted, [path for path in meant if _speaks(path, python)])
            if closest is not None and closest.different and self._nearly(named, closest, solid):
                where = Location(closest.path, closest.line, closest.end_line)
                return self.page.verdict(named, "differs", where, (), closest.different)
        if compared is None:
            compared = self._files.remark(one.code, cited)
        if compared is not None:
            difference = self._files.documented(one.code, compared.path) if python else ""
            difference = difference or self._files.commented(one.code, compared) or self._cut(one.code, compared)
            difference = difference or self._left_out(quoted, compared)
            if difference:
                where = Location(compared.path, compared.line, compared.end_line)
                return self.page.verdict(named, "differs", where, (), difference)
            self.page.quoted[position] = compared
            return self._found(named, compared, position, introduced, cited, solid)
        made = self._altered(named, quoted, solid, fitting, cited, position, at)
        whole = len(quoted) <= MAX_TOKENS
        made = made or (self._unlike(one, named, solid, introduced) if whole else None)
        return self._excerpted(named, made, cited) if made is not None and made.verdict == "differs" else made

    def _excerpted(self, named: Citation, made: Verdict, cited: list[str]) -> Verdict:
        """A verdict on an altered block, or a better one on what was put together of lines as they are."""

        def open_file(path: str) -> Source | None:
            found = self.known.resolve(path.replace("\\", "/"))[:1]
            if not found:
                return None
            if found[0] not in self._opened:
                functions = [each for each in self.known.inside(found[0]) if each.kind in ("function", "method")]
                bodies = [(each.location.line, self.known.end_of(each)) for each in functions]
                self._opened[found[0]] = source(found[0], self.known.read(found[0]) or b"", bodies)
            return self._opened[found[0]]

        there = [made.location.path] if made.location is not None else []
        found = excerpt(named.code, named.language == "python", open_file, list(dict.fromkeys([*there, *cited[:2]])))
        if found is None:
            return made
        path, first, last = found.pieces[0]
        return self.page.verdict(named, "found", Location(path, first, last), (), found.detail)

    def _of_remarks(self, one: Citation, named: Citation, position: int) -> Verdict | None:
        """A verdict on a block of nothing but comments; None where they may be anybody's."""
        cited = [p for _, path in self.page.introduced(one, position) for p in self.page.files_meant(path)]
        compared = self._files.remarks(one.code, list(dict.fromkeys([*cited, *self._sources.cited_above(position)])))
        if compared is None or (compared.different and (wording.sketch(one.intro) or wording.proposed(one.intro))):
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

    def _unlike(
        self, one: Citation, named: Citation, solid: list[str], introduced: list[tuple[int, Citation]]
    ) -> Verdict | None:
        """A verdict on a block that is headed by a file of the tree, and like nothing that stands there."""
        if len(solid) < MIN_HEADED or wording.sketch(one.intro) or wording.proposed(one.intro):
            return None
        lines = [line for line in one.code.split("\n") if line.strip()]
        remarks = [line for line in lines if re.match(r"\s*(?://|#(?!\s*(?:if|include|define))|/\*)", line)]
        if (
            any(wording.sketch(line) or wording.proposed(line) for line in remarks)
            or len(lines) - len(remarks) < MIN_LINES
        ):
            return None
        for _, path in introduced:
            text = self.page.text_lines[path.line - 1]
            before, behind = text[: path.column - 1], text[path.end_column :]
            headed = wording.caption(before, "") or wording.label(before)
            if len(text) > MAX_HEAD or not headed or not _NO_MORE.fullmatch(behind):
                continue
            files = self.known.resolve(path.target)
            if len(files) == 1 and _speaks(files[0], one.language == "python"):
                where = Location(files[0], path.start or 1, path.start or 1)
                return self.page.verdict(named, "differs", where, (), f"nothing like it stands in {files[0]}")
        return None

    def _cut(self, code: str, compared: Compared) -> str:
        """How the line goes on that a block ends in the middle of, whose end was altered; empty when it does not."""
        lines = [line for line in code.split("\n") if line.strip()]
        there = self.known.lines(compared.path)[compared.end_line - 1 : compared.end_line]
        if len(lines) < MIN_WHOLE or not there:
            return ""
        said, has = "".join(lines[-1].split()), "".join(there[0].decode("utf-8", "replace").split())
        rest = has[len(said) :] if has.startswith(said) else ""
        whole = said[-1].isalnum() or said[-1] in ")]\"'"
        return f"line {compared.end_line} goes on with `{rest[:60]}`" if whole and _GOES_ON.match(rest) else ""

    def _left_out(self, quoted: list[str], compared: Compared) -> str:
        """The statement that a block leaves out of a body, with nothing that says so; empty when there is none."""
        line = self._files.left_out(quoted, compared)
        if not line or not self.known.within_body(compared.path, line, line):
            return ""
        text = self.known.lines(compared.path)[line - 1].decode("utf-8", "replace").strip()
        return "" if _ASIDE.match(text) else f"line {line} is left out: `{text[:60]}`"

    def _found(
        self, named: Citation, compared: Compared, position: int, introduced: list[tuple[int, Citation]],
        cited: list[str], solid: list[str],
    ) -> Verdict:  # fmt: skip
        where = Location(compared.path, compared.line, compared.end_line)
        # A file of another language, of which the sentence before has been, is not what introduces it.
        last = prose.sentence(named.intro, len(named.intro.rstrip(" :：*`")))
        said = any(path.target in last for _, path in introduced)
        cited = [path for path in cited if said or _speaks(path, named.language == "python")]
        spelled = [each for each in introduced if not each[1].unnamed]
        targets = {path.target for _, path in spelled if path.line >= named.line - 3 or path.line >= named.line}
        if (
            cited and compared.path not in cited and len(targets) == 1 and len(introduced) == 1 and len(solid) > 8
            and wording.introduces(named.intro, introduced[0][1].target)
            and not cited[0].endswith(("BUILD", "WORKSPACE"))
            and stem(compared.path) not in [stem(path) for path in cited]  # of a header and its source
            and not (wording.ended(named.intro) and self._sources.cited_among(compared.path, self.page.said[:position]))
            and not _goes_on(named.intro, introduced[0][1].target)
            and not self._announced(compared, position)
            and not self._named_apart(compared, position, last, introduced[0][0])
        ):  # fmt: skip
            detail = f"it is not in {cited[0]}"
            return self.page.verdict(named, "moved", where, (f"{compared.path}:{compared.line}",), detail)
        return self.page.verdict(named, "found", where)

    def _announced(self, compared: Compared, position: int) -> bool:
        """Whether the name right before a quotation is of what it quotes: "it ends in `Registry::Register`:".

        At the end of a chain of calls it is of whatever is called there.
        """
        before = self.page.said[position - 1] if position else None
        if before is None or before.kind not in ("symbol", "op"):
            return False
        behind = self.page.text_lines[before.line - 1][before.end_column :]
        if re.fullmatch(r"[\s`*):：）]*", behind) is None:
            return False
        text = self.page.text_lines[before.line - 1]
        led_to = any(sign in text[: before.column] for sign in ("→", "->", "=>"))
        return led_to or any(place.path == compared.path for place in self.page.meant(before.target))

    def _named_apart(self, compared: Compared, position: int, last: str, path: int) -> bool:
        """Whether a path is another name's, and the last sentence names, behind it, what a quotation defines."""
        if path not in self.page.tied:
            return False
        for other in reversed(self.page.said[path + 1 : position]):
            if other.kind in ("symbol", "op") and other.target in last:
                for place in self.page.meant(other.target):
                    if place.path == compared.path and compared.line <= place.line <= compared.end_line:
                        return True
        return False

    def _altered(
        self, named: Citation, quoted: list[str], solid: list[str], fitting: list[str], cited: list[str], position: int,
        at: dict[str, int],
    ) -> Verdict | None:  # fmt: skip
        if not fitting and cited:
            fitting = cited
        introducing = [path for path in fitting if path in cited]
        compared = self._files.aligned(quoted, [*introducing, *(path for path in fitting if path not in cited)], at)
        made = self._resembling(named, quoted, solid, compared, cited, position)
        meant = introducing or [path for path in self._sources.cited_above(position) if path in fitting]
        if made is None and meant and compared is not None and compared.path not in meant:
            # By chance another file may be a little more like it than the one that is meant.
            compared = self._files.aligned(quoted, meant)
            if compared is not None and self._nearly(named, compared, solid):
                made = self._resembling(named, quoted, solid, compared, cited, position)
        return made

    def _resembling(
        self, named: Citation, quoted: list[str], solid: list[str], compared: Compared | None, cited: list[str],
        position: int,
    ) -> Verdict | None:  # fmt: skip
        """A verdict on a block by the place that it resembles; None where it need not be from there."""
        if compared is None:
            return None
        where = Location(compared.path, compared.line, compared.end_line)
        if not compared.different:
            self.page.quoted[position] = compared
            return self.page.verdict(named, "found", where)
        if self._registers_own(named.code):
            return None
        first = _first_line(named.code)
        remark = first if first.startswith(("//", "#", "/*")) and not first.startswith("#include") else ""
        if remark.encode() in (self.known.read(compared.path) or b""):
            remark = ""  # the file's own, which announces nothing
        sketched = wording.sketch(named.intro) or wording.sketch(remark)
        added = not remark.isascii() and wording.absent(remark)  # in another language than the source's remarks
        if (sketched and compared.share < 0.95) or wording.foreign(remark) or added:
            return None
        names = re.findall(
            r"\b(?:class|struct|def|#define)\s+(\w+)|\b(\w+::\w+)\s*\(|\bREGISTER_OP\(\s*\"(\w+)"
            r"|(?:^|\n)([A-Z][A-Z0-9_]{6,}) = |\b(k[A-Z]\w{6,})(?:\[\])? = ",
            named.code,
        )
        defines = [next(one for one in group if one) for group in names]
        # A class of the author's own may have methods as others have them.
        classes = re.findall(r"^(?:class|struct) (\w+)", named.code, re.M)
        if any(not self.known.knows(name) and not self.known.near(name) for name in classes) and compared.share < 0.9:
            return None
        placed = any(
            p.path == compared.path and compared.line - 3 <= p.line <= compared.end_line + 3
            for name in (*defines, *_FUNCTION.findall(named.code)) for p in self.page.meant(name)
        )  # fmt: skip
        constants = [group[3] or group[4] for group in names if group[3] or group[4]]
        placed = placed or any(re.search(rf"\b{name}\b", self._text(compared)) for name in constants)
        is_cited = compared.path in cited
        if not is_cited and (self.page.is_proposal or self._is_a_lesson(compared, position)):
            return None
        few = compared.changes <= max(2, len(solid) // 12)
        if placed:
            wanted = 0.55
        elif is_cited and wording.introduces(named.intro, ""):
            wanted = 0.6
        elif is_cited:
            wanted = 0.75
        elif defines:
            wanted = 0.93
        else:
            wanted = 0.9 if len(solid) > 30 else 0.97
        # One thing in a line of constants; two in code that speaks of what few files do.
        alone = bool(names) and len(constants) == len(names)
        short = compared.changes == 1 and alone and (placed or len(names) > 1 or bool(names[0][4]))
        below = len(solid) >= MIN_CITED and self._sources.cited_among(compared.path, self.page.said[:position])
        short = short or (below and (compared.changes == 1 or self._by_lines(named, compared)))
        most = 4 if compared.path in self._sources.spoken_of(position) else 2  # two that changed places count for three
        rare = compared.changes <= most and len(solid) >= MIN_RARE and self._rare(quoted, compared)
        if compared.share + 1e-9 >= wanted or (few and (is_cited or placed) and len(solid) >= 8) or short or rare:
            if self._is_changed(named.code, compared):
                return None
            self.page.quoted[position] = compared
            return self.page.verdict(named, "differs", where, (), compared.different)
        return None

    def _is_a_lesson(self, compared: Compared, position: int) -> bool:
        """Whether a place is of a file that teaches or tests, and is not named: others write on the same alike."""
        taught = _LESSONS.search(compared.path) is not None
        return taught and not self._sources.speaks_of(compared.path, position)

    def _is_changed(self, code: str, compared: Compared) -> bool:
        """Whether a block has what the author's own things are called after, or remarks on what was there before."""
        there = self._text(compared)
        plain = re.sub(r"(?<![\"':])//[^\n]*|(?<!\S)#[^\n]*", "", code)  # but no label of a target
        names = [name for name in dict.fromkeys(re.findall(r"[A-Za-z_]\w+", plain, re.A)) if name not in there]
        if any(self.page.project.has(name) for name in names):
            return True
        return any(match[0] not in there for match in _CHANGED.finditer(code))

    def _registers_own(self, code: str) -> bool:
        """Whether a block registers kernels of an op, or for a device, that is not the tree's, nor nearly like one."""
        if _OWN_DEVICE.search(code):
            return True
        for op in re.findall(r"\b(?:Name|REGISTER_OP)\(\s*\"(\w+)\"", code):
            near = self.known.near(op)
            if op not in self.known.ops and not (near and near[0][0] <= letters_allowed(op)):
                return True
        return False

    def _nearly(self, named: Citation, compared: Compared, solid: list[str]) -> bool:
        """Whether a short block has hardly anything, or hardly a line, that its place has not."""
        return compared.changes <= max(2, len(solid) // FEW) or self._by_lines(named, compared)

    def _by_lines(self, named: Citation, compared: Compared) -> bool:
        """Whether nearly all lines of a block stand at its place: some changed places, are left out or are altered."""
        defined = re.findall(r"^\s*(?:class|struct|def|#define)\s+(\w+)", named.code, re.M)
        if wording.proposed(named.intro) or not all(map(self.known.knows, defined)):
            return False
        said = [line for text in named.code.split("\n") if len(line := "".join(text.split())) >= LONG_LINE]
        size = named.code.count("\n") + 1
        here = self.known.lines(compared.path)[max(0, compared.line - 1 - size) : compared.end_line + size]
        there = {b"".join(line.split()).decode("utf-8", "replace") for line in here}
        same = sum(line in there for line in said)
        return same >= ENOUGH_LINES and (len(said) - same) * ENOUGH_LINES <= same

    def _rare(self, quoted: list[str], compared: Compared) -> bool:
        """Whether a block calls by name what only few files of the tree define, or keeps what only a few do."""
        for word in dict.fromkeys(token for token in quoted if len(token) > 9 and token.isidentifier()):
            places = {place.path for place in self.known.places(word)}
            mixed = "_" in word.strip("_") or re.search(r"[a-z][A-Z]", word) is not None
            if mixed and len(places) <= MOST_RARE and (places or word.endswith("_")) and word in self._text(compared):
                return True
        return False

    def _text(self, compared: Compared) -> str:
        lines = self.known.lines(compared.path)[compared.line - 1 : compared.end_line]
        return b"\n".join(lines).decode("utf-8", "replace")

    def _invented(self, named: Citation) -> Verdict | None:
        """A verdict on a block that defines a member that its class does not have; None for code that is proposed."""
        if named.language == "python" or wording.sketch(named.intro) or wording.proposed(named.intro):
            return None
        for owner, last in _MEMBER.findall(named.code):
            places = self.known.class_places(owner)
            if not places or owner == last or wording.PLACEHOLDER.search(owner) or self._may_have(owner, last):
                continue
            near = [f"{owner}::{name}" for name in nearest_of(last, self.known.members(owner))]
            place = max(places, key=lambda p: p.end_line - p.line)  # the others may be enumerations
            return self.page.verdict(named, "not found", place, near, f"{owner} has no member {last}")
        return None

    def _may_have(self, owner: str, last: str) -> bool:
        """Whether a class has a member, or may have without a body, which only a tree tells."""
        if any(owner_of(place.name) == owner for place in self.known.places(last)) or self.page.classes.has(
            owner, last
        ):
            return True
        return not self.known.has_tree and (last in self.known.names or len(self.known.members(owner)) < MIN_MEMBERS)

    def _external(self, one: Citation, position: int) -> Location | None:
        """The package of a quotation that defines what a package beside the tree is known to define, or says so."""
        if one.language != "python":
            return None
        for name in re.findall(r"^\s*(?:def|class)\s+(\w+)", one.code, re.M):
            place = self.known.externals.get(name)
            if place is not None and not any(p.path.endswith(".py") for p in self.known.places(name)):
                return place
        packages = {place.package: place for place in self.known.externals.values()}
        # What a block imports or speaks of says nothing of where it is from; a path in a remark above it does.
        remarks = [line for line in one.code.split("\n")[:2] if re.match(r"\s*#.*(?:/|\.py\b)", line)]
        said = "\n".join([one.intro, *remarks])
        for package, place in packages.items():
            if re.search(rf"(?<!\w){package}(?!\w)", said.replace("-", "_"), re.I):
                for other in reversed(self.page.said[max(0, position - 8) : position]):
                    if other.kind == "path" or other.kind == "path:line":
                        inside = self.page.external_file(other.target)
                        if inside is not None and inside.package == package:
                            return inside
                return Location(place.path, place.line, place.end_line, place.package, place.version)
        for other in reversed(self.page.said[max(0, position - 4) : position]):
            if other.kind in ("path", "path:line") and other.line >= one.line - 4:
                inside = self.page.external_file(other.target)
                if inside is not None and not self.known.resolve(other.target):
                    return inside
        return None


def _goes_on(intro: str, target: str) -> bool:
    """Whether a line says something of a file, and then, behind a semicolon, what the quotation is of."""
    return re.search(r"[;；][^;；]*\w[^;；]*[:：]\s*$", intro[intro.rfind(target) + len(target) :]) is not None


def _speaks(path: str, python: bool) -> bool:
    """Whether a file may be in the language of a quotation."""
    return path.endswith(".i") or path.endswith((".py", "BUILD", ".bzl", "WORKSPACE")) == python


def _first_line(code: str) -> str:
    return next((line.strip() for line in code.split("\n") if line.strip()), "")[:80]
