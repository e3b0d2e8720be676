"""The command line as a user runs it: ops, kernels, --version, help, errors."""

from __future__ import annotations

import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from asking import SCRIPT, ask, environment
from index import facts

COMMIT = "590d6eef7e91a6a7392c8ffffb7b58f2e0c8bc6b"
BLOB = f"https://github.com/tensorflow/tensorflow/blob/{COMMIT}"


def names(index: Path, *words: str) -> list[str]:
    done = ask(index, *words)
    assert done.status == 0, done.err
    return [row[0] for row in done.rows()]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("Conv2D",), ["Conv2D"]),
        (("conv2d",), ["Conv2D"]),
        (("conv",), ["Conv2D", "Conv2DBackpropInput", "Conv3D", "DepthwiseConv2dNative", "_FusedConv2D"]),
        (("conv2dn",), ["DepthwiseConv2dNative"]),
        (("conv*",), ["Conv2D", "Conv2DBackpropInput", "Conv3D"]),
        (("*2d?*",), ["Conv2DBackpropInput", "DepthwiseConv2dNative"]),
        (("/^conv.d$/",), ["Conv2D", "Conv3D"]),
        (("_",), ["_FusedConv2D"]),
        (("matmul", "conv3d"), ["MatMul", "Conv3D"]),
        (("conv", "Conv2D", "--dtype", "int64"), None),
        (("conv", "--device", "gpu"), ["Conv2D", "DepthwiseConv2dNative"]),
        (("conv", "--device=XLA"), ["Conv2D"]),
        (("conv", "--class", "conv2dop"), ["Conv2D"]),
        (("--dtype", "resource"), ["Awkward"]),
        (("--dtype", "tf.float16", "matmul"), ["MatMul"]),
        (("testconv", "--all"), ["TestConv"]),
        (("--all", "--file", "conv_ops_test.cc"), ["TestConv"]),
        (("--file", "ops/nn_ops.cc", "matmul"), ["MatMul"]),
    ],
)
def test_which_ops(sample_index: Path, words: tuple[str, ...], expected: list[str] | None) -> None:
    done = ask(sample_index, "ops", *words)
    if expected is None:
        assert (done.status, done.out) == (1, "")
    else:
        assert (done.status, [row[0] for row in done.rows()], done.err) == (0, expected, "")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("Conv2D", "--device", "cpu"), [("Conv2D", "CPU", "T=float"), ("Conv2D", "CPU", "T=half")]),
        (("Conv2D", "--dtype", "half", "--device", "gpu"), [("Conv2D", "GPU", "T=half")]),
        (("--class", "MatMulOp"), [("MatMul", "DEFAULT", "-")]),
        (("--class", "ConvOp<CPUDevice, float>", "--all"), [("TestConv", "CPU", "T=float")]),
        (("MatMul", "--dtype", "double"), [("MatMul", "DEFAULT", "-")]),
        (("--file", "conv_ops_test.cc", "--all"), [("TestConv", "CPU", "T=float")]),
        (("--file", "conv_ops.cc", "--device", "default"), [("MatMul", "DEFAULT", "-")]),
        (("3d",), [("Conv3D", "CPU", "T=float")]),
    ],
)
def test_which_kernels(sample_index: Path, words: tuple[str, ...], expected: list[tuple[str, str, str]]) -> None:
    done = ask(sample_index, "kernels", *words)
    assert (done.status, [tuple(row[:3]) for row in done.rows()]) == (0, expected)


def test_missing_kernels(sample_index: Path) -> None:
    # MatMul has a DEFAULT kernel, which serves every device; compilation kernels are another registry.
    assert names(sample_index, "kernels", "--missing", "gpu") == ["Conv2DBackpropInput", "Conv3D", "_FusedConv2D"]
    assert names(sample_index, "kernels", "--missing", "CPU") == ["DepthwiseConv2dNative"]
    assert names(sample_index, "kernels", "--missing", "GPU", "conv3d") == ["Conv3D"]
    done = ask(sample_index, "kernels", "--missing", "GPU", "conv3d", "--json")
    place = {"path": facts.OPS_FILE, "line": 70, "end_line": 79}
    assert done.json()["results"] == [
        {
            "op": "Conv3D",
            "missing": "GPU",
            "elsewhere": [{"device_type": "CPU", "kernels": 1}],
            "linked_into": "tensorflow",
            "location": place,
        }
    ]


