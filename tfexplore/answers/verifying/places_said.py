"""Sentences that say where a name is: "`Weave` is defined on line 12 of `loom.cc`", `Weave` 定义在 `loom.cc` 第 12 行.

They are read as a whole, in six languages (`place_forms.py`). Several names have several numbers in turn: "`A`, `B` and
`C` are at 12, 40 and 77". Rows of a table that have a name, a file and lines say the same.

What is said to be defined, declared or to begin at lines is wrong where the file defines it and none of its definitions
has its head there, also where the lines use it. What is said to be at lines, or in a function, may as well be in a
body, and "at" lines that mention it.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.declared import BODIES, DEFINED, FUNCTIONS, REGISTERED
from tfexplore.answers.verifying.heads import NEAR_LINES, head_of
from tfexplore.answers.verifying.lines import OF_ANOTHER
from tfexplore.answers.verifying.place_forms import FILE, FORMS, LINES, NAME, NUMBER, PLACED, place_of, skeleton
from tfexplore.answers.verifying.rows import NUMBER as CELL
from tfexplore.answers.verifying.rows import begins_another, tables
from tfexplore.answers.verifying.spelling import mentioning, parts_of
from tfexplore.index.symbols import Place
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.place_forms import Skeleton, Token
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.rows import Table
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines above a cited one, and below, on which a name may be said to be.
NEAR = 2
#: Lines of a range that need have nothing around them.
FEW = 4
#: Lines above one that is said to be inside of something: of a block that a macro opens, or `with` in Python.
OF_BLOCK = 12
#: How many of the lines above a definition may be its comment, where there is no tree to tell.
REMARK = 15
#: Rows whose lines are the heads of their names, beside one that only mentions its name.
OTHERS = 2
#: Lines above a table that may name the file of its lines.
ABOVE = 3
#: Nobody cites the first lines of a file, which are its licence.
LEAST = 15
#: Lines more than a definition has that are said to be it.
TOO_MANY = 12
#: Letters before a name that are read.
REACH = 40
_PATHS = ("path", "path:line")
#: A number in brackets right behind a name, which is a line where its file has so many.
_NUMBERED = regex(rf"(?P<name>{NAME})[*_]{{0,3}}(?:,?\s(?:is|=)\s{NUMBER})?\s?[(（]\s?L?(?P<number>{NUMBER})\s?[)）]")
#: A line that is a number and a name.
_BEFORE = regex(
    rf"(?:\A|\n)\s{{0,3}}[*_]{{0,3}}(?P<number>{NUMBER})[*_]{{0,3}}\s(?P<name>{NAME})[*_]{{0,3}}\s*(?=\Z|\n)"
)
_PLAINLY = regex(
    rf"(?P<name>{NAME})[*_]{{0,3}}\s(?P<number>{NUMBER})(?=\s?(?:[,;，；、)）]|[.。](?:\s|\Z)|\sand\b|\Z))"
)
LISTED = 3
#: What says right before a name that it is not where something is defined: something of it, or something that uses it.
_OF_IT = regex(
    r"\b(?:(?:con|de)structors?|methods?|members?|iterators?|invocations?|call\ssites?|instantiations?|registrations?|speciali[sz]ations?|overloads?|body|end|rest|loops?"
    r"|uses?)\s(?:to|of|for|in)\s(?:the\s)?\Z"
    r"|(?:注册|结尾|末尾|特化)\s?(?:了|的)?\s?\Z",
    re.I,
)
_USED = regex(
    r"\b(?:calls?|called|invokes?|uses?|asks?|reads?|creates?|constructs?|(?:calls?|callers?|uses?|call\ssites?)\s(?:to|of))"
    r"\s(?:the\s|an?\s)?\Z"
    r"|(?:调用|使用|用到|构造|创建)\s?了?\s?\Z|(?:ruft|Aufruf\svon|appelle|appel\sà|llama\sa)\s\Z",
    re.I,
)
_DECLARED = regex(r"declar|deklar|déclar|声明|宣言", re.I)
#: What says right before names, or right behind their place, that there are more of them.
_MORE_NAMES = regex(
    rf"{NAME}[`*]*\s?(?:[,、，/|+&]|\b(?:and|or|und|oder|et|ou|y|o)\b|[和与及或]"
    r"|(?:的|\b(?:on|of|in|from|inside|von|de)\b)\s?(?:the\s)?(?:class\s)?)\s?[`*]*\Z"
)
_MORE_PLACES = regex(
    rf"[`*)）]*\s?(?:[,、，/&]|\b(?:and|or|und|oder|et|ou|y|o)\b|[和与及或])\s?(?:and\s)?[`*(（]*:?[{LINES}{NUMBER}{PLACED}]"
)
#: What says between a file and lines without one that they are another's.
_ANOTHER_FILE = regex(r"\b(?:headers?|others?|beside|sibling|twin|source|tests?|copy)\b|头文件|另一|旁边|测试", re.I)
#: Words by which something is elsewhere than a clause begins to say.
_OTHERWISE = regex(r"\b(?:not|never|no\slonger|instead|formerly|was\suntil|used\sto)\b|n['’]t\b|不在|而非|不是", re.I)


#: A paragraph that is the place of what the one above it says.
_SOURCE = regex(
    r"[\s>*_(]*(?:source|code|quelle|where|location|来源|出处|源码|代码|位置|出典)[*_]*\s?[:：][*_]*\s*[`*\[]*[\w./+-]+\.\w{1,5}"
    r"[^\s]{0,40}[`*)\].]*\s*\Z",
    re.I,
)
#: The head of a column of places, and how a cell begins that says that it is lines.
_WHERE = regex(r"[\s*_]*(?:where|places?|locations?|wo|位置|场所)[\s*_]*", re.I)
_SIGNED = regex(r"[\s`*]*(?:\w+ \w+ )?(?:#?L|lines?\s|:|第\s?)\d", re.A | re.I)
#: A cell that is a name and nothing else.
_ALONE = regex(r"\s*[*]{0,2}`[A-Za-z_][\w:.~]*(?:\(\))?`[*]{0,2}\s*", re.A)


class _Row(Record):
    """The name and the place of a row; the definition elsewhere where it is at no head, and where it is not there."""

    name: str
    place: Citation
    no_head: Place | None
    not_there: Place | None


class PlacesSaid(Check):
    """The checks of such sentences."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number that is not where its name is said to be."""
        for one in self.page.paragraphs:
            if len(one.text) <= MAX_TEXT and not one.text.lstrip().startswith("|") and re.search(r"\d", one.text):
                yield from self._of_paragraph(one)
        for above, one in pairwise(self.page.paragraphs):
            yield from self._below(above, one)
        for table in tables(self.page):
            yield from self._of_table(table)

    def _below(self, above: Paragraph, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on a place that is all of a paragraph, "Source: loom.cc:12", and not of what is said above."""
        if not _SOURCE.match(one.text) or len(above.text) > MAX_TEXT:
            return
        said = skeleton(above.text).text
        if not said.lstrip(" *_").startswith(NAME) or said.count(NAME) > 1 or FILE in said or PLACED in said:
            return
        (name,) = [token.said for at, token in skeleton(above.text).tokens.items() if said[at] == NAME]
        places = [each for _, each in self.page.cited_in(one) if each.kind == "path:line"]
        if len(places) != 1 or _OTHERWISE.search(said) or self.page.strangers(places[0]) or name in self.page.own:
            return
        now = self._instead(name, places[0], places[0].start, places[0].end, "at")
        if now is not None:
            yield self.page.moved(places[0], now, f"{name} is at line {now.line}")

    def _of_paragraph(self, one: Paragraph) -> Iterator[Verdict]:
        read = skeleton(one.text)
        if NAME not in read.text or disclaimers.proposed(one.text):
            return
        told: set[int] = set()
        for at, verdict in (*self._numbered(one, read), *self._said(one, read)):
            if at not in told:
                told.add(at)
                yield verdict

    # -- forms -----------------------------------------------------------------------------------------------------

    def _said(self, one: Paragraph, read: Skeleton) -> Iterator[tuple[int, Verdict]]:
        """The verdicts on what a paragraph says in one of the forms, each with where its numbers stand."""
        for how, form in FORMS:
            for match in form.finditer(read.text):
                if _OTHERWISE.search(match[0]):
                    continue
                before = read.text[max(0, match.start("names") - REACH) : match.start("names")]
                if _MORE_NAMES.search(before) or _MORE_PLACES.match(read.text, match.end()):
                    continue
                loose = _OF_IT.search(before) or _DECLARED.search(match[0])  # a declaration is not always a definition
                said = "used" if _USED.search(before) else "at" if loose else how
                yield from self._judged(one, read, match, said)

    def _judged(self, one: Paragraph, read: Skeleton, match: re.Match[str], how: str) -> Iterator[tuple[int, Verdict]]:
        names = [read.tokens[at].said for at in range(*match.span("names")) if read.text[at] == NAME]
        lines, file = place_of(match, read.tokens)
        if lines is None or len(set(names)) < len(names):
            return
        if file is None:  # the one before it
            at = max(read.text.rfind(sign, 0, match.start() + 1) for sign in (FILE, PLACED))
            if at >= 0 and _ANOTHER_FILE.search(read.text, at, match.end()):
                return
            file = read.tokens[at] if at >= 0 else None
        if how == "whole" and (match["p"] is None and match["o"] is None):
            how = "at"  # in words of a language in which nothing else puts them together
        place = self._citation(one, lines, file)
        if place is None or self.page.strangers(place) or any(name in self.page.own for name in names):
            return
        text = self.page.text_lines[place.line - 1]
        if OF_ANOTHER.match(text, place.end_column) or self.page.is_quoted_below(place):
            return
        if len(names) > 1 and len(names) != len(lines.lines):
            return
        in_turn = names if len(names) > 1 else names * len(lines.lines)
        for name, (start, end) in zip(in_turn, lines.lines, strict=True):
            if how == "whole":
                if len(lines.lines) == 1:
                    yield from self._as_a_whole(one, name, place, lines)
                    yield from self._of_another_class(name, place, lines)
                continue
            now = self._use(name, place, start, end) if how == "used" else self._instead(name, place, start, end, how)
            if now and any(
                self._instead(other, place, start, end, "defined") is None for other in names if other != name
            ):
                continue  # in another order
            if now is not None:
                detail = f"{name} is at line {now.line}"
                if how == "within":
                    detail = f"line {start} is not in {name}, which begins at line {now.line}"
                elif how == "used":
                    detail = f"line {start} does not have {name}; line {now.line} has it"
                yield lines.at + start, self.page.moved(place._replace(start=start, end=end), now, detail)

    def _as_a_whole(self, one: Paragraph, name: str, place: Citation, lines: Token) -> Iterator[tuple[int, Verdict]]:
        """A verdict on lines behind a name that end, or begin, with a definition as well of which nothing is said."""
        ((start, end),) = lines.lines
        for path in self._files(place) if self.known.has_tree else ():
            bodies = [each for each in self.known.inside(path) if each.kind in FUNCTIONS]
            others = [
                each
                for each in bodies
                if start <= each.location.line <= end and parts_of(each.name)[-1] not in one.text
            ]
            every = self._own(name, path)
            for own in every if all(each.kind in FUNCTIONS for each in every) else ():  # a class has others in it
                finish = self.known.end(own)
                if not start <= own.line <= finish <= end:
                    continue
                behind = [each for each in others if each.location.line > finish and self.known.end_of(each) <= end]
                before = [each for each in others if each.location.line == start < own.line]
                goes_on = end - start >= finish - own.line + TOO_MANY and start >= own.line - NEAR_LINES
                told = (behind if goes_on else []) or (before if abs(end - finish) <= 1 else [])
                if told:
                    detail = f"{name} is lines {own.line} to {finish}; {told[0].name} is there as well"
                    yield lines.at + start, self.page.moved(place, own._replace(end_line=finish), detail)
                    return

    def _of_another_class(self, name: str, place: Citation, lines: Token) -> Iterator[tuple[int, Verdict]]:
        """A verdict on a line in a member of another class that is called as one is which the file has elsewhere."""
        ((start, end),) = lines.lines
        *owners, last = parts_of(name)
        for path in self._files(place) if owners and self.known.has_tree else ():
            own = [each for each in self._own(name, path) if owners[-1] in parts_of(each.name)[:-1]]
            around = self.known.functions_at(path, start)[-1:]
            if not own or not around or any(each.line <= start <= self.known.end(each) for each in own):
                continue
            *other, called = parts_of(around[0].name)
            if called == last and other and owners[-1] not in other:
                now = min(own, key=lambda each: abs(each.line - start))
                detail = f"line {start} is in {around[0].name}; {name} is at line {now.line}"
                yield lines.at + start, self.page.moved(place._replace(start=start, end=end), now, detail)
                return

    def _citation(self, one: Paragraph, lines: Token, file: Token | None) -> Citation | None:
        """The place as a citation: the one that was read there, or else one of the file that the sentence says."""
        for at, each in self.page.cited_in(one):
            if each.kind == "path:line" and at < lines.end and lines.at < at + max(1, len(each.text)):
                return each
        rows = {one.at(token.at)[0] for token in (lines, file) if token is not None}
        for each in [each for row in rows for each in self.page.on(row)]:
            if (
                each.kind == "path:line"
                and (each.start, each.end) in lines.lines
                and (file is None or not each.unnamed)
            ):
                return each  # which has the file's text alone
        if file is None:
            return None
        for each in self.page.on(one.at(file.at)[0]):
            if each.kind in _PATHS and each.target.endswith(file.said):
                return self._of_file(one, lines, each)
        return self._of_file(one, lines, Citation("path", file.said, 1, 1, file.said))

    def _of_file(self, one: Paragraph, lines: Token, file: Citation) -> Citation:
        """Lines as a citation of a file that is cited elsewhere."""
        row, column = one.at(lines.at)
        start, end = lines.lines[0]
        return file._replace(
            kind="path:line", text=lines.text, line=row, column=column, start=start, end=end,
            end_column=column - 1 + len(lines.text),
        )  # fmt: skip

    # -- numbers in brackets ---------------------------------------------------------------------------------------

    def _numbered(self, one: Paragraph, read: Skeleton) -> Iterator[tuple[int, Verdict]]:
        """The verdicts on numbers in brackets behind names, where the paragraph, or its section, names one file."""
        pairs = [*_NUMBERED.finditer(read.text), *_BEFORE.finditer(read.text), *self._plainly(read)]
        owner = self._owner(one, read) if pairs else None
        if owner is None:
            return
        longest = max([len(self._text(path)) for path in self._files(owner)], default=0)
        for match in pairs:
            name, number = read.tokens[match.start("name")], read.tokens[match.start("number")]
            start, end = number.lines[0]
            before = read.text[max(0, match.start() - REACH) : match.start()]
            if len(number.lines) > 1 or not LEAST <= start <= end <= longest or _USED.search(before):
                continue
            place = self._of_file(one, number, owner)
            if name.said in self.page.own or self.page.strangers(place):
                continue
            now = self._instead(name.said, place, start, end, "at")
            if now is not None:
                yield number.at + start, self.page.moved(place, now, f"{name.said} is at line {now.line}")

    def _plainly(self, read: Skeleton) -> list[re.Match[str]]:
        """Numbers right behind names without brackets: "`Weave` 12, `Unweave` 40 and `Braid` 77", three and more."""
        found = list(_PLAINLY.finditer(read.text))
        return found if len(found) >= LISTED else []

    def _owner(self, one: Paragraph, read: Skeleton) -> Citation | None:
        """The one file that a paragraph names, or the heading above it where it names none."""
        files = {token.said for at, token in read.tokens.items() if read.text[at] in (FILE, PLACED)}
        if files:
            cited = [each for number in one.numbers for each in self.page.on(number) if each.kind in _PATHS]
            cited = [each for each in cited if each.target in files]
        else:
            cited = self.page.cited_by_section(one.numbers[0])
        return cited[0] if len(files) <= 1 and len({each.target for each in cited}) == 1 else None

    # -- tables ----------------------------------------------------------------------------------------------------

    def _of_table(self, table: Table) -> Iterator[Verdict]:
        """The verdicts on the lines of a table whose rows have a name, a file and lines."""
        columns = [at for at in range(len(table.heads)) if _is_of_lines(table, at)]
        told = list(self._rows(table, columns[0])) if len(columns) == 1 else []
        for row in told:
            others = [one for one in told if one is not row]
            whole = bool(others) and all(one.place.end > one.place.start for one in others)
            sure = all(one.no_head is None for one in others) and (whole or len(others) >= OTHERS)
            now = row.not_there or (row.no_head if sure else None)
            text = self.page.text_lines[row.place.line - 1]
            if now and not (disclaimers.proposed(text) or self.page.strangers(row.place) or row.name in self.page.own):
                yield self.page.moved(row.place, now, f"{row.name} is at line {now.line}")

    def _rows(self, table: Table, column: int) -> Iterator[_Row]:
        for row in table.rows:
            cell = row[column] if column < len(row) else None
            number = CELL.fullmatch(cell.text) if cell is not None else None
            names = [other.names()[0][1] for other in row[:2] if other is not cell and _ALONE.fullmatch(other.text)]
            files = [one for one in self.page.on(row[0].line) if one.kind in _PATHS and not one.unnamed]
            if not files and not markdown.is_head_of_lines(table.heads[column].text):  # which `line_columns` judges
                files = self._above(table)
            if cell is None or number is None or not names or len(files) != 1:
                continue
            start, end = int(number["start"]), max(int(number["start"]), int(number["end"] or 0))
            place = files[0]._replace(
                kind="path:line", text=number[0].strip(), start=start, end=end,
                column=cell.column + 1 + number.start("start"), end_column=cell.column + number.end(),
            )  # fmt: skip
            place = next((one for one in self.page.on(cell.line) if is_same(one, place)), place)
            no_head = self._instead(names[0], place, start, end, "defined")
            not_there = self._instead(names[0], place, start, end, "at") if no_head else None
            yield _Row(names[0], place, no_head, not_there)

    def _above(self, table: Table) -> list[Citation]:
        """The one file that the lines right above a table name, or else the heading."""
        first = table.one.numbers[0]
        above = [
            one for line in range(max(1, first - ABOVE), first) for one in self.page.on(line) if one.kind in _PATHS
        ]
        found = above or self.page.cited_by_section(first)
        return found[:1] if len({one.target for one in found}) == 1 else []

    # -- what is there ---------------------------------------------------------------------------------------------

    def _files(self, place: Citation) -> list[str]:
        """The files that a place may be of."""
        known = next((one for one in self.page.on(place.line) if one.target == place.target), None)
        found = self.page.files_meant(known) if known is not None else self.known.resolve(place.target)
        if not found and "/" in place.target:  # in another folder, which is told by itself
            found = self.known.resolve(place.target.rpartition("/")[2])
            found = found if len(found) == 1 else []
        return found

    def _instead(self, name: str, place: Citation, start: int, end: int, how: str) -> Place | None:
        """The definition of a name that is nearest to lines at which it is said to be and is not."""
        found: list[Place] = []
        for path in self._files(place):
            own = self._own(name, path) if how != "registered" else self._made(name, path)
            if any(self._fits(name, each, start, end, how) for each in own):
                return None
            near = {"at": NEAR, "within": OF_BLOCK}.get(how)
            if near is not None and self._is_mentioned(name, path, start, end, near if end - start < FEW else 0):
                return None
            if not self.known.has_tree and not (how == "defined" and begins_another(self.known, name, path, start)):
                return None  # which does not know who mentions it
            found += own
        return min(found, key=lambda each: abs(each.line - start), default=None)

    def _use(self, name: str, place: Citation, start: int, end: int) -> Place | None:
        """The use of a name that is nearest to lines which are said to have one, and have none."""
        word = parts_of(name)[-1].lstrip("~")
        having = [(path, mentioning([word.encode()], self.known.read(path) or b"")) for path in self._files(place)]
        having = [(path, lines) for path, lines in having if lines]
        if not self.known.has_tree or len(having) != 1:
            return None
        ((path, lines),) = having
        if any(start - NEAR_LINES <= line <= end + NEAR_LINES for line in lines):
            return None
        heads = {each.line for each in self._own(name, path)}
        now = min([line for line in lines if line not in heads], key=lambda line: abs(line - start), default=0)
        return Place(name, "use", path, now, now) if now else None

    def _own(self, name: str, path: str) -> list[Place]:
        """Where a file defines or registers a name."""
        # A file that is named tells which of those is meant that are called so.
        named = self.page.meant(name) if len(parts_of(name)) > 1 else self.known.places(name)
        found = [each for each in named if each.path == path and each.kind in DEFINED]
        return found + self._made(name, path, ("op",))

    def _made(self, name: str, path: str, kinds: tuple[str, ...] = REGISTERED) -> list[Place]:
        """Where a file registers an op, something of one, or a class."""
        made = [each for each in self.known.registered(path) if name in (each.op, each.name) and each.kind in kinds]
        return [Place(name, "op", path, each.line, each.end_line) for each in made]

    def _fits(self, name: str, own: Place, start: int, end: int, how: str) -> bool:
        """Whether lines are what is said of a definition."""
        lines = self._text(own.path)
        first, last = head_of(lines, own) if lines else (max(1, own.line - REMARK), own.line + NEAR_LINES)
        if own.kind not in BODIES:
            last = max(last, own.end_line)
        near = NEAR_LINES if end - start < FEW else 0
        if how != "within" and start <= last + near and first - near <= end:
            return True
        if how == "defined":
            return False
        finish = max(own.end_line, self.known.end(own)) if own.kind in BODIES else own.end_line
        if first - NEAR_LINES <= start <= finish + 1:
            return True
        # A member that is defined outside of its class is in the class all the same.
        word = parts_of(name)[-1]
        return any(word in parts_of(each.name)[:-1] for each in self.known.functions_at(own.path, start))

    def _is_mentioned(self, name: str, path: str, start: int, end: int, above: int) -> bool:
        """Whether lines have a name, or so many above them, or two below where they are few."""
        word = parts_of(name)[-1].lstrip("~")
        end += NEAR if end - start < FEW else 0
        if not self.known.has_tree:
            return any(start - above <= line <= end for line in self.known.mentioned(path, word))
        text = b"\n".join(self._text(path)[max(0, start - 1 - above) : end])
        return bool(mentioning([word.encode()], text))

    def _text(self, path: str) -> Sequence[bytes]:
        return self.known.lines(path) if self.known.has_tree else ()


def _is_of_lines(table: Table, at: int) -> bool:
    """Whether a column is of lines by its head, or one of places of which each cell says so: `L12-L20`."""
    head = table.heads[at].text
    cells = [row[at].text for row in table.rows if at < len(row)]
    return markdown.is_head_of_lines(head) or (
        _WHERE.fullmatch(head) is not None and all(_SIGNED.match(cell) for cell in cells)
    )


def is_same(one: Citation, place: Citation) -> bool:
    """Whether a citation that was read is of the lines of a place, so that what is said of it is said once."""
    return one.kind == "path:line" and (one.start, one.end) == (place.start, place.end)
