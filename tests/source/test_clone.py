"""The cached clone: what it takes, and that nothing which happens to it leaves a half one behind."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from planted import FILES, WANTED, Plant, RunGit

from tfexplore.errors import SourceError
from tfexplore.source.checkout import DEFAULT_URL, open_source
from tfexplore.source.clone import cache_folder, clone
from tfexplore.source.folder import FolderTree

ONE_CLONE = (
    "import sys; from tfexplore.source.clone import clone; print(clone(sys.argv[1], 'v1.0.0', sys.argv[2]).folder)"
)


def files_below(folder: Path) -> list[str]:
    found = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return sorted(str(path) for path in found if path.parts[0] != ".git")


def test_only_what_is_wanted_is_fetched_and_checked_out(server: Path, tmp_path: Path, git: RunGit) -> None:
    said: list[tuple[str, int, int]] = []
    made = clone(f"file://{server}", "v1.0.0", str(tmp_path / "kept"), lambda *step: said.append(step))
    folder = Path(made.folder)
    assert (made.commit, made.tag) == (git("rev-parse", "v1.0.0^{commit}", cwd=server), "v1.0.0")
    assert files_below(folder) == WANTED
    assert {path: (folder / path).read_text() for path in WANTED} == {path: FILES[path] for path in WANTED}
    assert git("rev-list", "--count", "HEAD", cwd=folder) == "1"
    assert f"fetching {len({FILES[path] for path in WANTED})} files" in [what.partition(":")[0] for what, _, _ in said]
    assert said[0][0] == f"asking file://{server} for v1.0.0"


def test_a_tag_is_asked_for_once(server: Path, tmp_path: Path) -> None:
    first = clone(f"file://{server}", "v1.0.0", str(tmp_path / "kept"))
    shutil.rmtree(server)
    assert clone(f"file://{server}", "v1.0.0", str(tmp_path / "kept")) == first


def test_a_branch_is_asked_for_each_time_and_answers_without_a_network(
    server: Path, checkout: Path, tmp_path: Path, plant: Plant, git: RunGit
) -> None:
    url, kept = f"file://{server}", str(tmp_path / "kept")
    first = clone(url, "main", kept)
    assert first.tag is None
    assert clone(url, "main", kept) == first
    plant(checkout, {"op/newest.cc": ""})
    git("add", "-A", cwd=checkout)
    git("commit", "--quiet", "-m", "third", cwd=checkout)
    git("push", "--quiet", server, "HEAD:refs/heads/main", cwd=checkout)
    second = clone(url, "main", kept)
    assert second.commit == git("rev-parse", "HEAD", cwd=checkout)
    assert second.folder != first.folder
    shutil.rmtree(server)
    assert clone(url, "main", kept) == second


def test_a_commit_finds_its_tag_and_shares_its_clone(server: Path, tmp_path: Path, git: RunGit) -> None:
    commit = git("rev-parse", "v1.0.0^{commit}", cwd=server)
    by_commit = clone(f"file://{server}", commit, str(tmp_path / "kept"))
    assert by_commit.tag == "v1.0.0"
    assert clone(f"file://{server}", "v1.0.0", str(tmp_path / "kept")) == by_commit


def test_a_server_without_filters_will_do(checkout: Path, tmp_path: Path) -> None:
    made = clone(f"file://{checkout}/.git", "v1.0.0", str(tmp_path / "kept"))
    assert files_below(Path(made.folder)) == WANTED


def test_a_path_is_an_address_as_well(checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    made = clone("checkout", "v1.0.0", str(tmp_path / "kept"))
    assert files_below(Path(made.folder)) == WANTED


@pytest.mark.parametrize(
    ("url", "ref", "said"),
    [
        ("file://{server}", "v1.0", "no 'v1.0' in file://{server}; the nearest tags are v1.0.0, v1.0.0-rc0"),
        ("file://{server}", "-x", "no '-x' in file://{server}; name a tag, a branch or a commit with --ref"),
        ("file:///nowhere", "v1.0.0", "cannot fetch from file:///nowhere ("),
        ("https://user:secret@no.invalid/x.git", "v1", "cannot fetch from https://no.invalid/x.git ("),
        ("ext::sh -c 'touch {server}/ran'", "v1", "cannot fetch from ext::"),
        ("--upload-pack=touch {server}/ran", "v1", "cloning --upload-pack=touch"),
    ],
)
def test_what_cannot_be_cloned_is_one_line(server: Path, tmp_path: Path, url: str, ref: str, said: str) -> None:
    with pytest.raises(SourceError) as caught:
        clone(url.format(server=server), ref, str(tmp_path / "kept"))
    assert str(caught.value).startswith(said.format(server=server))
    assert "\n" not in str(caught.value)
    assert "secret" not in str(caught.value)
    assert not (server / "ran").exists()
    assert not list((tmp_path / "kept").rglob("partial-*"))


def test_no_place_for_the_clone(server: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(SourceError, match=r"no place for the clone .*; set XDG_CACHE_HOME"):
        clone(f"file://{server}", "v1.0.0", str(tmp_path / "file"))


def test_no_git_executable(server: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SourceError, match="no git executable on the PATH"):
        clone(f"file://{server}", "v1.0.0", str(tmp_path / "kept"))


def test_nothing_of_the_repository_or_the_templates_is_run(
    checkout: Path, server: Path, tmp_path: Path, git: RunGit, plant: Plant
) -> None:
    mark = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {mark}\ncat\n")
    script.chmod(0o755)
    home = Path(os.environ["HOME"])
    (home / "templates/hooks").mkdir(parents=True)
    shutil.copy(script, home / "templates/hooks/post-checkout")
    configured = (
        f"[init]\n templateDir = {home}/templates\n[core]\n hooksPath = {home}/templates/hooks\n fsmonitor = {script}\n"
    )
    (home / ".gitconfig").write_text(
        configured + f'[filter "evil"]\n smudge = {script}\n clean = {script}\n required = true\n'
    )
    attributes = {
        ".gitattributes": "* filter=evil text eol=crlf\n",
        "op/.gitattributes": "* ident\n",
        "op/id.cc": "$Id$\n",
    }
    plant(checkout, attributes | {".gitmodules": f'[submodule "x"]\n path = x\n url = {checkout}\n'})
    git("-c", "filter.evil.clean=cat", "add", "-A", cwd=checkout)
    git("-c", "filter.evil.clean=cat", "commit", "--quiet", "-m", "evil", cwd=checkout)
    git("push", "--quiet", server, "HEAD:refs/heads/evil", cwd=checkout)
    mark.unlink(missing_ok=True)
    made = clone(f"file://{server}", "evil", str(tmp_path / "kept"))
    assert (Path(made.folder) / "op/bloom.cc").read_bytes() == b"// ops\n"
    assert (Path(made.folder) / "op/id.cc").read_bytes() == b"$Id$\n"
    assert not mark.exists()


def test_a_clone_that_is_killed_at_any_moment_is_finished_by_the_next(server: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    command = [sys.executable, "-c", ONE_CLONE, f"file://{server}", str(kept)]
    started = time.monotonic()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    whole = time.monotonic() - started
    shutil.rmtree(kept)
    for part in range(1, 9):
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(whole * part / 9)
        process.send_signal(signal.SIGKILL)
        process.wait()
        for commit in kept.glob("*/" + "[0-9a-f]" * 40):
            assert files_below(commit) == WANTED
    made = clone(f"file://{server}", "v1.0.0", str(kept))
    assert files_below(Path(made.folder)) == WANTED
    shutil.rmtree(server)
    assert clone(f"file://{server}", "v1.0.0", str(kept)) == made


def test_what_a_dead_process_left_is_swept(server: Path, tmp_path: Path) -> None:
    made = clone(f"file://{server}", "main", str(tmp_path / "kept"))
    (Path(made.folder).parent / "partial-dead/.git").mkdir(parents=True)
    clone(f"file://{server}", "v1.0.0", str(tmp_path / "kept"))
    assert not list(tmp_path.glob("kept/*/partial-*"))


def test_clones_at_the_same_time_make_one(server: Path, tmp_path: Path) -> None:
    command = [sys.executable, "-c", ONE_CLONE, f"file://{server}", str(tmp_path / "kept")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(4)]
    answers = {process.communicate()[0].strip() for process in running}
    assert [process.returncode for process in running] == [0, 0, 0, 0]
    assert len(answers) == 1
    assert files_below(Path(answers.pop())) == WANTED


def test_an_interruption_leaves_nothing(server: Path, tmp_path: Path) -> None:
    def interrupt(what: str, done: int, total: int) -> None:
        if what.startswith("fetching"):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        clone(f"file://{server}", "v1.0.0", str(tmp_path / "kept"), interrupt)
    assert [path.name for path in tmp_path.glob("kept/*/*")] == ["lock"]


def test_a_changed_git_environment_does_not_matter(
    server: Path, checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GIT_DIR", str(checkout / ".git"))
    monkeypatch.setenv("GIT_INDEX_FILE", str(tmp_path / "index"))
    monkeypatch.setenv("GIT_WORK_TREE", str(checkout))
    made = clone(f"file://{server}", "v1.0.0", str(tmp_path / "kept"))
    assert files_below(Path(made.folder)) == WANTED
    assert not (tmp_path / "index").exists()


def test_the_cache_is_where_the_user_keeps_caches(git: RunGit, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert cache_folder() == str(tmp_path / "cache/tfexplore")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    assert cache_folder() == str(tmp_path / "home/.cache/tfexplore")
    assert DEFAULT_URL == "https://github.com/tensorflow/tensorflow.git"


def test_open_source_without_a_source_is_the_clone(server: Path, git: RunGit) -> None:
    opened = open_source(url=f"file://{server}", ref="v1.0.0")
    assert isinstance(opened.tree, FolderTree)
    assert opened.tree.root.startswith(cache_folder())
    assert [entry.path for entry in opened.entries] == WANTED
    assert opened[2:] == (None, "v1.0.0", git("rev-parse", "v1.0.0^{commit}", cwd=server), ())
