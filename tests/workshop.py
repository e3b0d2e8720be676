"""A tree that is edited, and its index that is made again after each edit."""

from __future__ import annotations

import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from reading import TREE

from tfexplore.index import blocks
from tfexplore.index import patch as index_patch
from tfexplore.index.store import open_index
from tfexplore.index.write import ALL, recomputed_digest
from tfexplore.pipeline import IndexOptions, run_index
from tfexplore.pipeline.facts import Extraction

KERNEL = "tensorflow/core/kernels/weave_op.cc"
OPS = "tensorflow/core/ops/weave_ops.cc"
GRADIENTS = "tensorflow/python/ops/weave_grad.py"
HEADER = "tensorflow/core/kernels/weave_op.h"
MACROS = "tensorflow/core/framework/register_types.h"
SWIG = "tensorflow/python/loom.i"
BUILD = "tensorflow/core/kernels/BUILD"

#: What Python uses of the module that the interface file makes, so that its lines are in the index.
USER = "tensorflow/python/framework/loom_user.py"
USER_TEXT = b"""from tensorflow.python import pywrap_tensorflow


def tie():
    return pywrap_tensorflow.ThreadLoom(3)
"""

#: Kernels whose classes have functors for arguments, which their code leads to.
KNOTS = "tensorflow/core/kernels/knot_op.cc"
KNOTS_TEXT = b"""#include "tensorflow/core/framework/op_kernel.h"

namespace tensorflow {
namespace functor {

struct Reef {
  void operator()(int rope) { LaunchRope(rope); }
};

template <typename T>
struct Bow {
  void operator()(T rope) {}
};

struct LaunchRope {
  void operator()(int rope) {}
};

}  // namespace functor

class Pin {};

template <typename Functor>
class KnotOp : public OpKernel {
  void Compute(OpKernelContext* context) override { Functor()(1); }
};

class HitchOp : public OpKernel {
  void Compute(OpKernelContext* context) override {
    functor::Coil<int>()(1);
    Pin pin;
  }
};

REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_CPU).Label("hitch"), HitchOp);

#define TIE(label, kind) \\
  REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_CPU).Label(label), kind)

TIE("reef", KnotOp<functor::Reef>);
TIE("bow", KnotOp<functor::Bow<int>>);

#ifdef BOATS
REGISTER_KERNEL_BUILDER(Name("Unweave").Device(DEVICE_CPU).Label("boat"), HitchOp);
REGISTER_KERNEL_BUILDER(Name("DryFelt").Device(DEVICE_CPU), HitchOp);
#endif

}  // namespace tensorflow
"""

#: A functor that several sources can specialise.
COIL = "tensorflow/core/kernels/coil.h"
COIL_TEXT = b"""namespace tensorflow {
namespace functor {

template <typename T>
struct Coil {
  void operator()(T rope) {}
};

}  // namespace functor
}  // namespace tensorflow
"""

#: A class that leaves its work to those derived from it.
HAUL_H = "tensorflow/core/kernels/haul.h"
HAUL_H_TEXT = b"""class HaulBase : public OpKernel {
 public:
  void Compute(OpKernelContext* context) override;
  void Grip(OpKernelContext* context);
  virtual void Pull(OpKernelContext* context) = 0;
  virtual void Rest(OpKernelContext* context) {}
};
"""
HAUL = "tensorflow/core/kernels/haul_op.cc"
HAUL_TEXT = b"""#include "tensorflow/core/framework/op_kernel.h"
#include "tensorflow/core/kernels/haul.h"

void HaulBase::Compute(OpKernelContext* context) {
  Grip(context);
}

void HaulBase::Grip(OpKernelContext* context) {
  Pull(context);
}

class HaulOp : public HaulBase {
  void Compute(OpKernelContext* context, int rope) {
    functor::Coil<int>()(rope);
  }
  void Pull(OpKernelContext* context) override {}
};

REGISTER_KERNEL_BUILDER(Name("Weave").Device(DEVICE_CPU).Label("haul"), HaulOp);
"""

ANEW, EDITED, SAME = "anew", "edited", "same"


