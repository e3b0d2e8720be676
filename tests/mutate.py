"""Break the C++ core in one way after another, and see that tests notice: `python tests/mutate.py`.

Each mutant is one replacement in one file of a copy of the package. A replacement that no longer applies is an error,
so the list keeps up with the code. Exit status 1 when a mutant survives.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
TESTS = [
    *(f"tests/cpp/test_{name}.py" for name in ("lexer", "macros", "preprocessor", "resolve", "syntax", "types")),
    *(f"tests/extract/test_{name}.py" for name in ("ops", "kernels", "cpp_gradients", "cpp_source")),
    *(f"tests/extract/test_{name}.py" for name in ("uses", "uses_templates", "accessors", "hooks", "callbacks")),
    "tests/test_link.py",
    "tests/test_fixture_tree.py",
    "tests/fuzz/test_cpp.py",
]


class Mutant(NamedTuple):
    """What is broken, where, and how."""

    what: str
    path: str
    text: str
    instead: str


MUTANTS = [
    Mutant(
        "`##` joins nothing", "cpp/preprocessor.py", 'if text == "##" and out:', 'if text == "##" and out and False:'
    ),
    Mutant(
        "an empty operand of `##` ends the pasting", "cpp/preprocessor.py", 'piece = [("", step, line)]', "continue"
    ),
    Mutant(
        "operands of `##` are expanded",
        "cpp/preprocessor.py",
        "piece = [(t, step, line) for t, _, _ in argument]",
        "piece = [(t, step, line) for t, _, _ in self._expand_all(argument)]",
    ),
    Mutant(
        "painted names are expanded later",
        "cpp/preprocessor.py",
        "return Painted(text), chain, token[2]",
        "return token",
    ),
    Mutant(
        "an argument keeps the chain that it came with",
        "cpp/preprocessor.py",
        "piece = [(t, step, line) for t, _, _ in expanded[index]]",
        "piece = [(t, c or step, n) for t, c, n in expanded[index]]",
    ),
    Mutant("steps stand innermost first", "cpp/expansion.py", "return tuple(reversed(steps))", "return tuple(steps)"),
    Mutant(
        "the first definition of a name counts",
        "cpp/source_file.py",
        "for position, macro in reversed(own):",
        "for position, macro in own:",
    ),
    Mutant(
        "a chain of calls ends at a macro", "cpp/preprocessor.py", "step = self._expanded_next()", "step = self._next()"
    ),
    Mutant(
        "a registration ends where its macro does",
        "cpp/preprocessor.py",
        "location = Location(path, first, max(first, end_line))",
        "location = Location(path, first, outer.end_line if outer else max(first, end_line))",
    ),
    Mutant(
        "what follows an invocation without an end is lost",
        "cpp/preprocessor.py",
        "done = match.end()\n            self._note(match.group(), begin, str(stop), match.end())",
        "done = len(self.file.shape)\n            self._note(match.group(), begin, str(stop), match.end())",
    ),
    Mutant(
        "a stretch is cut at a line's end",
        "cpp/preprocessor.py",
        '_CUT = re.compile(r"[(){};,]")',
        r'_CUT = re.compile(r"\n")',
    ),
    Mutant(
        "the bound on expansion is not kept",
        "cpp/preprocessor.py",
        "if self._budget < 0:",
        "if self._budget < -(10**9):",
    ),
    Mutant(
        "names made by `##` do not decide what is kept",
        "cpp/preprocessor.py",
        "for ident in (*macro.idents, *self.file.pasted(macro)) if macro.pasted_ends else macro.idents:",
        "for ident in macro.idents:",
    ),
    Mutant(
        "`#elif` is taken behind a taken branch",
        "cpp/macros.py",
        "value = False if inside.taken else",
        "value = False if False else",
    ),
    Mutant("`#ifndef` is `#ifdef`", "cpp/macros.py", '(kind == "ifdef")', "True"),
    Mutant("`&&` binds as loosely as `||`", "cpp/macros.py", '("||",), ("&&",),', '("||", "&&"),'),
    Mutant("division rounds down", "cpp/macros.py", "quotient = -quotient", "quotient = -quotient - 1"),
    Mutant("`defined` answers the value", "cpp/macros.py", 'return "1" if name and', "return name if name and"),
    Mutant(
        "a header's last definition is its first",
        "cpp/macros.py",
        "for step in reversed(variant.order):",
        "for step in variant.order:",
    ),
    Mutant(
        "a header forgets what includes it",
        "cpp/macros.py",
        "if name in env:\n                return env[name]",
        "if False:\n                pass",
    ),
    Mutant(
        "raw strings are strings",
        "cpp/lexer.py",
        r'(?:u8|[uUL])?R"(?P<mark>',
        r'(?:u8|[uUL])?RR"(?P<mark>',
    ),
    Mutant(
        "escapes are left alone",
        "cpp/lexer.py",
        'return _ESCAPE.sub(_unescape, body) if "\\\\" in body else body',
        "return body",
    ),
    Mutant(
        "arguments split inside of templates",
        "cpp/syntax.py",
        'elif token == "," and not level and not angle:',
        'elif token == "," and not level:',
    ),
    Mutant(
        "the last constraint is dropped",
        "cpp/syntax.py",
        "return tuple(reversed(found))",
        "return tuple(reversed(found))[:-1] or None",
    ),
    Mutant(
        "constants of the headers' sources are not read",
        "cpp/sight.py",
        "for suffix in SOURCE_SUFFIXES:",
        "for suffix in ():",
    ),
    Mutant(
        "a set stands in the order it is written",
        "cpp/types.py",
        "tuple(t for t in order if t in members)",
        "tuple(sorted(members))",
    ),
    Mutant("no minimum is implied", "extract/ops.py", "_replace(minimum=1)", "_replace(minimum=None)"),
    Mutant("a stated minimum is overruled", "extract/ops.py", "and known[implied].minimum is None", ""),
    Mutant(
        "resources leave an op stateless",
        "extract/ops.py",
        'if argument.type == "DT_RESOURCE":',
        'if argument.type == "DT_NONE":',
    ),
    Mutant(
        "outputs are read before inputs",
        "extract/ops.py",
        "for specs in (inputs, outputs):",
        "for specs in (outputs, inputs):",
    ),
    Mutant("float defaults are doubles", "extract/ops.py", "return float32(", "return float("),
    Mutant(
        "brackets stay around a class", "extract/kernels.py", "tokens = tokens[1:-1]\n    return", "break\n    return"
    ),
    Mutant("an XLA kernel is one of the others", "extract/kernels.py", '"xla" if xla else "op_kernel"', '"op_kernel"'),
    Mutant("a gradient's address is its name", "extract/cpp_gradients.py", '.lstrip("&")', ""),
    Mutant(
        "a class of any source is meant", "link.py", "found.append((scoped, hidden, ", "found.append((scoped, False, "
    ),
    Mutant(
        "the farthest definition is meant",
        "link.py",
        "-nearness(path, near)",
        "nearness(path, near)",
    ),
    Mutant(
        "a function beside a header needs no include",
        "extract/uses_link.py",
        "if _is_of_header(one) or not included.isdisjoint(",
        "if True or not included.isdisjoint(",
    ),
    Mutant(
        "headers that an included header includes are not followed",
        "extract/uses_link.py",
        "return included | {name for header in included for name in self._included(header)}",
        "return included",
    ),
    Mutant(
        "of several definitions in sight the nearest is meant",
        "extract/uses_link.py",
        "if own is not None or len(found) == 1 or (found and all(_is_of_header(one) for one in found)):",
        "if own is not None or found:",
    ),
    Mutant(
        "functions of anonymous namespaces are shared",
        "extract/uses_link.py",
        "(_is_of_header(function) or ANONYMOUS not in function.scope)",
        "True",
    ),
    Mutant(
        "a SYCL specialisation is meant",
        "extract/uses_link.py",
        "if _is_of_no_build(one.name):\n                continue",
        "if False:\n                continue",
    ),
    Mutant(
        "a base class's static is a use", "extract/uses_link.py", 'if one.kind not in ("static", "member")', "if True"
    ),
    Mutant(
        "a template takes any number of arguments",
        "extract/uses_link.py",
        "return known is None or known.takes(count)",
        "return True",
    ),
    Mutant(
        "a class of no build is meant",
        "extract/uses_link.py",
        "scoped = [c for c in scoped if self._is_built(c)]",
        "pass",
    ),
    Mutant("parameters given by kernels do not matter", "extract/uses_link.py", "if not readings:\n", "if True:\n"),
    Mutant(
        "the first overload is meant",
        "extract/uses_link.py",
        "[one.overload - 1 :] if one.overload else",
        "[0:] if one.overload else",
    ),
    Mutant("code is followed without end", "extract/uses_link.py", "MAX_DEPTH = 6", "MAX_DEPTH = 60"),
    Mutant(
        "a specialisation of one file is everybody's",
        "extract/uses_link.py",
        "family = [c for c in family if c.location.path == path or not self._is_of_its_file(c)]",
        "pass",
    ),
    Mutant(
        "a copy that declares alone is the template",
        "extract/uses_link.py",
        'if "<" in primary.name or not copies or works(primary):',
        "if True:",
    ),
    Mutant(
        "members of something else are uses",
        "extract/uses.py",
        'if text[start - 1] in ".>" and _MEMBER',
        "if False and _MEMBER",
    ),
    Mutant("variables are uses", "extract/uses.py", "if (user, name) not in variables", "if True"),
    Mutant(
        "the first of several conditions counts",
        "extract/uses.py",
        "if known is not None and not known[0]:",
        "if known is not None:",
    ),
    Mutant("what no release builds is said", "extract/uses.py", "if condition.holds is not False and", "if"),
    Mutant(
        "a head is a call",
        "extract/uses.py",
        "if called is not None and not _is_head(text, at, called.end()):",
        "if called is not None:",
    ),
    Mutant(
        "accessors are uses",
        "extract/uses.py",
        "if overload is not None and not accessors.has(called, overload):",
        "if overload is not None:",
    ),
]


def main() -> int:
    """Try every mutant; the number of survivors decides."""
    survivors = []
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in ("tfexplore", "tests", "fixtures", "queries", "pyproject.toml", "README.md"):
            source = ROOT / name
            if source.is_dir():
                shutil.copytree(source, copy / name, ignore=shutil.ignore_patterns("__pycache__", "data"))
            else:
                shutil.copy(source, copy / name)
        if not _passes(copy):
            print("the tests fail without any change")
            return 1
        for mutant in MUTANTS:
            path = copy / "tfexplore" / mutant.path
            text = path.read_text(encoding="utf-8")
            if text.count(mutant.text) != 1:
                print(f"STALE     {mutant.what} ({mutant.path} has it {text.count(mutant.text)} times)", flush=True)
                survivors.append(mutant)
                continue
            path.write_text(text.replace(mutant.text, mutant.instead), encoding="utf-8")
            noticed = not _passes(copy)
            path.write_text(text, encoding="utf-8")
            print(f"{'noticed ' if noticed else 'SURVIVED'}  {mutant.what}", flush=True)
            if not noticed:
                survivors.append(mutant)
    print(f"{len(MUTANTS) - len(survivors)} of {len(MUTANTS)} noticed")
    return 1 if survivors else 0


def _passes(folder: Path) -> bool:
    command = [sys.executable, "-m", "pytest", "-q", "-x", "--no-header", "-p", "no:cacheprovider", *TESTS]
    environment = {**os.environ, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"}
    made = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=600, check=False)
    return made.returncode == 0


if __name__ == "__main__":
    raise SystemExit(main())
