"""Modules and packages of Python as a document names them: whether there is such a one, and what it has.

A module is a file, a package a folder. Some are made when TensorFlow is built, and are known by what they are made of:
`graph_pb2` of `graph.proto`, `gen_nn_ops` of the ops that it wraps.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tfexplore.answers.known import Known
    from tfexplore.index.symbols import Place

#: How much of a name is alike in another that may be meant.
ALIKE = 0.6
#: How much where no tree tells what there is beside the files that an index lists.
NEARLY = 0.75
#: Packages of the tree whose modules are files, rather than names that are made public.
_FILED = regex(r"python|core|contrib|compiler|tools|examples|lite|cc?|stream_executor|go|js")
#: Modules that are made when TensorFlow is built and whose names nobody lists.
_MADE = regex(r"_?pywrap_\w+|build_info|_?api|_v[12]|gen_\w+|\w+(?:_pb2_grpc|_service_pb2|_generated)")
#: The members of every message of a protocol buffer, and those that its fields give it.
OF_EVERY_MESSAGE = regex(
    r"ByteSize|Clear(?:Extension|Field)?|CopyFrom|DESCRIPTOR|DiscardUnknownFields|Extensions|FindInitializationErrors"
    r"|(?:Parse|Merge)?FromString|Has(?:Extension|Field)|IsInitialized|ListFields|MergeFrom|RegisterExtension|SetInParent"
    r"|Serialize(?:Partial)?ToString|UnknownFields|WhichOneof|Name|Value|keys|values|items"
    r"|[A-Z0-9_]+_FIELD_NUMBER|[A-Z]\w*Entry"
)
_VERSION = regex(r"V\d\Z|_v\d\Z")
#: What every module has.
_SPECIAL = regex(r"__\w+__")
#: What a module of messages calls another one that it imports.
_OF_ANOTHER = regex(r"\w+_dot_\w+__pb2")
_ALIAS = regex(rb"^from[ \t]+(tensorflow[\w.]*)[ \t]+import[ \t]+(\w+)(?:[ \t]+as[ \t]+(\w+))?", re.M)
#: What stands behind the name of a generated function that another one falls back to.
_FALLBACK = "_eager_fallback"
#: A package into which a build puts the modules that it makes, beside those that lie there.
_GENERATED = "ops"
_STAR = regex(rb"^[ \t]*from[ \t]+([\w.]+)[ \t]+import[ \t]+\*", re.M)
#: Files from which a module is taken to have all names, and those from which these have theirs.
MAX_TAKEN_OVER = 120
#: Lines that an import in brackets may have.
MAX_LINES = 60
_IMPORT = regex(
    r"(?:^(?P<sign>[-+ ]?)[ \t]*(?:>>>|\.\.\.)?[ \t]*|(?<=;)[ \t]*)"
    r"(?:from[ \t]+(?P<of>tensorflow(?:\.\w+)*)[ \t]+import[ \t]+(?P<names>\([^()]*\)|[\w*](?:[^\n;#`(\\]|\\\n)*)"
    r"|import[ \t]+(?P<module>tensorflow(?:\.\w+)*)(?![\w.])(?:[ \t]+as[ \t]+(?P<alias>\w+))?)",
    re.M | re.A,
)
_NAME = regex(r"\s*(?:\\\s*)?([A-Za-z_]\w*)(?:\s+as\s+(\w+))?\s*\Z", re.A)
_REMARK = regex(r"#[^\n]*")


class Import(Record):
    """A statement that imports: from where to where it stands, and the module with where that is named.

    `names` are those that it takes from the module, each with where it stands and what it is called here; `alias` what
    the module itself is called here (empty: nothing); `added`: it is a line that a patch adds.
    """

    start: int
    end: int
    at: int
    module: str
    names: tuple[tuple[int, str, str], ...]
    alias: str
    added: bool


def imports(code: str) -> Iterator[Import]:
    """The statements of some code that import from `tensorflow`."""
    for match in _IMPORT.finditer(code):
        whole = "of" if match["of"] else "module"
        listed = _REMARK.sub(lambda remark: " " * len(remark[0]), match["names"] or "")
        names = []
        for part in re.finditer(r"[^,()]+", listed) if listed.count("\n") < MAX_LINES else ():
            name = _NAME.match(part[0])
            if name is not None:
                names.append((match.start("names") + part.start() + name.start(1), name[1], name[2] or name[1]))
        yield Import(
            match.start(), match.end(), match.start(whole), match[whole], tuple(names), match["alias"] or "",
            match["sign"] == "+",
        )  # fmt: skip


class Held(Record):
    """What a module has under a name: `verdict` found or not found, where, what is nearest, and how one knows."""

    verdict: str
    where: Place | Location | None = None
    near: tuple[str, ...] = ()
    detail: str = ""


class Modules:
    """The modules of a tree, by their dotted names from `tensorflow` on."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self._folders: frozenset[str] | None = None
        self._stems: frozenset[str] | None = None  # files without their endings
        self._listed: dict[tuple[str, str], set[str]] = {}  # what stands in a folder, by the endings of files
        self._aliases: dict[str, dict[str, str]] = {}

    def is_filed(self, module: str) -> bool:
        """Whether a dotted name is below a package whose modules are files."""
        head, _, rest = module.partition(".")
        return head == "tensorflow" and _FILED.fullmatch(rest.partition(".")[0]) is not None

    def chain(self, dotted: str) -> tuple[str, Held | None]:
        """What a dotted name from `tensorflow` on leads to, and the part of it that this is said of.

        Under the name of a child a package may import another module; either is meant.
        """
        parts = dotted.split(".")
        made = self._chain(parts)
        if made[1] is not None and made[1].verdict != "found":
            for cut in range(2, len(parts)):
                meant = self._renamed(".".join(parts[: cut - 1]), parts[cut - 1])
                if meant:
                    return self._chain([*meant.split("."), *parts[cut:]])
        return made

    def _held(self, parts: Sequence[str]) -> bool:
        return bool(self._file(".".join(parts))) or self._is_folder(".".join(parts))

    def _chain(self, parts: Sequence[str]) -> tuple[str, Held | None]:
        """The longest part of a name that is a module, with what it has under the name behind that."""
        cut = next((at for at in range(len(parts) - 1, 0, -1) if self._held(parts[:at])), 0)
        if not cut:
            return parts[0], self.module(".".join(parts))
        module, name = ".".join(parts[:cut]), parts[cut]
        held = self.name(module, name)
        if held is None or held.verdict != "found" or not name.endswith("_pb2") or cut + 1 == len(parts):
            return name, held
        module, name = f"{module}.{name}", parts[cut + 1]
        held = self.name(module, name)
        if held is None or held.verdict != "found" or cut + 2 == len(parts) or self._has_word(module, parts[cut + 2]):
            return name, held
        return parts[cut + 2], Held("not found", held.where, (), f"no {parts[cut + 2]} in {module}")

    def _renamed(self, package: str, name: str) -> str:
        """The module that a package imports under another name; empty where it does not, or nobody can say."""
        init = self._init(package) if self.known.has_tree else None
        if init is None:
            return ""
        if init.path not in self._aliases:
            lines = _ALIAS.findall(self.known.read(init.path) or b"")
            made = {(alias or one).decode(): f"{of.decode()}.{one.decode()}" for of, one, alias in lines}
            others = {name: whole for name, whole in made.items() if whole != f"{package}.{name}"}
            self._aliases[init.path] = {
                name: whole for name, whole in others.items() if self._file(whole) or self._is_folder(whole)
            }
        return self._aliases[init.path].get(name, "")

    def module(self, module: str) -> Held | None:
        """Whether there is a module; None where nobody can say."""
        path = self._file(module)
        if path:
            return Held("found", Location(path, 1, 1))
        if self._is_folder(module):
            return Held("found", self._init(module))
        above, _, last = module.rpartition(".")
        if last == _GENERATED:
            return None
        if not self._is_folder(above):
            # The first part that is wrong is what is said of.
            return self.module(above) if above else None
        return self._child(above, last) or self._no_such(above, last)

    def name(self, module: str, name: str) -> Held | None:
        """Whether a module that there is has a name; None where nobody can say."""
        path = self._file(module)
        if path:
            return self._in_file(path, name)
        if not self._is_folder(module):
            return self._in_generated(module, name)
        child = self._child(module, name)
        if child is not None or name == _GENERATED:
            return child
        init = self._init(module)
        if init is not None:
            held = self._in_file(init.path, name)
            if held is not None and held.verdict == "found":
                return held
            known = self._known_elsewhere(name) or bool(self.known.called(f"{name}.py"))
            if held is None and (self.known.has_tree or known):
                return None  # which the package may import
        return self._no_such(module, name)

    def _has_word(self, module: str, word: str) -> bool:
        """Whether the file that a module of messages is made of has a word, as far as anybody can say."""
        package, _, last = module.rpartition(".")
        data = self.known.read(self._proto(package, last))
        return data is None or stands(word, data) or OF_EVERY_MESSAGE.fullmatch(word) is not None

    def _in_generated(self, module: str, name: str) -> Held | None:
        """Whether a module that is made when TensorFlow is built has a name."""
        known = self.known
        package, _, last = module.rpartition(".")
        proto = self._proto(package, last)
        if proto:
            defined = {one.name.rpartition(".")[2]: one for one in known.inside(proto)}
            if name in defined:
                return Held("found", defined[name].location)
            near = nearest_of(name, set(defined), ALIKE)
            if _OF_ANOTHER.fullmatch(name):
                return None
            if stands(name, known.read(proto) or b"") or not (near or known.has_tree) or name == "DESCRIPTOR":
                return None  # the values of its enumerations, which no index has
            return Held("not found", None, (*self._defining(name), *near)[:3], f"not in {proto}")
        wrapped = {function for function, made in known.wrappers.items() if any(inside == last for inside, _ in made)}
        if name in wrapped:
            op = next(op for inside, op in known.wrappers[name] if inside == last)
            return Held("found", next(iter(known.places(op)), None), (), f"generated for {op}")
        near = nearest_of(name, wrapped, ALIKE)
        if not wrapped or (not near and name.startswith("_")):
            return None
        elsewhere = [f"{inside}.{name}" for inside, _ in known.wrappers.get(name, ())]
        return Held("not found", None, (*elsewhere, *near)[:3], f"no op of {last} generates such a function")

    def _file(self, module: str) -> str:
        path = module.replace(".", "/").lower()
        return self.known.paths.get(f"{path}.py", "")

    def _proto(self, package: str, name: str) -> str:
        """The file that a module of messages is made of; empty for another module."""
        if not name.endswith("_pb2"):
            return ""
        return self.known.paths.get(f"{package.replace('.', '/')}/{name.removesuffix('_pb2')}.proto".lower(), "")

    def _is_folder(self, module: str) -> bool:
        if self._folders is None:
            made: set[str] = set()
            for path in {path.rpartition("/")[0] for path in self.known.paths}:
                while path and path not in made:
                    made.add(path)
                    path = path.rpartition("/")[0]
            self._folders = frozenset(made)
        return module.replace(".", "/").lower() in self._folders

    def _init(self, module: str) -> Location | None:
        path = self.known.paths.get(module.replace(".", "/").lower() + "/__init__.py")
        return Location(path, 1, 1) if path else None

    def _child(self, package: str, name: str) -> Held | None:
        """A module or a package of a package, those included that are made when TensorFlow is built."""
        whole = f"{package}.{name}"
        path = self._file(whole)
        if path:
            return Held("found", Location(path, 1, 1))
        if self._is_folder(whole):
            return Held("found", self._init(whole))
        proto = self._proto(package, name)
        if proto:
            return Held("found", Location(proto, 1, 1), (), f"made of {proto}")
        if _MADE.fullmatch(name) or self.is_made(package.replace(".", "/"), name):
            return Held("found", None, (), "made when TensorFlow is built")
        return None

    def is_made(self, folder: str, name: str) -> bool:
        """Whether a module is built of something that is no Python: a file that is called so, or a target of BUILD."""
        known = self.known
        if self._stems is None:
            paths = (*known.paths, *known.unlisted)
            self._stems = frozenset([path[: path.find(".", path.rfind("/") + 1)] for path in paths])
        if f"{folder}/{name}".lower() in self._stems:
            return True
        build = known.read(f"{folder}/BUILD")
        return build is not None and f'"{name}"'.encode() in build

    def _in_file(self, path: str, name: str) -> Held | None:
        known = self.known
        defined = {one.name: one for one in known.inside(path) if "." not in one.name}
        if name in defined:
            return Held("found", defined[name].location)
        elsewhere = self._known_elsewhere(name)
        if _SPECIAL.fullmatch(name):
            return Held("found", Location(path, 1, 1))
        if known.has_tree:
            data = known.read(path) or b""
            if re.search(rb"(?<![\w.])" + re.escape(name.encode()) + rb"(?!\w)", data):
                return Held("found", None, (), f"named in {path}")
            stars = _STAR.findall(data)
            if stars and (elsewhere or known.called(f"{name}.py") or name.lower() in known.folders):
                return Held("found", None, (), f"by an import of all names in {path}")
            source = self.taken_over(path, name) if stars else ""
            if source is None:
                return None
            if source:
                return Held("found", None, (), f"by an import of all names in {path}")
        elif elsewhere or _VERSION.search(name) or not nearest_of(name, set(defined), NEARLY):
            return None  # which another module may give to this one, as the first of two versions
        near = [*self._defining(name), *nearest_of(name, set(defined), ALIKE)]
        return Held("not found", None, tuple(dict.fromkeys(near))[:3], f"not in {path}")

    def taken_over(self, path: str, name: str) -> str | None:
        """The file from which a file takes a name with all others (`import *`), perhaps by way of a third.

        For a generated function it is the one that takes it from its module. Empty where none does; None where one is a
        module of another package, of which nobody can say what it has.
        """
        generated = {module for module, _ in self.known.wrappers.get(name, ())}
        seen, ahead = {path}, [path]
        foreign = False
        while ahead and len(seen) < MAX_TAKEN_OVER:
            taking = ahead.pop()
            for of in _STAR.findall(self.known.read(taking) or b""):
                module = of.decode("ascii", "replace")
                if module.rpartition(".")[2] in generated:
                    return taking
                foreign = foreign or not module.startswith(("tensorflow.", "."))
                init = self._init(module)
                file = self._file(module) or (init.path if init is not None else "")
                if file and file not in seen:
                    if stands(name, self.known.read(file) or b""):
                        return file
                    seen.add(file)
                    ahead.append(file)
        return None if foreign else ""

    def _known_elsewhere(self, name: str) -> bool:
        known = self.known
        name = name.removesuffix(_FALLBACK)
        made = name in known.wrappers or name in known.swig_names or name in known.exposed or name in known.bound
        return made or known.knows(name) or name in known.names or f"_{name}" in known.names

    def _no_such(self, package: str, name: str) -> Held | None:
        """That a package has neither a module nor a name; None where what the package itself imports is not known."""
        known = self.known
        if not known.has_tree and self._known_elsewhere(name):
            return None
        file = f"{name.removesuffix('_pb2')}.proto" if name.endswith("_pb2") else f"{name}.py"
        below = "_pb2" if name.endswith("_pb2") else ""
        same = [path.rpartition(".")[0].replace("/", ".") + below for path in known.called(file)]
        near = nearest_of(name, self._children(package, ".proto" if below else ".py"), ALIKE)
        if not known.has_tree and not same and not nearest_of(name, set(near), NEARLY):
            return None  # it may be made of something when TensorFlow is built
        detail = f"{package} has no {name}"
        return Held("not found", None, tuple(dict.fromkeys([*same, *self._defining(name), *near]))[:3], detail)

    def _children(self, package: str, ending: str) -> set[str]:
        """The modules that files with an ending give to a package, and the packages that stand in it."""
        if not self._listed:
            for path in self.known.paths.values():
                folder, _, name = path.rpartition("/")
                for suffix, below in ((".py", ""), (".proto", "_pb2")):
                    if name.endswith(suffix):
                        self._listed.setdefault((folder.lower(), suffix), set()).add(name.removesuffix(suffix) + below)
                while folder:
                    above, _, name = folder.rpartition("/")
                    beside = self._listed.setdefault((above.lower(), ".py"), set())
                    folder = above if name not in beside else ""
                    beside.add(name)
        return self._listed.get((package.replace(".", "/").lower(), ending), set())

    def _defining(self, name: str) -> list[str]:
        """The modules of the tree that define a name at their top."""
        places = [place for place in self.known.places_of(name) if place.name == name]
        paths = [place.path for place in places if place.path.endswith(".py")]
        return [path.removesuffix(".py").replace("/", ".") for path in dict.fromkeys(paths)][:2]
