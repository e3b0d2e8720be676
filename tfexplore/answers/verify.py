"""Whether what a document says of the source is so: each citation against the index and, where there is one, the tree.

Only what can be told is told. A name that the index does not know and no tree can confirm is "not found" when its shape
leaves no doubt that TensorFlow's source is meant; a quotation is compared with a tree or not at all.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.citations import Citation, citations
from tfexplore.answers.names import nearest
from tfexplore.answers.quotations import Quotations
from tfexplore.index import api, gradients, keras, kernels, ops, swig, symbols
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tfexplore.answers.answer import NearName
    from tfexplore.index.store import Index

    Read = Callable[[str], bytes | None]

#: How far from a cited line the thing may stand: a decorator above it, a template line, a comment.
NEAR_LINES = 3
#: Names of other projects; what they define is not looked for in the tree.
OUTSIDE = frozenset(
    ["std", "Eigen", "absl", "google", "protobuf", "boost", "thrust", "cub", "llvm", "mlir", "nvinfer1", "grpc", "pybind11", "re2", "testing", "gtest", "numpy", "np", "snappy", "sqlite3", "nsync", "mkldnn", "cudnn", "cuda", "nvidia", "torch", "at", "c10", "jax", "pd", "pandas", "plt"]
)


class Verdict(Record):
    """What became of one citation; `location` is where the thing is now.

    `verdict` is `"found"`, `"moved"`, `"not found"`, `"differs"` or `"external"`.
    """

    document: str
    line: int
    column: int
    text: str
    kind: str
    verdict: str
    location: Location | None
    suggestions: tuple[str, ...] = ()
    detail: str = ""


class Verified(Record):
    """The verdicts on a document, and how many quotations there was no tree to compare with."""

    verdicts: tuple[Verdict, ...]
    unchecked: int

    @property
    def wrong(self) -> int:
        """How many citations are wrong."""
        return sum(one.verdict in ("moved", "not found", "differs") for one in self.verdicts)


def verify(index: Index, document: str, text: str, read: Read | None = None) -> Verified:
    """The verdicts on a document; `read` gives the bytes of a tree's file."""
    checker = _Checker(index, document, read)
    found = citations(text)
    verdicts: list[Verdict] = []
    unchecked = 0
    for position, one in enumerate(found):
        if one.kind == "quotation":
            if read is None:
                external = checker.external_quotation(one)
                if external is None:
                    unchecked += 1
                else:
                    verdicts.append(external)
                continue
            verdict = checker.quotation(one)
        elif one.kind in ("path", "path:line"):
            verdict = checker.path(one, _companion(found, position))
        else:
            verdict = checker.symbol(one)
        if verdict is not None:
            verdicts.append(verdict)
    return Verified(tuple(verdicts), unchecked)


def _companion(found: list[Citation], position: int) -> str:
    """The name that a cited line is said of: the one before it on the same line of text, or else the one behind."""
    one = found[position]
    if position and found[position - 1].line == one.line and found[position - 1].kind == "symbol":
        return found[position - 1].target
    behind = found[position + 1] if position + 1 < len(found) else None
    before_is_free = not position or found[position - 1].line != one.line
    if behind is not None and before_is_free and behind.line == one.line and behind.kind == "symbol":
        return behind.target
    return ""


