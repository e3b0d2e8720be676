"""What a document says that flags of XLA are by default: "`tf_xla_clustering_debug` defaults to `false`".

The file that names the flag sets it once, before it is parsed: `flags->tf_xla_min_cluster_size = 4`, or
`options.set_xla_backend_optimization_level(3)`.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.environment import DEFAULTS, Environment

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.verifying.valued import Written
    from tfexplore.answers.verifying.verdicts import Verdict

#: Where flags of XLA and of its bridge are defined.
FILES = ("compiler/jit/flags.cc", "compiler/xla/debug_options_flags.cc")
_SET = r"(?:\b{0}\s*=(?!=)\s*([^;=]{{1,80}});|\bset_{0}\(\s*([^;()]{{1,80}})\s*\)\s*;)"


class Flags(Environment):
    """The checks of flags' defaults in a document's text."""

    name = re.compile(r"`(?:--)?(?P<name>(?:tf_)?xla_[a-z0-9_]{3,60})`", re.A)

    def unexplained(self) -> set[str]:
        """The flags that only a tree's text can explain."""
        found = {match["name"] for _, line, _ in self.lines(DEFAULTS) for match in self.name.finditer(line)}
        return {name for name in found if not self.known.knows(name)}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default of a flag that is another."""
        for number, line, defaults in self.lines(DEFAULTS):
            if line.lstrip().startswith("|"):
                yield from self.row(line, number, defaults)
            yield from self.told(line, number)

    def files(self, name: str, number: int) -> list[str]:
        """The files that may set a flag: those around its name, and those that define such flags."""
        found = [path for file in FILES for path in self.known.resolve(file)]
        return list(dict.fromkeys([*super().files(name, number), *found]))

    def read_with(self, name: str, unset: bool, paths: Iterable[str]) -> Iterator[Written]:
        """Where a file that names a flag sets it, where that is just once."""
        compiled = re.compile(_SET.format(re.escape(name)).encode())
        for path in paths:
            text = b"\n".join(self.known.lines(path)) if path.endswith((".cc", ".h")) else b""
            found = list(compiled.finditer(text)) if b'"%b"' % name.encode() in text else []
            if len(found) == 1:
                value = (found[0][1] or found[0][2]).decode("utf-8", "replace").strip()
                yield path, text.count(b"\n", 0, found[0].start()) + 1, value
