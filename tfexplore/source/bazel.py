"""Evaluates the BUILD files of a tree in Starlark and follows their targets. Runs in a child process only.

`main` reads one request from the standard input and writes one answer. The text of every BUILD and .bzl file and the
list of the tree's paths come with the request, so the process opens no file; its limits are set before the first byte
of the tree is looked at. Whatever a file does to it (recursion, loops, allocation), the
worst that can happen is that this process ends.
"""

from __future__ import annotations

import json
import os
import re
import sys
import threading
from bisect import bisect_left
from typing import Any

import starlark

#: The address space of the child: the evaluation of a release takes a tenth of it.
MEMORY = 1 << 30
_STACK = 256 << 20

#: What stands before the name of the file being read, on the error output.
READING = "reading "

_TICKS = 20_000  # of a thousand steps each; a release takes some 400
_CALLS = 100
_TARGETS = 100_000
_MAX_STUBS = 40

_HEADERS = (".h", ".inc", ".hpp", ".hh", ".hxx", ".cuh", ".tcc", ".inl", ".ipp", ".tpp")
_CPP = (*_HEADERS, ".cc", ".cpp", ".cu", ".hip", ".cxx", ".c++", ".C")
_LINKED = ("srcs", "hdrs", "textual_hdrs", "deps", "implementation_deps", "actual", "src")

#: Rules that hand on what they are made of. Any other rule makes something of it, or hands on the headers alone.
_LINKING = frozenset(("alias", "cc_binary", "cc_import", "cc_library", "filegroup", "objc_library"))
_UNKNOWN = re.compile(r"Variable `(\w+)` not found")
_CONDITION = re.compile(r"^(?:config_setting|alias|(?:selects\.)?config_setting_group)\(", re.M)
_PACKAGE = re.compile(r"\bPACKAGE_NAME\b(?!\s*=[^=])")
_NAME = re.compile(r"""\bname\s*=\s*["']([^"']+)["']""")
_TOKEN = re.compile(r'''"""[\s\S]*?"""|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|#.*|[()]''')
_MAX_CALL = 20_000

#: What `import tensorflow` loads; every release names these two so, with or without its version behind.
_MAIN = re.compile(r"(?:libtensorflow_framework|_pywrap_tensorflow_internal)\.(?:so|dylib|pyd)(?:\.[\d.]+)?")


class UnreadableError(Exception):
    """The BUILD files cannot be followed; the text is the note for the user."""


class Target:
    """A rule as it was written down: its kind, its edges as labels, the macros it defines."""

    __slots__ = ("defines", "edges", "kind", "shared")

    def __init__(self, kind: str, edges: dict[str, list[str]], defines: list[str], shared: bool) -> None:
        self.kind = kind
        self.edges = edges
        self.defines = defines
        self.shared = shared


