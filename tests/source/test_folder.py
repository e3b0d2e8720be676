"""A tree in a folder: what is listed, what is left out, what is never read."""

from __future__ import annotations

import os
import pickle
from pathlib import Path

import pytest
from planted import FILES, WANTED, Plant

from tfexplore.errors import SourceError
from tfexplore.source import tree as limits
from tfexplore.source.folder import FolderTree


@pytest.fixture
def folder(tmp_path: Path, plant: Plant) -> Path:
    return plant(tmp_path / "tree", FILES)


def listed(folder: Path) -> list[str]:
    return [entry.path for entry in FolderTree(str(folder)).entries()]


def test_lists_what_the_tool_reads_and_nothing_else(folder: Path, plant: Plant) -> None:
    plant(folder, {".git/hooks/x.py": "no\n", "op/.hidden.cc": "", "BUILD.txt": "", "op/WORKSPACE": ""})
    tree = FolderTree(str(folder))
    assert [entry.path for entry in tree.entries()] == sorted([*WANTED, "op/.hidden.cc", "op/WORKSPACE"])
    assert {entry.path: entry.size for entry in tree.entries()}["op/bloom.cc"] == len(FILES["op/bloom.cc"])
    assert tree.read("op/bloom.cc") == b"// ops\n"
    assert tree.notes() == []


def test_content_changes_with_the_bytes_and_only_then(folder: Path) -> None:
    def content() -> dict[str, str]:
        return {entry.path: entry.content for entry in FolderTree(str(folder)).entries()}

    before = content()
    assert content() == before
    assert len(set(before.values())) == len(before)
    about = (folder / "op/bloom.cc").stat()
    (folder / "op/bloom.cc").write_text("// Ops\n")
    os.utime(folder / "op/bloom.cc", ns=(about.st_atime_ns, about.st_mtime_ns))
    after = content()
    assert after.pop("op/bloom.cc") != before.pop("op/bloom.cc")
    assert after == before


def test_links_are_left_out_and_not_followed(folder: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret.cc"
    secret.write_text("secret\n")
    (folder / "op/out.cc").symlink_to(secret)
    (folder / "op/loop").symlink_to(folder)
    (folder / "op/in.cc").symlink_to("bloom.cc")
    (folder / "op/dangling.cc").symlink_to("nowhere")
    (folder / "away").symlink_to(tmp_path)
    (folder / "bazel-bin").symlink_to(tmp_path)  # what Bazel has built
    (folder / "op/notes").symlink_to("bloom.cc")
    assert listed(folder) == WANTED
    tree = FolderTree(str(folder))
    tree.entries()
    assert tree.notes() == ["2 links lead out of the tree and are not followed: away, op/out.cc"]
    for path in ("op/out.cc", "away/secret.cc", "op/loop/op/bloom.cc"):
        with pytest.raises(SourceError, match=path):
            FolderTree(str(folder)).read(path)


@pytest.mark.parametrize(
    "path", ["../secret.cc", "/etc/passwd", "op/../op/bloom.cc", "op", "", "op/none.cc", "op/\0.cc"]
)
def test_what_is_not_in_the_tree_is_not_read(folder: Path, tmp_path: Path, path: str) -> None:
    (tmp_path / "secret.cc").write_text("secret\n")
    with pytest.raises(SourceError):
        FolderTree(str(folder)).read(path)


def test_a_large_file_is_listed_and_not_read(folder: Path) -> None:
    with (folder / "op/huge.cc").open("wb") as file:
        file.truncate(100 << 20)
    tree = FolderTree(str(folder))
    assert {entry.path: entry.size for entry in tree.entries()}["op/huge.cc"] == 100 << 20
    with pytest.raises(SourceError, match=r"op/huge\.cc: larger than 16 MB"):
        tree.read("op/huge.cc")


def test_pipes_and_names_that_are_not_text_are_left_out(folder: Path) -> None:
    os.mkfifo(folder / "op/pipe.cc")
    os.close(os.open(os.fsencode(folder) + b"/op/\xff.cc", os.O_CREAT | os.O_WRONLY))
    tree = FolderTree(str(folder))
    assert [entry.path for entry in tree.entries()] == WANTED
    assert tree.notes() == ["1 file whose name is not UTF-8: not read"]
    with pytest.raises(SourceError, match="not a regular file"):
        tree.read("op/pipe.cc")


def test_too_many_files_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tfexplore.source.folder.MAX_FILES", 3)
    with pytest.raises(SourceError, match=r"more than \d+ files; name the folder of one repository"):
        listed(folder)


def test_two_processes_list_what_one_does(folder: Path, plant: Plant, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"{top}/{number}/below/{number % 7}.cc" for top in ("a", "b", "c") for number in range(60)]
    plant(folder, dict.fromkeys([*names, "a/1/deep/" * 90 + "x.cc"], ""))
    os.close(os.open(os.fsencode(folder) + b"/c/2/\xff.cc", os.O_CREAT | os.O_WRONLY))
    found = []
    for cores in (1, 2):
        monkeypatch.setattr("tfexplore.source.folder.cores", lambda cores=cores: cores)
        tree = FolderTree(str(folder))
        found.append((tree.entries(), tree.notes()))
    assert found[0] == found[1]
    assert len(found[0][0]) == len(WANTED) + len(names)
    assert [len(found[0][1]), "nest too deep" in found[0][1][0]] == [2, True]
    # However many there are in one part, there are too many in all.
    monkeypatch.setattr("tfexplore.source.folder.MAX_FILES", len(names) // 2)
    with pytest.raises(SourceError, match=r"more than \d+ files"):
        listed(folder)


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is unreadable to root")
def test_an_unreadable_folder_is_a_note_and_an_unreadable_root_an_error(folder: Path) -> None:
    (folder / "op").chmod(0)
    tree = FolderTree(str(folder))
    assert [entry.path for entry in tree.entries()] == ["BUILD", "WORKSPACE"]
    assert tree.notes() == ["op/: not read (Permission denied)"]
    (folder / "op").chmod(0o755)
    folder.chmod(0)
    with pytest.raises(SourceError, match="cannot be read"):
        listed(folder)
    folder.chmod(0o755)


def test_it_travels_to_another_process(folder: Path) -> None:
    tree = pickle.loads(pickle.dumps(FolderTree(str(folder))))
    assert tree.read("op/bloom.py") == b"pass\n"
    assert limits.is_wanted("a/BUILD.bazel")
    assert not limits.is_wanted("a/REBUILD")
