"""The answers of `tfexplore grads` on a terminal."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.grads import NO_SUCH_OP, ChainStep, OpGradients, SourceText
from tfexplore.render.grads import NOT_READ, created
from tfexplore.render.plain import counted
from tfexplore.render.terminal import footer, missing

if TYPE_CHECKING:
    from rich.text import Text

    from tfexplore.answers.answer import Answer
    from tfexplore.model import GradientFunction
    from tfexplore.render.terminal import Screen

#: Up to this many ops each get a block; more get one line a gradient.
BLOCKS = 8

_REGISTRIES = {"python": "Python", "cc": "C++", "core": "function"}
_STYLES = {"found": "green", "not differentiable": "yellow", "no gradient registered": "red"}


def show(answer: Answer, screen: Screen) -> None:
    """Blocks for a few ops, lines for many; a chain as a tree."""
    if answer.answer == NO_SUCH_OP:
        missing(answer, screen)
        return
    if answer.results and isinstance(answer.results[0], ChainStep):
        _chain(answer, screen)
        return
    if answer.results and isinstance(answer.results[0], OpGradients):
        _without(answer.results, screen)  # type: ignore[arg-type]
        footer(answer, screen, f"{counted(len(answer.results), 'op')} without a gradient in any registry")
        return
    texts = {(one.path, one.line): one.text for one in answer.context if isinstance(one, SourceText)}
    blocks = [one for one in answer.context if isinstance(one, OpGradients)]
    if blocks and len(blocks) <= BLOCKS:
        for position, one in enumerate(blocks):
            if position:
                screen.blank()
            _block(one, texts, screen)
    else:
        _lines(answer.results, screen)  # type: ignore[arg-type]
    gradients = len(answer.results)
    footer(answer, screen, counted(gradients, "registration"))


def _block(one: OpGradients, texts: dict[tuple[str, int], str], screen: Screen) -> None:
    screen.print(screen.join(screen.text(one.op, "bold"), "  ", screen.text(one.answer, _STYLES.get(one.answer, ""))))
    if not one.gradients:
        if one.op_def:
            screen.print(screen.join(screen.text("the op  ", "dim"), screen.place(one.op_def.location)), indent=2)
        return
    for gradient in sorted(one.gradients, key=lambda gradient: gradient.registry != "python"):
        name = gradient.function or "declared not differentiable"
        screen.print(
            screen.join(
                screen.text(f"{_REGISTRIES.get(gradient.registry, gradient.registry):<9}", "green"),
                screen.text(name, "bold" if gradient.function else "yellow"),
                screen.text(f"  {_available(gradient)}", "dim"),
            ),
            indent=2,
        )
        screen.print(screen.place(gradient.opened), indent=11)
        if gradient.registered != gradient.location and gradient.idiom not in ("decorator", "not_differentiable"):
            screen.print(screen.join(screen.text("registered ", "dim"), screen.place(gradient.registered)), indent=11)
        if created(gradient):
            screen.print(screen.join(screen.text("creates ", "dim"), created(gradient)), indent=11)
        if gradient.input_gradients:
            screen.print(screen.join(screen.text("inputs ", "dim"), _inputs(one, gradient, screen)), indent=11)
        text = texts.get((gradient.location.path, gradient.location.line))
        if text:
            _source(gradient, text, screen)


def _inputs(one: OpGradients, gradient: GradientFunction, screen: Screen) -> Text:
    parts: list[Text | str] = []
    names = [argument.name for argument in one.op_def.input_arg] if one.op_def else []
    for position, word in enumerate(gradient.input_gradients):
        name = names[position] if position < len(names) else str(position)
        style = {"tensor": "green", "none": "yellow"}.get(word, "dim")
        parts += [", " if position else "", f"{name}: ", screen.text("None" if word == "none" else word, style)]
    return screen.join(*parts)


def _available(gradient: GradientFunction) -> str:
    if gradient.registry == "python":
        return gradient.availability or "not shipped"
    return "" if gradient.linked_into in ("tensorflow", "source") else gradient.linked_into or "not linked"


def _source(gradient: GradientFunction, text: str, screen: Screen) -> None:
    """The text of the function, highlighted where there are colours."""
    from rich.syntax import Syntax

    lexer = "python" if gradient.registry == "python" else "cpp"
    screen.blank()
    if screen.colour:
        shown = Syntax(
            text,
            lexer,
            theme="ansi_dark",
            line_numbers=True,
            start_line=gradient.location.line,
            background_color="default",
        )
        screen.print(shown)
    else:
        for number, line in enumerate(text.splitlines(), gradient.location.line):
            screen.print(screen.text(f"{number:>5} {line.expandtabs(2)}"))


def _lines(results: tuple[GradientFunction, ...], screen: Screen) -> None:
    column = min(max((len(one.op) for one in results), default=0), max(screen.width // 3, 12))
    for one in results:
        head = screen.text(one.op.ljust(column + 2), "bold")
        name = screen.text(one.function or "not differentiable", "" if one.function else "yellow")
        line = screen.join(head, screen.text(f"{_REGISTRIES.get(one.registry, one.registry)}  ", "green"), name)
        where = screen.place(one.opened)
        if len(line) + len(where) + 2 <= screen.width:
            line.append(" " * (screen.width - len(line) - len(where)))
            line.append_text(where)
        screen.print(line)


def _without(results: tuple[OpGradients, ...], screen: Screen) -> None:
    column = max(len(one.op) for one in results)
    for one in results:
        line = screen.text(one.op.ljust(column + 2), "bold")
        where = screen.place(one.op_def.location if one.op_def else None)
        if len(line) + len(where) <= screen.width:
            line.append_text(where)
        screen.print(line)


def _chain(answer: Answer, screen: Screen) -> None:
    for step in answer.results:
        assert isinstance(step, ChainStep)
        arrow = "" if not step.order else "└ "
        seen = screen.text("  (above)" if step.seen else "", "dim")
        function = screen.text(f"  {step.function}" if step.function and not step.seen else "", "dim")
        screen.print(
            screen.join(
                screen.text("  " * step.order + arrow, "dim"),
                screen.text(step.op, "bold"),
                "  ",
                screen.text("differentiable" if step.answer == "found" else step.answer, _STYLES.get(step.answer, "")),
                function,
                seen,
            )
        )
        if not step.seen:
            _created(step, screen)
    footer(answer, screen, counted(len({step.op for step in answer.results if isinstance(step, ChainStep)}), "op"))


def _created(step: ChainStep, screen: Screen) -> None:
    """What the gradient of an op creates, and which of that is no further step and why."""
    indent = 2 * step.order + 4
    if step.unread:
        screen.print(screen.text(f"which ops its gradient creates is {NOT_READ}", "dim"), indent=indent)
        return
    if not step.calls:
        return
    screen.print(screen.join(screen.text("creates ", "dim"), ", ".join(step.calls)), indent=indent)
    by_answer: dict[str, list[str]] = {}
    for op, word in step.left_out:
        by_answer.setdefault("differentiable" if word == "found" else word, []).append(op)
    parts = [f"{', '.join(ops)} ({word})" for word, ops in by_answer.items()]
    if parts:
        why = "only ops made for gradients are followed"
        screen.print(screen.text(f"left out: {', '.join(parts)}, as {why}", "dim"), indent=indent)
