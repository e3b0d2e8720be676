"""Which statement wrote each line of a log: `tfexplore log`.

A line names its statement as `file.cc:NNN`, so the candidates are known, and the fixed parts of their templates say
whether it is this one (see `tfexplore.fingerprint`). Where the line belongs to another release, or to a macro that
spans lines, the statement is sought by its template: in the same file, then everywhere. A line of Python's own logging
(`WARNING:tensorflow:...`) names no place, and only its text tells.
"""

from __future__ import annotations

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.texts import MAX_LINE, Head, clean, head
from tfexplore.index import messages as sites
from tfexplore.model import Location, MessageSite

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import BinaryIO

    from tfexplore.index.store import Index

    #: The statement of a line, the values in it, whether it has moved, and what is wrong where there is none.
    Resolved = tuple[MessageSite | None, tuple[str, ...], bool, str]

#: Lines of one message beyond this are counted and not kept.
_MAX_CONTINUATION = 200
_MAX_TEXT = 4000
_MAX_VALUE = 300
#: From the quietest on.
SEVERITIES = {"D": "DEBUG", "I": "INFO", "W": "WARNING", "E": "ERROR", "F": "FATAL"}
_LOGS = frozenset(("LOG", "VLOG", "DLOG", "DVLOG", "CHECK", "DCHECK", "logging"))
#: A moved statement must say this much, or the match says nothing.
_LEAST_MOVED = 8
#: Of lines that name no place: texts that are kept, rows of anchors that are read, places that are listed.
_MAX_SPOKEN = 20_000
_MAX_ANCHORED = 400
_MAX_PLACES = 4


class Line(Record):
    """A message as a log has it: severity letter, path as written, line, text, and where in the input it begins.

    The path is empty, and the line 0, where Python's logging has written it.
    """

    severity: str
    path: str
    line: int
    text: bytes
    number: int


class Entry(Record):
    """A message of a log and its statement; equal ones are folded.

    `written` is the place that it names, empty where it names none. `site` is None where no statement of the source
    fits; `why` then says what is wrong. `lines` are the places in the input, `values` what fills the gaps of the
    template. `moved` is true when the statement stands on another line than the log says, as in another release.
    """

    written: str
    severity: str
    text: str
    site: MessageSite | None
    values: tuple[str, ...]
    lines: tuple[int, ...]
    moved: bool
    why: str = ""
    template: str | None = None

    @property
    def times(self) -> int:
        """How often the message occurs."""
        return len(self.lines)


class Group(Record):
    """Messages counted together: by file, function or level."""

    name: str
    times: int
    statements: int
    first: int


def read_lines(stream: BinaryIO) -> Iterator[Line]:
    """The messages of a log, each with the lines that continue it; nothing is kept of a line beyond `MAX_LINE`."""
    number = 0
    current: list[bytes] = []
    begun: tuple[Head, int] | None = None
    while True:
        raw = stream.readline(MAX_LINE)
        if not raw:
            break
        number += 1
        if raw[-1:] != b"\n":
            rest = raw
            while rest and rest[-1:] != b"\n":
                rest = stream.readline(1 << 20)
        found = head(raw)
        if found is None and b"\x1b" in raw:
            raw = clean(raw)
            found = head(raw)
        if found is not None:
            if begun is not None:
                yield _line(*begun, current)
            begun = found, number
            current = [raw[found.end :]]
        elif begun is not None and len(current) < _MAX_CONTINUATION:
            current.append(raw)
    if begun is not None:
        yield _line(*begun, current)


def _line(begun: Head, number: int, texts: list[bytes]) -> Line:
    return Line(begun.severity, begun.path, begun.line, b"".join(texts), number)


