"""What tests of documents share: an index of a small tree, and the definitions of the shipped one."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import claimed

from tfexplore.index import shelf, symbols
from tfexplore.index.store import Index, open_index


@pytest.fixture(scope="module")
def index(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An index of the tree of `claimed`, with what a module adds as its `TEXTS` and `PUBLIC`, while its tests run.

    A module whose `WORDED` is False asks an index that cannot tell what no file has.
    """
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(claimed, "TEXTS", {**claimed.TEXTS, **getattr(request.module, "TEXTS", {})})
        public = getattr(request.module, "PUBLIC", ())
        worded = getattr(request.module, "WORDED", True)
        yield claimed.make_index(tmp_path_factory.mktemp("tree") / "tree.sqlite", public, worded)


class _Every(frozenset[str]):
    """All names, as those that are wanted."""

    def __contains__(self, name: object) -> bool:
        return True


@pytest.fixture(scope="session", autouse=True)
def _definitions_of_the_shipped_index_read_once() -> Iterator[None]:
    """Read the definitions of the shipped index once, and not for each of thousands of documents of a line or two.

    Each gets what it would have read: records of the names that it has, and what is told of all of them.
    """
    read = symbols.places
    with open_index(shelf.find("v1.15.0")) as opened:
        digest, whole = opened.digest, read(opened, _Every())

    def places(index: Index, wanted: frozenset[str]) -> symbols.Defined:
        if index.digest != digest:
            return read(index, wanted)
        index.prefetch()
        return whole._replace(places={name: whole.places[name] for name in wanted if name in whole.places})

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(symbols, "places", places)
        yield
