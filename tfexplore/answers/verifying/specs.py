"""What a document writes as an op's registration does: `T: {half, float} = DT_FLOAT`, `ksize: list(int) >= 4`.

Such a spec is held against the ops that its sentence names, or its table's row, or else those that were named last. It
is right when it fits one of them; of what it leaves out (the default, the least length) it says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.filters import type_name
from tfexplore.answers.verifying.dtypes import NAMES, TYPES
from tfexplore.answers.verifying.listed_items import items
from tfexplore.answers.vocabulary import REGISTERED_OP
from tfexplore.index import ops as ops_of
from tfexplore.model import AttrDef
from tfexplore.patterns import regex
from tfexplore.spec_text import arg_text, attr_text

if TYPE_CHECKING:
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import ArgDef, OpDef

#: A spec in a span of code, perhaps in quotation marks or as the argument of `.Attr`, `.Input` or `.Output`.
SPEC = regex(
    r"`\s?(?:\.?(?:Attr|Input|Output)\s?\(\s?)?(?P<quote>[\"']?)(?P<spec>(?P<name>[A-Za-z]\w*)\s?:\s?[^`\n\"]*?"
    r"(?:\"[^`\n\"]*\"[^`\n\"]*?)*)(?P=quote)\s?\)?\s?`",
    re.A,
)
#: The same, when it is written as a registration has it.
_AS_REGISTERED = regex(r"`\s?\.(?:Attr|Input|Output)\s?\(\s?\"")
#: An attr without its name in a cell of a table; an input or output with its type in brackets.
_CELL = regex(r"\s*`([^`]+)`\s*")
#: The same with its name and without any sign of code: "alpha: float = 0.5".
_TOLD = regex(r"(?P<name>[A-Za-z]\w*)\s?:\s?(?P<spec>[a-z{][^`:]*=[^`:=]*[^\s`.。])[.。]?", re.A)
_TYPED = regex(rf"`(?P<name>[a-z]\w*)`\s?[(（]\s?`?(?P<type>{NAMES})`?\s?[)）]", re.A)
#: The same in words, of what the sentence calls an input or output: "the output `indices` is always `int32`".
_TYPED_IN_WORDS = regex(
    r"`(?P<name>[a-z]\w*)`(?:,?\s(?:which|that))?\s?"
    r"(?:(?:is|has)\s(?:(?:always|fixed|an?|the|of|to|be|(?:(?:data|element) )?type|dtype)\s){0,4}"
    rf"|(?:总是|一定|固定|都)?(?:是|为)\s?)`?(?P<type>{NAMES})`?(?=\s?(?:[,.;)，。；、）]|$|tensors?\b|类型|的?张量))",
    re.A,
)
#: What a parameter of Python is annotated with as well as an attr is; words by which an attr is meant, and one in code.
_ALIKE = regex(r"\w+\s?:\s?(?:int|float|bool\s?=\s?(?:True|False))\b", re.A)
_ATTR_IS_SAID = regex(r"\battr(?:ibute)?s?\b|\bop (?:definition|defaults?)\b|属性|算子定义", re.I)
_AROUND = 5
_OF_WHAT = regex(r"\s(?:for|on|of|in)\s")
#: Right before a spec that is yet to be.
_BECOMES = regex(r"(?:\bbecomes?|\binto|→|->|改[为成])\s?`?\Z", re.I)
#: Right before one that is there, whatever else the sentence would have.
_IS_DECLARED = regex(r"\b(?:is|are|was|were) (?:declared|defined|registered) (?:with|as)(?: the attr)? ?`\Z", re.I)
_OWN_OP = regex(r"\b(?:our|ours|my|we|your|instead|unlike)\b|我们|自己", re.I)
_ATTR_OF_CODE = regex(r"\bAttr\(\s*R?\"\(?\s*(\w+)\s*:", re.A)
_ARGUMENT_IS_SAID = regex(r"\b(?:inputs?|outputs?)\b|输入|输出", re.I)
#: What stands behind the name of an attr; and the kinds of attrs, beside values in braces and sets of types by name.
_ATTR = regex(
    r"(?P<list>list\s*\(\s*)?(?P<type>\{[^{}]*\}|[a-z]+)\s*(?(list)\)\s*)(?:>=\s*(?P<least>-?\d+)\s*)?(?:=\s*(?P<default>.+))?"
)
#: Defaults as Python writes them; kinds of attrs.
_OF_PYTHON = ("True", "False", "None")
_KINDS = frozenset(["type", "int", "float", "bool", "string", "shape", "tensor", "func"])
#: What stands behind the name of an input or output, without blanks.
_ARGUMENT = regex(r"(?:[A-Za-z]\w*\*)?([A-Za-z]\w*)", re.A)
#: Of functions that are made of nodes attrs are written in the same way, which are no op's; said so many lines above.
_FUNCTIONS = regex(r"\bops/\w+_grad\.cc\b|FunctionDef|\bFDH\b")
_ABOVE = 12


#: Types by the names that Python has for them.
_OF_PYTHON_TYPES = {"float16": "half", "float32": "float", "float64": "double"}


class Specs:
    """The checks of specs."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known

    def check(
        self, one: Paragraph, text: str, start: int, ops: Sequence[OpDef], only: OpDef | None = None
    ) -> Iterator[Verdict]:
        """A verdict on every spec in a piece of a paragraph that none of some ops has so.

        `only` is the one op that the piece names, which has all that is written there of attrs.
        """
        written = _written_in(text)
        for match in written if written and not disclaimers.proposed(text) else ():
            having = [(op, part) for op in ops for part in parts_of_op(op) if part.name == match["name"]]
            if any(fits(match["spec"], part) for _, part in having):
                continue
            if not having and (only is None or not _is_attr(match["spec"])):
                continue
            said = one.cited(start + match.start("spec"), match["spec"])
            if any(map(_FUNCTIONS.search, self.page.text_lines[max(0, said.line - _ABOVE) : said.line])):
                continue
            if not having and (disclaimers.lacked(*self.page.around(said)) or self.page.is_to_be(said)):
                continue
            if not having and only is not None and self._is_of_another(match, text, only):
                continue
            if not having:
                assert only is not None
                near = [part.name for part in only.attr]
                yield self.page.verdict(said, "not found", only.location, near[:3], f"no attr of {only.name}")
                continue
            op, part = having[0]
            yield self._differs(one, start + match.start("spec"), match["spec"], op, part)
        if len(ops) == 1:
            yield from self._typed(one, text, start, ops[0])

    def _is_of_another(self, match: re.Match[str], text: str, only: OpDef) -> bool:
        """Whether a spec is one of other ops, and not said of the one that is named: "`a: int` for `A`, `b: int`"."""
        if not any(fits(match["spec"], part) for _, part in self._having.get(match["name"], ())):
            return False
        return _OF_WHAT.match(text, match.end()) is not None or only.name not in text[: match.start()]

    def of_several(self, one: Paragraph, text: str, start: int, ops: Sequence[OpDef]) -> Iterator[Verdict]:
        """A verdict on every spec of a piece without an op that no op of the section has, where they have most."""
        held = [
            (match, [(op, part) for op in ops for part in parts_of_op(op) if part.name == match["name"]])
            for match in (_written_in(text) if not disclaimers.proposed(text) else ())
        ]
        held = [(match, having) for match, having in held if having]
        wrong = [each for each in held if not any(fits(each[0]["spec"], part) for _, part in each[1])]
        if 2 * len(wrong) <= len(held) - len(wrong):
            for match, having in wrong:
                yield self._differs(one, start + match.start("spec"), match["spec"], *having[0])

    def of_any(self, one: Paragraph, text: str, start: int, nearest: Callable[[], Sequence[str]]) -> Iterator[Verdict]:
        """A verdict on every spec of a sentence without an op that is plainly one of an attr, and that no op has.

        Of several ops with such an attr the verdict tells of one of the `nearest`.
        """
        proposed = disclaimers.proposed(text)
        for match in _written_in(text):
            if proposed and _IS_DECLARED.search(text, 0, match.start() + 1) is None:
                continue
            having = self._having.get(match["name"], []) if _is_attr(match["spec"]) else []
            if not having or any(fits(match["spec"], part) for _, part in having):
                continue
            if not _AS_REGISTERED.match(match[0]) and not self._is_plain(match, one):
                continue
            near = nearest() if len(having) > 1 else ()
            op, part = min(having, key=lambda each: (each[0].name not in near, each[0].name not in self._named))
            yield self._differs(one, start + match.start("spec"), match["spec"], op, part)

    def _is_plain(self, match: re.Match[str], one: Paragraph) -> bool:
        """Whether a spec is that of an attr and not of a parameter of Python, and of no op of the author's.

        Numbers are written alike in both: there the lines around must speak of attrs, or have another that is one.
        """
        if match["name"] in self._own or _OWN_OP.search(self.page.above(one.numbers[0])):
            return False
        text = "\n".join(self.page.text_lines[max(0, one.numbers[0] - 1 - _AROUND) : one.numbers[-1] + _AROUND])
        if _ALIKE.match(match["spec"]) is None or _ATTR_IS_SAID.search(text):
            return True
        others = (other for other in SPEC.finditer(text) if other["name"] != match["name"])
        return any(fits(other["spec"], part) for other in others for _, part in self._having.get(other["name"], ()))

    @cached_property
    def _own(self) -> frozenset[str]:
        """The attrs of the ops that a document registers and no index has."""
        blocks = (said.code for said in self.page.said if said.kind == "quotation")
        own = (code for code in blocks if any(op not in self.known.ops for op in REGISTERED_OP.findall(code)))
        return frozenset(name for code in own for name in _ATTR_OF_CODE.findall(code))

    @cached_property
    def _named(self) -> frozenset[str]:
        return frozenset(said.target for said in self.page.said)

    @cached_property
    def _having(self) -> dict[str, list[tuple[OpDef, AttrDef]]]:
        """The attrs of all ops by their names."""
        made: dict[str, list[tuple[OpDef, AttrDef]]] = {}
        for op in ops_of.every(self.known.index):
            for attr in op.attr:
                made.setdefault(attr.name, []).append((op, attr))
        return made

    def in_cells(
        self, one: Paragraph, cells: Sequence[tuple[int, str]], start: int, op: OpDef
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on what a row says of an attr that has a cell of its own: `beta`, and beside it `float = 0.5`."""
        names = [cell.strip(" `") for _, cell in cells]
        attrs = [attr for attr in op.attr if attr.name in names]
        for column, cell in cells if len(attrs) == 1 else ():
            match = _CELL.fullmatch(cell)
            if match is None or not _is_attr(f":{match[1]}") or fits(f"{attrs[0].name}: {match[1]}", attrs[0]):
                continue
            yield self._differs(one, start + column + match.start(1), match[1], op, attrs[0])
        for column, cell in cells:
            for offset, text in items(cell)[0] if "=" in cell and "`" not in cell else ():
                told = _TOLD.fullmatch(text)
                having = [attr for attr in op.attr if told is not None and attr.name == told["name"]]
                if told is None or not having or not _is_attr(f":{told['spec']}") or disclaimers.proposed(cell):
                    continue
                if not fits(f"{told['name']}: {told['spec']}", having[0]):
                    yield self._differs(one, start + column + offset + told.start(), text, op, having[0])

    def _typed(self, one: Paragraph, text: str, start: int, op: OpDef) -> Iterator[Verdict]:
        """A verdict on the type behind an input or output, in brackets or with "is": "`indices` (`int64`)"."""
        in_words = list(_TYPED_IN_WORDS.finditer(text)) if _ARGUMENT_IS_SAID.search(text) else []
        for match in [*_TYPED.finditer(text), *in_words]:
            having = [part for part in (*op.input_arg, *op.output_arg) if part.name == match["name"]]
            fixed = [
                part for part in having if part.type is not None and not part.type_attr and not part.type_list_attr
            ]
            if not having or len(fixed) != len(having) or disclaimers.proposed(text):
                continue
            if all(type_name(match["type"]) != part.type for part in fixed):
                yield self._differs(one, start + match.start("type"), match["type"], op, fixed[0])

    def _differs(self, one: Paragraph, at: int, text: str, op: OpDef, part: AttrDef | ArgDef) -> Verdict:
        return self.page.verdict(one.cited(at, text), "differs", op.location, (), f"{op.name} has `{as_spec(part)}`")


def parts_of_op(op: OpDef) -> list[AttrDef | ArgDef]:
    """The attrs, inputs and outputs of an op."""
    return [*op.attr, *op.input_arg, *op.output_arg]


def as_spec(part: AttrDef | ArgDef) -> str:
    """The spec of an attr, an input or an output."""
    return " ".join((attr_text(part) if isinstance(part, AttrDef) else arg_text(part)).split())


def _written_in(text: str) -> list[re.Match[str]]:
    """The specs of a text, without those that others are to become."""
    return [match for match in SPEC.finditer(text) if not _BECOMES.search(text, 0, match.start())]


def fits(spec: str, part: AttrDef | ArgDef) -> bool:
    """Whether a spec says what an op's attr, input or output is; so does what is no spec."""
    said = spec.partition(":")[2]
    if not isinstance(part, AttrDef):
        there = _plain(arg_text(part).partition(":")[2])
        # A type that stands for an attr is one of those that it may have, of which this is an example.
        word = _ARGUMENT.fullmatch(_plain(said))
        return word is None or _plain(said) == there or (part.type is None and word[1] in TYPES)
    written, has = _written(said), _written(attr_text(part).partition(":")[2])
    if written is None or has is None:
        return True
    types = _types(written["type"])
    kind = part.type.removeprefix("list(").rstrip(")")
    if types and types != _types(has["type"]) and types != {kind}:
        return False
    if not types and not _may_be_called(written["type"], _types(has["type"])):
        return False
    if bool(written["list"]) != bool(has["list"]) or (written["least"] and written["least"] != has["least"]):
        return False
    return written["default"] is None or (has["default"] is not None and same_value(written["default"], has["default"]))


def _may_be_called(name: str, types: frozenset[str]) -> bool:
    """Whether some types may be those of a set of numbers by its name; each release has its own."""
    if name == "quantizedtype":
        return all(word.startswith("q") for word in types)
    if name in ("numbertype", "numerictype"):
        return {"complex64", "float"} <= types
    if name in ("realnumbertype", "realnumerictype"):
        return {"float", "int64"} <= types and not any(word.startswith(("complex", "q")) for word in types)
    return True


def _written(text: str) -> re.Match[str] | None:
    """What is written of an attr behind its name; None where that are other words."""
    match = _ATTR.fullmatch(text.strip())
    if match is None or not (match["type"][0] == "{" or match["type"] in _KINDS or match["type"].endswith("type")):
        return None
    return match


def is_limited(spec: str) -> bool:
    """Whether a spec is one of an attr with a default or a least value, and not as Python has a parameter's."""
    written = _written(spec.partition(":")[2])
    return written is not None and bool(written["least"] or (written["default"] or "None") not in _OF_PYTHON)


def _is_attr(spec: str) -> bool:
    """Whether a spec is one of an attr; without a default it may be of a field, or of a parameter."""
    written = _written(spec.partition(":")[2])
    return written is not None and written["default"] is not None


def _types(text: str) -> frozenset[str]:
    """The types or values that a spec allows, or the one kind that it is; empty for a set that it only names."""
    said = (word.strip(" \"'").removeprefix("DT_").lower() for word in text.strip("{} ").split(","))
    words = frozenset(_OF_PYTHON_TYPES.get(word, word) for word in said)
    named = any(word.endswith("type") and word != "type" for word in words)
    return frozenset() if named or any("..." in word or "…" in word for word in words) else words


def same_value(one: str, other: str) -> bool:
    """Whether two values of an attr are the same, however they are written.

    >>> same_value("1e-4", "0.0001"), same_value("NHWC", "'NHWC'"), same_value("[1,1]", "[1, 1]"), same_value("1", "2")
    (True, True, True, False)
    """
    return [_value(text) for text in _elements(one)] == [_value(text) for text in _elements(other)]


def _elements(text: str) -> list[str]:
    # A document shows blanks as they are or as they are written.
    plain = re.sub(r"\\[ntr]|[\"']", "", _plain(text))
    return plain[1:-1].split(",") if plain[:1] == "[" and plain[-1:] == "]" else [plain]


def _value(text: str) -> float | str:
    plain = text.removeprefix("tf.").removeprefix("dtypes.").removeprefix("DT_").lower()
    try:
        return float(plain)
    except ValueError:
        return plain


def _plain(text: str) -> str:
    return "".join(text.split()).replace("Ref(", "").replace(")", "").rstrip(";")
