"""The reports on ops: a page an area."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.markdown import Page, code, link, place_link
from tfexplore.render.plain import macros
from tfexplore.render.report_pages import new_page
from tfexplore.render.terminal_kernels import lines
from tfexplore.spec_text import attr_text, signature, type_text, types_text, value_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.answers.reports import Area, Material, OpFacts
    from tfexplore.catalogue import Words
    from tfexplore.model import ArgDef, GradientFunction, KernelDef, OpDef

#: More Python names of an op than this are counted; the area of convolutions is written out in full.
NAMES = 6
IN_FULL = ("convolution",)


def file_name(area: Area) -> str:
    """The file of an area's page."""
    return f"ops-{area.key}.md"


def title(area: Area, say: Words) -> str:
    """The title of an area's page."""
    if area.key in ("convolution", "others"):
        return say(f"area-title-{area.key}")
    return say("area-title", name=area.key)


def areas(material: Material, say: Words) -> str:
    """The list of areas."""
    page = new_page(material, say, say("ops"))
    several = say("ops-intro", count=f"{len(material.ops):,}", pages=len(material.areas))
    page.paragraph(several if len(material.ops) != 1 else say("ops-intro-one"))
    rows = []
    for area in material.areas:
        files = say("files-many", count=len(area.files))
        if len(area.files) == 1:
            files = code(area.files[0])
        rows.append((link(title(area, say), file_name(area)), str(len(area.ops)), files))
    page.table((say("area"), say("area-ops"), say("area-files")), rows)
    return page.text()


def area_page(material: Material, area: Area, say: Words) -> str:
    """All ops of an area."""
    page = new_page(material, say, title(area, say))
    page.paragraph(say("area-intro", count=len(area.ops)) if len(area.ops) != 1 else say("area-intro-one"))
    if any(one.endpoints for one in area.ops):
        page.paragraph(say("area-python"))
    for one in area.ops:
        page.heading(2, one.op.name)
        if area.key in IN_FULL:
            _in_full(page, material, one, say)
        else:
            _in_short(page, material, one, say)
    return page.text(listed=2)


def _in_short(page: Page, material: Material, one: OpFacts, say: Words) -> None:
    op = one.op
    page.paragraph(" · ".join([code(signature(op)), *_about(material, one, say)]))
    parts = []
    if op.attr:
        parts.append(say("attrs", attrs=say("comma").join([code(attr_text(attr)) for attr in op.attr])) + say("stop"))
    parts += _rest(material, one, say)
    page.paragraph(say("gap").join(parts))
    kernel_table(page, material, one.kernels, say)


def _in_full(page: Page, material: Material, one: OpFacts, say: Words) -> None:
    op = one.op
    page.paragraph(code(signature(op)))
    page.paragraph(" · ".join(_about(material, one, say)))
    page.heading(3, say("op-inputs", op=op.name))
    page.table(
        (say("direction"), say("name"), say("type")),
        [
            (say(direction), code(arg.name), _arg(arg, op))
            for direction, args in (("input", op.input_arg), ("output", op.output_arg))
            for arg in args
        ],
    )
    if op.attr:
        page.heading(3, say("op-attrs", op=op.name))
        page.table(
            (say("name"), say("type"), say("default"), say("allowed"), say("minimum")),
            [
                (
                    code(attr.name),
                    code(attr.type),
                    code(value_text(attr.default_value, attr.type)) if attr.has_default else "",
                    ", ".join([code(type_text(value)) for value in attr.allowed_values or ()]),
                    "" if attr.minimum is None else str(attr.minimum),
                )
                for attr in op.attr
            ],
        )
    page.heading(3, say("op-kernels", op=op.name))
    page.paragraph(say("gap").join(_rest(material, one, say)))
    kernel_table(page, material, one.kernels, say)


def _arg(arg: ArgDef, op: OpDef) -> str:
    allowed = next((attr.allowed_values for attr in op.attr if attr.name == arg.type_attr), None)
    shown = type_text(arg.type) if arg.type else arg.type_attr or arg.type_list_attr or ""
    if arg.number_attr:
        shown = f"{arg.number_attr} * {shown}"
    if arg.is_ref:
        shown = f"Ref({shown})"
    types = ", ".join([code(type_text(value)) for value in allowed or ()])
    return f"{code(shown)}: {types}" if types else code(shown)


def _about(material: Material, one: OpFacts, say: Words) -> list[str]:
    op = one.op
    words = [say("registered-at", place=place_link(material.state, op.location))]
    if op.expansion:
        words.append(say("through", macros=code(macros(op.expansion))))
    if op.linked_into not in ("tensorflow", "source"):
        words.append(say("in-library", library=op.linked_into))
    if op.shape_fn:
        name = code(op.shape_fn)
        if op.shape_fn_location:
            name = place_link(material.state, op.shape_fn_location, name)
        words.append(say("shape-by", name=name))
    words += flags(op, say)
    return words


