"""The answers of `tfexplore kernels` on a terminal."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.kernels import LeftOut, MissingKernel
from tfexplore.render.kernels import missing_types_text
from tfexplore.render.plain import counted
from tfexplore.render.terminal import footer
from tfexplore.spec_text import devices_text, type_text, types_text

if TYPE_CHECKING:
    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.model import KernelDef, Location, OpDef
    from tfexplore.render.terminal import Screen

#: Up to this many ops each get their matrix; more get a line for each device.
MATRICES = 3


def show(answer: Answer, screen: Screen) -> None:
    """The types and devices of each op as a matrix, and its kernels; many ops as a line for each device."""
    if isinstance(answer.results[0], MissingKernel):
        _missing(answer, screen)
        return
    kernels: tuple[KernelDef, ...] = answer.results  # type: ignore[assignment]
    context: tuple[OpDef, ...] = tuple([one for one in answer.context if not isinstance(one, LeftOut)])  # type: ignore[misc]
    op_defs = {op.name: op for op in context}
    left_out = next((one for one in answer.context if isinstance(one, LeftOut)), LeftOut((), ""))
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
            _op(name, by_op[name], op_defs.get(name), left_out, screen)
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


#: The row of kernels that take any type, where no other kernel names one.
OTHERS = "any"


class Matrix(Record):
    """Which types an op's kernels take on which device, for the attr that tells most of them apart.

    `cells` holds how many kernels there are for `(type, device)`; `allowed` the types that the OpDef allows; `others`
    the cells without a kernel for which one is registered that was not asked for.
    """

    attr: str
    types: tuple[str, ...]
    devices: tuple[str, ...]
    cells: dict[tuple[str, str], int]
    allowed: tuple[str, ...]
    others: frozenset[tuple[str, str]] = frozenset()


def matrix(kernels: list[KernelDef], op: OpDef | None, attr: str | None = None) -> Matrix:
    """The matrix of one op; a kernel without a constraint on the attr stands for every type that the op allows."""
    attr = _main_attr(kernels, op) if attr is None else attr
    allowed: tuple[str, ...] = ()
    for one in op.attr if op else ():
        if one.name == attr:
            allowed = one.allowed_values or ()
    devices = tuple(sorted({kernel.device_type for kernel in kernels}, key=_device_order))
    cells: dict[tuple[str, str], int] = {}
    named: dict[str, None] = dict.fromkeys(allowed)
    for kernel in kernels:
        types = kernel.types_of(attr, allowed or None)
        for type_ in (OTHERS,) if types is None else types:
            named.setdefault(type_)
            cells[type_, kernel.device_type] = cells.get((type_, kernel.device_type), 0) + 1
    if OTHERS in named:
        # A kernel that takes any type takes those as well that others name; what is left has a row at the end.
        named.pop(OTHERS)
        for device in devices:
            free = cells.get((OTHERS, device), 0)
            for type_ in named if free else ():
                cells[type_, device] = cells.get((type_, device), 0) + free
        if named:
            free_on = [device for device in devices if (OTHERS, device) in cells]
            cells.update({("others", device): cells.pop((OTHERS, device)) for device in free_on})
        named["others" if named else OTHERS] = None
    return Matrix(attr, tuple(named), devices, cells, allowed)


def narrowed_matrix(kernels: list[KernelDef], op: OpDef | None, left_out: LeftOut) -> Matrix:
    """The matrix of those kernels of an op that were asked for, which denies none of the others.

    Of a type that was asked for there is one row, where the attr that tells kernels apart has it.
    """
    made = matrix(kernels, op, left_out.attr or None)
    rest = [kernel for kernel in left_out.kernels if kernel.op == kernels[0].op]
    if rest:
        whole = matrix([*kernels, *rest], op, made.attr)
        others = [cell for cell in whole.cells if cell[0] in made.types and not made.cells.get(cell)]
        made = made._replace(others=frozenset(others))
    return made._replace(types=(left_out.type_,)) if left_out.type_ in made.types else made


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


def _op(name: str, kernels: list[KernelDef], op: OpDef | None, left_out: LeftOut, screen: Screen) -> None:
    head = screen.text(name, "bold")
    screen.print(screen.join(head, "  ", screen.place(op.location)) if op else head)
    _print_matrix(narrowed_matrix(kernels, op, left_out), screen)
    for line in lines(kernels, op):
        screen.blank()
        _print_line(line, screen)


def _print_matrix(made: Matrix, screen: Screen) -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1), header_style="bold" if screen.colour else "")
    table.add_column(made.attr or "type", no_wrap=True)
    missing = others = False
    room = screen.width - 2 - max([len(made.attr), *[len(type_text(type_)) for type_ in made.types]])
    wraps = sum([len(device) + 2 for device in made.devices]) > room
    for device in made.devices:
        shown = device.replace("_JIT", "\n_JIT") if wraps else device
        table.add_column(screen.text_lines(shown), justify="center", overflow="fold")
    for type_ in made.types:
        cells = []
        for device in made.devices:
            count = made.cells.get((type_, device), 0)
            if count:
                cells.append(screen.text("●" if count == 1 else f"●{count}", "green"))
            elif (type_, device) in made.others:
                cells.append(screen.text("○", "dim"))
                others = True
            elif not made.allowed or type_ in made.allowed:
                cells.append(screen.text("·", "dim"))
                missing = True
            else:
                cells.append(screen.text(" "))
        table.add_row(screen.text(type_text(type_)), *cells)
    screen.print(table)
    screen.print(screen.text("● registered", "dim"))
    if others:
        screen.print(screen.text("○ registered, and left out by what was asked for", "dim"))
    several = sorted({count for (type_, _), count in made.cells.items() if type_ in made.types and count > 1})
    if several:
        so_many = "two kernels" if several == [2] else "so many kernels"
        signs = ", ".join([f"●{count}" for count in several])
        screen.print(screen.text(f"{signs} {so_many}, told apart by another attr, the label or the priority", "dim"))
    if missing:
        screen.print(screen.text("· the op allows the type, and no kernel is registered for it here", "dim"))


class Line(Record):
    """Kernels that differ in their types only, as one line.

    `through` are the macros of the first way, or of all in one, and `ways` how many there are beside that.
    """

    device: str
    types: tuple[str, ...]
    kernel: KernelDef
    places: tuple[Location, ...]
    through: str
    ways: int = 0


def lines(kernels: list[KernelDef], op: OpDef | None = None) -> list[Line]:
    """Kernels of the same device, class, place and rest on one line, with all their types.

    With the OpDef that is known it is said what of its types a kernel does not take that names none.
    """
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
            types[constraint_words(kernel, op)] = None
        places = tuple(sorted({one.location for one in group}))
        made.append(Line(group[0].device_type, tuple(types), group[0], places, *_through(group)))
    return sorted(
        made, key=lambda line: (_device_order(line.device), line.kernel.location.path, line.kernel.location.line)
    )


def _through(group: list[KernelDef]) -> tuple[str, int]:
    """The macros of kernels on one line, and how many other ways there are.

    Of names that differ in one place it is what they share: `TF_CALL_* > REGISTER_CPU`.
    """
    chains = [[step.macro for step in kernel.expansion] for kernel in group]
    if len({len(chain) for chain in chains}) > 1:
        return " > ".join(chains[0]), len({tuple(chain) for chain in chains}) - 1
    shared = []
    for names in zip(*chains, strict=True):
        first, last = min(names), max(names)
        same = next((at for at, pair in enumerate(zip(first, last, strict=False)) if pair[0] != pair[1]), len(first))
        shared.append(first if first == last else first[:same] + "*")
    return " > ".join(shared), 0


def constraint_words(kernel: KernelDef, op: OpDef | None = None) -> str:
    """A kernel's types: `float`, or `float/{int32, int64}` for two attrs; `any` without a constraint."""
    if not kernel.constraint:
        return _within_limit(kernel, op) if kernel.type_limit else "any"
    named = [[type_text(type_) for type_ in one.allowed_values] for one in kernel.constraint]
    if len(named) == 1:
        return ",".join(named[0])
    return "/".join([f"{{{', '.join(types)}}}" if len(types) > 1 else "".join(types) for types in named])


