"""What a run writes down for the next one, when it cannot."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tfexplore.cache import Cache, Seen

FILES = [("a.cc", "1", b"x" * 12, b"one"), ("b.py", "2", b"", b""), ("c.h", "3", b"y" * 12, b"three")]


def test_a_draft_is_seen_when_it_is_finished(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path))
    draft = cache.draft("tree")
    draft.files(iter(FILES))
    assert cache.open("tree") is None
    draft.finish()
    snapshot = cache.open("tree")
    assert snapshot is not None
    seen = Seen(snapshot)
    assert [(p, c, seen.digest(p), seen.record(p)) for p, c in zip(seen.paths, seen.contents, strict=True)] == FILES
    seen.load()
    assert [seen.record(path) for path in seen.paths] == [b"one", b"", b"three"]
    seen.unload()
    assert seen.record("c.h") == b"three"


def test_what_goes_wrong_with_the_files_is_no_fault_of_the_disk(tmp_path: Path) -> None:
    def files() -> Iterator[tuple[str, str, bytes, bytes]]:
        yield FILES[0]
        raise FileNotFoundError("the tree is gone")

    draft = Cache(str(tmp_path)).draft("tree")
    with pytest.raises(FileNotFoundError, match="the tree is gone"):
        draft.files(files())
    draft.drop()
    assert not list((tmp_path / "facts").iterdir())


def test_a_full_disk_is_no_reason_to_stop_reading(tmp_path: Path) -> None:
    cache = Cache(str(tmp_path))
    draft = cache.draft("tree")
    assert draft._file is not None
    draft._file.close()
    draft._file = open("/dev/full", "wb", buffering=0)  # noqa: SIM115 - the draft closes it
    read = []

    def files() -> Iterator[tuple[str, str, bytes, bytes]]:
        for one in FILES:
            read.append(one)
            yield one

    draft.files(files())
    draft.finish()
    assert read == FILES
    assert not list((tmp_path / "facts").iterdir())
