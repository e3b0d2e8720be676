"""The statement of the source that raises a message: the one whose fixed parts the message has."""

from __future__ import annotations

from tfexplore import fingerprint
from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import kernels, relations
from tfexplore.index import messages as sites
from tfexplore.model import MessageSite

if TYPE_CHECKING:
    from tfexplore.answers.diagnosing.reach import Reach
    from tfexplore.answers.diagnosing.subject import Subject
    from tfexplore.answers.texts import Text
    from tfexplore.index.store import Index

_MAX_HITS = 4000
_MAX_SITES = 600
#: A match of fewer fixed bytes says nothing, unless it is the whole message.
_LEAST = 12
#: A complete match from the beginning on of this many fixed bytes is the statement.
_ENOUGH = 20
#: Anchors of the statement itself begin within this many bytes.
_BEGINNING = 80
#: What fits a whole message that nothing else fits may have as few.
_SLIGHT = 8


class Fitting(Record):
    """A statement that fits: how many fixed bytes, where, the values, and whether all of its parts are there.

    `letters` counts those of the fixed bytes that are part of words: a bracket or a quotation mark says nothing. Of a
    message that ends within the part where the words stand that led to the statement, these words are the fixed bytes.
    """

    site: MessageSite
    fixed: int
    begin: int
    end: int
    values: tuple[str, ...]
    complete: bool
    letters: int = 0

    @property
    def cut(self) -> bool:
        """Whether the message ends before the part does whose words it has: what else that part says nobody knows."""
        return not self.complete and not self.values


def statements(index: Index, text: Text, folded: bytes) -> list[Fitting]:
    """Every statement whose template stands in the message."""
    places = fingerprint.anchors(folded)
    by_hash: dict[int, list[tuple[int, int]]] = {}
    for value, path, number in sites.anchored(index, places, _MAX_HITS):
        by_hash.setdefault(value, []).append((path, number))
    found = [*_at_frame(index, text, folded), *_at_header(index, text, folded)]
    slight: list[Fitting] = []
    ordered = sorted(by_hash, key=lambda one: len(by_hash[one]))  # words that few templates have say most
    early = [value for value in ordered if places[value][0] <= _BEGINNING]
    for values in (early, [value for value in ordered if places[value][0] > _BEGINNING]):
        by_file: dict[int, dict[int, list[tuple[int, int]]]] = {}
        hits = 0
        for value in values:
            hits += len(by_hash[value])
            if hits > _MAX_SITES:
                break
            for path, number in by_hash[value]:
                by_file.setdefault(path, {}).setdefault(number, []).append(places[value])
        for path in sorted(by_file):
            found += _in_file(index, path, by_file[path], folded, slight)
        if any(one.complete and one.begin == 0 and one.fixed >= _ENOUGH for one in found):
            break  # what stands further on is a value, or what others have added
    return found or slight


def _in_file(
    index: Index, path: int, numbered: dict[int, list[tuple[int, int]]], folded: bytes, slight: list[Fitting]
) -> list[Fitting]:
    """The statements of a file, by their numbers, whose templates stand in the message around these anchors.

    Those that have too few fixed bytes and fit the whole message go to `slight`.
    """
    found: list[Fitting] = []
    numbers = sorted(numbered)
    for number, site in zip(numbers, sites.picked(index, path, numbers), strict=True):
        fitting = _around(site, folded, numbered[number])
        if fitting is None:
            continue
        whole = fitting.complete and fitting.begin == 0 and fitting.end == len(folded)
        if whole or (fitting.fixed >= _LEAST and (fitting.complete or fitting.fixed >= 2 * _LEAST)):
            found.append(fitting)
        elif (
            fitting.complete
            and fitting.begin == 0
            and fitting.fixed >= _SLIGHT
            and not site.parts[-1]
            and all(fitting.values)
        ):
            slight.append(fitting)
    return found


def _around(site: MessageSite, folded: bytes, anchored: list[tuple[int, int]]) -> Fitting | None:
    """How a statement's template stands around its anchors, wherever that says most."""
    lengths = [fingerprint.length_and_hash(one)[0] for one in site.parts if one]
    best: Fitting | None = None
    for span in anchored:
        match = fingerprint.around(site.parts, folded, span)
        if match is None:
            continue
        one = fitted(site, match, folded, match.fixed == sum(lengths))
        if best is None or (one.complete, not one.cut, one.fixed) > (best.complete, not best.cut, best.fixed):
            best = one
        if one.complete:
            break
    return best if best is None or best.complete else _ending(best, folded, anchored)


