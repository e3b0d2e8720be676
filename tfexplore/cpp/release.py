"""What of a TensorFlow release another repository needs to be read without TensorFlow's tree.

A repository of custom ops includes TensorFlow's headers and has none of them. Its registrations name types (`int64`),
devices (`DEVICE_CPU`) and macros that spread a registration over types (`TF_CALL_float`). All of these are facts that
fit on a page: a table of types, names with values, and for each such macro the types and macros that it applies its
argument to. No other macro's body is kept; the names of macros that register something are, so that an invocation of
one is told as unresolved and not lost.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping

from tfexplore._record import Record
from tfexplore.cpp import lexer
from tfexplore.cpp.expansion import OPAQUE, SINKS
from tfexplore.cpp.library import Library
from tfexplore.cpp.macros import Headers, Macro, Variant, reachable
from tfexplore.cpp.types import Types, is_name_rule, plain_type
from tfexplore.errors import IndexFileError
from tfexplore.paths import HEADERS, SOURCE_SUFFIXES

PACKAGE = "tensorflow"
MAX_STEPS = 400
MAX_CONSTANT = 80
_FORMAT = "tfexplore-release 1"


class TypeList(Record):
    """A macro that applies its parameter to types, or hands it on to other such macros.

    ::

        #define TF_CALL_SMALL_TYPES(m) TF_CALL_half(m) m(float)
                ^^^^^^^^^^^^^^^^^^^ ^   ^^^^^^^^^^^^ ^  ^^^^^^^^
                name           params   steps: ("TF_CALL_half", ("m",)), ("m", ("float",))
    """

    name: str
    params: tuple[str, ...]
    steps: tuple[tuple[str, tuple[str, ...]], ...]
    path: str
    line: int
    end_line: int


class Release(Record):
    """The facts of one release.

    `opaque` names macros that register something and whose bodies are not kept; `numbers` are macros that are numbers
    (`TF_MAJOR_VERSION`); `settings` are the names that its own conditions test and nothing defines: a build that does
    not give one of them has it switched off.
    """

    version: str
    types: Types
    lists: tuple[TypeList, ...] = ()
    opaque: tuple[str, ...] = ()
    constants: tuple[tuple[str, str], ...] = ()
    numbers: tuple[tuple[str, int], ...] = ()
    settings: tuple[str, ...] = ()


class KeptMacro(Macro):
    """A macro of a release, made from what is kept of it."""

    __slots__ = ("origin",)

    def __init__(self, kept: TypeList, version: str) -> None:
        text = " ".join(f"{name}({', '.join(arguments)})" for name, arguments in kept.steps)
        super().__init__(kept.name, kept.params, text, kept.path, kept.line, kept.end_line)
        self.origin = (PACKAGE, version)


def macros(release: Release) -> dict[str, Macro]:
    """A release's macros, to be seen by files that do not find its headers."""
    made: dict[str, Macro] = {kept.name: KeptMacro(kept, release.version) for kept in release.lists}
    for name, number in release.numbers:
        made[name] = Macro(name, None, str(number), PACKAGE, 1, 1)
    for name in release.opaque:
        made[name] = KeptMacro(TypeList(name, ("...",), ((OPAQUE, (name, "__VA_ARGS__")),), "", 1, 1), release.version)
    return made


# -- collecting --------------------------------------------------------------------------------------------------------

# A macro that starts by applying something, or one that registers.
_APPLIES = re.compile(rb"#[ \t]*define[ \t]+\w+\([ \t]*\w+[^()]*\)(?:[ \t]|\\\r?\n)*\w+[ \t]*\(")
_REGISTERS = (b"define REGISTER", b"define  REGISTER")


def applying(paths: Iterable[str], read: Callable[[str], bytes | None]) -> list[str]:
    """Those of some files that are headers with macros that a release may keep."""
    found = []
    for path in paths:
        data = read(path) if path.endswith(".h") else None
        if data is not None and b"define" in data and (_APPLIES.search(data) or any(r in data for r in _REGISTERS)):
            found.append(path)
    return found


