"""A tree in a git directory: any revision, missing blobs, and nothing that is run."""

from __future__ import annotations

import os
import pickle
import shutil
from pathlib import Path

import pytest
from planted import FILES, WANTED, RunGit

from tfexplore.errors import SourceError
from tfexplore.source.folder import FolderTree
from tfexplore.source.revision import GitTree, nearest_names, tag_of
from tfexplore.source.tree import MAX_FILE


def test_a_revision_reads_like_the_folder_it_was_made_from(server: Path, tmp_path: Path, git: RunGit) -> None:
    tree = GitTree(str(server), "v1.0.0")
    entries = tree.entries()
    assert [entry.path for entry in entries] == WANTED
    assert {entry.path: tree.read(entry.path) for entry in entries} == {path: FILES[path].encode() for path in WANTED}
    assert [entry.size for entry in entries] == [len(FILES[path]) for path in WANTED]
    assert entries[0].content == git("rev-parse", "v1.0.0:BUILD", cwd=server)
    assert tree.commit == git("rev-parse", "v1.0.0^{commit}", cwd=server)
    assert tree.notes() == []
    assert "op/later.cc" in [entry.path for entry in GitTree(str(server), "main").entries()]


def test_the_beginning_of_a_large_file(checkout: Path, git: RunGit) -> None:
    (checkout / "op/large.cc").write_bytes(b"first\n" + b"\0" * MAX_FILE)
    git("add", "op/large.cc", cwd=checkout)
    git("commit", "--quiet", "-m", "third", cwd=checkout)
    for tree in (GitTree(str(checkout / ".git"), "HEAD"), FolderTree(str(checkout))):
        with pytest.raises(SourceError, match=r"op/large\.cc: larger than 16 MB"):
            tree.read("op/large.cc")
        assert tree.beginning("op/large.cc") == b"first\n" + b"\0" * (MAX_FILE - 6)
        assert [tree.beginning(path) for path in ("op/bloom.cc", "op/none.cc")] == [None, None]


def test_a_missing_blob_is_a_note(server: Path, git: RunGit) -> None:
    lost = git("rev-parse", "v1.0.0:op/bloom.h", cwd=server)
    (server / "objects" / lost[:2] / lost[2:]).unlink()
    tree = GitTree(str(server), "v1.0.0")
    assert [entry.path for entry in tree.entries()] == [path for path in WANTED if path != "op/bloom.h"]
    assert tree.notes() == ["op/bloom.h: not in the git directory, not read"]
    with pytest.raises(SourceError, match=r"op/bloom\.h: not in"):
        tree.read("op/bloom.h")


def test_a_partial_clone_fetches_nothing(server: Path, tmp_path: Path, git: RunGit) -> None:
    folder = tmp_path / "partial"
    git("clone", "--quiet", "--no-checkout", "--filter=blob:none", f"file://{server}", folder, cwd=tmp_path)
    shutil.move(server, tmp_path / "gone")
    tree = GitTree(str(folder / ".git"), "v1.0.0")
    assert tree.entries() == []
    assert tree.notes() == [f"BUILD and {len(WANTED) - 1} more: not in the git directory, not read"]


def test_links_and_submodules_are_left_out(checkout: Path, git: RunGit) -> None:
    (checkout / "op/link.cc").symlink_to("/etc/passwd")
    head = git("rev-parse", "HEAD", cwd=checkout)
    git("update-index", "--add", "--cacheinfo", f"160000,{head},sub.cc", cwd=checkout)
    (checkout / "op/near.cc").symlink_to("bloom.cc")
    (checkout / "op/up.cc").symlink_to("../../bloom.cc")
    git("add", "op/link.cc", "op/near.cc", "op/up.cc", cwd=checkout)
    git("commit", "--quiet", "-m", "third", cwd=checkout)
    tree = GitTree(str(checkout / ".git"), "HEAD")
    assert [entry.path for entry in tree.entries()] == sorted([*WANTED, "op/later.cc"])
    assert tree.notes() == ["2 links lead out of the tree and are not followed: op/link.cc, op/up.cc"]


