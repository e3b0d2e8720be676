"""How the answers of `tfexplore api` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.members import Member
from tfexplore.model import GeneratedWrapper
from tfexplore.render.plain import permalink, place, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.model import Endpoint, OpUse
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Endpoint, API versions, function, place, ops (`Op` direct, `Op<via<via` through), deprecated, permalink.

    A method of a class is such a row as well, without versions, and says what overrides it where it creates no op. Of a
    generated function: op, `module.function`, arguments, exports, deprecated.
    """
    for one in answer.results:
        if isinstance(one, GeneratedWrapper):
            yield row(
                (
                    one.op,
                    f"{one.module}.{one.function}",
                    ",".join(one.args),
                    ",".join(one.exports),
                    "deprecated" if one.deprecated else "",
                )
            )
            continue
        if isinstance(one, Member):
            uses = " ".join([use_text(use) for use in one.ops])
            link = permalink(answer.state, one.location)
            said = f"method of {one.endpoint.endpoint}"
            if one.overridden:
                said += f"; overridden by {', '.join([method.function for method in one.overridden])}"
            yield row((one.name, "", one.function, place(one.location), uses, said, link))
            continue
        endpoint: Endpoint = one  # type: ignore[assignment]
        yield row(
            (
                endpoint.endpoint,
                ",".join(endpoint.api_versions),
                endpoint.function,
                place(endpoint.location),
                " ".join([use_text(use) for use in endpoint.ops]),
                "deprecated" if endpoint.deprecated else "",
                permalink(answer.state, endpoint.location),
            )
        )


def use_text(use: OpUse) -> str:
    """`Conv2D`, or `Conv2D<helper<_inner` for one that is created by way of functions, the nearest to the op last."""
    return use.op if use.how == "direct" else "<".join((use.op, *reversed(use.via)))


def as_json(result: Endpoint | GeneratedWrapper | Member) -> Json:
    """An endpoint's object, a generated function's, or a method's."""
    if isinstance(result, Member):
        from tfexplore.render.as_json import location

        return {
            "name": result.name,
            "method_of": result.endpoint.endpoint,
            "api_versions": list(result.endpoint.api_versions),
            "function": result.function,
            "location": location(result.location),
            "ops": [{"op": use.op, "how": use.how, "via": list(use.via)} for use in result.ops],
            "overridden_by": [
                {"function": one.function, "location": location(one.location)} for one in result.overridden
            ],
        }
    if isinstance(result, GeneratedWrapper):
        return {
            "op": result.op,
            "module": result.module,
            "function": result.function,
            "args": list(result.args),
            "exports": list(result.exports),
            "deprecated": result.deprecated,
        }
    return endpoint(result)


def endpoint(one: Endpoint) -> Json:
    """An endpoint's object."""
    from tfexplore.render.as_json import location

    return {
        "endpoint": one.endpoint,
        "api_versions": list(one.api_versions),
        "function": one.function,
        "location": location(one.location),
        "ops": [{"op": use.op, "how": use.how, "via": list(use.via)} for use in one.ops],
        "deprecated": one.deprecated,
    }


def terminal(answer: Answer, screen: Screen) -> None:
    """A few endpoints with the ops behind them; many as one line each."""
    from tfexplore.render.terminal_api import show

    show(answer, screen)
