"""Lines that are off what they stand beside, in a document whose other places are where such things begin.

"`f` (x.cc:12)" may be a statement in `f`. But who gives the very line of four others in this way means that of `f`.
"""

from __future__ import annotations

import re
from functools import cached_property
from itertools import takewhile

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import wording
from tfexplore.answers.citation import Citation
from tfexplore.answers.markdown import SPAN, first_cell, margin
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.branches import begins_branch_with
from tfexplore.answers.verifying.declared import BODIES, FUNCTIONS
from tfexplore.answers.verifying.line_of import LineOf, LinesOf
from tfexplore.answers.verifying.next_to import between, code_beside, is_beside, is_shown, line_of, named
from tfexplore.answers.verifying.page import ITEM
from tfexplore.answers.verifying.spelling import owner_of, parts_of
from tfexplore.answers.verifying.ties import COLON, DOES
from tfexplore.answers.verifying.turns import goes_on, listed_with, numbers_of
from tfexplore.model import Location
from tfexplore.paths import RULE_FILES
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: So many places of a document are where what they are said of begins, and so many for each one that is not.
ENOUGH = 4
OUTNUMBERED = 2
#: Lines that a place is off which is said to be a head's, whatever the others are.
MISPLACED = 4
#: Letters of a cited place, or a cell; rows of a table above a row, and below it.
MAX_TEXT, MAX_ROWS = 300, 20
#: Items of one list with lines that are inside of what they name, from which on the list is of such lines.
OF_SUCH = 3
#: Letters of code beside a place that hardly stands on its line by chance.
LONG = 8
#: Letters of a literal.
SHORT = 3
#: What says before a name that a place is one inside of the thing, and between them that it is not.
_INSIDE = regex(
    r"(?:\b(?:in|into|inside|within|of|from|compare|cf\.|like|as|serves?|for (?:instance|example))"
    r"|[在由从]|来自于?|出自|参照|参考|类似|例如)"
    r"\s*[`*\"(\[]*\Z"
    r"|\b(?:callers?|call sites?|users)\b[^.;。；]{0,80}(?:\.\w+[^.;。；]{0,80}){0,3}\Z"
    r"|\b(?:so|as|nor|neither) (?:does|do|did|has|have)\s*[`*\"(\[]*\Z"
    r"|\b(?:above|below|preceding)\s[`*]*(?:(?:class|struct|enum|def)\s)?\Z"
    r"|\bvon\s(?:der\s|dem\s)?[`*]*\Z|[)）]\s?(?:→|->|⇒)\s?[`*]*\Z"
    r"|\b(?:used|called|invoked|shared|applied)(?: \w+)? (?:by|from)\b(?:[^.;。；]|\.(?=\w)){0,120}\Z"
    r"|被[^。；;]{0,60}\Z",
    re.I,
)
_ITS_HEAD = regex(r"\b(?:definition|declaration|head|beginning) of (?:the )?(?:class |function )?[`*\"(\[]*\Z", re.I)
_HAS = regex(
    r"[`*]*\s(?:has|holds|says|is where|shows)\b"
    r"|[`*]*\s?(?:行)?\s?(?:有|写着|处有)"
    r"|[`*]*\s?的\s?`__\w+__`"
    r"|[`*]*[)）]\s?(?:里|calls\b|[:：]\s?(?:here\b|这里|calls\b))"
    r"|[`*]*[)）]\s?(?:→|->|⇒)"
    r"|[`*)）]*\s?(?:行|处|里|中)?(?:才|就|又|也|再|会|先|直接)?(?:调用|使用|用到|检查|构造|创建|设置|传给|返回)"
)
#: What says before a name that the thing is not called so.
_NOT_SO = regex(r"\b(?:not|rather than|instead of)\s[`*\"]*\Z|(?:不是|而非|不叫)\s?[`*]*\Z")
_DECLARED = regex(r"declared|defined|定义|声明|实现")
#: Words that say that the place is where a thing's definition begins, and code that is the head of one.
_IS_DEFINED = regex(r"\b(?:declared|defined)\b|定义|声明|(?:类|函数|宏|方法)(?:[:：]|在|位于)")
_IS_DECLARED = regex(r"\bdeclared\b|声明")
#: Lines between a place and the block that it introduces.
UP_TO_BLOCK = 4
_ONLY_SO = regex(r"[`*]*\s?(?:类|函数|宏|方法)[:：]\s?[`*\[]*")
_HEAD = regex(r"(?:class|struct|def)\s+\w")
#: What a cell says that may be about something that is done, and one that plainly is: words, and none of them code.
_WORDS = regex(r"[^`|/_]*[a-z\u4e00-\u9fff]{2,}[\s,-]+[^`|/_]+|[^`|/_]*[\u4e00-\u9fff]{2,}[^`|/_]*")
_STEP = regex(r"[^`|/_]*?[a-z]{2,}(?:[\s,-]+[A-Za-z]{2,}){2,}[^`|/_]*|[^`|/_]*[\u4e00-\u9fff]{4,}[^`|/_]*")


