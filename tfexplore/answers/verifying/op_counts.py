"""How many attrs, inputs, outputs and kernels an op is said to have, each of a sentence's numbers.

"`Braid` has two attrs", "`Braid`: 1 input, 2 outputs, 3 attrs", "`Braid` has three inputs, `Unbraid` two", "`Braid` has
two CPU kernels and one GPU kernel", `Braid` 有 3 个属性. The first number of a sentence on one op's inputs or outputs
is read by `inputs`. Kernels are counted by registrations, types, classes or statements: a number is wrong that is none.
"""

from __future__ import annotations

import re
from math import prod

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import MAX_TEXT, Check
from tfexplore.answers.verifying.inputs import NUMBER_WORDS, NUMBERS, arguments_of, is_list
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.rows import tables
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.rows import Table
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KernelDef, OpDef

_OP = regex(r"`(_?[A-Z]\w+)`", re.A)
_NUMBER = rf"(?P<number>\d{{1,3}}|{NUMBER_WORDS}|[一二三四五六七八九十两])"
#: What stands between an op and the first number of what it has.
_HAS = regex(
    r"(?:['’]s)?(?:\s?[(（][^()（）\n]{0,80}[)）])?(?:\s(?:op\b))?\s?(?:(?:also|thus|still|only|itself)\s)?"
    r"(?:(?:has|takes|produces|returns|gives|comes\swith|with|declares|owns)\s(?:(?:exactly|just|only|a total of)\s)?"
    r"|[:：—–]\s?|(?:这个\s?)?(?:op|算子)?\s?(?:一共|总共|共)?(?:有|接受|产生|返回|带有?)\s?)"
)
_KINDS = (
    r"(?:(?P<device>CPU|GPU)\s?(?:上的\s?)?)?"
    r"(?P<kind>inputs?|outputs?|attrs?|attributes?|kernels?|输入|输出|属性|内核|核函数)"
)
#: What ends a number: behind it nothing says which of them are counted.
_ENDS = r"(?=\s?(?:[.,;:，。；：、()（）—–]|\Z|(?:and|plus|but|while|in total|in all|altogether)\b|和|与|以及))"
_ITEM = regex(rf"(?<![\w.]){_NUMBER}\s?(?:个\s?)?{_KINDS}(?!通道|维){_ENDS}", re.A)
#: How a list of numbers goes on, with what is in brackets or listed behind one.
_AND = regex(
    r"(?:\s?[(（][^()（）\n]{0,160}[)）])?\s?(?:[,，、;/+]\s?(?:and\s|plus\s)?|and\s|plus\s|和\s?|与\s?|以及\s?)(?:(?:has|only|just|有)\s?)?"
)
#: "`Unbraid` two", of what the op before has.
_ELIDED = regex(
    rf"\s?(?:(?:has|takes|有)\s?)?{_NUMBER}\s?个?(?=\s?(?:[.,;，。；)）]|\Z|and\b|和))",
    re.A,
)
#: "There are three CPU kernels for `Braid`", "the three CPU kernels of `Braid`".
_KERNELS_OF = regex(
    rf"\b(?:[Tt]here\sare|[Tt]he)\s(?:exactly\s)?(?P<number>\d{{1,3}}|{NUMBER_WORDS})\s(?:(?P<device>CPU|GPU)\s)?(?P<kind>kernels)"
    r"\s(?:of|for)\s(?:the\s)?(?:op\s)?`(?P<op>_?[A-Z]\w+)`"
    r"(?=\s?(?:op\b)?\s?(?:[.,;:，。；)）]|\Z|are\b|and\b|all\b|cover\b|take\b|stand\b|live\b))",
    re.A,
)
#: The header of a column of numbers.
_COLUMN = regex(
    r"[\s*`]*(?:#\s?(?:of\s)?|(?:number|no\.|num\.?|count)\s(?:of\s)?)?"
    r"(?P<kind>inputs?|outputs?|attrs?|attributes?|kernels?)(?:\s?(?:count|\(count\)|数量?|个数))?[\s*`]*",
    re.I,
)
#: As many as an op has of anything in a column.
MOST = 40
_CELL = regex(r"[\s*`]*(?P<number>\d{1,3})[\s*`]*", re.A)
#: Letters of a sentence behind a number that may say what is counted; and before it, from the op on.
REACH, BETWEEN = 160, 60
_PARTLY = regex(
    r"\b(?:not|besides?|apart|excluding|without|except|excepted|addition|ignoring|aside|optional|required|mandatory|other|more|extra"
    r"|further|least|most|per|each|every|different|distinct|kinds?|inferred|first|last|same|versions?|newer|older|later"
    r"|XLA|TPU|MKL|SYCL|ROCm|mobile|builds?|if|when|unless)\b|不算|除|另外|至少|至多|每|推断|其中|如果|各",
    re.I,
)
_OTHERWISE = otherwise(
    r"no|neither|nor|without|more|at least|at most|other|extra|additional|first|last|layers?|Keras|gradients?|each"
    r"|every|both|used to|if|when|unless|older|newer|later|XLA|TPU|MKL|same|respectively|class(?:es)?",
    "不|另外|额外|至少|至多|前|后|如果|每|各|某|没",
)
_KIND_OF = {
    **{word: word for word in ("input", "output", "attr", "attribute", "kernel")},
    "输入": "input",
    "输出": "output",
    "属性": "attribute",
    "内核": "kernel",
    "核函数": "kernel",
}