class Workspace:
    """The packages of a tree, evaluated when they are first asked for."""

    def __init__(self, paths: list[str], files: dict[str, str], settings: dict[str, str]) -> None:
        self._paths = paths
        self._path_set = set(paths)
        self._files = files
        self._settings = settings
        self._build_files: dict[str, str] = {}
        for path in files:
            folder, _, name = path.rpartition("/")
            if name == "BUILD.bazel" or (name == "BUILD" and folder not in self._build_files):
                self._build_files[folder] = path
        self._packages: dict[str, dict[str, Target]] = {}
        self._outputs: dict[str, dict[str, str]] = {}
        self._modules: dict[str, Any] = {}
        self._foreign: dict[tuple[str, tuple[str, ...]], Any] = {}
        self._loading: list[str] = []
        self._conditions: dict[str, dict[str, str]] = {}
        self._decided: dict[str, int] = {}
        self._chosen: dict[tuple[str, str], int] = {}
        self._globs: dict[str, list[str]] = {}
        self._patterns: dict[str, re.Pattern[str]] = {}
        self._found: dict[str, tuple[str, str, Target | None] | None] = {}
        self._package = ""
        self._targets: dict[str, Target] = {}
        self._count = 0
        self._ticks = 0
        self._stubs = 0
        self._dialect = starlark.Dialect.extended()
        self._globals = starlark.Globals.extended_by(
            [starlark.LibraryExtension.StructType, starlark.LibraryExtension.Json]
        )
        self._options = starlark.EvalOptions(check_cancelled=self._tick, max_callstack_size=_CALLS)
        self._make_prelude()

    # --- targets ---

    def package(self, name: str) -> dict[str, Target] | None:
        """The targets of a package; None where there is no BUILD file."""
        known = self._packages.get(name)
        if known is not None:
            return known
        path = self._build_files.get(name)
        if path is None:
            return None
        self._package, self._targets = name, {}
        module = starlark.Module()
        self._evaluate(module, path, self._files[path])
        self._packages[name] = self._targets
        outputs: dict[str, str] = {}
        for target, about in self._targets.items():
            for output in about.edges.get("outs", []) + about.edges.get("out", []):
                outputs[output.lstrip(":")] = target
        self._outputs[name] = outputs
        return self._targets

    def resolve(self, label: str, package: str) -> tuple[str, str] | None:
        """The package and the name of a label; None for one of another repository."""
        if label.startswith("@"):
            repository, slashes, rest = label.partition("//")
            if repository not in ("@", "@org_tensorflow", "@@") or not slashes:
                return None
            label = "//" + rest
        if label.startswith("//"):
            folder, colon, name = label[2:].partition(":")
            if not colon:
                name = folder.rpartition("/")[2]
        else:
            folder, name = package, label.removeprefix(":")
        if ".." in folder.split("/") or ".." in name.split("/") or name.startswith("/") or folder.startswith("/"):
            raise UnreadableError(
                f"{self._build_files.get(package, package)}: the label {label[:80]!r} leaves the tree"
            )
        return folder, name

    def find(self, label: str, package: str) -> tuple[str, str, Target | None] | None:
        """What a label names: a target, a generated file's rule, or (with None) a file of the tree."""
        key = label if label.startswith(("//", "@")) else f"{package}:{label}"
        if key not in self._found:
            self._found[key] = self._find(label, package)
        return self._found[key]

    def _find(self, label: str, package: str) -> tuple[str, str, Target | None] | None:
        where = self.resolve(label, package)
        if where is None or where[0] == "external":
            return None
        folder, name = where
        targets = self.package(folder)
        if targets is not None:
            found = targets.get(name)
            if found is None and name in self._outputs[folder]:
                name = self._outputs[folder][name]
                found = targets.get(name)
            if found is not None:
                return folder, name, found
        path = f"{folder}/{name}" if folder else name
        return (folder, name, None) if path in self._path_set else None

    # --- evaluation ---

    def _tick(self) -> bool:
        self._ticks += 1
        return self._ticks > _TICKS

    def _make_prelude(self) -> None:
        with open(os.path.join(os.path.dirname(__file__), "prelude.star"), encoding="utf-8") as file:
            text = file.read()
        module = starlark.Module()
        module.add_callable("_record", self._record)
        module.add_callable("_glob", self._glob)
        module.add_callable("_choose", self._choose)
        module.add_callable("_package", lambda: self._package)
        module.add_callable("_feature", lambda name: self._settings.get(f"feature:{name}") == "true")
        ast = starlark.parse("prelude", text, self._dialect)
        starlark.eval(module, ast, self._globals)
        self._prelude = module.freeze()
        names = re.findall(r"^(?:def )?([A-Za-z]\w*)(?= = |\()", text, re.M)
        wanted = ", ".join(f'"{name}"' for name in dict.fromkeys(names))
        self._open_prelude = f'load("prelude", {wanted}, rule_named = "rule_named")'

    def _evaluate(self, module: Any, path: str, text: str) -> None:
        """Evaluate one file with the prelude in front of it; every failure names the file."""
        os.write(2, f"{READING}{path}\n".encode("utf-8", "replace"))  # the last of these is what ended the process
        text = text.replace(".to_list()", "")  # a depset is a list here
        if "PACKAGE_NAME" in text:  # what old files call the package, which a function knows when it is called
            text = _PACKAGE.sub("package_name()", text)
        try:
            ast = starlark.parse(path, text, self._dialect)
            wanted = {load.module_id: tuple(sorted(set(load.symbols.values()))) for load in ast.loads()}
            for load in ast.loads():
                wanted[load.module_id] = tuple(sorted({*wanted[load.module_id], *load.symbols.values()}))
            package = path.rpartition("/")[0]
            loader = starlark.FileLoader(lambda name: self._load(name, package, wanted.get(name, ())))
            opening = starlark.parse(path, self._open_prelude, self._dialect)
            starlark.eval(module, opening, self._globals, starlark.FileLoader(lambda name: self._prelude))
            while True:
                try:
                    starlark.eval_with(self._options, module, ast, self._globals, file_loader=loader)
                    return
                except starlark.StarlarkError as error:
                    unknown = _UNKNOWN.search(str(error))
                    self._stubs += 1
                    if unknown is None or self._stubs > _MAX_STUBS or self._ticks > _TICKS:
                        raise
                    # A name is looked up before anything runs, so this is a rule of Bazel's that the prelude lacks.
                    name = unknown[1]
                    stub = starlark.parse(path, f'{name} = rule_named("{name}")', self._dialect)
                    starlark.eval(module, stub, self._globals)
                    ast = starlark.parse(path, text, self._dialect)
        except starlark.StarlarkError as error:
            if self._ticks > _TICKS:
                raise UnreadableError(f"{path}: its evaluation does not end") from error
            raise UnreadableError(_one_line(path, str(error))) from error

    def _load(self, name: str, package: str, symbols: tuple[str, ...]) -> Any:
        """The module behind a `load`: a file of the tree, or stubs of what another repository would give."""
        where = self.resolve(name, package)
        if where is None:
            made = self._foreign.get((name, symbols))
            if made is None:
                module = starlark.Module()
                opening = starlark.parse(name, 'load("prelude", foreign = "foreign_value")', self._dialect)
                starlark.eval(module, opening, self._globals, starlark.FileLoader(lambda _: self._prelude))
                text = "\n".join(f'{symbol} = foreign("{symbol}")' for symbol in symbols)
                starlark.eval(module, starlark.parse(name, text, self._dialect), self._globals)
                made = self._foreign[name, symbols] = module.freeze()
            return made
        folder, file = where
        path = f"{folder}/{file}" if folder else file
        known = self._modules.get(path)
        if known is not None:
            return known
        if path not in self._files:
            raise UnreadableError(f"loads {path}, which is not in the tree")
        if path in self._loading or len(self._loading) > _CALLS:
            raise UnreadableError(f"{path}: loads itself by way of {' and '.join(self._loading[-3:])}")
        self._loading.append(path)
        module = starlark.Module()
        self._evaluate(module, path, self._files[path])
        self._loading.pop()
        known = self._modules[path] = module.freeze()
        return known

    # --- what the prelude calls ---

    def _record(self, text: str) -> None:
        self._count += 1
        if self._count > _TARGETS:
            raise UnreadableError(f"{self._build_files[self._package]}: more than {_TARGETS} targets")
        kind, name, edges, defines, shared = json.loads(text)
        self._targets[name] = Target(kind, edges, defines, shared)

    def _files_of(self, package: str) -> list[str]:
        """The files of a package, relative to it: those below its folder that no nearer BUILD file claims."""
        known = self._globs.get(package)
        if known is None:
            prefix = f"{package}/" if package else ""
            known = []
            claimed: dict[str, bool] = {}
            for path in self._paths[bisect_left(self._paths, prefix) :]:
                if not path.startswith(prefix):
                    break
                folder = path.rpartition("/")[0]
                inside = claimed.get(folder)
                if inside is None:
                    nearest = folder
                    while nearest != package and nearest not in self._build_files:
                        nearest = nearest.rpartition("/")[0]
                    inside = claimed[folder] = nearest == package
                if inside:
                    known.append(path[len(prefix) :])
            self._globs[package] = known
        return known

    def _glob(self, include: list[str], exclude: list[str]) -> list[str]:
        files = self._files_of(self._package)
        dropped = [self._pattern(pattern) for pattern in exclude]
        found: dict[str, None] = {}
        for pattern in include:
            match = self._pattern(pattern).fullmatch
            fixed = re.split(r"[*?]", pattern, maxsplit=1)[0]
            start = bisect_left(files, fixed)
            for path in files[start:] if fixed else files:
                if not path.startswith(fixed):
                    break
                if path not in found and match(path) and not any(drop.fullmatch(path) for drop in dropped):
                    found[path] = None
        return sorted(found)

    def _pattern(self, pattern: str) -> re.Pattern[str]:
        known = self._patterns.get(pattern)
        if known is None:
            parts = pattern.split("/")
            if ".." in parts or pattern.startswith("/") or len(pattern) > 1000:
                raise UnreadableError(
                    f"{self._build_files[self._package]}: the glob {pattern[:80]!r} leaves its package"
                )
            text = ""
            for number, part in enumerate(parts):
                last = number == len(parts) - 1
                if part == "**":
                    text += ".*" if last else "(?:.*/)?"
                else:
                    # Runs of stars are one star, or the match takes exponential time.
                    text += re.sub(r"(?:\\\*)+", "[^/]*", re.escape(part)).replace(r"\?", "[^/]") + (
                        "" if last else "/"
                    )
            known = self._patterns[pattern] = re.compile(text, re.S)
        return known

    def _choose(self, text: str) -> int:
        """The branch of a `select`: the most specific condition that holds, else the default, else -1."""
        key = (text, self._package if text.startswith(":") or "\n:" in text else "")
        known = self._chosen.get(key)
        if known is None:
            best = known = -1
            for number, condition in enumerate(text.split("\n")):
                held = 0 if condition == "//conditions:default" else self._holds(condition)
                if held > best:
                    best, known = held, number
            self._chosen[key] = known
        return known

    def _holds(self, label: str, depth: int = 0) -> int:
        """How many things a condition asks for, -1 when one of them is not so."""
        given = self._settings.get(label)
        if given is not None:
            return 1 if given == "true" else -1
        where = self.resolve(label, self._package)
        if where is None or depth > 10:
            return -1
        folder, name = where
        full = f"//{folder}:{name}"
        known = self._decided.get(full)
        if known is None:
            known = self._decided[full] = self._decide(folder, name, depth)
        return known

    def _decide(self, folder: str, name: str, depth: int) -> int:
        given = self._settings.get(f"//{folder}:{name}")
        if given is not None:
            return 1 if given == "true" else -1
        asked = self._condition(folder, name)
        if asked is None:
            return -1
        if "actual" in asked:
            return self._holds_in(folder, str(asked["actual"]), depth)
        group = asked.get("match_any"), asked.get("match_all")
        if group[0]:
            return max(self._holds_in(folder, str(label), depth) for label in group[0])
        if group[1]:
            held = [self._holds_in(folder, str(label), depth) for label in group[1]]
            return -1 if -1 in held else sum(held)
        count = 0
        for key, value in asked.get("values", {}).items():
            if key == "define":
                key, _, value = str(value).partition("=")
                key = f"define:{key}"
            else:
                key = f"flag:{key}"
            if self._settings.get(key) != value:
                return -1
            count += 1
        for key, value in asked.get("define_values", {}).items():
            if self._settings.get(f"define:{key}") != value:
                return -1
            count += 1
        for label in asked.get("constraint_values", []):
            if self._settings.get(str(label)) != "true":
                return -1
            count += 1
        return -1 if asked.get("flag_values") or not count else count

    def _holds_in(self, folder: str, label: str, depth: int) -> int:
        package, self._package = self._package, folder
        try:
            return self._holds(label, depth + 1)
        finally:
            self._package = package

    def _condition(self, folder: str, name: str) -> dict[str, Any] | None:
        """The attributes of a `config_setting`; read from the text, as its package may be the one being evaluated."""
        known = self._conditions.get(folder)
        if known is None:
            known = {}
            path = self._build_files.get(folder)
            content = self._files[path] if path is not None else ""
            for match in _CONDITION.finditer(content):
                call = _arguments(content, match.end())
                named = _NAME.search(call)
                if named:
                    known[named[1]] = call
            self._conditions[folder] = known
        text = known.get(name)
        if text is None:
            return None
        try:
            module = starlark.Module()
            ast = starlark.parse(f"{folder}:{name}", f"dict({text})", self._dialect)
            value = starlark.eval_with(self._options, module, ast, self._globals).value
        except starlark.StarlarkError:
            return None
        return value if isinstance(value, dict) else None


