"""What tests of documents share: an index of a small tree."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from answers import claimed


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