class _Count(Record):
    """A number that an op is said to have of a kind, on a device perhaps, and where the paragraph has it."""

    op: str
    number: int
    kind: str
    device: str
    start: int
    text: str


class OpCounts(Check):
    """The checks of such numbers; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every number that is another."""
        for table in tables(self.page):
            columns = [
                (at, match["kind"])
                for at, head in enumerate(table.heads)
                if at and (match := _COLUMN.fullmatch(head.text)) and _are_counts(table, at)
            ]
            for cells in table.rows if columns else ():
                op = _OP.fullmatch(cells[0].text.strip(" *"))
                for at, kind in columns if op is not None else ():
                    cell = _CELL.fullmatch(cells[at].text) if at < len(cells) else None
                    if op is not None and cell is not None:
                        start = table.offset(cells[at]) + cell.start("number")
                        count = _Count(op[1], int(cell["number"]), _kind(kind), "", start, cell["number"])
                        yield from self._judged(table.one, count)
        for one in self.page.marked:
            if "`" not in one.text or markdown.HEADING.match(one.text) or one.text.lstrip().startswith("|"):
                continue
            for start, end in prose.sentences(one.text) if len(one.text) <= MAX_TEXT else ():
                if not disclaimers.proposed(one.text[start:end]):
                    for count in self._counts(one.text, start, end):
                        yield from self._judged(one, count)

    def _counts(self, text: str, start: int, end: int) -> Iterator[_Count]:
        """The numbers of a sentence."""
        for match in _KERNELS_OF.finditer(text, start, end):
            said = text[max(start, match.start() - BETWEEN) : match.start()]
            if not (_OTHERWISE.search(said) or _PARTLY.search(text, match.end(), min(end, match.end() + REACH))):
                yield _count(match["op"], match)
        ops = list(_OP.finditer(text, start, end))
        alone = len({match[1] for match in ops}) == 1
        before: list[_Count] = []
        for at, op in enumerate(ops):
            last = ops[at + 1].start() if at + 1 < len(ops) else end
            if op[1] not in self.known.ops:
                before = []
                continue
            elided = _ELIDED.match(text, op.end(), last) if len(before) == 1 else None
            if elided is not None:
                yield before[0]._replace(
                    op=op[1], number=_number(elided["number"]), start=elided.start("number"), text=elided["number"]
                )
                continue
            before = [] if _OTHERWISE.search(text, start, op.start()) else list(_items(text, op, last, alone))
            yield from before

    def _judged(self, one: Paragraph, count: _Count) -> Iterator[Verdict]:
        if count.op not in self.known.ops or count.op in self.page.own:
            return
        defined = self.known.op_defs(count.op)
        if count.kind == "kernel":
            found = self._of_kernels(count)
        else:
            found = [_of_op(each, count) for each in defined]
        numbers: set[int] = set().union(*[numbers for numbers, _ in found])
        if not numbers or count.number in numbers:
            return
        said = one.cited(count.start, count.text)
        if not self.page.strangers(said):
            yield self.page.verdict(said, "differs", defined[0].location if defined else None, (), found[0][1])

    def _of_kernels(self, count: _Count) -> list[tuple[set[int], str]]:
        """How many kernels an op has on a device, or on all, by whatever is counted; nothing where nobody can say."""
        index = self.known.index
        if count.device == "GPU" and "cuda" not in index.state.build:
            return []
        every = [each for each in kernels.of_ops(index, (count.op,)) if each.registry == "op_kernel"]
        devices = (count.device,) if count.device else (*{each.device_type for each in every},)
        parts = [[each for each in every if each.device_type == device] for device in devices]
        if not any(parts) or any(each.device_type == "DEFAULT" for each in every):
            return []
        parts = parts if count.device else [*parts, every, list(kernels.of_ops(index, (count.op,)))]
        numbers = {number for part in parts for number in _numbers_of(part)}
        linked = [each for each in parts[0 if count.device else -2] if each.linked_into]
        word = f"{count.device} kernel" if count.device else "kernel"
        return [(numbers, f"{count.op} has {len(linked)} {word}{'s' if len(linked) != 1 else ''}")]


