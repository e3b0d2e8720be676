"""Facts to links: which library registers what, and where the classes and functions that registrations name are.

Pure functions of facts; what is not found stays None. Where a name is defined in several files the nearest one is
meant: the registering file itself, then the file with the longest common path; of classes those of headers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from tfexplore.model import GradientFunction, KernelDef, Location, OpDef, Symbol, Unresolved
from tfexplore.paths import HEADERS, nearness
from tfexplore.templates import is_parameter, plain_argument, template_arguments, without_templates


class Places:
    """The definitions of a tree by name, specialisations beside the primary template."""

    def __init__(self, symbols: Iterable[Symbol], wanted: frozenset[str]) -> None:
        self._named: dict[str, list[Symbol]] = {}
        for symbol in symbols:
            name = without_templates(symbol.name)
            if name in wanted:
                self._named.setdefault(name, []).append(symbol)

    def find(self, name: str, near: str, kinds: tuple[str, ...]) -> Location | None:
        """The definition that code in the file `near` means by a name such as `data::PrefetchDatasetOp<T>`."""
        parts = without_templates(name).split("::")
        arguments = template_arguments(name)
        # `functor::Foo` may be a class in a namespace or one inside another class.
        for i in range(len(parts)):
            scope = "::".join(parts[:i])
            found = []
            for symbol in self._named.get("::".join(parts[i:]), ()):
                fit = _fit(template_arguments(symbol.name), arguments) if symbol.kind in kinds else None
                if fit is not None:
                    path = symbol.location.path
                    scoped = bool(scope) and not symbol.scope.endswith(scope)
                    hidden = symbol.kind == "class" and path != near and not path.endswith(HEADERS)
                    found.append((scoped, hidden, -nearness(path, near), -fit, symbol.location))
            if found:
                return min(found)[4]
        return None


def _fit(specialised: tuple[str, ...], arguments: tuple[str, ...]) -> int | None:
    """How well a specialisation takes the arguments: None not at all, 0 the primary template, more for a closer one."""
    if not specialised:
        return 0
    if len(specialised) > len(arguments):
        return None
    fit = 1
    for own, given in zip(specialised, arguments, strict=False):
        if plain_argument(own) == plain_argument(given):
            fit += 2
        elif not is_parameter(own):
            return None  # another concrete argument; a parameter of the specialisation takes anything
    return fit


def names_wanted(
    ops: Iterable[OpDef], kernels: Iterable[KernelDef], gradients: Iterable[GradientFunction]
) -> frozenset[str]:
    """The names that `Places` is asked for, with every way of leaving qualifiers out."""
    wanted: set[str] = set()
    texts = {k.kernel_class for k in kernels} | {o.shape_fn or "" for o in ops} | {g.function or "" for g in gradients}
    for text in texts:
        parts = without_templates(text).split("::")
        wanted.update("::".join(parts[i:]) for i in range(len(parts)))
    wanted.discard("")
    return frozenset(wanted)


def in_libraries(ops: Iterable[OpDef], libraries: Mapping[str, str]) -> list[OpDef]:
    """Ops with the library that links them."""
    return [op._replace(linked_into=libraries.get(op.location.path)) for op in ops]


def link_ops(ops: Iterable[OpDef], places: Places) -> list[OpDef]:
    """Ops with the place of their shape function."""
    linked = []
    for op in ops:
        location = op.shape_fn_location
        if location is None and op.shape_fn is not None:
            location = places.find(op.shape_fn, op.location.path, ("function", "method"))
        linked.append(op._replace(shape_fn_location=location))
    return linked


def link_kernels(kernels: Iterable[KernelDef], places: Places, libraries: Mapping[str, str]) -> list[KernelDef]:
    """Kernels with their library and the place of their class."""
    known: dict[tuple[str, str], Location | None] = {}
    linked = []
    for kernel in kernels:
        key = (kernel.kernel_class, kernel.location.path)
        location = kernel.kernel_class_location
        if location is None:
            if key not in known:
                known[key] = places.find(*key, ("class",))
            location = known[key]
        linked.append(kernel._replace(kernel_class_location=location, linked_into=libraries.get(key[1])))
    return linked


#: The ops that the function at a place creates, and what of it is not read; None for a function that is nowhere.
Created = Callable[[Location | None, str], tuple[tuple[str, ...], tuple[str, ...]]]


def link_gradients(
    gradients: Iterable[GradientFunction], places: Places, libraries: Mapping[str, str], created: Created
) -> list[GradientFunction]:
    """C++ gradients with their library, the place of the function, and the ops that it creates."""
    linked = []
    for gradient in gradients:
        found = None
        calls: tuple[str, ...] = ()
        unread: tuple[str, ...] = ()
        if gradient.function is not None:
            found = places.find(gradient.function, gradient.registered.path, ("function",))
            calls, unread = created(found, gradient.function)
        linked.append(
            gradient._replace(
                location=found or gradient.location,
                def_line=found.line if found else None,
                linked_into=libraries.get(gradient.registered.path),
                calls=calls,
                unread=unread,
                partial=bool(unread),
            )
        )
    return linked


def link_unresolved(unresolved: Iterable[Unresolved], libraries: Mapping[str, str]) -> list[Unresolved]:
    """Unresolved sites with the library that would have registered them."""
    return [u._replace(linked_into=libraries.get(u.location.path)) for u in unresolved]
