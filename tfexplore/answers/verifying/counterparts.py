"""What documents say belongs to an op: the class of its kernels, its gradient function, its attrs.

A table or a series of arrows (`Relu` -> `_ReluGrad`) tells by itself what it is of: where a relation holds for most of
its rows, a row for which it does not is wrong, whatever the header says. In a sentence words say what is whose.
Nothing is said of a class that no kernel is registered with, nor of a function that is nobody's gradient: these may be
helpers of any kernel and any gradient.
"""

from __future__ import annotations

import re
from collections import defaultdict
from itertools import pairwise

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers import disclaimers, markdown, vocabulary, wording
from tfexplore.answers.denials import denies
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.dtypes import TYPES
from tfexplore.answers.verifying.facets import facet_of
from tfexplore.answers.verifying.spelling import is_of_a_variant, parts_of
from tfexplore.index import gradients, kernels
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import GradientFunction, Location

#: So many rows for which a relation holds tell what a column or a series is of, so many times as many as others.
ENOUGH, TIMES = 2, 2
#: Ops of a cell.
MAX_OPS = 4
#: Letters between an op and what a sentence says is its.
MAX_BETWEEN = 90
#: Letters of a sentence before that in which it is said what of the op it is.
MAX_BEFORE = 400

_CODE = regex(
    r"`\s?(?:(?:@?(?:ops\.)?RegisterGradient\()?\"(?P<quoted>\w+)\"\)?|(?P<name>(?:\w+(?:::|\.))*_*[A-Za-z]\w*(?:<[^`]*>)?)(?:\(\))?)\s?`",
    re.A,
)
_BARE = regex(r"\s*\**(?P<name>_*[A-Za-z]\w*(?:<[^|]*>)?)\**\s*", re.A)
#: A name of more than one word, which stands without any sign.
_CAMEL = regex(r"(?<![\w`.:/\"<])_?[A-Z][a-z0-9]+[A-Z]\w*(?:<[^<>`|]{1,40}>)?(?![\w`:/\"(]|\.\w)", re.A)
_ARROW = regex(r"[\s*]*(?:[(（][^()（）`]{0,40}[)）]\s*)?(?:→|->|=>|⇒|⟶|—>|-->|←|<-)[\s*]*")
#: An item that is nothing but two names and an arrow between.
_ALONE = regex(
    r"\s*(?:[-*+]|\d+[.)])?\s*\**`[^`]+`\**\s*(?:→|->|=>|⇒|⟶|—>|-->)\s*\**`[^`]+`\**"
    r"(?:[.。]?\s*|\s?[,，;；(（:：—–][^→⇒⟶>]*)"
)
#: An attr or an argument as an OpDef has it.
_ATTR = regex(r"[a-z][a-z0-9]*(?:_[a-z0-9]+)*|T[a-z]\w*|T|[A-Z][a-z]+T", re.A)
#: What a cell says with one word instead of naming anything.
_NO_NAME = regex(
    r"same|ditto|idem|likewise|as|above|none|no|yes|any|all|each|both|either|various|several|many|most|some|other|others|"
    r"varies|see|below|default|defaults|unknown|unchanged|nothing|n|na|nil|tbd|todo|left|right|identical|equal|similar|"
    r"optional|required|inherited|generic|fixed|only",
    re.I,
)
#: The header of a column of attrs.
_ATTRS = regex(
    r"\W*(?:the\s)?(?:\w+\s){0,2}?(?:attr(?:ibute)?s?|属性)(?![A-Za-z])"
    r"(?!.*(?:default|(?<![a-z_])type|默认|类型))",
    re.I,
)
#: What ties an op and a name behind it in a sentence, and what keeps them apart.
_LINK = regex(
    r"→|->|=>|\b(?:is|are|by|uses?|with|named|called|to|as)\b|['’]s\b|[:：=]|[是为由用叫]|对应|注册|实现", re.I
)
_APART = regex(
    r"\b(?:not|unlike|than|differ\w*|instead|from|versus|vs|but|calls?|without|whereas|while|like|same|similar\w*|before|"
    r"after|bases?|deriv\w*|subclass\w*|inherits?|tests?|and|or|which|whose|that|inputs?|outputs?|shapes?|emits?|creates?|"
    r"computes?|via|through|if|when|no|only|for\sthe|used)\b|n't|[,;，；、。]|不|没|而|但|调用|继承|基类|测试|和|与|通过|产生|生成|得到|说法",
    re.I,
)
#: What is told of an op between its name and what is said of it: "`Loom`, the old one, is bound to".
_APPOSED = regex(r"\A([`*]*),\s(?:the|an?)\s[a-z]+(?:\s[a-z]+){0,3},\s(?=is\s)")
#: What a kernel's class is called.
_CLASS_OF_KERNELS = regex(r"[A-Z][a-z]\w*[a-z]Op", re.A)
_WITH = regex(r",\s+(?=(?:with|by|namely)\s)", re.I)
#: What ties a name and the op behind it: "`_ReluGrad` is the gradient of `Relu`".
_OF = regex(
    r"[)\s]*(?:is|are|,|as)?\s*(?:also\s|registered\sas\s)?(?:the\s|an?\s)?(?:\w+\s)?"
    r"(?:(?:gradients?|kernels?)(?:\s(?:function|class)(?:es|s)?)?\s(?:of|for)|(?:is|are)?\s?registered\s(?:for|as|with|by)|"
    r"registers?\s(?:for|the gradient (?:of|for)))\s(?:the\s)?(?:ops?\s)?"
    r"|\s*(?:是|为|作为)\s*",
    re.I,
)
_OF_ZH = regex(r"\s*的(?:梯度(?:函数)?|(?:GPU|CPU)?\s?(?:kernel|内核|核函数)(?:类)?)")
_ITS = regex(r"\s*(?:的|(?:'s|’s)\s)(?:gradient|kernel|梯度|内核)", re.I)
_GRADIENT = regex(r"gradients?\b|梯度|RegisterGradient", re.I)
_KERNEL = regex(
    r"\bkernels?\b|\bregister|\bimplement|\bserve|\bclass\b|内核|核函数|注册|实现|算子类|[CG]PU\s?类|\bbound to\b", re.I
)
_ON = regex(r"(?<![A-Za-z])(?:DEVICE_)?(?P<device>CPU|GPU)(?![A-Za-z_])")
#: "`Sin` 由 `UnaryOp` 实现" says behind the class what it is.
_BY_WHOM = regex(r"\s?(?:来)?(实现|注册)")
#: The methods that stand for a kernel's class.
_ENTRIES = ("Compute", "ComputeAsync")

