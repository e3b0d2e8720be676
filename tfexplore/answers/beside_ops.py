"""What `tfexplore show` answers to a name that leads to no op by itself: public names, definitions, modules.

A name that ops hold in theirs (`Dense` in `DenseToDenseSetOperation`) is one of these rather, where it is called just
so: what a person types is mostly what stands in the source.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.names import endpoint_name, is_plain, match, nearest
from tfexplore.answers.show import (
    MAX_OPS,
    SHOWN,
    Shown,
    asked_first,
    claims_about,
    files_ending,
    find_shown,
    near_places,
    place_asked,
    show_op,
)
from tfexplore.answers.unread import concerning
from tfexplore.errors import UsageError
from tfexplore.index import api, kernels
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.answer import Answer, NearName
    from tfexplore.answers.behind import Behind
    from tfexplore.answers.definitions import Definition
    from tfexplore.index.store import Index


class BesideOps:
    """One name, and the answer that is made where it is that of an op; `notes` is what else the name means."""

    def __init__(self, index: Index, answer: Answer, asked: str, unlinked: bool) -> None:
        self.index = index
        self.made = answer
        self.asked = asked
        self.unlinked = unlinked
        self.notes: tuple[str, ...] = ()

    def answer(self, holding: Sequence[str]) -> Answer | None:
        """What the name means, or that it means nothing; None where the ops are meant whose names are `holding` it.

        Raises `UsageError` with what to ask instead for a file, a module, and a name that says too little.
        """
        if holding:
            return (self._public() or self._defined(holding)) if is_plain(self.asked) else None
        named = self._endpoints()
        if named:
            return self.made._replace(results=named, notes=self._creating(named))
        method = self._method() if "." in self.asked else None
        if method is not None:
            return method
        self._no_file()
        found = self._public() or self._defined(())
        if found is not None:
            return found
        self._no_module()
        return self._missing()

    def _endpoints(self) -> tuple[Shown, ...]:
        """The public names that are meant and create no op that is known."""
        wanted = endpoint_name(self.asked)
        known = [one for one in match((wanted,), self.index.names("endpoint")) if one.lower() == wanted.lower()]
        known = [one for one in known if one == wanted] or known
        return tuple([self._alone(one)._replace(endpoints=api.endpoints_named(self.index, (one,))) for one in known])

    def _creating(self, named: Sequence[Shown]) -> tuple[str, ...]:
        """That public names create ops, and are there for none of them alone."""
        from tfexplore.answers.behind import behind_endpoint
        from tfexplore.answers.members import where_it_stops

        found = [
            (one.name, behind_endpoint(self.index, one.name)) for one in named if any(e.ops for e in one.endpoints)
        ]
        stops = where_it_stops([one for shown in named for one in shown.endpoints])
        return (*[_of_many(name, behind) for name, behind in found], *stops)

    def _alone(self, name: str) -> Shown:
        """A name behind which there is no op, with what is claimed of it."""
        return Shown(name, (), None, None, (), (), (), claims_about(self.index, name), ())

    def _method(self) -> Answer | None:
        """The answer to a method of a public class: the ops that it is there for; None for what is no such method."""
        from tfexplore.answers.members import members_meant

        index = self.index
        methods = tuple(members_meant(index, self.asked))
        if not methods:
            return None
        from tfexplore.answers.behind import behind_method
        from tfexplore.answers.members import where_it_stops

        behind = behind_method(index, methods)
        picked = behind.picked
        made = self.made._replace(notes=where_it_stops(methods))
        if not picked:
            notes = (_of_many(methods[0].name, behind),) if behind.others else ()
            alone = self._alone(methods[0].name)._replace(methods=methods)
            return made._replace(results=(alone,), notes=(*notes, *made.notes))
        unread = concerning(index, "kernel", (), picked, False) + concerning(index, "op", (), picked, False)
        owner = methods[0].endpoint.endpoint
        shown = [asked_first(show_op(index, one, self.unlinked), owner)._replace(methods=methods) for one in picked]
        return made._replace(results=tuple(shown), unresolved=unread, context=behind.others)

    def _public(self) -> Answer | None:
        """The answer to the public name whose end was asked for, where ops are behind it."""
        public = public_meant(self.index, self.asked)
        if not public:
            return None
        found = self._of_public(public)
        if not found.results:
            return None  # a class that has no such method
        shown: Shown = found.results[0]  # type: ignore[assignment]
        if shown.is_python and not shown.methods and not any(one.ops for one in shown.endpoints):
            defined = self._defined(())
            if defined is not None:
                return defined._replace(notes=(f"{public} is a public name: tfexplore show {public}",))
        return found

    def _of_public(self, public: str) -> Answer:
        found = find_shown(self.index, public, self.unlinked)
        said = f"{self.asked!r} is taken as {public}"
        return found._replace(query=self.made.query, notes=(*found.notes, said))

    def _defined(self, holding: Sequence[str]) -> Answer | None:
        """The answer to the name, or the place, of a definition; None where nothing is defined there or ops are meant.

        A small word is sooner a part of the names of ops than one of the many functions that are called so.
        """
        found = self._definitions()
        if not found:
            return None
        if len(found) == 1 and found[0].endpoints and found[0].symbol.kind == "function":
            return self._of_public(found[0].endpoints[0])
        if holding and self.asked.islower() and self.asked.isalnum() and len(holding) <= MAX_OPS:
            self.notes = (_also_defined(found),)
            return None
        shown = Shown(self.asked, (), None, None, (), (), (), (), (), definitions=found)
        notes = [_also_ops(self.asked, holding)] if holding else []
        if self.asked in self.index.names("swig"):
            notes.append(f"SWIG exposes it to Python: tfexplore swig {self.asked}")
        return self.made._replace(results=(shown,), notes=tuple(notes))

    def _definitions(self) -> tuple[Definition, ...]:
        from tfexplore.answers.definitions import definition_at, definitions_named

        path, line, last = place_asked(self.asked)
        if path:
            return definition_at(self.index, sorted(files_ending(self.index, path).values()), line, last)
        return definitions_named(self.index, self.asked)

    def _no_file(self) -> None:
        """Say what to ask for a file with: it holds many ops, or none."""
        name = self.asked
        if "." not in name.rpartition("/")[2] or ":" in name:
            return
        from tfexplore.answers.annotate import files_named

        if files_named(name, self.index.paths()):
            raise UsageError(f"{name!r} is a file; ask with: tfexplore annotate {name}, or for one line: {name}:LINE")

    def _no_module(self) -> None:
        """Say what to ask for a module with: it holds many functions."""
        from tfexplore.answers.definitions import module_named

        name, last = self.asked, self.asked.rpartition(".")[2]
        path = module_named(self.index.paths(), name)
        if path:
            raise UsageError(f"{name!r} is a module; ask with: tfexplore annotate {path}, or for a name: {name}.NAME")
        if last.startswith("gen_") and any(one.module.endswith(f".{last}") for one in api.wrappers(self.index)):
            made = f"{name!r} is made when TensorFlow is built"
            raise UsageError(f"{made}; list its functions with: tfexplore api --wrappers {last}")

    def _missing(self) -> Answer:
        """That nothing is called so, what was searched, and what is near."""
        from tfexplore.answers.definitions import near_definitions
        from tfexplore.answers.python_names import with_python_names

        index, asked = self.index, self.asked
        path, line, _ = place_asked(asked)
        if path:
            return self.made._replace(answer="not found", nearest=near_places(index, path, line)[:5])
        kinds = [(kind, index.names(kind)) for kind in ("op", "endpoint", "wrapper", "kernel", "swig", "keras")]
        classes = sorted({without_templates(one) for one in kernels.class_names(index)})
        near = (*near_definitions(index, asked), *nearest((asked,), kinds), *_near_classes(asked, classes))[:5]
        total = sum([len(found) for kind, found in kinds if kind in SHOWN]) + len(classes)
        hidden = () if self.unlinked else tuple(match((asked,), index.names("op", unlinked=True)))
        searched = self.made.searched._replace(kind="shown name", total=total, unlinked=hidden)
        missed = self.made._replace(answer="not found", nearest=near, searched=searched)
        return missed if hidden else with_python_names(index, missed, asked)


def public_meant(index: Index, name: str) -> str:
    """The public name, or the method of a public class, whose end a name is; empty where that may be several."""
    if not all(part.isidentifier() for part in name.split(".")):
        return ""
    owner, _, method = name.rpartition(".")
    for end, below in ((name, ""), (owner, f".{method}")):
        found = [one for one in index.names("endpoint") if one.endswith(f".{end}")] if end else []
        if found:
            every = api.endpoints_named(index, found)
            first = [one for one in every if "v1" in one.api_versions] or every
            alone = len({one.location for one in first}) == 1
            return min(found, key=lambda one: (one.count("."), one)) + below if alone else ""
    return ""


def _of_many(name: str, behind: Behind) -> str:
    """What is said of a public name that creates ops and is there for none of them alone."""
    nearest = ", ".join(behind.nearest)
    return (
        f"{name!r} creates {len(behind.others)} ops and is there for none of them alone; nearest: {nearest}; "
        f"show one of them, or list all with: tfexplore api {name}"
    )


def _also_ops(name: str, holding: Sequence[str]) -> str:
    """What else a name means that is a definition's: the ops that hold it."""
    if len(holding) == 1:
        return f"{holding[0]} is an op whose name holds {name!r}"
    return f"the names of {len(holding)} ops hold {name!r}: tfexplore ops {name}"


def _also_defined(found: Sequence[Definition]) -> str:
    """What else a name means for which ops are shown that hold it."""
    first = found[0].symbol
    more = f", and {len(found) - 1} more of that name" if len(found) > 1 else ""
    return f"ops that hold the name; there is a {first.kind} too, {first.location.path}:{first.location.line}{more}"


def _near_classes(name: str, classes: Sequence[str]) -> tuple[NearName, ...]:
    wanted = without_templates(name)
    return nearest((wanted, *wanted.split("::")[:-1]), [("kernel class", classes)], limit=3)
