"""What may stand where a person types: files, claims, public names, and what options take."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from asking import SCRIPT, ask, environment

from tfexplore.index.store import Index

FILES = "<files>"


def words(index: Path | str, command: str, typed: str, previous: str = "") -> list[str]:
    done = ask(index, "completion", "words", command, "--", previous or command, typed)
    assert (done.status, done.err) == (0, "")
    return done.out.splitlines()


@pytest.mark.parametrize(
    ("command", "typed", "previous", "expected"),
    [
        ("verify", "", "", [FILES]),
        ("doctor", "a", "", [FILES]),
        ("log", "", "", [FILES]),
        ("verify", "", "-o", [FILES]),
        ("verify", "", "--source", [FILES]),
        ("report", "", "--output", [FILES]),
        ("check", "conv.same", "", ["conv.same_odd_right"]),
        ("check", "maxpoolgradgradw", "", ["MaxPoolGradGradWithArgmax"]),
        ("check", "tf.nn.re", "", ["tf.nn.relu"]),
        ("ops", "tf.nn.c", "", ["tf.nn.conv2d"]),
        ("kernels", "tf.", "", ["tf.nn.conv2d", "tf.nn.relu"]),
        ("api", "MatM", "", ["MatMul"]),
        ("log", "", "--explain", ["pruning"]),
        ("log", "w", "--level", ["WARNING"]),
        ("kernels", "conv2do", "--class", ["Conv2DOp"]),
        ("kernels", "DT_F", "--dtype", ["DT_FLOAT"]),
        ("kernels", "T=ha", "--dtype", ["T=half"]),
        ("ops", "conv_o", "--file", ["conv_ops.cc", "conv_ops_test.cc"]),
        ("ops", "tensorflow/core/o", "--file", ["tensorflow/core/ops/nn_ops.cc"]),
        ("kernels", "", "--missing", ["CPU", "DEFAULT", "GPU", "XLA_CPU_JIT"]),
    ],
)
def test_words(sample_index: Path, command: str, typed: str, previous: str, expected: list[str]) -> None:
    assert words(sample_index, command, typed, previous) == expected


@pytest.mark.parametrize(("command", "previous"), [("ops", "--index"), ("diff", ""), ("report", "--before")])
def test_releases_and_files(shipped: Index, command: str, previous: str) -> None:
    found = words(shipped.path, command, "v1.15.", previous)
    assert found[0] == FILES
    assert "v1.15.0" in found


def test_no_device_is_one_of_tests(shipped: Index) -> None:
    found = words(shipped.path, "kernels", "", "--missing")
    assert found == ["CPU", "DEFAULT", "GPU", "XLA_*_JIT", "XLA_CPU", "XLA_CPU_JIT", "XLA_GPU", "XLA_GPU_JIT"]


@pytest.mark.parametrize(
    ("typed", "expected"),
    [
        ("show gen_nn_ops.conv2d", ["gen_nn_ops.conv2d"]),
        ("show conv2d", ["Conv2D", "Conv2DBackpropInput"]),
        ("path Conv2D gen_nn_ops.", ["gen_nn_ops.conv2d"]),
        ("api gen_nn", ["gen_nn_ops.conv2d"]),
        ("ops gen_nn", []),
        ("--json show MatM", ["MatMul"]),
        ("--color never ops Mat", ["MatMul"]),
        ("--color=never ops Mat", ["MatMul"]),
        ("--color = never ops Mat", ["MatMul"]),
        ("--index {index} ops Mat", ["MatMul"]),
        ("--index = {index} ops Mat", ["MatMul"]),
        ("--index nothing.sqlite ops Mat", []),
        ("--color a", ["auto", "always"]),
        ("--color=a", ["--color=auto", "--color=always"]),
        ("--color = a", ["auto", "always"]),
        ("--color =", ["auto", "always", "never"]),
        ("ops --color = a", ["auto", "always"]),
        ("kernels --dtype T=ha", ["T=half"]),
        ("kernels --dtype T = ha", ["half"]),
        ("--json=a", []),
        ("--js", ["--json"]),
        ("--json do", ["doctor"]),
        ("--index v1 verify ", [FILES]),
        ("none Conv", []),
    ],
)
def test_lines(sample_index: Path, typed: str, expected: list[str]) -> None:
    done = ask(sample_index, "completion", "line", "--", *typed.format(index=sample_index).split(" "))
    assert done.out.splitlines() == expected


def test_files_stand_behind_an_equals_sign_that_cuts(shipped: Index) -> None:
    cut = ask(shipped.path, "completion", "line", "--", "--index", "=", "v1.15.").out.splitlines()
    whole = ask(shipped.path, "completion", "line", "--", "--index=v1.15.").out.splitlines()
    assert cut[0] == FILES
    assert "v1.15.0" in cut
    assert "--index=v1.15.0" in whole
    assert FILES not in whole


def test_bash_completes_files(sample_index: Path, tmp_path: Path) -> None:
    (tmp_path / "tfexplore").write_text(f"#!/bin/sh\nexec '{sys.executable}' '{SCRIPT}' \"$@\"\n")
    (tmp_path / "tfexplore").chmod(0o755)
    (tmp_path / "notes one.md").write_text("")
    program = (
        'eval "$(tfexplore completion bash)"\n'
        "COMP_WORDS=(tfexplore verify no); COMP_CWORD=2; _tfexplore\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
        "COMP_WORDS=(tfexplore ops --index no); COMP_CWORD=3; _tfexplore\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
        "COMP_WORDS=(tfexplore --index = no); COMP_CWORD=3; _tfexplore\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
        "COMP_WORDS=(tfexplore --json show MatM); COMP_CWORD=3; _tfexplore\n"
        'printf "%s\\n" "${COMPREPLY[@]}"\n'
    )
    done = subprocess.run(
        ["bash", "-c", program],
        env={**environment(sample_index), "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.stdout.splitlines(), done.stderr) == ([*["notes one.md"] * 3, "MatMul"], "")
