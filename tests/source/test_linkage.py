"""Which library links a file: by BUILD files, by paths where there are none, and what bad BUILD files get."""

from __future__ import annotations

import gzip
import json
import re
import time
from pathlib import Path

import pytest
from planted import Plant

from tfexplore.source.folder import FolderTree
from tfexplore.source.linkage import Evaluation, Linkage, evaluate, linkage_key
from tfexplore.source.profile import PROFILES, Profile, for_tree, load_profile

PACKAGE = "tensorflow/tools/pip_package/BUILD"
CPU, CUDA = PROFILES["linux-cpu"], PROFILES["linux-cuda"]

#: A wheel in little: two main libraries, one loaded on demand, Python, a test, macros, conditions, other repositories.
GARDEN = {
    PACKAGE: """
load("//tools:rules.bzl", "only_v1")
sh_binary(
    name = "build_pip_package",
    data = ["//tensorflow/python:pywrap", "//tensorflow/garden:ops_py", ":notice"] + only_v1(["//tensorflow/old:py"]),
)
filegroup(name = "notice", data = ["//:LICENSE", "@elsewhere//:LICENSE"])
""",
    "tools/BUILD": "",
    "tools/rules.bzl": '''
load("@local_config_cuda//cuda:build_defs.bzl", "if_cuda", _configured = "if_cuda_is_configured")
load("@local_config_syslibs//:build_defs.bzl", "if_not_system_lib")

def clean(label):
    return str(Label(label))

def only_v1(a):
    return select({clean("//tensorflow:api_version_2"): [], "//conditions:default": a})

def kernel_library(name, srcs = [], prefix = None, gpu_srcs = None, deps = None, **kwargs):
    """Doc."""
    srcs = srcs + (native.glob([prefix + "*.cc"], exclude = [prefix + "*_test.cc", "**/*.cu.cc"]) if prefix else [])
    native.cc_library(
        name = name,
        srcs = srcs + if_cuda(gpu_srcs or []),
        hdrs = native.glob([prefix + "*.h"]) if prefix else [],
        copts = if_cuda(["-DGOOGLE_CUDA=1", "-Wall"]) + ["-DPEAT"],
        deps = (deps or []) + if_not_system_lib("grpc", ["@grpc//:x", "//tensorflow/core:via_grpc"]),
        alwayslink = 1,
        **kwargs
    )

def _impl(ctx):
    return [DefaultInfo(files = depset([ctx.outputs.out])), NeverHeardOf()]

generate = rule(implementation = _impl, attrs = {"out": attr.output(), "srcs": attr.label_list()})

def old_set(a):
    return (depset(a) + depset(a)).to_list()
''',
    "tensorflow/BUILD": """
package(default_visibility = ["//visibility:public"])
config_setting(name = "api_version_2", define_values = {"tf_api_version": "2"})
config_setting(name = "windows", values = {"cpu": "x64_windows"})
config_setting(
    name = "linux",
    values = {"cpu": "k8"},
)
config_setting(name = "linux_opt", values = {"cpu": "k8", "compilation_mode": "opt"})
cc_binary(
    name = "libtensorflow_framework.so.1.15.0",
    srcs = [":versions"],
    deps = ["//tensorflow/core:framework"],
    linkshared = 1,
)
genrule(
    name = "sym",
    srcs = ["libtensorflow_framework.so.1.15.0"],
    outs = ["libtensorflow_framework.so"],
    cmd = "ln -s $< $@",
)
filegroup(name = "versions", srcs = glob(["*.lds", "*.inc"]))
""",
    "tensorflow/versions.inc": "",
    "tensorflow/core/BUILD": """
load("//tools:rules.bzl", "kernel_library", "generate", "old_set")
cc_library(name = "framework", srcs = ["op.cc", ":made.cc"], hdrs = old_set(["op.h"]), deps = [":util"])
cc_library(name = "util", textual_hdrs = ["util/impl.inc"], srcs = select({
    "//tensorflow:windows": ["util/windows.cc"],
    "//tensorflow:linux": ["util/linux.cc"],
    ":linux_opt_here": ["util/optimised.cc"],
    "//conditions:default": ["util/other.cc"],
}))
alias(name = "linux_opt_here", actual = "//tensorflow:linux_opt")
generate(name = "generated", out = "made.cc", srcs = ["template.cc"])
cc_library(name = "via_grpc", srcs = ["grpc.cc"])
kernel_library(
    name = "kernels", prefix = "kernels/bloom_", gpu_srcs = ["kernels/bloom_op.cu.cc"], deps = [":framework"],
)
cc_test(name = "bloom_test", srcs = ["kernels/bloom_op_test.cc"], deps = [":kernels"])
""",
    "tensorflow/core/kernels/nested/BUILD": "",
    "tensorflow/core/kernels/nested/bloom_apart.cc": "",
    "tensorflow/python/BUILD": """
load("//tools:rules.bzl", "generate")
py_library(name = "pywrap", srcs = ["pywrap.py"], data = ["_pywrap_tensorflow_internal.so"], deps = [":lib"])
py_library(name = "lib", srcs = glob(["lib/**/*.py"], exclude = ["**/*_test.py"]))
cc_binary(
    name = "_pywrap_tensorflow_internal.so",
    srcs = ["wrap.cc", "//tensorflow:libtensorflow_framework.so"],
    deps = ["//tensorflow/core:kernels"],
    linkshared = True,
)
py_test(name = "lib_test", srcs = ["lib/a_test.py"])
""",
    "tensorflow/garden/BUILD": """
py_library(name = "ops_py", srcs = ["ops.py"], data = [":python/_garden.so"])
cc_binary(
    name = "python/_garden.so",
    srcs = ["garden.cc", "//tensorflow:libtensorflow_framework.so"],
    deps = [":headers", "@eigen//:eigen"],
    linkshared = 1,
)
cc_library(name = "headers", hdrs = ["garden.h", "//tensorflow/core:op.h"])
cc_binary(name = "libunshipped.so", srcs = ["unshipped.cc"], linkshared = 1)
""",
    "tensorflow/old/BUILD": 'py_library(name = "py", srcs = ["old.py"])',
} | dict.fromkeys(
    [
        *(f"tensorflow/core/{name}" for name in ("op.cc", "op.h", "template.cc", "grpc.cc", "util/impl.inc")),
        *(f"tensorflow/core/util/{name}.cc" for name in ("windows", "linux", "optimised", "other")),
        *(f"tensorflow/core/kernels/bloom_{name}" for name in ("op.cc", "op.h", "op.cu.cc", "op_test.cc")),
        *(f"tensorflow/python/{name}" for name in ("pywrap.py", "wrap.cc", "lib/a.py", "lib/b/c.py", "lib/a_test.py")),
        *(f"tensorflow/garden/{name}" for name in ("ops.py", "garden.cc", "garden.h", "unshipped.cc")),
        "tensorflow/old/old.py",
    ],
    "",
)


