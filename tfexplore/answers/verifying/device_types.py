"""What a document says of the types that the kernels of an op take on a device, in whatever words.

A sentence is read by its parts, not by its form: types as code or in a list, the device that stands before them (or
right behind: "half on the GPU"), a word of registering, and the ops that it names. Where it names none, they are those
that are registered at the lines it cites, that the sentences before it name, the text above a list, or the section's.
What denies, plans or asks for something is no claim. A type is wrong where no kernel of any of these ops takes it so.
"""

from __future__ import annotations

import re
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.filters import kernel_takes
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.dtypes import AND, NAMES, ONE, TYPE, dtype
from tfexplore.answers.verifying.op_of_section import LACKS, at_lines, named_in, of_files, of_section, quoted_above
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.page import ITEM
from tfexplore.index import kernels
from tfexplore.index import ops as op_defs
from tfexplore.patterns import regex
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KernelDef, OpDef

#: What a paragraph has that says it.
_MAY_SAY = regex(r"[CG]PU|kernels? for|\b(?:applied|invoked|instantiated|expanded) (?:for|with|on|to)\b|应用|展开")
DEVICE = regex(r"(?<![\w-])(?:DEVICE_)?(CPU|GPU)s?(?![\w-])", re.A)
#: What makes a sentence about devices another statement.
OTHERWISE = otherwise(
    r"no|without|except|unless|neither|nor|from|to|between|host|XLA\w*|TPU|plan\w*|will",
    "没|无|不|除|缺|计划|打算|想|要",
)
#: What is to come, is asked for, is missing, or is somebody's own.
TO_BE = regex(
    r"\b(?:add(?:s|ed|ing)?|writ(?:e|es|ing|ten)|implement(?:s|ed|ing)?|port(?:s|ed|ing)?|missing|lack\w*|absent|need\w*|want\w*|"
    r"if|whether|once|until|your|new|allow\w*|(?:al)?though)\b"
    r"|[?？]|缺|加|写|补|移植|需要|如果|是否|新|允许|虽|尽管",
    re.I,
)
#: A type, of a macro as well that calls another one for it.
_QUALIFIER = r"(?:tf\.|DT_|(?:::)?(?:tensorflow|Eigen)::)?"
_NAMED = rf"(?:TF_CALL_)?(?:{_QUALIFIER}(?:{NAMES})|DT_(?:{NAMES.upper()}))"
_ONE = regex(_NAMED, re.A)
#: Types as code or in a list; one that is not marked only behind words that leave no doubt.
_SAID_FOR = r"\b(?:(?:registered|kernels?|exists?|instantiated|available|supported) for (?:the types )?|supports )"
_TYPES = regex(
    rf"`{_NAMED}`|(?:{_SAID_FOR})?(?<![\w`:<.])(?<!\w\()(?P<list>{TYPE}(?:{AND}{TYPE})+)(?![\w:>`])"
    rf"|{_SAID_FOR}(?P<one>{TYPE})(?=\s?(?:[,.;)，。；）]|$)|\s(?:only|and|on)\b)",
    re.A,
)
#: A type of a cell, and what is left out of one.
_OF_CELL = regex(rf"(?<![\w.<:(`-]){TYPE}(?![\w:<>(`-])", re.A)
_BRACKETS = regex(r"\([^()]{0,120}\)|（[^（）]{0,120}）")
#: What stands between two devices of which the same is said.
_BOTH = regex(r"`?\s?(?:[,、，/+&]|and|和|与|及|或|or|plus)\s?(?:on |for )?(?:the )?`?", re.A)
#: The device of the types before it: "half on the GPU".
_BEHIND = regex(r"\s(?:on|for) (?:the )?`?(?:DEVICE_)?(CPU|GPU)(?![\w-])", re.A)
#: An op that is not marked as code, within a sentence: "on the GPU Cumsum exists for half", "kernels of Softplus".
_PLAIN = regex(r"(?<=[a-zU] )([A-Z][A-Za-z0-9]+)(?= (?:[a-z]|\())", re.A)
#: What ends the clause of some types.
_OVER = regex(r"[,;:，；：。()（）]|\bprovided\b|\bplus\b")
#: What begins another statement of a sentence.
_BEGUN = regex(r"[;；:：]\s|[；：]")
#: What ends the types that a device stands behind.
_BREAK = regex(r"[;；。:：,，()（）|]")
#: That something is registered is said by any of these.
_KERNEL = regex(
    r"regist|kernel|support|available|instantiat|expand"
    r"|\b(?:there (?:is|are)|exists?|takes?|accepts?|covers?|has|have|gets|is|are|d?types?)\b|\b[CG]PU\**\s?[:：(（]"
    r"|注册|支持|内核|核函数|有|是|覆盖|类型|[CG]PU\s?\w?[:：]",
    re.I,
)
#: "Both have kernels for int32 and int64", on whatever device.
_KERNELS_FOR = regex(r"\b(?:has|have) (?:kernels|a kernel) for ", re.A)
#: What is said of a macro that the block above defines, and what that registers.
_APPLIED = regex(
    r"\b(?:[Ii]t|[Tt]his|[Tt]hat|[Tt]he macro) (?:is|gets|was) (?:then )?"
    r"(?:applied|invoked|instantiated|expanded|called|used) (?:for|with|on|to)\b"
    r"|(?:该宏|这个宏|它)(?:被|会)?(?:应用|展开|调用|用)(?:于|到|在)",
)
_MACRO_OF = regex(r"#\s*define\b")
_NAMED_OP, _FOR_DEVICE = regex(r"\bName\(\"(\w+)\"\)", re.A), regex(r"\bDEVICE_(CPU|GPU)\b", re.A)
#: Letters of what a sentence begins with that is on several things: "Registrations: …".
FEW_LETTERS = 40
#: Lines between such a block and what is said of it.
BEHIND_BLOCK = 4
#: Types of something else than what an op is chiefly of.
_OF_INDICES = regex(
    r"(?-i:\bT(?:[a-z]*idx|ind|perm|pad|shape|dim|len|mult|axis|block|crop|seg|split|label|param|out|in|val|key|arg)[a-z]*\b)"
    r"|\bind(?:ex|ices)\b|\bshape|\baxis|\baxes|\bout_type|\boutput|×|\sx\s|下标|索引|形状|轴",
    re.I,
)
_INDICES = regex(r"T(?:idx|index|indices|perm|paddings|shape|dim|len|multiples|axis|blocks?|crops)\w*|index_type", re.A)
_OF_MACRO = regex(rf"TF_CALL_(?:{NAMES})(?!\w)", re.A)


