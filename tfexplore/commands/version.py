"""`tfexplore --version`."""

from __future__ import annotations

import sys

from tfexplore import __version__
from tfexplore.commands.declare import Command, parse
from tfexplore.index.store import SCHEMA_VERSION

_COMMAND = Command("version", "versions", lambda request: 0, options=())


def version(words: list[str]) -> int:
    """The tool, the index, what the index is about, and the digest of its facts."""
    request = parse(_COMMAND, [word for word in words if word != "--version"])
    with request.index() as index:
        state = index.state
        known = {
            "tfexplore": __version__,
            "index": index.path,
            "layout": str(SCHEMA_VERSION),
            "repository": state.repository,
            "tag": state.tag,
            "commit": state.commit,
            "build": state.build,
            "linkage": state.linkage,
            "digest": index.digest,
        }
    if request.switch("--json"):
        from tfexplore.render.as_json import SCHEMA, dumps

        sys.stdout.write(dumps({"schema": SCHEMA, **known}) + "\n")
        return 0
    # A path is one word, which a person can only copy whole: a long one gets a line of its own.
    width = 80 if sys.stdout.isatty() else 0
    for key, value in known.items():
        line = f"{key:<11} {value or '-'}"
        sys.stdout.write(f"{key}\n  {value}\n" if 0 < width < len(line) else f"{line}\n")
    return 0
