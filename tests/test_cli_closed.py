"""Standard streams that were closed before the program began, as a shell does it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from asking import SCRIPT, environment


def run(index: Path, line: str) -> subprocess.CompletedProcess[str]:
    """A command line of a shell, in which `T` is the program."""
    return subprocess.run(
        ["/bin/sh", "-c", f'T() {{ "{sys.executable}" "{SCRIPT}" "$@"; }}; {line}'],
        env=environment(index),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ("T ops >&-", 2, "tfexplore ops: cannot write the answer (standard output is closed)"),
        ("T show Conv2D --json >&-", 2, "tfexplore show: cannot write the answer (standard output is closed)"),
        ("T --help >&-", 2, "tfexplore: cannot write the answer (standard output is closed)"),
        ("T ops nothing-at-all-like-this >&-", 1, "tfexplore ops: nothing matches 'nothing-at-all-like-this'"),
        ("T doctor <&-", 2, "tfexplore doctor: needs a message, a file or - for standard input"),
        ("T doctor - <&-", 2, "tfexplore doctor: standard input is closed"),
        ("T log <&-", 2, "tfexplore log: needs a file, or - for standard input"),
        ("T log - <&-", 2, "tfexplore log: standard input is closed"),
        ("T verify - <&-", 2, "tfexplore verify: standard input is closed"),
        ("T ops --json 2>&- >&-", 2, ""),
        ("T ops Conv2D --json <&- 2>&- >/dev/null", 0, ""),
        ("T ops no-such-op 2>&-", 1, ""),
    ],
)
def test_a_closed_stream_is_no_traceback(sample_index: Path, line: str, status: int, said: str) -> None:
    done = run(sample_index, line)
    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith(said)
    assert len(done.stderr.splitlines()) == bool(said)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
@pytest.mark.parametrize("line", ["T ops --json 2>&- >/dev/full", "T ops --json 2>/dev/full >/dev/full"])
def test_a_full_disk_that_cannot_be_complained_about(sample_index: Path, line: str) -> None:
    done = run(sample_index, line)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", "")
