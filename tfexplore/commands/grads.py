"""`tfexplore grads`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.grads import NO_SUCH_OP, find_chain, find_gradients, find_missing
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.errors import UsageError
from tfexplore.render import grads as rendered

if TYPE_CHECKING:
    from tfexplore.answers.answer import Answer
    from tfexplore.index.store import Index

#: Functions whose text is shown at once; more would bury the answer.
TEXTS = 4


def run(request: Request) -> int:
    """Ask and show."""
    unlinked = request.switch("--all")
    file = request.value("--file")
    chosen = [flag for flag in ("--missing", "--chain", "--file") if request.switch(flag)]
    if len(chosen) > 1:
        raise UsageError(f"{chosen[0]} and {chosen[1]} are two questions; ask one at a time")
    if request.switch("--chain") and not request.words:
        raise UsageError("--chain needs an op; try: tfexplore grads --chain MaxPool")
    with request.index() as index:
        if request.switch("--missing"):
            answer = request.ask(lambda words: find_missing(index, words, unlinked), index)
        elif request.switch("--chain"):
            answer = request.ask(lambda words: find_chain(index, words, unlinked), index)
        else:
            answer = request.ask(lambda words: find_gradients(index, words, file, unlinked), index)
        if request.source() or (request.on_terminal() and request.words):
            answer = _with_texts(request, index, answer)
        status = request.show(answer, rendered)
    if answer.answer != NO_SUCH_OP:
        return status
    if not request.switch("--json") and not request.on_terminal():
        import sys

        from tfexplore.render.plain import not_found

        print(f"tfexplore grads: {not_found(answer)}", file=sys.stderr)
    return 1


def _with_texts(request: Request, index: Index, answer: Answer) -> Answer:
    """The answer with the functions' texts, where a tree is at hand and there are few of them."""
    from tfexplore.answers.grads import SourceText
    from tfexplore.model import GradientFunction

    functions = [one for one in answer.results if isinstance(one, GradientFunction) and one.function is not None]
    if not functions or len(functions) > TEXTS:
        return answer
    from tfexplore.commands.tree_text import TreeText, complain, tree_at_hand

    tree = tree_at_hand(request.source(), answer.state)
    if tree is None:
        return answer
    read = TreeText(index, tree)
    texts = []
    for place in dict.fromkeys([one.location for one in functions]):
        text = read.lines(place)
        if text:
            texts.append(SourceText(place.path, place.line, text))
    complain(read, "grads", request.source())
    return answer._replace(context=(*answer.context, *texts))


COMMAND = Command(
    name="grads",
    summary="gradients of an op in all three registries, and what they create",
    run=run,
    operand="OP...",
    operand_help="names of ops, matched as in `tfexplore ops`",
    options=(
        Option("--file", "registered in a file that matches", "PATH"),
        Option("--missing", "ops without a gradient in any registry"),
        Option("--chain", "follow the gradient's own ops: can they be differentiated again?"),
        Option("--source", "a tree to show functions from (default: $TFEXPLORE_SOURCE, the kept clone)", "DIR"),
        Option("--all", "also what the wheel does not ship or link: tests, examples, other builds"),
    ),
    examples=(
        ("tfexplore grads Sin", "what each registry answers"),
        ("tfexplore grads --file math_grad.py", "what a file registers"),
        ("tfexplore grads --chain MaxPool", "MaxPool, its gradient's op, that op's gradient ..."),
    ),
)
