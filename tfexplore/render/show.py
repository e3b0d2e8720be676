"""How the answers of `tfexplore show` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.grads import SourceText
from tfexplore.render.plain import permalink, place, row
from tfexplore.spec_text import attr_text, constraint_text, flags, signature, type_text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.definitions import Definition
    from tfexplore.answers.kernel_code import KernelClass, Used
    from tfexplore.answers.members import Member
    from tfexplore.answers.show import Shown, StatedClaim, Untaken
    from tfexplore.model import Endpoint, Location, OpUse, Symbol
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Part, name, detail, place, permalink: the chain from the Python names to the claims, a row a link.

    Of what a class uses, the part says how deep it stands: `uses`, `uses 2`.
    """
    results: tuple[Shown, ...] = answer.results  # type: ignore[assignment]
    for shown in results:
        for part, name, detail, location in _rows(shown):
            yield row((part, name, detail, place(location), permalink(answer.state, location)))
    for text in answer.context:
        if isinstance(text, SourceText):
            for number, line in enumerate(text.text.splitlines(), text.line):
                yield row(("text", f"{text.path}:{number}", line.expandtabs(2)))


def _rows(shown: Shown) -> Iterator[tuple[str, str, str, Location | None]]:
    op = shown.op_def
    for defined in shown.definitions:
        yield from _defined_rows(defined)
    if shown.definitions:
        return
    for member in shown.methods:
        yield "method", member.name, method_way(member, shown.name), member.location
        for instead in member.overridden:
            yield "overridden", instead.function, "", instead.location
    for endpoint in shown.endpoints:
        detail = f"{way(endpoint, shown.name)} {endpoint.function}" if shown.is_python else way(endpoint, shown.name)
        yield "endpoint", endpoint.endpoint, detail, endpoint.location
    if shown.wrapper is not None:
        name = f"{shown.wrapper.module.rpartition('.')[2]}.{shown.wrapper.function}"
        yield "wrapper", name, f"({', '.join(shown.wrapper.args)})", op.location if op else None
    if shown.is_python:
        pass  # no op was read behind it
    elif op is None:
        yield "op", shown.name, "registered by no file of the tree", None
    else:
        yield "op", op.name, " ".join([signature(op), *[f"[{flag}]" for flag in flags(op)]]), op.location
        for attr in op.attr:
            yield "attr", attr.name, attr_text(attr).partition(": ")[2], op.location
        if op.shape_fn:
            yield "shape_fn", op.shape_fn, "", op.shape_fn_location
    for kernel in shown.kernels:
        detail = " ".join(
            [
                word
                for word in (
                    constraint_text(kernel.constraint),
                    kernel.kernel_class,
                    f"label={kernel.label}" if kernel.label else "",
                    f"priority={kernel.priority}" if kernel.priority else "",
                    f"host={','.join(kernel.host_memory_arg)}" if kernel.host_memory_arg else "",
                )
                if word
            ]
        )
        yield "kernel", kernel.device_type, detail, kernel.location
    for one in shown.kernel_classes:
        yield "class", one.name, " ".join(one.devices), one.location
        for method in one.compute:
            yield "compute", method.name, "inherited" if method.inherited else "", method.location
        for override in one.overrides:
            yield "override", override.name, f"called by the inherited {override.called_by}", override.location
        yield from _used_rows(one.uses, 1)
    for gradient in shown.gradients:
        where = gradient.availability or gradient.linked_into or ""
        yield "gradient", gradient.function or "not differentiable", f"{gradient.registry} {where}", gradient.opened
    for claim in shown.claims:
        location = next((one.location for one in claim.evidence if one.location), None)
        yield "claim", claim.id, claim.statement, location
    for missing in untaken_groups(shown.declared_without_kernel):
        yield "types", missing[0], missing[1], op.location if op else None


def _defined_rows(one: Definition) -> Iterator[tuple[str, str, str, Location | None]]:
    symbol = one.symbol
    detail = f"in {symbol.scope}" if symbol.scope else ""
    yield symbol.kind, symbol.name, detail, symbol.location
    for public in one.endpoints:
        yield "endpoint", public, "", symbol.location
    if one.registers is not None:
        detail = f"{one.registers.kernels} kernels"
        for op in one.registers.ops:
            yield "registers", op, detail, symbol.location
            detail = ""
    for base in one.bases:
        yield "base", base, "", symbol.location
    for heir in one.derived:
        yield "derived", heir.name, "", heir.location
    for member in one.members:
        yield "member", member.name, member.kind, member.location


def _used_rows(found: Iterable[Used], depth: int) -> Iterator[tuple[str, str, str, Location | None]]:
    for one in found:
        detail = f"as {one.name}" if one.name != one.defined else ""
        if one.used is not None:
            detail = f"{detail} at line {one.used.line} of {one.within}".strip()
        if one.kind == "missing":
            detail = f"definition not found, called {detail}".rstrip()
        if one.condition:
            detail += f" under #if {one.condition}"
        yield "uses" if depth == 1 else f"uses {depth}", one.defined, detail, one.location
        yield from _used_rows(one.uses, depth + 1)


def way(endpoint: Endpoint, op: str) -> str:
    """`v1`, or `v2 by way of conv2d`: in which API an endpoint is, and the functions between it and an op."""
    return _way(",".join(endpoint.api_versions), endpoint.ops, op)


