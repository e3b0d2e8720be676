"""What every test shares: how long hypothesis looks, and the real tree where there is one."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from tfexplore.index.store import Index

# A busy machine is no defect: no deadlines. A run of the suite tries the same examples each time, so that a failure is
# the change's; `--hypothesis-profile=long` looks for new ones (see docs/testing.md).
_SLOW = [HealthCheck.too_slow, HealthCheck.data_too_large]
settings.register_profile("brief", max_examples=60, deadline=None, derandomize=True, suppress_health_check=_SLOW)
settings.register_profile("long", max_examples=20_000, deadline=None, print_blob=True, suppress_health_check=_SLOW)
settings.load_profile("brief")


@pytest.fixture(scope="session")
def source_tree() -> Path:
    """The tree of TensorFlow v1.15.0 that TFEXPLORE_SOURCE names; without it the test is skipped."""
    folder = os.environ.get("TFEXPLORE_SOURCE")
    if not folder:
        pytest.skip("TFEXPLORE_SOURCE names no tree of TensorFlow v1.15.0")
    path = Path(folder)
    if not (path / "tensorflow/core/framework/op.h").is_file():
        pytest.fail(f"TFEXPLORE_SOURCE={folder} is no tree of TensorFlow")
    return path


@pytest.fixture(scope="session")
def sample_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An index of the sample facts in `tests/index/facts.py`."""
    from index import facts

    from tfexplore.index.write import write_index

    path = tmp_path_factory.mktemp("sample") / "sample.sqlite"
    write_index(path, facts.STATE, facts.FACTS)
    return path


@pytest.fixture(scope="session")
def shipped() -> Iterator[Index]:
    """The index that comes with the package, of v1.15.0."""
    from tfexplore.index import shelf
    from tfexplore.index.store import open_index

    with open_index(shelf.find("v1.15.0")) as opened:
        yield opened


@pytest.fixture(scope="session")
def woven_tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small tree with kernels, launchers and functors (`tests/woven.py`)."""
    import woven

    return woven.plant(tmp_path_factory.mktemp("woven"))


@pytest.fixture(scope="session")
def woven_index(woven_tree: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of the small tree."""
    import woven

    folder = tmp_path_factory.mktemp("woven-index")
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(folder)
    try:
        return woven.make_index(woven_tree, folder / "woven.sqlite")
    finally:
        if before is None:
            del os.environ["XDG_CACHE_HOME"]
        else:
            os.environ["XDG_CACHE_HOME"] = before
