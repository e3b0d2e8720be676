"""Op registrations: `REGISTER_OP` statements to `OpDef`s.

Does what `OpDefBuilder::Finalize` does (`tensorflow/core/framework/op_def_builder.cc`): attrs first, in order, then
inputs, then outputs; `minimum` and `is_stateful` that arguments imply; compound types in the order of the enum; float
values as float32 keeps them.
"""

from __future__ import annotations

import re
import struct

from tfexplore.cpp import lexer
from tfexplore.cpp.expansion import Statement
from tfexplore.cpp.library import Tables
from tfexplore.cpp.resolve import Resolver
from tfexplore.cpp.types import COMPOUND
from tfexplore.extract.op_checks import refused
from tfexplore.model import ArgDef, AttrDef, ExpansionStep, Location, OpDef, Unresolved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.model import AttrValue

SINKS = frozenset(["REGISTER_OP", "REGISTER_SYSTEM_OP"])
#: Methods of the builder that set a flag of the op.
FLAGS = {
    "SetIsStateful": "is_stateful",
    "SetIsCommutative": "is_commutative",
    "SetIsAggregate": "is_aggregate",
    "SetAllowsUninitializedInput": "allows_uninitialized_input",
}
_SILENT = frozenset(["Doc", "ControlOutput"])

_ATTR = re.compile(r"([A-Za-z]\w*)\s*:\s*(list\s*\(\s*)?", re.A)
# The same order as the builder tries them: "int" before "int32" cannot be, attr types are no data types.
_SIMPLE = ("string", "int", "float", "bool", "type", "shape", "tensor", "func")
_COMPOUND_PREFIX = ("numbertype", "numerictype", "quantizedtype", "realnumbertype", "realnumberictype")
_MINIMUM = re.compile(r">=\s*(-?\d+)\s*")
_QUOTED = re.compile(r""""((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'""", re.S)
_ARGUMENT = re.compile(
    r"([a-z][a-z0-9_]*)\s*:\s*(Ref\s*\(\s*)?([A-Za-z]\w*)\s*(?:\*\s*([A-Za-z]\w*)\s*)?(?(2)\)\s*)\Z", re.A
)  # fmt: skip


class SpecError(ValueError):
    """An attr, input or output spec that `OpDefBuilder` would refuse."""


def float32(value: float) -> float:
    """The double that is nearest to what a float32 keeps, in its shortest spelling."""
    try:
        kept = struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return float("inf") if value > 0 else float("-inf")
    for digits in range(6, 10):
        short = float(f"{kept:.{digits}g}")
        if struct.pack("<f", short) == struct.pack("<f", kept):
            return short
    return float(kept)


def parse_attr(spec: str, tables: Tables) -> AttrDef:
    """`"T: {half, float} = DT_FLOAT"` as an AttrDef. Raises `SpecError`."""
    head = _ATTR.match(spec)
    if not head:
        raise SpecError("trouble parsing '<name>:'")
    name, is_list = head.group(1), bool(head.group(2))
    rest = spec[head.end() :]
    allowed: list[str] | None = None
    for simple in _SIMPLE:
        if rest.startswith(simple):
            kind, rest = simple, rest[len(simple) :]
            break
    else:
        if rest.startswith("{"):
            kind, allowed, rest = _allowed(rest[1:].lstrip(), tables)
        else:
            compound = next((c for c in _COMPOUND_PREFIX if rest.startswith(c)), None)
            if compound is None:
                raise SpecError(f"trouble parsing type string at {rest[:40]!r}")
            kind, rest = "type", rest[len(compound) :]
            # "realnumberictype" is the builder's own slip for "realnumerictype"; it has no types.
            allowed = [] if compound not in COMPOUND else _compound(compound, tables)
    rest = rest.lstrip()
    if is_list:
        if not rest.startswith(")"):
            raise SpecError(f"expected ) to close 'list(' at {rest[:40]!r}")
        rest = rest[1:].lstrip()
        kind_text = f"list({kind})"
    else:
        kind_text = kind
    minimum = None
    if is_list or kind == "int":
        bound = _MINIMUM.match(rest)
        if bound:
            minimum, rest = _integer(bound.group(1), 10), rest[bound.end() :]
    values = None if allowed is None else tuple(allowed)
    if rest.startswith("="):
        return AttrDef(name, kind_text, True, parse_value(kind_text, rest[1:].strip(), tables), values, minimum)
    if rest:
        raise SpecError(f"extra {rest[:40]!r} at the end")
    return AttrDef(name, kind_text, False, None, values, minimum)


def _compound(word: str, tables: Tables) -> list[str]:
    """The types of a compound one."""
    found = tables.sets.get(COMPOUND[word], ())
    if not found:
        raise SpecError(f"no source in sight says which types {word!r} has")
    return list(found)