class _Checker:
    """What a document's citations are held against, each kind of name loaded when one is asked for."""

    def __init__(self, index: Index, document: str, read: Read | None) -> None:
        self.index = index
        self.document = document
        self.read = read
        self._paths: dict[str, str] | None = None
        self._basenames: dict[str, list[str]] = {}
        self._names: dict[str, list[Location]] | None = None
        self._lowered: dict[str, str] = {}
        self._endpoints: dict[str, Location] | None = None
        self._words: dict[str, bool] = {}
        self._texts: list[tuple[str, bytes]] | None = None
        self._quotations: Quotations | None = None
        self._externals: dict[str, Location] | None = None

    def _verdict(
        self, one: Citation, verdict: str, location: Location | None, near: Iterable[NearName | str] = (), detail: str = "",
        kind: str = "",
    ) -> Verdict:  # fmt: skip
        suggestions = tuple([n if isinstance(n, str) else n.name for n in near])
        text = one.text or one.target
        return Verdict(
            self.document, one.line, one.column, text, kind or one.kind, verdict, location, suggestions, detail
        )

    # -- paths --

    @property
    def paths(self) -> dict[str, str]:
        """Every path of the tree by its lower-case form."""
        if self._paths is None:
            self._paths = {path.lower(): path for path in self.index.paths()}
            for path in self._paths.values():
                self._basenames.setdefault(path.rpartition("/")[2].lower(), []).append(path)
        return self._paths

    def _resolve(self, target: str) -> list[str]:
        """The files that a path can mean: exactly, without case, below `tensorflow/`, or as the end of a path."""
        wanted = target.lower().lstrip("./")
        paths = self.paths
        for candidate in (wanted, f"tensorflow/{wanted}", wanted.removeprefix("tensorflow_core/")):
            if candidate in paths:
                return [paths[candidate]]
        if wanted.startswith("tensorflow_core/"):
            wanted = "tensorflow/" + wanted.removeprefix("tensorflow_core/")
            if wanted in paths:
                return [paths[wanted]]
        ending = "/" + wanted
        name = wanted.rpartition("/")[2]
        return [p for p in self._basenames.get(name, ()) if ("/" + p.lower()).endswith(ending)]

    def path(self, one: Citation, companion: str) -> Verdict | None:
        target = one.target
        last = target.rpartition("/")[2]
        if not _is_source_file(last):
            return self._folder(one)
        if last in ("BUILD", "WORKSPACE") and "/" not in target:
            return None
        found = self._resolve(target)
        if not found:
            return self._missing_path(one)
        if not one.start:
            where = Location(found[0], 1, 1)
            return self._verdict(one, "found", where if len(found) == 1 else None, found[1:4], _several(found))
        return self._line(one, found, companion)

    def _missing_path(self, one: Citation) -> Verdict | None:
        target = one.target
        external = self._external_file(target)
        if external is not None:
            return self._verdict(one, "external", external, (), f"in the package {external.package} {external.version}")
        first = target.partition("/")[0]
        if "/" not in target and not one.in_code and not one.start and not self._likely_ours(target):
            return None  # a file name in prose that may be anyone's: setup.py, main.cc
        if "/" in target and first in OUTSIDE:
            return None
        if "/" in target and first not in _TOPS and not self._likely_ours(target):
            return None
        name = target.rpartition("/")[2].lower()
        if name in self._basenames:
            best = self._basenames[name]
            verdict = "moved" if len(best) == 1 else "not found"
            where = Location(best[0], one.start or 1, one.end or 1) if len(best) == 1 else None
            return self._verdict(one, verdict, where, best[:3], f"there is no {target}")
        near = nearest((name,), [("path", list(self._basenames))], limit=3)
        full = [self._basenames[n.name][0] for n in near]
        return self._verdict(one, "not found", None, full, f"no file of this name in {len(self.paths):,} paths")

    def _likely_ours(self, target: str) -> bool:
        """Whether a missing file is near enough to one of the tree's to be meant for it."""
        name = target.rpartition("/")[2].lower()
        near = nearest((name,), [("path", list(self._basenames))], limit=1)
        return bool(near) and (abs(len(near[0].name) - len(name)) <= 2 and len(name) > 9)

    def _folder(self, one: Citation) -> Verdict | None:
        target = one.target.rstrip("/").lower()
        if "." in target.rpartition("/")[2] or (target.count("/") < 2 and not one.text.endswith("/")):
            return None if not any(p.startswith(target + "/") for p in self.paths) else self._at_folder(one, target)
        return self._at_folder(one, target)

    def _at_folder(self, one: Citation, target: str) -> Verdict | None:
        for path in self.paths:
            if path.startswith(target + "/") or path.startswith(target + ".") or path.startswith(target + "_"):
                return self._verdict(one, "found", None)
        folders = sorted({p.rpartition("/")[0] for p in self.paths})
        near = nearest((target,), [("path", folders)], limit=3)
        return self._verdict(one, "not found", None, near, "no file of the tree lies there")

    # -- lines --

    def _line(self, one: Citation, found: list[str], companion: str) -> Verdict:
        lines = {path: self._length(path) for path in found[:20]}
        fitting = [p for p in found if (n := lines.get(p)) is None or one.end <= n]
        if not fitting:
            length = lines[found[0]]
            return self._verdict(one, "not found", Location(found[0], 1, 1), (), f"{found[0]} has {length} lines")
        best = fitting[0]
        if companion:
            name = _last_part(companion)
            places = [p for p in self._places(companion) if p.path in fitting]
            if places:
                best = places[0].path
            near_enough = [p for p in places if p.line - NEAR_LINES <= one.end and one.start <= p.end_line + NEAR_LINES]
            if near_enough:
                best = near_enough[0].path
            elif places and not self._mentions(places[0].path, one.start, one.end, name):
                now = min(places, key=lambda p: abs(p.line - one.start))
                return self._verdict(
                    one, "moved", now, (f"{now.path}:{now.line}",), f"{companion} is at line {now.line}"
                )
        return self._verdict(one, "found", Location(best, one.start, one.end), fitting[1:4], _several(fitting))

    def _length(self, path: str) -> int | None:
        data = self.read(path) if self.read else None
        return None if data is None else data.count(b"\n") + (not data.endswith(b"\n"))

    def _mentions(self, path: str, start: int, end: int, name: str) -> bool:
        """Whether a name stands near some lines of a file; without a tree nobody can say, and it may."""
        data = self.read(path) if self.read else None
        if data is None:
            return False
        around = data.split(b"\n")[max(0, start - 1 - NEAR_LINES) : end + NEAR_LINES]
        return name.encode() in b"\n".join(around)

    # -- names --

    @property
    def names(self) -> dict[str, list[Location]]:
        """Every name that the index places, by itself and by its last part."""
        if self._names is None:
            made: dict[str, list[Location]] = {}
            for op in ops.every(self.index):
                made.setdefault(op.name, []).append(op.location)
            for kernel in kernels.every(self.index):
                made.setdefault(kernel.op, []).append(kernel.location)
                if kernel.kernel_class_location is not None:
                    name = _without_templates(kernel.kernel_class)
                    made.setdefault(name, []).append(kernel.kernel_class_location)
            for gradient in gradients.every(self.index):
                if gradient.function:
                    made.setdefault(_without_templates(gradient.function), []).append(gradient.location)
            for exposed in swig.names(self.index):
                if exposed.declared is not None:
                    made.setdefault(exposed.name, []).append(exposed.declared)
            for symbol in symbols.every(self.index):
                name = _without_templates(symbol.name)
                made.setdefault(name, []).append(symbol.location)
                short = name.replace(".", "::").rpartition("::")[2]
                if short != name:
                    made.setdefault(short, []).append(symbol.location)
            for wrapper in api.wrappers(self.index):
                made.setdefault(wrapper.function, made.get(wrapper.op, []))
            self._names = made
            for name in made:
                self._lowered.setdefault(name.lower(), name)
        return self._names

    def _places(self, target: str) -> list[Location]:
        """Where a name is defined or registered, whichever way it is qualified."""
        names = self.names
        parts = _without_templates(target).replace(".", "::").split("::")
        for start in range(len(parts)):
            for separator in ("::", "."):
                found = names.get(separator.join(parts[start:]))
                if found:
                    return found
        return []

    @property
    def endpoints(self) -> dict[str, Location]:
        """The public names."""
        if self._endpoints is None:
            self._endpoints = {one.endpoint: one.location for one in api.endpoints(self.index)}
            self._endpoints.update({one.endpoint: one.declared for one in keras.every(self.index)})
        return self._endpoints

    def symbol(self, one: Citation) -> Verdict | None:
        target = one.target
        if "::" in target:
            return self._scoped(one)
        if "." in target:
            return self._dotted(one)
        names = self.names
        if target in names:
            where = names[target][0]
            is_op = target in self._ops
            return self._verdict(one, "found", where, kind="op" if is_op else "symbol")
        folded = self._lowered.get(target.lower())
        if folded is not None:
            return self._verdict(one, "found", names[folded][0], (folded,), f"written {folded}")
        if self._in_tree(target):
            return self._verdict(one, "found", None, (), "named in the tree")
        external = self.externals.get(target)
        if external is not None:
            return self._verdict(one, "external", external, (), f"in the package {external.package}")
        near = nearest((target,), [("symbol", sorted(self._lowered.values()))], limit=3)
        close = bool(near) and _distance_ratio(near[0].name, target) <= 0.34
        shaped = target.endswith(_OURS) or target.startswith(("REGISTER_", "TF_", "OP_REQUIRES"))
        if close or shaped:
            kind = "op" if near and near[0].name in self._ops and not shaped else "symbol"
            return self._verdict(one, "not found", None, near, "no such op, class, function or macro", kind=kind)
        return None  # a word of its own, or a name of the author's

    @property
    def _ops(self) -> frozenset[str]:
        return frozenset((*self.index.names("op"), *self.index.names("op", unlinked=True)))

    def _scoped(self, one: Citation) -> Verdict | None:
        parts = _without_templates(one.target).split("::")
        if parts[0] in OUTSIDE:
            return None
        places = self._qualified(parts)
        if places:
            return self._verdict(one, "found", places[0])
        if self.read is not None and self._in_tree(parts[-1]) and self._in_tree(parts[-2]):
            if not self._members(parts[-2]):
                return self._verdict(one, "found", None, (), "named in the tree")
            if self._beside(parts[-2], parts[-1]):
                return self._verdict(one, "found", None, (), "a member without a definition of its own")
        near = nearest(("::".join(parts[-2:]),), [("symbol", self._members(parts[-2]) or sorted(self.names))], limit=3)
        return self._verdict(one, "not found", None, near, "no such member or function")

    def _qualified(self, parts: list[str]) -> list[Location]:
        names = self.names
        for start in range(len(parts) - 1):
            found = names.get("::".join(parts[start:]))
            if found:
                return found
        last = names.get(parts[-1], [])
        # `functor::SpatialConvolution`: what stands before is a namespace, which symbols carry apart from their names.
        if last and not self._members(parts[-2]) and parts[-2] not in names:
            return last
        if last and parts[-2].islower():
            return last
        return []

    def _members(self, name: str) -> list[str]:
        prefix = name + "::"
        return [one for one in self.names if one.startswith(prefix)]

    def _beside(self, owner: str, member: str) -> bool:
        """Whether a name stands in a file that defines its owner."""
        for place in self.names.get(owner, ())[:6]:
            data = self.read(place.path) if self.read else None
            if data is not None and re.search(rb"\b" + re.escape(member).encode() + rb"\b", data):
                return True
        return False

    def _dotted(self, one: Citation) -> Verdict | None:
        target = one.target
        if target.startswith("tensorflow."):
            target = "tf." + target.partition(".")[2]
        if target.startswith("keras."):
            target = "tf." + target
        if target.startswith("tf."):
            return self._endpoint(one, target.replace("tf.compat.v1.", "tf.", 1))
        module, _, name = target.partition(".")
        files = [p for p in self._basenames_of(module + ".py") if "/python/" in p or p.startswith("tensorflow/")]
        for place in self._places(name):
            if place.path in files:
                return self._verdict(one, "found", place)
        if module.startswith("gen_"):
            for wrapper in api.wrappers(self.index):
                if wrapper.function == name and wrapper.module.rpartition(".")[2].rpartition("/")[2].startswith(module):
                    found = self.names.get(wrapper.op, [])
                    return self._verdict(one, "found", found[0] if found else None, (), f"generated for {wrapper.op}")
            near = nearest((name,), [("symbol", [w.function for w in api.wrappers(self.index)])], limit=3)
            return self._verdict(one, "not found", None, near, "no op generates such a function")
        if not files:
            return None
        if self.read is not None:
            data = b"".join(self.read(path) or b"" for path in files[:4])
            if re.search(rb"\b" + re.escape(name.rpartition(".")[2]).encode() + rb"\b", data):
                return self._verdict(one, "found", None, (), f"named in {files[0]}")
        inside = [s.name for path in files[:4] for s in symbols.of_file(self.index, path)]
        return self._verdict(
            one, "not found", None, nearest((name,), [("symbol", inside)], limit=3), f"not in {files[0]}"
        )

    def _basenames_of(self, name: str) -> list[str]:
        return self._basenames.get(name, []) if self.paths else []

    def _endpoint(self, one: Citation, target: str) -> Verdict | None:
        endpoints = self.endpoints
        if not endpoints:
            return None
        if target in endpoints:
            return self._verdict(one, "found", endpoints[target])
        if any(name.startswith(target + ".") for name in endpoints):
            return self._verdict(one, "found", None, (), "a module")
        owner = target.rpartition(".")[0]
        if owner in endpoints and owner.rpartition(".")[2][:1].isupper():
            return self._verdict(one, "found", endpoints[owner], (), f"a member of {owner}")
        if target.startswith(("tf.contrib.", "tf.compat.v2", "tf.python.", "tf.core.")):
            name = target.rpartition(".")[2]
            if name in self.names or self._in_tree(name):
                places = self.names.get(name)
                return self._verdict(one, "found", places[0] if places else None)
        near = nearest((target,), [("endpoint", sorted(endpoints))], limit=3)
        return self._verdict(one, "not found", None, near, "no such endpoint")

    # -- the tree's text --

    def _in_tree(self, word: str) -> bool:
        """Whether a word stands anywhere in the tree's own text; False without a tree."""
        if self.read is None or not word:
            return False
        if word not in self._words:
            if self._texts is None:
                wanted = [p for p in self.paths.values() if p.endswith((".cc", ".h", ".py", ".i", ".proto", ".cu.cc"))]
                read = self.read
                self._texts = [(path, data) for path in wanted if (data := read(path)) is not None]
            pattern = re.compile(rb"(?<!\w)" + re.escape(word).encode() + rb"(?!\w)")
            raw = word.encode()
            self._words[word] = any(raw in data and pattern.search(data) for _, data in self._texts)
        return self._words[word]

    # -- quotations and packages beside the tree --

    @property
    def externals(self) -> dict[str, Location]:
        """The functions of packages that the tree delegates to."""
        if self._externals is None:
            self._externals = {}
            for one in keras.every(self.index):
                if one.implemented.package:
                    self._externals.setdefault(one.endpoint.rpartition(".")[2], one.implemented)
        return self._externals

    def _external_file(self, target: str) -> Location | None:
        wanted = "/" + target.lower().lstrip("./")
        for one in keras.every(self.index):
            place = one.implemented
            if place.package and f"/{place.package}/{place.path}".lower().endswith(wanted):
                return place
        return None

    def external_quotation(self, one: Citation) -> Verdict | None:
        """A quotation that defines what a package beside the tree is known to define."""
        for name in re.findall(r"^\s*(?:def|class)\s+(\w+)", one.code, re.M):
            place = self.externals.get(name)
            if place is not None and not any(p.path.endswith(".py") for p in self.names.get(name, ())):
                return self._verdict(
                    one._replace(text=_first_line(one.code)), "external", place, (), f"{place.package} {place.version}"
                )
        return None

    def quotation(self, one: Citation) -> Verdict | None:
        external = self.external_quotation(one)
        if external is not None:
            return external
        assert self.read is not None
        if self._quotations is None:
            self._quotations = Quotations(self.read, self.paths.values())
        cited = [p for target in one.near for p in self._resolve(target)[:4]]
        candidates = list(dict.fromkeys(cited))
        for name in dict.fromkeys(re.findall(r"\b_*[A-Za-z]\w{5,}\b", one.code)):
            candidates += [p.path for p in self.names.get(name, ())[:6]]
            if len(candidates) > 60:
                break
        result = self._quotations.compare(one.code, list(dict.fromkeys(candidates)), bool(cited))
        if result is None:
            return None
        where = Location(result.path, result.line, result.end_line)
        named = one._replace(text=_first_line(one.code))
        if not result.different:
            return self._verdict(named, "found", where)
        return self._verdict(named, "differs", where, (), result.different)


