"""Source files that are larger than what is read: none is dropped, and each says what it begins with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tfexplore.extract.too_large import too_large
from tfexplore.index import ops, unresolved
from tfexplore.index.store import open_index
from tfexplore.pipeline import IndexOptions, run_index

MB = 1 << 20
REMARK = b"// padding, and nothing else, in every line of it\n"


def remarks(size: int) -> bytes:
    return REMARK * (size * MB // len(REMARK))


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    folder = tmp_path / "tree"
    for path, data in {
        "core/ops/f1.cc": b'REGISTER_OP("F1");\n' + remarks(1),
        "core/ops/f3.cc": b'REGISTER_OP("F3");\n' + remarks(3),
        "core/ops/f20.cc": b'REGISTER_OP("F20");\n' + remarks(20),
        "core/ops/late.cc": remarks(17) + b'REGISTER_OP("Late");\n',
        "python/sin.py": b'@ops.RegisterGradient("Sin")\n' + remarks(17).replace(b"//", b"#"),
        "core/x.proto": remarks(17),
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)
    with (folder / "core/ops/f70.cc").open("wb") as file:
        file.write(b'\n\nREGISTER_OP("F70");\n')
        file.truncate(70 * MB)
    return folder


def test_a_file_of_any_size_is_read_or_said_not_to_be(tree: Path, tmp_path: Path) -> None:
    output = str(tmp_path / "made.sqlite")
    made = run_index(IndexOptions(source=str(tree), output=output, jobs=1))
    with open_index(output) as index:
        assert [op.name for op in ops.every(index)] == ["F1"]
        found = {one.location.path: (one.location.line, one.relates, one.reason) for one in unresolved.every(index)}
    large = "the file is larger than {} MB and is not read"
    assert found == {
        "core/ops/f3.cc": (1, "F3", large.format(2)),
        "core/ops/f20.cc": (1, "F20", large.format(16)),
        "core/ops/f70.cc": (3, "F70", large.format(16)),
        "core/ops/late.cc": (1, "", large.format(16) + ", and no registration stands in its first 16 MB"),
        "python/sin.py": (1, "Sin", large.format(16)),
    }
    assert "core/x.proto: larger than 16 MB, not read" in made.notes
    # What is known of a file that is not read is known again, and another when the file is.
    (tree / "core/ops/f70.cc").write_bytes(b'REGISTER_OP("F71");\n' + remarks(17))
    again = run_index(IndexOptions(source=str(tree), output=output, jobs=1))
    with open_index(output) as index:
        assert [one.relates for one in unresolved.every(index) if "f70" in one.location.path] == ["F71"]
    (tree / "core/ops/f70.cc").write_bytes(b'REGISTER_OP("F72");\n')
    run_index(IndexOptions(source=str(tree), output=output, jobs=1))
    assert dict(again.counts)["unresolved"] == 5
    with open_index(output) as index:
        assert [op.name for op in ops.every(index)] == ["F1", "F72"]


@pytest.mark.parametrize(
    ("path", "start", "said"),
    [
        ("a.cc", b'// REGISTER_OP("Old")\n REGISTER_OP(\n "New")', ("REGISTER_OP", 'REGISTER_OP("New")', "New", 2)),
        (
            "a.cc",
            b'\n REGISTER_KERNEL_BUILDER(Name("Add").Device(x))',
            ("REGISTER_KERNEL_BUILDER", 'REGISTER_KERNEL_BUILDER(Name("Add"))', "Add", 2),
        ),
        ("a.cc", b"\nMY_REGISTER_ALL(x)", ("MY_REGISTER_ALL", "", "", 2)),
        ("a.cc", b"int x;", ("REGISTER_OP", "", "", 1)),
        ("a.py", b"x = 1", ("RegisterGradient", "", "", 1)),
        ("a.i", b"\n%module x", ("%module", "", "", 2)),
        ("a.cc", b"A" * MB + b"REGISTER" * MB, ("REGISTER" * 10, "", "", 1)),
    ],
)
def test_what_a_look_at_the_beginning_tells(path: str, start: bytes, said: tuple[str, str, str, int]) -> None:
    found = too_large(path, start, 16 * MB)
    assert (found.macro, found.text, found.relates, found.location.line) == said