class Workshop:
    """A tree that is edited, and its index that is made again and again with one cache."""

    def __init__(self, folder: Path, source: Path, monkeypatch: pytest.MonkeyPatch, jobs: int | None = 1) -> None:
        self.folder = folder
        self._jobs = jobs
        self.tree = folder / "tree"
        shutil.copytree(source, self.tree, ignore=shutil.ignore_patterns(".git"))
        self._environment = monkeypatch
        self._colds = 0
        self._ways: list[str] = []
        facts, write = Extraction.facts, index_patch.write_edited

        def linked(*arguments: object) -> object:
            self._ways.append(ANEW)
            return facts(*arguments)  # type: ignore[arg-type]

        def edited(*arguments: object) -> None:
            self._ways.append(EDITED)
            write(*arguments)  # type: ignore[arg-type]

        monkeypatch.setattr(Extraction, "facts", linked)
        monkeypatch.setattr(index_patch, "write_edited", edited)

    def _index(self, cache: Path, output: Path) -> str:
        self._environment.setenv("XDG_CACHE_HOME", str(cache))
        self._ways.clear()
        run_index(IndexOptions(source=str(self.tree), output=str(output), jobs=self._jobs))
        return "+".join(self._ways) or SAME

    def again(self) -> str:
        """Make the index again; how that was done."""
        return self._index(self.folder / "cache", self.folder / "again.sqlite")

    def check(self) -> None:
        """Compare the index with one that is made without a cache, table by table."""
        self._colds += 1
        cold = self.folder / f"cold{self._colds}"
        assert self._index(cold, cold / "cold.sqlite") == ANEW
        with open_index(self.folder / "again.sqlite") as one, open_index(cold / "cold.sqlite") as other:
            for table in ALL:
                if table.blocked:
                    assert list(blocks.every(one, table.name)) == list(blocks.every(other, table.name)), table.name
                else:
                    query = f"SELECT * FROM {table.name} ORDER BY id"
                    assert one.rows(query) == other.rows(query), table.name
            assert one.digest == recomputed_digest(one)
        shutil.rmtree(cold)

    def one_edit(self, path: str, change: Callable[[bytes], bytes]) -> str:
        """Edit a file, and say how the index was made again, which has to be as a cold run makes it and stay so."""
        self.edit(path, change)
        went = self.again()
        self.check()
        assert self.again() == SAME
        return went

    def edit(self, path: str, change: Callable[[bytes], bytes]) -> None:
        file = self.tree / path
        file.write_bytes(change(file.read_bytes()))


def woven(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Workshop:
    """The fixture's tree and the files above, indexed once."""
    made = Workshop(folder, TREE, monkeypatch)
    user = made.tree / USER
    user.parent.mkdir(parents=True)
    user.write_bytes(USER_TEXT)
    (made.tree / KNOTS).write_bytes(KNOTS_TEXT)
    (made.tree / COIL).write_bytes(COIL_TEXT)
    (made.tree / HAUL_H).write_bytes(HAUL_H_TEXT)
    (made.tree / HAUL).write_bytes(HAUL_TEXT)
    assert made.again() == ANEW
    return made


def on_top(text: str) -> Callable[[bytes], bytes]:
    return lambda data: text.encode() + data


def at_the_end(text: str) -> Callable[[bytes], bytes]:
    return lambda data: data + text.encode()


def instead(old: str, new: str) -> Callable[[bytes], bytes]:
    def change(data: bytes) -> bytes:
        assert old.encode() in data
        return data.replace(old.encode(), new.encode(), 1)

    return change


def scribble(chosen: random.Random, data: bytes, comment: bytes) -> bytes:
    """A text as someone at work leaves it."""
    lines = data.split(b"\n")
    at = chosen.randrange(len(lines))
    match chosen.randrange(9):
        case 0 | 1:
            lines.insert(at, chosen.choice([comment + b" woven", b"", b"  " + comment]))
        case 2:
            del lines[at]
        case 3:
            lines.insert(at, lines[chosen.randrange(len(lines))])
        case 4:
            lines[at] += b"  " + comment + b" here"
        case 5:
            words = lines[at].split(b" ")
            words[chosen.randrange(len(words))] = chosen.choice(lines[chosen.randrange(len(lines))].split(b" "))
            lines[at] = b" ".join(words)
        case 6:
            names = re.findall(rb"\b[A-Z][a-z]\w+", data)
            if names:
                return data.replace(chosen.choice(names), chosen.choice([*names, b"Plait", b"Twine"]))
        case 7:
            raised = b'    OP_REQUIRES(c, a, errors::Internal("torn %d", 3));'
            lines.insert(at, raised if comment == b"//" else b'    raise ValueError("torn")')
        case 8:
            plait = b"struct Plait { void operator()(int a) { Bow<int>()(a); } };"
            lines.insert(at, chosen.choice([plait, b"int Twine() {}"]))
    return b"\n".join(lines)