def linkage(folder: Path, profile: Profile = CUDA) -> Linkage:
    return evaluate(FolderTree(str(folder)), profile)


def test_build_files_say_what_is_linked(tmp_path: Path, plant: Plant) -> None:
    main, garden = ("tensorflow",), ("garden/python/_garden.so",)
    assert linkage(plant(tmp_path, GARDEN)) == Linkage(
        "build files",
        {
            "tensorflow/core/grpc.cc": main,
            "tensorflow/core/kernels/bloom_op.cc": main,
            "tensorflow/core/kernels/bloom_op.cu.cc": main,
            "tensorflow/core/kernels/bloom_op.h": main,
            "tensorflow/core/op.cc": main,
            "tensorflow/core/op.h": main + garden,
            "tensorflow/core/util/impl.inc": main,
            "tensorflow/core/util/optimised.cc": main,
            "tensorflow/garden/garden.cc": garden,
            "tensorflow/garden/garden.h": garden,
            "tensorflow/python/wrap.cc": main,
            "tensorflow/versions.inc": main,
        },
        frozenset(
            f"tensorflow/{name}.py"
            for name in ("garden/ops", "old/old", "python/lib/a", "python/lib/b/c", "python/pywrap")
        ),
        {"GOOGLE_CUDA": "1", "PEAT": "1"},
        (),
    )


