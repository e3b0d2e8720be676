"""The answers of `tfexplore kernels` on a terminal."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.kernels import MissingKernel
from tfexplore.render.plain import macros
from tfexplore.render.spec import devices_text, type_text
from tfexplore.render.terminal import footer

if TYPE_CHECKING:
    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.model import KernelDef, OpDef
    from tfexplore.render.terminal import Screen

#: Up to this many ops each get their matrix; more get a line for each device.
MATRICES = 3


def show(answer: Answer, screen: Screen) -> None:
    """The types and devices of each op as a matrix, and its kernels; many ops as a line for each device."""
    if isinstance(answer.results[0], MissingKernel):
        _missing(answer, screen)
        return
    kernels: tuple[KernelDef, ...] = answer.results  # type: ignore[assignment]
    context: tuple[OpDef, ...] = answer.context  # type: ignore[assignment]
    op_defs = {op.name: op for op in context}
    by_op: dict[str, list[KernelDef]] = {}
    for kernel in kernels:
        by_op.setdefault(kernel.op, []).append(kernel)
    names = list(by_op)
    internal = [name for name in names if name.startswith("_")]
    folded: list[str] = []
    if internal and len(internal) < len(names) and not any(one.lstrip("/^").startswith("_") for one in answer.query):
        folded = internal
        names = [name for name in names if not name.startswith("_")]
    if len(names) <= MATRICES:
        for position, name in enumerate(names):
            if position:
                screen.blank()
            _op(name, by_op[name], op_defs.get(name), screen)
    else:
        _summary(names, by_op, screen)
    if folded:
        screen.blank()
        words = "op" if len(folded) == 1 else "ops"
        screen.print(
            screen.text(f"{len(folded)} internal {words} not shown; ask for them with: tfexplore kernels '_*'", "dim")
        )
    count = "1 kernel" if len(kernels) == 1 else f"{len(kernels):,} kernels"
    footer(answer, screen, f"{count} of {len(by_op):,} {'op' if len(by_op) == 1 else 'ops'}")


class Matrix(Record):
    """Which types an op's kernels take on which device, for the attr that tells most of them apart.

    `cells` holds how many kernels there are for `(type, device)`; `allowed` the types that the OpDef allows.
    """

    attr: str
    types: tuple[str, ...]
    devices: tuple[str, ...]
    cells: dict[tuple[str, str], int]
    allowed: tuple[str, ...]


def matrix(kernels: list[KernelDef], op: OpDef | None) -> Matrix:
    """The matrix of one op; a kernel without a constraint on the attr stands for every type that the op allows."""
    attr = _main_attr(kernels, op)
    allowed: tuple[str, ...] = ()
    for one in op.attr if op else ():
        if one.name == attr:
            allowed = one.allowed_values or ()
    devices = tuple(sorted({kernel.device_type for kernel in kernels}, key=_device_order))
    cells: dict[tuple[str, str], int] = {}
    named: dict[str, None] = dict.fromkeys(allowed)
    for kernel in kernels:
        types: tuple[str, ...] = ()
        for constraint in kernel.constraint:
            if constraint.name == attr:
                types = constraint.allowed_values
        for type_ in types or allowed or ("any",):
            named.setdefault(type_)
            cells[type_, kernel.device_type] = cells.get((type_, kernel.device_type), 0) + 1
    return Matrix(attr, tuple(named), devices, cells, allowed)


def _main_attr(kernels: list[KernelDef], op: OpDef | None) -> str:
    values: dict[str, set[tuple[str, ...]]] = {}
    for kernel in kernels:
        for constraint in kernel.constraint:
            values.setdefault(constraint.name, set()).add(constraint.allowed_values)
    order = [attr.name for attr in op.attr if attr.type == "type"] if op else []
    names = sorted(values, key=lambda name: (-len(values[name]), order.index(name) if name in order else len(order)))
    return names[0] if names else (order[0] if order else "")


def _device_order(device: str) -> tuple[int, str]:
    known = ("CPU", "GPU", "DEFAULT", "XLA_CPU", "XLA_GPU", "XLA_CPU_JIT", "XLA_GPU_JIT")
    return (known.index(device) if device in known else len(known), device)


def _op(name: str, kernels: list[KernelDef], op: OpDef | None, screen: Screen) -> None:
    screen.print(screen.join(screen.text(name, "bold"), screen.text(_where_op(op), "dim")))
    screen.blank()
    _print_matrix(matrix(kernels, op), op, screen)
    screen.blank()
    _print_kernels(kernels, screen)


def _where_op(op: OpDef | None) -> str:
    return f"  {op.location.path}:{op.location.line}" if op else ""


def _print_matrix(made: Matrix, op: OpDef | None, screen: Screen) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), header_style="bold" if screen.colour else "")
    table.add_column(made.attr or "type", no_wrap=True)
    for device in made.devices:
        table.add_column(device.replace("_JIT", "\n_JIT"), justify="center", overflow="fold")
    for type_ in made.types:
        cells = []
        for device in made.devices:
            count = made.cells.get((type_, device), 0)
            if count:
                cells.append(screen.text("●" if count == 1 else f"●{count}", "green"))
            elif not made.allowed or type_ in made.allowed:
                cells.append(screen.text("·", "dim"))
            else:
                cells.append(screen.text(" "))
        table.add_row(screen.text(type_text(type_)), *cells)
    screen.print(table)
    legend = "● a kernel is registered"
    if any(count > 1 for count in made.cells.values()):
        legend += " (●2: two, told apart by label, priority or another attr)"
    if made.allowed:
        legend += "   · the op allows the type, and no kernel is registered for it here"
    screen.print(screen.text(legend, "dim"))


class Line(Record):
    """Kernels that differ in their types only, as one line."""

    device: str
    types: tuple[str, ...]
    kernel: KernelDef
    more: int


def lines(kernels: list[KernelDef]) -> list[Line]:
    """Kernels of the same device, class, place and rest on one line, with all their types."""
    groups: dict[tuple[object, ...], list[KernelDef]] = {}
    for kernel in kernels:
        path = kernel.location.path
        key = (
            kernel.op,
            kernel.device_type,
            kernel.kernel_class.partition("<")[0],
            path,
            kernel.label,
            kernel.priority,
            kernel.host_memory_arg,
            tuple([step.macro for step in kernel.expansion[-1:]]),
            tuple([one.name for one in kernel.constraint]),
        )
        groups.setdefault(key, []).append(kernel)
    made = []
    for group in groups.values():
        types: dict[str, None] = {}
        for kernel in group:
            types[constraint_words(kernel)] = None
        made.append(Line(group[0].device_type, tuple(types), group[0], len({one.location for one in group}) - 1))
    return sorted(
        made, key=lambda line: (_device_order(line.device), line.kernel.location.path, line.kernel.location.line)
    )


def constraint_words(kernel: KernelDef) -> str:
    """A kernel's types: `float`, or `float/int32` for two attrs; `any` without a constraint."""
    if not kernel.constraint:
        return "any"
    return "/".join([",".join([type_text(type_) for type_ in one.allowed_values]) for one in kernel.constraint])