def _ending(one: Fitting, folded: bytes, anchored: list[tuple[int, int]]) -> Fitting:
    """The same for a message that ends within the template: anchors of parts that it has not as a whole count as well.

    Where it would fit into the first part as a whole, it may be the beginning of that.
    """
    words = {at for start, stop in anchored for at in range(start, stop) if one.cut or start >= one.end}
    letters = _alphanumeric(bytes([folded[at] for at in sorted(words)]))
    if not one.cut:
        return one._replace(fixed=one.fixed + len(words), letters=one.letters + letters)
    first = one.site.parts[0]
    whole = bool(first) and fingerprint.length_and_hash(first)[0] >= len(folded)
    begin = 0 if whole else min([start for start, _ in anchored])
    return one._replace(fixed=len(words), begin=begin, letters=letters)


def fitted(site: MessageSite, match: fingerprint.Match, folded: bytes, complete: bool = True) -> Fitting:
    """What a statement's template has matched of a message."""
    values = tuple([folded[a:b].decode("utf-8", "replace").strip()[:400] for a, b in match.values])
    return Fitting(site, match.fixed, match.begin, match.end, values, complete, _letters(folded, match))


def _letters(folded: bytes, match: fingerprint.Match) -> int:
    """How many letters and digits of a text are fixed."""
    inside = [(max(a, match.begin), min(b, match.end)) for a, b in match.values]
    gaps = sum([_alphanumeric(folded[a:b]) for a, b in inside if a < b])
    return _alphanumeric(folded[match.begin : match.end]) - gaps


def _alphanumeric(text: bytes) -> int:
    return len([byte for byte in text if 48 <= byte <= 57 or 65 <= byte <= 90 or 97 <= byte <= 122])


def _at_frame(index: Index, text: Text, folded: bytes) -> list[Fitting]:
    """The statement in whose lines the innermost frame of a traceback lies: it need not say anything in particular."""
    if not text.frames or not text.exception:
        return []
    frame = text.frames[-1]
    tail = frame.path.replace("/tensorflow_core/", "/tensorflow/").rpartition("/tensorflow/")[2]
    return [
        Fitting(site, 0, 0, len(folded), (), True)
        for site in (sites.of_file(index, "tensorflow/" + tail) if tail else ())
        if site.kind == "raise"
        and site.location.line <= frame.line <= site.location.end_line
        and fingerprint.match(site.parts, folded, whole=False)
    ]


def _at_header(index: Index, text: Text, folded: bytes) -> list[Fitting]:
    """The statements at the place in the header of a log line, as far as they fit: even one of a value alone."""
    if text.place is None:
        return []
    written, line = text.place
    paths = [path for _, path in index.path_numbers() if in_file(written, path)]
    found = []
    for site in sites.of_file(index, paths[0]) if len(paths) == 1 else ():
        if not site.location.line <= line <= site.location.end_line:
            continue
        match = fingerprint.match(site.parts, folded, whole=False)
        if match is not None:
            found.append(fitted(site, match, folded))
    return found


def rivals(one: Fitting, best: Fitting) -> bool:
    """Whether a statement says nearly as much of the message as the best one does."""
    return one.complete and one.fixed >= best.fixed // 2


class Told(Record):
    """The statements that fit, the likeliest first, and how many of the first nothing in the message tells apart.

    `around` of those behind them have passed on what they said.
    """

    ordered: tuple[Fitting, ...]
    alike: int
    around: int = 0


