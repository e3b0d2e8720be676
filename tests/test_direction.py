"""Who may import whom, over the whole package."""

from __future__ import annotations

import ast
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from tfexplore import cache

PACKAGE = Path(__file__).parents[1] / "tfexplore"

#: What each part may import of the others, at run time and inside functions alike. A part may always import itself.
BASE = {
    "_record",
    "class_heads",
    "errors",
    "forked",
    "line_marks",
    "mentions",
    "model",
    "fingerprint",
    "paths",
    "patterns",
    "spec_text",
    "templates",
    "word_marks",
}
QUERY = {"index", "answers", "render"}
ALLOWED = {
    "_record": set(),
    "class_heads": {"_record", "patterns"},
    "errors": set(),
    "model": {"_record"},
    "fingerprint": set(),
    "forked": {"_record"},
    "line_marks": set(),
    "mentions": {"line_marks"},
    "paths": set(),
    "patterns": set(),
    "spec_text": {"_record", "model"},
    "templates": set(),
    "word_marks": set(),
    "source": BASE,
    "cpp": BASE,
    "extract": BASE | {"cpp", "source"},
    "link": {"_record", "model", "paths", "templates"},
    "cache": BASE | {"source"},
    "index": BASE,
    # Evidence of claims is looked up while a tree is indexed.
    "pipeline": BASE | {"source", "cpp", "extract", "link", "cache", "index", "reference"},
    "reference": {"model", "_record"},
    "catalogue": {"_record"},
    # `check` computes: a claim is worth what its check says now.
    "answers": BASE | {"index", "reference"},
    "render": BASE | {"answers", "catalogue"},
    # A command that reads a checkout or makes an index may use what does that, inside a function.
    "commands": BASE | QUERY | {"source", "extract", "pipeline", "reference", "cli", ""},
    "cli": BASE | {"answers", "commands"},
    "": {"_record", "answers"},
    "__main__": {"cli"},
}


def part_of(module: str) -> str:
    return module.split(".")[1] if "." in module else ""


def imports(path: Path) -> list[tuple[str, int]]:
    """The modules of the package that a file imports, except for type checkers alone."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_checkers = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"
        for statement in node.body
        for inner in ast.walk(statement)
    }
    found = []
    for node in ast.walk(tree):
        if id(node) in for_checkers:
            continue
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names if alias.name.split(".")[0] == "tfexplore"]
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: imports are absolute"
            if node.module == "tfexplore":
                inside = [alias.name for alias in node.names]
                found += [(f"tfexplore.{name}" if is_module(name) else "tfexplore", node.lineno) for name in inside]
            elif node.module and node.module.startswith("tfexplore."):
                found.append((node.module, node.lineno))
    return found


def is_module(name: str) -> bool:
    return (PACKAGE / name).is_dir() or (PACKAGE / f"{name}.py").is_file()


def name_of(path: Path) -> str:
    """A file's name as a module."""
    return ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")


def folder_of(module: str) -> str:
    """The folder of a module's file, relative to the package."""
    parts = module.split(".")[1:]
    inside = parts if PACKAGE.joinpath(*parts).is_dir() else parts[:-1]
    return "/".join(inside)


MODULES = sorted(PACKAGE.rglob("*.py"))


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_imports_point_one_way(path: Path) -> None:
    first = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
    part = "" if first == "__init__" else first
    assert part in ALLOWED, f"{part} has no place in the direction of imports; give it one in this test"
    wrong = [
        f"{path.relative_to(PACKAGE)}:{line} imports {module}"
        for module, line in imports(path)
        if part_of(module) != part and part_of(module) not in ALLOWED[part]
    ]
    assert not wrong


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_sql_stays_in_the_index(path: Path) -> None:
    if path.relative_to(PACKAGE).parts[0] == "index":
        return
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert not named & {"sqlite3", "_sqlite3"}


@pytest.mark.parametrize("part", ["cpp", "extract", "source", "reference"])
def test_modules_of_a_part_import_each_other_one_way(part: str) -> None:
    """No module is imported by what it imports, not for type checkers either."""
    graph: dict[str, set[str]] = {}
    names = {name_of(path): path for path in MODULES if path.relative_to(PACKAGE).parts[0] == part}
    for name, path in names.items():
        graph[name] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names}
                graph[name] |= (inner & names.keys()) or ({node.module} & names.keys())
    TopologicalSorter(graph).prepare()


def test_the_version_of_the_tool_covers_all_that_decides_facts() -> None:
    """A snapshot is another version's when any module has changed that the pipeline can come to."""
    found: set[str] = set()
    waiting = ["pipeline"]
    while waiting:
        folder = waiting.pop()
        found.add(folder)
        reached = {folder_of(m) for path in (PACKAGE / folder).glob("*.py") for m, _ in imports(path)}
        waiting += reached - found - {""}
    assert {"cpp/evaluator", "reference/claims"} <= found  # folders inside folders are come to
    assert found <= set(cache._DECIDES)
