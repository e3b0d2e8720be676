"""Names below public ones that are none themselves: methods of public classes, and packages that are not read."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.python_classes import Hierarchy, Method
from tfexplore.index import api, methods, relations
from tfexplore.model import MAX_VIA

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import Endpoint, Location, OpUse

_PREFIXES = ("tensorflow.compat.", "tf.compat.", "tensorflow.", "tf.")

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

    `location` is the line of its definition, `ops` are those that it leads to. Where there are none, `overridden` are
    the methods of classes derived from the class that are called instead of it.
    """

    name: str
    function: str
    location: Location
    endpoint: Endpoint
    ops: tuple[OpUse, ...] = ()
    overridden: tuple[Method, ...] = ()


#: What is not followed from a public name to the ops behind it.
_NOT_FOLLOWED = (
    "the ops of a Python name are those that calls lead to by their text; not followed are methods of what a function"
    " is given, functions that are passed in or looked up, and tensors that are made of lists"
)


def where_it_stops(found: Iterable[Endpoint | Member]) -> tuple[str, ...]:
    """What is not read behind some names, in one note; nothing where each creates its ops itself."""
    cut: dict[str, None] = {}
    private: dict[str, None] = {}
    partial = False
    for one in found:
        name = one.name if isinstance(one, Member) else one.endpoint
        partial = partial or not one.ops or any(use.via for use in one.ops)
        if max((len(use.via) for use in one.ops), default=0) >= (MAX_VIA if _is_class(one) else MAX_VIA - 1):
            cut[name] = None
        word = name.rpartition(".")[2]
        if isinstance(one, Member) and word.startswith("_") and not word.startswith("__"):
            private[name] = None
    if not partial and not private:
        return ()
    said = _NOT_FOLLOWED
    if cut:
        said += f"; nor is anything behind {MAX_VIA} functions, as many as ways of {', '.join(cut)} lead through"
    if private:
        said += f"; of {', '.join(private)} also not what another method of the class leads to in fewer steps"
    return (said,)


def _is_class(one: Endpoint | Member) -> bool:
    """Whether a name is a class: each of its ways begins with one of its methods."""
    if isinstance(one, Member) or not one.function[:1].isupper():
        return False
    return all(use.via and "." in use.via[0] for use in one.ops)


def plain_name(pattern: str) -> tuple[str, str]:
    """`("v1", "tf.nn.conv2d")` of `tf.compat.v1.nn.conv2d`; the version is empty where none is meant."""
    name = pattern
    for prefix in _PREFIXES:
        if name.startswith(prefix):
            name = name[len(prefix) :]
            version, dot, rest = name.partition(".")
            if "compat" in prefix and dot and version in ("v1", "v2"):
                return version, f"tf.{rest}"
            return "", f"tf.{'compat.' if 'compat' in prefix else ''}{name}"
    if any(sign in name for sign in "*?[/"):
        return "", name
    return "", f"tf.{name}" if "." in name and not name.startswith("gen_") else name


def members_meant(index: Index, pattern: str, overriding: bool = True) -> list[Member]:
    """The methods that a name means as people write it: `tf.Session.run`, `tf.compat.v1.Session.run`, `Session.run`."""
    version, name = plain_name(pattern)
    return [
        one for one in members_named(index, name, overriding) if not version or version in one.endpoint.api_versions
    ]


def members_named(index: Index, name: str, overriding: bool = True) -> list[Member]:
    """The methods that a dotted name means: of the class itself, or inherited by it.

    Those `overriding` one that creates no op take as long to find as all the rest, and not every answer has them.
    """
    owner, _, word = name.rpartition(".")
    found = []
    classes = Hierarchy(index)
    for endpoint in api.endpoints_named(index, [owner]) if owner and word.isidentifier() else ():
        cls = classes.class_of(endpoint.location.path, endpoint.function)
        if cls is None:
            continue
        method = classes.method(cls, word)
        if classes.own_method(cls, word) is None:
            # A way is sure of the method, a head of the line: a way leads to the first decorator.
            led = _by_a_way(index, endpoint, word)
            method = led if led is not None and (method is None or method.function != led.function) else method
        if method is not None:
            ops = [
                use._replace(how="through" if use.via[1:] else "direct", via=use.via[1:])
                for use in endpoint.ops
                if use.via[:1] == (method.function,)
            ]
            # The class has one way to each op: what its method leads to as well is kept apart.
            ops += methods.of_class(index, endpoint.location.path, endpoint.function).get(method.function, ())
            ops.sort()
            overridden = () if ops or not overriding else classes.overriding(cls, word)
            found.append(Member(name, method.function, method.location, endpoint, tuple(ops), overridden))
    return found


def _by_a_way(index: Index, endpoint: Endpoint, word: str) -> Method | None:
    """The method of a class, or of one above it, by which one of the class's ways begins."""
    labels = {use.via[0] for use in endpoint.ops if use.via and use.via[0].rpartition(".")[2] == word}
    places: dict[str, Location] = {}
    with index.reading():
        for caller, label, target in relations.python_calls(index):
            label = label.removeprefix(_THROUGH)
            is_method = label.rpartition(".")[2] == word and "." in label and _THROUGH not in label
            if is_method and index.location(caller) == endpoint.location:
                places[label] = index.place(target)
    found = [label for label in places if not labels or label in labels]
    return Method(found[0], places[found[0]]) if len(found) == 1 else None


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