def test_the_profile_decides(tmp_path: Path, plant: Plant) -> None:
    plant(tmp_path, GARDEN)
    cpu = linkage(tmp_path, CPU)
    assert "tensorflow/core/kernels/bloom_op.cu.cc" not in cpu.libraries
    assert cpu.defines == {"PEAT": "1"}
    second = linkage(tmp_path, CPU._replace(settings={**CPU.settings, "define:tf_api_version": "2"}))
    assert cpu.python_files - second.python_files == {"tensorflow/old/old.py"}
    debug = linkage(tmp_path, CPU._replace(settings={**CPU.settings, "flag:compilation_mode": "dbg"}))
    assert "tensorflow/core/util/linux.cc" in debug.libraries
    system = linkage(tmp_path, CPU._replace(settings={**CPU.settings, "feature:system_lib": "true"}))
    assert "tensorflow/core/grpc.cc" not in system.libraries


def test_what_is_a_macro_and_what_is_not(tmp_path: Path, plant: Plant) -> None:
    copts = '["-DMOSS", "-DFERN=2", "-D IVY=a b", "-DREED=", "-DSIZE(x)=x", "-D", "-D9", "-UMOSS", "-O2"]'
    library = f'cc_library(name = "framework", copts = {copts}, defines = ["SEDGE", "RUSH=R"],'
    core = GARDEN["tensorflow/core/BUILD"].replace('cc_library(name = "framework",', library)
    plant(tmp_path, GARDEN | {"tensorflow/core/BUILD": core})
    macros = {"MOSS": "1", "FERN": "2", "IVY": "a b", "REED": "", "SEDGE": "1", "RUSH": "R"}
    assert linkage(tmp_path, CPU).defines == {"PEAT": "1", **macros}


def test_the_key_names_all_that_decides(tmp_path: Path, plant: Plant) -> None:
    def key(profile: Profile = CPU) -> str:
        return linkage_key(FolderTree(str(tmp_path)).entries(), profile)

    plant(tmp_path, GARDEN)
    first = key()
    assert key() == first
    plant(tmp_path, {"tensorflow/core/op.cc": "// other bytes of no BUILD file"})
    assert key() == first
    assert key(CUDA) != first
    plant(tmp_path, {"tensorflow/core/new.cc": ""})
    second = key()
    assert second != first
    plant(tmp_path, {"tools/rules.bzl": GARDEN["tools/rules.bzl"] + "\n"})
    assert key() != second


@pytest.mark.parametrize(
    ("files", "note"),
    [
        ({"horovod/op.cc": "", "horovod/op.h": "", "setup.py": ""}, f"no BUILD file for {CUDA.roots[0]}"),
        ({"garden/BUILD": "", "garden/op.cc": "", "garden/test/op_test.py": ""}, f"no BUILD file for {CUDA.roots[0]}"),
    ],
)
def test_another_project_is_linked_by_paths(tmp_path: Path, plant: Plant, files: dict[str, str], note: str) -> None:
    found = linkage(plant(tmp_path, {**files, "python/ops.py": ""}))
    assert found == Linkage(
        "paths",
        {path: ("source",) for path in sorted(files) if path.endswith((".cc", ".h"))},
        frozenset({"python/ops.py"}),
        {},
        (f"linkage by paths: {note}",),
    )


def test_tensorflow_without_build_files_is_linked_by_a_rule_of_thumb(tmp_path: Path, plant: Plant) -> None:
    linked = ("core/framework/op.h", "core/kernels/bloom_op.cc", "python/framework/test_ops.cc", "compiler/xla/a.cc")
    apart = ("core/kernels/bloom_op_test.cc", "core/platform/windows/port.cc", "cc/tutorials/a.cc", "lite/a.cc")
    names = [
        f"tensorflow/{name}" for name in (*linked, *apart, "contrib/garden/ops.cc", "python/a.py", "python/a_test.py")
    ]
    found = linkage(plant(tmp_path, dict.fromkeys(names, "")))
    assert found.kind == "paths"
    assert found.libraries == {
        **{f"tensorflow/{name}": ("tensorflow",) for name in linked},
        "tensorflow/contrib/garden/ops.cc": ("source",),
    }
    assert found.python_files == {"tensorflow/python/a.py"}


LATE = 'sh_binary(name = "build_pip_package")\n'

