"""Ops as their registration spells them: `(input: T, filter: T) -> (output: T)`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.model import ArgDef, AttrDef, AttrValue, Constraint, OpDef


def type_text(name: str) -> str:
    """`DT_FLOAT` as a registration writes it: `float`."""
    return name[3:].lower() if name.startswith("DT_") else name


def arg_text(arg: ArgDef) -> str:
    """`values: N * Ref(T)`."""
    kind = type_text(arg.type) if arg.type else arg.type_attr or arg.type_list_attr or "?"
    if arg.is_ref:
        kind = f"Ref({kind})"
    return f"{arg.name}: {arg.number_attr} * {kind}" if arg.number_attr else f"{arg.name}: {kind}"


def signature(op: OpDef) -> str:
    """Inputs and outputs."""
    return (
        "(" + ", ".join([arg_text(arg) for arg in op.input_arg]) + ") -> ("
        + ", ".join([arg_text(arg) for arg in op.output_arg]) + ")"
    )  # fmt: skip


def value_text(value: AttrValue, kind: str) -> str:
    """An attr's default as a registration writes it."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, tuple):
        inner = kind[5:-1] if kind.startswith("list(") else ""
        return "[" + ", ".join([value_text(one, inner) for one in value]) + "]"
    if isinstance(value, str):
        if kind in ("type", ""):
            return type_text(value)
        if kind == "string":
            return "'" + value.replace("\\", "\\\\").replace("'", "\\'") + "'"
        return " ".join(value.split()) or "{}"
    return str(value)


def types_text(types: Sequence[str], between: str = " ") -> str:
    """The types of kernels: `half float`; many pairs of types as products, `{half, float}/{int32, int64}`."""
    if len(types) == 1 and "/" not in types[0]:
        # What is said in words has commas of its own.
        return types[0] if " " in types[0] else between.join(types[0].split(","))
    pairs = [one.split("/") for one in types]
    if len(types) < 9 or any(len(pair) != 2 or "," in one for pair, one in zip(pairs, types, strict=True)):
        return between.join(types)
    left: dict[str, dict[str, None]] = {}
    for first, second in pairs:
        left.setdefault(first, {})[second] = None
    parts = []
    while left:
        # The seconds that most firsts share; of the firsts, all that have them.
        best = next(iter(left.values()))
        having: list[str] = []
        for seconds in left.values():
            found = [first for first, theirs in left.items() if seconds.keys() <= theirs.keys()]
            if len(found) * len(seconds) > len(having) * len(best):
                best, having = seconds, found
        best = dict(best)
        parts.append(
            "/".join([f"{{{', '.join(side)}}}" if len(side) > 1 else side[0] for side in (having, list(best))])
        )
        for first in having:
            rest = {second: None for second in left[first] if second not in best}
            left[first] = rest
            if not rest:
                del left[first]
    return between.join(parts)


def attr_text(attr: AttrDef) -> str:
    """`T: {half, float} = float`."""
    kind = attr.type
    if attr.allowed_values is not None:
        element = kind[5:-1] if kind.startswith("list(") else kind
        allowed = "{" + ", ".join([value_text(one, element) for one in attr.allowed_values]) + "}"
        kind = f"list({allowed})" if kind.startswith("list(") else allowed
    if attr.minimum is not None:
        kind += f" >= {attr.minimum}"
    if attr.has_default:
        kind += f" = {value_text(attr.default_value, attr.type)}"
    return f"{attr.name}: {kind}"


def flags(op: OpDef) -> list[str]:
    """What is special about an op, in words of its proto."""
    found = [
        word
        for word, holds in (
            ("stateful", op.is_stateful),
            ("commutative", op.is_commutative),
            ("aggregate", op.is_aggregate),
            ("allows uninitialized input", op.allows_uninitialized_input),
        )
        if holds
    ]
    if op.deprecation_version is not None:
        found.append(f"deprecated at {op.deprecation_version}")
    return found


def constraint_text(constraint: tuple[Constraint, ...]) -> str:
    """`T=float,half Tidx=int32`."""
    return " ".join(
        [one.name + "=" + ",".join([type_text(type_) for type_ in one.allowed_values]) for one in constraint]
    )


def devices_text(devices: tuple[tuple[str, int], ...]) -> str:
    """`CPU 4, GPU 3`."""
    return ", ".join([f"{device} {count}" for device, count in devices])


def lower_case(name: str, namespaces: bool = True) -> str:
    """An op's or endpoint's name as the generator writes it: `MaxPoolV2` is `max_pool_v2`."""
    written = []
    last = len(name) - 1
    for i, char in enumerate(name):
        if namespaces and char == ">":
            written.append("_")
            continue
        if "A" <= char <= "Z" and i > 0:
            before = name[i - 1]
            follows = i < last and "a" <= name[i + 1] <= "z"
            if "a" <= before <= "z" or (follows and not (namespaces and before == ">")):
                written.append("_")
        written.append(char.lower())
    return "".join(written)