def likeliest(index: Index, found: list[Fitting], text: Text, subject: Subject, reach: Reach) -> Told:
    """The statements in the order in which they are likely to have raised the message.

    First the one that says most of it, then the one whose op it is. Of those that say the same and of which the message
    prefers none, the one comes first that most ops lead to.
    """
    if not found:
        return Told((), 0)
    files = subject.files()
    stems = {_stem(path) for path in files}
    top = max([one.fixed for one in found if one.begin == 0 and not one.cut], default=0)
    # Of a message that is cut the beginning may say more than what happens to fit the whole of it.
    most = max([one.letters for one in found if one.complete], default=0)
    raised = (text.frames[-1].path, text.frames[-1].line) if text.frames else text.place
    foreign_classes: dict[str, bool] = {}

    def of_another_op(site: MessageSite) -> bool:
        if site.function not in foreign_classes:
            foreign_classes[site.function] = _of_another_op(index, subject, reach, site)
        return foreign_classes[site.function]

    def evidence(one: Fitting) -> tuple[object, ...]:
        site = one.site
        logs = site.kind in ("LOG", "VLOG", "DLOG", "DVLOG", "logging")
        at_frame = raised is not None and in_file(raised[0], site.location.path)
        on_line = at_frame and raised is not None and site.location.line <= raised[1] <= site.location.end_line
        python = site.location.path.endswith(".py")
        named = bool(text.exception) and text.exception in (site.error, site.error + "Error")
        # An error of C++ never comes out of a `raise`, and a `raise` names what it raises.
        foreign = bool(text.exception) and python and not named
        own = subject.classes and site.function.partition("<")[0].partition("::")[0] in subject.classes
        return (
            on_line,
            logs if text.severity else not logs,
            one.complete or (one.begin == 0 and one.letters > most),
            not foreign,
            one.begin == 0,
            one.cut or 4 * one.fixed >= 3 * top,  # a bracket more or less decides nothing
            at_frame,
            named,
            subject.inferring and not kernels.placed_in(index, site.location.path),
            not of_another_op(site),
            bool(own),
            site.location.path in files,
            _stem(site.location.path) in stems,  # a class in the header, its method in the source
        )

    def rank(one: Fitting) -> tuple[object, ...]:
        path = one.site.location.path
        contrib = path.startswith("tensorflow/contrib")
        return (*evidence(one), one.letters, one.fixed, not contrib, -len(path), path, -one.site.location.line)

    distinct = {one.site.location: one for one in sorted(found, key=rank)}
    ordered = sorted(distinct.values(), key=rank, reverse=True)
    best = ordered[0]
    certain = evidence(best)
    alike = [one for one in ordered if _says_the_same(one, best) and evidence(one) == certain]
    if len(alike) > 1 and "xla" not in subject.message.lower():
        # What compiles for XLA is not what runs, unless the message says so.
        alike = [one for one in alike if not reach.compiles(one.site)] or alike
    if len(alike) > 1:
        alike = _of_the_op(index, subject, reach, alike)
        rest = [one for one in ordered if one not in alike]
        alike.sort(key=lambda one: -len(reach.ops(one.site)))  # and as before where that says nothing
        ordered = [*alike, *rest]
    return Told(tuple(ordered), len(alike))


def _of_another_op(index: Index, subject: Subject, reach: Reach, site: MessageSite) -> bool:
    """Whether a statement stands in a kernel class of other ops, whose code this op does not lead to."""
    name, _, member = site.function.partition("<")[0].partition("::")
    if subject.op is None or not (member or "::" in site.function) or name in subject.classes:
        return False
    others = kernels.ops_of_class(index, name)
    return bool(others) and subject.op not in others and subject.op not in reach.ops(site)


def _of_the_op(index: Index, subject: Subject, reach: Reach, alike: list[Fitting]) -> list[Fitting]:
    """Those of some that say the same to which the code of the op leads, or its shape function; all where none."""
    if subject.op is None:
        return alike
    led = [one for one in alike if subject.op in reach.ops(one.site)]
    declared = subject.op_def
    if led or declared is None or declared.shape_fn_location is None or not subject.inferring:
        return led or alike
    place = declared.shape_fn_location
    inside = [
        one
        for one in alike
        if one.site.location.path == place.path and place.line <= one.site.location.line <= place.end_line
    ]
    others = {str(name).rpartition("::")[2] for _, _, _, name, _ in relations.ops(index) if name}
    others.discard((declared.shape_fn or "").rpartition("::")[2])
    rest = [one for one in alike if one.site.location.path == place.path and one.site.function not in others]
    return inside or rest or alike


def _says_the_same(one: Fitting, best: Fitting) -> bool:
    """Whether two templates are alike but for brackets and quotation marks around values.

    Of a message that is cut, only what is there can tell them apart.
    """
    if best.complete:
        return one.complete and one.letters == best.letters
    return one.complete or one.letters == best.letters or ((one.cut or best.cut) and one.begin == best.begin)


def _stem(path: str) -> str:
    return path.rpartition(".")[0]


def in_file(written: str, path: str) -> bool:
    """Whether a path of a frame or of a log is that of a file of the tree; the wheel's package is `tensorflow_core`."""
    written = written.replace("/tensorflow_core/", "/tensorflow/").removeprefix("./")
    if "/tensorflow/" in written:
        return path == "tensorflow/" + written.rpartition("/tensorflow/")[2]
    return path == written or ("/" not in written and bool(written) and path.endswith("/" + written))
