"""How the answers of `tfexplore doctor` look, and the words for why and what now."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import permalink, place, row
from tfexplore.spec_text import constraint_text, type_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.diagnosing.reason import NearKernel
    from tfexplore.answers.doctor import Diagnosis
    from tfexplore.model import Location, MessageSite
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Reason, op, device, types, the statement, its function, explanation, advice, permalink, the message."""
    for one in _results(answer):
        location = one.site.location if one.site else None
        yield row(
            (
                one.reason,
                one.op or "",
                one.device_type or "",
                ",".join(one.dtypes),
                place(location),
                one.site.function if one.site else "",
                explanation(one),
                advice(one),
                permalink(answer.state, location),
                " ".join(one.message.split())[:200],
            )
        )


def as_json(one: Diagnosis) -> Json:
    """The object of one message."""
    from tfexplore.render.as_json import location
    from tfexplore.render.kernels import kernel_def

    raised_by = None
    if one.site:
        raised_by = {**(location(one.site.location) or {}), **_site(one.site)}
        if one.template is not None:
            raised_by["template"] = one.template
    return {
        "message": one.message,
        "exception": one.exception or None,
        "line": one.line,
        "raised_by": raised_by,
        "values": list(one.values),
        "certain": one.site is not None and not one.leading,
        "also_raised_by": [{**(location(site.location) or {}), **_site(site)} for site in one.others],
        "op": one.op,
        "node": one.node,
        "device_type": one.device_type,
        "dtypes": list(one.dtypes),
        "attrs": dict(one.attrs),
        "candidates": list(one.candidates),
        "op_location": location(one.op_def.location) if one.op_def else None,
        "guard": {"condition": one.guard[0], "location": location(one.guard[1])} if one.guard else None,
        "nearest": [
            {
                **kernel_def(near.kernel),
                "failed": [
                    {"name": failure.name, "wanted": failure.wanted, "allowed_values": list(failure.allowed)}
                    for failure in near.failed
                ],
            }
            for near in one.nearest
        ],
        "reason": one.reason,
        "explanation": explanation(one),
        "advice": advice(one),
    }


def _site(site: MessageSite) -> Json:
    return {"kind": site.kind, "error": site.error or None, "function": site.function or None}


def _results(answer: Answer) -> tuple[Diagnosis, ...]:
    return answer.results  # type: ignore[return-value]


def failed_text(near: NearKernel) -> str:
    """Which constraints of a kernel did not hold: `T=int32 is not among half, float`."""
    words = []
    for failure in near.failed:
        allowed = ", ".join([type_text(one) for one in failure.allowed if one]) or "none"
        if failure.name == "device_type":
            words.append(f"is for {allowed}, not for {failure.wanted}")
        elif failure.name == "label":
            words.append(f"has the label {allowed!r}, not {failure.wanted!r}")
        else:
            words.append(f"{failure.name}={type_text(failure.wanted)} is not among {allowed}")
    return "; ".join(words)


def explanation(one: Diagnosis) -> str:
    """Why, as far as the source tells."""
    return doubt(one) if one.leading and one.reason in ("kernel_restriction", "other") else _certain(one)


def doubt(one: Diagnosis) -> str:
    """That several statements say the same, and which of them are likeliest."""
    assert one.site is not None
    first = f"{place(one.site.location)}{_ops_there(one.leading[0])}"
    rest = [
        f"{place(site.location)}{_ops_there(count)}" for site, count in zip(one.others, one.leading[1:], strict=False)
    ]
    more = f" and {len(rest) - DOUBTS} more" if len(rest) > DOUBTS else ""
    likely = "likeliest, as most ops lead there" if one.leading[0] > max(one.leading[1:], default=0) else "first"
    return (
        f"{len(one.leading)} statements say this, and nothing in the message tells which it was. The {likely}:"
        f" {first}; then {', '.join(rest[:DOUBTS])}{more}."
    )


#: Places named of those that say the same.
DOUBTS = 3


def _ops_there(count: int) -> str:
    return f" ({count} op{'s' if count != 1 else ''})" if count else ""


def _certain(one: Diagnosis) -> str:
    op = one.op or "the op"
    types = ", ".join([type_text(type_) for type_ in one.dtypes])
    if one.reason == "dtype_not_in_op_def":
        where = f" (registered at {place(one.op_def.location)})" if one.op_def else ""
        text = f"The OpDef of {op}{where} does not allow {types or 'this type'}: no kernel on any device could take it."
        others = [name for name in one.candidates if name != one.op]
        if others:
            text += f" The message fits {', '.join(others[:5])} as well."
        return text
    if one.reason == "no_kernel":
        if one.nearest:
            failed = failed_text(one.nearest[0])
            text = f"{op} is registered, and none of its kernels fits"
            return (
                f"{text}: the nearest, at {place(one.nearest[0].kernel.location)}, {failed}." if failed else text + "."
            )
        return f"{op} is registered, and no kernel for it."
    if one.reason == "label":
        known = sorted({near.kernel.label for near in one.nearest})
        wanted = dict(one.attrs).get("_kernel", "")
        return f"The kernels of {op} have the labels {known}, and {wanted!r} was asked for."
    if one.reason == "device_not_available":
        return f"The device that was asked for{_device(one)} is not among those of this process."
    if one.reason == "not_in_this_build" and one.guard:
        what = "a kernel for " if one.op_def else ""
        return f"The source registers {what}{op} only where {one.guard[0]} holds ({place(one.guard[1])}); not here."
    if one.reason == "not_in_this_build":
        return (
            f"The source registers {op} under a condition that does not hold for this build ({place(_op_place(one))})."
        )
    if one.reason == "library_not_loaded":
        library = one.op_def.linked_into if one.op_def else None
        library = library or next((g.availability for g in one.gradients if g.availability), None)
        return f"{op} is registered by {library or 'another library'}, which this process has not loaded."
    if one.reason == "unknown_op":
        return f"Nothing in this source registers {op}."
    if one.reason == "no_gradient":
        return f"Nobody registers a gradient for {op} in Python."
    if one.reason == "not_differentiable":
        declared = next((g for g in one.gradients if g.function is None), None)
        if declared:
            return f"{op} is declared not differentiable at {place(declared.registered)}."
        return "No path of differentiable ops leads there."
    if one.reason == "kernel_restriction" and one.site:
        return f"The types and the device are fine; the kernel itself refuses at {place(one.site.location)}."
    return f"Raised at {place(one.site.location)}." if one.site else ""


