"""How the answers of `tfexplore doctor` look; its words are in `doctor_words.py`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.doctor_words import advice, explanation, failed_text
from tfexplore.render.plain import permalink, place, row
from tfexplore.spec_text import constraint_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.answers.doctor import Diagnosis
    from tfexplore.model import MessageSite
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
        if one.through is not None:
            raised_by["through"] = location(one.through.location)
    return {
        "message": one.message,
        "exception": one.exception or None,
        "line": one.line,
        "raised_by": raised_by,
        "values": list(one.values),
        "certain": one.certain,
        "also_raised_by": [{**(location(site.location) or {}), **_site(site)} for site in one.others],
        "op": one.op,
        "node": one.node,
        "device_type": one.device_type,
        "dtypes": list(one.dtypes),
        "attrs": dict(one.attrs),
        "candidates": list(one.candidates),
        "candidates_by": one.owners.how or None,
        "op_location": location(one.op_def.location) if one.op_def else None,
        "guard": {"condition": one.guard[0], "location": location(one.guard[1])} if one.guard else None,
        "unlinked": location(one.unlinked),
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
        "kernel_devices": list(one.kernel_devices),
        "placement": {
            "asked": one.placement.asked or None,
            "available": list(one.placement.there),
            "lacking": one.placement.lacking or None,
        },
        "taken": [
            {"name": failure.name, "wanted": failure.wanted, "allowed_values": list(failure.allowed)}
            for failure in one.taken
        ],
        "topic": one.topic.name or None,
        "refused_for": one.refused_for or None,
        "public_names": list(dict.fromkeys([named.endpoint for named in one.beside])),
        "reason": one.reason,
        "explanation": explanation(one),
        "advice": advice(one),
    }


def _site(site: MessageSite) -> Json:
    return {"kind": site.kind, "error": site.error or None, "function": site.function or None}


def _results(answer: Answer) -> tuple[Diagnosis, ...]:
    return answer.results  # type: ignore[return-value]


#: A message is shown up to here.
_SHOWN = 300


def terminal(answer: Answer, screen: Screen) -> None:
    """Each message: why, where it is raised, the nearest kernels, what can be done."""
    from tfexplore.render.terminal import footer

    for number, one in enumerate(_results(answer)):
        if number:
            screen.blank()
        first = " ".join(one.message.split())
        first = f"{one.exception}: {first}" if one.exception else first
        screen.print(screen.text(_cut(first), "bold"))
        screen.blank()
        rows = [("why", screen.text(explanation(one)))]
        told = advice(one)
        if told:
            rows.append(("what now", screen.text(told)))
        if one.site:
            rows.append(("raised?" if one.leading else "raised", _raised(screen, one.site)))
            rows += [("or", _raised(screen, site)) for site in one.others[: max(len(one.leading) - 1, 0)]]
        if one.through:
            rows.append(("through", screen.place(one.through.location)))
        if one.template:
            rows.append(("says", screen.text(one.template)))
        fitting = [near for near in one.nearest if not near.failed] if one.reason == "other_release" else one.nearest
        for near in fitting:
            kernel = near.kernel
            takes = f"{kernel.device_type} {constraint_text(kernel.constraint)}  "
            rows.append(("kernel", screen.join(screen.text(takes), screen.place(kernel.location))))
            if near.failed:
                rows.append(("kernel", screen.text(failed_text(near), "yellow")))
        screen.rows(rows)
    count = len(answer.results)
    footer(answer, screen, "1 message" if count == 1 else f"{count} messages")


def _raised(screen: Screen, site: MessageSite) -> Text:
    return screen.join(screen.place(site.location), screen.text(f"  {site.kind} {site.function}", "dim"))


def _cut(message: str) -> str:
    """A message as it is shown: cut between words, and said to be."""
    if len(message) <= _SHOWN:
        return message
    return message[:_SHOWN].rpartition(" ")[0].rstrip() + " …"
