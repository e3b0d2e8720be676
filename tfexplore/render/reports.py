"""The Markdown reports: pure functions of what was gathered and of a language's wording."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.catalogue import words
from tfexplore.render import report_ops, report_registries
from tfexplore.render.markdown import Page, code, link, mermaid_text, place_link
from tfexplore.render.report_pages import HOME, new_page, with_pages

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from tfexplore.answers.kernel_code import Used
    from tfexplore.answers.reports import Branch, Material, Step
    from tfexplore.catalogue import Words

#: The page of each topic; `ops` has one more for each area.
FILES = {
    "overview": HOME,
    "ops": "ops.md",
    "registration": "registration.md",
    "conv2d": "conv2d.md",
    "gradients": "gradients.md",
    "swig": "swig.md",
    "keras": "keras.md",
    "behaviours": "behaviours.md",
    "schema": "schema.md",
    "unresolved": "unresolved.md",
}


def reports(
    material: Material, language: str, topics: Collection[str], beside: Collection[str] = ()
) -> Iterator[tuple[str, str]]:
    """File names and texts of the reports on these topics; `beside` are the names of pages that they may lead to."""
    there = {*beside, *[FILES[topic] for topic in topics]}
    if "ops" in topics:
        there.update([report_ops.file_name(area) for area in material.areas])
    for name, text in _pages(material, language, topics):
        yield name, with_pages(text, there)


def _pages(material: Material, language: str, topics: Collection[str]) -> Iterator[tuple[str, str]]:
    """The pages as they are where every page is written."""
    say = words(language)
    if "overview" in topics:
        yield FILES["overview"], overview(material, say)
    if "ops" in topics:
        yield FILES["ops"], report_ops.areas(material, say)
        for area in material.areas:
            yield report_ops.file_name(area), report_ops.area_page(material, area, say)
    for topic, make in (
        ("registration", registration),
        ("conv2d", conv2d),
        ("gradients", report_registries.gradients),
        ("swig", report_registries.swig),
        ("keras", report_registries.keras),
        ("behaviours", report_registries.behaviours),
        ("schema", report_registries.schema),
        ("unresolved", report_registries.unresolved),
    ):
        if topic in topics:
            yield FILES[topic], make(material, say)


def overview(material: Material, say: Words) -> str:
    """How much there is, and where to read on."""
    state = material.state
    name = (state.repository or "").rstrip("/").removesuffix(".git").rpartition("/")[2] or "source tree"
    page = new_page(material, say, say("overview", name=f"{name} {state.tag or ''}".strip()), home=True)
    page.paragraph(say("overview-intro"))
    page.heading(2, say("overview-pages"))
    page.table(
        (say("page"), say("page-says")),
        [(link(say(topic), file), say(f"says-{topic}")) for topic, file in FILES.items() if topic != "overview"],
    )
    page.heading(2, say("overview-counts"))
    page.table((say("kind"), say("count")), _counts(material, say))
    page.heading(2, say("overview-chain"))
    page.paragraph(say("overview-chain-text"))
    page.mermaid(
        [
            "flowchart LR",
            f'  endpoint["{mermaid_text(say("chain-endpoint"))}"] --> wrapper["{mermaid_text(say("chain-wrapper"))}"]',
            f'  wrapper --> op["{mermaid_text(say("chain-op"))}"]',
            f'  op --> kernel["{mermaid_text(say("chain-kernel"))}"]',
            f'  kernel --> compute["{mermaid_text(say("chain-compute"))}"]',
            f'  op --> gradient["{mermaid_text(say("chain-gradient"))}"]',
            "  gradient --> op",
        ]
    )
    return page.text()


def _counts(material: Material, say: Words) -> list[tuple[str, str]]:
    rows = [(say("count-ops"), f"{len(material.ops):,}")]
    on_demand = sum(one.op.linked_into not in ("tensorflow", "source") for one in material.ops)
    rows.append((say("count-ops-on-demand"), f"{on_demand:,}"))
    rows += [(say("count-kernels", device=code(device)), f"{count:,}") for device, count in material.devices]
    for registry in ("python", "cc", "core"):
        count = sum(one.registry == registry and one.function is not None for one in material.gradients)
        rows.append((say(f"count-gradients-{registry}"), f"{count:,}"))
    rows += [
        (say("count-endpoints"), f"{material.endpoints:,}"),
        (say("count-swig"), f"{len(material.swig_names):,}"),
        (say("count-keras"), f"{len(material.keras):,}"),
        (say("count-claims"), f"{len(material.claims):,}"),
        (say("count-unresolved"), f"{len(material.unresolved):,}"),
    ]
    return [row for row in rows if row[1] != "0"]


def registration(material: Material, say: Words) -> str:
    """How an op and a kernel get into their registries."""
    page = new_page(material, say, say("registration"))
    page.paragraph(say("registration-intro"))
    page.heading(2, say("registration-op"))
    there = {step.key for step in material.registration if step.places}
    if {"macro", "receiver", "register", "locked", "finalize"} <= there:
        page.mermaid(
            [
                "sequenceDiagram",
                f"  participant S as {mermaid_text(say('picture-write'))}",
                "  participant B as OpDefBuilderWrapper",
                "  participant C as OpDefBuilderReceiver",
                "  participant R as OpRegistry",
                f"  Note over S,R: {mermaid_text(say('picture-static'))}",
                "  S->>B: REGISTER_OP .Input .Output .Attr .SetShapeFn",
                f"  B->>C: {mermaid_text(say('picture-convert'))}",
                "  C->>R: Register",
                f"  Note over S,R: {mermaid_text(say('picture-use'))}",
                "  Note over R: LookUpSlow, MustCallDeferred",
                "  R->>B: Finalize",
                "  B-->>R: OpDef",
            ]
        )
    _steps(page, material, material.registration, say)
    page.heading(2, say("registration-kernel"))
    _steps(page, material, material.kernel_steps, say)
    if material.conv2d is not None and material.conv2d.op_def is not None:
        op = material.conv2d.op_def
        kernels: dict[str, int] = {}
        for kernel in material.conv2d.kernels:
            kernels[kernel.device_type] = kernels.get(kernel.device_type, 0) + 1
        page.heading(2, say("registration-example"))
        page.paragraph(
            say(
                "registration-example-text",
                op=op.name,
                place=place_link(material.state, op.location),
                inputs=len(op.input_arg),
                outputs=len(op.output_arg),
                attrs=len(op.attr),
                kernels=say("comma").join([f"{count} × {code(device)}" for device, count in sorted(kernels.items())]),
            )
        )
    return page.text()


#: The steps with which a time begins: before `main`, on first use, when the wheel is built.
_TIMES = {"macro": "static", "kernel_macro": "static", "lookup": "use", "place": "run", "generate": "wheel"}


def _steps(page: Page, material: Material, steps: tuple[Step, ...], say: Words) -> None:
    entries: list[str] = []
    done = 0
    for step in steps:
        if step.key in _TIMES:
            page.items(entries, ordered=True, first=done + 1)
            done += len(entries)
            entries = []
            page.paragraph(say(f"time-{_TIMES[step.key]}"))
        where = say("comma").join([place_link(material.state, place) for place in step.places]) or say("step-absent")
        entries.append(say("step-line", name=code(step.name), where=where, says=say(f"step-{step.key}")))
    page.items(entries, ordered=True, first=done + 1)


def conv2d(material: Material, say: Words) -> str:
    """How Conv2D is computed."""
    page = new_page(material, say, say("conv2d"))
    shown = material.conv2d
    if shown is None or not shown.kernel_classes:
        page.paragraph(say("none"))
        return page.text()
    state = material.state
    main = shown.kernel_classes[0]
    compute = main.compute[0] if main.compute else None
    page.paragraph(
        say(
            "conv2d-intro",
            compute=place_link(state, compute.location, code(compute.name)) if compute else code(main.name),
        )
    )
    if material.branches:
        page.mermaid(_branch_picture(material, say))
        page.heading(2, say("conv2d-ways"))
    for branch in material.branches:
        _branch(page, material, branch, say)
    page.heading(2, say("conv2d-code"))
    page.paragraph(say("conv2d-code-text"))
    for one in shown.kernel_classes:
        devices = say("comma").join([code(device) for device in one.devices])
        title = place_link(state, one.location, code(one.name)) if one.location else code(one.name)
        lines = [f"* {say('aside', thing=title, aside=devices)}"]
        for method in one.compute:
            shown_ = place_link(state, method.location, code(method.name))
            lines.append(f"  * {say('aside', thing=shown_, aside=say('inherited')) if method.inherited else shown_}")
        for override in one.overrides:
            shown_ = place_link(state, override.location, code(override.name))
            called = say("called-by-inherited", name=code(override.called_by))
            lines.append(f"  * {say('aside', thing=shown_, aside=called)}")
        working = {method.name for method in one.compute}
        lines += _code_lines(material, tuple([used for used in one.uses if used.within in working]), 2, say)
        lines += _code_lines(material, tuple([used for used in one.uses if used.within not in working]), 1, say, True)
        page.paragraph("\n".join(lines))
    page.heading(2, say("conv2d-kernels"))
    report_ops.kernel_table(page, material, shown.kernels, say)
    return page.text()


def _code_lines(material: Material, found: tuple[Used, ...], depth: int, say: Words, within: bool = False) -> list[str]:
    """What is used, and below it what that uses; `within` says where, as no line above does."""
    lines = []
    for one in found:
        place = place_link(material.state, one.runs or one.location, code(one.defined))
        pause = say("pause")
        used = f"{pause}{say('branch-used')} {place_link(material.state, one.used)}" if one.used else ""
        if used and within:
            used += say("used-within", name=code(one.within))
        condition = f"{pause}{code('#if ' + one.condition)}" if one.condition else ""
        lines.append(f"{'  ' * depth}* {place}{used}{condition}")
        lines += _code_lines(material, one.uses, depth + 1, say)
    return lines


def _branch(page: Page, material: Material, branch: Branch, say: Words) -> None:
    page.heading(3, say(f"branch-{branch.key}"))
    parts = [say(f"branch-{branch.key}-text")]
    if branch.condition:
        held = {None: "", True: "-holds", False: "-fails"}[branch.holds]
        parts.append(say(f"branch-condition{held}", condition=branch.condition))
    if branch.claims:
        claims = []
        for one in branch.claims:
            claim = link(one.id, f"behaviours.md#{report_registries.claim_anchor(one.id)}")
            aside = [say(f"verdict-{one.verdict}")]
            aside += [place_link(material.state, part.location) for part in one.evidence[:1] if part.location]
            claims.append(say("aside", thing=claim, aside=say("pause").join(aside)))
        parts.append(say("branch-checked", claims=say("comma").join(claims)))
    page.paragraph(say("gap").join(parts))
    page.table(
        (say("branch-code"), say("branch-defined"), say("branch-used")),
        [
            (
                code(one.defined),
                place_link(material.state, one.runs or one.location),
                place_link(material.state, one.used) if one.used else "",
            )
            for one in branch.code
        ],
    )


def _branch_picture(material: Material, say: Words) -> list[str]:
    """The ways as a flow, those that the tree has."""
    keys = [branch.key for branch in material.branches]
    name = {key: mermaid_text(say(f"branch-{key}")) for key in keys}
    lines = ["flowchart TD", f'  start(["{mermaid_text(say("picture-compute"))}"])']
    before = "start"
    if "empty" in keys:
        lines.append(f'  {before} -->|{mermaid_text(say("picture-empty"))}| empty["{name["empty"]}"]')
    label = say("picture-cpu")
    for key in [key for key in keys if key in ("xsmm", "deep")]:
        lines.append(f'  {before} -->|{mermaid_text(label)}| {key}["{name[key]}"]')
        before, label = key, say("picture-declines")
    if "launch" in keys:
        lines.append(f'  {before} -->|{mermaid_text(label)}| launch["{name["launch"]}"]')
        before, label = "launch", say("picture-accepted")
    sizes = [key for key in keys if key in ("pointwise", "full", "spatial")]
    if sizes:
        lines.append(f'  {before} -->|{mermaid_text(label)}| filter{{"{mermaid_text(say("picture-filter"))}"}}')
    lines += [f'  filter -->|{mermaid_text(say(f"picture-{key}"))}| {key}["{name[key]}"]' for key in sizes]
    if "gpu" in keys:
        lines.append(f'  start -->|{mermaid_text(say("picture-gpu"))}| gpu["{name["gpu"]}"]')
    return lines
