"""The library beside the command."""

from __future__ import annotations

from pathlib import Path

import pytest
from index import facts

import tfexplore
from tfexplore.errors import IndexFileError, UsageError
from tfexplore.model import KernelDef, OpDef


def test_ops_and_kernels(sample_index: Path) -> None:
    with tfexplore.open_index(sample_index) as index:
        assert index.ops("Conv2D") == (facts.OPS[0],)
        assert {type(op) for op in index.ops()} == {OpDef}
        assert len(index.ops()) == len(facts.OPS) - 1
        assert len(index.ops(unlinked=True)) == len(facts.OPS)
        assert index.ops("nothing like it") == ()
        (kernel,) = index.kernels("Conv2D", device="GPU", dtype="half")
        assert type(kernel) is KernelDef
        assert kernel == facts.KERNELS[3]
        assert len(index.kernels()) == len(facts.KERNELS) - 1
        assert index.kernels(kernel_class="TestConvOp") == ()
        assert len(index.kernels(kernel_class="TestConvOp", unlinked=True)) == 1
        assert index.missing_kernels("CPU") == ("DepthwiseConv2dNative",)


def test_state(sample_index: Path) -> None:
    with tfexplore.open_index(str(sample_index)) as index:
        assert index.state == facts.STATE
        assert index.path == str(sample_index)
        assert len(index.digest) == 32
        assert set(index.unresolved()) == set(facts.UNRESOLVED)
        assert index.paths() == tuple(sorted(facts.PATHS))


def test_errors(sample_index: Path, tmp_path: Path) -> None:
    with pytest.raises(IndexFileError):
        tfexplore.open_index(tmp_path / "none.sqlite")
    with tfexplore.open_index(sample_index) as index, pytest.raises(UsageError):
        index.ops("/(/")
