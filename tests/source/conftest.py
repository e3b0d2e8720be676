"""Small trees and git repositories, made anew for each test."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path

import pytest
from planted import FILES, Plant, RunGit


@pytest.fixture
def plant() -> Plant:
    """Write files below a folder."""

    def write(folder: Path, files: Mapping[str, str]) -> Path:
        for name, text in files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return folder

    return write


@pytest.fixture
def git(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> RunGit:
    """Run git as nobody in particular, and make the tool find no configuration but its own."""
    for name in [name for name in os.environ if name.startswith("GIT_")]:
        monkeypatch.delenv(name)
    home = tmp_path / "home"
    home.mkdir()
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))

    def run(*arguments: str | Path, cwd: Path) -> str:
        who = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "init.defaultBranch=main"]
        command = ["git", *who, "-c", "commit.gpgSign=false", *map(str, arguments)]
        return subprocess.run(command, cwd=cwd, check=True, capture_output=True, text=True).stdout.strip()

    return run


@pytest.fixture
def checkout(tmp_path: Path, plant: Plant, git: RunGit) -> Path:
    """A checkout with one commit, tagged v1.0.0 (and v1.0.0-rc0), and a later one on main."""
    folder = plant(tmp_path / "checkout", FILES)
    git("init", "--quiet", ".", cwd=folder)
    git("add", "-A", cwd=folder)
    git("commit", "--quiet", "-m", "first", cwd=folder)
    git("tag", "v1.0.0-rc0", cwd=folder)
    git("tag", "-a", "-m", "release", "v1.0.0", cwd=folder)
    plant(folder, {"op/later.cc": "// later\n"})
    git("add", "-A", cwd=folder)
    git("commit", "--quiet", "-m", "second", cwd=folder)
    return folder


@pytest.fixture
def server(tmp_path: Path, checkout: Path, git: RunGit) -> Path:
    """A bare repository as a public server has it: filters allowed, and one unwanted blob lost."""
    bare = tmp_path / "server.git"
    git("clone", "--quiet", "--bare", "--no-local", checkout, bare, cwd=tmp_path)
    git("config", "uploadpack.allowFilter", "true", cwd=bare)
    lost = git("rev-parse", "v1.0.0:op/graph.pbtxt.html", cwd=bare)
    for pack in (bare / "objects/pack").glob("*.pack"):
        moved = pack.rename(tmp_path / pack.name)
        with moved.open("rb") as packed:
            subprocess.run(["git", "unpack-objects", "-q"], cwd=bare, stdin=packed, check=True)
    for index in (bare / "objects/pack").iterdir():
        index.unlink()
    (bare / "objects" / lost[:2] / lost[2:]).unlink()
    return bare
