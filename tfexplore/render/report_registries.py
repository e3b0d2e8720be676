"""The reports on gradients, SWIG, Keras, documented behaviours, schema against kernels, and what was not read."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.model import Location
from tfexplore.render.markdown import Page, code, escape, place_link, slug
from tfexplore.render.plain import clean
from tfexplore.render.report_pages import new_page
from tfexplore.spec_text import type_text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.answers.check import CheckedClaim
    from tfexplore.answers.reports import Material, OpFacts
    from tfexplore.catalogue import Words
    from tfexplore.model import GradientFunction, SwigFile, Unresolved

#: Places of use that are linked, rather than counted.
USES = 2

#: How the released binary differs is said in a table where it takes no more characters than this.
SHORT = 200

#: What the availability of a gradient says whose module nothing imports.
ON_IMPORT = "on import of the registering module"


def claim_anchor(claim: str) -> str:
    """The anchor of a claim's heading."""
    return slug(claim)


def _op_places(material: Material) -> dict[str, OpFacts]:
    return {one.op.name: one for one in material.ops}


def gradients(material: Material, say: Words) -> str:
    """The three registries side by side."""
    page = new_page(material, say, say("gradients"))
    page.paragraph(say("gradients-intro"))
    by_op: dict[str, dict[str, GradientFunction]] = {}
    for one in material.gradients:
        by_op.setdefault(one.op, {}).setdefault(one.registry, one)
    # A registration asks for no op: some are for labels, or for ops that only other builds have.
    known = {one.op.name for one in material.ops}
    nameless = {op: found for op, found in by_op.items() if op not in known}
    with_function = {
        op: found for op, found in by_op.items() if op in known and any(one.function for one in found.values())
    }
    lazy = [one for one in material.gradients if _is_lazy(one)]
    head = (say("op"), say("python"), say("cc"), say("core"), say("calls"), say("inputs"))
    if with_function:
        page.heading(2, say("gradients-table"))
        legend = [say("gradients-legend")]
        if lazy:
            title = say("gradients-lazy")
            legend.append(say("gradients-legend-lazy", title=title, anchor=slug(title)))
        page.paragraph(say("gap").join(legend))
        page.table(head, [_gradient_row(material, op, with_function[op], say) for op in sorted(with_function)])
    none = [op for op in sorted(by_op) if op in known and op not in with_function]
    if none:
        page.heading(2, say("gradients-not"))
        links = []
        for op in none:
            found = by_op[op].values()
            shown = place_link(material.state, next(iter(found)).registered, code(op))
            links.append(_marked(shown, all(_is_lazy(one) for one in found), say))
        page.paragraph(say("comma").join(links) + say("stop"))
    if nameless:
        page.heading(2, say("gradients-nameless"))
        page.paragraph(say("gradients-nameless-text"))
        page.table(head, [_gradient_row(material, op, nameless[op], say) for op in sorted(nameless)])
    if lazy:
        page.heading(2, say("gradients-lazy"))
        page.paragraph(say("gradients-lazy-text"))
        page.table(
            (say("op"), say("python"), say("availability")),
            [
                (
                    code(one.op),
                    place_link(
                        material.state, one.opened, code(one.function) if one.function else say("not-differentiable")
                    ),
                    say("on-import") if one.availability == ON_IMPORT else code(one.availability or ""),
                )
                for one in lazy
            ],
        )
    missing = [one.op.name for one in material.ops if one.op.name not in by_op]
    if missing:
        page.heading(2, say("gradients-missing"))
        page.paragraph(say("gradients-missing-text", count=f"{len(missing):,}"))
        page.paragraph(say("comma").join([code(name) for name in sorted(missing)]) + say("stop"))
    return page.text()


def _is_lazy(one: GradientFunction) -> bool:
    return bool(one.availability) and one.availability != "import tensorflow"


def _marked(shown: str, lazy: bool, say: Words) -> str:
    return say("aside", thing=shown, aside=say("on-demand")) if lazy else shown