#: A paragraph or an item that is on an op, and what it says of it: "`Braid`: CPU for half; GPU for float and half".
_HEADED = regex(r"[\s>]*(?:[-*+]\s+|\d+[.)]\s+)?\*{0,2}`[A-Z]\w+`(?:[.:：]\*{0,2}|\*{2}[.:：])\s", re.A)
_DEVICE_FOR = regex(
    r"[\s*`\w.:：-]{0,40}?(?:\band\s)?(?:on (?:the )?)?(?:DEVICE_)?[CG]PUs?`?:?\s(?:only\s)?(?:for|with)\b"
    r"|\s*[CG]PU\s?(?:上)?支持"
)


def wrong_types(
    page: Page, one: Paragraph, start: int, listed: str, devices: Sequence[str], ops: list[str], text: str = ""
) -> Iterator[Verdict]:  # fmt: skip
    """A verdict on every type of a list, at an offset of a paragraph, that no kernel of ops takes on some devices.

    `text`, or else the line, tells whether types of indices are meant.
    """
    index = page.known.index
    if page.own.intersection(ops) or ("GPU" in devices and "cuda" not in index.state.build):
        return
    here = [kernel for kernel in kernels.of_ops(index, ops) if kernel.device_type in devices]
    if not here:
        return
    defined = {op.name: op for op in op_defs.named(index, ops)}
    for match in (_OF_MACRO if "TF_CALL_" in listed else ONE).finditer(listed):
        name, type_ = match.group().strip("`"), dtype(match.group().strip("`").removeprefix("TF_CALL_"))
        said = one.cited(start + match.start(), name)
        line = page.text_lines[said.line - 1]
        is_taken = any(_takes(kernel, defined.get(kernel.op), type_, text or line) for kernel in here)
        if is_taken or disclaimers.proposed(markdown.SPAN.sub("`", line)):
            continue
        taken = {each for kernel in here for constraint in kernel.constraint for each in constraint.allowed_values}
        there = [type_text(each) for each in sorted(taken)][:4]
        kernel = f"{devices[0]} kernel" if len(devices) == 1 else "kernel"
        detail = f"{' and '.join(ops[:3])} {'has' if len(ops) == 1 else 'have'} no {kernel} for {name}"
        yield page.verdict(said, "not found", here[0].location, there, detail)