#: What a BUILD file may try, and the note it gets; None where it is harmless and is followed.
BAD = {
    "loop": ("def f():\n    for i in range(1000000000):\n        pass\nf()\n", "its evaluation does not end"),
    "comprehension": ("[1 for a in range(99999) for b in range(99999)]\n", "(needs too much|does not end|too long)"),
    "recursion": ("def f(n):\n    return f(n + 1)\nf(0)\n", "call stack overflow"),
    "allocation": ("x = [0] * 500000000\n", "needs too much memory or nests too deep"),
    "doubled string": ('s = "a"\n' + "s = s + s\n" * 30, "needs too much memory or nests too deep|takes too long"),
    "doubled list": ('s = ["a"]\n' + "s = s + s\n" * 30, "needs too much memory or nests too deep|takes too long"),
    "long range": ("x = list(range(2000000000))\n", "needs too much memory or nests too deep"),
    "3000 brackets": ("x = " + "[" * 3000 + "]" * 3000 + "\n", None),
    "300000 brackets": ("x = " + "[" * 300000 + "]" * 300000 + "\n", "needs too much memory or nests too deep"),
    "squares": ("x = 7\n" + "x = x * x\n" * 40, "takes too long to read"),
    "targets": ("[cc_library(name = str(i)) for i in range(3000000)]\n", "more than 100000 targets"),
    "glob upwards": ('glob(["../*"])\n', r"the glob '\.\./\*' leaves its package"),
    "glob in the middle": ('glob(["a/../../*"])\n', "the glob .* leaves its package"),
    "absolute glob": ('glob(["/etc/*"])\n', r"the glob '/etc/\*' leaves its package"),
    "glob through a link": ('filegroup(name = "x", srcs = glob(["link/**"]))\n', None),
    "load upwards": ('load("//../x:y.bzl", "a")\n', r"the label '//\.\./x:y\.bzl' leaves the tree"),
    "load sideways": ('load(":../../x.bzl", "a")\n', "the label .* leaves the tree"),
    "absolute load": ('load("///etc:passwd", "a")\n', "the label '///etc:passwd' leaves the tree"),
    "load through a link": ('load(":link/x.bzl", "a")\n', "which is not in the tree"),
    "missing rules": ('load("//nope:x.bzl", "a")\n', r"BUILD:1: loads nope/x\.bzl, which is not in the tree"),
    "load in a circle": ('load(":a.bzl", "a")\n', r"a\.bzl: loads itself by way of"),
    "syntax": ("def f(:\n", "BUILD:1: Parse error"),
    "NUL bytes": ("x = 1\n\0\n", "BUILD:2: Parse error"),
    "Python": ("import os\n", "BUILD:1: Parse error"),
    "builtins": ('open("/etc/passwd", "w")\nexec("1")\n__import__("os")\n', None),
    "failure": ('fail("no such luck")\n', "fail: no such luck"),
    "unknown names": ("".join(f"a{i} = u{i}\n" for i in range(60)), "Variable `u40` not found"),
    "a list in itself": ("x = []\nx.append(x)\ncc_library(name = 'q', copts = x, srcs = x)\n", None),
}


