"""What macros a file's kernels are registered through: "`REGISTER_CPU` (line 12) is called for `half` and `float`".

The kernels that stand in the index with such a macro on their way tell for which types it is called, and by which of
the `TF_CALL_...` macros; so a row with a macro of types under a device is wrong where the op has kernels there through
another of these, and none through this one.
"""

from __future__ import annotations

import re
from itertools import chain, islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, markdown
from tfexplore.answers.filters import kernel_takes, op_defs_of
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.devices import device_of
from tfexplore.answers.verifying.dtypes import AND, ONE, TYPE, dtype
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import stem
from tfexplore.index import kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KernelDef

#: A macro with where it is.
_MACRO = r"`(?P<macro>[A-Z][A-Z0-9_]{4,})`\s?(?:[(（][^()（）]{0,60}[)）])?"
#: "… is called for `half` and `float`", `…` 对 half、float 调用.
_CALLED_FOR = regex(
    rf"{_MACRO}[,，]?\s?(?:(?:is|are|gets)\s)?(?:(?:also|only|then|each)\s)?"
    r"(?:called|invoked|used|applied|expanded|instantiated|runs)\s(?:once\s)?(?:for|with|on)\s"
    rf"(?:the types\s|each of\s)?(?P<types>{TYPE}(?:{AND}{TYPE})*)(?![\w:(])"
    rf"|`(?P<macro_zh>[A-Z][A-Z0-9_]{{4,}})`\s?(?:[(（][^()（）]{{0,60}}[)）])?[,，]?\s?(?:只|则|都|分别)?(?:对|为|用于)\s?"
    rf"(?P<types_zh>{TYPE}(?:{AND}{TYPE})*)\s?(?:调用|展开|注册|实例化|使用)",
    re.A,
)
#: "… uses `TF_CALL_FLOAT_TYPES`", `…` 用 `TF_CALL_FLOAT_TYPES`.
_CALLED_BY = regex(
    rf"{_MACRO}[,，]?\s?(?:(?:is|are)\s)?(?:(?:called|invoked|used|applied|expanded|driven)\s)?"
    r"(?:by|with|through|via|uses|goes through|用的?是?|通过|经由?|由)\s?`(?P<each>TF_CALL_[A-Za-z0-9_]+)`",
    re.A,
)
#: "… expands to two kernels for every type in `TF_CALL_FLOAT_TYPES`".
_FOR_EVERY = regex(
    rf"{_MACRO}[^.;。；]{{0,120}}?\bfor (?:every|each|all)(?: of the)?(?: types?)? (?:in|of) "
    r"`(?P<each>TF_CALL_[A-Za-z0-9_]+)`",
    re.A,
)
#: "… registers `Braid` and `Weave`", `…` 注册 `Braid`.
_REGISTERS = regex(
    rf"{_MACRO}[,，]?\s?(?:(?:also|only|then|just)\s|只|则|都|会)?(?:registers|注册了?)\s?(?:the\s)?(?:ops?\s)?"
    rf"(?P<ops>`_?[A-Z]\w+`(?:{AND}`_?[A-Z]\w+`)*)(?!\s?(?:'s|的))",
    re.A,
)
_EACH = regex(r"\s*`(TF_CALL_[A-Za-z0-9_]+)`\s*(?:[(（][^()（）|]{0,60}[)）]\s*)?", re.A)
#: Macros that call another for each of several types.
_OF_TYPES = regex(r"TF_CALL_[A-Z0-9_]+", re.A)
_OTHERWISE = otherwise(r"if|unless|older|newer|plan\w*|will|add\w*|new", "如果|以前|新增|要改")
_NAME = regex(r"(?<!\w)_?[A-Z]\w+", re.A)
#: Files that are cited above a paragraph, of which it may be.
MAX_SPOKEN_OF = 4


def _said_in(text: str) -> Iterator[re.Match[str]]:
    """What a text says of macros."""
    return chain(*[one.finditer(text) for one in (_CALLED_FOR, _CALLED_BY, _FOR_EVERY, _REGISTERS)])


