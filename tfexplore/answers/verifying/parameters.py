"""What a document says that an op has: attrs, inputs and outputs.

Only what stands as code right beside one of these words is read, and only where the sentence, the row or the heading
says of which op: "the attrs `adj_x` and `adj_y` of `BatchMatMul`". A name is right that the op has for any of them,
whichever the words say.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import partial
from keyword import iskeyword

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import hosted, prose
from tfexplore.answers.verifying.attrs import Attrs
from tfexplore.answers.verifying.bases import is_error
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.hosted import Hosted
from tfexplore.answers.verifying.listed_parts import CAMEL
from tfexplore.answers.verifying.name_lists import OF_NODES
from tfexplore.answers.verifying.op_of_section import headed, named_in, quoted_above, registered_above
from tfexplore.answers.verifying.page import ITEM
from tfexplore.answers.verifying.prose import Paragraph
from tfexplore.answers.verifying.specs import Specs
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import OpDef

_KIND = r"(?:attr(?:ibute)?s?|inputs?|outputs?|属性|输入|输出)"
_SPAN = r"`[^`\n]{1,60}`"
_REMARK = r"(?:\s?[(（][^()（）`\n]{1,40}[)）])?"
_LIST = rf"{_SPAN}{_REMARK}(?:\s?(?:[,、，/]\s?(?:and |or |和|与)?|and |or |和|与|及|以及)\s?{_SPAN}{_REMARK})*"
#: "attrs `a`, `b` and `c`"; "whose inputs are `a` and `b`".
_AHEAD = regex(
    rf"(?<![\w`.])(?:op(?:'s)?\s)?{_KIND}(?:(?<=[a-z])(?![\w`])|(?<=[性入出]))\s?"
    rf"(?:的?名(?:字|称)?)?(?:\sfor(?:\s\w+){{1,3}}\s|\s?(?:of|for)\s(?:the\s)?(?:op\s)?`[A-Z]\w+`\s?(?=[:：]|are|is))?"
    rf"(?:(?:named|called|are|is|有|为|是|叫|包括|包含)\s?|[,，]\s(?=`)|[,，]?\s?(?:in|at|见|在)\s(?:[^.。;；:：\n|]|[.:](?=\w)){{1,100}}(?=[:：]))?"
    rf"[:：]?\s?({_LIST})",
    re.I | re.A,
)
#: "its `a` and `b` attrs"; "the input `a`" is the other way round.
_WORD = regex(rf"(?<![\w`.]){_KIND}(?![\w`]|\s?[:：]?\s?`)", re.I | re.A)
_BEFORE_WORD = regex(rf"({_LIST})\s?(?:(?:are|is|as|是|为|作为|都是)\s?(?:the |an? )?)?(?:op\s)?\Z", re.I | re.A)
#: Parts of one op that a table has a row for each of, without naming it; and ops of a document that may be meant.
ENOUGH_PARTS, MAX_OPS = 4, 6
#: Letters before such a word in which its list is looked for.
_REACH = 200
#: Letters before an op in which it may be said that there is none.
_BEFORE_OP = 80
#: How much of a name that is said of a kernel must be that of one of its ops' for it to be a misspelling.
MISSPELT = 0.75
#: How what stands before a list says whose it is: "`Assign` has two attrs, `a` and `b`", "attrs of `Assign`: `a`".
_SUBJECT = regex(
    rf"(?:`(?P<op>[A-Z]\w+)`\s?(?:(?:op|算子)\s)?(?:has|have|takes|declares|reads|needs|['’]s|有|带有?|读取?|需要|的)\s?"
    rf"(?:\w+\s|[一-龥]{{1,3}}(?={_KIND})){{0,4}}{_KIND}"
    rf"|(?<![\w`]){_KIND}\s?(?:of|for)\s(?:the\s)?(?:op\s)?`(?P<op_behind>[A-Z]\w+)`)[^`.。;；]{{0,24}}\Z",
    re.I | re.A,
)
_HEADER = regex(
    r"\s*\W*(?:(?:key|main|type|other|further|remaining|its)\s|[\u4e00-\u9fff]{1,6}(?=属性))?"
    r"(?:(?P<attrs>attr(?:ibute)?s?|属性)|inputs|outputs|输入|输出)(?:\s?(?:名|names?))?\W*\s*$",
    re.I,
)
#: The attr that most ops have for the type of their inputs; as an input it is one of that type.
_T = regex(r"`\s?(T)\s?`")
#: A name, perhaps with its type or its default, as an OpDef is written.
_OF_EACH = regex(
    r"`(?P<op>[A-Z]\w+)`\s?(?:的\s?|'s |’s )`(?P<part>[a-z]\w*)`"
    r"|`(?P<part_before>[a-z]\w*)` of (?:the op )?`(?P<op_behind>[A-Z]\w+)`",
    re.A,
)
#: "It sets `part` on a `Braid`".
_SET_ON = regex(
    r"\bsets?\s(?:e\.g\.\s|the\s|attr(?:ibute)?s?\s)*`(?P<part>[a-z]\w*)`\son\s(?:an?\s|the\s|(?:op|node)\s)*`(?P<op>[A-Z]\w+)`",
    re.A,
)
#: "`BraidV2` adds `part`".
_ADDS = regex(
    r"`(?P<op>[A-Z]\w+)`(?:\s?[(（][^()（）`\n]{0,60}[)）])?\s(?:also\s|additionally\s|only\s)?(?:adds|has|takes|gains|carries|keeps)\s"
    r"(?:an?\s|the\s|one more\s)?(?:extra\s|additional\s|more\s|own\s)?"
    r"`(?P<part>[a-z]\w*)`(?!\s?(?:method|function|member|field|方法|函数))",
    re.A,
)
_NAME = regex(r"`\s?([a-z][a-z0-9_]*|T[a-z]\w*|[A-Z]+(?:_[A-Z]+)+)\s?(?:(?::(?!:)|=)[^`]*)?`", re.A)
#: What has attributes and inputs of its own, which are not the op's.
_OTHERS = regex(
    r"\b(?:layers?|Keras|objects?|instances?|arguments?|keywords?|kwargs?|parameters?|flags?|fields?|self|Python|HTML|ONNX|PyTorch|Caffe2?|TFLite|HLO)\b"
    r"|\btf\.\w|\bOpDefBuilder\(|参数|层的|对象|字段"
    # Another of its kind, which has no name here.
    r"|\A\W*(?:而|但)?\w{1,6}版(?:本)?[^\w`]?(?:的|多|还|则|有|也|只|没)|\A\W*(?:另|其他|其余)[外一几两三四]?"
    r"|\A\W*The (?:other|sparse|dense|resource|fused|quantized|grad(?:ient)?|batched|second|[Vv]\d)"
    r" (?:one|version|variant|form|op)s?\b",
    re.I,
)
_OP = regex(r"`(_?[A-Z]\w+)`|(?<![\w.:/`])([A-Z][a-z0-9]+[A-Z]\w*)(?![\w/(<`]|:\S|\.\w)", re.A)
#: What an op has, where a list of it follows; and the op where it is registered.
_PARTS = regex(r"\b(?:attr(?:ibute)?|input|output|argument)s?\b|属性|输入|输出", re.I)
_OURS = regex(r"\b(?:our|ours|my|we|your|instead|unlike|new)\b|我们|自己|而不是", re.I)
#: A function or a class that a sentence speaks of, beside ops: `Conv2DGrad`, `_ConvGrad`, `nn.ConvGrad()`.
_SUBJECTS = regex(r"`(?:\w+(?:::|\.))*(?P<name>_*[A-Z]\w*[a-z]\w*|_\w+|\w+(?=\(\)))(?:<[^<>`]*>)?(?:\(\))?`", re.A)
_REGISTERED = regex(r"REGISTER_OP\(\\?\"(\w+)\\?\"\)", re.A)
#: Values and types, which stand beside the names.
_VALUE = regex(
    r"DT_\w+|true|false|none|float|double|half|string|bool|u?int(?:8|16|32|64)?|bfloat16|complex(?:64|128)|resource|variant"
    r"|list|type|shape|tensor|func|cpu|gpu|nan|inf|[ijkn]",
    re.I,
)


#: What stands for one of the ops of the sentence before, and what another is compared with.
_THE_FORMER = regex(r"前者|后者|\bthe (?:former|latter)\b", re.I)

#: How a sentence begins that says where the op of the heading is, rightly or not.
_IS_REGISTERED = regex(r"\s*(?:(?:It|This)(?: is|'s) )?registered\b|\s*注册[在于]", re.I)
#: "the input `x` of the convolution": of something that is called by no name.
_A_VERSION = regex(r"(?<!\w)V\d(?!\w)")
_OF_SOMETHING = regex(
    rf"(?:`\s?|\s){_KIND}\sof\s(?:the|an?|that|its)\s(?!ops?\b|kernels?\b|nodes?\b)[a-z]+\b", re.I | re.A
)
_CAPITALISED = regex(r"(?<!\w)[A-Z]\w+", re.A)
#: The header of a column of attrs.
_ATTRS = regex(r"[\s*`]*(?:attr(?:ibute)?s?|属性)(?:\s?(?:names?|名))?[\s*`]*", re.I)
#: Lines of a section above a paragraph that are read for the ops that it is on.
MAX_SECTION = 300


class Parameters(Check):
    """The checks of a document's attrs, inputs and outputs."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._specs = Specs(page)
        self._hosted = Hosted(page)
        self._attrs = Attrs(page, self._defined)
        self._heading: list[str] = []  # the ops of the heading that what is read stands under

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that no op has of which it is said."""
        self._heading = []
        introduced: list[str] = []
        of_parts = False  # whether a list is announced as one of such parts
        for one in self.page.marked:
            for match in _SET_ON.finditer(one.text) if "` on " in one.text else ():
                if match["op"] in self.known.ops and match["op"] not in self.page.own:
                    yield from self._judged(one, f"`{match['part']}`", match.start("part") - 1, [match["op"]], set())
            for match in _ADDS.finditer(one.text):
                others = match["op"] in self.known.ops and match["part"] in self.known.attr_names
                if others and match["op"] not in self.page.own and not _OTHERS.search(one.text):
                    yield from self._judged(one, f"`{match['part']}`", match.start("part") - 1, [match["op"]], set())
            yield from self._attrs.of_each(one)
            yield from self._attrs.in_pairs(one)
            yield from self._attrs.by_ops(one)
            if markdown.HEADING.match(one.text):
                self._heading, introduced, of_parts = self._ops(one.text), [], False
            elif one.text.lstrip().startswith("|"):
                yield from self._table(one)
                told = self._defined(introduced or self._headed(one))[:1]
                yield from self._of_any(one, told or self._defined(self._having(one)))
            else:
                listed = ITEM.match(one.text) is not None
                yield from self._prose(one, introduced if listed and introduced else self._heading)
                if not listed or one.text.rstrip("* _").endswith((":", "：")):
                    introduced = self._introduced(one.text)
                    of_parts = self._announces_parts(one.text)
                elif of_parts:
                    yield from self._of_each(one)

    def _of_any(self, one: Paragraph, ops: Sequence[OpDef]) -> Iterator[Verdict]:
        """The verdicts on a table of attrs that are wrong of every one of some ops."""
        made = [{(each.line, each.column): each for each in self._attrs.of_one(one, op)} for op in ops]
        for place, verdict in made[0].items() if made else ():
            if all(place in others for others in made[1:]):
                yield verdict

    def _having(self, one: Paragraph) -> list[str]:
        """The ops of the document that have all parts which the rows of a table begin with, if these are many."""
        first = [markdown.cells_of(row)[:1] for row in one.text.split("\n")[2:]]
        listed = [re.findall(_SPAN, cell[0][1]) for cell in first if cell]
        named = [
            [match[1] for match in (_NAME.fullmatch(span) or _T.fullmatch(span) for span in spans) if match]
            for spans in listed
        ]
        names = {name for each in named for name in each}
        # Any op may have a `T`: it says nothing of which is meant, and such a table has one part more.
        if len(names - {"T"}) < ENOUGH_PARTS + ("T" in names) or not all(named):
            return []
        spoken_of = dict.fromkeys([said.target for said in self.page.said if said.target in self.known.ops])
        return [op for op in spoken_of if op not in self.page.own and names <= self.known.op_parts(op)][:MAX_OPS]

    def _headed(self, one: Paragraph) -> list[str]:
        """The one op of the text above a table of attrs, of what is cited there, or of the heading."""
        first = markdown.cells_of(one.text.partition("\n")[0])[:1]
        if not any(_ATTRS.fullmatch(cell) for _, cell in first):
            return []
        number = one.numbers[0]
        text = self.page.above(number)
        above = named_in(self.page, text) if not _OURS.search(text) else []
        op = above[0] if len(above) == 1 else registered_above(self.page, number) or headed(self.page, number)
        return [op] if op and op not in self.page.own else []

    def _introduced(self, text: str) -> list[str]:
        """The one op of which a text says that its attrs, inputs or outputs follow: "`Braid` has the attrs:"."""
        said = text.rstrip("* _")
        if not said.endswith((":", "：")) or _OTHERS.search(text) or disclaimers.proposed(text):
            return []
        last = list(prose.sentences(said))[-1]
        if not _PARTS.search(said, *last) or _OURS.search(said, *last):
            return []
        named = {*self._ops(text), *(op for op in _REGISTERED.findall(text) if op in self.known.ops)}
        return list(named) if len(named) == 1 else []

    def _announces_parts(self, text: str) -> bool:
        """Whether a text announces inputs, outputs or attrs of ops, each of which is said with its op."""
        said = text.rstrip("* _")
        last = list(prose.sentences(said))[-1]
        return said.endswith((":", "：")) and _PARTS.search(said, *last) is not None and not _OURS.search(said, *last)

    def _of_each(self, one: Paragraph) -> Iterator[Verdict]:
        """The parts of an item that are said with their ops: "`part` of `Braid`", `Braid` 的 `part`."""
        for match in _OF_EACH.finditer(one.text):
            op = match["op"] or match["op_behind"]
            if op not in self.known.ops or op in self.page.own or _OTHERS.search(one.text):
                continue
            group = "part" if match["op"] else "part_before"
            listed = f"`{match[group]}`"
            for made in self._judged(one, listed, match.start(group) - 1, [op], set()):
                if made.suggestions and nearest_of(match[group], set(made.suggestions[:1]), MISSPELT / 2):
                    yield made

    def _prose(self, one: Paragraph, heading: list[str]) -> Iterator[Verdict]:
        spoken_of, sure = heading if len(heading) == 1 else [], True
        for start, end in prose.sentences(one.text):
            sentence = one.text[start:end]
            if any(op not in self.known.ops for op in _REGISTERED.findall(sentence)):
                continue  # of one that is yet to be
            named = self._ops(sentence)
            if not named and not (len(heading) == 1 and _IS_REGISTERED.match(sentence)):
                named = self._registered(one, start, end)
            taken = [] if named else self._taken_by(sentence)
            if named or taken:
                spoken_of, sure = named or taken, bool(named)
            elif self._speaks_of_another(sentence):
                spoken_of = []
            if not spoken_of and "`" in sentence and ":" in sentence and not _OTHERS.search(sentence):
                yield from self._specs.of_several(one, sentence, start, self._defined(self._of_section(one)))
            if not named and "`" in sentence and "=" in sentence:
                yield from self._specs.of_any(one, sentence, start, partial(self._of_section, one))
            if not spoken_of and not taken and "default" in sentence and not _OTHERS.search(sentence):
                yield from self._defaults_of_section(one, start, end)
            if not named and hosted.speaks(sentence) and not _OTHERS.search(sentence):
                line = one.at(start)[0]
                op = spoken_of[0] if len(spoken_of) == 1 else quoted_above(self.page, line) or headed(self.page, line)
                for defined in self._defined([op] if op in self.known.ops else [])[:1]:
                    yield from self._hosted.check(one, sentence, start, defined)
            if not spoken_of or _OTHERS.search(sentence) or _THE_FORMER.search(sentence):
                continue
            only = self._defined(named)[0] if len(named) == 1 else None
            yield from self._specs.check(one, sentence, start, self._defined(spoken_of), only)
            meant = self._defined(spoken_of) if len(spoken_of) == 1 and sure else []
            if len(meant) == 1:
                yield from self._attrs.in_sentence(one, sentence, start, meant[0])
                yield from self._attrs.right_behind(one, start, end, meant[0])
            if only is not None:
                yield from self._hosted.check(one, sentence, start, only)
            seen: set[int] = set()
            lists = [(match[1], match.start(1)) for match in _AHEAD.finditer(sentence)]
            for word in _WORD.finditer(sentence):
                first = max(0, word.start() - _REACH)
                match = _BEFORE_WORD.search(sentence[first : word.start()])
                if match is not None:
                    lists.append((match[1], first + match.start(1)))
            for text, at in lists:
                if named and self._stands_behind(sentence, at + len(text), named):
                    continue
                if disclaimers.denied(sentence[:at], "") or (self.page.is_proposal and disclaimers.proposed(sentence)):
                    continue
                owner = self._owner(sentence, at) if named else ""
                if owner is None:
                    continue
                certain = sure and OF_NODES.search(sentence) is None
                yield from self._judged(one, text, start + at, [owner] if owner else spoken_of, seen, certain)

    def _defaults_of_section(self, one: Paragraph, start: int, end: int) -> Iterator[Verdict]:
        """The defaults of a sentence that names no op, where the section quotes or is on one."""
        number = one.at(start)[0]
        op = quoted_above(self.page, number) or headed(self.page, number)
        for defined in self._defined([op])[:1] if op else ():
            yield from self._attrs.in_sentence(one, one.text[start:end], start, defined)

    def _of_section(self, one: Paragraph) -> list[str]:
        """The ops that the section of a paragraph names above it."""
        first = one.numbers[0]
        top = max(1, first - MAX_SECTION)
        begin = next((at for at in range(first, top, -1) if markdown.HEADING.match(self.page.text_lines[at - 1])), top)
        return self._ops("\n".join(self.page.text_lines[begin - 1 : first - 1]))

    def _stands_behind(self, sentence: str, end: int, ops: Sequence[str]) -> bool:
        """Whether all ops of a sentence stand behind a list: "With `f` set, `Braid`", "(attr `f`) and `Braid`"."""
        if any(f"`{op}`" in sentence[:end] or op in sentence[:end] for op in ops):
            return False
        first = min((at for op in ops if (at := sentence.find(op, end)) >= 0), default=end)
        return re.search(r"[,，;；)）]", sentence[end:first]) is not None

    def _owner(self, sentence: str, at: int) -> str | None:
        """The one of several ops of a sentence that the list at a place of it is of; None where that is no op."""
        match = _SUBJECT.search(sentence, max(0, at - _REACH), at)
        op = (match["op"] or match["op_behind"]) if match is not None else ""
        if op and op not in self.known.ops and not self.known.taken_by(op):
            return None
        return op if op in self.known.ops else ""

    def _speaks_of_another(self, sentence: str) -> bool:
        """Whether a sentence without an op names a function or a class before all attrs and inputs that it lists."""
        part = _PARTS.search(sentence)
        for match in _SUBJECTS.finditer(sentence, 0, part.start() if part is not None else len(sentence)):
            name = match["name"]
            if is_error(name) or name in self.known.ops or self.known.taken_by(name):
                continue
            return True
        return False

    def _table(self, one: Paragraph) -> Iterator[Verdict]:
        """The columns under a header that is one of the words, each row said of the ops in its other cells."""
        rows = one.text.split("\n")
        if not _OTHERS.search(rows[0]):
            yield from self._attrs.check(one)
        heads = [_HEADER.match(cell) for _, cell in markdown.cells_of(rows[0])]
        columns = {at for at, head in enumerate(heads) if head is not None}
        # Where each column is of a thing of its own, what stands in another cell is said of another.
        compared = all("`" in cell for _, cell in markdown.cells_of(rows[0])[1:])
        of_attrs = {at for at, head in enumerate(heads) if head is not None and head["attrs"]}
        for number, row in enumerate(rows[2:] if not _OTHERS.search(rows[0]) else (), 2):
            cells = markdown.cells_of(row)
            named = self._ops(" ".join(cell for at, (_, cell) in enumerate(cells) if at not in columns))
            named = named or self._first_of_row(row, cells)
            if not named and "=" in row and not _OTHERS.search(row):
                yield from self._specs.of_any(one, row, one.starts[number], partial(self._of_section, one))
            if not named or _OTHERS.search(row):
                continue
            only = self._defined(named)[0] if len(named) == 1 else None
            yield from self._specs.check(one, row, one.starts[number], self._defined(named), only)
            if only is not None:
                yield from self._specs.in_cells(one, cells, one.starts[number], only)
                yield from self._attrs.in_row(one, row, one.starts[number], only)
                yield from self._hosted.check(one, row, one.starts[number], only)
            for at, (column, cell) in enumerate(cells):
                if at in columns:
                    yield from self._judged(one, cell, one.starts[number] + column, named, set(), attrs=at in of_attrs)
                said_of = self._ops(cell) if compared else named
                for match in _AHEAD.finditer(cell) if at not in columns else ():
                    start = one.starts[number] + column + match.start(1)
                    yield from self._judged(one, match[1], start, said_of, set())

    def _first_of_row(self, row: str, cells: Sequence[tuple[int, str]]) -> list[str]:
        """The op that a row begins with, where it has no other: "| LRN |", which elsewhere might be anything."""
        first = cells[0][1].strip(" *_") if cells else ""
        others = (word for word in _CAPITALISED.findall(row) if word != first and word in self.known.ops)
        return [first] if first in self.known.ops and first not in self.page.own and not any(others) else []

    def _judged(
        self, one: Paragraph, listed: str, start: int, spoken_of: Sequence[str], seen: set[int], sure: bool = True,
        attrs: bool = False,
    ) -> Iterator[Verdict]:  # fmt: skip
        """The verdicts on a list of parts of some ops; `attrs` alone may be called `T`."""
        spoken_of = [op for op in spoken_of if f"`{op}`" not in listed]  # what is listed is not what the list is of
        if not spoken_of:
            return
        held = frozenset().union(*[self.known.op_parts(op) for op in spoken_of])
        if spoken_of == self._heading and self._has_none_of_several(listed, held):
            return  # what the section is on need not be what a list in it is of
        for span in re.finditer(_SPAN, listed):
            match = _NAME.fullmatch(listed, span.start(), span.end())
            match = match or (_T.fullmatch(listed, span.start(), span.end()) if attrs else None)
            if match is None:
                continue
            name, at = match[1], start + match.start(1)
            if at in seen or name in held or _VALUE.fullmatch(name) or self.known.ops.keys() & {name}:
                continue
            if any(name in self.known.op_parts(op) for op in self._heading):
                continue  # the op that is spoken of passes it on to another
            if sum(part.startswith(f"{name}_") for part in held) > 1:
                continue  # what is of several parts: `set1_indices`, `set1_values`
            if CAMEL.fullmatch(name) and self.known.knows(name):
                continue  # the next clause begins with it
            seen.add(at)
            if not sure and not nearest_of(name, set(held), MISSPELT):
                continue  # a kernel may have attributes that no op has
            said = one.cited(at, name)
            if self.page.is_unmarked_there(said) and self._is_a_variable(name, listed, held):
                continue
            before, behind = self.page.around(said)
            if _OF_SOMETHING.match(behind) or self._is_of_a_version(name, spoken_of, behind):
                continue
            if disclaimers.denied(before, behind) or disclaimers.lacked(before, behind) or disclaimers.compared(behind):
                continue
            near = nearest_of(name, set(held), 0.6) or sorted(held, key=lambda one: (one[:1].isupper(), one))
            detail = f"no attr, input or output of {', '.join(spoken_of[:3])}"
            yield self.page.verdict(said, "not found", None, near[:3], detail)

    def _has_none_of_several(self, listed: str, held: frozenset[str]) -> bool:
        """Whether a list has several names, of which none is, or is called nearly as, one of some parts."""
        spans = [_NAME.fullmatch(listed, *span.span()) for span in re.finditer(_SPAN, listed)]
        names = [span[1] for span in spans if span is not None]
        return len(names) > 1 and not any(name in held or nearest_of(name, set(held), MISSPELT) for name in names)

    def _is_of_a_version(self, name: str, ops: Sequence[str], behind: str) -> bool:
        """Whether the words behind a name say of which version of an op it is: "is an input for V2 only"."""
        said = _A_VERSION.search(behind)
        return said is not None and any(name in self.known.op_parts(f"{op}{said[0]}") for op in ops)

    def _is_a_variable(self, name: str, listed: str, held: frozenset[str]) -> bool:
        """Whether a word behind "inputs", which is not marked as code, is what some code calls what it passes there.

        So it may be where the list has no part of the op, and the word is like none: "Input: send_from".
        """
        if nearest_of(name, set(held), MISSPELT) or any(match[1] in held for match in _NAME.finditer(listed)):
            return False
        return "_" not in name or self.page.times(name) > 1

    def _ops(self, text: str) -> list[str]:
        """The ops that a text names."""
        found = [match for match in _OP.finditer(text) if not self._is_denied(text, match.start())]
        names = dict.fromkeys([match[1] or match[2] for match in found])
        ops = [name for name in names if name in self.known.ops and name not in self.page.own and not iskeyword(name)]
        return [op for op in ops if not self._is_a_class(op, text)]

    def _is_denied(self, text: str, at: int) -> bool:
        return disclaimers.denied(text[max(0, at - _BEFORE_OP) : at], "")

    def _is_a_class(self, op: str, text: str) -> bool:
        """Whether a text speaks of the class of Python that is called as an op is: "a list of `TensorArray`"."""
        if f"tf.{op}" not in self.known.endpoints:
            return False
        if not any(place.kind == "class" and place.path.endswith(".py") for place in self.known.places(op)):
            return False
        return re.search(rf"(?<!\w){op}[`\"*]{{0,3}}\s?(?:ops?\b|kernels?\b|\(op\)|算子|操作|内核)", text) is None

    def _taken_by(self, text: str) -> list[str]:
        """The ops of the kernel classes that a text names."""
        names = [match[1] or match[2] for match in _OP.finditer(text)]
        return [op for name in names if name.endswith("Op") for op in self.known.taken_by(name)]

    def _registered(self, one: Paragraph, start: int, end: int) -> list[str]:
        """The ops that are registered at the lines that a sentence cites."""
        rows = range(bisect_right(one.starts, start) - 1, bisect_right(one.starts, end - 1))
        return [
            registration.op
            for row in rows
            for said in self.page.on(one.numbers[row])
            if said.kind == "path:line" and start <= one.offset(said.line, said.column) < end
            for path in self.known.resolve(said.target)
            for registration in self.known.registered(path)
            if registration.kind == "op" and registration.line == said.start
        ]

    def _defined(self, names: Sequence[str]) -> list[OpDef]:
        """The OpDefs of these names."""
        return [one for name in names for one in self.known.op_defs(name)]
