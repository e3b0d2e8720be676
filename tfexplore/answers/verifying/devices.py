"""What a document says of the devices that an op has kernels for, and of the types that they take there.

"`MaxPoolGradGrad` has kernels on CPU and GPU": a clause is read that begins with ops as code, or goes on the one before
it, says that they have kernels or are registered, names devices, and denies nothing. Types are read where a table or a
list has nothing else beside a device: "- GPU: half, float".
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown, wording
from tfexplore.answers.citation import Citation
from tfexplore.answers.filters import kernel_takes
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.dtypes import AND, NAMES, ONE, TYPE, dtype
from tfexplore.answers.verifying.op_of_section import headed, of_the_class_above, quoted_above
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.index import kernels
from tfexplore.index import ops as op_defs
from tfexplore.patterns import regex
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KernelDef, OpDef

#: Where a clause ends; a place in brackets is passed over.
_CLAUSE = regex(r"[;；,，:：|。]|[.!?](?=\s|$)|\sbut\s")
_BRACKETS = regex(r"(?<!Name)\([^()]{0,80}\)|（[^（）]{0,80}）")
#: The ops that a clause begins with.
_NAME = r"`(?:Name\()?\"?((?!DEVICE_)_?[A-Z]\w+)\"?\)?`"
_BETWEEN = r"(?:\s?(?:[,、，/]|and|or|和|与|及|以及)\s?|\s)?"
_OPS = regex(rf"[^`]{{0,24}}?({_NAME}(?:{_BETWEEN}{_NAME})*)", re.A)
#: What is said of them.
_HAS = regex(
    r"\s*(?:ops?\s+)?(?:has|have|(?:is|are)\s(?:also\s|both\s)?registered|comes?\swith|"
    r"(?:则|都|也|均|同样|同时|分别|既){0,2}(?:有|注册|在(?=[^。；;]*注册)|的设备(?:类型)?(?:是|有|为)))(?![A-Za-z])"
)
#: What goes on a clause that names the ops: "`Sin` in x.cc, registered for the GPU".
_ALSO = regex(
    r"\s*(?:并|都|也)?(?=注册在)|\s*(?:and\s)?(?:(?:is|are)\s)?(?:also\s|both\s|all\s)?registered\s(?=(?:for|on|with)\b)",
    re.I,
)
#: "`Sin` is registered twice in x.cc, for `DEVICE_CPU` and for `DEVICE_GPU`".
_FOR_DEVICES = regex(
    r"\s*(?:once\s)?(?:for|on)\s(?:the\s)?`?DEVICE_[CG]PU`?(?:\s(?:and|or)\s(?:once\s)?(?:for\s|on\s)?(?:the\s)?`?DEVICE_[CG]PU`?)?\s*"
)
_KERNEL = regex(r"\bkernels?\b|\bregist|内核|核函数|kernel|注册", re.I)
_DEVICE = regex(r"(?<![\w-])(?:DEVICE_)?(CPU|GPU)s?(?![\w-])", re.A)
#: What makes it another statement.
_OTHERWISE = otherwise(
    r"no|without|except|unless|neither|nor|from|to|between|host|XLA\w*|TPU|plan\w*|will",
    "没|无|不|除|缺|计划|打算|想|要",
)
#: "- `RangeDataset`: CPU and GPU"
_ITEM = regex(
    rf"\s*[-*+]\s+({_NAME}(?:{_BETWEEN}{_NAME})*)\s?[:：]\s?"
    r"(?:`?(?:DEVICE_)?(?:CPU|GPU)`?(?:\s?(?:[,、，/]|and|和|与)\s?)?){1,2}(?:\s?(?:kernels?|内核|核函数))?[.。]?\s*",
    re.A,
)
#: "The GPU kernel of `Sin`", "`Sin` 的 GPU 内核".
_ITS = regex(
    rf"\bthe (?P<device>CPU|GPU) (?:kernels?|implementation) (?:of|for) (?:the (?:op )?)?{_NAME}"
    rf"|{_NAME}\s?(?:'s|的) ?(?P<behind>CPU|GPU) ?(?:kernels?|实现|内核|核函数)",
    re.A | re.I,
)
#: "`Sin` (CPU, GPU)".
_BRACKETED = regex(
    r"`(?P<op>[A-Z]\w+)`\s?[(（](?P<devices>(?:DEVICE_)?[CG]PU"
    r"(?:\s?(?:[,、，/+&]|and|和|与)\s?(?:DEVICE_)?[CG]PU)?(?:\s?(?:kernels?|only))?)[)）]",
    re.A,
)
#: "`Op` in `loom_op.cc:12`, registered for `DEVICE_CPU` and `DEVICE_GPU`", anywhere in a row.
_REGISTERED_ON = regex(
    r"`(?P<op>[A-Z]\w+)`(?: (?:in|at|from) `[^`\n]{1,120}`)?(?: ?\([^()\n]{0,80}\))?,? "
    r"(?:(?:and )?is )?(?:also )?registered (?:for|on) "
    r"(?P<devices>`?(?:DEVICE_)?[CG]PU`?(?:(?:,| and| as well as| plus| &) ?`?(?:DEVICE_)?[CG]PU`?)*)",
    re.A,
)
#: What is said of a kernel that is not there yet, or of one's own.
_TO_BE = regex(
    r"\b(?:add\w*|writ(?:e|es|ing|ten)|implement(?:s|ed|ing)?|port\w*|missing|lack\w*|absent|need\w*|want\w*|exists?|"
    r"would|should|could|if|whether|once|until|your?|my|our|we|new)\b|缺|加|写|补|移植|需要|如果|是否|应该|新",
    re.I,
)
#: A list of nothing but types.
_LIST = regex(rf"\s*{TYPE}(?:{AND}{TYPE})*(?:\s?[(（][^()（）|`]{{0,40}}[)）])?\s?[.。;；]?\s*")
_COLUMN = regex(
    r"\W*(?P<device>CPU|GPU)(?:\W{0,3}(?:d?types?|类型|T(?!\w)))?(?:\s?[(（](?:in )?device memory[)）])?\W*"
    r"|\W*(?:d?types?|T|类型)\W{0,3}(?:on|in|for|[(（])?\s?(?:the )?(?P<behind>CPU|GPU)\W*",
    re.I,
)
_OF_DEVICE = regex(
    r"\s*[-*+]\s+\**(?:DEVICE_)?(CPU|GPU)(?:\s(?:d?types|kernels))?\**\s?(?:[:：]|—|–|-)\**\s?(?=\S)", re.A
)
#: "The CPU kernels are registered for half and float", "two GPU registrations (float and half)"; the same in Chinese.
_FOR = regex(
    r"(?<![\w-])(?P<device>CPU|GPU)\s?(?:上?的?\s?)(?:kernels?|registrations?|内核|核函数|注册)"
    r"(?:\sof\s(?:`?(?P<op>[A-Z]\w+)`?(?=[\s(（])|[^.;:；。：|`]{1,24}))?\s?"
    r"(?:[(（]|(?<=registrations )are(?=\s`)|(?:(?:is|are|只|都|则|也)\s?)?"
    r"(?:registered (?:only )?for|takes?|accepts?|supports?|covers?|exists? for|for|注册了|支持|覆盖|有))"
    rf"\s*(?:the types\s|类型\s?)?(?P<types>{TYPE}(?:{AND}{TYPE})+)(?![\w:])",
    re.A,
)
#: "the three float types, int64": types that are not called by name, before those that are.
_KINDS = (
    r"(?:(?:the |all )?(?:\w+ )?(?:float(?:ing)?(?:[- ]point)?|real|complex|integer|integral|number) types,?\s"
    r"(?:and\s|plus\s)?)?"
)
#: "`QuantizeV2Op` is registered on the CPU for quint8 and qint8".
_ON = regex(
    r"registered (?:on|for) (?:the )?(?P<device>CPU|GPU)(?:\sonly)?,? for\s+(?:the types\s)?"
    rf"{_KINDS}"
    rf"(?P<types>{TYPE}(?:{AND}{TYPE})*)(?![\w:])",
    re.A,
)
#: "GPU 一侧只有五种（L3-L7）：float、half", where lines in brackets tell of which ops.
_COUNTED = regex(
    r"(?<![\w-])(?P<device>CPU|GPU)\s?(?:一?侧|这?边|[上端])?\s?(?:只|仅|共|则|总共|一共)?(?:有|是|为|注册了?|支持)?"
    r"[^。；;:：，,]{0,6}[(（][^()（）]{0,24}[)）]\s?[:：]\s?"
    rf"(?P<types>{TYPE}(?:{AND}{TYPE})+)(?![\w:])",
    re.A,
)
#: "On the GPU `Sin` exists for half and float", "`Sin` exists on the GPU for half".
_EXISTS = regex(
    r"(?:[Oo]n (?:the )?(?P<device>CPU|GPU),?\s(?:(?:it|they|`?(?P<op>[A-Z]\w+)`?)\s)?(?:also\s|only\s)?"
    r"(?:exists?|is there|comes?|is registered)|(?:exists?|is there)\s(?:only\s)?on (?:the )?(?P<zh>CPU|GPU))"
    r"\s(?:for|with)\s+"
    rf"(?P<types>{TYPE}(?:{AND}{TYPE})+)(?![\w:])",
    re.A,
)
#: "On the GPU there are half and float".
_ON_IT = regex(
    r"[Oo]n (?:the )?(?P<device>CPU|GPU),?\s(?:there (?:is|are)|we have|you have)\s(?:only\s|just\s)?(?:kernels for\s)?"
    rf"(?P<types>{TYPE}(?:{AND}{TYPE})+)(?![\w:])",
    re.A,
)
#: "`RandomUniform`: GPU has half and float".
_HAVING = regex(
    r"(?<![\w-])(?P<device>CPU|GPU)\s(?:only\s)?(?:has|takes|gets)\s(?:kernels for\s)?"
    rf"(?P<types>{TYPE}(?:{AND}{TYPE})+)(?![\w:])",
    re.A,
)
#: "On the CPU the macro is expanded by `TF_CALL_half` and `TF_CALL_float`".
_CALL = r"`TF_CALL_[a-z]\w*`"
_EXPANDED = regex(
    r"[Oo]n (?:the )?(?P<device>CPU|GPU),?\s[^.;`]{0,40}?\b(?:expanded|invoked|called|instantiated|applied)\s"
    rf"(?:by|with|through|for|via)\s(?P<types>{_CALL}(?:{AND}{_CALL})+)",
    re.A,
)
#: "`Sin`/`Cos` are on GPU for half and float".
_ARE_ON = regex(
    rf"{_NAME}\s?(?:is|are)\s(?:registered\s)?on\s(?:the\s)?(?P<device>CPU|GPU)\sfor\s+(?:the types\s)?"
    rf"(?P<types>{TYPE}(?:{AND}{TYPE})*)(?![\w:])",
    re.A,
)
#: "For GPU there are three, `Sin`, `Cos` and `Tan`".
_THERE_ARE = regex(
    r"\b(?:[Ff]or|[Oo]n) (?:the )?(?P<device>CPU|GPU)\sthere (?:is|are) (?:only )?(?:one|two|three|four|five|six|\d+)"
    rf"(?:\s(?:kernels?|ops?))?[,:：]\s(?P<ops>{_NAME}(?:{_BETWEEN}{_NAME})*)",
    re.A,
)
#: "Both have kernels for int32 and int64", on whatever device.
_KERNELS_FOR = regex(
    r"\b(?:[Bb]oth|[Tt]hey|[Aa]ll|[Ii]t)\s(?:all\s)?(?:has|have)\s(?P<device>)kernels\sfor\s(?:the types\s)?"
    rf"(?P<types>{TYPE}(?:{AND}{TYPE})+)(?![\w:])",
    re.A,
)
_OF_MACRO = regex(rf"TF_CALL_(?:{NAMES})(?!\w)", re.A)
_ATTR = regex(r"[\s*]*`([A-Za-z]\w*)`[\s*]*", re.A)
#: A column of devices, and a cell of it.
_DEVICES = regex(r"\W*(?:kernels?|devices?|registered (?:on|for)|设备|内核)(?:\s?[(（][^()（）|]{0,30}[)）])?\W*", re.I)
_OF_DEVICES = regex(r"\s*`?(?:DEVICE_)?[CG]PU`?(?:\s?(?:[,、，/+&]|and|和)\s?`?(?:DEVICE_)?[CG]PU`?)*\s*", re.A)
#: "The types registered on the CPU are half and float", "CPU 上注册的类型是 half、float".
_REGISTERED = regex(
    r"(?:(?:types|dtypes)\s(?:that are\s)?registered (?:on|for) (?:the )?(?P<device>CPU|GPU)\s(?:are|include)|"
    r"(?<![\w-])(?P<zh>CPU|GPU)\s?(?:[上端侧]|kernel|内核)?的?\s?(?:已?注册|支持)了?的?\s?(?:数据)?(?:类型|dtypes?)\s?(?:是|有|为|包括))"
    rf"\s*[:：]?\s?(?P<types>{TYPE}(?:{AND}{TYPE})+)(?![\w:])",
    re.A,
)
#: Lines that a registration is off the cited ones, at most.
NEAR = 2
#: How a cell begins that says an op has kernels on the device of its column.
_SOME = regex(
    rf"\s*\W*?({TYPE}|DEVICE_[CG]PU|yes|same|all|real|numbers?|floating|integers?|numeric"
    r"|[✓✔√☑✅]|有|是|支持|同|`?\w+Op(?=[`<]))(?![A-Za-z])",
    re.I,
)
#: Types of something else than what an op is chiefly of.
_OF_INDICES = regex(
    r"(?-i:\bT(?:[a-z]*idx|ind|perm|pad|shape|dim|len|mult|axis|block|crop|seg|split|label|param|out|in|val|key)[a-z]*\b)"
    r"|\bind(?:ex|ices)\b|\bshape|\baxis|\baxes|\bout_type|\boutput|下标|索引|形状|轴",
    re.I,
)
_INDICES = regex(r"T(?:idx|index|indices|perm|paddings|shape|dim|len|multiples|axis|blocks?|crops)\w*|index_type", re.A)
#: A cell that says the one above it once more.
_SAME = regex(
    r"[\s`*(（]*(?:(?:the )?same(?: ops?)?(?: as above)?|(?:as )?above|ditto|同上|[″〃\"↑])?[\s`*)）.。]*", re.I
)
#: What a table or a list has that lists what there is not.
_LACKS = regex(r"\b(?:no|not|without|missing|lacks?|lacking|unsupported|besides|planned)\b|没有|不|缺|未", re.I)


def _takes(kernel: KernelDef, op: OpDef | None, type_: str, line: str) -> bool:
    """Whether a kernel takes a type, other than for indices of which a line does not speak."""
    if not _OF_INDICES.search(line):
        chief = [one for one in kernel.constraint if not _INDICES.fullmatch(one.name)]
        kernel = kernel._replace(constraint=tuple(chief))
        op = op and op._replace(attr=tuple([one for one in op.attr if not _INDICES.fullmatch(one.name)]))
    return kernel_takes(kernel, op, type_)


def device_of(cell: str) -> str:
    """The device that a cell is a header of; empty for another cell.

    >>> device_of("GPU `T`"), device_of("types on CPU"), device_of("GPU kernels")
    ('GPU', 'CPU', '')
    """
    match = _COLUMN.fullmatch(cell)
    return (match["device"] or match["behind"]).upper() if match is not None else ""


class Devices(Check):
    """The checks of the devices that ops are said to have kernels for."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every device for which an op has no kernel that is said to have one."""
        heading = ""
        for one in self.page.marked:
            if markdown.HEADING.match(one.text):
                heading = one.text
            if not re.search("[CG]PU|kernels for", one.text):
                continue
            for match in _THERE_ARE.finditer(one.text) if not _LACKS.search(heading) else ():
                for name in re.finditer(_NAME, match["ops"]):
                    op = name[1]
                    yield from self._lacking(one, match.start("ops") + name.start(1), op, match["device"], op)
            item = _ITEM.fullmatch(one.text)
            if one.text.lstrip().startswith("|"):
                yield from self._table(one, heading)
            elif item is not None:
                lacks = _LACKS.search(f"{heading}\n{self.page.above(one.numbers[0])}")
                for device in _DEVICE.finditer(one.text, item.end(1)) if lacks is None else ():
                    yield from self._judged(one, device.start(), device, re.findall(_NAME, item[1]))
            elif any(pattern.search(one.text) for pattern in (_KERNEL, _ARE_ON, _ON_IT, _HAVING, _EXPANDED)):
                yield from self._its(one)
                yield from self._paragraph(one)
                yield from self._registered_for(one, heading)
            for match in _BRACKETED.finditer(one.text) if not _LACKS.search(heading) else ():
                for device in _DEVICE.finditer(one.text, *match.span("devices")):
                    yield from self._lacking(one, device.start(), device[0], device[1], match["op"])
            for match in _REGISTERED_ON.finditer(one.text) if not _LACKS.search(heading) else ():
                ops = self._ops_of(match["op"])  # of a class of several ops some may have no kernel there
                for device in _DEVICE.finditer(one.text, *match.span("devices")) if len(ops) == 1 else ():
                    yield from self._judged(one, device.start(), device, ops)
            of_device = _OF_DEVICE.match(one.text)
            if of_device is not None and _LIST.fullmatch(one.text, of_device.end()):
                ops = self._above(one, heading) or self._headed(one)
                yield from self._types(one, of_device.end(), one.text[of_device.end() :], of_device[1], ops)

    def _table(self, one: Paragraph, heading: str) -> Iterator[Verdict]:
        """The types in columns of devices, and in rows that a cell says the device of."""
        rows = one.text.split("\n")
        columns = {at: device for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if (device := device_of(cell))}
        of_devices = {at for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if _DEVICES.fullmatch(cell)}
        # A table of both devices is of what there is, whatever the section asks.
        around = "" if len(set(columns.values())) > 1 else f"{heading}\n{self.page.above(one.numbers[0])}\n"
        if _LACKS.search(around + rows[0]):
            return
        place = -1
        ops: list[str] = []
        for number, row in enumerate(rows[2:], 2):
            cells = markdown.cells_of(row)
            place, ops = self._named(cells, place, ops)
            devices = {device for _, cell in cells if (device := device_of(cell))}
            # A cell with one word, as "no" in a column of what is ported, is not said of the others.
            said = " ".join([cell for _, cell in cells if len(cell.split()) > 1])
            for at, (column, cell) in enumerate(cells if not _LACKS.search(said) else ()):
                listed = at in of_devices and len(ops) == 1 and _OF_DEVICES.fullmatch(cell) is not None
                for one_of_them in _DEVICE.finditer(cell) if listed else ():
                    start = one.starts[number] + column + one_of_them.start()
                    yield from self._lacking(one, start, one_of_them[0], one_of_them[1], ops[0])
                device = columns.get(at) or (next(iter(devices)) if len(devices) == 1 and not columns else "")
                some = _SOME.match(cell) if at in columns and not _OTHERWISE.search(cell) else None
                if some is not None and len(ops) == 1:
                    yield from self._lacking(one, one.starts[number] + column + some.start(1), some[1], device, ops[0])
                if device and _LIST.fullmatch(cell):
                    meant = ops or self._above(one, heading) or self._having(one, rows[0], at)
                    meant = meant or self._headed(one, rows[0], at)
                    yield from self._types(one, one.starts[number] + column, cell, device, meant)

    def _named(self, cells: list[tuple[int, str]], place: int, above: list[str]) -> tuple[int, list[str]]:
        """The cell that names ops first, and the ops of a row: those `above` where the same cell says so."""
        found = [(at, op) for at, (_, cell) in enumerate(cells) for op in re.findall(_NAME, cell)]
        found = [each for each in found if each[1] in self.known.ops]
        found = found or [
            (at, cell.strip()) for at, (_, cell) in enumerate(cells[:2]) if cell.strip() in self.known.ops
        ]
        if not found and 0 <= place < len(cells) and _SAME.fullmatch(cells[place][1]):
            return place, above
        return (found[0][0], [op for _, op in found]) if found else (-1, [])

    def _above(self, one: Paragraph, heading: str) -> list[str]:
        """The one op that the text above a list or a table names, and that of the heading, which may be meant."""
        if _LACKS.search(f"{heading}\n{self.page.above(one.numbers[0])}"):
            return []
        ops = self.known.ops
        above = list(dict.fromkeys(op for op in re.findall(_NAME, self.page.above(one.numbers[0])) if op in ops))
        headed = list(dict.fromkeys(op for op in re.findall(r"\b[A-Z]\w+", heading) if op in ops))
        if len(above) == 1 == len(headed):
            return list(dict.fromkeys([*above, *headed]))
        found = above or headed
        return found if len(found) == 1 else []

    def _having(self, one: Paragraph, header: str, at: int) -> list[str]:
        """The one op of those that the document names which has the attr that a header is."""
        heads = [cell.strip(" *`") for _, cell in markdown.cells_of(header)]
        attr = heads[at] if at < len(heads) and re.fullmatch(r"[A-Z]\w{3,30}", heads[at], re.A) else ""
        if not attr or _LACKS.search(f"{self.page.heading(one.numbers[0])}\n{self.page.above(one.numbers[0])}"):
            return []
        words = {word for line in self.page.text_lines for word in re.findall(r"(?<![\w.])[A-Z]\w+", line, re.A)}
        named = [word for word in sorted(words) if word in self.known.ops]
        found = [op.name for op in op_defs.named(self.known.index, named) if any(each.name == attr for each in op.attr)]
        return found if len(found) == 1 else []

    def _headed(self, one: Paragraph, header: str = "", at: int = 0) -> list[str]:
        """The ops of the kernel class that the section is on, or the one op of a heading above it.

        None where the column at a place of a header is of an attr that they have not.
        """
        number = one.numbers[0]
        if any(_LACKS.search(text) for text in (*self.page.headings(number), self.page.above(number))):
            return []
        op = headed(self.page, number)
        ops = [op] if op else of_the_class_above(self.page, number, one.text)
        heads = [cell for _, cell in markdown.cells_of(header)]
        attr = _ATTR.fullmatch(heads[at]) if at < len(heads) else None
        return [each for each in ops if attr is None or attr[1] in self.known.op_parts(each)]

    def _types(self, one: Paragraph, start: int, listed: str, device: str, ops: list[str]) -> Iterator[Verdict]:
        """A verdict on every type that no kernel of some ops takes on a device."""
        if self.page.own.intersection(ops) or (device == "GPU" and "cuda" not in self.known.index.state.build):
            return
        devices = (device,) if device else ("CPU", "GPU")
        here = [kernel for kernel in kernels.of_ops(self.known.index, ops) if kernel.device_type in devices]
        if not here:
            return
        defined = {op.name: op for op in op_defs.named(self.known.index, ops)}
        for match in (_OF_MACRO if "TF_CALL_" in listed else ONE).finditer(listed):
            name, type_ = match.group().strip("`"), dtype(match.group().removeprefix("TF_CALL_"))
            said = one.cited(start + match.start(), name)
            line = self.page.text_lines[said.line - 1]
            if any(_takes(kernel, defined.get(kernel.op), type_, line) for kernel in here):
                continue
            if disclaimers.proposed(line):
                continue
            taken = {each for kernel in here for constraint in kernel.constraint for each in constraint.allowed_values}
            there = [type_text(each) for each in sorted(taken)][:4]
            kernel = f"{device} kernel".strip()
            detail = f"{' and '.join(ops[:3])} {'has' if len(ops) == 1 else 'have'} no {kernel} for {name}"
            yield self.page.verdict(said, "not found", here[0].location, there, detail)

    def _paragraph(self, one: Paragraph) -> Iterator[Verdict]:
        text = _BRACKETS.sub(lambda match: " " * len(match.group()), one.text)
        before: list[str] = []  # of which the clause before speaks
        registered = False  # and says that they are registered
        start = 0
        for end in [*[match.start() for match in _CLAUSE.finditer(text)], len(text)]:
            clause = text[start:end]
            begins = _OPS.match(clause)
            names = re.findall(_NAME, begins[1]) if begins is not None else []
            ops = [op for name in names for op in self._ops_of(name)]
            behind = begins.end() if begins is not None else 0
            said = _HAS.match(clause, behind) or (_ALSO.match(clause) if not ops else None)
            goes_on = registered and not ops and _FOR_DEVICES.fullmatch(clause) is not None
            said = said or (_FOR_DEVICES.match(clause) if goes_on else None)
            registered = said is not None and "regist" in clause
            if goes_on or (said is not None and _KERNEL.search(clause) and not _OTHERWISE.search(clause)):
                for device in _DEVICE.finditer(clause, 0 if goes_on or said is None else said.end()):
                    yield from self._judged(one, start + device.start(), device, ops or before)
            sentence_over = text[end : end + 1] in (".", "。", "!", "?")
            before = [] if sentence_over else ops or before
            start = end + 1

    def _its(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on every kernel of an op that is spoken of as being there, on a device that it has none on."""
        for match in _ITS.finditer(one.text):
            first, last = prose.sentence_span(one.text, match.start() + 1)
            if _OTHERWISE.search(one.text, first, last) or _TO_BE.search(one.text, first, last):
                continue
            group = "device" if match["device"] else "behind"
            op = next(name for name in match.groups()[1:] if name and name != match["behind"])
            yield from self._lacking(one, match.start(group), match[group], match[group].upper(), op)

    def _registered_for(self, one: Paragraph, heading: str) -> Iterator[Verdict]:
        """The types that a sentence says the kernels of ops take on a device.

        The ops are those that it names before, or the sentence before it, or else the heading.
        """
        kinds = (_FOR, _ON, _ARE_ON, _ON_IT, _HAVING, _EXPANDED, _EXISTS, _COUNTED, _REGISTERED, _KERNELS_FOR)
        for kind, match in ((each, match) for each in kinds for match in each.finditer(one.text)):
            ends = [0, *[end.end() for end in wording.SENTENCE.finditer(one.text) if end.end() <= match.start()]]
            # Some begin with the last of the ops that they are said of.
            said = one.text[ends[-1] : match.start("device") if kind is _ARE_ON else match.start()]
            before = one.text[ends[-2] : ends[-1]] if len(ends) > 1 else ""
            behind = wording.SENTENCE.split(one.text[match.end() :], 1)[0]
            device = match["device"] or match.groupdict().get("zh") or ""
            inside = match.groupdict().get("op")
            named = [inside] if inside in self.known.ops else self._ops_at(one, match, behind, device)
            named = named or next(filter(None, map(self._ops_in, (said, before, heading))), [])
            if not named and kind in (_ON_IT, _EXPANDED):
                quoted = quoted_above(self.page, one.numbers[0])
                named = [quoted] if quoted else self._headed(one)
            if not named or _OTHERWISE.search(said) or disclaimers.proposed(said + behind):
                continue
            yield from self._types(one, match.start("types"), match["types"], device, named)

    def _ops_at(self, one: Paragraph, match: re.Match[str], behind: str, device: str) -> list[str]:
        """The ops that are registered for a device at the lines which are cited beside or behind the types."""
        last = one.at(match.end() + len(behind))[0]
        cited = [each for number in range(one.at(match.start())[0], last + 1) for each in self.page.on(number)]
        for each in cited:
            paths = self.page.files_meant(each)[:1] if each.kind == "path:line" else []
            named = [op for path in paths for op in dict.fromkeys([r.op for r in self.known.registered(path)])]
            found = [
                kernel.op
                for kernel in kernels.of_ops(self.known.index, named)
                if kernel.location.path == paths[0]
                and kernel.device_type == device
                and each.start - NEAR <= kernel.location.line <= each.end + NEAR
            ]
            if found:
                return list(dict.fromkeys(found))
        return []

    def _ops_in(self, text: str) -> list[str]:
        """The ops that a text names, or those of the kernel classes in it."""
        names = dict.fromkeys(re.findall(_NAME, text))
        ops = [name for name in names if name in self.known.ops]
        return ops or [op for name in names if name.endswith("Op") for op in self.known.taken_by(name)]

    def _ops_of(self, name: str) -> list[str]:
        """An op, or those of a kernel class, each called so."""
        return self.known.taken_by(name) if name not in self.known.ops and name.endswith("Op") else [name]

    def _judged(self, one: Paragraph, at: int, device: re.Match[str], ops: list[str]) -> Iterator[Verdict]:
        for op in ops:
            yield from self._lacking(one, at, device.group(), device[1], op)

    def _lacking(self, one: Paragraph, at: int, text: str, device: str, op: str) -> Iterator[Verdict]:
        """A verdict on a device on which an op has no kernel at all."""
        index = self.known.index
        row, column = one.at(at)
        line = self.page.text_lines[row - 1]
        if disclaimers.proposed(line):
            return
        if op not in self.known.ops or op in self.page.own or (device == "GPU" and "cuda" not in index.state.build):
            return
        having = {each for hidden in (False, True) for each, _ in kernels.devices_of(index, op, unlinked=hidden)}
        if having and device not in having and "DEFAULT" not in having:  # which is taken where there is none
            said = Citation("op", text, row, column, text, in_code=True, end_column=column + len(text))
            yield self.page.verdict(said, "not found", None, sorted(having)[:3], f"{op} has no kernel on {device}")
