"""What a document writes as an op's registration does: `T: {half, float} = DT_FLOAT`, `ksize: list(int) >= 4`.

Such a spec is held against the ops that its sentence names, or its table's row, or else those that were named last. It
is right when it fits one of them; of what it leaves out (the default, the least length) it says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import wording
from tfexplore.answers.citations import Citation
from tfexplore.model import AttrDef
from tfexplore.render.spec import arg_text, attr_text

if TYPE_CHECKING:
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.cpp.resolve import Tables
    from tfexplore.model import ArgDef, AttrValue, OpDef

#: A spec in a span of code, perhaps in quotation marks or as the argument of `.Attr`, `.Input` or `.Output`.
_SPEC = re.compile(
    r"`\s?(?:\.?(?:Attr|Input|Output)\s?\(\s?)?(?P<quote>[\"']?)(?P<spec>(?P<name>[A-Za-z]\w*)\s?:\s?[^`\n\"]*?"
    r"(?:\"[^`\n\"]*\"[^`\n\"]*?)*)(?P=quote)\s?\)?\s?`",
    re.A,
)
#: A default in a spec, without which it may be of a field, or of a parameter.
_DEFAULT = re.compile(r":[^=]*=\s?\S")
#: Of functions that are made of nodes attrs are written in the same way, which are no op's; said so many lines above.
_FUNCTIONS = re.compile(r"\bops/\w+_grad\.cc\b|FunctionDef|\bFDH\b")
_ABOVE = 12


class Specs:
    """The checks of specs; the types are those of the index's own release."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.known = page.known
        self._tables: Tables | None = None

    def check(
        self, one: Paragraph, text: str, start: int, ops: Sequence[OpDef], only: OpDef | None = None
    ) -> Iterator[Verdict]:
        """A verdict on every spec in a piece of a paragraph that none of some ops has so.

        `only` is the one op that the piece names, which has all that is written there of attrs.
        """
        for match in _SPEC.finditer(text):
            having = [(op, part) for op in ops for part in _parts(op) if part.name == match["name"]]
            if wording.proposed(text) or wording.absent(text):
                continue
            tables = self._types() if having or only is not None else None
            if tables is None or any(_fits(match["spec"], op, part, tables) for op, part in having):
                continue
            if not having and not (
                only is not None and _DEFAULT.search(match["spec"]) and _is_attr(match["spec"], tables)
            ):
                continue
            row, column = one.at(start + match.start("spec"))
            if any(map(_FUNCTIONS.search, self.page.text_lines[max(0, row - _ABOVE) : row])):
                continue
            length = len(match["spec"])
            said = Citation(
                "symbol", match["spec"], row, column, match["spec"], in_code=True, end_column=column + length
            )
            if not having:
                assert only is not None
                near = [part.name for part in only.attr]
                yield self.page.verdict(said, "not found", only.location, near[:3], f"no attr of {only.name}")
                continue
            op, part = having[0]
            there = attr_text(part) if isinstance(part, AttrDef) else arg_text(part)
            detail = f"{op.name} has `{' '.join(there.split())}`"
            yield self.page.verdict(said, "differs", op.location, (), detail)

    def _types(self) -> Tables | None:
        from tfexplore.cpp.release import decode
        from tfexplore.cpp.resolve import Library
        from tfexplore.pipeline.headers import RELEASE_NOTE

        if self._tables is None:
            note = self.known.index.note(RELEASE_NOTE)
            if note is not None:
                self._tables = Library(lambda path: None, decode(note).types)
        return self._tables


def _is_attr(spec: str, tables: Tables) -> bool:
    """Whether a spec is one of an attr."""
    from tfexplore.extract.ops import SpecError, parse_attr

    try:
        parse_attr(spec, tables)
    except (SpecError, RecursionError):
        return False
    return True


def _plain(value: AttrValue) -> AttrValue:
    """A value without the difference between a blank and the end of a line, which a document cannot show."""
    return " ".join(value.split()) if isinstance(value, str) else value


def _parts(op: OpDef) -> list[AttrDef | ArgDef]:
    return [*op.attr, *op.input_arg, *op.output_arg]


def _fits(spec: str, op: OpDef, part: AttrDef | ArgDef, tables: Tables) -> bool:
    """Whether a spec says what an op's attr, input or output is; so does one that is none at all."""
    from tfexplore.extract.ops import SpecError, parse_argument, parse_attr

    try:
        if isinstance(part, AttrDef):
            said = parse_attr(spec, tables)
            if said.has_default and (said.type, _plain(said.default_value)) != (part.type, _plain(part.default_value)):
                return False
            if said.minimum is not None and said.minimum != part.minimum:
                return False
            listed = said.allowed_values is not None
            return said.type == part.type and not (
                listed and set(said.allowed_values or ()) != set(part.allowed_values or ())
            )
        argument = parse_argument(spec, {attr.name: attr for attr in op.attr}, tables)
    except (SpecError, RecursionError):
        return True
    # A type that stands for an attr is one of those that it may have, of which this is an example.
    return argument == part or (argument.type is not None and part.type is None)