def _gradient_row(material: Material, op: str, found: dict[str, GradientFunction], say: Words) -> tuple[str, ...]:
    cells = []
    for registry in ("python", "cc", "core"):
        one = found.get(registry)
        if one is None:
            cells.append("")
            continue
        shown = say("not-differentiable")
        if one.function:
            shown = place_link(material.state, one.opened, code(one.function))
        cells.append(_marked(shown, _is_lazy(one), say))
    python = found.get("python")
    told = next((one for one in (python, found.get("cc"), found.get("core")) if one and one.calls), None)
    calls = ", ".join([code(call) for call in told.calls]) if told else ""
    inputs = say("pause").join([say(f"gradient-of-{one}") for one in python.input_gradients]) if python else ""
    return (code(op), *cells, calls, inputs)


def swig(material: Material, say: Words) -> str:
    """What SWIG and pybind11 give to Python."""
    page = new_page(material, say, say("swig"))
    page.paragraph(say("swig-intro", files=f"{len(material.swig_files):,}", names=f"{len(material.swig_names):,}"))
    if material.swig_files:
        page.heading(2, say("swig-files"))
        page.table(
            (say("file"), say("kind"), say("included")),
            [
                (code(one.path), say(f"kind-of-{one.kind}"), place_link(material.state, _included(one)))
                for one in material.swig_files
            ],
        )
    if material.swig_names:
        page.heading(2, say("swig-names"))
        exposed = []
        for name in material.swig_names:
            uses = [place_link(material.state, place) for place in name.used_by[:USES]]
            if len(name.used_by) > USES:
                uses.append(say("and-more", count=len(name.used_by) - USES))
            said = name.directive
            by = say(f"exposed-{said}") if said in ("declaration", "generated") else code(said)
            if name.directive_location:
                by = place_link(material.state, name.directive_location, by)
            exposed.append(
                (
                    code(name.name),
                    say(f"kind-of-{name.kind}"),
                    code(name.cname) if name.cname and name.cname != name.name else "",
                    place_link(material.state, name.declared) if name.declared else "",
                    place_link(material.state, name.defined) if name.defined else "",
                    by,
                    ", ".join(uses),
                )
            )  # fmt: skip
        page.table(
            (
                say("name"),
                say("kind"),
                say("cname"),
                say("declared"),
                say("defined"),
                say("exposed-by"),
                say("used-by"),
            ),
            exposed,
        )
    if material.swig_unreachable:
        page.heading(2, say("swig-unreachable"))
        page.table(
            (say("file"), say("target"), say("where")),
            [
                (
                    code(one.path),
                    code(one.target) if one.target else "",
                    place_link(material.state, one.location) if one.location else "",
                )
                for one in material.swig_unreachable
            ],
        )
    if material.pybind:
        page.heading(2, say("swig-pybind"))
        page.table(
            (say("name"), say("where"), say("says")),
            [
                (code(one.name), place_link(material.state, one.location), ", ".join([code(n) for n in one.names]))
                for one in material.pybind
            ],
        )
    return page.text()


def _included(file: SwigFile) -> Location | None:
    """Where a file is brought in; nowhere for the root."""
    if file.included_by is None or file.included_at is None:
        return None
    return Location(file.included_by, file.included_at, file.included_at)


def keras(material: Material, say: Words) -> str:
    """Keras preprocessing."""
    page = new_page(material, say, say("keras"))
    page.paragraph(say("keras-intro"))
    modes = [one for one in material.keras if one.mode]
    if modes:
        page.heading(2, say("keras-modes"))
        page.paragraph(say("keras-modes-text"))
        page.table(
            (say("endpoint"), say("mode"), say("implemented")),
            [(code(one.endpoint), code(one.mode or ""), place_link(material.state, one.implemented)) for one in modes],
        )
    if material.keras:
        page.heading(2, say("keras-names"))
        page.table(
            (say("endpoint"), say("kind"), say("signature"), say("declared"), say("implemented")),
            [
                (
                    code(one.endpoint),
                    say(f"kind-of-{one.kind}"),
                    code(one.signature) if one.signature else "",
                    place_link(material.state, one.declared),
                    _implemented(material, one.implemented),
                )
                for one in material.keras
            ],
        )
    return page.text()