def test_a_plain_row_of_ops(sample_index: Path) -> None:
    (row,) = ask(sample_index, "ops", "Conv2D").rows()
    assert row == [
        "Conv2D",
        "(input: T, filter: T) -> (output: T)",
        "CPU 2, GPU 2, XLA_CPU_JIT 1",
        f"{facts.OPS_FILE}:10",
        "tensorflow",
        "T: {half, bfloat16, float, double}; strides: list(int)",
        f"{BLOB}/{facts.OPS_FILE}#L10",
    ]


def test_a_plain_row_of_kernels(sample_index: Path) -> None:
    row = ask(sample_index, "kernels", "Conv2D").rows()[0]
    assert row == [
        "Conv2D",
        "CPU",
        "T=float",
        "Conv2DOp<CPUDevice, float>",
        f"{facts.KERNELS_FILE}:300",
        "tensorflow",
        "-",
        "0",
        "-",
        "TF_CALL_FLOATS > TF_CALL_float > REGISTER_CPU",
        f"{BLOB}/{facts.KERNELS_FILE}#L300",
    ]


def test_a_row_stays_one_row_whatever_a_source_says(sample_index: Path) -> None:
    (row,) = ask(sample_index, "ops", "Awkward").rows()
    assert len(row) == 7
    assert row[1] == "(values: N * Ref(T), handle: resource, rest: Tlist) -> ()"
    assert "ratio: float = 0.30000001192092896" in row[5]
    assert "Tlist: list(type) >= 0 = [float, int32]" in row[5]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("ops", "Convv2D"), "nothing matches 'Convv2D' among the 7 ops of v1.15.0 (linux-cuda); nearest: Conv2D"),
        (("ops", "conv2", "--device", "tpu"), "nothing matches 'tpu' among the 4 devices"),
        (("ops", "MatMul", "--device", "cpu"), "MatMul: nothing with these filters in v1.15.0"),
        (("ops", "TestConv"), "TestConv is registered only outside the shipped libraries: --all shows it"),
        (("kernels", "Awkward"), "Awkward: no kernel is registered in v1.15.0 (linux-cuda)"),
        (("kernels", "TestConv"), "TestConv is registered only outside the shipped libraries: --all shows it"),
        (("kernels", "Conv2DBackpropInptu"), "nearest: Conv2DBackpropInput"),
        (("kernels", "tf.nn.conv2"), "tf.nn.conv2d (endpoint)"),
        (("kernels", "--missing", "TPU"), "nothing matches 'TPU' among the 4 devices"),
        (("kernels", "--missing", "GPU", "Conv2D"), "Conv2D: nothing with these filters"),
        (("ops", "\x1b[31mred\t"), r"nothing matches '\x1b[31mred\t'"),
    ],
)
def test_not_found_says_what_was_searched(sample_index: Path, words: tuple[str, ...], said: str) -> None:
    done = ask(sample_index, *words)
    assert (done.status, done.out, done.err.count("\n")) == (1, "", 1)
    assert said in done.err
    as_json = ask(sample_index, *words, "--json")
    assert (as_json.status, as_json.err) == (1, "")
    assert (as_json.json()["answer"], as_json.json()["results"]) == ("not found", [])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "tfexplore: no command; try tfexplore ops conv"),
        (("op",), "no command 'op'; did you mean `tfexplore ops`?"),
        (("zzz",), "no command 'zzz'; see tfexplore --help"),
        (("--frobnicate",), "no command, and no option '--frobnicate'"),
        (("ops", "--dtyp", "x"), "tfexplore ops: no option --dtyp; did you mean --dtype?"),
        (("ops", "-x"), "no option -x; see tfexplore ops --help"),
        (("ops", "--file"), "--file needs a PATH"),
        (("ops", "--all=yes"), "--all takes no value"),
        (("ops", "--color", "sometimes"), "--color takes auto, always, never, not 'sometimes'"),
        (("ops", "--dtype", "(float)"), "'(float)' is no type"),
        (("ops", "/(/"), "/(/ is no regular expression: missing )"),
        (("ops", "/(a+)+$/"), "could take forever"),
        (("ops", "/(a|b|ab)*c/"), "could take forever"),
        (("ops", "x" * 300), "a pattern of 300 characters"),
        (("kernels", "--missing"), "--missing needs a DEVICE"),
        (("completion",), "needs SHELL"),
        (("completion", "tcsh"), "there are bash, zsh and fish"),
        (("completion", "bash", "zsh"), "no script for 'bash zsh'"),
        (("completion", "bash", "--json"), "prints a script for a shell, which is no JSON"),
        (("path", "Conv2D"), "needs FROM TO"),
        (("path", "Conv2D", "MatMul", "Conv3D"), "takes FROM TO, not 3"),
        (("show", "Conv2D", "MatMul"), "takes one NAME, not 2"),
        (("ops", "--index", "."), ".: a folder; make an index of it with `tfexplore index --source . -o FILE`"),
        (("index", "--jobs", "0"), "--jobs takes a number from 1 to 256"),
        (("index", "extra"), "takes no 'extra'"),
    ],
)
def test_usage_errors_are_one_line(sample_index: Path, words: tuple[str, ...], said: str) -> None:
    done = ask(sample_index, *words)
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("none.sqlite", None, "no such index; make it with `tfexplore index"),
        ("text.sqlite", b"hello " * 100, "not a tfexplore index"),
        ("empty.sqlite", b"", "the file is empty"),
    ],
)
def test_an_index_that_cannot_answer(tmp_path: Path, name: str, content: bytes | None, said: str) -> None:
    path = tmp_path / name
    if content is not None:
        path.write_bytes(content)
    for done in (ask(path, "ops"), ask(None, "ops", "--index", str(path)), ask(None, "--index", str(path), "ops")):
        assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
        assert said in done.err
        assert str(path) in done.err