def _arguments(text: str, start: int) -> str:
    """What stands between a parenthesis that ends at `start` and the one that closes it."""
    depth = 1
    for token in _TOKEN.finditer(text, start, start + _MAX_CALL):
        depth += {"(": 1, ")": -1}.get(token[0], 0)
        if depth == 0:
            return text[start : token.start()]
    return ""


def _one_line(path: str, text: str) -> str:
    """Where and what, from an error that Starlark draws over several lines."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    said = next((line for line in lines if line.startswith("error:")), lines[0] if lines else "cannot be read")
    at = [place for place in re.findall(r"--> (\S+?:\d+)", text) if not place.startswith("prelude:")]
    inner = re.findall(r"UnreadableError: (.*)", text)
    message = inner[-1] if inner else said.removeprefix("error:").strip()
    where = at[-1] if at else path
    return message[:300] if message.startswith(where.partition(":")[0]) else f"{where}: {message[:300]}"


class Closure:
    """Which files end up in which library, from the targets that are shipped."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace
        self.python: set[str] = set()
        self.libraries: dict[str, set[str]] = {}
        self.defines: dict[str, set[str]] = {}
        self.unknown: list[str] = []

    def follow(self, roots: list[str]) -> None:
        """Walk everything that the roots ship; whatever is a shared object on the way is linked from its own parts."""
        shared: dict[tuple[str, str], Target] = {}
        seen: set[tuple[str, str]] = set()
        stack: list[tuple[str, str]] = [(root, "") for root in roots]
        for root in roots:
            found = self._workspace.find(root, "")
            if found is None or found[2] is None:
                raise UnreadableError(f"no target {root}")
        while stack:
            label, package = stack.pop()
            found = self._workspace.find(label, package)
            if found is None or (found[0], found[1]) in seen:
                continue
            folder, name, target = found
            seen.add((folder, name))
            if target is None:
                continue
            if target.kind in ("py_library", "py_binary", "py_test") or target.kind == "filegroup":
                for source in target.edges.get("srcs", []):
                    if source.endswith(".py"):
                        self._ship(source, folder)
            if is_shared(name, target):
                shared[folder, name] = target
            for key in ("deps", "srcs", "data", "actual", "src", "dso"):
                stack.extend((edge, folder) for edge in target.edges.get(key, ()))
        for (folder, name), target in shared.items():
            self._link(folder, name, target)

    def _ship(self, source: str, package: str) -> None:
        found = self._workspace.find(source, package)
        if found is not None and found[2] is None:
            self.python.add(f"{found[0]}/{found[1]}" if found[0] else found[1])

    def _link(self, folder: str, name: str, target: Target) -> None:
        """Every C++ file that is linked into one shared object, up to the borders of others."""
        if _MAIN.fullmatch(name.rpartition("/")[2]):
            library = "tensorflow"
        else:
            library = f"{folder}/{name}".removeprefix("tensorflow/")
        seen: dict[tuple[str, str], bool] = {(folder, name): True}
        stack = [(folder, target, True)]
        while stack:
            package, current, whole = stack.pop()
            if whole:
                for define in current.defines:
                    self.defines.setdefault(define, set()).add(library)
            for key in _LINKED:
                for edge in current.edges.get(key, ()):
                    found = self._workspace.find(edge, package)
                    if found is None or seen.get((found[0], found[1]), not whole) >= whole:
                        continue
                    where, what, inner = found
                    seen[where, what] = whole
                    if inner is None:
                        if what.endswith(_CPP if whole else _HEADERS):
                            self.libraries.setdefault(f"{where}/{what}" if where else what, set()).add(library)
                    elif not is_shared(what, inner) and inner.kind != "genrule":
                        stack.append((where, inner, whole and inner.kind in _LINKING))