def _takes(kernel: KernelDef, op: OpDef | None, type_: str, line: str) -> bool:
    """Whether a kernel takes a type, other than for indices of which a line does not speak."""
    if not _OF_INDICES.search(line):
        chief = [one for one in kernel.constraint if not _INDICES.fullmatch(one.name)]
        kernel = kernel._replace(constraint=tuple(chief))
        op = op and op._replace(attr=tuple([one for one in op.attr if not _INDICES.fullmatch(one.name)]))
    return kernel_takes(kernel, op, type_)


def types_of_cell(cell: str) -> list[tuple[int, str]]:
    """The types that a cell lists, each with its offset, whatever else it says of them without denying any.

    >>> types_of_cell("half, `float` (53-55); int32 in CPU memory"), types_of_cell("not for half")
    ([(0, 'half'), (6, '`float`'), (23, 'int32')], [])
    """
    bare = _BRACKETS.sub(lambda match: " " * len(match[0]), _with_types_alone(cell))
    if OTHERWISE.search(bare) or TO_BE.search(bare):
        return []
    return [(match.start(), match[0]) for match in _OF_CELL.finditer(bare)]


class DeviceTypes(Check):
    """The checks of the types that sentences and items say; those of tables are with their devices."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every type that no kernel takes which is said to."""
        heading = ""
        for one in self.page.marked:
            if markdown.HEADING.match(one.text):
                heading = one.text
            elif not one.text.lstrip().startswith("|"):
                if _MAY_SAY.search(one.text):
                    for start, end in prose.sentences(one.text):
                        yield from self._sentence(one, start, end, heading)
                elif ITEM.match(one.text):
                    yield from self._item(one, heading)

    def _sentence(self, one: Paragraph, start: int, end: int, heading: str) -> Iterator[Verdict]:
        text = one.text[start:end]
        devices = list(DEVICE.finditer(text))
        for at, end_of_types in _lists_in(text):
            over = _OVER.search(text, end_of_types)
            begun = max((other.end() for other in _BEGUN.finditer(text, 0, at)), default=0)
            said = text[begun : over.start() if over is not None else len(text)]
            colon = one.text.find(":")  # "Registrations: …; GPU for …"
            headed = f"{one.text[:colon]} {said}" if 0 < colon < min(FEW_LETTERS, start + at) else said
            claimed = _is_claim(said) or _is_claim(text) or _is_claim(headed)
            claimed = claimed or (_HEADED.match(one.text) is not None and _DEVICE_FOR.match(said) is not None)
            there = _devices_at(text, at, end_of_types, devices) if claimed else []
            ops = self._ops(one, start, at, end, heading) if there else []
            if ops:
                yield from wrong_types(self.page, one, start + at, text[at:end_of_types], there, ops, said)
            elif _APPLIED.search(said) and not (OTHERWISE.search(said) or disclaimers.proposed(said)):
                yield from self._of_the_macro(one, start + at, text[at:end_of_types], said)

    def _of_the_macro(self, one: Paragraph, at: int, listed: str, said: str) -> Iterator[Verdict]:
        """The types for which the macro is said to be applied that the block above defines, and registers one op by."""
        number, _ = one.at(at)
        blocks = [each for each in self.page.said if each.kind == "quotation" and each.line < number]
        code = blocks[-1].code if blocks else ""
        ops, devices = set(_NAMED_OP.findall(code)), set(_FOR_DEVICE.findall(code))
        near = bool(blocks) and number <= blocks[-1].line + code.count("\n") + BEHIND_BLOCK
        if near and _MACRO_OF.search(code) and len(ops) == len(devices) == 1 and ops <= self.known.ops.keys():
            yield from wrong_types(self.page, one, at, listed, list(devices), list(ops), said)

    def _item(self, one: Paragraph, heading: str) -> Iterator[Verdict]:
        """The types of an item of a list that is announced to be of a device: "On the GPU there are:"."""
        above = self.page.above(one.numbers[0])
        announced = prose.begun(above.rstrip(" :：")) or heading
        devices = list(dict.fromkeys(DEVICE.findall(announced)))
        if len(devices) != 1 or LACKS.search(announced) or not _is_claim(announced) or OTHERWISE.search(one.text):
            return
        for at, end in _lists_in(one.text):
            ops = named_in(self.page, one.text[:at]) or named_in(self.page, above) or self._of_section(one)
            if ops:
                yield from wrong_types(self.page, one, at, one.text[at:end], devices, ops)

    def _ops(self, one: Paragraph, start: int, at: int, end: int, heading: str) -> list[str]:
        """The ops that something at an offset of a sentence is said of."""
        before = one.text[start : start + at]
        return (
            named_in(self.page, before)
            or [name for name in _PLAIN.findall(before) if name in self.known.ops]
            or list(dict.fromkeys(at_lines(self.page, range(one.at(start + at)[0], one.at(end)[0] + 1))))
            or named_in(self.page, one.text[:start])
            or of_files(self.page, range(one.at(start)[0], one.at(end)[0] + 1))
            or self._above(one, heading)
            or self._of_section(one)
        )

    def _above(self, one: Paragraph, heading: str) -> list[str]:
        above = self.page.above(one.numbers[0])
        return [] if LACKS.search(f"{heading}\n{above}") else named_in(self.page, above)

    def _of_section(self, one: Paragraph) -> list[str]:
        quoted = quoted_above(self.page, one.numbers[0])
        return [quoted] if quoted else of_section(self.page, one.numbers[0], one.text)