def _print_kernels(kernels: list[KernelDef], screen: Screen) -> None:
    """Each line: device, types, class and place; below it what is special."""
    for line in lines(kernels):
        kernel = line.kernel
        screen.print(
            screen.join(
                screen.text(f"{line.device} ", "green"),
                screen.text(_types(line)),
                "  ",
                screen.text(_class(line), "bold"),
            )
        )
        more = screen.text(
            f"  and {line.more} more {'place' if line.more == 1 else 'places'}" if line.more else "", "dim"
        )
        screen.print(screen.join(screen.place(kernel.location), more), indent=2)
        details = _details(kernel)
        if details:
            screen.print(screen.text(details, "dim"), indent=2)


def _types(line: Line) -> str:
    attrs = "/".join([one.name for one in line.kernel.constraint])
    return (f"{attrs}: " if attrs else "") + ", ".join(line.types)


def _class(line: Line) -> str:
    if len(line.types) == 1:
        return line.kernel.kernel_class
    base, opened, _ = line.kernel.kernel_class.partition("<")
    return f"{base}<...>" if opened else base


def _details(kernel: KernelDef) -> str:
    found = []
    if kernel.label:
        found.append(f"label {kernel.label}")
    if kernel.priority:
        found.append(f"priority {kernel.priority}")
    if kernel.host_memory_arg:
        found.append(f"host memory: {', '.join(kernel.host_memory_arg)}")
    if kernel.registry != "op_kernel":
        found.append(f"registry {kernel.registry}")
    if kernel.linked_into not in ("tensorflow", "source"):
        found.append(f"library {kernel.linked_into}" if kernel.linked_into else "not linked")
    if kernel.expansion:
        found.append(f"through {macros(kernel.expansion)}")
    return " · ".join(found)


def _summary(names: list[str], by_op: dict[str, list[KernelDef]], screen: Screen) -> None:
    """A line for each op and device: laid out by hand, because a thousand rows in a rich table take seconds."""
    column = min(max(len(name) for name in names), screen.width // 3)
    for name in names:
        devices: dict[str, list[KernelDef]] = {}
        for kernel in by_op[name]:
            devices.setdefault(kernel.device_type, []).append(kernel)
        shown = name
        for device in sorted(devices, key=_device_order):
            made = matrix(devices[device], None)
            types = ", ".join([type_text(type_) for type_ in made.types])
            head = screen.text(shown + " " * max(1, column + 2 - len(shown)), "bold")
            line = screen.join(head, screen.text(f"{device} ", "green"), screen.text(types))
            line.truncate(screen.width, overflow="ellipsis")
            screen.print(line)
            shown = ""


def _missing(answer: Answer, screen: Screen) -> None:
    results: tuple[MissingKernel, ...] = answer.results  # type: ignore[assignment]
    names = [one for one in results if not one.op.startswith("_")] or list(results)
    column = max(len(one.op) for one in names)
    for one in names:
        head = screen.text(one.op.ljust(column + 2), "bold")
        line: Text = screen.join(head, screen.text(devices_text(one.elsewhere), "green"))
        if one.op_def:
            where = screen.place(one.op_def.location)
            if len(line) + len(where) + 2 <= screen.width:
                line.append(" " * (screen.width - len(line) - len(where)))
                line.append_text(where)
        screen.print(line)
    if len(names) < len(results):
        screen.blank()
        screen.print(
            screen.text(f"{len(results) - len(names)} internal ops (names that begin with _) not shown", "dim")
        )
    device = results[0].device_type
    footer(answer, screen, f"{len(results):,} ops have a kernel on another device and none on {device}")