class Collected(Record):
    """What is kept of a release, and what decided it besides the type table and directives.

    That are constants: in the headers `named` by registrations, and in the sources asked for what these declare.
    """

    release: Release
    named: frozenset[str]
    sources: frozenset[str]


def collect(
    headers: Headers, paths: Iterable[str], read: Callable[[str], bytes | None], library: Library, version: str
) -> Collected:
    """What to keep of the release whose tree this is; `paths` are its headers that matter (`applying`)."""
    variants = [found for path in sorted(paths) if (found := headers.variant(path, {})) is not None]
    defined: dict[str, Macro | None] = {}
    for variant in variants:
        for name, macro in variant.defs.items():
            known = defined.get(name, macro)
            # A name that two headers define in two ways means nothing by itself.
            defined[name] = macro if known is None or macro is None or known.text == macro.text else None
    usable = {name: macro for name, macro in defined.items() if macro is not None and macro.params is not None}
    registering = _registering(variants)
    lists = _lists(usable, registering, library)
    sinks = [v for v in variants if any(name in SINKS for name in v.defs)]
    opaque = tuple(sorted(registering - SINKS.keys() - {kept.name for kept in lists}))
    sources: set[str] = set()
    named = frozenset([variant.path for variant in reachable(sinks)])
    constants = _constants(sorted(named), read, library, sources)
    reach = sorted(reachable(variants), key=lambda variant: variant.path)
    kept = Release(version, library.types, lists, opaque, constants, _numbers(reach), _settings(reach, headers))
    return Collected(kept, named, frozenset(sources))


def _registering(variants: list[Variant]) -> set[str]:
    """The macros that some definition of theirs makes register something."""
    reverse: dict[str, set[str]] = {}
    for variant in variants:
        for name, macro in variant.defs.items():
            for ident in macro.idents if macro is not None else ():
                reverse.setdefault(ident, set()).add(name)
    reached = set(SINKS)
    waiting = list(SINKS)
    while waiting:
        for name in reverse.get(waiting.pop(), ()):
            if name not in reached:
                reached.add(name)
                waiting.append(name)
    return reached


def _lists(usable: Mapping[str, Macro], registering: set[str], library: Library) -> tuple[TypeList, ...]:
    steps: dict[str, tuple[tuple[str, tuple[str, ...]], ...]] = {}
    for name, macro in usable.items():
        found = _steps(macro) if not macro.variadic and name not in SINKS else None
        if found is not None:
            steps[name] = found
    # A list may be empty in this build.
    empty = {name for name, applied in steps.items() if not applied and usable[name].params}
    kept: dict[str, TypeList] = {}
    changed = True
    while changed:
        changed = False
        for name, applied in steps.items():
            macro = usable[name]
            params = macro.params or ()
            if name in kept or not applied:
                continue
            if all(
                _belongs(callee, arguments, params, kept, registering, library)
                or (callee in empty and all(a in params for a in arguments))
                for callee, arguments in applied
            ):
                kept[name] = TypeList(name, params, applied, macro.path, macro.line, macro.end_line)
                changed = True
    for callee in {callee for one in kept.values() for callee, _ in one.steps} & empty:
        macro = usable[callee]
        kept[callee] = TypeList(callee, macro.params or (), (), macro.path, macro.line, macro.end_line)
    return tuple(sorted(kept.values()))


def _belongs(
    callee: str, arguments: tuple[str, ...], params: tuple[str, ...], kept: Mapping[str, TypeList],
    registering: set[str], library: Library,
) -> bool:  # fmt: skip
    """Whether a step applies a parameter to a type, or hands parameters on."""
    if callee in params:
        return any(plain_type(a) in library.cpp_names for a in arguments)
    if callee in kept:
        return any(a in params for a in arguments)
    return callee in registering and callee not in SINKS and bool(arguments) and all(a in params for a in arguments)