def _lists_in(text: str) -> Iterator[tuple[int, int]]:
    """Where the types and the lists of types in a sentence begin and end."""
    for match in _TYPES.finditer(_with_types_alone(text)):
        yield match.span(match.lastgroup or 0)


def _with_types_alone(text: str) -> str:
    """A text without what stands in code, other than single types: arguments of templates are no list of types."""
    return markdown.SPAN.sub(lambda span: span[0] if _ONE.fullmatch(span[2]) else "`" * len(span[0]), text)


def _is_claim(text: str) -> bool:
    """Whether a sentence says that something is registered, and neither denies nor plans it."""
    if _KERNEL.search(text) is None or OTHERWISE.search(text) is not None:
        return False
    return not (disclaimers.proposed(text) or TO_BE.search(text))


def _devices_at(text: str, start: int, end: int, devices: Sequence[re.Match[str]]) -> list[str]:
    """The devices that types are said of: the one right behind, those before them, or one behind in the clause."""
    behind = _BEHIND.match(text, end)
    if behind is not None:
        return [behind[1]]
    before = [one for one in devices if one.end() <= start]
    if before:
        found = [before[-1]]
        for one, other in reversed(list(pairwise(before))):
            if other is not found[-1] or _BOTH.fullmatch(text, one.end(), other.start()) is None:
                break
            found.append(one)
        return [one[1] for one in found]
    if not devices:
        return ["CPU", "GPU"] if _KERNELS_FOR.search(text, 0, end) else []
    return [] if _BREAK.search(text, end, devices[0].start()) else [devices[0][1]]