_TOPS = frozenset(
    ["tensorflow", "tensorflow_core", "core", "python", "compiler", "contrib", "cc", "c", "lite", "stream_executor"]
)
_OURS = ("Op", "OpV2", "Kernel", "Grad", "GradOp", "OpDef", "KernelDef", "Launcher")


def _several(found: list[str]) -> str:
    return f"{len(found)} files have this name" if len(found) > 1 else ""


def _is_source_file(name: str) -> bool:
    return name in ("BUILD", "WORKSPACE") or name.rpartition(".")[2] in (
        "cc", "h", "hpp", "cpp", "cu", "py", "i", "inc", "proto", "pbtxt", "bzl",
    )  # fmt: skip


def _without_templates(name: str) -> str:
    while "<" in name:
        shorter = re.sub(r"<[^<>]*>", "", name)
        if shorter == name:
            return name.partition("<")[0].strip()
        name = shorter
    return name.strip().strip(":")


def _last_part(name: str) -> str:
    return _without_templates(name).replace(".", "::").rpartition("::")[2]


def _first_line(code: str) -> str:
    return next((line.strip() for line in code.split("\n") if line.strip()), "")[:80]


def _distance_ratio(one: str, other: str) -> float:
    from difflib import SequenceMatcher

    return 1 - SequenceMatcher(None, one.lower(), other.lower(), autojunk=False).ratio()