#: What joins two ops of which one comes after the other.
_THEN = regex(r"[`*]*\s(?:followed by|and then|then|and|with)\s[`*]*|[`*]*\s?(?:->|→|再|然后|和)\s?[`*]*")


class _Pair(Record):
    """An op and a name that a document puts beside it, which begins at an offset of a paragraph."""

    op: str
    name: str
    written: str
    one: Paragraph
    start: int
    in_code: bool = True


class _Relation:
    """What a name can be of an op; `holds` tells whether it is, None where the name is nobody's."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._names: dict[str, frozenset[str]] = {}

    def holds(self, pair: _Pair) -> bool | None:
        """Whether the name is the op's; None where it is of no op."""
        raise NotImplementedError

    def holds_in_column(self, pair: _Pair) -> bool | None:
        """The same where the names beside it in a column, or a series, are their ops'."""
        return self.holds(pair)

    def told(self, pair: _Pair) -> tuple[Location | None, tuple[str, ...], str]:
        """Where the op has what it has instead, the names of that, and a sentence on it."""
        raise NotImplementedError


class _Kernels(_Relation):
    """The classes of an op's kernels, and those that they are derived from."""

    def holds(self, pair: _Pair) -> bool | None:
        """Whether kernels of the op are of that class."""
        if not self.known.taken_by(pair.name) or pair.name in self.page.own:
            return None
        classes = self._classes(pair.op)
        if not classes or pair.name in classes:
            return bool(classes) or None
        return any(pair.name in self.page.classes.above(one) for one in classes)

    def is_nowhere(self, pair: _Pair) -> bool:
        """Whether nothing is called so that the text says to be the class of the op's kernels."""
        invented = (
            _CLASS_OF_KERNELS.fullmatch(pair.name)
            and pair.name not in self.page.own
            and pair.name not in self.known.ops
        )
        return bool(invented and self._classes(pair.op)) and not self.known.knows(pair.name)

    def on_device(self, pair: _Pair, device: str) -> bool:
        """Whether kernels of the op are of that class on a device."""
        made = kernels.of_ops(self.known.index, (pair.op,))
        mine = {one.device_type for one in made if parts_of(one.kernel_class or "")[-1] == pair.name}
        return device in mine or not mine

    def told(self, pair: _Pair) -> tuple[Location | None, tuple[str, ...], str]:
        """The classes that the op's kernels are of."""
        found = kernels.of_ops(self.known.index, (pair.op,))
        classes = tuple(dict.fromkeys([one.kernel_class for one in found if one.kernel_class]))
        return found[0].location, classes[:3], f"{pair.op} has no kernel of {pair.name}"

    def _classes(self, op: str) -> frozenset[str]:
        if op not in self._names:
            found = [one.kernel_class for one in kernels.of_ops(self.known.index, (op,))]
            self._names[op] = frozenset([parts_of(one)[-1] for one in found if one])
        return self._names[op]


