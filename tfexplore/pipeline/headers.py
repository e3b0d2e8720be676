"""What a changed header, or what else many files read, means for those that have not changed.

Of a header others read its directives, the constants, functions and type names in it that they look up, and the types
behind the DataType enum; whoever evaluates calls may read all of it. Where all of that is what it was, on other lines
perhaps, so is what they register, and only they that evaluate calls are read again.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.paths import HEADERS, headers_beside
from tfexplore.pipeline.files import decides, reading

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping

    from tfexplore.cache import Seen, Snapshot
    from tfexplore.extract.cpp_source import Reader
    from tfexplore.extract.known import Known
    from tfexplore.pipeline.files import Files

    #: What a header answers: in which file, of which table, the name, what it is.
    Answers = tuple[tuple[str, str, str, str], ...]

#: The note of an index that holds what other repositories need of a release (`tfexplore.cpp.release`).
RELEASE_NOTE = "release"


class Evaluated(Record):
    """What a file whose calls were evaluated depends on: the headers in reach, the files that were read, and the names
    that the headers were searched for, which those that were not read do not hold.
    """

    reach: frozenset[str]
    read: frozenset[str]
    sought: tuple[str, ...]

    def depends(self, path: str, data: bytes) -> bool:
        """Whether it depends on a header that is this now."""
        if path not in self.reach:
            return False
        return path in self.read or any(name.encode("latin-1", "replace") in data for name in self.sought)


class Asked(Record):
    """What files ask of headers: the names that they look up, of a table each, and what each header answered that did;
    what the files depend on whose calls were evaluated; and the sources that are included as headers are.
    """

    names: frozenset[tuple[str, str]]
    answers: dict[str, Answers]
    evaluated: dict[str, Evaluated]
    included: frozenset[str]

    def with_more(self, known: Mapping[str, Known], reader: Callable[[], Reader]) -> Asked:
        """This, and what more files ask; what they asked before may be in it."""
        names = self.names.union(
            [(table, name) for one in known.values() for table, name, _ in one.asked if table in LOOKED_UP]
        )
        headers = {path for one in known.values() for path in one.answered}
        answers = self.answers
        if names != self.names or not headers <= answers.keys():
            answers = {path: reader().told(path, names) for path in sorted(headers | answers.keys())}
        evaluated = {path: one for path, one in self.evaluated.items() if path not in known}
        same: dict[str, str] = {}  # thousands of paths, few of which are different
        for path, one in known.items():
            if one.reach:
                reach = frozenset([same.setdefault(header, header) for header in one.reach])
                evaluated[path] = Evaluated(reach, frozenset(one.consulted), one.sought)
        return Asked(
            names, answers, evaluated, self.included.union([path for one in known.values() for path in one.included])
        )


#: What files ask of others and not of the type table, as `resolve.Resolver.asked` has it.
LOOKED_UP = frozenset(["constants", "functions", "types", "classes"])
NOTHING_ASKED = Asked(frozenset(), {}, {}, frozenset())


def read_again(
    files: Files, last: Snapshot, seen: Seen, changed: Collection[str], consulted: Collection[str]
) -> set[str] | None:
    """The files that have to be read again because of others that changed; None when nobody knows which those are.

    `consulted` are the files that others were read with. Directives are somebody else's business.
    """
    headers = {path for path in changed if path.endswith(HEADERS)}
    sources = {path for path in changed if path in consulted} - headers
    # A source that was not asked may answer now, by a header that was shown to make no difference without it.
    told = headers.union(
        [one for path in changed for one in headers_beside(path, HEADERS) if path in sources or one in seen.changed]
    )
    if not told and not sources and not any(map(decides, changed)):
        return set()
    asked: Asked | None = last.section("asked")
    if asked is None or files.against is not None or not asked.included.isdisjoint(changed):
        return None
    reader = files.make_reader(changed)
    if reader.own_types != last.section("types"):
        return None
    for path in told:
        if reader.told(path, asked.names) != asked.answers.get(path, ()):
            return None
    read = reading(files.opened.tree)
    data = {path: read(path) or b"" for path in headers}
    return {
        file
        for file, one in asked.evaluated.items()
        if not one.read.isdisjoint(sources) or any(one.depends(path, text) for path, text in data.items())
    }
