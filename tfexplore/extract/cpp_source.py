"""One C++ file to the registrations in it: a pure function of its bytes, the macros it can see and the profile."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Container, Iterable, Iterator, Mapping
from hashlib import blake2b

from tfexplore.cpp import lexer, release
from tfexplore.cpp.expansion import OPAQUE, SINKS, Statement
from tfexplore.cpp.library import Library
from tfexplore.cpp.macros import MAX_SOURCE, Headers, Unit, active, beside_or_below, read_unit
from tfexplore.cpp.preprocessor import expand, profile_macros, registering
from tfexplore.cpp.release import Collected, Release
from tfexplore.cpp.resolve import Resolver
from tfexplore.cpp.source_file import File
from tfexplore.cpp.types import Types, lacks_sets, read_op_names, read_types
from tfexplore.extract import cpp_gradients, kernels, ops
from tfexplore.extract.aliased_classes import with_classes
from tfexplore.extract.calls import reading
from tfexplore.extract.invocations import Earlier, packed
from tfexplore.extract.known import ODDLY_NAMED, UTF_16, Known, Registrations, has_calls, is_candidate
from tfexplore.extract.lines import cpp_lines
from tfexplore.extract.too_large import too_large
from tfexplore.model import (
    CONDITIONAL,
    GradientFunction,
    KernelDef,
    Location,
    OpDef,
    Unresolved,
)
from tfexplore.paths import HEADERS

_TYPES = "core/framework/types.h"
_OP_NAMES = "core/framework/op_def_util.cc"
#: Letters of the name of a project before that of a macro.
MAX_PREFIX = 40
_WORD = re.compile(r"[A-Za-z_]\w*")
_SINK = re.compile(rf"\b(?:{'|'.join(SINKS)})(?=\s*\()")
#: What files are named that others include to have something expanded.
_LISTS = (".def", ".inc", ".cc", ".cpp", ".cu", ".c", ".txt", ".list")
#: A statement that is named like a macro for an op, a kernel or a gradient, perhaps with the name of its project
#: before that; `re` runs to what it begins with.
_REGISTERING = re.compile(r"REGISTER_(?:\w+_)?(?:OPS?|KERNELS?|GRADIENTS?)(?:_\w+)?(?=[ \t]*\()")
_BEFORE = re.compile(r"(?<![\w$])(?:[A-Z][A-Z0-9]*_){0,4}\Z")


#: What macros register through, used by hand: the objects, and the calls that fill the registries of gradients.
_BY_HAND = re.compile(
    r"(?:OpKernelRegistrar|OpDefBuilderReceiver)\s+\w+\s*[({=]|GradOpRegistry::Global\(\)\s*->\s*Register\s*\("
    r"|gradient::RegisterOp\s*\("
)


class Reader:
    """Reads the C++ files of one tree under one profile. Headers, constants and types are shared between files.

    A tree that is not TensorFlow's is read `against` a release: its types, constants and macros stand in for the
    headers that the tree includes and does not have. What such a tree makes conditional on a setting of its own build,
    which nobody tells, is read in all of its branches. `directives` and `types` are what an earlier run has found,
    `build_defines` the macros that the tree's build files set.
    """

    def __init__(
        self,
        read: Callable[[str], bytes | None],
        paths: Collection[str],
        defines: Mapping[str, str],
        against: Release | None = None,
        directives: Callable[[str], Unit | None] | None = None,
        types: Types | None = None,
        build_defines: Mapping[str, str] | None = None,
    ) -> None:
        self._read = read
        every = {**defines, **(build_defines or {})}
        self._defines = profile_macros(every)
        self.headers = Headers(read, paths, self._defines, kept=directives)
        #: The files that the type table was read from, where it was read here.
        self.types_from: frozenset[str] = frozenset()
        #: The type table of the tree itself.
        self.own_types = types or self._types(paths)
        self.types = self.own_types
        if self.types.enum:
            against = None
        if against is not None:
            self.types = against.types
            self._defines = {**release.macros(against), **self._defines}
            unknown = release.OpenNames(against, paths, read, every)
            self.headers = Headers(read, paths, self._defines, unknown, directives)
        #: Whether the tree is read against a release.
        self._borrows = against is not None
        if against is None:
            self.library = Library(read, self.types)
        else:
            self.library = Library(read, self.types, against.constants, self._undecided)
        # Where a file depends on what the build defines, its own text without directives and the environment of its
        # invocations do; not so for conditions left open. What it depends on of the type table it asks for, unless it
        # calls functions.
        decided = repr((sorted(every.items()), against)) if against is not None else ""
        self._decided = blake2b(decided.encode(), digest_size=8).digest()

    def _types(self, paths: Container[str]) -> Types:
        for prefix in ("tensorflow/", ""):
            path = prefix + _TYPES
            data = self._read(path) if path in paths else None
            if data is None:
                continue
            header = File(path, data, self.headers, self._defines)
            reach = sorted({v.path for v in header.reach})
            near = []
            for found in reach:
                text = self._read(found)
                if text is not None:
                    near.append(lexer.split(text).code)
            proto_path, source_path = path[:-2] + ".proto", path[:-2] + ".cc"
            names_path = prefix + _OP_NAMES
            self.types_from = frozenset([path, *reach, proto_path, source_path, names_path])
            proto = self._read(proto_path) or b""
            source = self._read(source_path) or b""
            functions = None
            if lacks_sets(header) and len(source) <= MAX_SOURCE:
                functions = File(source_path, source, self.headers, self._defines)
                self.types_from |= {v.path for v in functions.reach}
            names = read_op_names(lexer.split((self._read(names_path) or b"")[:MAX_SOURCE]).code)
            return read_types(proto.decode("latin-1"), header, source.decode("latin-1"), tuple(near), functions, names)
        return Types((), (), (), ())  # of a tree that is not TensorFlow's

    def _undecided(self, path: str, data: bytes) -> list[tuple[int, int, str]]:
        """The stretches of a header that a build decides on which is not here, and by which condition."""
        found: list[tuple[int, int, str]] = []
        entered: list[tuple[int, str]] = []
        if len(data) > MAX_SOURCE:
            return found
        for event in active(read_unit(path, data, keep_source=False), self._defines.get, self.headers.open):
            if event.kind == "enter":
                entered.append((event.start, event.text))
            elif event.kind == "leave":
                start, text = entered.pop()
                found.append((start, event.start, text))
        return found + [(start, len(data), text) for start, text in entered]

    def release(self, paths: Iterable[str], version: str) -> Collected:
        """What of this tree other repositories need, to be read against it, and what that was read from.

        `paths` are the headers that matter (`release.applying`).
        """
        return release.collect(self.headers, paths, self._read, self.library, version)

    def told(self, header: str, asked: Collection[tuple[str, str]]) -> tuple[tuple[str, str, str, str], ...]:
        """What a header, and the sources beside it, answer whoever looks up these names: where, which, what."""
        return self.library.told(header, asked)

    def registrations(self, path: str, data: bytes, known: Known | None = None, same: bool = False) -> Known:
        """What a file registers in this build.

        `known` is what it did in an earlier run over this tree or another, whose bytes were the `same` perhaps.
        """
        if not is_candidate(data):
            return Known()
        if data[:2] in UTF_16:
            return Known(Registrations(unresolved=tuple(_in_utf_16(path, data))))
        if len(data) > MAX_SOURCE:
            return Known(Registrations(unresolved=(too_large(path, data, MAX_SOURCE),)))
        file = File(path, data, self.headers, self._defines)
        code = known.code if known is not None and same else cpp_lines(file.source)
        resolver = Resolver(file, self.library)
        # Headers of TensorFlow's own declare these functions; in other trees they may wrap them.
        if has_calls(data) and (self._borrows or not path.endswith(HEADERS)):
            found, _, tells_lines = self._registrations(file, resolver)
            called = reading.read(file, resolver, self._open)
            doubtful = tuple(_conditional(file, Registrations(called.ops, called.kernels), ()))
            found = found._replace(
                ops=found.ops + called.ops,
                kernels=found.kernels + called.kernels,
                unresolved=found.unresolved + called.unresolved + doubtful,
            )
            return Known(
                found,
                code,
                self._decided,
                called.asked or resolver.asked(),
                (*called.consulted, *sorted(resolver.consulted - {path})),
                b"",
                tuple(sorted(resolver.answered)),
                called.reach,
                called.sought,
                self._included(file),
                tells_lines,
            )
        earlier = None
        # Under which conditions macros are defined is not kept.
        kept = known if not self.headers.open else None
        if kept is not None and kept.settings == self._decided and resolver.answers_alike(kept.asked):
            earlier = Earlier(kept, file)
        found, invocations, tells_lines = self._registrations(file, resolver, earlier)
        others, answered = tuple(sorted(resolver.consulted - {path})), tuple(sorted(resolver.answered))
        included = self._included(file)
        if known is not None and earlier is not None and (known.registrations, known.code) == (found, code):
            now = known._replace(consulted=others, invocations=invocations, answered=answered, included=included)
            return known if now == known else now
        asked = resolver.asked()
        return Known(found, code, self._decided, asked, others, invocations, answered, (), (), included, tells_lines)

    @staticmethod
    def _included(file: File) -> tuple[str, ...]:
        # A source can be included as well, and then it decides as a header does.
        included = {variant.path for variant in file.reach if not variant.path.endswith(HEADERS)}
        return tuple(sorted((included | file.listed) - {file.path}))

    def _oddly_named(self, file: File) -> Iterator[Unresolved]:
        """Files that are included, are named like none that is read, and hold registrations."""
        for start, name in file.includes:
            if not name.endswith(ODDLY_NAMED):
                continue
            for path in beside_or_below(name, file.path):
                data = self._read(path)
                found = _SINK.search(lexer.split(data).shape) if data is not None and is_candidate(data) else None
                if found is not None:
                    line = file.source.line(start)
                    reason = f"{path} registers something and is named like no file that is read"
                    place = Location(file.path, line, line)
                    yield Unresolved(found.group(), f'#include "{name}"'[:80], reason, place)
                    break

    def _listed(self, file: File) -> Iterator[Unresolved]:
        """Files that are included to be expanded with macros of this one, which nobody does here.

        ::

            #define X(name) REGISTER_OP(#name);
            #include "names.def"                    // X(Add) X(Mul)
        """
        first = min(
            (end for versions in file.local.values() for end, macro in versions if macro is not None), default=0
        )
        if not first or not any(start >= first for start, _ in file.includes):
            return
        names = registering(file, set(file.local))
        for start, name in file.includes if names else ():
            # The last definition first: it is most likely to be the one that the list is for.
            live = {one: macro for one in names if (macro := file.lookup(one, start)) and macro.path == file.path}
            found = sorted(live, key=lambda one: -live[one].line)
            if not found:
                continue
            target = self.headers.resolve(name, file.path)
            data = self._read(target) if target is not None else None
            if target is None or data is None or len(data) > MAX_SOURCE:
                found = [one for one in found if live[one].params is not None] if name.endswith(_LISTS) else []
                reason = "{} is not read, and may list what {} registers"
            else:
                file.listed.add(target)
                words = set(_WORD.findall(lexer.split(data).shape))
                found = [one for one in found if one in words]
                reason = "what {} lists for {} to register is not expanded"
            if found:
                line = file.source.line(start)
                place = Location(file.path, line, line)
                yield Unresolved(found[0], f'#include "{name}"'[:80], reason.format(name, found[0]), place)

    def _open(self, path: str) -> File | None:
        data = self._read(path)
        return None if data is None else File(path, data, self.headers, self._defines)

    def _registrations(
        self, file: File, resolver: Resolver, earlier: Earlier | None = None
    ) -> tuple[Registrations, bytes, bool]:
        """What a file registers, which invocation registers what, and whether lines decide.

        An `earlier` run has read some of the invocations, of which no line decides.
        """
        invocations, unresolved, classes, tells_lines, imagines = expand(file, earlier)
        if classes and earlier is not None:
            return self._registrations(file, resolver)  # they are the classes of kernels anywhere in the file
        parts = []
        for one in invocations:
            known = earlier.facts(one.start) if earlier is not None and one.statements is None else None
            parts.append(known or _read(one.statements or (), file, resolver, classes))
        placed = with_classes(file, parts)
        aliased = placed != parts  # by names that stand anywhere in the file
        parts = placed
        made = list(zip(invocations, parts, strict=True))
        found = Registrations(
            tuple([op for part in parts for op in part.ops]),
            tuple([kernel for part in parts for kernel in part.kernels]),
            tuple([gradient for part in parts for gradient in part.gradients]),
            (
                *(site for one, part in made for site in _conditional(file, part, one.macros)),
                *unresolved,
                *_unknown(file),
                *_by_hand(file),
                *self._listed(file),
                *self._oddly_named(file),
                *(site for part in parts for site in part.unresolved),
            ),
        )
        local = not (classes or aliased or file.undecided or imagines)
        return found, packed(file, made) if local else b"", tells_lines


def _read(
    statements: Iterable[Statement], file: File, resolver: Resolver, classes: Mapping[str, Location]
) -> Registrations:
    """What the statements of one invocation register."""
    ops_found: list[OpDef] = []
    kernels_found: list[KernelDef] = []
    gradients: list[GradientFunction] = []
    unresolved: list[Unresolved] = []
    for statement in statements:
        made: OpDef | KernelDef | GradientFunction | Unresolved
        resolver.scope = file.scopes.at(statement.offset)
        resolver.under, resolver.torn = file.under(statement.offset), ""
        undecided = _undecided(statement, file)
        if undecided is not None:
            made = undecided
        elif statement.sink == OPAQUE:
            made = _unseen(statement)
        elif statement.sink in kernels.SINKS:
            made = kernels.read(statement, resolver)
        elif statement.sink in ops.SINKS:
            made = ops.read(statement, resolver)
        else:
            made = cpp_gradients.read(statement, resolver)
        if resolver.torn and isinstance(made, Unresolved):
            made = made._replace(reason=resolver.torn)
        if isinstance(made, KernelDef):
            place = classes.get(made.kernel_class)
            kernels_found.append(made._replace(kernel_class_location=place) if place else made)
            unread = kernels.left_open(statement, made)
            unresolved += [unread] if unread is not None else []
        elif isinstance(made, OpDef):
            ops_found.append(made)
            unresolved += ops.unread(statement, made)
        elif isinstance(made, GradientFunction):
            gradients.append(made)
        else:
            unresolved.append(made)
    return Registrations(tuple(ops_found), tuple(kernels_found), tuple(gradients), tuple(unresolved))


def _in_utf_16(path: str, data: bytes) -> Iterator[Unresolved]:
    """The first registration of a file in UTF-16, which compilers refuse."""
    text = data.decode("utf-16", "replace")
    found = _SINK.search(text)
    if found is not None:
        line = text.count("\n", 0, found.start()) + 1
        said = " ".join(text[found.start() : found.start() + 80].split())
        yield Unresolved(found.group(), said, "the file is UTF-16, which is not read", Location(path, line, line))


def _unknown(file: File) -> Iterator[Unresolved]:
    """Statements that register an op or a kernel, going by their names, with a macro that nobody in sight defines.

    ::

        REGISTER_TF_OP_SHIM(NgramsStringJoinKernel);    // its header belongs to another repository
    """
    shape = file.shape
    done = 0
    for match in _REGISTERING.finditer(shape):
        prefix = _BEFORE.search(shape, max(done, match.start() - MAX_PREFIX), match.start())
        if prefix is None:
            continue
        start = prefix.start()
        name = shape[start : match.end()]
        end = shape.rfind("\n", done, start)  # of the line before
        second = end < done > 0
        done = start + 1
        if second or shape[end + 1 : start].strip(" \t"):
            continue  # it does not begin its line
        if name not in SINKS and file.lookup(name, start) is None:
            text, closed, _ = file.code[start : start + 400].partition(";")[0].partition(")\n")
            line = file.source.line(start)
            reason = "no file in sight defines this macro, so what it registers is not known"
            yield Unresolved(name, " ".join((text + closed).split())[:80], reason, Location(file.path, line, line))


def _by_hand(file: File) -> Iterator[Unresolved]:
    """What is registered without a macro, by an object or a call that a macro would write.

    ::

        static kernel_factory::OpKernelRegistrar loom(KernelDefBuilder("Loom").Device("CPU").Build(), ...);
    """
    for match in _BY_HAND.finditer(file.shape):
        start = match.start()
        line = file.source.line(start)
        text = " ".join(file.code[start : start + 400].partition(";")[0].split())[:80]
        name = match.group().partition(":")[0].split()[0]
        reason = f"{name} is used by hand and not by a macro, so what it registers is not read"
        yield Unresolved(_OF_HAND.get(name, "REGISTER_OP_GRADIENT"), text, reason, Location(file.path, line, line))


#: The macros that write such a thing.
_OF_HAND = {
    "OpKernelRegistrar": "REGISTER_KERNEL_BUILDER",
    "OpDefBuilderReceiver": "REGISTER_OP",
    "GradOpRegistry": "REGISTER_GRADIENT_OP",
}


def _conditional(file: File, found: Registrations, macros: Iterable[tuple[str, str, int]]) -> Iterator[Unresolved]:
    """What is registered under conditions that the repository's own build decides, through macros perhaps."""
    sites = [
        *[("REGISTER_OP", op.name, op.location) for op in found.ops],
        *[(_KERNELS[kernel.registry], kernel.op, kernel.location) for kernel in found.kernels],
        *[("REGISTER_GRADIENT_OP", gradient.op, gradient.registered) for gradient in found.gradients],
    ]
    for macro, name, place in sites:
        conditions = file.conditions(place.line, macros)
        if conditions:
            yield Unresolved(macro, " && ".join(conditions)[:80], CONDITIONAL, place, name)


_KERNELS = {"op_kernel": "REGISTER_KERNEL_BUILDER", "xla": "REGISTER_XLA_OP"}


def _undecided(statement: Statement, file: File) -> Unresolved | None:
    place = statement.location
    for line, condition in file.undecided:
        if place.line <= line <= place.end_line:
            reason = f"it holds an #if that the repository's own build decides: {condition}"
            name = lexer.join(statement.arguments[0]) if statement.arguments else ""
            return Unresolved(statement.sink, name[:80], reason, place)
    return None


def _unseen(statement: Statement) -> Unresolved:
    name, *arguments = (lexer.join(argument) for argument in statement.arguments)
    reason = f"{name} is a macro of TensorFlow that registers something; what it does is not kept in an index"
    return Unresolved(name, f"{name}({', '.join(arguments)})"[:80], reason, statement.location)


assert all("REGISTER" in sink for sink in SINKS)