class _Gradients(_Relation):
    """The gradient functions of an op in all registries."""

    def holds(self, pair: _Pair) -> bool | None:
        """Whether the function is registered as the op's gradient."""
        if not self.known.gradient_of(pair.name) or pair.name in self.page.own:
            return None
        if pair.op not in self._names:
            functions = [one.function for one in self._of(pair.op) if one.function]
            self._names[pair.op] = frozenset([parts_of(one)[-1] for one in functions])
        return pair.name in self._names[pair.op] if self._names[pair.op] else None

    def holds_in_column(self, pair: _Pair) -> bool | None:
        """Whether the function is the op's gradient, or is called by that, as far as it is one of the same file."""
        held = self.holds(pair)
        if held is not None or "Grad" not in pair.name or pair.name in self.page.own or not self.known.has_tree:
            return held
        files = {place.path for place in self.known.places(pair.name) if place.kind == "function"}
        own = [one for one in self._of(pair.op) if one.function and one.location and one.location.path in files]
        functions = {one.function for one in own}
        inside = [each for path in files for each in self.known.inside(path) if parts_of(each.name)[-1] in functions]
        return False if own and not any(stands(pair.name, self.known.text_of(each)) for each in inside) else None

    def told(self, pair: _Pair) -> tuple[Location | None, tuple[str, ...], str]:
        """The functions that are registered as the op's gradient."""
        found = [one for one in self._of(pair.op) if one.function]
        names = tuple(dict.fromkeys([one.function or "" for one in found]))
        return found[0].registered, names[:3], f"{pair.name} is not registered as the gradient of {pair.op}"

    def _of(self, op: str) -> Sequence[GradientFunction]:
        return gradients.of_ops(self.known.index, (op,))


class _Attrs(_Relation):
    """What an op is given: attrs, inputs and outputs."""

    def holds(self, pair: _Pair) -> bool | None:
        """Whether the op has an attr, an input or an output of the name."""
        if _ATTR.fullmatch(pair.name) is None or pair.name in TYPES or pair.name in ("true", "false", "none"):
            return None
        parts = self.known.op_parts(pair.op)
        return pair.name in parts if parts else None

    def told(self, pair: _Pair) -> tuple[Location | None, tuple[str, ...], str]:
        """The attrs that the op has."""
        defined = self.known.op_defs(pair.op)
        names = tuple([one.name for one in defined[0].attr])
        return defined[0].location, names[:3], f"no attr, input or output of {pair.op}"


