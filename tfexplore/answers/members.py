"""Names below public ones that are none themselves: methods of public classes, and packages that are not read."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.index import api, relations, symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import Endpoint, Location, OpUse

#: What a method's name ends with where a way leads through it, and what such a way begins with (`model.PythonCall`).
_THROUGH = ">"

#: Why there are no public names below some modules, where an index has none.
_NOT_READ = {
    "tf.contrib": "tf.contrib declares no public names (it is no part of tf_export): the ops and kernels of its code "
    "are here, its functions are not",
    "tf.estimator": "tf.estimator is another package, tensorflow_estimator, and none of this tree",
    "tf.app.flags": "tf.app.flags is made of absl's flags, another package, and none of this tree",
    "tf.flags": "tf.flags is made of absl's flags, another package, and none of this tree",
}


class Member(Record):
    """A method of a public class: no endpoint of its own.

    ::

        tf.Session.run       name="tf.Session.run", function="BaseSession.run", endpoint=that of tf.Session

    `location` is the line of its definition, `ops` are those of the class's whose ways begin with it.
    """

    name: str
    function: str
    location: Location
    endpoint: Endpoint
    ops: tuple[OpUse, ...] = ()


def members_named(index: Index, name: str) -> list[Member]:
    """The methods that a dotted name means: of the class itself, or inherited where a way of the class begins there."""
    owner, _, word = name.rpartition(".")
    found = []
    for endpoint in api.endpoints_named(index, [owner]) if owner and word.isidentifier() else ():
        own = symbols.of_file(index, endpoint.location.path)
        if not any(one.kind == "class" and one.name == endpoint.function for one in own):
            continue
        function = f"{endpoint.function}.{word}"
        place = next((one.location for one in own if one.kind == "method" and one.name == function), None)
        if place is None:
            function, place = _inherited(index, endpoint, word)
        if place is not None:
            ops = [
                use._replace(how="through" if use.via[1:] else "direct", via=use.via[1:])
                for use in endpoint.ops
                if use.via[:1] == (function,)
            ]
            found.append(Member(name, function, place, endpoint, tuple(ops)))
    return found


def _inherited(index: Index, endpoint: Endpoint, word: str) -> tuple[str, Location | None]:
    """The method of a base of a class by which one of the class's ways begins."""
    labels = {use.via[0] for use in endpoint.ops if use.via and use.via[0].rpartition(".")[2] == word}
    places: dict[str, Location] = {}
    with index.reading():
        for caller, label, target in relations.python_calls(index):
            label = label.removeprefix(_THROUGH)
            is_method = label.rpartition(".")[2] == word and "." in label and _THROUGH not in label
            if is_method and index.location(caller) == endpoint.location:
                places[label] = index.place(target)
    found = [label for label in places if not labels or label in labels]
    return (found[0], places[found[0]]) if len(found) == 1 else ("", None)


def owner_of(name: str, names: Sequence[str]) -> str:
    """The longest part of a dotted name that is a public name."""
    known = set(names)
    while "." in name:
        name = name.rpartition(".")[0]
        if name in known:
            return name
    return ""


def not_read(name: str, names: Sequence[str]) -> str:
    """Why an index has none of the names of a package; empty where it has some, and for all others."""
    for package, reason in _NOT_READ.items():
        if name == package or name.startswith(package + "."):
            return "" if any(one.startswith(package + ".") for one in names) else reason
    return ""