def _steps(macro: Macro) -> tuple[tuple[str, tuple[str, ...]], ...] | None:
    """The invocations that a body consists of; None when it is anything else."""
    tokens = [token for token, _ in macro.tokens]
    if len(tokens) > MAX_STEPS * 8:
        return None
    steps: list[tuple[str, tuple[str, ...]]] = []
    i = 0
    while i < len(tokens):
        if tokens[i] == ";":
            i += 1
            continue
        if not lexer.is_identifier(tokens[i]) or tokens[i + 1 : i + 2] != ["("]:
            return None
        if ")" not in tokens[i:]:
            return None
        end = tokens.index(")", i)
        inside = tokens[i + 2 : end]
        if any(not (lexer.is_identifier(t) or t in ("::", ",", "<", ">")) for t in inside):
            return None
        steps.append((tokens[i], _split(inside)))
        i = end + 1
    return tuple(steps)


def _split(tokens: list[str]) -> tuple[str, ...]:
    """The arguments of an invocation, written without spaces where none are needed."""
    out: list[list[str]] = [[]]
    for token in tokens:
        if token == ",":
            out.append([])
        else:
            out[-1].append(token)
    return tuple(lexer.join(part) for part in out if part)


_STRINGS = re.compile(rb"\bextern\s+const\b|\bconst(?:expr)?\s+char\b")


def _constants(
    paths: list[str], read: Callable[[str], bytes | None], library: Library, consulted: set[str]
) -> tuple[tuple[str, str], ...]:
    """The short strings that the headers of a registration name; `consulted` gains the sources that were asked."""
    found: dict[str, str | None] = {}
    for path in paths:
        data = read(path)
        if data is None or not _STRINGS.search(data):
            continue
        definitions = library.definitions(path)
        values = definitions.first_constants() if definitions is not None else {}
        declared = definitions.externs if definitions is not None else frozenset()
        for suffix in SOURCE_SUFFIXES if declared else ():
            source = path.rpartition(".")[0] + suffix
            beside = library.definitions(source)
            if beside is not None:
                consulted.add(source)
                there = beside.first_constants()
                values.update((name, there[name]) for name in declared if name in there)
        for name, text in values.items():
            tokens = [token for token, _ in lexer.spans(text)]
            value = "".join(map(lexer.string_value, tokens)) if tokens and all(map(lexer.is_string, tokens)) else ""
            if value and len(value) <= MAX_CONSTANT and value.isprintable():
                # One name with two values means neither.
                found[name] = value if found.get(name, value) == value else None
    return tuple(sorted((name, value) for name, value in found.items() if value is not None))


def _numbers(reach: list[Variant]) -> tuple[tuple[str, int], ...]:
    found: dict[str, int | None] = {}
    for variant in reach:
        for name, macro in variant.defs.items():
            if macro is not None and macro.params is None and _NUMBER.fullmatch(macro.text.strip()):
                value = int(macro.text)
                found[name] = value if found.get(name, value) == value else None
    return tuple(sorted((name, value) for name, value in found.items() if value is not None))


def _settings(reach: list[Variant], headers: Headers) -> tuple[str, ...]:
    defined = {name for variant in reach for name in variant.defs}
    tested = {name for variant in reach if (unit := headers.unit(variant.path)) is not None for name in unit.tests}
    return tuple(sorted(name for name in tested - defined if not reserved(name)))


def reserved(name: str) -> bool:
    """Whether a name belongs to the compiler: a profile says what it is, and it is undefined otherwise."""
    return name.startswith("__") or (name[:1] == "_" and name[1:2].isupper())


#: How names begin that ask a compiler for something, `__has_include(<any>)`, and each has its own answer.
_ASKS = ("__has_", "__is_identifier")


class OpenNames:
    """The names that a repository tests in conditions and nobody tells: not its files, nor the release, nor the build.

    Which files define a name is looked for when the first one is asked for.
    """

    def __init__(
        self, release: Release, paths: Iterable[str], read: Callable[[str], bytes | None], known: Container[str]
    ) -> None:
        self._told = {*release.settings, *(name for name, _ in release.numbers)}
        self._known = known
        self._paths = paths
        self._read = read
        self._defined: set[str] | None = None

    def __contains__(self, name: object) -> bool:
        if isinstance(name, str) and name.startswith(_ASKS):
            return name not in self._known
        if not isinstance(name, str) or name in self._told or name in self._known or reserved(name):
            return False
        if self._defined is None:
            self._defined = set()
            for path in sorted(p for p in self._paths if p.endswith(_SOURCES)):
                data = self._read(path)
                if data is not None and b"define" in data:
                    self._defined.update(match.decode() for match in _DEFINES.findall(data))
        return name not in self._defined


