"""`tfexplore annotate`."""

from __future__ import annotations

import sys

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.annotate import find_annotations
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.render import annotate as rendered

if TYPE_CHECKING:
    from tfexplore.answers.answer import Answer
    from tfexplore.index.store import Index


def run(request: Request) -> int:
    """Ask and show, or write a page."""
    output = request.value("--output")
    with request.index() as index:
        answer = find_annotations(index, request.words[0])
        if answer.answer == "found" and (output or request.on_terminal() or request.source()):
            answer = _with_text(request, index, answer)
        # Beside JSON on standard output there is no place for a page.
        if output is None or answer.answer == "not found" or (output == "-" and request.switch("--json")):
            return request.show(answer, rendered)
        page = rendered.markdown(answer, index.digest, request.value("--lang") or "en")
        if output == "-":
            sys.stdout.write(page)
            return 0
        from tfexplore.commands.writing import write_file

        write_file(output, page)
    if request.switch("--json"):
        from tfexplore.render.as_json import dumps, opening

        document = {**opening(answer.state, "annotate"), "query": [*answer.query], "results": [output]}
        sys.stdout.write(dumps({**document, "count": len(answer.results)}) + "\n")
    else:
        from tfexplore.render.plain import counted

        print(f"{counted(len(answer.results), 'note')} in {output}")
    return 0


def _with_text(request: Request, index: Index, answer: Answer) -> Answer:
    """The answer with the file's text, where a tree is at hand."""
    from tfexplore.answers.grads import SourceText
    from tfexplore.commands.tree_text import TreeText, complain, tree_at_hand

    tree = tree_at_hand(request.source(), answer.state)
    if tree is None:
        return answer
    path = str(answer.context[0])
    read = TreeText(index, tree)
    text = read.whole(path, [one.location for one in answer.results])  # type: ignore[attr-defined]
    complain(read, "annotate", request.source())
    return answer._replace(context=(*answer.context, SourceText(path, 1, text))) if text else answer


COMMAND = Command(
    name="annotate",
    summary="a source file with what is known of each line in the margin",
    run=run,
    operand="FILE",
    operand_help="a path of the tree, or the end of one (kernels/bias_op.cc)",
    least=1,
    options=(
        Option(
            "--source",
            "a checkout of the tree that the index is of, for the text beside the notes (default: $TFEXPLORE_SOURCE,"
            " the kept clone)",
            "DIR",
        ),
        Option("--output", "write a Markdown page, to standard output with -", "FILE", "-o"),
        Option("--lang", "the language of the page: en or zh", "LANG", choices=("en", "zh")),
    ),
    examples=(
        ("tfexplore annotate kernels/bias_op.cc", "what each line of a file registers, and through which macros"),
        ("tfexplore annotate nn_grad.py --json", "the notes alone, as JSON"),
        ("tfexplore annotate core/ops/nn_ops.cc -o nn_ops.md", "as a page of Markdown"),
    ),
)