#: A literal of one word; a text in quotation marks, and lines above a place that may have one.
_LITERAL = regex(r"\"\w{3,}\"")
_QUOTED, ABOVE = regex(r"[\"“]([^\"“”\n]{16,200})[\"”]"), 3
#: The method that does what a class is for.
_WORK = regex(r"__call__|__init__|call|Compute(?:Async)?|Compile|Optimize|Run")


class _Tied(Record):
    """A place, the name that it is said of, and what the line is of that.

    `beside` is whether nothing but the place is said of the name, `declared` whether words say that it is defined
    there, and `head` whether they leave nothing else.
    """

    one: Citation
    name: Citation
    at: LineOf
    beside: bool = True
    declared: bool = False
    head: bool = False


def _is_far(each: _Tied) -> bool:
    """Whether a place that is said to be a head's is not even next to it, as a field's of a message may be."""
    return each.head and abs(each.at.line - each.at.number) > MISPLACED and not each.at.path.endswith(".proto")


#: A word of a sentence that is nothing but code.
_CODE_WORD = regex(r"(?<!\w)(?:[a-z]+\w*_\w*|[A-Za-z]+[a-z][A-Z]\w*)", re.A)
#: Lines from the head of a rule to the name that it gives.
OF_A_RULE = 2
#: Lines from the head of a condition to what is done under it, and such a head.
OF_A_CONDITION = 3
_CONDITION = re.compile(rb"\s*(?:\}\s*)?(?:if|else|elif|for|while|with|try|switch|case)\b")


#: A statement before what it is in: "`n = rank() - 1`, `Loom::Weave`, x.cc:12".
_STATEMENT_OF = regex(r"`[^`\n]*\w\s?(?:=|\()[^`\n]*`[,，]\s?[`*]*\Z")

#: What is on the frames of a trace, whose lines are inside of functions.
_FRAMES = regex(r"\b(?:stack )?frames?\b|\btrace(?:back)?s?\b|栈帧|调用栈|堆栈", re.I)


