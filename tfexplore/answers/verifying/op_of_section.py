"""The op that a section is on, where its heading, what it cites above a table or a kernel class of it tells."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.filters import class_base
from tfexplore.answers.markdown import HEADING
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.verifying.page import Page

#: Lines above a table that may cite the registration, and those of a section that may name the kernel's class.
MAX_ABOVE, MAX_SECTION = 4, 40
#: Lines that a registration is off the cited ones, at most.
NEAR = 2
#: How the CUDA code of a kernel's source is called.
_OF_CUDA = regex(r"(?:_gpu)?\.cu\.(?:cc|h)\Z")
#: What a table or a list has that lists what there is not.
LACKS = regex(r"\b(?:no|not|without|missing|lacks?|lacking|unsupported|besides|planned)\b|没有|不|缺|未", re.I)
#: An op as code, or one that is no word of a language as well: `Where`, MaxPool.
_NAME = regex(r"`([A-Z]\w+)`|(?<![\w.:/`])([A-Z][a-z0-9]+[A-Z]\w*)(?![\w(/<`]|:\S|\.\w)", re.A)
#: The same as code alone, as an argument of `Name` too.
AS_CODE = r"`(?:Name\()?\"?((?!DEVICE_)_?[A-Z]\w+)\"?\)?`"
_AS_CODE = regex(AS_CODE, re.A)
_REGISTERED = regex(r"\bREGISTER\w*\([^()\"]{0,60}(?:Name\()?\"(\w+)\"", re.A)
_NUMBER = regex(r"(?<![\w.])\d{1,6}(?![\w.])", re.A)
_KERNEL = regex(r"`(?:\w+::)*([A-Z]\w*Op)(?:<[^`]*>)?`", re.A)


def registered_above(page: Page, line: int) -> str:
    """The one op that is registered at the lines which are cited right above a table or a list; empty for none."""
    over = page.over(line)
    found = []
    for number in range(over, max(0, over - MAX_ABOVE), -1):
        text = page.text_lines[number - 1]
        if not text.strip() or HEADING.match(text):
            break
        for one in page.on(number):
            for path in page.files_meant(one)[:1] if one.kind == "path:line" else ():
                made = page.known.registered(path)
                found += [each.op for each in made if each.kind == "op" and one.start <= each.line <= one.end]
    ops = list(dict.fromkeys(found))
    return ops[0] if len(ops) == 1 and ops[0] not in page.own else ""


def named_in(page: Page, text: str) -> list[str]:
    """The ops that a text names as code, or those of the kernel classes in it."""
    names = dict.fromkeys(_AS_CODE.findall(text))
    ops = [name for name in names if name in page.known.ops]
    return ops or [op for name in names if name.endswith("Op") for op in page.known.taken_by(name)]


def at_lines(page: Page, numbers: Iterable[int], kind: str = "kernel") -> Iterator[str]:
    """The ops that are registered at the places which are cited on some lines, or whose kernels are."""
    for one in [each for number in numbers for each in page.on(number) if each.kind == "path:line"]:
        for path in page.files_meant(one)[:1]:
            for made in page.known.registered(path):
                if made.kind == kind and one.start - NEAR <= made.line <= one.end + NEAR:
                    yield made.op


def of_files(page: Page, numbers: Iterable[int]) -> list[str]:
    """The one op that a file which is cited on some lines registers kernels of, or the source beside its CUDA code."""
    for one in [each for number in numbers for each in page.on(number) if each.kind in ("path", "path:line")]:
        for path in page.files_meant(one)[:1]:
            source = _OF_CUDA.sub(".cc", path)
            made = page.known.registered(path) or page.known.registered(source)
            ops = list(dict.fromkeys([each.op for each in made if each.kind == "kernel"]))
            if ops:
                return ops if len(ops) == 1 else []
    return []


def of_section(page: Page, line: int, text: str) -> list[str]:
    """The one op of a heading above a line, or those of the kernel class that its section is on.

    None where the section lists what there is not.
    """
    if any(LACKS.search(each) for each in (*page.headings(line), page.above(line))):
        return []
    op = headed(page, line)
    return [op] if op else of_the_class_above(page, line, text)


def headed(page: Page, line: int) -> str:
    """The one op that a heading names which a line stands under, the nearest that names any, or a class of its kernels.

    Empty for none.
    """
    for heading in page.headings(line):
        ops = _ops_in(page, heading) or [op for each in _KERNEL.findall(heading) for op in page.known.taken_by(each)]
        if ops:
            return ops[0] if len(ops) == 1 and ops[0] not in page.own else ""
    return ""


def quoted_above(page: Page, line: int) -> str:
    """The one op whose registrations the section quotes above a line; empty where it quotes none, or several's."""
    text = "\n".join(_section(page, line))
    ops = dict.fromkeys(name for name in _REGISTERED.findall(text) if name in page.known.ops)
    return next(iter(ops)) if len(ops) == 1 and not page.own.intersection(ops) else ""


def _section(page: Page, line: int) -> list[str]:
    """The lines of a section above one, the nearest first."""
    section = []
    for number in range(line - 1, max(0, line - 1 - MAX_SECTION), -1):
        section.append(page.text_lines[number - 1])
        if HEADING.match(section[-1]):
            break
    return section


def of_the_class_above(page: Page, line: int, lines: str) -> list[str]:
    """The ops of the kernel class that a section names above a line; none where it names an op.

    Of several classes it is the one of which kernels are registered at `lines`, a text with numbers of lines.
    """
    text = "\n".join(_section(page, line))
    classes = [name for name in dict.fromkeys(_KERNEL.findall(text)) if page.known.taken_by(name)]
    if len(classes) > 1:
        numbers = {int(number) for number in _NUMBER.findall(lines)}
        classes = [name for name in classes if numbers & _registered_at(page, name)]
    if len(classes) != 1 or _ops_in(page, text):
        return []
    ops = page.known.taken_by(classes[0])
    return [] if page.own.intersection([*classes, *ops]) else ops


def _registered_at(page: Page, kernel_class: str) -> set[int]:
    """The lines at which kernels of a class are registered, in whichever file."""
    made = kernels.of_ops(page.known.index, page.known.taken_by(kernel_class))
    return {one.location.line for one in made if class_base(one.kernel_class).rpartition("::")[2] == kernel_class}


def _ops_in(page: Page, text: str) -> list[str]:
    names = dict.fromkeys([match[1] or match[2] for match in _NAME.finditer(text)])
    return [name for name in names if name in page.known.ops]