def test_a_truncated_index(tmp_path: Path, sample_index: Path) -> None:
    path = tmp_path / "cut.sqlite"
    shutil.copy(sample_index, path)
    os.truncate(path, 16384)
    done = ask(path, "kernels")
    assert (done.status, done.out, done.err.count("\n")) == (2, "", 1)
    assert "damaged" in done.err


def test_options_and_patterns_in_any_order(sample_index: Path) -> None:
    one = ask(None, "--index", str(sample_index), "ops", "--plain", "Conv2D")
    assert one == ask(None, "ops", "Conv2D", f"--index={sample_index}", "--color", "never")
    assert one == ask(sample_index, "--plain", "ops", "--", "Conv2D")
    assert ask(sample_index, "ops", "--", "--help").status == 1


def test_version(sample_index: Path) -> None:
    done = ask(sample_index, "--version")
    assert (done.status, done.err) == (0, "")
    shown = dict(line.split(maxsplit=1) for line in done.out.splitlines())
    assert shown["tag"] == "v1.15.0"
    assert shown["commit"] == COMMIT
    assert shown["build"] == "linux-cuda"
    assert shown["index"] == str(sample_index)
    assert re.fullmatch(r"[0-9a-f]{32}", shown["digest"])
    assert ask(sample_index, "--version", "--json").json()["digest"] == shown["digest"]


def test_the_version_is_the_projects() -> None:
    import tfexplore

    project = (SCRIPT.parents[1] / "pyproject.toml").read_text()
    assert f'version = "{tfexplore.__version__}"' in project