class ThroughMacros(Check):
    """The checks of such macros; an index tells all of them."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._made: dict[tuple[str, str], list[KernelDef]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every type and every macro of types by which no kernel comes that is said to."""
        for one in self.page.marked:
            if one.text.lstrip().startswith("|"):
                if "TF_CALL_" in one.text and "PU" in one.text:
                    yield from self._table(one)
                continue
            for match in _said_in(one.text) if "`" in one.text else ():
                start, end = prose.sentence_span(one.text, match.start() + 1)
                said = markdown.SPAN.sub("`", one.text[start:end])
                if not (_OTHERWISE.search(said.partition("unless")[0]) or disclaimers.proposed(said)):
                    yield from self._judged_as(match)(one, match)

    def _judged_as(self, match: re.Match[str]) -> Callable[[Paragraph, re.Match[str]], Iterator[Verdict]]:
        """What judges such a statement."""
        said = match.groupdict()
        return self._types if "types" in said else self._ops if "ops" in said else self._each

    def _types(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on every type that no kernel takes which a macro registers."""
        group = "types" if match["types"] else "types_zh"
        macro = match["macro"] or match["macro_zh"]
        made = self._through(one, match, macro)
        defined = op_defs_of(self.known.index, {kernel.op for kernel in made})
        for each in ONE.finditer(one.text, *match.span(group)) if made else ():
            if any(kernel_takes(kernel, defined.get(kernel.op), dtype(each[0])) for kernel in made):
                continue
            text = each[0].strip("`")
            said = one.cited(each.start() + each[0].index(text), text)
            if not self.page.strangers(said):
                detail = f"no kernel that {macro} registers takes it"
                yield self.page.verdict(said, "not found", made[0].location, (), detail)

    def _ops(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on every op that a macro does not register, as it does others."""
        made = self._through(one, match, match["macro"])
        registered = list(dict.fromkeys(kernel.op for kernel in made))
        for each in _NAME.finditer(one.text, *match.span("ops")) if made else ():
            if each[0] in registered or each[0] not in self.known.ops or each[0] in self.page.own:
                continue
            said = one.cited(each.start(), each[0])._replace(kind="op")
            if not self.page.strangers(said):
                detail = f"{match['macro']} registers {' and '.join(registered[:3])}"
                yield self.page.verdict(said, "differs", made[0].location, registered[:3], detail)

    def _each(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """A verdict on a macro of types that does not call another, as others of its kind do."""
        made = self._through(one, match, match["macro"])
        yield from self._judged(one, match.start("each"), match["each"], made, match["macro"])

    def _table(self, one: Paragraph) -> Iterator[Verdict]:
        """The macros of types in columns of devices, each row of the ops in its other cells."""
        rows = one.text.split("\n")
        columns = {at: device for at, (_, cell) in enumerate(markdown.cells_of(rows[0])) if (device := device_of(cell))}
        for number, row in enumerate(rows[2:] if columns else (), 2):
            cells = markdown.cells_of(row)
            others = " ".join(cell for at, (_, cell) in enumerate(cells) if at not in columns)
            named = list(dict.fromkeys(_NAME.findall(others)))
            ops = [name for name in named if name in self.known.ops and name not in self.page.own]
            if not ops or disclaimers.proposed(row):
                continue
            every = kernels.of_ops(self.known.index, ops)
            for at, (column, cell) in enumerate(cells):
                each = _EACH.fullmatch(cell) if at in columns else None
                if each is not None:
                    here = [kernel for kernel in every if kernel.device_type == columns[at]]
                    start = one.starts[number] + column + each.start(1)
                    yield from self._judged(one, start, each[1], here, f"{ops[0]} on {columns[at]}")

    def _judged(
        self, one: Paragraph, start: int, each: str, made: Sequence[KernelDef], what: str
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on a macro of types through which none of some kernels comes, where others have such a one."""
        steps = {step.macro for kernel in made for step in kernel.expansion}
        outermost = (next(_of_types(kernel), "") for kernel in made)
        others = sorted({macro for macro in outermost if macro})
        said = one.cited(start, each)
        if not others or each in steps or each in self.page.own or self.page.strangers(said):
            return
        first = next(kernel for kernel in made if any(_of_types(kernel)))
        detail = f"{what}: the kernels come through {' and '.join(others[:3])}"
        yield self.page.verdict(said, "differs", first.location, others[:3], detail)

    def _through(self, one: Paragraph, match: re.Match[str], macro: str) -> list[KernelDef]:
        """The kernels of the file that is meant which a macro registers; none where it might be of several files."""
        path = self._file(one, match, macro)
        if (path, macro) not in self._made:
            ops = dict.fromkeys(made.op for made in self.known.registered(path) if made.kind == "kernel")
            self._made[path, macro] = [
                kernel
                for kernel in kernels.of_ops(self.known.index, ops)
                if kernel.location.path == path and any(step.macro == macro for step in kernel.expansion)
            ]
        return self._made[path, macro]

    def _file(self, one: Paragraph, match: re.Match[str], macro: str) -> str:
        """The one file that defines a macro, of several that which is cited next to it, or as its header is."""
        defining = list(dict.fromkeys(place.path for place in self.known.places(macro) if place.kind == "macro"))
        if len(defining) < 2:
            return next(iter(defining), "")
        for cited in self._spoken_of(one, match):
            files = self.page.files_meant(cited)
            meant = [path for path in defining if path in files]
            meant = meant or [path for path in defining if stem(path) in map(stem, files)]
            if meant:
                return meant[0] if len(meant) == 1 else ""
        return ""

    def _spoken_of(self, one: Paragraph, match: re.Match[str]) -> list[Citation]:
        """The paths that stand in a match, then those before it, the nearest first, and those of the heading above."""
        first, last = one.at(match.start()), one.at(match.end() - 1)
        above = (each for each in self.page.until(first[0]) if each.kind in ("path", "path:line"))
        here = [each for number in one.numbers for each in self.page.on(number) if each.kind in ("path", "path:line")]
        inside = [each for each in here if first <= (each.line, each.column) <= last]
        before = [each for each in here if (each.line, each.column) < first]
        return [*inside, *reversed(before), *islice(above, MAX_SPOKEN_OF), *self.page.headed(one.numbers[0])]


def _of_types(kernel: KernelDef) -> Iterator[str]:
    """The macros of types that a kernel comes through, the outermost first."""
    return (step.macro for step in kernel.expansion if _OF_TYPES.fullmatch(step.macro))