class Resolver:
    """Finds statements; what it has read of the index it keeps."""

    def __init__(self, index: Index) -> None:
        self._index = index
        self._files: dict[str, dict[int, list[MessageSite]]] = {}
        self._all: dict[str, tuple[MessageSite, ...]] = {}
        self._moved: dict[tuple[str, int, bytes], tuple[MessageSite, fingerprint.Match] | None] = {}
        self._full: dict[str, str] = {}
        self._spoken: dict[bytes, list[tuple[MessageSite, tuple[str, ...]]]] = {}

    def resolve(self, line: Line) -> Resolved:
        """The statement of a line."""
        if not line.path:
            return self._said(line)
        path = self._path(line.path)
        by_line = self._lines(path)
        whole = fingerprint.folded(line.text)
        first = fingerprint.folded(line.text.partition(b"\n")[0]) if b"\n" in line.text.rstrip() else whole
        at_place = by_line.get(line.line, ())
        for text in (whole, first) if first is not whole else (whole,):
            for site in at_place:
                match = fingerprint.match(site.parts, text)
                if match is not None:
                    return site, _values(text, match), False, ""
        for site in at_place:  # another thread wrote into the line, or it was cut
            match = fingerprint.match(site.parts, whole, whole=False)
            if match is not None and match.fixed:
                return site, _values(whole, match), False, ""
        found = self._elsewhere(path, line, whole, first)
        if found is not None:
            return found[0], _values(whole, found[1]), True, ""
        if at_place:
            return None, (), False, "the statement there says something else"
        return None, (), False, "no logging statement there" if by_line else "no such file in this source"

    def _said(self, line: Line) -> Resolved:
        """The statement of Python that logs the text of a line which names no place, where only one does."""
        whole = fingerprint.folded(line.text)[:_MAX_TEXT]
        first = fingerprint.folded(line.text.partition(b"\n")[0])[:_MAX_TEXT]
        known = self._spoken.get(whole)
        if known is None:
            fits = self._logged(line.severity, whole)
            found: list[tuple[MessageSite, fingerprint.Match]] = []
            for text, all_of_it in ((whole, True), (first, True), (whole, False)):  # other output may stand behind it
                if not found:
                    matched = [(site, fingerprint.match(site.parts, text, whole=all_of_it)) for site in fits]
                    found = [(site, one) for site, one in matched if one is not None and _says_much(one, text)]
            most = max([match.fixed for _, match in found], default=0)
            known = [(site, _values(whole, match)) for site, match in found if match.fixed == most]
            if len(self._spoken) < _MAX_SPOKEN:
                self._spoken[whole] = known
        if len(known) == 1:
            return known[0][0], known[0][1], False, ""
        if not known:
            return None, (), False, "no statement of this source logs it"
        places = [f"{site.location.path}:{site.location.line}" for site, _ in known]
        more = ", ..." if len(places) > _MAX_PLACES else ""
        return None, (), False, f"{len(places)} statements log this: {', '.join(places[:_MAX_PLACES])}{more}"

    def _logged(self, severity: str, text: bytes) -> list[MessageSite]:
        """Statements of Python's logging at a level that have words of a text."""
        by_file: dict[int, set[int]] = {}
        for _, path_number, number in sites.anchored(self._index, fingerprint.anchors(text), _MAX_ANCHORED):
            by_file.setdefault(path_number, set()).add(number)
        return [
            site
            for path_number, numbers in sorted(by_file.items())
            for site in sites.picked(self._index, path_number, sorted(numbers))
            if site.kind == "logging" and (not site.level.isalpha() or site.level[:1] == severity)
        ]

    def _elsewhere(
        self, path: str, line: Line, whole: bytes, first: bytes
    ) -> tuple[MessageSite, fingerprint.Match] | None:
        """The nearest statement of the same file that fits, else any statement of the source that does."""
        key = (path, line.line, whole[:400])
        if key in self._moved:
            return self._moved[key]
        fits: list[tuple[tuple[int, int, int], MessageSite, fingerprint.Match]] = []
        for site in self._all.get(path, ()):
            match = fingerprint.match(site.parts, whole) or fingerprint.match(site.parts, first)
            if match is not None and match.fixed >= _LEAST_MOVED:
                distance = abs(site.location.line - line.line)
                fits.append(((-match.fixed, distance, site.location.line), site, match))
        if not fits and len(self._moved) < 20_000:
            fits = self._anywhere(line, whole[:2000])
        best = min(fits, key=lambda one: one[0]) if fits else None
        found = (best[1], best[2]) if best else None
        self._moved[key] = found
        return found

    def _anywhere(self, line: Line, text: bytes) -> list[tuple[tuple[int, int, int], MessageSite, fingerprint.Match]]:
        places = fingerprint.anchors(text)
        by_file: dict[int, list[int]] = {}
        for _, path_number, number in sites.anchored(self._index, places, 400):
            by_file.setdefault(path_number, []).append(number)
        fits = []
        name = line.path.rpartition("/")[2]
        for path_number, numbers in list(by_file.items())[:40]:
            for site in sites.picked(self._index, path_number, sorted(set(numbers))):
                match = fingerprint.match(site.parts, text) if site.kind in _LOGS else None
                if match is not None and match.fixed >= 2 * _LEAST_MOVED:
                    same = site.location.path.rpartition("/")[2] == name
                    fits.append(((-match.fixed, 0 if same else 1, site.location.line), site, match))
        return fits

    def _path(self, written: str) -> str:
        """The path of the tree that a log writes: `./` in front, a build's folders, or the file's name alone."""
        known = self._full.get(written)
        if known is None:
            path = written.removeprefix("./")
            at = path.find("tensorflow/")
            if at > 0:
                path = path[at:]
            if at < 0:
                ending = "/" + path
                fits = [one for _, one in self._index.path_numbers() if one.endswith(ending)]
                named = [one for one in fits if self._lines(one)]
                path = named[0] if len(named) == 1 else path
            known = self._full[written] = path
        return known

    def _lines(self, path: str) -> dict[int, list[MessageSite]]:
        known = self._files.get(path)
        if known is None:
            found = tuple([site for site in sites.of_file(self._index, path) if site.kind in _LOGS])
            known = {}
            for site in found:
                for number in range(site.location.line, min(site.location.end_line, site.location.line + 200) + 1):
                    known.setdefault(number, []).append(site)
            self._files[path] = known
            self._all[path] = found
        return known