def test_help_opens_with_examples(sample_index: Path) -> None:
    done = ask(sample_index, "--help")
    assert (done.status, done.err) == (0, "")
    assert done.out.splitlines()[2:4][0] == "examples:"
    from tfexplore.commands import ORDER

    for name in ORDER:
        assert f"  {name}" in done.out
        text = ask(sample_index, name, "--help")
        assert (text.status, text.err) == (0, "")
        assert "examples:\n  " in text.out[:400], name
        assert max(len(line) for line in text.out.splitlines()) <= 100


def test_examples_of_ops_and_kernels_parse(sample_index: Path) -> None:
    import shlex

    from tfexplore.cli import load

    for name in ("ops", "kernels"):
        for line, _ in load(name).examples:
            words = shlex.split(line)[1:]
            assert ask(sample_index, *words).status in (0, 1), line


def test_a_reader_that_leaves_is_no_error(sample_index: Path) -> None:
    command = f"'{sys.executable}' '{SCRIPT}' kernels --json | head -c 10"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env=environment(sample_index),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout, done.stderr) == ('{"schema":', "")


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no /dev/full here")
def test_an_answer_that_cannot_be_written(sample_index: Path) -> None:
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, str(SCRIPT), "ops"],
            env=environment(sample_index),
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 2
    assert done.stderr == "tfexplore ops: cannot write the answer (No space left on device)\n"


def interrupted(command: str) -> str:
    return f"tfexplore {command}: interrupted; no file is half-written, run the command again\n"


STOPS = {
    "anywhere": "os.kill(os.getpid(), signal.SIGINT)",
    # What an import makes of an interrupt that meets it: NumPy another error, a class (up to Python 3.11) yet another.
    "while NumPy is imported": "\n try: os.kill(os.getpid(), signal.SIGINT)\n"
    " except KeyboardInterrupt: raise ImportError('no datetime') from None",
}


#: Whoever runs the tests in the background may have them ignore the signal.
HEEDS_CTRL_C = "import signal\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"


@pytest.mark.parametrize("stop", STOPS.values(), ids=STOPS)
def test_ctrl_c(stop: str, sample_index: Path) -> None:
    program = (
        f"{HEEDS_CTRL_C}import os, signal, sys, tfexplore.answers.ops as ops\n"
        f"def stop(*_): {stop}\n"
        "ops.find_ops = stop\n"
        "from tfexplore.cli import main\nsys.exit(main(['ops']))\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment(sample_index), capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", interrupted("ops"))


def test_ctrl_c_while_indexing_leaves_nothing(tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    (tree / "tensorflow/core/ops").mkdir(parents=True)
    os.mkfifo(tree / "wait")
    program = (
        f"{HEEDS_CTRL_C}import sys, time, tfexplore.pipeline as pipeline\n"
        "def wait(*_):\n    print('ready', flush=True)\n    time.sleep(30)\n"
        "pipeline.run_index = wait\n"
        "from tfexplore.cli import main\n"
        f"sys.exit(main(['index', '--source', {str(tree)!r}, '-o', {str(tmp_path / 'x.sqlite')!r}]))\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", program],
        env=environment(None),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stdout
    assert process.stdout.readline() == "ready\n"
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=20)
    assert (process.returncode, out, err) == (130, "", interrupted("index"))
    assert sorted(os.listdir(tmp_path)) == ["tree"]


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (("", "--", "ke"), {"kernels", "keras"}),
        (("", "--", "--v"), {"--version"}),
        (("ops", "--", "conv2d"), {"Conv2D", "Conv2DBackpropInput"}),
        (("kernels", "--", "matm"), {"MatMul"}),
        (("ops", "--", "fused"), {"_FusedConv2D"}),
        (("ops", "--", "--d"), None),
        (("completion", "--", "z"), {"zsh"}),
        (("index", "--", "x"), set()),
        (("nothing", "--", "x"), set()),
    ],
)
def test_completion_words(sample_index: Path, words: tuple[str, ...], expected: set[str] | None) -> None:
    done = ask(sample_index, "completion", "words", words[0], "--", words[2])
    assert (done.status, done.err) == (0, "")
    if expected is None:
        assert set(done.out.split()) == {"--device", "--dtype"}
    else:
        assert set(done.out.split()) == expected


