"""How the answers of `tfexplore grads` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.grads import ChainStep, OpGradients
from tfexplore.render.plain import permalink, place, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.model import GradientFunction
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Op, registry, function, place, availability or library, idiom, ops it creates, inputs, registration, permalink.

    The place is the function's own line. What of a gradient in C++ could not be read follows behind `not read`.
    An op without a gradient: op, the answer, place of the op. Of a chain: order, op, answer, function, from which op,
    the ops that the gradient creates, those of them that are followed, and what is left out with its own answer.
    """
    for one in answer.results:
        if isinstance(one, ChainStep):
            yield _step(one)
        elif isinstance(one, OpGradients):
            yield _missing(one, answer)
        else:
            yield _gradient(one, answer)  # type: ignore[arg-type]
    for entry in answer.context:
        if isinstance(entry, OpGradients) and not entry.gradients:
            yield _missing(entry, answer)


#: What stands for the ops that a gradient creates where its body is not read.
NOT_READ = "not read"


def created(gradient: GradientFunction) -> str:
    """The ops that a gradient creates, and what could not be read; empty where it creates none, or is no function."""
    if not gradient.is_read:
        return NOT_READ
    calls = ", ".join(gradient.calls)
    return f"{calls}; {NOT_READ}: {', '.join(gradient.unread)}" if gradient.unread else calls


def _step(one: ChainStep) -> str:
    left_out = ",".join([f"{op}: {answer}" for op, answer in one.left_out])
    creates = NOT_READ if one.unread else ",".join(one.calls)
    followed = ",".join(one.followed)
    return row((str(one.order), one.op, one.answer, one.function or "", one.source, creates, followed, left_out))


def _gradient(gradient: GradientFunction, answer: Answer) -> str:
    return row(
        (
            gradient.op,
            gradient.registry,
            gradient.function or "not differentiable",
            place(gradient.opened),
            gradient.availability or gradient.linked_into or "",
            gradient.idiom,
            created(gradient).replace(", ", ","),
            ",".join(gradient.input_gradients),
            place(gradient.registered),
            permalink(answer.state, gradient.opened),
        )
    )


def _missing(one: OpGradients, answer: Answer) -> str:
    location = one.op_def.location if one.op_def else None
    return row((one.op, one.answer, place(location), permalink(answer.state, location)))


def as_json(result: GradientFunction | OpGradients | ChainStep) -> Json:
    """A gradient's object; that of an op without one, or of a step of a chain."""
    if isinstance(result, ChainStep):
        return {
            "op": result.op,
            "order": result.order,
            "created_by_gradient_of": result.source or None,
            "answer": result.answer,
            "function": result.function,
            "calls": None if result.unread else list(result.calls),
            "followed": list(result.followed),
            "left_out": [{"op": op, "answer": answer} for op, answer in result.left_out],
        }
    if isinstance(result, OpGradients):
        from tfexplore.render.as_json import location

        op = result.op_def
        return {
            "op": result.op,
            "answer": result.answer,
            "linked_into": op.linked_into if op else None,
            "location": location(op.location if op else None),
        }
    return gradient_function(result)


def gradient_function(gradient: GradientFunction) -> Json:
    """A gradient's object."""
    from tfexplore.render.as_json import location

    return {
        "op": gradient.op,
        "registry": gradient.registry,
        "function": gradient.function,
        "location": location(gradient.location),
        "def_line": gradient.def_line,
        "registered": location(gradient.registered),
        "idiom": gradient.idiom,
        "availability": gradient.availability,
        "linked_into": gradient.linked_into,
        "calls": list(gradient.calls) if gradient.is_read else None,
        "input_gradients": list(gradient.input_gradients) if _inputs_told(gradient) else None,
        "partial": gradient.partial,
        "unread": list(gradient.unread),
    }


def _inputs_told(gradient: GradientFunction) -> bool:
    """Whether it is told what a gradient gives the inputs of its op: in C++ that is not read."""
    return gradient.function is None or gradient.registry == "python"


def terminal(answer: Answer, screen: Screen) -> None:
    """Each registry's answer for a few ops; many gradients as one line each."""
    from tfexplore.render.terminal_grads import show

    show(answer, screen)
