"""An index that is made after that of a neighbouring tree is the one that a run without a cache makes."""

from __future__ import annotations

import os
import pickle
import random
import shutil
from pathlib import Path

import pytest
from workshop import scribble, woven

from tfexplore.cache import Cache, Seen
from tfexplore.cpp.preprocessor import Expander
from tfexplore.extract.known import Known
from tfexplore.pipeline import DEFAULT_BUILD, IndexOptions, run_index
from tfexplore.pipeline.parts import SAYING


class Bench:
    """Trees that are indexed one after the other, with one cache or with none."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: int | None = 1) -> None:
        self.folder = folder
        self._environment = monkeypatch
        self._jobs = jobs
        #: How many invocations of registration macros were expanded in the last run.
        self.expanded = 0
        whole = Expander._invocation

        def counted(expander: Expander, start: int) -> int:
            self.expanded += 1
            return whole(expander, start)

        monkeypatch.setattr(Expander, "_invocation", counted)

    def index(self, tree: Path, cache: str, build: str = DEFAULT_BUILD) -> str:
        """The digest of a tree's index."""
        self._environment.setenv("XDG_CACHE_HOME", str(self.folder / cache))
        self.expanded = 0
        output = str(self.folder / f"{cache}.sqlite")
        return run_index(IndexOptions(source=str(tree), output=output, jobs=self._jobs, build=build)).digest

    def yielded(self, cache: str) -> dict[str, tuple[Known | None, dict[str, object]]]:
        """What the files of the last tree yielded, as it is kept for the next run."""
        snapshot = Cache(str(self.folder / cache / "tfexplore")).newest("another tree")
        assert snapshot is not None
        seen = Seen(snapshot)
        return {path: _unpickled(seen.record(path) or b"") for path in seen.paths}


def _unpickled(record: bytes) -> tuple[Known | None, dict[str, object]]:
    known, parts = pickle.loads(record) if record else (b"", {})
    made: Known | None = pickle.loads(known) if known else None
    if made is not None:
        # What was asked, and so who was consulted, may have been asked for statements that are there no more.
        made = made._replace(asked=(), consulted=(), answered=())
    unpickled = {name: pickle.loads(part) if name in ("python", "uses") else part for name, part in parts.items()}
    if SAYING in unpickled:  # it begins with a digest, and how many tokens were read at the most
        unpickled[SAYING] = unpickled[SAYING][:8] + unpickled[SAYING][12:]
    return made, unpickled


@pytest.mark.parametrize("seed", range(2))
def test_edits_of_every_file(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    chosen = random.Random(seed)
    tree = woven(tmp_path / "first", monkeypatch).tree
    bench = Bench(tmp_path, monkeypatch)
    bench.index(tree, "shared")
    for number in range(4):
        neighbour = tmp_path / f"neighbour{number}"
        shutil.copytree(tree, neighbour)
        for path in sorted(p for p in neighbour.rglob("*") if p.is_file()):
            comment = b"//" if path.suffix in (".cc", ".h", ".i", ".proto") else b"#"
            if chosen.random() < 0.7:
                path.write_bytes(scribble(chosen, path.read_bytes(), comment))
        digest = bench.index(neighbour, "shared")
        again = bench.expanded
        assert digest == bench.index(neighbour, f"cold{number}")
        assert bench.yielded("shared") == bench.yielded(f"cold{number}")
        assert again < bench.expanded
        tree = neighbour


def test_another_build_reuses_what_its_macros_leave_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Releases differ in a macro or two of their builds, which most registrations never come to."""
    tree = woven(tmp_path / "first", monkeypatch).tree
    neighbour = tmp_path / "neighbour"
    shutil.copytree(tree, neighbour)
    bench = Bench(tmp_path, monkeypatch)
    bench.index(tree, "shared", "linux-cpu")
    digest = bench.index(neighbour, "shared", "linux-cuda")
    again = bench.expanded
    assert digest == bench.index(neighbour, "cold", "linux-cuda") != bench.index(neighbour, "cpu", "linux-cpu")
    assert bench.yielded("shared") == bench.yielded("cold")
    assert again < bench.expanded / 2


@pytest.mark.source
def test_real_neighbours(source_tree: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """TFEXPLORE_NEIGHBOURS names trees of other releases, one behind the other."""
    neighbours = [Path(one) for one in os.environ.get("TFEXPLORE_NEIGHBOURS", "").split(os.pathsep) if one]
    if not neighbours:
        pytest.skip("TFEXPLORE_NEIGHBOURS names no trees of other releases")
    for number, neighbour in enumerate(neighbours):
        bench = Bench(tmp_path, monkeypatch, jobs=None)
        for tree, other in ((source_tree, neighbour), (neighbour, source_tree)):
            shared, cold = f"shared{number}", f"cold{number}"
            shutil.rmtree(tmp_path / shared, ignore_errors=True)
            shutil.rmtree(tmp_path / cold, ignore_errors=True)
            bench.index(other, shared)
            assert bench.index(tree, shared) == bench.index(tree, cold)
            assert bench.yielded(shared) == bench.yielded(cold)