def _implemented(material: Material, place: Location) -> str:
    if place.package:
        return code(f"{place.package} {place.version}/{place.path}:{place.line}".replace(" /", "/"))
    return place_link(material.state, place)


def behaviours(material: Material, say: Words) -> str:
    """Every claim with its verdict."""
    page = new_page(material, say, say("behaviours"))
    page.paragraph(say("behaviours-intro"))
    if not material.claims:
        return page.text()
    counts = {
        verdict: sum(one.verdict == verdict for one in material.claims) for verdict in ("holds", "differs", "fails")
    }
    elsewhere = sum(one.verdict == "not located" for one in material.claims)
    more = say("behaviours-not-located", count=elsewhere) if elsewhere else ""
    page.paragraph(say("behaviours-counts", **counts) + more)
    by_op: dict[str, list[CheckedClaim]] = {}
    for one in material.claims:
        by_op.setdefault(one.op, []).append(one)
    for op, claims in by_op.items():
        page.heading(2, op)
        page.table(
            (say("claim"), say("verdict"), say("says")),
            [
                (
                    f"[{code(one.id)}](#{claim_anchor(one.id)})",
                    say(f"verdict-{one.verdict.replace(' ', '-')}"),
                    _said(one, say),
                )
                for one in claims
            ],
        )
        for one in claims:
            _claim(page, material, one, say)
    return page.text(listed=2)


def statement(claim: CheckedClaim, say: Words) -> str:
    """What a claim says, in the language of the report where it has that."""
    try:
        return say(f"claim-{claim.id}")
    except KeyError:
        return claim.statement


def _otherwise(claim: CheckedClaim, say: Words) -> str:
    """What the released binary does where it does otherwise, or why a check failed; else nothing."""
    if claim.verdict in ("holds", "not located"):
        return ""
    try:
        how = say(f"differs-{claim.id}")
    except KeyError:
        how = claim.detail
    return say("in-the-binary", how=escape(how)) if how else ""


def _said(claim: CheckedClaim, say: Words) -> str:
    """A claim in a table: what it says and, where that is short, how the binary differs."""
    said, how = escape(statement(claim, say)), _otherwise(claim, say)
    return f"{said}{say('stop')}{say('gap')}{how}" if 0 < len(how) <= SHORT else said


def _claim(page: Page, material: Material, claim: CheckedClaim, say: Words) -> None:
    page.heading(3, claim.id)
    said = escape(statement(claim, say))
    page.paragraph(f"{said}{say('stop')} **{say('verdict-' + claim.verdict.replace(' ', '-'))}**")
    how = _otherwise(claim, say)
    if how:
        page.paragraph(how)
    entries = []
    for one in claim.evidence:
        if one.location:
            entries.append(f"{place_link(material.state, one.location, whole=True)}: {escape(one.within)}")
        elif one.external:
            entries.append(f"{code(one.path)}: {escape(one.within)}")
    page.items(entries)


def schema(material: Material, say: Words) -> str:
    """Where OpDefs and kernels disagree."""
    page = new_page(material, say, say("schema"))
    page.paragraph(say("schema-intro"))
    rows = []
    for one in material.ops:
        devices = {kernel.device_type for kernel in one.kernels}
        groups: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        for missing in one.declared:
            if missing.device_type in devices:
                key = (missing.device_type, missing.attr, missing.taken_by)
                groups.setdefault(key, []).append(type_text(missing.type))
        for (device, attr, takers), types in groups.items():
            rows.append(
                (
                    place_link(material.state, one.op.location, code(one.op.name)),
                    device,
                    code(attr),
                    ", ".join([code(type_) for type_ in types]),
                    ", ".join([code(taker) for taker in takers]) or say("none"),
                )
            )
    if rows:
        page.heading(2, say("schema-untaken"))
        page.paragraph(say("schema-untaken-text"))
        page.table((say("op"), say("without"), say("attr"), say("types"), say("takers")), sorted(rows))
    _beyond(page, material, say)
    page.heading(2, say("schema-orphan"))
    if material.kernels_without_op:
        page.table(
            (say("op"), say("device"), say("class"), say("registered")),
            [
                (code(one.op), one.device_type, code(one.kernel_class), place_link(material.state, one.location))
                for one in material.kernels_without_op
            ],
        )
    else:
        page.paragraph(say("schema-orphan-text"))
    without = [one for one in material.ops if not one.kernels]
    if without:
        page.heading(2, say("schema-none"))
        page.paragraph(say("schema-none-text", count=f"{len(without):,}"))
        page.paragraph(_names(material, without, say))
    cpu_only = [one for one in material.ops if _cpu_only(one)]
    if cpu_only:
        page.heading(2, say("schema-cpu-only"))
        page.paragraph(say("schema-cpu-only-text", count=f"{len(cpu_only):,}"))
        page.paragraph(_names(material, cpu_only, say))
    return page.text()


