"""What a document says that flags of XLA are by default: "`tf_xla_clustering_debug` defaults to `false`".

The file that names the flag sets it once, before it is parsed: `flags->tf_xla_min_cluster_size = 4`, or
`options.set_xla_backend_optimization_level(3)`.

A flag that is written with its dashes (`--tf_xla_min_cluster_size=4`) is wrong where no file has the name.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.environment import DEFAULTS, Environment
from tfexplore.answers.verifying.names import Names
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tfexplore.answers.verifying.valued import Written
    from tfexplore.answers.verifying.verdicts import Verdict

#: Where flags of XLA and of its bridge are defined.
FILES = ("compiler/jit/flags.cc", "compiler/xla/debug_options_flags.cc")
#: A flag as it is given, with its value perhaps.
_GIVEN = regex(r"`--(?P<name>(?:tf_)?xla_[a-z0-9_]{3,60})(?:=[\w.,/-]{0,40})?`", re.A)
#: Flags of a document that files have, for each that none has.
TIMES = 2
#: Flags of a document that all files are searched for, at most.
MOST_FLAGS = 200
#: A word that may be a flag.
_FLAG = regex(r"(?<![A-Za-z0-9_./])(?:tf_)?xla_[a-z0-9_]{3,60}(?![\w./(:])", re.A)
_SET = r"(?:\b{0}\s*=(?!=)\s*([^;=]{{1,80}});|\bset_{0}\(\s*([^;()]{{1,80}})\s*\)\s*;)"


class Flags(Environment):
    """The checks of flags' defaults in a document's text."""

    name = regex(r"`(?:--)?(?P<name>(?:tf_)?xla_[a-z0-9_]{3,60})`", re.A)

    def unexplained(self) -> set[str]:
        """The flags that only a tree's text can explain."""
        lines = [line for _, line, _ in self.lines(DEFAULTS)]
        found = {match["name"] for line in lines for match in self.name.finditer(line)}
        if len(self._flags) <= MOST_FLAGS and any(_GIVEN.search(line) is not None for line in lines):
            found |= self._flags
        return {name for name in found if not self.known.knows(name)}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every default of a flag that is another."""
        for number, line, defaults in self.lines(DEFAULTS):
            if line.lstrip().startswith("|"):
                yield from self.row(line, number, defaults)
            yield from self.told(line, number)
            for given in _GIVEN.finditer(line):
                yield from self._given(given, number)

    @cached_property
    def _flags(self) -> frozenset[str]:
        """The words of the document's text that may be flags."""
        return frozenset(name for _, line in self.page.prose_lines for name in _FLAG.findall(line))

    @cached_property
    def _strange(self) -> int:
        """How many of them no file has."""
        return sum(not (self.known.knows(name) or self.known.somewhere(name)) for name in self._flags)

    @cached_property
    def _names(self) -> Names:
        return Names(self.page)

    def _given(self, given: re.Match[str], number: int) -> Iterator[Verdict]:
        """A verdict on a flag that no file has, in a document whose other flags files have."""
        name, at = given["name"], given.start("name")
        if (
            len(self._flags) > MOST_FLAGS
            or self.known.knows(name)
            or self.known.somewhere(name) != ""
            or name in self.page.own
        ):
            return
        if len(self._flags) - self._strange < TIMES * self._strange:
            return
        line = self.page.text_lines[number - 1]
        said = Citation("symbol", name, number, at + 1, name, in_code=True, end_column=at + len(name))
        if disclaimers.proposed(line) or disclaimers.absent(prose.sentence(line, said.column)):
            return
        near = [one for _, one in self.known.near(name)]
        made = self.page.verdict(said, "not found", None, near, "no file has such a flag")
        if not self._names.is_excused(said, made):
            yield made

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
