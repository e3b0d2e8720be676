"""`tfexplore show`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.show import find_shown
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.render import show as rendered

if TYPE_CHECKING:
    from tfexplore.answers.answer import Answer
    from tfexplore.answers.show import Shown
    from tfexplore.index.store import Index
    from tfexplore.model import Location

#: Excerpts shown at once, and lines of one.
EXCERPTS = 12
LINES = 60


def run(request: Request) -> int:
    """Ask and show."""
    with request.index() as index:
        answer = find_shown(index, request.words[0], request.switch("--all"))
        if request.switch("--source-text") and answer.results:
            answer = _with_texts(request, index, answer)
        status = request.show(answer, rendered)
        _note_revision(request, answer)
        return status


def _note_revision(request: Request, answer: Answer) -> None:
    """Say so where an address is of another revision than the index: its line may be another there."""
    if "://" not in request.words[0]:
        return
    from tfexplore.answers.names import revision_named

    revision = revision_named(request.words[0])
    state = answer.state
    if revision and revision != state.tag and not (len(revision) > 6 and (state.commit or "").startswith(revision)):
        import sys

        from tfexplore.render.plain import clean

        sys.stdout.flush()
        about = state.tag or (state.commit or "another tree")[:12]
        said = f"the address is of {clean(revision)}, and what is said is of that line in {about}"
        print(f"tfexplore show: {said}", file=sys.stderr)


def _with_texts(request: Request, index: Index, answer: Answer) -> Answer:
    """The answer with excerpts of the source; raises `UsageError` where no tree is at hand."""
    from tfexplore.answers.grads import SourceText
    from tfexplore.commands.tree_text import TreeText, complain, tree_at_hand

    tree = tree_at_hand(request.source(), answer.state)
    if tree is None:
        from tfexplore.errors import UsageError

        raise UsageError("--source-text needs a tree: name one with --source DIR, or make a clone with tfexplore index")
    read = TreeText(index, tree)
    texts = []
    for place in _places(answer.results[0])[:EXCERPTS]:  # type: ignore[arg-type]
        text = read.lines(place._replace(end_line=min(place.end_line, place.line + LINES - 1)))
        if text:
            texts.append(SourceText(place.path, place.line, text))
    complain(read, "show", request.source())
    return answer._replace(context=(*answer.context, *texts))


def _places(shown: Shown) -> list[Location]:
    """What is worth reading of an op, in the order of the chain."""
    op = shown.op_def
    found: list[Location | None] = []
    if op is not None:
        found += [op.location, op.shape_fn_location]
    for one in shown.kernel_classes:
        found += [method.location for method in one.compute if not method.inherited]
        found += [used.runs or used.location for used in one.uses if used.kind == "class"]
    found += [gradient.location for gradient in shown.gradients if gradient.function]
    return list(dict.fromkeys([place for place in found if place is not None]))


COMMAND = Command(
    name="show",
    summary="all about one op: Python names, OpDef, kernels and their code, gradients, claims",
    run=run,
    operand="NAME",
    operand_help="an op, a Python name (a method of a public class too),"
    " a generated function, a kernel class, a functor, or a place (nn_ops.cc:329;"
    " nn_ops.cc:329-340, nn_ops.cc#L329 or an address with it)",
    least=1,
    options=(
        Option("--source-text", "print the excerpts too, from --source or the clone that is kept"),
        Option("--source", "a checkout of the tree that the index is of (default: $TFEXPLORE_SOURCE)", "DIR"),
        Option("--all", "also what no shipped library links: tests, examples, other builds"),
    ),
    examples=(
        ("tfexplore show Conv2D", "from tf.nn.conv2d to the functor that computes it"),
        ("tfexplore show conv_ops.cc:570", "the op that a line belongs to"),
        ("tfexplore show MaxPoolingOp --json", "by its kernel class, as JSON"),
    ),
)