_SOURCES = (*HEADERS, ".cc", ".cpp", ".cxx", ".c++", ".C", ".mm", ".cu", ".hip", ".c")
_DEFINES = re.compile(rb"#[ \t]*define[ \t]+([A-Za-z_]\w*)")
_NUMBER = re.compile(r"\d{1,18}")


# -- text --------------------------------------------------------------------------------------------------------------


def encode(release: Release) -> str:
    """A release as text: a line a fact, fields separated by tabs."""
    types = release.types
    lines = [f"{_FORMAT}\t{release.version}"]
    lines.append("\t".join(("enum", *(f"{name}={number}" for name, number in types.enum))))
    lines.append("\t".join(("spec", *(f"{name}={target}" for name, target in types.spec_names))))
    lines.append("\t".join(("cpp", *(f"{name}={target}" for name, target in types.cpp_names))))
    lines.extend("\t".join(("set", name, *members)) for name, members in types.sets)
    if types.op_names:
        lines.append("\t".join(("op names", *types.op_names)))
    for kept in release.lists:
        steps = ("|".join((name, *arguments)) for name, arguments in kept.steps)
        lines.append(
            "\t".join(("list", kept.name, ",".join(kept.params), kept.path, str(kept.line), str(kept.end_line), *steps))
        )
    lines.append("\t".join(("opaque", *release.opaque)))
    lines.extend(f"constant\t{name}\t{value}" for name, value in release.constants)
    lines.append("\t".join(("numbers", *(f"{name}={number}" for name, number in release.numbers))))
    lines.append("\t".join(("settings", *release.settings)))
    return "\n".join(lines) + "\n"


def decode(text: str) -> Release:
    """What `encode` wrote. Raises `IndexFileError` for anything else."""
    try:
        return _decode(text)
    except (KeyError, ValueError, IndexError) as error:
        raise IndexFileError(
            f"the facts of a release that this index holds are damaged ({error}): index it again"
        ) from None


def _decode(text: str) -> Release:
    head, *lines = text.split("\n")
    mark, version = head.split("\t")
    if mark != _FORMAT:
        raise ValueError("another format")
    pairs: dict[str, tuple[tuple[str, str], ...]] = {}
    sets: list[tuple[str, tuple[str, ...]]] = []
    lists: list[TypeList] = []
    constants: list[tuple[str, str]] = []
    opaque: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    op_names: tuple[str, ...] = ()
    for line in lines:
        kind, *fields = line.split("\t")
        if kind in ("enum", "spec", "cpp", "numbers"):
            pairs[kind] = tuple((name, value) for name, _, value in (field.rpartition("=") for field in fields))
        elif kind == "set":
            sets.append((fields[0], tuple(fields[1:])))
        elif kind == "list":
            name, params, path, start, end, *steps = fields
            applied = ((callee, tuple(arguments)) for callee, *arguments in (step.split("|") for step in steps))
            lists.append(TypeList(name, tuple(params.split(",")), tuple(applied), path, int(start), int(end)))
        elif kind == "opaque":
            opaque = tuple(fields)
        elif kind == "settings":
            settings = tuple(fields)
        elif kind == "op names" and is_name_rule(fields):
            op_names = tuple(fields)
        elif kind == "constant":
            name, value = fields
            constants.append((name, value))
        elif line:
            raise ValueError(f"a line {kind[:20]!r}")
    enum = tuple((name, int(number)) for name, number in pairs["enum"])
    numbers = tuple((name, int(number)) for name, number in pairs["numbers"])
    types = Types(enum, pairs["spec"], pairs["cpp"], tuple(sets), op_names)
    return Release(version, types, tuple(lists), opaque, tuple(constants), numbers, settings)
