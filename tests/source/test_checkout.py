"""Which tree is meant, and what is said where none is."""

from __future__ import annotations

from pathlib import Path

import pytest
from planted import FILES, WANTED, Plant, RunGit

from tfexplore.errors import SourceError
from tfexplore.source.checkout import FolderTree, GitTree, open_source


def test_a_checkout_is_read_as_it_lies_there(checkout: Path, git: RunGit) -> None:
    git("remote", "add", "origin", "git@example.org:someone/garden.git", cwd=checkout)
    git("checkout", "--quiet", "v1.0.0", cwd=checkout)
    (checkout / "op/mine.cc").write_text("// not committed\n")
    opened = open_source(str(checkout))
    assert isinstance(opened.tree, FolderTree)
    assert [entry.path for entry in opened.entries] == sorted([*WANTED, "op/mine.cc"])
    commit = git("rev-parse", "HEAD", cwd=checkout)
    assert opened[2:] == ("https://example.org/someone/garden", "v1.0.0", commit, ())


def test_a_revision_of_a_checkout_is_read_from_git(checkout: Path, git: RunGit) -> None:
    (checkout / "op/bloom.cc").write_text("// changed\n")
    opened = open_source(str(checkout), ref="v1.0.0-rc0")
    assert isinstance(opened.tree, GitTree)
    assert opened.tree.read("op/bloom.cc") == b"// ops\n"
    assert opened[2:] == (None, "v1.0.0-rc0", git("rev-parse", "v1.0.0^{commit}", cwd=checkout), ())


def test_a_branch_with_no_tag_has_none(server: Path, git: RunGit) -> None:
    opened = open_source(str(server), ref="main")
    assert opened[3:] == (None, git("rev-parse", "main", cwd=server), ())


def test_a_work_tree_elsewhere(checkout: Path, tmp_path: Path, git: RunGit) -> None:
    git("worktree", "add", "--quiet", tmp_path / "second", "v1.0.0", cwd=checkout)
    opened = open_source(str(tmp_path / "second"))
    assert [entry.path for entry in opened.entries] == WANTED
    assert opened.tag == "v1.0.0"
    assert len(open_source(str(tmp_path / "second"), ref="main").entries) == len(WANTED) + 1


def test_a_plain_folder_knows_what_it_is_told(tmp_path: Path, plant: Plant) -> None:
    plant(tmp_path / "tree", FILES)
    assert open_source(str(tmp_path / "tree"))[2:] == (None, None, None, ())
    opened = open_source(str(tmp_path / "tree"), tag="v9", commit="a" * 40, url="https://example.org/x/y.git")
    assert opened[2:] == ("https://example.org/x/y", "v9", "a" * 40, ())


def test_a_copy_of_tensorflow_is_cited_where_its_commits_are(tmp_path: Path, plant: Plant) -> None:
    plant(tmp_path / "tree", {"tensorflow/core/framework/op.h": "", "tensorflow/core/framework/op.cc": ""})
    assert open_source(str(tmp_path / "tree")).repository == "https://github.com/tensorflow/tensorflow"


@pytest.mark.parametrize(
    ("remote", "repository"),
    [
        ("https://github.com/tensorflow/tensorflow.git", "https://github.com/tensorflow/tensorflow"),
        ("https://me:secret@example.org/a/b", "https://example.org/a/b"),
        ("ssh://git@example.org:22/a/b.git/", "https://example.org/a/b"),
        ("git@example.org:a/b.git", "https://example.org/a/b"),
        ("/srv/mirror/a.git", None),
        ("file:///srv/a.git", None),
    ],
)
def test_the_address_at_which_a_person_sees_commits(
    tmp_path: Path, plant: Plant, remote: str, repository: str | None
) -> None:
    plant(tmp_path / "tree", FILES)
    assert open_source(str(tmp_path / "tree"), url=remote).repository == repository


def test_what_is_no_source_tree_is_one_line(tmp_path: Path, plant: Plant, checkout: Path, server: Path) -> None:
    plant(
        tmp_path,
        {"empty/.keep": "", "package/__init__.py": "", "package/include/op.h": "", "archive.tar": "", "plain/a.cc": ""},
    )
    table = {
        ("nowhere", None): "{0}: no such folder; name a checkout, a git directory or an unpacked archive",
        ("archive.tar", None): "{0}: not a folder; unpack it first and name the folder",
        ("empty", None): "{0}: no source files in it; name the root of a source tree",
        ("package", None): "{0}: no C++ source or BUILD file in it (an installed package has none); "
        "name the root of a source tree",
        ("plain", "v1"): "{0}: no git repository, so it has no 'v1'; name its state with --tag and --commit",
        ("server.git", None): "{0}: a git directory without files; name a revision with --ref, such as v1.15.0",
        ("checkout", "v1.0"): "no 'v1.0' in {0}/.git; the nearest tags are v1.0.0, v1.0.0-rc0",
    }
    for (name, ref), said in table.items():
        with pytest.raises(SourceError) as caught:
            open_source(str(tmp_path / name), ref=ref)
        assert str(caught.value) == said.format(tmp_path / name)
    with pytest.raises(SourceError, match="'abc' is no commit; give all 40 hexadecimal digits"):
        open_source(str(tmp_path / "plain"), commit="abc")


def test_without_git_a_checkout_is_a_folder(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    opened = open_source(str(checkout))
    assert len(opened.entries) == len(WANTED) + 1
    assert opened[3:] == (None, None, ())


@pytest.mark.parametrize(
    ("files", "taken"),
    [
        ({"mine/grads.py": "@tf.RegisterGradient('Loom')\ndef f(op, g): return g\n"}, True),
        ({"mine/grads.py": "ops.NotDifferentiable('Loom')\n", "api/loom.pbtxt": ""}, True),
        ({"mine/grads.py": "import tensorflow\n"}, False),
        ({"mine/grads.py": "tf.RegisterGradient('Loom')\n", "include/op.h": ""}, False),  # an installed package
        ({"mine/ops.hip": ""}, True),
    ],
)
def test_python_that_registers_gradients_is_a_source(
    tmp_path: Path, plant: Plant, files: dict[str, str], taken: bool
) -> None:
    plant(tmp_path / "tree", files)
    if taken:
        assert [one.path for one in open_source(str(tmp_path / "tree")).entries] == sorted(files)
    else:
        with pytest.raises(SourceError, match="no C\\+\\+ source or BUILD file in it"):
            open_source(str(tmp_path / "tree"))
