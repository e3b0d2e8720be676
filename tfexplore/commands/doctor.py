"""`tfexplore doctor`."""

from __future__ import annotations

import sys

from tfexplore.commands.declare import Command, Request
from tfexplore.commands.pasted import SOURCE, pasted, template_reader


def run(request: Request) -> int:
    """Ask and show."""
    from tfexplore.answers.doctor import diagnose
    from tfexplore.render import doctor as rendered

    text = pasted(request)
    query = tuple([word[:200] for word in request.words])
    with request.index() as index:
        answer = diagnose(index, text, query, template_reader(request, index.state))
        if answer.answer == "not found" and not request.switch("--json"):
            state = index.state
            print(f"tfexplore doctor: the text names nothing that {state.tag or 'this source'} raises", file=sys.stderr)
            return 1
        return request.show(answer, rendered)


COMMAND = Command(
    name="doctor",
    summary="an error message: the line that raised it, why, and what can be done",
    run=run,
    operand="MESSAGE...",
    operand_help="the message, a file that holds it (a traceback, a log), or - for standard input",
    options=(SOURCE,),
    examples=(
        ("tfexplore doctor \"Op type not registered 'Resampler' in binary running on vm\"", "why, and what to import"),
        ("python train.py 2>&1 | tfexplore doctor", "every error of a run"),
    ),
)