def test_nothing_that_a_repository_configures_is_run(checkout: Path, tmp_path: Path, git: RunGit) -> None:
    mark = tmp_path / "ran"
    script = tmp_path / "script"
    script.write_text(f"#!/bin/sh\ntouch {mark}\n")
    script.chmod(0o755)
    (checkout / ".gitattributes").write_text("* filter=evil diff=evil\n")
    for key in ("core.fsmonitor", "core.pager", "core.sshCommand", "filter.evil.smudge", "diff.evil.textconv"):
        git("config", key, str(script), cwd=checkout)
    git("config", "remote.origin.url", f"ext::{script}", cwd=checkout)
    git("config", "remote.origin.promisor", "true", cwd=checkout)
    for name in ("post-checkout", "reference-transaction", "post-index-change"):
        shutil.copy(script, checkout / ".git/hooks" / name)
    tree = GitTree(str(checkout / ".git"), "v1.0.0")
    assert tree.read("op/bloom.cc") == b"// ops\n"
    assert len(tree.entries()) == len(WANTED)
    assert not mark.exists()


@pytest.mark.parametrize(
    ("ref", "said"),
    [
        ("v1.0", "no 'v1.0' in {}; the nearest tags are v1.0.0, v1.0.0-rc0"),
        ("1.0.0", "no '1.0.0' in {}; the nearest tags are v1.0.0, v1.0.0-rc0"),
        ("nothing", "no 'nothing' in {}; name a tag, a branch or a commit with --ref"),
        ("--output=x", "no '--output=x' in {}; name a tag, a branch or a commit with --ref"),
        ("v1.0.0:op", "no 'v1.0.0:op' in {}; the nearest tags are v1.0.0, v1.0.0-rc0"),
    ],
)
def test_a_wrong_name_says_the_nearest(server: Path, ref: str, said: str) -> None:
    with pytest.raises(SourceError) as caught:
        GitTree(str(server), ref)
    assert str(caught.value) == said.format(server)


def test_a_folder_that_is_no_repository(tmp_path: Path) -> None:
    with pytest.raises(SourceError, match="not a git repository"):
        GitTree(str(tmp_path), "HEAD")


def test_no_git_executable(server: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    with pytest.raises(SourceError, match="no git executable on the PATH; install git, or name an unpacked tree"):
        GitTree(str(server), "v1.0.0")


def test_of_several_tags_the_release_is_the_tag(server: Path, git: RunGit) -> None:
    assert tag_of(str(server), git("rev-parse", "v1.0.0^{commit}", cwd=server)) == "v1.0.0"
    assert tag_of(str(server), git("rev-parse", "main", cwd=server)) is None


def test_it_travels_to_another_process_and_survives_a_fork(server: Path) -> None:
    tree = GitTree(str(server), "v1.0.0")
    tree.entries()
    copy = pickle.loads(pickle.dumps(tree))
    assert copy.read("op/bloom.h") == tree.read("op/bloom.h") == b"// header\n"
    child = os.fork()
    if child == 0:
        os._exit(0 if tree.read("op/bloom.cc") == b"// ops\n" else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert tree.read("op/bloom.py") == b"pass\n"
    tree.close()


@pytest.mark.parametrize(
    ("wanted", "near"),
    [
        ("v1.15", ["v1.15.0", "v1.15.0-rc1"]),
        ("v1.15.O", ["v1.15.0", "v1.14.0"]),
        ("zzz", []),
    ],
)
def test_nearest_names(wanted: str, near: list[str]) -> None:
    assert nearest_names(wanted, ["v1.14.0", "v1.15.0-rc1", "v1.15.0", "v2.0.0"])[:2] == near


@pytest.mark.source
def test_the_real_tree_is_listed_quickly_enough(source_tree: Path) -> None:
    entries = FolderTree(str(source_tree)).entries()
    assert len(entries) > 10_000
    assert entries == sorted(entries)
