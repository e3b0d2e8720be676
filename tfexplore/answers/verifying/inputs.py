"""What a document says of an op's inputs or outputs as a whole: how many it has, and in which order.

"`ApplyAdam` has 10 inputs", "the inputs of `ApplyMomentum` are, in this order, `var`, `accum`, …", an item or a row of
an op with all of its inputs.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.facets import facet_of
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.page import ITEM
from tfexplore.answers.verifying.rows import tables
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import ArgDef, OpDef

#: Numbers as words, in English and in Chinese, and what finds one of the English.
NUMBERS = {
    **{word: at for at, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"), 1)},
    "ten": 10,
    "eleven": 11,
    "twelve": 12,
    **{sign: at for at, sign in enumerate("一二三四五六七八九十", 1)},
    "两": 2,
}
NUMBER_WORDS = "|".join([word for word in NUMBERS if word.isascii()])
_OP = regex(r"`([A-Z]\w+)`", re.A)
#: "has five outputs", "有 10 个输入"; of some inputs that are left out of the count nothing is said.
_COUNT = regex(
    rf"(?:(?:has|have|takes|produces|returns|gives)\s+(?:exactly\s+)?(?P<number>\d{{1,2}}|{NUMBER_WORDS})\s+"
    rf"(?P<kind>inputs?|outputs?)(?=[\s.,;:)]|$)"
    rf"|(?:有|接受|产生|返回)\s?(?P<number_zh>\d{{1,2}}|[一二三四五六七八九十两])\s?个(?P<kind_zh>输入|输出)(?!通道|维))",
    re.I,
)
#: "The second input of `ApplyAdam` is called `m`", 第二个输入叫 `m`.
_PLACES = {"first": 0, "second": 1, "third": 2, "fourth": 3, "fifth": 4, "last": -1, "only": 0}
_CALLED = regex(
    r"\b(?:the\s)?(?:(?P<which>first|second|third|fourth|fifth|last|only)\s)?(?P<kind>input|output)\s(?:of\s(?:the\sop\s)?`\w+`\s)?"
    r"(?:is|are)\s(?:both\s|all\s)?(?:called|named)\s`(?P<name>[a-z]\w*)`"
    r"|(?:第(?P<which_zh>[一二三四五])个|(?P<only>唯一的?))(?P<kind_zh>输入|输出)(?:叫做?|名为|名叫|的名字是)\s?`(?P<name_zh>[a-z]\w*)`",
    re.I | re.A,
)
#: "The outputs of `Stitch` and `Sew` are both called `cloth`", `Stitch` 和 `Sew` 的输出都叫 `cloth`.
_BOTH = regex(
    r"\b(?P<kind>input|output)s?\sof\s`(?P<first>[A-Z]\w+)`\sand\s(?:of\s)?`(?P<second>[A-Z]\w+)`\s(?:is|are)\s(?:both\s)?"
    r"(?:called|named)\s`(?P<name>[a-z]\w*)`"
    r"|`(?P<first_zh>[A-Z]\w+)`\s?(?:和|与|及|、)\s?`(?P<second_zh>[A-Z]\w+)`\s?的(?P<kind_zh>输入|输出)(?:都|均)?(?:叫做?|名为)\s?"
    r"`(?P<name_zh>[a-z]\w*)`",
    re.A,
)
#: What a list says the order of; "the inputs are `a`, `b`" says so of all of them.
_ORDER = regex(
    r"(?:(?:inputs|outputs)(?:\s+of\s+`\w+`|\s+\w+){0,3}\s+(?:are|come|go)(?:\s?,)?(?:\s+in (?:this|the) order)?|"
    r"(?:input|output) order(?:\s+(?:is|of [^.:：]{1,40}))?|"
    r"(?:输入|输出)的?(?:顺序|依次|次序)?(?:是|为|依次是|依次为)?)"
    r"\s*[,，]?\s*[:：]?\s*",
    re.I,
)
_LIST = regex(r"`[a-z]\w*`(?:\s?(?:[,，、]\s?(?:and\s|和)?|and |和)\s?`[a-z]\w*`)+", re.A)
#: "- `ApplyAdam`: `var, m, v`", and a list of names in one span of code or in several, which it ends with.
_ITEM = regex(r"\s*(?:[-*+]|\d+[.)])\s+\**`(?P<op>[A-Z]\w+)`\**\s?(?:[:：=(（]|—|–|-|→|->)\s?(?=`)", re.A)
_NAMES = regex(
    r"`\s?[a-z]\w*(?:\s?,\s?[a-z]\w*){2,30}\s?`|"
    r"`[a-z]\w*`(?:\s?(?:[,，、]\s?(?:and\s|和)?|and |和|<br\s?/?>)\s?`[a-z]\w*`){2,30}",
    re.A,
)
#: What says that lists are in the order of the signature.
_IN_ORDER = regex(r"\border|signature|sequence|position|顺序|次序|依次|签名", re.I)
_ANY_ORDER = regex(r"alphabetic|sorted|any order|unordered|no particular|字母|排序|不分|无序|任意", re.I)
#: Names of a list whose order is looked at.
ENOUGH = 3
_OTHERWISE = otherwise(
    "more|at least|at most|other|extra|additional|first|last|layers?|Keras|gradients?|each|every|both|used to|if|when",
    "不|另外|额外|至少|至多|前|后|如果|每|各|某",
)


class _Whole(Record):
    """A list of all inputs or outputs of an op: its place and text, whether it is in their order, and that order."""

    one: Paragraph
    at: int
    listed: str
    op: OpDef
    right: bool
    order: tuple[str, ...]


class Inputs(Check):
    """The checks of the number and the order of ops' inputs and outputs."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number and every order that is another."""
        yield from self._wholes()
        for one in self.page.marked:
            if "`" not in one.text or markdown.HEADING.match(one.text) or one.text.lstrip().startswith("|"):
                continue
            for start, end in prose.sentences(one.text):
                yield from self._sentence(one, start, end)

    def _rows(self) -> Iterator[tuple[Paragraph, int, str, str]]:
        """The lists of names that tables have of ops: where each begins in its paragraph, its text and its op."""
        for table in tables(self.page):
            columns = [at for at, head in enumerate(table.heads) if facet_of(head.text) in ("inputs", "outputs")]
            for cells in table.rows if columns else ():
                op = _OP.fullmatch(cells[0].text.strip(" *")) if cells else None
                for at in columns if op is not None else ():
                    listed = _NAMES.match(cells[at].text.lstrip()) if 0 < at < len(cells) else None
                    if op is not None and listed is not None:
                        blanks = len(cells[at].text) - len(cells[at].text.lstrip())
                        yield table.one, table.offset(cells[at]) + blanks, listed[0], op[1]

    def _items(self) -> Iterator[tuple[Paragraph, int, str, str]]:
        """The same of items: "- `ApplyAdam`: `var, m, v`"."""
        for one in self.page.marked:
            head = _ITEM.match(one.text) if ITEM.match(one.text) else None
            listed = _NAMES.match(one.text, head.end()) if head is not None else None
            if head is not None and listed is not None:
                yield one, listed.start(), listed[0], head["op"]

    def _wholes(self) -> Iterator[Verdict]:
        """A verdict on every list of all inputs, or outputs, in another order, where the lists beside it are in theirs.

        A list by itself has some order only where the header, the heading or the text above says so.
        """
        groups: dict[int, list[_Whole]] = {}
        for one, at, listed, op in [*self._rows(), *self._items()]:
            defined = self.known.op_defs(op) if op in self.known.ops and op not in self.page.own else ()
            names = re.findall(r"\w+", re.sub(r"<br\s?/?>", " ", listed))
            held = [[arg.name for arg in arguments_of(each, kind)] for each in defined for kind in ("input", "output")]
            same = [there for there in held if sorted(there) == sorted(names)]
            if len(names) >= ENOUGH and same:
                whole = _Whole(one, at, listed, defined[0], names in same, tuple(same[0]))
                groups.setdefault(self.page.over(one.numbers[0]) or -one.numbers[0], []).append(whole)
        for whole in [each for group in groups.values() for each in self._disordered(group)]:
            detail = f"their order is {', '.join(whole.order)}"
            yield self._verdict(whole.one, whole.at, whole.listed, whole.op, detail)

    def _disordered(self, group: Sequence[_Whole]) -> Iterator[_Whole]:
        """The lists of one table, or of one list of items, that are in another order than it is meant to have."""
        number = group[0].one.numbers[0]
        said = f"{self.page.heading(number)}\n{self.page.above(number)}\n{self.page.text_lines[number - 1]}"
        right = sum(whole.right for whole in group)
        wrong = len(group) - right
        if _ANY_ORDER.search(said) or right < (wrong if _IN_ORDER.search(said) and right else 2 * wrong):
            return
        for whole in group:
            line = markdown.SPAN.sub("`", self.page.text_lines[whole.one.at(whole.at)[0] - 1])
            if not whole.right and not disclaimers.proposed(line) and not _ANY_ORDER.search(line):
                yield whole

    def _sentence(self, one: Paragraph, start: int, end: int) -> Iterator[Verdict]:
        text = one.text[start:end]
        for both in _BOTH.finditer(text) if not disclaimers.proposed(text) else ():
            yield from self._both_called(one, start, both)
        named = [match for match in _OP.finditer(text) if match[1] in self.known.ops and match[1] not in self.page.own]
        if len({match[1] for match in named}) != 1 or disclaimers.proposed(text):
            return
        defined = self.known.op_defs(named[0][1])
        for count in _COUNT.finditer(text, named[0].end()):
            number = count["number"] or count["number_zh"]
            kind = "input" if (count["kind"] or count["kind_zh"]).lower() in ("input", "inputs", "输入") else "output"
            between = text[named[0].end() : count.start()]
            said = NUMBERS.get(number.lower()) or int(number)
            if len(between) > 60 or _OTHERWISE.search(between) or not defined:
                continue
            there = [arguments_of(op, kind) for op in defined]
            if any(is_list(arguments) or len(arguments) == said for arguments in there):
                continue
            names = ", ".join(arg.name for arg in there[0])
            detail = f"{defined[0].name} has {len(there[0])} {kind}s: {names}"
            yield self._verdict(one, start + count.start(), count[0], defined[0], detail)
        for called in _CALLED.finditer(text) if len(defined) == 1 else ():
            yield from self._called(one, start, called, defined[0])
        for order in _ORDER.finditer(text):
            listed = _LIST.match(text, order.end())
            if listed is not None:
                yield from self._ordered(one, start + listed.start(), listed[0], defined)

    def _called(self, one: Paragraph, start: int, match: re.Match[str], op: OpDef) -> Iterator[Verdict]:
        """A verdict on what one input or output is called: by its place, or where there is only one."""
        kind = "input" if (match["kind"] or match["kind_zh"]).lower() in ("input", "输入") else "output"
        there = [arg.name for arg in arguments_of(op, kind)]
        which = (match["which"] or "").lower()
        at = NUMBERS[match["which_zh"]] - 1 if match["which_zh"] else _PLACES.get(which, 0)
        alone = not which and not match["which_zh"]
        if not there or (alone and len(there) != 1) or not -1 <= at < len(there):
            return
        part = "name" if match["name"] else "name_zh"
        if there[at] != match[part]:
            detail = f"the {kind}s of {op.name} are {', '.join(there)}"
            yield self._verdict(one, start + match.start(part), match[part], op, detail)

    def _both_called(self, one: Paragraph, start: int, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on what the only input or output of each of two ops is said to be called, where one's is not."""
        zh = "" if match["name"] else "_zh"
        kind = "input" if match[f"kind{zh}"] in ("input", "输入") else "output"
        for op in (match[f"first{zh}"], match[f"second{zh}"]):
            defined = self.known.op_defs(op) if op in self.known.ops and op not in self.page.own else ()
            there = [arg.name for arg in arguments_of(defined[0], kind)] if len(defined) == 1 else []
            if len(there) == 1 and there[0] != match[f"name{zh}"]:
                detail = f"the {kind} of {op} is {there[0]}"
                yield self._verdict(one, start + match.start(f"name{zh}"), match[f"name{zh}"], defined[0], detail)
                return

    def _ordered(self, one: Paragraph, at: int, listed: str, defined: Sequence[OpDef]) -> Iterator[Verdict]:
        """A verdict on a list of all inputs, or all outputs, in another order."""
        names = re.findall(r"`(\w+)`", listed)
        there = [[arg.name for arg in arguments_of(op, kind)] for op in defined for kind in ("input", "output")]
        if len(names) < ENOUGH or names in there:
            return
        for held in there:
            if sorted(held) == sorted(names):
                detail = f"their order is {', '.join(held)}"
                yield self._verdict(one, at, listed, defined[0], detail)
                return

    def _verdict(self, one: Paragraph, at: int, text: str, op: OpDef, detail: str) -> Verdict:
        return self.page.verdict(one.cited(at, text), "differs", op.location, (), detail)


def arguments_of(op: OpDef, kind: str) -> tuple[ArgDef, ...]:
    """The inputs or the outputs of an op."""
    return op.input_arg if kind == "input" else op.output_arg


def is_list(arguments: Sequence[ArgDef]) -> bool:
    """Whether what stands in the OpDef once may be several."""
    return any(arg.number_attr or arg.type_list_attr for arg in arguments)
