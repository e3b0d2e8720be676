"""How the answers of `tfexplore diff` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.diff import same_class, same_shape_fn
from tfexplore.model import Endpoint, GradientFunction, KernelDef, OpDef, SwigName
from tfexplore.render.plain import place, row, state_text
from tfexplore.spec_text import attr_text, signature

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.diff import Change, Diff
    from tfexplore.model import Location
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen

_SIGN = {"added": "+", "removed": "-", "changed": "~"}
_COLOUR = {"added": "green", "removed": "red", "changed": "yellow"}
_PLURAL = {"op": "ops", "kernel": "kernels", "gradient": "gradients", "swig": "SWIG names", "endpoint": "endpoints"}
#: More changes of one kind than this are counted by what they belong to.
SHOWN = 60


def plain(answer: Answer) -> Iterator[str]:
    """Kind, change, name, what it is, compatible or breaking and why, location."""
    changes: tuple[Change, ...] = answer.results  # type: ignore[assignment]
    for one in changes:
        verdict = "" if one.compatible is None else "compatible" if one.compatible else "breaking"
        fields = (one.kind, one.change, one.name, what(one), verdict, "; ".join(one.breaking), place(_location(one)))
        yield row(fields)


def what(change: Change) -> str:
    """The thing that came, went, or became another, in a few words."""
    before, after = change.before, change.after
    if change.kind == "op" and isinstance(before, OpDef) and isinstance(after, OpDef):
        return "; ".join(_op_changes(before, after))
    if isinstance(before, KernelDef) and isinstance(after, KernelDef):
        said = "; ".join(
            [f"{name} {old or 'none'} became {new or 'none'}" for name, old, new in kernel_changes(before, after)]
        )
        return f"{_kernel_key(after)}: {said}"
    if isinstance(before, GradientFunction) and isinstance(after, GradientFunction):
        return (
            f"{before.registry}: {before.function or 'not differentiable'} -> {after.function or 'not differentiable'}"
        )
    if isinstance(before, Endpoint) and isinstance(after, Endpoint):
        return f"{', '.join(before.api_versions)} -> {', '.join(after.api_versions)}"
    one = after if after is not None else before
    if isinstance(one, OpDef):
        return signature(one)
    if isinstance(one, KernelDef):
        return kernel_text(one)
    if isinstance(one, GradientFunction):
        return f"{one.registry}: {one.function or 'not differentiable'}"
    if isinstance(one, SwigName):
        return f"{one.kind} {one.cname}"
    return ", ".join(one.api_versions) if isinstance(one, Endpoint) else ""


def kernel_changes(before: KernelDef, after: KernelDef) -> list[tuple[str, str, str]]:
    """What became another of a kernel, each with what it was and what it is; empty words for nothing."""
    made = [
        ("label", before.label, after.label),
        ("priority", str(before.priority), str(after.priority)),
        ("host memory", ", ".join(sorted(before.host_memory_arg)), ", ".join(sorted(after.host_memory_arg))),
    ]
    if not same_class(before, after):
        made.append(("class", before.kernel_class, after.kernel_class))
    return [(name, old, new) for name, old, new in made if old != new]


def _kernel_key(kernel: KernelDef) -> str:
    """The device and the types of a kernel."""
    types = [
        f"{c.name}: {', '.join([t.removeprefix('DT_').lower() for t in c.allowed_values])}" for c in kernel.constraint
    ]
    return "; ".join([kernel.device_type, *types])


def kernel_text(kernel: KernelDef) -> str:
    """A kernel's key: device, types, label, priority, host memory."""
    parts = [_kernel_key(kernel)]
    if kernel.host_memory_arg:
        parts.append(f"host: {', '.join(kernel.host_memory_arg)}")
    if kernel.label:
        parts.append(f"label {kernel.label}")
    if kernel.priority:
        parts.append(f"priority {kernel.priority}")
    return "; ".join(parts)


def _op_changes(before: OpDef, after: OpDef) -> list[str]:
    found = []
    if (before.input_arg, before.output_arg) != (after.input_arg, after.output_arg):
        found.append(f"{signature(before)} became {signature(after)}")
    old = {attr.name: attr for attr in before.attr}
    new = {attr.name: attr for attr in after.attr}
    found += [f"attr {attr_text(attr)} removed" for name, attr in old.items() if name not in new]
    found += [f"attr {attr_text(attr)} added" for name, attr in new.items() if name not in old]
    for name, attr in old.items():
        if name in new and attr != new[name]:
            found.append(f"attr {attr_text(attr)} became {attr_text(new[name])}")
    for flag in ("is_stateful", "is_commutative", "is_aggregate", "allows_uninitialized_input"):
        if getattr(before, flag) != getattr(after, flag):
            found.append(f"{flag} became {str(getattr(after, flag)).lower()}")
    if before.deprecation_version != after.deprecation_version:
        found.append(
            f"deprecated from version {after.deprecation_version}"
            if after.deprecation_version
            else "no longer deprecated"
        )
    if not same_shape_fn(before, after):
        found.append(f"shape_fn {before.shape_fn or 'none'} became {after.shape_fn or 'none'}")
    return found or ["the order of its attrs changed"]