class Counterparts(Check):
    """The checks of what is said to be an op's."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._kernels, self._gradients, self._attrs = _Kernels(page), _Gradients(page), _Attrs(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every class, function and attr that is another op's, or no op's."""
        series: list[_Pair] = []
        for one in self.page.marked:
            if one.text.lstrip().startswith("|"):
                yield from self._table(one)
                continue
            if markdown.HEADING.match(one.text):  # what an arrow means may be another thing in the next section
                yield from self._judged(series)
                series = []
            pairs = list(self._arrows(one))
            if len(pairs) == 1 and _ALONE.fullmatch(one.text):
                yield from self._alone(pairs[0])
            series += pairs
            yield from self._sentences(one, {pair.start for pair in pairs})
        yield from self._judged(series)

    # -- tables --

    def _table(self, one: Paragraph) -> Iterator[Verdict]:
        rows = one.text.split("\n")
        heads = [cell for _, cell in markdown.cells_of(rows[0])]
        columns: defaultdict[int, list[_Pair]] = defaultdict(list)
        for number, row in enumerate(rows[2:], 2):
            cells = markdown.cells_of(row)
            ops = self._ops(cells[0][1]) if len(cells) > 1 else []
            for at, (column, cell) in enumerate(cells) if ops else ():
                if at == 0:
                    continue
                found = [(match["name"], match.start("name")) for match in _CODE.finditer(cell) if match["name"]]
                bare = _BARE.fullmatch(cell) if not found else None
                if bare is not None and not _NO_NAME.fullmatch(bare["name"]):
                    found = [(bare["name"], bare.start("name"))]
                if len(found) > 1 and len(ops) not in (1, len(found)):
                    continue  # which of them is whose nobody can say
                for place, (written, start) in enumerate(found):
                    op = ops[place] if 1 < len(ops) == len(found) else ops[0]
                    if len(found) > 1 and is_of_a_variant(op, written):
                        continue
                    at_start = one.starts[number] + column + start
                    pair = _Pair(op, _what(written), written, one, at_start, bare is None)
                    columns[at].append(self._of_any(pair, ops) if len(found) == 1 else pair)
        for at, pairs in columns.items():
            yield from self._judged(pairs, heads[at] if at < len(heads) else "")

    def _ops(self, cell: str) -> list[str]:
        """The ops that a cell has, and nothing else."""
        found = [match["quoted"] or match["name"] for match in _CODE.finditer(cell)]
        if not found and (bare := _BARE.fullmatch(cell)):
            found = [bare["name"]]
        ours = all(op in self.known.ops and op not in self.page.own for op in found)
        return found if ours and len(found) <= MAX_OPS else []

    def _of_any(self, pair: _Pair, ops: Sequence[str]) -> _Pair:
        """A pair with the op of several in one cell whose the name is."""
        each = [pair._replace(op=op) for op in ops]
        return next((one for one in each if self._kernels.holds(one) or self._gradients.holds(one)), pair)

    # -- series --

    def _arrows(self, one: Paragraph) -> Iterator[_Pair]:
        """The names of a paragraph to which an arrow leads from an op."""
        for left, right in pairwise(_named(one.text)):
            op = left.name
            if op in self.known.ops and op not in self.page.own and _ARROW.fullmatch(one.text, left.end, right.first):
                yield _Pair(op, _what(right.name), right.name, one, right.start)

    def _alone(self, pair: _Pair) -> Iterator[Verdict]:
        """The verdict on an item that is nothing but an op, an arrow and what is another op's gradient function."""
        if self._gradients.holds(pair) is False and pair.name not in self.known.ops:
            yield from self._verdict(pair, self._gradients)

    def _judged(self, pairs: Sequence[_Pair], header: str = "") -> Iterator[Verdict]:
        """The verdicts on a column or a series of which most of the rest is as the op has it.

        A header that says what its column is of needs no rows that bear it out, unless many do not.
        """
        facet = facet_of(header) if header else ""
        for relation, said in ((self._kernels, "kernel"), (self._gradients, "gradient"), (self._attrs, "attrs")):
            if relation is self._attrs and not header:
                continue
            told = [(pair, relation.holds_in_column(pair)) for pair in pairs]
            held, wrong = [pair for pair, holds in told if holds], [pair for pair, holds in told if holds is False]
            if relation is self._attrs and not (_ATTRS.match(header) or len(held) > 2 * ENOUGH):
                continue
            if relation is self._attrs:
                wrong = [pair for pair in wrong if pair.name not in self.known.ops]  # which it is compared with
            if relation is self._attrs and all(pair.in_code for pair in held):
                wrong = [pair for pair in wrong if pair.in_code]  # the others are words on them
            enough = max(ENOUGH, TIMES * len(wrong)) if facet != said or len(wrong) > 1 else 0
            if wrong and len(held) >= enough:
                for pair in wrong:
                    yield from self._verdict(pair, relation)

    # -- sentences --

    def _sentences(self, one: Paragraph, but: set[int]) -> Iterator[Verdict]:
        for first, last in prose.sentences(one.text):
            sentence = one.text[first:last]
            if not (_GRADIENT.search(sentence) or _KERNEL.search(sentence)):
                continue
            named = _named(sentence)
            for at, (left, right) in enumerate(pairwise(named)):
                if 0 < at < len(named) - 2 and self._are_in_turn(sentence, named[at - 1 : at + 3]):
                    continue
                if at and named[at - 1].name in self.known.ops and _ITS.match(sentence, named[at - 1].end, left.first):
                    continue  # "`A`'s gradient comes back to `B`: see `_AGrad`"
                between = _APPOSED.sub(r"\1 ", _WITH.sub(" ", sentence[left.end : right.first]))
                if len(between) > MAX_BETWEEN or first + right.start in but:
                    continue
                if left.name in self.known.ops and _LINK.search(between) and not _APART.search(between):
                    pair = _Pair(left.name, _what(right.name), right.name, one, first + right.start)
                    behind = _BY_WHOM.match(sentence, right.end) if "由" in between else None
                    yield from self._said(pair, sentence[: right.first] + (behind[1] if behind else ""), between)
                elif right.name in self.known.ops and _OF.fullmatch(between):
                    words = _OF_ZH.match(sentence, right.end) if between.strip() in "是为作为" else None
                    if words is not None or between.strip() not in "是为作为":
                        pair = _Pair(right.name, _what(left.name), left.name, one, first + left.start)
                        over = words.end() if words is not None else right.end
                        yield from self._said(pair, sentence[:over], sentence[left.end : over])

    def _are_in_turn(self, sentence: str, named: list[_Name]) -> bool:
        """Whether two names are said of two ops in turn: "`A` followed by `B`: kernels `AOp` and `BOp`"."""
        first, second, _, last = named
        joined = _THEN.fullmatch(sentence[first.end : second.first]) is not None
        return joined and first.name in self.known.ops and last.name not in self.known.ops

    def _said(self, pair: _Pair, before: str, between: str) -> Iterator[Verdict]:
        """The verdict on what a sentence says is an op's; the words before and between say what of it."""
        if pair.name in self.known.ops and not self.known.taken_by(pair.name):
            return
        if vocabulary.OTHER_BUILDS.search(before):
            return  # of which no index has the kernels
        told = markdown.SPAN.sub(_masked, before[-MAX_BEFORE:])
        if _KERNEL.search(told) and (self._kernels.holds(pair) is False or self._kernels.is_nowhere(pair)):
            yield from self._verdict(pair, self._kernels)
        elif _GRADIENT.search(told) and self._gradients.holds(pair) is False:
            yield from self._verdict(pair, self._gradients)
        elif _KERNEL.search(told) and self._kernels.holds(pair):
            device = "GPU" if "<GPUDevice" in pair.written else "CPU" if "<CPUDevice" in pair.written else ""
            said = _ON.search(between)
            device = device or (said["device"] if said is not None else "")
            if device and not self._kernels.on_device(pair, device):
                yield from self._verdict(pair, self._kernels, f"{pair.op} has no kernel of {pair.name} on {device}")

    def _verdict(self, pair: _Pair, relation: _Relation, detail: str = "") -> Iterator[Verdict]:
        said = pair.one.cited(pair.start, pair.written)
        line = markdown.SPAN.sub("`", prose.sentence(self.page.text_lines[said.line - 1], said.column))
        around = self.page.around(said)
        if wording.SIC.search(line) or vocabulary.OTHER_BUILDS.search(markdown.first_cell(line) or ""):
            return  # as it is there, though it looks wrong; and on a device of which no index has the kernels
        if pair.op in self.page.own or disclaimers.proposed(line) or disclaimers.denied(*around) or denies(*around):
            return
        if not self.page.strangers(said):
            where, names, why = relation.told(pair)
            yield self.page.verdict(said, "differs", where, names, detail or why)


def _masked(span: re.Match[str]) -> str:
    """Code that says nothing of what it is beside, but for a registration."""
    return " RegisterGradient " if "RegisterGradient(" in span[0] else "`"


def _what(written: str) -> str:
    """The name that may be an op's: of the entry of a kernel its class."""
    parts = parts_of(written)
    return parts[-2] if len(parts) > 1 and parts[-1] in _ENTRIES else parts[-1]


class _Name(Record):
    """A name in a text: where it begins, and where what it is written in begins and ends."""

    name: str
    start: int
    first: int
    end: int


def _named(text: str) -> list[_Name]:
    """The spans of code of a text, each with the name in it, empty where it is none, and names that stand without."""
    found = []
    for span in markdown.SPAN.finditer(text):
        match = _CODE.fullmatch(span[0])
        group = "name" if match is None or match["name"] else "quoted"
        name, start = (match[group], span.start() + match.start(group)) if match is not None else ("", span.start())
        found.append(_Name(name, start, span.start(), span.end()))
    masked = markdown.SPAN.sub(lambda span: " " * len(span[0]), text)
    found += [_Name(match[0], match.start(), match.start(), match.end()) for match in _CAMEL.finditer(masked)]
    return sorted(found, key=lambda one: one.first)