def _allowed(rest: str, tables: Tables) -> tuple[str, list[str], str]:
    values: list[str] = []
    kind = "string" if rest[:1] in ('"', "'") else "type"
    while True:
        if kind == "string":
            quoted = _QUOTED.match(rest)
            if not quoted:
                raise SpecError(f"trouble parsing allowed string at {rest[:40]!r}")
            values.append(unescape(quoted.group(1) if quoted.group(1) is not None else quoted.group(2)))
            rest = rest[quoted.end() :].lstrip()
        else:
            word = re.match(r"([a-z0-9]+)\s*", rest)
            if not word:
                raise SpecError(f"trouble parsing type string at {rest[:40]!r}")
            if word.group(1) in COMPOUND:
                values.extend(_compound(word.group(1), tables))
            elif word.group(1) in tables.spec_names:
                values.append(tables.spec_names[word.group(1)])
            else:
                raise SpecError(f"unrecognized type string {word.group(1)!r}")
            rest = rest[word.end() :]
        if rest.startswith(","):
            rest = rest[1:].lstrip()
            if rest.startswith("}"):
                return kind, values, rest[1:]
        elif rest.startswith("}"):
            return kind, values, rest[1:]
        else:
            raise SpecError(f"expected , or }} at {rest[:40]!r}")


def unescape(text: str) -> str:
    """C escapes resolved."""
    return lexer.utf8(lexer.string_value(f'"{text}"') if "\\" in text else text)


def parse_value(kind: str, text: str, tables: Tables) -> AttrValue:
    """A default in the text format of `ParseAttrValue`. Raises `SpecError`."""
    if kind.startswith("list("):
        inner = kind[5:-1]
        if not (text.startswith("[") and text.endswith("]")):
            raise SpecError(f"a list is expected, not {text[:40]!r}")
        return tuple(parse_value(inner, part, tables) for part in _split(text[1:-1]))
    if kind == "string":
        quoted = _QUOTED.fullmatch(text)
        if not quoted:
            raise SpecError(f"a quoted string is expected, not {text[:40]!r}")
        return unescape(quoted.group(1) if quoted.group(1) is not None else quoted.group(2))
    if kind == "int":
        return _integer(text)
    if kind == "float":
        try:
            return float32(float(text.rstrip("fF") if text[-1:] in "fF" and "inf" not in text.lower() else text))
        except ValueError:
            raise SpecError(f"a number is expected, not {text[:40]!r}") from None
    if kind == "bool":
        if text.lower() not in ("true", "false"):
            raise SpecError(f"true or false is expected, not {text[:40]!r}")
        return text.lower() == "true"
    if kind == "type":
        if text not in tables.enum:
            raise SpecError(f"unrecognized type {text[:40]!r}")
        return text
    return proto_text(text)


def _integer(text: str, base: int = 0) -> int:
    try:
        value = int(text, base)
    except ValueError:
        raise SpecError(f"an integer is expected, not {text[:40]!r}") from None
    if not -(2**63) <= value < 2**63:
        raise SpecError(f"no 64 bits hold {text[:40]!r}")
    return value


def _split(text: str) -> list[str]:
    """The items of a list: split at commas outside of brackets and quotes."""
    parts, level, start, quote = [], 0, 0, ""
    for i, char in enumerate(text):
        if quote:
            if char == quote and text[i - 1] != "\\":
                quote = ""
        elif char in "\"'":
            quote = char
        elif char in "[{(":
            level += 1
        elif char in "]})":
            level -= 1
        elif char == "," and not level:
            parts.append(text[start:i].strip())
            start = i + 1
    last = text[start:].strip()
    return [*parts, last] if last or parts else []


_PROTO_TOKEN = re.compile(r"""[A-Za-z_][\w.]*|-?[\d.][\w.+-]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\S""", re.S)


def proto_text(text: str) -> str:
    """Protobuf text on one line, as its printer writes it: `dim { size: 2 }`. Shorthand brackets fall away."""
    text = text.strip()
    if text.startswith("{") and text.endswith("}"):
        text = text[1:-1]
    out: list[str] = []
    tokens = _PROTO_TOKEN.findall(text)
    for i, token in enumerate(tokens):
        if token == ":":
            if i + 1 < len(tokens) and tokens[i + 1] == "{":
                continue  # `dim: {` is printed as `dim {`
            if out:
                out[-1] += ":"
        elif token not in (",", ";"):
            out.append(token)
    return " ".join(out)


def parse_argument(spec: str, attrs: dict[str, AttrDef], tables: Tables) -> ArgDef:
    """`"values: N * T"` as an ArgDef. Raises `SpecError`."""
    match = _ARGUMENT.match(spec)
    if not match:
        raise SpecError("trouble parsing 'name: type'")
    name, ref, first, second = match.groups()
    number, kind = (first, second) if second else (None, first)
    dtype = tables.spec_names.get(kind)
    if dtype is None and kind.endswith("_ref"):
        dtype = tables.spec_names.get(kind[:-4])
        dtype = None if dtype is None else dtype + "_REF"
    if dtype is not None:
        return ArgDef(name, dtype, None, None, number, bool(ref))
    attr = attrs.get(kind)
    if attr is None:
        raise SpecError(f"reference to unknown attr {kind!r}")
    if attr.type == "type":
        return ArgDef(name, None, kind, None, number, bool(ref))
    if attr.type == "list(type)":
        return ArgDef(name, None, None, kind, number, bool(ref))
    raise SpecError(f"reference to attr {kind!r} of type {attr.type}")


