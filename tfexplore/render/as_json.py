"""The JSON of `docs/json.md`: one document, one result a line."""

from __future__ import annotations

import json

from tfexplore._record import TYPE_CHECKING
from tfexplore.render.plain import permalink_template

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from tfexplore.answers.answer import Answer
    from tfexplore.model import ExpansionStep, Location, SourceState, Unresolved

    Json = dict[str, Any]

SCHEMA = "tfexplore/1"


def document(answer: Answer, encode: Callable[[Any], Json]) -> Iterable[str]:
    """The document in pieces; `encode` turns one result of the command into an object."""
    head = {**opening(answer.state, answer.command), "query": list(answer.query), "answer": answer.answer}
    yield dumps(head)[:-1]
    yield ', "results": ['
    separator = "\n"
    for result in answer.results:
        yield separator + dumps(encode(result))
        separator = ",\n"
    yield "\n]" if answer.results else "]"
    tail: Json = {
        "nearest": [{"name": near.name, "kind": near.kind} for near in answer.nearest],
        "unresolved": [unresolved(one) for one in answer.unresolved],
    }
    if answer.notes:
        tail["notes"] = list(answer.notes)
    yield ",\n" + dumps(tail)[1:] + "\n"


def opening(state: SourceState, command: str) -> Json:
    """What every document about an index begins with."""
    return {
        "schema": SCHEMA,
        "source": source(state),
        "build": state.build,
        "linkage": state.linkage,
        "command": command,
    }


def source(state: SourceState) -> Json:
    """The `source` object."""
    return {
        "repository": state.repository,
        "tag": state.tag,
        "commit": state.commit,
        "permalink": permalink_template(state),
    }


def location(place: Location | None) -> Json | None:
    """A location, or null."""
    if place is None:
        return None
    made: Json = {"path": place.path, "line": place.line, "end_line": place.end_line}
    if place.package:
        made["package"] = place.package
        made["version"] = place.version
    return made


def expansion(steps: tuple[ExpansionStep, ...]) -> list[Json]:
    """The macros on the way, outermost first."""
    return [
        {"macro": step.macro, "defined": location(step.defined), "invoked": location(step.invoked)} for step in steps
    ]


def unresolved(one: Unresolved) -> Json:
    """A site that could not be read."""
    return {"macro": one.macro, "text": one.text, "reason": one.reason, "location": location(one.location)}


def _finite(value: Any) -> Any:
    """JSON has no infinity: such a float is the word that protobuf's text format has for it."""
    if isinstance(value, float) and (value != value or value in (float("inf"), float("-inf"))):
        return "nan" if value != value else "inf" if value > 0 else "-inf"
    if isinstance(value, dict):
        return {key: _finite(one) for key, one in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(one) for one in value]
    return value


def dumps(value: Any) -> str:
    """One line of JSON."""
    try:
        return json.dumps(value, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), allow_nan=False)
