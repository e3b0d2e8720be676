"""Side by side with what a user would run instead: ratios of medians, never a test that can fail on a busy machine.

    python benchmarks/run.py TREE [--neighbour TREE ...] [--runs N] [--only WORD] [--write]

TREE is a work tree of TensorFlow v1.15.0, each `--neighbour` one of a release before it. Commands that are compared run
in turn (A B A B ...), so that a change of the machine's speed meets both. Every timed command must succeed, or its row
says so. `--write` puts the table into README.md. Tools that are not installed (ctags, clang, rg) leave their rows out.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
START, END = "<!-- benchmarks:start -->", "<!-- benchmarks:end -->"

CTAGS = (
    "ctags", "-R", "--languages=C++,Python", "-f", os.devnull,
    r'--regex-C++=/REGISTER_OP\("([^"]+)"/\1/o,op/',
    r'--regex-C++=/REGISTER_KERNEL_BUILDER\(\s*Name\("([^"]+)"/\1/k,kernel/',
    r'--regex-C++=/REGISTER_(GRADIENT_OP|OP_GRADIENT)\("([^"]+)"/\2/g,gradient/',
    r'--regex-Python=/RegisterGradient\("([^"]+)"/\1/g,gradient/',
)  # fmt: skip


#: What `conv_ops.cc` says once, and what an edit puts behind or before it.
BODY = b"    const Tensor& filter = context->input(1);\n"
CHECK = b"""    OP_REQUIRES(context, filter.dims() == 4,
                errors::InvalidArgument("a benchmark takes four dimensions, not ", filter.dims()));
"""
CLASS = b"template <typename Device, typename T>\nclass Conv2DOp"
FUNCTION = b"""static int Benchmark(int strides) {
  return strides;
}

"""
KERNEL = b"""REGISTER_KERNEL_BUILDER(Name("Conv2D").Device(DEVICE_CPU).Label("benchmark"),
                        Conv2DOp<CPUDevice, float>);
"""
SPACE, CLASS_MORE = b"namespace tensorflow {\n", b"class NamedByNobodyElse {};\n"
PYTHON = b"""
def benchmark(features):
  return gen_nn_ops.relu(features)
"""
EXPORT = b"""
@tf_export("nn.benchmark")
def benchmark(features):
  return gen_nn_ops.relu(features)