def advice(one: Diagnosis) -> str:
    """What can be done."""
    op = one.op or "the op"
    if one.reason == "dtype_not_in_op_def":
        allowed: tuple[str, ...] = ()
        for attr in one.op_def.attr if one.op_def else ():
            if attr.allowed_values and not set(one.dtypes) <= set(attr.allowed_values):
                allowed = attr.allowed_values
                break
        return f"Cast the input to one of: {', '.join([type_text(type_) for type_ in allowed])}." if allowed else ""
    if one.reason == "no_kernel":
        devices = sorted({near.kernel.device_type for near in one.nearest})
        if one.nearest and any(failure.name == "device_type" for failure in one.nearest[0].failed):
            return f"Place {op} on {' or '.join(devices)}, or allow soft placement (ConfigProto.allow_soft_placement)."
        return f"Cast to a type that a kernel takes: tfexplore kernels {op}" if one.op else ""
    if one.reason == "label":
        return "Remove the kernel label map, or register a kernel with that label."
    if one.reason == "device_not_available":
        return "Use a device that is available, or allow soft placement (ConfigProto.allow_soft_placement)."
    if one.reason == "not_in_this_build":
        return "Build TensorFlow with the option that enables it, or use another op."
    if one.reason == "library_not_loaded":
        library = (one.op_def.linked_into if one.op_def else None) or ""
        module = library.partition("/python/")[0].removeprefix("tensorflow/").replace("/", ".")
        return (
            f"Import tensorflow.{module} before the graph is loaded." if module else f"Load the library of {op} first."
        )
    if one.reason == "unknown_op":
        return "Load the library that registers it (tf.load_op_library), or look for its name in another release."
    if one.reason == "no_gradient":
        return f"Register one with tf.RegisterGradient, or keep {op} out of the path (tf.stop_gradient)."
    if one.reason == "not_differentiable":
        return "Compute the loss from differentiable ops only."
    if one.leading and one.op is None and one.reason in ("kernel_restriction", "other"):
        return "Paste what stands around it: the op or node that it is for ([Op:...], [[node ...]]), or the traceback."
    if one.reason == "kernel_restriction":
        return f"Read the condition there, and what else runs: tfexplore kernels {op}" if one.op else ""
    return ""


def _device(one: Diagnosis) -> str:
    return f" ({one.device_type})" if one.device_type else ""


def _op_place(one: Diagnosis) -> Location | None:
    return one.op_def.location if one.op_def else None


def terminal(answer: Answer, screen: Screen) -> None:
    """Each message: why, where it is raised, the nearest kernels, what can be done."""
    from tfexplore.render.terminal import footer

    for number, one in enumerate(_results(answer)):
        if number:
            screen.blank()
        first = " ".join(one.message.split())
        screen.print(screen.text(f"{one.exception}: {first}"[:300] if one.exception else first[:300], "bold"))
        screen.blank()
        screen.print(screen.join(screen.text("why     ", "dim"), screen.text(explanation(one))))
        told = advice(one)
        if told:
            screen.print(screen.join(screen.text("what now ", "dim"), screen.text(told)))
        if one.site:
            words = screen.join(
                screen.text("raised? " if one.leading else "raised  ", "dim"), screen.place(one.site.location)
            )
            screen.print(screen.join(words, screen.text(f"  {one.site.kind} {one.site.function}", "dim")))
            for site in one.others[: max(len(one.leading) - 1, 0)]:
                words = screen.join(screen.text("     or ", "dim"), screen.place(site.location))
                screen.print(screen.join(words, screen.text(f"  {site.kind} {site.function}", "dim")))
        if one.template:
            screen.print(screen.join(screen.text("says    ", "dim"), screen.text(one.template)))
        for near in one.nearest:
            kernel = near.kernel
            takes = f"{kernel.device_type} {constraint_text(kernel.constraint)}"
            head = screen.join(screen.text("kernel  ", "dim"), screen.text(takes))
            screen.print(screen.join(head, "  ", screen.place(kernel.location)))
            if near.failed:
                screen.print(screen.text(failed_text(near), "yellow"), indent=8)
    count = len(answer.results)
    footer(answer, screen, "1 message" if count == 1 else f"{count} messages")
