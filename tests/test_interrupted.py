"""Indexing that is killed, fails or runs twice at once: what was there keeps answering, and the next run finishes."""

from __future__ import annotations

import os
import resource
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from asking import ROOT, SCRIPT, ask, environment

from tfexplore.index.store import open_index

TREE = ROOT / "fixtures" / "tree"


def command(output: Path, *more: str) -> list[str]:
    return [sys.executable, str(SCRIPT), "index", "--source", str(TREE), "-o", str(output), "--jobs", "2", *more]


def digest_of(path: Path) -> str:
    with open_index(path) as index:
        return index.digest


@pytest.fixture(scope="module")
def complete(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, float]:
    """The digest of the fixture's index, and how long making it takes."""
    folder = tmp_path_factory.mktemp("complete")
    started = time.perf_counter()
    done = ask(None, *command(folder / "a.sqlite")[2:], XDG_CACHE_HOME=str(folder / "cache"))
    assert done.status == 0, done.err
    return digest_of(folder / "a.sqlite"), time.perf_counter() - started


def test_a_kill_at_any_moment_leaves_what_was_there(complete: tuple[str, float], tmp_path: Path) -> None:
    wanted, whole = complete
    output = tmp_path / "kept.sqlite"
    cache = str(tmp_path / "cache")
    # What was there is an index of another state of the source, so that the two can be told apart.
    assert ask(None, *command(output, "--tag", "before")[2:], XDG_CACHE_HOME=cache).status == 0
    before = digest_of(output)
    assert before != wanted
    for moment in range(10):
        process = subprocess.Popen(
            command(output),
            env=environment(None, XDG_CACHE_HOME=cache),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        time.sleep(whole * (moment + 0.5) / 10)
        os.killpg(process.pid, signal.SIGKILL)
        process.wait()
        assert digest_of(output) in (before, wanted), f"killed at {moment}"
    done = ask(None, *command(output)[2:], XDG_CACHE_HOME=cache)
    assert done.status == 0, done.err
    assert digest_of(output) == wanted
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cache", "kept.sqlite"]


def test_an_interrupt_is_one_line_and_status_130(complete: tuple[str, float], tmp_path: Path) -> None:
    process = subprocess.Popen(
        command(tmp_path / "a.sqlite"),
        env=environment(None, XDG_CACHE_HOME=str(tmp_path / "cache")),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    time.sleep(complete[1] * 0.5)
    if process.poll() is not None:
        process.communicate()  # closes its pipes, of which another test would be told
        pytest.skip("the machine was quicker than the interrupt")
    os.killpg(process.pid, signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode in (130, 0)
    if process.returncode == 130:
        assert err == b"tfexplore index: interrupted; no file is half-written, run the command again\n"
    assert b"Traceback" not in err


def test_two_at_once_both_finish(complete: tuple[str, float], tmp_path: Path) -> None:
    both = [
        subprocess.Popen(
            command(tmp_path / "a.sqlite"),
            env=environment(None, XDG_CACHE_HOME=str(tmp_path / "cache")),
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        for _ in range(2)
    ]
    for process in both:
        _, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
    assert digest_of(tmp_path / "a.sqlite") == complete[0]


def test_a_full_disk_is_one_line(complete: tuple[str, float], tmp_path: Path) -> None:
    output = tmp_path / "a.sqlite"
    assert ask(None, *command(output, "--tag", "before")[2:], XDG_CACHE_HOME=str(tmp_path / "cache")).status == 0
    before = digest_of(output)

    def small_files() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))

    done = subprocess.run(
        command(output),
        env=environment(None, XDG_CACHE_HOME=str(tmp_path / "cache")),
        capture_output=True,
        text=True,
        preexec_fn=small_files,
        check=False,
        timeout=120,
    )
    assert done.returncode == 2
    assert "cannot be written" in done.stderr
    assert "Traceback" not in done.stderr
    assert digest_of(output) == before
    # Neither of the index nor of what the next run would know; the snapshot of the run before is larger than the limit.
    assert [p.name for p in tmp_path.rglob("*.new")] == []
    assert any(p.stat().st_size > 20_000 for p in (tmp_path / "cache" / "tfexplore" / "facts").iterdir())


def test_a_place_that_takes_no_index_leaves_nothing_in_the_cache(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    done = ask(None, *command(tmp_path / "folder")[2:], XDG_CACHE_HOME=str(tmp_path / "cache"))
    assert done.status == 2
    assert len(done.err.splitlines()) == 1
    assert list(tmp_path.rglob("*.new")) == []


def test_without_a_place_for_the_cache_everything_is_read_again(complete: tuple[str, float], tmp_path: Path) -> None:
    (tmp_path / "tfexplore").mkdir()
    (tmp_path / "tfexplore" / "facts").write_text("a file where a folder is wanted")
    for _ in range(2):
        done = ask(None, *command(tmp_path / "a.sqlite")[2:], XDG_CACHE_HOME=str(tmp_path))
        assert done.status == 0, done.err
        assert digest_of(tmp_path / "a.sqlite") == complete[0]


@pytest.mark.parametrize("damage", ["empty", "cut", "noise"])
def test_a_damaged_cache_only_costs_time(damage: str, complete: tuple[str, float], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    words = command(tmp_path / "a.sqlite")[2:]
    assert ask(None, *words, XDG_CACHE_HOME=str(cache)).status == 0
    (tmp_path / "a.sqlite").unlink()
    for path in (cache / "tfexplore" / "facts").iterdir():
        data = path.read_bytes()
        size = len(data)
        changed = {
            "empty": b"",
            "cut": data[: size // 2],
            "noise": data[: size // 3] + b"\xff" * 999 + data[size // 3 + 999 :],
        }
        path.write_bytes(changed[damage])
    done = ask(None, *words, XDG_CACHE_HOME=str(cache))
    assert done.status == 0, done.err
    assert digest_of(tmp_path / "a.sqlite") == complete[0]


def test_nothing_changed_is_the_same_index(complete: tuple[str, float], tmp_path: Path) -> None:
    words = command(tmp_path / "a.sqlite")[2:]
    for _ in range(2):
        assert ask(None, *words, XDG_CACHE_HOME=str(tmp_path / "cache")).status == 0
        assert digest_of(tmp_path / "a.sqlite") == complete[0]