def method_way(method: Member, op: str) -> str:
    """`v1 DatasetV1.map by way of MapDataset.__init__`: like `way`, with the name that its class gives a method."""
    return _way(f"{','.join(method.endpoint.api_versions)} {method.function}", method.ops, op)


def _way(said: str, ops: Iterable[OpUse], op: str) -> str:
    uses = [use for use in ops if use.op == op]
    if not uses or uses[0].how == "direct":
        return said
    return f"{said} by way of {', '.join(uses[0].via)}"


def untaken_groups(missing: Iterable[Untaken]) -> list[tuple[str, str]]:
    """`("T=bfloat16", "declared, no CPU or GPU kernel; XLA_CPU has one")`: types that a device does not take.

    Types stand together that the same devices lack, and the same devices take.
    """
    without: dict[tuple[str, str, tuple[str, ...], bool], list[str]] = {}
    for one in missing:
        without.setdefault((one.attr, one.type, one.taken_by, one.listed), []).append(one.device_type)
    groups: dict[tuple[str, tuple[str, ...], tuple[str, ...], bool], list[str]] = {}
    for (attr, type_, takers, listed), devices in without.items():
        groups.setdefault((attr, tuple(devices), takers, listed), []).append(type_text(type_))
    return [
        (
            f"{attr}={','.join(types)}",
            f"{'declared, ' if listed else ''}no {' or '.join(devices)} kernel; {_takers_text(takers)}",
        )
        for (attr, devices, takers, listed), types in groups.items()
    ]


def _takers_text(takers: tuple[str, ...]) -> str:
    if not takers:
        return "no device has one"
    return f"{', '.join(takers)} {'has' if len(takers) == 1 else 'have'} one"


def as_json(shown: Shown) -> Json:
    """An op's object."""
    from tfexplore.render.api import as_json as api_json
    from tfexplore.render.as_json import location
    from tfexplore.render.grads import gradient_function
    from tfexplore.render.kernels import kernel_def
    from tfexplore.render.ops import op_def

    op = shown.op_def
    return {
        "name": shown.name,
        "endpoints": [api_json(one) for one in shown.endpoints],
        "wrapper": api_json(shown.wrapper) if shown.wrapper else None,
        "op_def": op_def(op) if op else None,
        "shape_fn": {"name": op.shape_fn, "location": location(op.shape_fn_location)} if op and op.shape_fn else None,
        "kernels": [kernel_def(kernel) for kernel in shown.kernels],
        "kernel_classes": [_kernel_class(one) for one in shown.kernel_classes],
        "gradients": [gradient_function(one) for one in shown.gradients],
        "claims": [_claim(one) for one in shown.claims],
        "declared_without_kernel": [
            {"device_type": one.device_type, "attr": one.attr, "type": one.type, "taken_by": list(one.taken_by)}
            for one in shown.declared_without_kernel
        ],
        **({"definitions": [_definition(one) for one in shown.definitions]} if shown.definitions else {}),
        **({"methods": [api_json(one) for one in shown.methods]} if shown.methods else {}),
    }


def _definition(one: Definition) -> Json:
    return {
        **_symbol(one.symbol),
        "scope": one.symbol.scope or None,
        "bases": list(one.bases),
        "derived": [_symbol(heir) for heir in one.derived],
        "perhaps_derived": one.unsure,
        "members": [_symbol(member) for member in one.members],
        "endpoints": list(one.endpoints),
        "registers": {"ops": list(one.registers.ops), "kernels": one.registers.kernels} if one.registers else None,
    }


def _symbol(one: Symbol) -> Json:
    from tfexplore.render.as_json import location

    return {"name": one.name, "kind": one.kind, "location": location(one.location)}


def _kernel_class(one: KernelClass) -> Json:
    from tfexplore.render.as_json import location

    return {
        "name": one.name,
        "location": location(one.location),
        "device_types": list(one.devices),
        "instances": list(one.instances),
        "compute": [
            {"name": method.name, "location": location(method.location), "inherited": method.inherited}
            for method in one.compute
        ],
        "overrides": [
            {"name": override.name, "location": location(override.location), "called_by": override.called_by}
            for override in one.overrides
        ],
        "bases": [_used(base) for base in one.bases],
        "uses": [_used(used) for used in one.uses],
    }


def _used(one: Used) -> Json:
    from tfexplore.render.as_json import location

    return {
        "name": one.name,
        "kind": one.kind,
        "defined": one.defined,
        "location": location(one.location),
        "runs": location(one.runs),
        "device": one.device or None,
        "used": location(one.used),
        "within": one.within,
        "condition": one.condition or None,
        "uses": [_used(inner) for inner in one.uses],
    }


def _claim(one: StatedClaim) -> Json:
    from tfexplore.render.as_json import location

    return {
        "id": one.id,
        "op": one.op,
        "statement": one.statement,
        "evidence": [
            {"within": part.within, "path": part.path, "location": location(part.location)} for part in one.evidence
        ],
    }


def terminal(answer: Answer, screen: Screen) -> None:
    """The chain, each link with its place."""
    from tfexplore.render.terminal_show import show

    show(answer, screen)