def _items(text: str, op: re.Match[str], last: int, alone: bool) -> Iterator[_Count]:
    """The numbers that stand behind an op, up to the next one; where it is the only one other words may be between."""
    has = _HAS.match(text, op.end(), last)
    if has is None and alone:
        has = _HAS.search(text, op.end(), min(last, op.end() + BETWEEN))
        if has is not None and (has[0][:1] in ":：—–" or _OTHERWISE.search(text, op.end(), has.start())):
            return
    item = _ITEM.match(text, has.end(), last) if has is not None else None
    colon = has is not None and has[0].rstrip()[-1:] in (":", "：", "—", "–")
    first = True
    while item is not None:
        behind = text[item.end() : min(last, item.end() + REACH)]
        kind = _kind(item["kind"])
        plain = kind in ("input", "output") and first and alone and not colon  # which `inputs` reads
        if not plain and not _PARTLY.search(behind):
            yield _count(op[1], item)
        first = False
        goes_on = _AND.match(text, item.end(), last)
        item = _ITEM.match(text, goes_on.end(), last) if goes_on is not None else None


def _count(op: str, match: re.Match[str]) -> _Count:
    text = match.string[match.start("number") : match.end("kind")]
    return _Count(
        op, _number(match["number"]), _kind(match["kind"]), match["device"] or "", match.start("number"), text
    )


def _number(word: str) -> int:
    return NUMBERS.get(word.lower()) or int(word)


def _kind(word: str) -> str:
    return _KIND_OF[word.lower().rstrip("s")]


def _of_op(op: OpDef, count: _Count) -> tuple[set[int], str]:
    """How many an op has of what is counted, and which; nothing of a list, which may be several.

    Attrs that inputs or outputs tell may be left out.
    """
    if count.kind in ("input", "output"):
        arguments = arguments_of(op, count.kind)
        names = [each.name for each in arguments]
        numbers = set() if is_list(arguments) else {len(arguments)}
    else:
        told = {
            name
            for each in (*op.input_arg, *op.output_arg)
            for name in (each.type_attr, each.number_attr, each.type_list_attr)
            if name
        }
        names = [each.name for each in op.attr]
        numbers = {len(names), len([name for name in names if name not in told])}
    kind = count.kind + ("s" if len(names) != 1 else "")
    return numbers, f"{op.name} has {len(names)} {kind}{': ' if names else ''}{', '.join(names)}"


def _are_counts(table: Table, at: int) -> bool:
    """Whether no number of a column is more than an op has of anything: one may be a line."""
    cells = [_CELL.fullmatch(row[at].text) for row in table.rows if at < len(row)]
    return all(cell is None or int(cell["number"]) <= MOST for cell in cells)


def _numbers_of(made: Sequence[KernelDef]) -> set[int]:
    """By how many some kernels may be counted: registrations, those linked, types, classes, statements, labels."""
    told: tuple[Callable[[KernelDef], object], ...] = (
        lambda each: each.kernel_class,
        lambda each: each.kernel_class.partition("<")[0],
        lambda each: each.kernel_class_location,
        lambda each: each.constraint,
        lambda each: each.location,
        lambda each: each.location.path,
        lambda each: each.label,
        lambda each: each.host_memory_arg,
        lambda each: [one.allowed_values for one in each.constraint if one.name == "T"],
    )
    linked = [each for each in made if each.linked_into]
    numbers = {len(made), len(linked)}
    for group in (made, linked):
        numbers |= {len({repr(tell(each)) for each in group}) for tell in told}
        numbers.add(sum(prod(len(one.allowed_values) or 1 for one in each.constraint) for each in group))
    return numbers
