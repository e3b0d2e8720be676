"""Files that the tree does not have, beside those that it has."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("beside", "path", "right"),
    [
        ("delegates/nnapi/nnapi_delegate.cc", "delegates/nnapi/nnapi_delegate_stub.cc", False),
        ("delegates/nnapi/nnapi_delegate.cc", "delegates/nnapi/my_delegate_stub.cc", True),  # perhaps the author's own
        ("nnapi/nnapi_delegate.cc", "nnapi/nnapi_delegate_stub.cc", True),  # of one folder
        ("lite/interpreter.cc", "delegates/nnapi/nnapi_delegate_stub.cc", True),
    ],
)
def test_a_file_of_two_folders(beside: str, path: str, right: bool, shipped: Index) -> None:
    text = f"It is in `{beside}`. Platforms without it build `{path}`."
    assert wrong_of(shipped, text) == ([] if right else [path])


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("Our kernels include core/framework/op_weaving.h for the macros.", ["core/framework/op_weaving.h"]),
        ("Our kernels include core/framework/op_kernel.h for the macros.", []),
        ("Our kernels include core/weaving/op_weaving.h for the macros.", []),
        ("Our kernels are in core/framework/op_weaving.h for now.", []),
        ("Our own core/framework/op_weaving.h has the macros.", []),
        ("We add core/framework/op_weaving.h for the macros.", []),
        ("There is no core/framework/op_weaving.h any more.", []),
    ],
)
def test_a_header_that_the_authors_code_includes(said: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, said + "\n") == found


@pytest.mark.parametrize(("name", "right"), [("_MklRelu", True), ("_MklRelo", False), ("MatMulOpp", False)])
def test_ops_that_no_released_build_has(name: str, right: bool, shipped: Index) -> None:
    assert wrong_of(shipped, f"The op `{name}` is not counted here.\n") == ([] if right else [name])


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("common_runtime/propagator_states.h", True),  # a folder that nobody else has
        ("core/common_runtime/propagator_states.h", True),
        ("core/example/propagator_states.h", True),  # which is a folder, and no example
        ("runtime/propagator_states.h", False),
        ("core/example/my_states.h", False),
        ("core/framework/op_Name.h", False),  # a name to be filled in
    ],
)
def test_a_file_of_a_folder_of_the_tree(path: str, found: bool, shipped: Index) -> None:
    ours = ("core/framework/op.h", "core/framework/op.cc", "core/ops/nn_ops.cc", "core/ops/math_ops.cc", "c/c_api.cc")
    cited = "".join(f"- `{one}`\n" for one in (*ours, "core/ops/array_ops.cc", "python/ops/nn_ops.py", "c/c_api.h"))
    text = f"# Notes\n\n{cited}\nSome words.\n\nThe states are in `{path}`.\n"
    assert wrong_of(shipped, text) == ([path] if found else [])
