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