def _says_much(match: fingerprint.Match, text: bytes) -> bool:
    """Whether a match is no chance: it has many fixed bytes, or nothing else."""
    return match.fixed >= 2 * _LEAST_MOVED or match.fixed == len(text)


def _values(text: bytes, match: fingerprint.Match) -> tuple[str, ...]:
    return tuple([text[begin : min(end, begin + _MAX_VALUE)].decode("utf-8", "replace") for begin, end in match.values])


class Wanted(Record):
    """What of a log is asked for: a text or `/regex/` in it, a level (`WARNING`, `2`), a topic."""

    grep: str | None = None
    level: str | None = None
    explain: str | None = None


NOTHING = Wanted()


def resolve_log(
    index: Index,
    stream: BinaryIO,
    query: tuple[str, ...] = (),
    wanted: Wanted = NOTHING,
    template_of: Callable[[MessageSite], str | None] | None = None,
) -> Answer:
    """The messages of a log as `Entry` values, in the order of their first lines; equal messages are folded.

    `"not found"` when no line is the head of a message. The context holds one `Summary`.
    """
    resolver = Resolver(index)
    picks = _picker(wanted)
    folded: dict[tuple[str, int, str, bytes], tuple[Resolved, list[int]]] = {}
    total = resolved = 0
    unresolved_lines = 0
    for line in read_lines(stream):
        key = (line.path, line.line, line.severity, line.text[:_MAX_TEXT])
        known = folded.get(key)
        if known is None:
            known = folded[key] = (resolver.resolve(line), [])
        known[1].append(line.number)
        total += 1
        if known[0][0] is not None:
            resolved += 1
        else:
            unresolved_lines += 1
    entries = []
    for (path, number, severity, text), (result, lines) in folded.items():
        site, values, moved, why = result
        entry = Entry(
            f"{path}:{number}" if path else "",
            SEVERITIES[severity],
            text.decode("utf-8", "replace").rstrip(),
            site,
            values,
            tuple(lines),
            moved,
            why,
        )
        if picks(entry):
            entries.append(entry)
    summary = Summary(total, resolved, unresolved_lines)
    if wanted.explain is not None:
        from tfexplore.answers.log_story import tell

        told = tell(entries, wanted.explain)
        answer = "found" if told else "not found"
        return Answer(index.state, "log", query, answer, told, (), (), Searched("line", total), (summary,))
    if template_of is not None:
        entries = [one._replace(template=template_of(one.site)) if one.site else one for one in entries]
    answer = "found" if entries else "not found"
    return Answer(index.state, "log", query, answer, tuple(entries), (), (), Searched("line", total), (summary,))


