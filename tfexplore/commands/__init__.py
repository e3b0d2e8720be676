"""The commands of the command line, one module each, loaded when used.

A module has a `COMMAND` (see `declare.py`) whose `run` asks one answer and shows it. `ORDER` is what `--help` lists.
"""

from __future__ import annotations

ORDER = (
    "show", "path", "annotate", "ops", "kernels", "grads", "api", "keras", "swig",
    "check", "verify", "diff", "doctor", "log", "report", "index", "completion",
)  # fmt: skip