def _beyond(page: Page, material: Material, say: Words) -> None:
    rows = []
    for one in material.ops:
        allowed = {attr.name: attr.allowed_values for attr in one.op.attr if attr.allowed_values is not None}
        for kernel in one.kernels:
            for constraint in kernel.constraint:
                types = allowed.get(constraint.name)
                extra = [type_ for type_ in constraint.allowed_values if types is not None and type_ not in types]
                if extra:
                    rows.append(
                        (
                            code(one.op.name),
                            kernel.device_type,
                            code(constraint.name),
                            ", ".join([code(type_text(type_)) for type_ in extra]),
                            place_link(material.state, kernel.location),
                        )
                    )
    page.heading(2, say("schema-beyond"))
    if rows:
        page.table((say("op"), say("device"), say("attr"), say("types"), say("registered")), sorted(set(rows)))
    else:
        page.paragraph(say("schema-beyond-text"))


def _cpu_only(one: OpFacts) -> bool:
    devices = {kernel.device_type for kernel in one.kernels if kernel.registry == "op_kernel"}
    return "CPU" in devices and not devices & {"GPU", "DEFAULT"}


def _names(material: Material, found: Iterable[OpFacts], say: Words) -> str:
    names = sorted([one.op.name for one in found])
    by_name = _op_places(material)
    links = [place_link(material.state, by_name[name].op.location, code(name)) for name in names]
    return say("comma").join(links) + say("stop")


def unresolved(material: Material, say: Words) -> str:
    """The census of what could not be read."""
    page = new_page(material, say, say("unresolved"))
    page.paragraph(say("unresolved-intro"))
    if not material.unresolved:
        page.paragraph(say("unresolved-zero"))
    linked = [one for one in material.unresolved if one.linked_into is not None]
    # Nothing links a module of Python, whether it is shipped or not.
    others = [one for one in material.unresolved if one.linked_into is None]
    python = [one for one in others if one.location.path.endswith(".py")]
    others = [one for one in others if one not in python]
    for key, found in (("unresolved-linked", linked), ("unresolved-python", python), ("unresolved-others", others)):
        if found:
            page.heading(2, say(key))
            if key == "unresolved-python":
                page.paragraph(say("unresolved-python-text"))
            page.table(
                (say("macro"), say("where"), say("expression"), say("reason"), say("relates")),
                [_unresolved_row(material, one, say) for one in found],
            )
    return page.text()


def _reason(reason: str, say: Words) -> str:
    """Why a site was not read, in the language of the report where it has that; a quoted part stays what it is."""
    before, opened, rest = reason.partition(" '")
    quoted, closed, after = rest.rpartition("'")
    for key, fields in ((reason, {}), (f"{before} '…'{after}" if opened and closed else "", {"quoted": quoted})):
        try:
            return say(f"reason-{key}", **fields)
        except KeyError:
            continue
    return reason


def _unresolved_row(material: Material, one: Unresolved, say: Words) -> tuple[str, ...]:
    return (
        code(one.macro),
        place_link(material.state, one.location),
        code(one.text) if one.text else "",
        escape(clean(_reason(one.reason, say))),
        code(one.relates) if one.relates else "",
    )