@pytest.mark.parametrize(
    ("command", "previous", "typed", "expected"),
    [
        ("ops", "--device", "", {"CPU", "DEFAULT", "GPU", "XLA_CPU_JIT"}),
        ("ops", "--device", "g", {"GPU"}),
        ("kernels", "--missing", "c", {"CPU"}),
        ("ops", "--color", "", {"auto", "always", "never"}),
        ("ops", "--dtype", "ha", {"half"}),
        ("diff", "--kind", "k", {"kernel"}),
        ("index", "--build", "linux-cu", {"linux-cuda"}),
        ("ops", "--all", "matm", {"MatMul"}),
        ("ops", "ops", "matm", {"MatMul"}),
    ],
)
def test_completion_of_what_options_take(
    sample_index: Path, command: str, previous: str, typed: str, expected: set[str]
) -> None:
    done = ask(sample_index, "completion", "words", command, "--", previous, typed)
    assert (done.status, set(done.out.split()), done.err) == (0, expected, "")


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_scripts_are_sound(sample_index: Path, shell: str) -> None:
    done = ask(sample_index, "completion", shell)
    assert (done.status, done.err) == (0, "")
    if shutil.which(shell):
        check = subprocess.run([shell, "-n"], input=done.out, capture_output=True, text=True, check=False)
        assert (check.returncode, check.stderr) == (0, "")


def test_bash_completes_names_of_ops(sample_index: Path, tmp_path: Path) -> None:
    (tmp_path / "tfexplore").write_text(f"#!/bin/sh\nexec '{sys.executable}' '{SCRIPT}' \"$@\"\n")
    (tmp_path / "tfexplore").chmod(0o755)
    program = (
        'eval "$(tfexplore completion bash)"\n'
        "COMP_WORDS=(tfexplore kernels conv2d); COMP_CWORD=2; _tfexplore\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
        "COMP_WORDS=(tfexplore kernels --device G); COMP_CWORD=3; _tfexplore\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    set_path = {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
    done = subprocess.run(
        ["bash", "-c", program],
        env={**environment(sample_index), **set_path},
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.split(), done.stderr) == (["Conv2D", "Conv2DBackpropInput", "GPU"], "")


def test_python_m(sample_index: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tfexplore", "ops", "MatMul"],
        env=environment(sample_index),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout.split("\t")[0]) == (0, "MatMul")


@pytest.mark.parametrize("locale", ["C", "POSIX", "C.UTF-8"])
def test_any_locale(tmp_path: Path, locale: str) -> None:
    from tfexplore.index.write import Facts, write_index

    op = facts.op("Größe", location=facts.at("tensorflow/core/größe.cc", 3))
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(ops=(op,)))
    done = ask(tmp_path / "a.sqlite", "ops", "größe", LC_ALL=locale, PYTHONUTF8="0", PYTHONCOERCECLOCALE="0")
    assert done.status == 0, done.err
    assert done.rows()[0][3] == "tensorflow/core/größe.cc:3"
    assert done.rows()[0][6].endswith("tensorflow/core/gr%C3%B6%C3%9Fe.cc#L3")


def test_what_could_not_be_read_is_said(sample_index: Path) -> None:
    done = ask(sample_index, "kernels", "Conv2D")
    assert done.status == 0
    assert done.err == ("tfexplore kernels: 1 registration site could not be read; tfexplore kernels --json lists it\n")
    assert ask(sample_index, "kernels", "MatMul").err == ""
    assert ask(sample_index, "ops", "Conv2D").err == ""


def test_called_from_python(sample_index: Path) -> None:
    """A notebook catches what is printed in a stream of its own, which has no encoding."""
    from contextlib import redirect_stderr, redirect_stdout
    from io import StringIO

    from tfexplore.cli import main

    out, err = StringIO(), StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main(["ops", "conv2d", "--index", str(sample_index)]) == 0
        assert main(["ops", "no-such-op", "--index", str(sample_index)]) == 1
    assert out.getvalue().startswith("Conv2D\t")
    assert "no-such-op" in err.getvalue()