def flags(op: OpDef, say: Words) -> list[str]:
    """What is special about an op."""
    found = [
        say(f"flag-{word}")
        for word, holds in (
            ("stateful", op.is_stateful),
            ("commutative", op.is_commutative),
            ("aggregate", op.is_aggregate),
            ("uninitialized", op.allows_uninitialized_input),
        )
        if holds
    ]
    if op.deprecation_version is not None:
        found.append(say("flag-deprecated", version=op.deprecation_version))
    return found


def _rest(material: Material, one: OpFacts, say: Words) -> list[str]:
    """The Python names, the gradients, what no kernel takes."""
    parts = []
    names = []
    for endpoint in one.endpoints[:NAMES]:
        name = place_link(material.state, endpoint.location, code(endpoint.endpoint))
        # The v1 and the v2 of a name may be two functions, of which only one creates the op.
        if endpoint.endpoint in material.forked:
            name = say("aside", thing=name, aside=say("comma").join(endpoint.api_versions))
        names.append(name)
    more = len(one.endpoints) - NAMES
    if more > 0:
        names.append(say("and-more", count=more))
    wrapper = ""
    if one.wrapper is not None:
        wrapper = code(f"{one.wrapper.module.rpartition('.')[2]}.{one.wrapper.function}")
    if names and wrapper:
        parts.append(say("python-names-and-wrapper", names=say("comma").join(names), wrapper=wrapper))
    elif names:
        parts.append(say("python-names", names=say("comma").join(names)))
    elif wrapper:
        parts.append(say("python-wrapper", wrapper=wrapper))
    parts.append(_gradients(material, one.gradients, say))
    parts += untaken_texts(one, say)
    if not one.kernels:
        parts.append(say("no-kernel"))
    return parts


def _gradients(material: Material, found: Iterable[GradientFunction], say: Words) -> str:
    words = []
    for one in found:
        registry = {"python": "Python", "cc": "C++", "core": "function"}[one.registry]
        if one.registry == "core":
            registry = say("core")
        if one.function is None:
            link_ = place_link(material.state, one.registered, say("not-differentiable"))
        else:
            link_ = place_link(material.state, one.opened, code(one.function))
        words.append(say("aside", thing=link_, aside=registry))
    if not words:
        return say("gradient-none")
    return say("gradient-is", gradients=say("comma").join(words)) + say("stop")


def untaken_texts(one: OpFacts, say: Words) -> list[str]:
    """Sentences on the types that a device does not take, devices without any kernel left out."""
    has = {kernel.device_type for kernel in one.kernels}
    without: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
    for missing in one.declared:
        if has & {missing.device_type, "DEFAULT"}:
            without.setdefault((missing.attr, missing.type, missing.taken_by), []).append(missing.device_type)
    groups: dict[tuple[str, tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for (attr, type_, takers), devices in without.items():
        groups.setdefault((attr, tuple(devices), takers), []).append(type_text(type_))
    texts = []
    for (attr, on, takers), types in groups.items():
        key = "taken-by-none" if not takers else "taken-by" if len(takers) == 1 else "taken-by-many"
        by = say(key, devices=say("comma").join([code(taker) for taker in takers])) if takers else say(key)
        shown = code(f"{attr}={','.join(types)}")
        texts.append(say("untaken", device=say("or").join(on), types=shown, takers=by))
    return texts


def kernel_table(page: Page, material: Material, kernels: Iterable[KernelDef], say: Words) -> None:
    """Kernels, those that differ in their types only on one line."""
    rows = []
    for line in lines(list(kernels)):
        kernel = line.kernel
        base, opened, _ = kernel.kernel_class.partition("<")
        name = kernel.kernel_class if len(line.types) == 1 else base + ("<...>" if opened else "")
        shown = code(name)
        if kernel.kernel_class_location:
            shown = place_link(material.state, kernel.kernel_class_location, shown)
        places = place_link(material.state, line.places[0])
        if len(line.places) > 1:
            last = line.places[-1]
            places += f" – {place_link(material.state, last, code(f':{last.line}'))}"
        besides = []
        if kernel.label:
            besides.append(say("label", label=kernel.label))
        if kernel.priority:
            besides.append(say("priority", priority=kernel.priority))
        if kernel.host_memory_arg:
            besides.append(say("host-memory", args=say("comma").join([code(arg) for arg in kernel.host_memory_arg])))
        if kernel.linked_into not in ("tensorflow", "source"):
            besides.append(say("in-library", library=kernel.linked_into))
        types = types_text(line.types)
        through = code(line.through) if line.through else ""
        if line.ways:
            through = f"{through} {say('other-ways', count=line.ways)}"
        rows.append((code(line.device), code(types), shown, places, through, "; ".join(besides)))
    page.table((say("device"), say("types"), say("class"), say("registered"), say("macros"), say("special")), rows)
