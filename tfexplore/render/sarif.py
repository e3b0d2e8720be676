"""SARIF 2.1.0: wrong citations as the results that continuous integration shows beside a document's lines."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from tfexplore.answers.answer import Answer
    from tfexplore.answers.verifying.verdicts import Verdict

#: What makes the status 1 is an error: a view of errors alone must show why a check failed.
_LEVEL = {"not found": "error", "moved": "error", "differs": "error"}


def document(answer: Answer) -> str:
    """The whole log as text."""
    import json

    verdicts: tuple[Verdict, ...] = answer.results  # type: ignore[assignment]
    rules = [
        {"id": kind.replace(" ", "-"), "shortDescription": {"text": f"a citation that is {kind}"}} for kind in _LEVEL
    ]
    results = [
        {
            "ruleId": one.verdict.replace(" ", "-"),
            "level": _LEVEL[one.verdict],
            "message": {"text": _message(one)},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": one.document},
                        "region": {"startLine": one.line, "startColumn": one.column},
                    }
                }
            ],
        }
        for one in verdicts
        if one.verdict in _LEVEL
    ]
    run: dict[str, object] = {"tool": {"driver": {"name": "tfexplore", "rules": rules}}, "results": results}
    if answer.unresolved:
        notes = [
            {
                "level": "warning",
                "message": {"text": f"{one.text}: {one.reason}"},
                "locations": [
                    {
                        "physicalLocation": {
                            "artifactLocation": {"uri": one.location.path},
                            "region": {"startLine": one.location.line, "endLine": one.location.end_line},
                        }
                    }
                ],
            }
            for one in answer.unresolved
        ]
        run["invocations"] = [{"executionSuccessful": True, "toolExecutionNotifications": notes}]
    log = {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [run],
    }
    return json.dumps(log, indent=1, ensure_ascii=False) + "\n"


def _message(one: Verdict) -> str:
    text = f"{one.text}: {one.verdict}"
    if one.detail:
        text += f" ({one.detail})"
    if one.suggestions:
        text += f"; nearest: {', '.join(one.suggestions)}"
    return text