@pytest.mark.parametrize("name", BAD)
def test_a_bad_build_file_is_one_note_and_soon(
    tmp_path: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    text, note = BAD[name]
    outside = plant(tmp_path / "outside", {"x.bzl": "a = 1", "secret.cc": ""})
    tree = plant(tmp_path / "tree", {PACKAGE: text + LATE, "tensorflow/core/framework/op.h": ""})
    plant(
        tree / "tensorflow/tools/pip_package",
        {"a.bzl": 'load(":b.bzl", "b")\na = b', "b.bzl": 'load(":a.bzl", "a")\nb = a'},
    )
    (tree / "tensorflow/tools/pip_package/link").symlink_to(outside)
    # Where another bound is to be met first, the one on time must not be, on whatever machine.
    monkeypatch.setattr("tfexplore.source.linkage._CPU_SECONDS", 2 if note is not None and "too long" in note else 15)
    started = time.monotonic()
    found = linkage(tree)
    assert time.monotonic() - started < 30  # its own seconds, on a machine that has others to serve
    if note is None:
        assert found == Linkage("build files", {}, frozenset(), {}, ())
    else:
        assert found.kind == "paths"
        assert found.libraries == {"tensorflow/core/framework/op.h": ("tensorflow",)}
        assert len(found.notes) == 1
        assert found.notes[0].startswith("linkage by paths: tensorflow/tools/pip_package/")
        assert re.search(note, found.notes[0])
        assert "\n" not in found.notes[0]


def test_who_asks_whether_it_is_ready_keeps_it_going(tmp_path: Path, plant: Plant) -> None:
    """It says more of the files that it reads than a pipe holds."""
    packages = [f"{'a' * 120}{number}" for number in range(1000)]
    first = "".join(f'filegroup(name = "{name}", srcs = ["//{name}:x"])\n' for name in packages)
    root = f'sh_binary(name = "build_pip_package", data = {[f":{name}" for name in packages]})\n'
    build = {f"{name}/BUILD": 'filegroup(name = "x", srcs = ["x.py"])' for name in packages}
    tree = FolderTree(str(plant(tmp_path, {PACKAGE: first + root, **build, f"{packages[-1]}/x.py": ""})))
    evaluation = Evaluation(tree, CUDA, list(tree.entries()))
    try:
        started = time.monotonic()
        while not evaluation.ready() and time.monotonic() - started < 30:
            time.sleep(0.01)
        assert evaluation.ready()
        assert evaluation.result().python_files == {f"{packages[-1]}/x.py"}
        assert evaluation.ready()
    finally:
        evaluation.stop()


@pytest.mark.parametrize("label", ["//../../etc:passwd", "//a:../../etc/passwd", "///etc:passwd", ":/etc/passwd"])
def test_a_label_that_leaves_the_tree(tmp_path: Path, plant: Plant, label: str) -> None:
    found = linkage(plant(tmp_path, {PACKAGE: f'sh_binary(name = "build_pip_package", data = ["{label}"])'}))
    assert found.notes == (f"linkage by paths: {PACKAGE}: the label {label!r} leaves the tree",)


def test_no_such_root(tmp_path: Path, plant: Plant) -> None:
    found = linkage(plant(tmp_path, {PACKAGE: ""}))
    assert found.notes == (f"linkage by paths: no target {CUDA.roots[0]}",)


@pytest.mark.source
def test_every_library_of_the_real_wheel_is_found(source_tree: Path) -> None:
    registry = Path(__file__).parents[2] / "fixtures/registry/contrib_libraries.json.gz"
    expected = set(json.loads(gzip.decompress(registry.read_bytes())))
    tree = FolderTree(str(source_tree))
    found = evaluate(tree, for_tree(load_profile("linux-cuda"), tree))
    assert found.kind == "build files"
    assert expected - {library for libraries in found.libraries.values() for library in libraries} <= {
        "contrib/rpc/python/kernel_tests/libtestexample.so",  # C++ that a rule generates, and none of the tree's
        "python/framework/fast_tensor_util.so",
    }
    registered: dict[str, set[str]] = {}
    for entry in tree.entries():
        if entry.path.endswith(".cc"):
            for name in re.findall(rb'REGISTER_OP\(\s*"(\w+)"', tree.read(entry.path)):
                registered.setdefault(name.decode(), set()).update(found.libraries.get(entry.path, ()))
    ops = json.loads(gzip.decompress((registry.parent / "ops.json.gz").read_bytes()))
    names = {op["name"] for op in ops} & set(registered)
    assert len(names) > 1300
    assert [name for name in sorted(names) if "tensorflow" not in registered[name]] == []


def test_what_old_files_call_the_package(tmp_path: Path, plant: Plant) -> None:
    files = {
        PACKAGE: 'sh_binary(name = "build_pip_package", data = ["//tensorflow/python/loom:lib.so"])\n',
        "tools/BUILD": "",
        "tools/rules.bzl": """
def library(name):
  # one folder up for each of PACKAGE_NAME
  deeper = PACKAGE_NAME.count("/")
  native.cc_binary(
      name = name, srcs = ["in_%s_%d.cc" % (PACKAGE_NAME.replace("/", "_"), deeper)], linkshared = 1)
""",
        "tensorflow/python/loom/BUILD": 'load("//tools:rules.bzl", "library")\nlibrary("lib.so")\n',
        "tensorflow/python/loom/in_tensorflow_python_loom_2.cc": "",
    }
    plant(tmp_path / "tree", files)
    found = evaluate(FolderTree(str(tmp_path / "tree")), CPU)
    assert (found.kind, list(found.libraries)) == (
        "build files",
        ["tensorflow/python/loom/in_tensorflow_python_loom_2.cc"],
    )
