"""Settings, flags and constants whose names are nowhere, where a cited file has one that is put in other words.

`TF_LOOM_PINNING` for `TF_LOOM_CPU_PINNING`, `--tf_xla_global_cpu_jit` for `tf_xla_cpu_global_jit`,
`kMostKnotsMicros` for `kMostKnotsCycles`. No index has such names, so only a tree tells.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cached_property
from itertools import islice

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers, vocabulary
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.names import Names
from tfexplore.answers.verifying.valued import Valued

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: Words that both names have at least, with the `TF`, `xla` or `k` that they begin with.
SHARED = 4
#: Letters of such a name at least, files that are read, and names of a document that are looked at.
SHORTEST, MAX_FILES, MAX_NAMES = 14, 60, 400

#: What a name of each kind looks like, in a document and in a file.
_KINDS = (
    r"TF[EL]?_[A-Z0-9]{2,30}(?:_[A-Z0-9]{1,30}){1,10}",
    r"(?:tf_)?xla_[a-z0-9]{1,30}(?:_[a-z0-9]{1,30}){1,10}",
    r"k[A-Z][a-z0-9]{1,30}(?:[A-Z][a-z0-9]{0,30}){1,10}",
)
_NAME = re.compile(rf"`(?:--)?(?P<name>{'|'.join(_KINDS)})(?:=[^`\n]{{0,60}})?`", re.A)
_OF_A_KIND = tuple([re.compile(kind, re.A) for kind in _KINDS])
_IN_A_FILE = tuple([re.compile(rf"(?<!\w){kind}(?!\w)".encode()) for kind in _KINDS])
_WORD = re.compile(r"[A-Z]?[a-z0-9]+|[A-Z0-9]+")


class Reworded(Valued):
    """The checks of such names in a document's text."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._names = Names(page)

    def unexplained(self) -> set[str]:
        """The names that only a tree's text can explain."""
        return {one.target for one in self._said}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every name that no file has and that a cited file has in other words."""
        for one in self._said:
            near = self._near(one) if self.known.somewhere(one.target) == "" else []
            if near and not self._is_others(one):
                made = self.page.verdict(one, "not found", None, near, "no file has it")
                if not self._names.is_excused(one, made):
                    yield made

    @cached_property
    def _said(self) -> list[Citation]:
        """The names of the document that the index does not know."""
        found = []
        for number, line in self.page.prose_lines:
            for match in _NAME.finditer(line) if "`" in line else ():
                name = match["name"]
                if len(name) >= SHORTEST and not self.known.knows(name) and name not in self.page.own:
                    at = match.start("name") + 1
                    found.append(Citation("symbol", name, number, at, name, in_code=True, end_column=match.end("name")))
        return found[:MAX_NAMES]

    def _is_others(self, one: Citation) -> bool:
        """Whether a name is the author's, another project's or an example."""
        if one.target in self.page.own or vocabulary.PLACEHOLDER.search(one.target):
            return True
        return disclaimers.example(self.page.beside(one)) or self.page.strangers(one) or self.page.of_a_package(one)

    def _near(self, one: Citation) -> list[str]:
        """The names of the cited files that are one in other words."""
        kind = next(at for at, pattern in enumerate(_OF_A_KIND) if pattern.fullmatch(one.target))
        found = {name for path in self._files(one) for name in self._written(path)[kind]}
        return sorted(name for name in found if is_reworded(one.target, name))[:3]

    def _files(self, one: Citation) -> list[str]:
        """The files that a document cites, and those that define what the line of a name and those beside it name."""
        near = [other for number in range(one.line - 1, one.line + 2) for other in self.page.on(number)]
        places = [place.path for other in near if other.kind in ("symbol", "op") for place in self._few(other)]
        found = dict.fromkeys([*places, *self._cited])
        return list(dict.fromkeys([*found, *[beside for path in found for beside in self.known.beside(path)]]))[
            :MAX_FILES
        ]

    def _few(self, one: Citation) -> list[Place]:
        return list(islice(self.page.meant(one.target), 2))

    @cached_property
    def _cited(self) -> list[str]:
        cited = [one for one in self.page.said if one.kind in ("path", "path:line")]
        return list(dict.fromkeys(path for one in cited for path in self.page.files_meant(one)[:2]))

    def _written(self, path: str) -> tuple[frozenset[str], ...]:
        """The names of each kind that a file has."""
        if path not in self._read:
            text = b"\n".join(self.known.lines(path))
            self._read[path] = tuple(
                [frozenset([name.decode() for name in pattern.findall(text)]) for pattern in _IN_A_FILE]
            )
        return self._read[path]

    @cached_property
    def _read(self) -> dict[str, tuple[frozenset[str], ...]]:
        return {}


def is_reworded(one: str, other: str) -> bool:
    """Whether two names have the same words in another order, or all but one, of so many that both have.

    >>> is_reworded("kMostSilkKnotsMicros", "kMostSilkKnotsCycles"), is_reworded("xla_a_b_c", "xla_b_a_c")
    (True, True)
    """
    words, others = Counter(_WORD.findall(one)), Counter(_WORD.findall(other))
    shared = (words & others).total()
    lacking, more = words.total() - shared, others.total() - shared
    return one != other and shared >= SHARED and lacking <= 1 and more <= 1