"""
SOURCE, HEADER = "tensorflow/core/kernels/conv_ops.cc", "tensorflow/core/kernels/conv_ops.h"
OPS, OP, ATTR = "tensorflow/core/ops/nn_ops.cc", b'REGISTER_OP("LeakyRelu")\n', b'    .Attr("benchmark: int = 1")\n'
MODULE = "tensorflow/python/ops/nn_ops.py"

#: What changes in which file: the text before the edit, and lines of comments that make each edit another one.
EDITS: tuple[tuple[str, str, Callable[[bytes, bytes], bytes]], ...] = (
    ("C++: a comment at its end", SOURCE, lambda text, lines: text + lines),
    ("C++: lines on top of it", SOURCE, lambda text, lines: lines + text),
    ("C++: a message more", SOURCE, lambda text, lines: lines + text.replace(BODY, BODY + CHECK, 1)),
    ("C++: a function more", SOURCE, lambda text, lines: lines + text.replace(CLASS, FUNCTION + CLASS, 1)),
    ("C++: a kernel more", SOURCE, lambda text, lines: text + lines + KERNEL),
    ("a header: lines on top of it", HEADER, lambda text, lines: lines + text),
    ("a header: a class more", HEADER, lambda text, lines: text.replace(SPACE, SPACE + lines + CLASS_MORE, 1)),
    ("an op: an attr more", OPS, lambda text, lines: lines + text.replace(OP, OP + ATTR, 1)),
    ("Python: lines at its end", MODULE, lambda text, lines: text + lines.replace(b"//", b"#")),
    ("Python: a function more", MODULE, lambda text, lines: text + lines.replace(b"//", b"#") + PYTHON),
    ("Python: a public name more", MODULE, lambda text, lines: text + lines.replace(b"//", b"#") + EXPORT),
)


class Row:
    """One line of the table."""

    def __init__(self, what: str, against: str, ratio: float | None, bound: str, detail: str) -> None:
        self.what, self.against, self.ratio, self.bound, self.detail = what, against, ratio, bound, detail

    def __str__(self) -> str:
        shown = "–" if self.ratio is None else f"{self.ratio:.2f}"
        return f"| {self.what} | {self.against} | {shown} | {self.bound} | {self.detail} |"


def run(
    command: Sequence[str], cwd: Path | None = None, env: dict[str, str] | None = None, good: Sequence[int] = (0,)
) -> float:
    """The seconds that a command takes; it must succeed, which is to say end with a `good` status.

    Its modules are compiled once, as a user's are, whatever the environment says of bytecode: without that, every
    process of an editable installation compiles them again, which takes longer than many an answer.
    """
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    started = time.perf_counter()
    done = subprocess.run(command, cwd=cwd, env={**environment, **(env or {})}, capture_output=True, check=False)
    took = time.perf_counter() - started
    if done.returncode not in good:
        raise RuntimeError(f"{' '.join(command[:6])}: exit {done.returncode}: {done.stderr.decode()[-300:]}")
    return took


def paired(one: Callable[[], float], other: Callable[[], float], runs: int) -> tuple[float, float]:
    """Medians of two measures taken in turn, after one round that does not count."""
    one()
    other()
    pairs = [(one(), other()) for _ in range(runs)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def tfexplore(*words: str) -> list[str]:
    """The command as it is installed beside this interpreter, or the package of this checkout."""
    beside = Path(sys.executable).with_name("tfexplore")
    return [str(beside), *words] if beside.exists() else [sys.executable, "-m", "tfexplore", *words]


class Bench:
    """The measures; each method adds rows."""

    def __init__(self, tree: Path, neighbours: Sequence[Path], runs: int, scratch: Path) -> None:
        self.tree, self.neighbours, self.runs, self.scratch = tree, neighbours, runs, scratch
        self.rows: list[Row] = []

    def index(self, tree: Path, cache: Path) -> float:
        """Seconds to index a tree with a given cache."""
        return run(
            tfexplore("index", "--source", str(tree), "-o", str(self.scratch / f"{tree.name}.sqlite")),
            cwd=ROOT,
            env={"XDG_CACHE_HOME": str(cache)},
        )

    def cold(self) -> float:
        """Seconds to index the tree with empty caches."""
        cache = Path(tempfile.mkdtemp(dir=self.scratch))
        try:
            return self.index(self.tree, cache)
        finally:
            shutil.rmtree(cache, ignore_errors=True)

    def registered(self, prefix: str, kernels: int) -> float:
        """Seconds to read the ops and kernels below a path, and nothing else; there must be so many kernels."""
        code = (
            "import sys; from tfexplore.pipeline import registered; "
            "sys.exit(0 if registered(sys.argv[1], sys.argv[2])[1] > int(sys.argv[3]) else 1)"
        )
        return run([sys.executable, "-c", code, str(self.tree), prefix, str(kernels)], cwd=ROOT)

    def against_ctags(self) -> None:
        """Ops and kernels alone, the whole cold index, and a neighbouring release after it."""
        if not shutil.which("ctags"):
            self.rows.append(Row("cold index", "`ctags -R` with regexes", None, "≤ 5", "ctags is not installed"))
            return
        ctags = partial(run, [*CTAGS, "tensorflow"], cwd=self.tree)
        alone, tags = paired(lambda: self.registered("", 9000), ctags, self.runs)
        against, detail = "`ctags -R` with regexes", f"{alone:.1f} s and {tags:.1f} s"
        self.rows.append(Row("ops and kernels alone, cold", against, alone / tags, "≤ 3, aim 1", detail))
        cold, tags = paired(self.cold, ctags, self.runs)
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
        size = (self.scratch / f"{self.tree.name}.sqlite").stat().st_size / 1e6
        detail = f"{cold:.1f} s; largest process {peak:.0f} MB; index {size:.1f} MB"
        self.rows.append(Row("cold index, everything", against, cold / tags, "≤ 5, aim 2", detail))
        self.again(cold)

    def again(self, cold: float) -> None:
        """Re-indexing: nothing changed, one file changed, a neighbouring release."""
        cache = Path(tempfile.mkdtemp(dir=self.scratch))
        self.index(self.tree, cache)
        same = statistics.median(self.index(self.tree, cache) for _ in range(self.runs))
        self.rows.append(Row("nothing changed", "the cold run", same / cold, "≤ 0.3 s", f"{same:.2f} s"))
        for what, path, edit in EDITS:
            changed = statistics.median(self.edited(cache, self.tree / path, edit))
            bound = "≤ 0.1, ≤ 0.6 s"
            self.rows.append(
                Row(f"one file changed, {what}", "the cold run", changed / cold, bound, f"{changed:.2f} s")
            )
        for neighbour in self.neighbours:
            pairs = []
            for _ in range(self.runs):
                other = Path(tempfile.mkdtemp(dir=self.scratch))
                first = self.index(neighbour, other)
                pairs.append((first, self.index(self.tree, other)))
                shutil.rmtree(other, ignore_errors=True)
            first, second = (statistics.median(p[i] for p in pairs) for i in (0, 1))
            self.rows.append(Row(
                f"{self.tree.name} after {neighbour.name}", "the latter, cold", second / first, "≤ 0.5",
                f"{first:.1f} s, then {second:.1f} s",
            ))  # fmt: skip

    def edited(self, cache: Path, path: Path, edit: Callable[[bytes, bytes], bytes]) -> list[float]:
        """How long it takes to index the tree again after each of some edits; what was there is put back."""
        before = path.read_bytes()
        took = []
        try:
            for turn in range(1, self.runs + 1):
                text = edit(before, b"// changed\n" * turn)
                path.write_bytes(text)
                took.append(self.index(self.tree, cache))
                path.write_bytes(before)
                self.index(self.tree, cache)
        finally:
            path.write_bytes(before)
        return took

    def against_clang(self) -> None:
        """Preprocessing the kernels with a compiler and headers that are not there stubbed out."""
        against = "`clang -E`, stubbed headers"
        if not shutil.which("clang"):
            self.rows.append(Row("core/kernels", against, None, "≤ 0.5", "clang is not installed"))
            return
        files = sorted((self.tree / "tensorflow/core/kernels").glob("*.cc"))
        kernels = [path for path in files if b"REGISTER" in path.read_bytes()]
        stubs = self.stubs(kernels)
        listing = self.scratch / "kernels.txt"
        listing.write_text("\n".join(map(str, kernels)))
        flags = f"-E -w -std=c++14 -I {self.tree} -I {stubs} -DGOOGLE_CUDA=1 -ferror-limit=0"
        script = f"xargs -a {listing} -P {os.cpu_count()} -n 8 clang {flags} > /dev/null 2>&1; true"

        def ours() -> float:
            return self.registered("tensorflow/core/kernels/", 5000)

        mine, clang = paired(ours, lambda: run(["sh", "-c", script]), self.runs)
        detail = f"{mine:.1f} s and {clang:.1f} s for {len(kernels)} files on {os.cpu_count()} cores"
        self.rows.append(Row("core/kernels", against, mine / clang, "≤ 0.5", detail))

    def stubs(self, files: Sequence[Path]) -> Path:
        """Empty headers for everything that is included and is not in the tree."""
        stubs = self.scratch / "stubs"
        for path in [*files, *(self.tree / "tensorflow/core").rglob("*.h")]:
            for name in re.findall(rb'^\s*#\s*include\s*[<"]([\w./+-]+)[>"]', path.read_bytes(), re.M):
                text = name.decode()
                if "/" in text and not (self.tree / text).exists() and ".." not in text:
                    (stubs / text).parent.mkdir(parents=True, exist_ok=True)
                    (stubs / text).touch()
        return stubs

    def questions(self) -> None:
        """A question as a whole process, on a pipe."""
        bounds = {
            ("ops", "conv"): "≤ 3, aim 2.5", ("kernels", "Conv2D"): "≤ 3, aim 2.5", ("show", "Conv2D"): "≤ 3.5",
            ("grads", "Sin"): "", ("doctor", "No gradient defined for operation 'a' (op type: Fact)"): "≤ 4",
        }  # fmt: skip
        many = max(15, self.runs)
        for words, bound in bounds.items():
            try:
                command = tfexplore(*words)
                mine, bare = paired(partial(run, command), partial(run, [sys.executable, "-c", "pass"]), many)
            except RuntimeError as failure:
                self.rows.append(Row(f"`tfexplore {words[0]}`", "`python -c pass`", None, bound, str(failure)[:80]))
                continue
            shown = " ".join(words) if len(words[1]) < 20 else f"{words[0]} MESSAGE"
            detail = f"{mine * 1000:.0f} ms"
            self.rows.append(Row(f"`tfexplore {shown}`", "`python -c pass`", mine / bare, bound, detail))
        if shutil.which("rg"):
            grep = ["rg", "-c", "conv", "-g", "*.cc", "-g", "*.h", str(self.tree)]
            mine, other = paired(partial(run, tfexplore("ops", "conv")), partial(run, grep), many)
            detail = f"{other * 1000:.0f} ms for rg"
            self.rows.append(Row("`tfexplore ops conv`", "one `rg` over the C++", mine / other, "< 1", detail))

    def bounded(self, what: str, bound: str, measure: Callable[[], float]) -> None:
        """A row of seconds that have a bound, or of what went wrong."""
        try:
            detail = f"{measure():.1f} s"
        except RuntimeError as failure:
            detail = str(failure)[:80]
        self.rows.append(Row(what, "", None, bound, detail))

    def reports(self) -> None:
        """All reports in both languages."""
        out = self.scratch / "reports"

        def measure() -> float:
            return statistics.median(
                sum(run(tfexplore("report", "--lang", lang, "-o", str(out / lang))) for lang in ("en", "zh"))
                for _ in range(max(1, self.runs // 2))
            )

        self.bounded("all reports, two languages", "≤ 20 s", measure)

    def documents(self) -> None:
        """Documents of 100 KB, with a tree and by the index alone: 1 is the status of one that says something wrong."""
        pages = b"\n\n".join(path.read_bytes() for path in sorted((ROOT / "docs").glob("*.md")))
        for name, text in (("`RELEASE.md`", (self.tree / "RELEASE.md").read_bytes()), ("`docs/*.md`", pages)):
            document = self.scratch / "document.md"
            document.write_bytes(text[: 100 << 10])
            command = tfexplore("verify", str(document), "--json")
            for how, words in (("with a tree", [*command, "--source", str(self.tree)]), ("by the index", command)):

                def measure(words: Sequence[str] = words) -> float:
                    return statistics.median(run(words, good=(0, 1)) for _ in range(self.runs))

                self.bounded(f"`verify` of 100 KB of {name}, {how}", "≤ 2 s", measure)

    def table(self) -> str:
        """The rows as Markdown."""
        head = (
            f"Whole processes, in turn, medians of {self.runs} and more runs, on {os.cpu_count()} cores with "
            f"Python {platform.python_version()}; ratios, because machines differ. "
            "`python benchmarks/run.py TREE --write` measures them anew.\n\n"
            "| what | against | ratio | bound | |\n|---|---|--:|---|---|"
        )
        return "\n".join([head, *map(str, self.rows)])


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tree", type=Path)
    parser.add_argument("--neighbour", type=Path, action="append", default=[])
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument(
        "--only", default="", help="some of ctags, clang, questions, reports, documents, separated by commas"
    )
    parser.add_argument("--write", action="store_true", help="put the table into README.md")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="tfexplore-bench-") as scratch:
        neighbours = [tree.resolve() for tree in args.neighbour]
        bench = Bench(args.tree.resolve(), neighbours, args.runs, Path(scratch))
        for name, measure in (
            ("ctags", bench.against_ctags), ("clang", bench.against_clang), ("questions", bench.questions),
            ("reports", bench.reports), ("documents", bench.documents),
        ):  # fmt: skip
            if not args.only or name in args.only.split(","):
                measure()
        table = bench.table()
    print(table)
    if args.write:
        readme = ROOT / "README.md"
        text = readme.read_text(encoding="utf-8")
        before, rest = text.split(START, 1)
        readme.write_text(f"{before}{START}\n{table}\n{END}{rest.split(END, 1)[1]}", encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