def is_shared(name: str, target: Target) -> bool:
    """Whether a target is a shared object of its own."""
    return target.kind == "cc_binary" and (target.shared or ".so" in name.rpartition("/")[2])


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """What the request's roots ship, or the note that says why that cannot be told."""
    workspace = Workspace(request["paths"], request["files"], request["settings"])
    closure = Closure(workspace)
    try:
        closure.follow(request["roots"])
    except UnreadableError as failure:
        return {"note": str(failure)}
    return {
        "libraries": {path: sorted(libraries) for path, libraries in closure.libraries.items()},
        "python": sorted(closure.python),
        "defines": {define: sorted(libraries) for define, libraries in closure.defines.items()},
        "packages": len(workspace._packages),
        "modules": len(workspace._modules),
        "ticks": workspace._ticks,
    }


def limit(seconds: int) -> None:
    """Take from this process what reading BUILD files does not need."""
    import resource

    for what, most in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NOFILE, 64),
    ):
        hard = resource.getrlimit(what)[1]
        if hard != resource.RLIM_INFINITY:
            most = min(most, hard)
        resource.setrlimit(what, (most, most))


def main(seconds: int) -> int:
    """Answer one request, on a thread whose stack is large enough for what nests."""
    limit(seconds)
    request = json.loads(sys.stdin.buffer.read())
    answers: list[dict[str, Any]] = []
    threading.stack_size(_STACK)
    thread = threading.Thread(target=lambda: answers.append(answer(request)))
    thread.start()
    thread.join()
    if not answers:
        return 1
    sys.stdout.write(json.dumps(answers[0]))
    return 0