def read(statement: Statement, resolver: Resolver) -> OpDef | Unresolved:
    """The op that a statement registers, or why it cannot be told."""
    name = resolver.string(statement.arguments[0]) if statement.arguments else None
    if name is None:
        text = lexer.join(statement.arguments[0] if statement.arguments else ())
        return Unresolved(statement.sink, text[:80], "the op's name is computed at run time", statement.location)
    specs: dict[str, list[str]] = {"Attr": [], "Input": [], "Output": []}
    flags: set[str] = set()
    deprecation: int | None = None
    shape_fn: str | None = None
    shape_fn_location: Location | None = None

    def failed(tokens: tuple[str, ...], reason: str) -> Unresolved:
        return Unresolved(statement.sink, lexer.join(tokens)[:80], reason, statement.location, name or "")

    for method, arguments, location in statement.calls:
        tokens = arguments[0] if arguments else ()
        if method in specs:
            # A spec is one C++ argument; the commas that the preprocessor saw stand inside of calls at most.
            spec = resolver.string(tokens) if len(arguments) == 1 else None
            if spec is None:
                return failed(tokens, f"the {method} spec is computed at run time")
            specs[method].append(spec)
        elif method in FLAGS:
            flags.add(FLAGS[method])
        elif method == "Deprecated":
            deprecation = resolver.integer(tokens)
            if deprecation is None:
                return failed(tokens, "the deprecation version is computed at run time")
        elif method == "SetShapeFn":
            # Template arguments may hold commas, which the preprocessor took for separators.
            shape_fn = shape_function(tuple(t for argument in arguments for t in (",", *argument))[1:])
            # A lambda is defined where it is given; a named function's place is the link step's to find.
            shape_fn_location = location if shape_fn == "lambda" else None
    try:
        return finalize(
            name, specs["Attr"], specs["Input"], specs["Output"], flags, deprecation, shape_fn, resolver.tables,
            statement.location, statement.expansion,
        )._replace(shape_fn_location=shape_fn_location)  # fmt: skip
    except SpecError as error:
        return failed((f'"{name}"',), str(error))


_KNOWN = frozenset(["Attr", "Input", "Output", "Deprecated", "SetShapeFn", *FLAGS, *_SILENT])


def unread(statement: Statement, made: OpDef) -> Iterator[Unresolved]:
    """The methods of a registration that are not read; what they do to the op is not known, all the rest is."""
    for method in dict.fromkeys(method for method, _, _ in statement.calls if method not in _KNOWN):
        reason = f"what OpDefBuilder::{method} does to this op is not read; the rest of its registration is"
        yield Unresolved(statement.sink, method[:80], reason, statement.location, made.name)


def finalize(
    name: str, attrs: list[str], inputs: list[str], outputs: list[str], flags: set[str], deprecation: int | None,
    shape_fn: str | None, tables: Tables, location: Location, expansion: tuple[ExpansionStep, ...] = (),
) -> OpDef:  # fmt: skip
    """What `OpDefBuilder::Finalize` makes of the specs. Raises `SpecError`."""
    known = {}
    for spec in attrs:
        attr = parse_attr(spec, tables)
        if attr.name in known:
            raise SpecError(f"duplicate name {attr.name!r}")
        known[attr.name] = attr
    names = set(known)
    arguments = []
    for specs in (inputs, outputs):
        found = []
        for spec in specs:
            argument = parse_argument(spec, known, tables)
            if argument.name in names:
                raise SpecError(f"duplicate name {argument.name!r}")
            names.add(argument.name)
            found.append(argument)
            implied = argument.number_attr or argument.type_list_attr
            if implied in known and known[implied].minimum is None:
                known[implied] = known[implied]._replace(minimum=1)
            if argument.type == "DT_RESOURCE":
                flags.add("is_stateful")
        arguments.append(tuple(found))
    made = OpDef(
        name, arguments[0], arguments[1], tuple(known.values()), "is_stateful" in flags, "is_commutative" in flags,
        "is_aggregate" in flags, "allows_uninitialized_input" in flags, deprecation, shape_fn, None, None, location,
        expansion,
    )  # fmt: skip
    reason = refused(made, tables)
    if reason:
        raise SpecError(reason)
    return made


def shape_function(tokens: tuple[str, ...]) -> str | None:
    """The name of a shape function, or `"lambda"`."""
    if not tokens:
        return None
    if tokens[0] == "[":
        return "lambda"
    return lexer.join(tokens)