class Summary(Record):
    """How many messages a log has, and of how many the statement is known."""

    total: int
    resolved: int
    unresolved: int


def grouped(entries: Iterable[object], by: str) -> tuple[Group, ...]:
    """Entries counted by `"file"`, `"function"` or `"level"`, the most frequent first."""
    counts: dict[str, list[int]] = {}
    statements: dict[str, set[Location]] = {}
    for one in entries:
        assert isinstance(one, Entry)
        site = one.site
        if by == "file":
            name = site.location.path if site else one.written.partition(":")[0] or "(none)"
        elif by == "function":
            name = (site.function if site else "") or "(none)"
        else:
            name = level_of(one)
        known = counts.setdefault(name, [0, one.lines[0]])
        known[0] += one.times
        if site:
            statements.setdefault(name, set()).add(site.location)
    made = [Group(name, count, len(statements.get(name, ())), first) for name, (count, first) in counts.items()]
    return tuple(sorted(made, key=lambda group: (-group.times, group.name)))


def level_of(entry: Entry) -> str:
    """`VLOG 2`, or the severity."""
    if entry.site and entry.site.kind in ("VLOG", "DVLOG"):
        return f"VLOG {entry.site.level}"
    return entry.severity


def _picker(wanted: Wanted) -> Callable[[Entry], bool]:
    """Whether an entry is asked for; raises `UsageError` for what cannot be."""
    tests: list[Callable[[Entry], bool]] = []
    if wanted.grep:
        pattern = wanted.grep
        if len(pattern) > 2 and pattern[0] == "/" == pattern[-1]:
            from tfexplore.answers.names import compile_regex

            search = compile_regex(pattern[1:-1])
            tests.append(lambda entry: bool(search(entry.text)))
        else:
            lowered = pattern.lower()
            tests.append(lambda entry: lowered in entry.text.lower() or lowered in entry.written.lower())
    if wanted.level:
        test = level_test(wanted.level)
        tests.append(lambda entry: test(entry.severity, _vlog_level(entry.site)))
    return lambda entry: all(test(entry) for test in tests)


def _vlog_level(site: MessageSite | None) -> str:
    return site.level if site is not None and site.kind in ("VLOG", "DVLOG") else ""


def level_test(level: str) -> Callable[[str, str], bool]:
    """Whether a severity and a VLOG level (empty for none) are at least as loud as `level`.

    `2` is VLOG(2) and louder, `INFO` every LOG, `WARNING` and the rest each with those above.
    """
    from tfexplore.errors import UsageError

    names = list(SEVERITIES.values())
    wanted = level.strip().upper().removeprefix("VLOG").strip(" ()")
    if wanted.isdigit():
        most = int(wanted)
        return lambda severity, vlog: bool(vlog) and (not vlog.isdigit() or int(vlog) <= most)
    if wanted == "WARN":
        wanted = "WARNING"
    if wanted not in names:
        raise UsageError(f"{level!r} is no level; write INFO, WARNING, ERROR, FATAL or the number of a VLOG level")
    least = names.index(wanted)
    return lambda severity, vlog: not vlog and severity in names[least:]
