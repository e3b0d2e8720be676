"""Questions that find nothing: which filter is to blame, and what is near it."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask
from index import facts

from tfexplore.index.write import Facts, write_index

OPS = facts.OPS_FILE
KERNELS = facts.KERNELS_FILE


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("kernels", "--class", "Conv2D0p"), ["'Conv2D0p' among the", "classes of kernels", "nearest: Conv2DOp"]),
        (("kernels", "Conv2D", "--class", "Conv2D0p"), ["'Conv2D0p' among the", "nearest: Conv2DOp"]),
        (("ops", "--class", "Conv2D0p"), ["'Conv2D0p' among the", "nearest: Conv2DOp"]),
        (("ops", "--class", "tensorflow::Conv2D0p<float>"), ["nearest: Conv2DOp"]),
        (("kernels", "--missing", "GPU", "--class", "Conv2D0p"), ["'Conv2D0p' among the", "nearest: Conv2DOp"]),
        (("kernels", "--file", "convops.cc"), ["'convops.cc' among the", "file that registers kernels", KERNELS]),
        (("ops", "--file", "nnops.cc"), ["'nnops.cc' among the", "file that registers ops", f"nearest: {OPS}"]),
        (("ops", "--file", KERNELS, "--device", "GPU"), ["file that registers ops", f"{KERNELS} registers no op"]),
        (("grads", "--file", "nngrad.py"), ["'nngrad.py' among the", "files that register gradients"]),
        (("ops", "--file", "nnops.cc", "--class", "Conv2D0p"), ["'nnops.cc' among the"]),
        (("kernels", "--device", "CPU", "--class", "MatMulOp"), ["each of them matches something by itself"]),
        (("annotate", "tensorflow/core/kernels"), ["tensorflow/core/kernels is a folder; name one of the"]),
        (("annotate", "/checkout/tensorflow/core/kernels/"), ["tensorflow/core/kernels is a folder"]),
        (("annotate", "/etc/conv_op.cc"), ["/etc/conv_op.cc is no file of the tree"]),
        (("annotate", f"/checkout/{KERNELS}c"), [f"nearest: {KERNELS}"]),
        (("annotate", "conv_op.cc"), [f"nearest: {KERNELS}"]),
    ],
)
def test_what_matches_nothing_by_itself(sample_index: Path, words: tuple[str, ...], said: list[str]) -> None:
    done = ask(sample_index, *words)
    (line,) = [one for one in done.err.splitlines() if "could not be read" not in one]
    assert (done.status, done.out) == (1, "")
    assert all(one in line for one in said), line
    document = ask(sample_index, *words, "--json").json()
    assert (document["answer"], document["results"]) == ("not found", [])


def test_what_only_unlinked_kernels_are_of(tmp_path: Path) -> None:
    known = facts.kernel("Conv2D", "CPU", "half")
    kernels = (known, known._replace(kernel_class="ToyOp<float>", linked_into=None))
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(ops=(facts.op("Conv2D"),), kernels=kernels))
    done = ask(tmp_path / "a.sqlite", "kernels", "--class", "ToyOp")
    assert "ToyOp is registered only outside the shipped libraries: --all shows it" in done.err
    assert ask(tmp_path / "a.sqlite", "kernels", "--class", "ToyOp", "--all").status == 0


def test_a_tree_of_which_nothing_is_linked(tmp_path: Path) -> None:
    ops = tuple([facts.op(name)._replace(linked_into=None) for name in ("Conv2D", "MatMul")])
    kernels = (facts.kernel("Conv2D", "CPU", "half")._replace(linked_into=None),)
    write_index(tmp_path / "a.sqlite", facts.STATE, Facts(ops=ops, kernels=kernels))
    for words, said in (
        (("ops",), "0 ops are linked in v1.15.0 (linux-cuda); 2 more with --all"),
        (("kernels",), "0 ops with a kernel are linked in v1.15.0 (linux-cuda); 1 more with --all"),
    ):
        done = ask(tmp_path / "a.sqlite", *words)
        assert (done.status, done.err) == (1, f"tfexplore {words[0]}: {said}\n")
        assert ask(tmp_path / "a.sqlite", *words, "--all").status == 0
