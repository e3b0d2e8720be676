"""Trees that are not the index's: folders of something else, other releases, files that are cut short."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tfexplore.answers.verify import verify
from tfexplore.cli import main
from tfexplore.index.store import Index

SAID = """`Conv2DOp::Compute` conv_ops.cc:480, `Conv2DOp` (`tensorflow/core/kernels/conv_ops.cc:329`), lines 500-520.

```cpp
template <typename Device, typename T>
class Conv2DOp : public BinaryOp<T> {
```

`_Conv2DGrad` is at `python/ops/nn_grad.py:570`; `tf.nn.conv2d` in `nn_ops.py:1916` calls `gen_nn_ops.conv2d`.
"""


@pytest.mark.parametrize(
    "text",
    [
        lambda path: b"",
        lambda path: b"// " + path.encode(),
        lambda path: b"\xff\x00\n" * 40,
        lambda path: b"\n" * 5_000 + b"class Conv2DOp {\n",
        lambda path: None,
    ],
)
def test_files_that_say_something_else(text: Callable[[str], bytes | None], shipped: Index) -> None:
    assert verify(shipped, "said.md", SAID, text).verdicts


def test_a_folder_of_something_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    document = tmp_path / "said.md"
    document.write_text(SAID, "utf-8")
    assert main(["verify", str(document), "--source", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert not out
    assert err.count("\n") == 1
    assert "none of the index's files is there; name a checkout of v1.15.0" in err


def test_a_tree_of_another_release(tmp_path: Path, capsys: pytest.CaptureFixture[str], shipped: Index) -> None:
    document = tmp_path / "said.md"
    document.write_text("`Relu` is an op.\n", "utf-8")
    for path in shipped.paths()[::50]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("// Something else.\n", "utf-8")
    assert main(["verify", str(document), "--source", str(tmp_path)]) == 0
    out, err = capsys.readouterr()
    assert "found" in out
    assert "is of another release than this index" in err