def _within_limit(kernel: KernelDef, op: OpDef | None) -> str:
    """Which types a kernel takes that names none where its device's are not all.

    `any` where these are all that the op allows, or else `any of the device's types (not int16, uint16)`.
    """
    attrs = [attr for attr in op.attr if attr.type in ("type", "list(type)")] if op else []
    left_out = {
        attr.name: [type_text(one) for one in attr.allowed_values or () if one not in kernel.type_limit]
        for attr in attrs
    }
    said = [
        f"{f'{name} ' if len(attrs) > 1 else ''}not {', '.join(types)}" for name, types in left_out.items() if types
    ]
    is_open = any(attr.allowed_values is None for attr in attrs)
    if not said and not is_open:
        return "any"
    return "any of the device's types" + (f" ({'; '.join(said)})" if said else "")


def _print_line(line: Line, screen: Screen) -> None:
    """The device and types, and below them where, which class, through which macros, and what is special."""
    kernel = line.kernel
    screen.print(screen.join(screen.text(line.device, "green"), f"  {_types(line)}"))
    rows = [("registered", _places(line, screen))]
    name = screen.text(_class(line), "bold")
    if kernel.kernel_class_location:
        name = screen.join(name, "  ", screen.place(kernel.kernel_class_location))
    rows.append(("class", name))
    if line.through:
        chain = screen.text(line.through, "magenta")
        if line.ways:
            chain = screen.join(chain, screen.text(f", and {counted(line.ways, 'other way')}", "dim"))
        rows.append(("through", chain))
    for title, words in _details(kernel):
        rows.append((title, screen.text(words)))
    screen.rows(rows, indent=2)