def _location(change: Change) -> Location | None:
    one = change.after if change.after is not None else change.before
    if isinstance(one, SwigName):
        return one.declared
    if isinstance(one, GradientFunction):
        return one.opened
    return one.location if one is not None else None


def as_json(change: Change) -> Json:
    """A change's object; `before` and `after` are shaped as in their own commands."""
    made: Json = {"kind": change.kind, "change": change.change, "name": change.name}
    made["before"] = _subject(change.before)
    made["after"] = _subject(change.after)
    if change.compatible is not None:
        made["compatible"] = change.compatible
    if change.breaking:
        made["breaking"] = list(change.breaking)
    return made


def _subject(one: object) -> Json | None:
    if isinstance(one, OpDef):
        from tfexplore.render.ops import op_def

        return op_def(one)
    if isinstance(one, KernelDef):
        from tfexplore.render.kernels import kernel_def

        return kernel_def(one)
    if isinstance(one, GradientFunction):
        from tfexplore.render.grads import gradient_function

        return gradient_function(one)
    if isinstance(one, SwigName):
        from tfexplore.render.swig import exposed

        return exposed(one)
    if isinstance(one, Endpoint):
        from tfexplore.render.api import endpoint

        return endpoint(one)
    return None


def terminal(answer: Answer, screen: Screen) -> None:
    """A count of everything, then the changes kind by kind."""
    from rich.box import SIMPLE_HEAD
    from rich.table import Table

    from tfexplore.render.terminal import footer

    found: Diff = answer.context[0]  # type: ignore[assignment]
    screen.print(screen.text(f"from {state_text(found.before)}", "dim"))
    screen.print(screen.text(f"to   {state_text(found.after)}", "dim"))
    screen.blank()
    table = Table(box=SIMPLE_HEAD, pad_edge=False, show_edge=False)
    for title in ("", "before", "after", "added", "removed", "changed", "breaking"):
        table.add_column(title, justify="right" if title else "left")
    for kind, old, new in found.compared:
        mine = [one for one in found.changes if one.kind == kind]
        counts = [sum(one.change == change for one in mine) for change in _SIGN]
        breaking = str(sum(one.compatible is False for one in mine)) if kind == "op" else ""
        table.add_row(_PLURAL[kind], f"{old:,}", f"{new:,}", *[f"{n:,}" if n else "" for n in counts], breaking)
    screen.print(table)
    for kind, _, _ in found.compared:
        mine = [one for one in found.changes if one.kind == kind]
        if not mine:
            continue
        screen.blank()
        screen.print(screen.text(_PLURAL[kind], "bold"))
        if len(mine) > SHOWN:
            # What became another is told where it can be; what came and went is named.
            changed = [one for one in mine if one.change == "changed"]
            told = changed if len(changed) <= SHOWN else []
            for one in told:
                _line(one, screen)
            _by_name([one for one in mine if one.change != "changed"] if told else mine, screen)
            continue
        for one in mine:
            _line(one, screen)
    footer(answer, screen, f"{len(found.changes):,} change{'s' if len(found.changes) != 1 else ''}")


def _line(one: Change, screen: Screen) -> None:
    mark = screen.text(f"{_SIGN[one.change]} ", _COLOUR[one.change])
    tail = screen.text("  breaking" if one.compatible is False and one.change == "changed" else "", "bold red")
    screen.print(screen.join(mark, screen.text(one.name, "bold"), tail), indent=2)
    screen.print(screen.text(what(one)), indent=6)
    if one.breaking and one.change == "changed":
        screen.print(screen.text("; ".join(one.breaking), "red"), indent=6)


def _by_name(changes: list[Change], screen: Screen) -> None:
    """One line a name: how many of its kernels came and went."""
    counts: dict[str, dict[str, int]] = {}
    for one in changes:
        mine = counts.setdefault(one.name, {})
        mine[one.change] = mine.get(one.change, 0) + 1
    for name in sorted(counts):
        parts: list[Text | str] = [screen.text(name + " ", "bold")]
        parts += [screen.text(f" {_SIGN[c]}{n}", _COLOUR[c]) for c, n in sorted(counts[name].items())]
        screen.print(screen.join(*parts), indent=2)
    screen.print(screen.text("--plain or --json lists each of them", "dim"), indent=2)
