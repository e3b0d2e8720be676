"""What a document says of the devices that an op has kernels for, and of the types that they take there.

"`MaxPoolGradGrad` has kernels on CPU and GPU": a clause is read that begins with ops as code, or goes on the one before
it, says that they have kernels or are registered, names devices, and denies nothing. In tables and in lists of nothing
but types the types are read as well: "- GPU: half, float"; those of sentences are read in `device_types.py`.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.device_types import DEVICE, OTHERWISE, TO_BE, types_of_cell, wrong_types
from tfexplore.answers.verifying.dtypes import AND, TYPE
from tfexplore.answers.verifying.op_of_section import AS_CODE, LACKS, named_in, of_section
from tfexplore.index import kernels
from tfexplore.index import ops as op_defs
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: Where a clause ends; a place in brackets is passed over.
_CLAUSE = regex(r"[;；,，:：|。]|[.!?](?=\s|$)|\sbut\s")
_BRACKETS = regex(r"(?<!Name)\([^()]{0,80}\)|（[^（）]{0,80}）")
#: Ops that the same is said of.
_BETWEEN = r"(?:\s?(?:[,、，/]|and|or|和|与|及|以及)\s?|\s)?"
_OPS = regex(rf"{AS_CODE}(?:{_BETWEEN}{AS_CODE})*", re.A)
#: "`Sin` is registered twice in x.cc, for `DEVICE_CPU` and for `DEVICE_GPU`".
_FOR_DEVICES = regex(
    r"\s*(?:once\s)?(?:for|on)\s(?:the\s)?`?DEVICE_[CG]PU`?(?:\s(?:and|or)\s(?:once\s)?(?:for\s|on\s)?(?:the\s)?`?DEVICE_[CG]PU`?)?\s*"
)
#: A device, and not its memory, or its people.
_ON = regex(rf"(?<!\bby ){DEVICE.pattern}(?!\s(?:memory|RAM|builds?|side|time)\b)", re.A)
_KERNEL = regex(r"\bkernels?\b|\bregist|内核|核函数|kernel|注册", re.I)
#: "- `RangeDataset`: CPU and GPU"
_ITEM = regex(
    rf"\s*[-*+]\s+({AS_CODE}(?:{_BETWEEN}{AS_CODE})*)\s?[:：]\s?"
    r"(?:`?(?:DEVICE_)?(?:CPU|GPU)`?(?:\s?(?:[,、，/]|and|和|与|及)\s?)?){1,2}(?:\s?(?:kernels?|内核|核函数))?[.。]?\s*",
    re.A,
)
#: "The GPU kernel of `Sin`", "`Sin` 的 GPU 内核".
_ITS = regex(
    rf"\bthe (?P<device>CPU|GPU) (?:kernels?|implementation) (?:of|for) (?:the (?:op )?)?{AS_CODE}"
    rf"|{AS_CODE}\s?(?:'s|的) ?(?P<behind>CPU|GPU) ?(?:kernels?|实现|内核|核函数)",
    re.A | re.I,
)
#: "`Sin` (CPU, GPU)".
_BRACKETED = regex(
    r"`(?P<op>[A-Z]\w+)`\s?[(（](?P<devices>(?:DEVICE_)?[CG]PU"
    r"(?:\s?(?:[,、，/+&]|and|和|与|及)\s?(?:DEVICE_)?[CG]PU)?(?:\s?(?:kernels?|only))?)[)）]",
    re.A,
)
#: "`Op` is for `DEVICE_GPU`"; "`Op` in `loom_op.cc:12`, registered for `DEVICE_CPU`", anywhere in a row.
_REGISTERED_ON = regex(
    r"`(?P<op>_?[A-Z]\w+)`(?: (?:in|at|from) `[^`\n]{1,120}`)?(?: ?\([^()\n]{0,80}\))?,? "
    r"(?:(?:(?:and )?is )?(?:also )?registered (?:for|on) |is (?:for|on) (?=`?DEVICE_))"
    r"(?P<devices>`?(?:DEVICE_)?[CG]PU`?(?:(?:,| and| as well as| plus| &) ?`?(?:DEVICE_)?[CG]PU`?)*)",
    re.A,
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
#: "For GPU there are three, `Sin`, `Cos` and `Tan`".
_THERE_ARE = regex(
    r"\b(?:[Ff]or|[Oo]n) (?:the )?(?P<device>CPU|GPU)\sthere (?:is|are) (?:only )?(?:one|two|three|four|five|six|\d+)"
    rf"(?:\s(?:kernels?|ops?))?[,:：]\s(?P<ops>{AS_CODE}(?:{_BETWEEN}{AS_CODE})*)",
    re.A,
)
_ATTR = regex(r"[\s*]*`([A-Za-z]\w*)`[\s*]*", re.A)
#: A column of devices, and a cell of it.
_DEVICES = regex(r"\W*(?:kernels?|devices?|registered (?:on|for)|设备|内核)(?:\s?[(（][^()（）|]{0,30}[)）])?\W*", re.I)
_OF_DEVICES = regex(r"\s*`?(?:DEVICE_)?[CG]PU`?(?:\s?(?:[,、，/+&]|and|和|与|及)\s?`?(?:DEVICE_)?[CG]PU`?)*\s*", re.A)
#: How a cell begins that says an op has kernels on the device of its column.
_SOME = regex(
    rf"\s*\W*?({TYPE}|DEVICE_[CG]PU|yes|same|all|real|numbers?|floating|integers?|numeric"
    r"|[✓✔√☑✅]|有|是|支持|同|`?\w+Op(?=[`<]))(?![A-Za-z])",
    re.I,
)
#: A cell that says the one above it once more.
_SAME = regex(
    r"[\s`*(（]*(?:(?:the )?same(?: ops?)?(?: as above)?|(?:as )?above|ditto|同上|[″〃\"↑])?[\s`*)）.。]*", re.I
)


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
            if not re.search("[CG]PU", one.text):
                continue
            for match in _THERE_ARE.finditer(one.text) if not LACKS.search(heading) else ():
                for name in re.finditer(AS_CODE, match["ops"]):
                    op = name[1]
                    yield from self._lacking(one, match.start("ops") + name.start(1), op, match["device"], op)
            item = _ITEM.fullmatch(one.text)
            if one.text.lstrip().startswith("|"):
                yield from self._table(one, heading)
            elif item is not None:
                lacks = LACKS.search(f"{heading}\n{self.page.above(one.numbers[0])}")
                for device in DEVICE.finditer(one.text, item.end(1)) if lacks is None else ():
                    yield from self._judged(one, device.start(), device, re.findall(AS_CODE, item[1]))
            elif _KERNEL.search(one.text):
                yield from self._its(one)
                yield from self._paragraph(one)
            for match in _BRACKETED.finditer(one.text) if not LACKS.search(heading) else ():
                for device in DEVICE.finditer(one.text, *match.span("devices")):
                    yield from self._lacking(one, device.start(), device[0], device[1], match["op"])
            for match in _REGISTERED_ON.finditer(one.text) if not LACKS.search(heading) else ():
                ops = self._ops_of(match["op"])  # of a class of several ops some may have no kernel there
                for device in DEVICE.finditer(one.text, *match.span("devices")) if len(ops) == 1 else ():
                    yield from self._judged(one, device.start(), device, ops)
            of_device = _OF_DEVICE.match(one.text)
            if of_device is not None and _LIST.fullmatch(one.text, of_device.end()):
                ops = self._above(one, heading) or self._headed(one)
                yield from wrong_types(
                    self.page, one, of_device.end(), one.text[of_device.end() :], [of_device[1]], ops
                )

    def _table(self, one: Paragraph, heading: str) -> Iterator[Verdict]:
        """The types in columns of devices, and in rows that a cell says the device of."""
        rows = one.text.split("\n")
        columns = {at: device for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if (device := device_of(cell))}
        of_devices = {at for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if _DEVICES.fullmatch(cell)}
        # A table of both devices is of what there is, whatever the section asks.
        around = "" if len(set(columns.values())) > 1 else f"{heading}\n{self.page.above(one.numbers[0])}\n"
        if LACKS.search(around + rows[0]):
            return
        place = -1
        ops: list[str] = []
        for number, row in enumerate(rows[2:], 2):
            cells = markdown.cells_of(row)
            place, ops = self._named(cells, place, ops)
            devices = {device for _, cell in cells if (device := device_of(cell))}
            # A cell with one word, as "no" in a column of what is ported, is not said of the others.
            said = " ".join([cell for _, cell in cells if len(cell.split()) > 1])
            for at, (column, cell) in enumerate(cells if not LACKS.search(said) else ()):
                listed = at in of_devices and len(ops) == 1 and _OF_DEVICES.fullmatch(cell) is not None
                for one_of_them in DEVICE.finditer(cell) if listed else ():
                    start = one.starts[number] + column + one_of_them.start()
                    yield from self._lacking(one, start, one_of_them[0], one_of_them[1], ops[0])
                device = columns.get(at) or (next(iter(devices)) if len(devices) == 1 and not columns else "")
                some = _SOME.match(cell) if at in columns and not OTHERWISE.search(cell) else None
                if some is not None and len(ops) == 1:
                    yield from self._lacking(one, one.starts[number] + column + some.start(1), some[1], device, ops[0])
                for offset, type_ in types_of_cell(cell) if device else ():
                    meant = ops or self._above(one, heading) or self._having(one, rows[0], at)
                    meant = meant or self._headed(one, rows[0], at)
                    yield from wrong_types(self.page, one, one.starts[number] + column + offset, type_, [device], meant)

    def _named(self, cells: list[tuple[int, str]], place: int, above: list[str]) -> tuple[int, list[str]]:
        """The cell that names ops first, and the ops of a row: those `above` where the same cell says so."""
        found = [(at, op) for at, (_, cell) in enumerate(cells) for op in re.findall(AS_CODE, cell)]
        found = [each for each in found if each[1] in self.known.ops]
        plain = [(at, cell.strip()) for at, (_, cell) in enumerate(cells[:2]) if cell.strip() in self.known.ops]
        if plain and (not found or plain[0][0] < found[0][0]):  # a class may be called as another op is
            found = plain
        if not found and 0 <= place < len(cells) and _SAME.fullmatch(cells[place][1]):
            return place, above
        return (found[0][0], [op for _, op in found]) if found else (-1, [])

    def _above(self, one: Paragraph, heading: str) -> list[str]:
        """The one op that the text above a list or a table names, and that of the heading, which may be meant."""
        if LACKS.search(f"{heading}\n{self.page.above(one.numbers[0])}"):
            return []
        ops = self.known.ops
        above = list(dict.fromkeys(op for op in re.findall(AS_CODE, self.page.above(one.numbers[0])) if op in ops))
        headed = list(dict.fromkeys(op for op in re.findall(r"\b[A-Z]\w+", heading) if op in ops))
        if len(above) == 1 == len(headed):
            return list(dict.fromkeys([*above, *headed]))
        found = above or headed
        return found if len(found) == 1 else []

    def _having(self, one: Paragraph, header: str, at: int) -> list[str]:
        """The one op of those that the document names which has the attr that a header is."""
        heads = [cell.strip(" *`") for _, cell in markdown.cells_of(header)]
        attr = heads[at] if at < len(heads) and re.fullmatch(r"[A-Z]\w{3,30}", heads[at], re.A) else ""
        if not attr or LACKS.search(f"{self.page.heading(one.numbers[0])}\n{self.page.above(one.numbers[0])}"):
            return []
        words = {word for line in self.page.text_lines for word in re.findall(r"(?<![\w.])[A-Z]\w+", line, re.A)}
        named = [word for word in sorted(words) if word in self.known.ops]
        found = [op.name for op in op_defs.named(self.known.index, named) if any(each.name == attr for each in op.attr)]
        return found if len(found) == 1 else []

    def _headed(self, one: Paragraph, header: str = "", at: int = 0) -> list[str]:
        """The ops of the kernel class that the section is on, or the one op of a heading above it.

        None where the column at a place of a header is of an attr that they have not.
        """
        ops = of_section(self.page, one.numbers[0], one.text)
        heads = [cell for _, cell in markdown.cells_of(header)]
        attr = _ATTR.fullmatch(heads[at]) if at < len(heads) else None
        return [each for each in ops if attr is None or attr[1] in self.known.op_parts(each)]

    def _paragraph(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on every device of a clause that an op has no kernel on which it is said of: the last before it."""
        text = _BRACKETS.sub(lambda match: " " * len(match.group()), one.text)
        before: list[str] = []  # of which the clause before speaks
        registered = False  # and says that they are registered
        start = 0
        for end in [*[match.start() for match in _CLAUSE.finditer(text)], len(text)]:
            clause = text[start:end]
            groups = [(match.end(), ops) for match in _OPS.finditer(clause) if (ops := named_in(self.page, match[0]))]
            goes_on = registered and not groups and _FOR_DEVICES.fullmatch(clause) is not None
            registered = "regist" in clause
            if goes_on or (_KERNEL.search(clause) and not (OTHERWISE.search(clause) or TO_BE.search(clause))):
                for device in _ON.finditer(clause):
                    ops = next((ops for at, ops in reversed(groups) if at <= device.start()), before)
                    yield from self._judged(one, start + device.start(), device, ops)
            sentence_over = text[end : end + 1] in (".", "。", "!", "?")
            before = [] if sentence_over else groups[-1][1] if groups else before
            start = end + 1

    def _its(self, one: Paragraph) -> Iterator[Verdict]:
        """A verdict on every kernel of an op that is spoken of as being there, on a device that it has none on."""
        for match in _ITS.finditer(one.text):
            first, last = prose.sentence_span(one.text, match.start() + 1)
            if OTHERWISE.search(one.text, first, last) or TO_BE.search(one.text, first, last):
                continue
            group = "device" if match["device"] else "behind"
            op = next(name for name in match.groups()[1:] if name and name != match["behind"])
            yield from self._lacking(one, match.start(group), match[group], match[group].upper(), op)

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