class Habits:
    """The check of what the other places of a document say of one."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._lines = LinesOf(page)
        self._all: list[_Tied] = []

    def begin(self) -> None:
        """Find out of what the document's lines are, which is for the correction that comes at last."""
        self._all = list(self._tied())

    def corrected(self, verdicts: Iterable[Verdict]) -> list[Verdict]:
        """The verdicts, with those on the few lines that are off the head of what they are said of, or inside of it."""
        made = list(verdicts)
        found = {(one.line, one.column) for one in made if one.kind == "path:line" and one.verdict == "found"}
        tied = [each for each in self._all if (each.one.line, each.one.column) in found]
        begin = sum(each.at.begins for each in tied)
        usual = begin >= max(ENOUGH, OUTNUMBERED * (len(tied) - begin))
        off = [each for each in tied if not each.at.begins and each.beside and (usual or _is_far(each))]
        inside: dict[int, list[_Tied]] = {}
        for each in off:
            inside.setdefault(each.one.line, []).append(each)
        off = [each for each in off if not _FRAMES.search(self.page.text_lines[each.one.line - 1])]
        off = [each for each in off if not self._is_meant(each) and not self._is_beside_another(each, inside)]
        wrong = {(each.one.line, each.one.column): self._verdict(each, usual) for each in off}
        return [wrong.get((one.line, one.column), one) for one in made]

    def _tied(self) -> Iterator[_Tied]:
        """The single lines of a document that are said of a name or of code, and those of lists that are of as many."""
        for position, one in enumerate(self.page.said):
            if one.kind != "path:line" or len(one.text) > MAX_TEXT or goes_on(self.page, one):
                continue
            tie = self.page.tied.get(position)
            code = code_beside(self.page, one)
            own = named(self.page, one, code) if code is not None else None
            name = tie[0] if tie is not None else own
            # Without a tree nothing tells specialisations apart, and in `Compute` everything is done.
            told = name is not None and not ("<" in name.text or name.target.endswith("::Compute"))
            if name is not None and name.target.startswith("gen_"):
                continue  # which no file of the tree defines
            if name is not None and (told or self.known.has_tree):
                yield from self._of_name(one, name, own)
            elif code is not None and (word := self._bare(one, code)) is not None:
                yield from self._of_name(one, word, word)
            elif code is not None and one.start == one.end:
                at = self._lines.of_code(one, code[2])
                number = line_of(self.page, one, code)
                said = Citation("symbol", code[2], number, code.start(2) + 1, code[2], end_column=code.end(2))
                yield from [_Tied(one, said, at)] if at is not None else []

    def _bare(self, one: Citation, code: re.Match[str]) -> Citation | None:
        """A word of code beside a place that is no citation by itself, where the file of that defines it once."""
        word = code[2].strip().removesuffix("()").removeprefix("self.")
        if not word.isidentifier() or one.start != one.end:
            return None
        files = self.page.files_meant(one)[:1] if not one.unnamed else []
        places = [place for place in self.known.places(word) if place.path in files and place.kind in BODIES]
        if len(places) != 1:
            return None
        column = code.start(2) + 1
        return Citation(
            "symbol", word, line_of(self.page, one, code), column, word, in_code=True, end_column=column + len(word) - 1
        )

    def _of_name(self, one: Citation, name: Citation, own: Citation | None) -> Iterator[_Tied]:
        """What a place, or each of a list, is of a name, or of the names that are listed with it."""
        beside = (own is not None and own.target == name.target) or is_beside(self.page, name, one)
        words = between(self.page, name, one)
        head = _IS_DEFINED.search(words) is not None or self._is_a_head(one, name)
        beside = beside or _ONLY_SO.fullmatch(words) is not None
        if _IS_DECLARED.search(words) is not None:
            head = False  # where it stands without its body, perhaps
        declared = head or _DECLARED.search(words) is not None
        numbers = numbers_of(self.page, one)
        if len(numbers) == 1:
            at = self._lines.of_name(one, name, one.start, head)
            yield from [_Tied(one, name, at, beside, declared, head)] if at is not None else []
        elif numbers:
            yield from self._in_turn(one, name, numbers, beside)

    def _is_a_head(self, one: Citation, name: Citation) -> bool:
        """Whether the code beside a place is the head of what it names: "`class Loom(Frame)` at x.py:12"."""
        code = code_beside(self.page, one)
        if code is None or line_of(self.page, one, code) != name.line:
            return False
        return _HEAD.match(code[2].lstrip()) is not None and code.start(2) < name.column <= code.end(2)

    def _in_turn(self, one: Citation, name: Citation, numbers: list[int], beside: bool) -> Iterator[_Tied]:
        """What lines are of that are listed behind as many names; no line is off that one of the others is at."""
        names = [*reversed(listed_with(self.page, name)), name]
        for each, number in zip(names, numbers, strict=True) if len(names) == len(numbers) else ():
            at = self._lines.of_name(one, each, number)
            others = [self._lines.of_name(one, other, number) for other in names if other is not each]
            if at is not None and (at.begins or not any(other is not None and other.begins for other in others)):
                yield _Tied(one, each, at, beside)

    def _is_its_work(self, each: _Tied) -> bool:
        """Whether a line is the first of the method that does what the named class is for."""
        own = parts_of(each.name.target)[-1]
        return any(
            symbol.location.line == each.one.start and _WORK.fullmatch(parts_of(symbol.name)[-1]) is not None
            for path in self.page.files_meant(each.one)[:1]
            for symbol in self.known.inside(path)
            if symbol.kind in FUNCTIONS and owner_of(f"{symbol.scope}::{symbol.name}") == own
        )

    def _is_meant(self, each: _Tied) -> bool:
        """Whether a line may be meant that is inside: what is said of it says so, or another thing is on the line."""
        row = self.page.text_lines[each.one.line - 1]
        before, _ = self.page.around(each.name)
        if (_INSIDE.search(before) and not _ITS_HEAD.search(before)) or before.endswith("->"):
            return True
        if _NOT_SO.search(before) or _HAS.match(row, each.one.end_column) or self._is_of_its_owner(each):
            return True
        if wording.of_callers(self.page.header(each.one)) or self._is_of_steps(each):
            return True
        if wording.lists_uses(self.page.above(each.one.line)):
            return True
        if is_shown(self.page, each.name) or self._is_within_its_item(each) or self._is_quoted_from(each):
            return True
        if row.lstrip().startswith("|") and self.page.names_what_is_at(each.one, parts_of(each.name.target)[-1]):
            return True
        if COLON.fullmatch(between(self.page, each.name, each.one)) and DOES.match(row, each.one.end_column):
            return True
        if each.declared:
            return False
        if self._is_a_step(each) or self._is_its_work(each):
            return True
        first, last = prose.sentence_span(row, each.one.column - 1)
        others = [
            other
            for other in self.page.on(each.one.line)
            if other.kind in ("symbol", "op")
            and other is not each.name
            and first < other.column <= last
            and not self.page.is_tied(other)  # has a place of its own
        ]
        own = parts_of(each.name.target)[-1]
        heads = self.page.header_row(each.one.line)  # what the rows of a table are about
        words = [word for word in _CODE_WORD.findall(f"{row[first:last]} {heads}") if word != own]
        if not self.known.has_tree:  # a text in quotation marks may be the statement's there, another word what it sets
            files = " ".join(one.text for one in self.page.on(each.one.line) if one.kind in ("path", "path:line"))
            words = [word for word in words if word not in files]
            return bool(others or words) or '`"' in row or _STATEMENT_OF.search(before) is not None
        if self._is_of_what_has_it(each) or self._begins_branch(each):
            return True
        text = b"\n".join(self.known.lines(each.at.path)[each.at.number - 1 : each.at.number + 1])
        above = "\n".join(self.page.text_lines[max(0, each.one.line - 1 - ABOVE) : each.one.line])
        if any(said[1].encode() in text for said in _QUOTED.finditer(above)):
            return True  # what is asked about
        if any(stands(word, text) for word in words):
            return True  # "x.cc:12 weft null -> shuttle_ for each"
        if DOES.match(row, each.one.end_column):
            there = [self.known.lines(path)[each.at.number - 1 :][:2] for path in self.page.files_meant(each.one)]
            if any(stands(parts_of(each.name.target)[-1], line) for lines in there for line in lines):
                return True
        # In a sentence that is wrapped, too; and a literal is meant however short it is.
        before = prose.begun(prose.before(self.page.text_lines, each.one.line, each.one.column))
        spans = [span[2] for span in (*self.page.spans(each.one.line), *SPAN.finditer(before))]
        bare = [span.strip("\"'") for span in spans if len(span) >= LONG or span[:1] + span[-1:] in ("''", '""')]
        said = [span.encode() for span in bare if len(span) >= SHORT and each.name.target not in span]
        said += [match[0].encode() for span in spans if each.name.target in span for match in _LITERAL.finditer(span)]
        if any(b"_" in span and b"k" + span.replace(b"_", b"").lower() in text.lower() for span in said):
            return True  # `loom_width` is kept as `kLoomWidth`
        return any(stands(parts_of(other.target)[-1], text) for other in others) or any(span in text for span in said)

    def _is_beside_another(self, each: _Tied, inside: Mapping[int, Sequence[_Tied]]) -> bool:
        """Whether an item next to that of a place has a line `inside` of something else of the same file.

        Or several of its list have, of whichever files: "what reads the flag: `f` (x.cc:12), `g` (y.cc:40), …".
        """
        line = each.one.line
        if ITEM.match(self.page.text_lines[line - 1]) is None:
            return False
        beside = [other for number in (line - 1, line + 1) for other in inside.get(number, ())]
        if any(other.at.path == each.at.path and other.name.target != each.name.target for other in beside):
            return True
        if each.declared:
            return False
        items = set(self._items_around(line))
        return len(items & inside.keys()) >= max(OF_SUCH, len(items & self._heads))

    @cached_property
    def _heads(self) -> set[int]:
        """The lines of the document that have the line of a head."""
        return {each.one.line for each in self._all if each.at.begins}

    def _items_around(self, line: int) -> Iterator[int]:
        """The lines of the items that one stands among, not far from it."""
        last = min(len(self.page.text_lines), line + MAX_ROWS)
        for way in (range(line, max(0, line - MAX_ROWS), -1), range(line + 1, last + 1)):
            yield from takewhile(lambda at: ITEM.match(self.page.text_lines[at - 1]) is not None, way)

    def _is_quoted_from(self, each: _Tied) -> bool:
        """Whether what is quoted right below begins at the line: "Loom in x.cc, line 12 and following:"."""
        for position, compared in self.page.quoted.items():
            block = self.page.said[position]
            if each.one.line < block.line <= each.one.line + UP_TO_BLOCK and compared.path == each.at.path:
                return abs(compared.line - each.at.number) <= 1
        return False

    def _is_within_its_item(self, each: _Tied) -> bool:
        """Whether the item above has lines of the file that the line is one of: "- `f` (x.cc:32-51)\n  - `g` (48)"."""
        lines = self.page.text_lines
        own = margin(lines[each.one.line - 1])
        for number in range(each.one.line - 1, max(0, each.one.line - 1 - MAX_ROWS), -1):
            if not lines[number - 1].strip():
                break
            if margin(lines[number - 1]) >= own:
                continue
            places = [one for one in self.page.on(number) if one.kind == "path:line" and one.start < one.end]
            return any(
                one.start <= each.at.number <= one.end and each.at.path in self.page.files_meant(one) for one in places
            )
        return False

    def _is_of_its_owner(self, each: _Tied) -> bool:
        """Whether a line is the head of what a name is a member of, or of the rule of a build file with the name."""
        if each.at.path.endswith(RULE_FILES):
            return 0 < each.at.line - each.at.number <= OF_A_RULE
        *_, owner, _ = ("", *parts_of(each.name.target))
        around = (
            [one for one in self.known.inside(each.at.path) if one.location.line <= each.at.number] if owner else []
        )
        return any(each.at.number <= one.location.line + 1 and parts_of(one.name)[-1] == owner for one in around[-2:])

    def _is_of_what_has_it(self, each: _Tied) -> bool:
        """Whether a line is the head of a function in whose body that stands which it is said of: "reads `A` (:55)".

        Of what is defined above it, the passage has to name the function: "`weave` keeps it in a list `A` (:55)".
        """
        heads = [one for one in self.known.inside(each.at.path) if one.location.line == each.at.number]
        for one in heads:
            last = self.known.end_of(one)
            if one.kind not in ("function", "method") or each.at.line > last:
                continue
            if each.at.line > each.at.number:
                return True
            before = prose.before(self.page.text_lines, each.name.line, each.name.column)
            body = b"\n".join(self.known.lines(each.at.path)[each.at.number : last])
            if stands(parts_of(one.name)[-1], before.encode()) and stands(parts_of(each.name.target)[-1], body):
                return True
        return False

    def _begins_branch(self, each: _Tied) -> bool:
        """Whether a line is the condition on which that is done, right below, which it is said of."""
        heads = [self.known.lines(path)[each.at.number - 1 :][:1] for path in self.page.files_meant(each.one)]
        below = 0 < each.at.line - each.at.number <= OF_A_CONDITION
        if below and any(_CONDITION.match(line) for lines in heads for line in lines):
            return True
        word = [parts_of(each.name.target)[-1].encode()]
        meant = [path for path in self.page.files_meant(each.one)[:1] if path != each.at.path]
        return any(begins_branch_with(each.one, word, self.known.lines(path)) for path in meant)

    def _is_a_step(self, each: _Tied) -> bool:
        """Whether a row tells what is done, as most of its table do, then in which thing, and on which line of that."""
        rows = self.page.text_lines
        number = each.one.line
        if first_cell(rows[number - 1]) is None or each.name.line != number or each.at.number <= each.at.line:
            return False
        above = map(first_cell, reversed(rows[max(0, number - 1 - MAX_ROWS) : number - 1]))
        below = map(first_cell, rows[number : number + MAX_ROWS])
        others = [cell for way in (above, below) for cell in takewhile(lambda cell: cell is not None, way) if cell]
        steps = sum(_STEP.fullmatch(cell) is not None for cell in others)
        own = first_cell(rows[number - 1]) or ""
        return _WORDS.fullmatch(own) is not None and (_STEP.fullmatch(own) is not None or 2 * steps >= len(others) - 2)

    def _is_of_steps(self, each: _Tied) -> bool:
        """Whether a row has several lines of a file for its name, which are of what the columns are about."""
        row = self.page.text_lines[each.one.line - 1]
        if not row.lstrip().startswith("|"):
            return False
        places = [one for one in self.page.on(each.one.line) if one.kind == "path:line" and not one.unnamed]
        return sum(one.target == each.one.target for one in places) > 1

    def _verdict(self, each: _Tied, usual: bool) -> Verdict:
        where = Location(each.at.path, each.at.line, each.at.line)
        detail = f"{each.name.target} is at line {where.line}"
        if usual:
            detail += "; the other places behind names are where these begin"
        return self.page.moved(each.one, where, detail)