#: More lines of one file than this are counted.
LINES = 8


def _places(line: Line, screen: Screen) -> Text:
    """`path:569 :570 :571`, each linked to its own line."""
    words = screen.place(line.places[0])
    for place in line.places[1:LINES]:
        words = screen.join(words, " ", screen.linked(f":{place.line}", place, "cyan"))
    rest = len(line.places) - LINES
    return screen.join(words, screen.text(f" and {rest} more", "dim")) if rest > 0 else words


def _types(line: Line) -> str:
    attrs = "/".join([one.name for one in line.kernel.constraint])
    return (f"{attrs}: " if attrs else "") + types_text(line.types, ", ")


def _class(line: Line) -> str:
    if len(line.types) == 1:
        return line.kernel.kernel_class
    base, opened, _ = line.kernel.kernel_class.partition("<")
    return f"{base}<...>" if opened else base


def _details(kernel: KernelDef) -> list[tuple[str, str]]:
    found = []
    if kernel.label:
        found.append(("label", kernel.label))
    if kernel.priority:
        found.append(("priority", str(kernel.priority)))
    if kernel.host_memory_arg:
        found.append(("host memory", ", ".join(kernel.host_memory_arg)))
    if kernel.registry != "op_kernel":
        found.append(("registry", kernel.registry))
    if kernel.linked_into not in ("tensorflow", "source"):
        found.append(("library", kernel.linked_into or "none of this build"))
    return found


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
        line: Text = screen.join(head, screen.text(devices_text(one.elsewhere) or "none elsewhere", "green"))
        if one.op_def:
            where = screen.place(one.op_def.location)
            if len(line) + len(where) + 2 <= screen.width:
                line.append(" " * (screen.width - len(line) - len(where)))
                line.append_text(where)
        screen.print(line)
        for types in one.types:
            screen.print(screen.text(f"not on {one.device_type}: {missing_types_text(types)}", "yellow"), indent=2)
    if len(names) < len(results):
        screen.blank()
        screen.print(
            screen.text(f"{len(results) - len(names)} internal ops (names that begin with _) not shown", "dim")
        )
    device = results[0].device_type
    footer(answer, screen, _missing_counted(results, device))


def _missing_counted(results: tuple[MissingKernel, ...], device: str) -> str:
    without = sum(not one.types for one in results)
    with_some = len(results) - without
    of_type = any(not one.elsewhere for one in results)
    said = []
    if without and of_type:
        said.append(f"{without:,} {'op has' if without == 1 else 'ops have'} no kernel of this type on {device}")
    elif without:
        ops = "op has" if without == 1 else "ops have"
        said.append(f"{without:,} {ops} a kernel on another device and none on {device}")
    if with_some:
        ops = "op has" if with_some == 1 else "ops have"
        said.append(f"{with_some:,} {ops} some on {device}, and more types elsewhere")
    return "; ".join(said)
