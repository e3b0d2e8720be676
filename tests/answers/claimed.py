"""A small tree in TensorFlow's idioms with its index, for tests of what a document claims about it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from tfexplore.answers.verify import verify_all
from tfexplore.answers.verifying.verdicts import Verdict
from tfexplore.cpp.definitions import definitions
from tfexplore.extract.other_definitions import other_definitions
from tfexplore.index import bases, marks, symbols
from tfexplore.index.store import Index, open_index
from tfexplore.index.write import Facts, write_index
from tfexplore.line_marks import line_marks
from tfexplore.model import Endpoint, SourceState
from tfexplore.pipeline.words import counted
from tfexplore.word_marks import file_words

KERNEL = "tensorflow/core/kernels/braid_op.cc"
HEADER = "tensorflow/core/kernels/braid.h"
STRANDS = "tensorflow/python/ops/strands.py"
REEL = "tensorflow/core/lib/reel.cc"
REEL_HEADER = "tensorflow/core/lib/reel.h"
GO = "tensorflow/go/op/strands.go"
JAVA = "tensorflow/java/src/main/java/org/braids/BraidLoader.java"
MAKEFILE = "tensorflow/tools/loom/Makefile"
PROTO = "tensorflow/core/protobuf/braid.proto"
KNOT = "tensorflow/braid/knot.h"
LITE_KNOT = "tensorflow/lite/braid/knot.h"
ALL_BRAIDS = "tensorflow/braid/all_braids.h"
#: The files that the index does not list.
OTHERS = (GO, JAVA, MAKEFILE, "tensorflow/tools/warp/run.sh", "tensorflow/tools/warp/g3doc/warp.md")

TEXTS = {
    KERNEL: """// Braids strands.
#include "tensorflow/core/kernels/braid.h"

namespace tensorflow {

class BraidOp : public OpKernel {
 public:
  explicit BraidOp(OpKernelConstruction* context) : OpKernel(context) {}


  void Compute(OpKernelContext* context) override {
    const Tensor& strands = context->input(0);
    OP_REQUIRES(context, strands.dims() == 2,
                errors::InvalidArgument("strands must be a matrix"));


    BraidStrands(strands, 3);
  }

 private:
  int tightness_;
  TF_DISALLOW_COPY_AND_ASSIGN(BraidOp);
};

void BraidStrands(const Tensor& strands, int times) {
  for (int i = 0; i < times; ++i) {
    CrossStrands(strands, i);
  }


  Tighten(strands);
}

void Tighten(const Tensor& strands) {
  strands.end();
}

void LoosenStrands(const Tensor& strands) {
  Tighten(strands);
}

}  // namespace tensorflow
""",
    HEADER: """// What braiding needs.

// Counts of strands fit into sixteen bits,
// and nobody has more.
typedef unsigned int StrandCount;

class Knotter {
 public:
  virtual ~Knotter();


  virtual int knots_per_strand(StrandCount count) const = 0;

  // Unlike loosen_all() of others.
  virtual bool is_tight() const { return true; }
};

class SilkKnotter : public Knotter {
 public:
  explicit SilkKnotter(int wanted);


  int knots_per_strand(StrandCount count) const override {
    return 2 * count;
  }
};

void BraidStrands(const Tensor& strands, int times);

class KnotRing {
 public:
  class Loop {
   public:
    void Hold() { held_ = true; }
    bool held_;
  };
};

void Loosen(int strand);
// What follows is inline.




inline void Loosen(int strand) {
  strand += 1;
}

void LoosenStrands(const Tensor& strands);

class WarmStrandKnotter {
};
class ColdStrandKnotter {
};
class WetStrandKnotter {
};

template <typename T>
struct BobbinOf {
};
#define WIND_BOBBIN(type)                       \\
  template <>                                   \\
  struct BobbinOf<type> {                       \\
    static bool is_tight() { return true; }     \\
  }
""",
    ALL_BRAIDS: """// All that braiding needs.









#include "tensorflow/core/lib/reel.h"
#include "tensorflow/core/kernels/braid.h"




#include "tensorflow/core/kernels/braid_tips.h"

inline void AllTips() {
  TipStrands();
}
""",
    "tensorflow/core/kernels/braid_tips.h": """// Tips.
inline void TipStrands() {
}
""",
    "tensorflow/core/kernels/braid.cc": """#include "tensorflow/core/kernels/braid.h"

// LoosenStrands is what undoes this.
int Braids() { return 1; }
""",
    STRANDS: '''"""Strands of Python."""


class StrandReader(object):
  """Reads strands.

  A StrandReader is closed
  by whoever
  opened it.
  """

  def __init__(self, path):
    self._path = path


    super(StrandReader, self).__init__()


def untangle(strands):
  """Untangles some strands, as `untangle(strands)` says."""
  count = len(strands)


  return sorted(strands)[:count]


def retangle(strands):
  return untangle(strands) + untangle(strands)


untangled = untangle


def loosen_knots(strands):
  return strands


def count_all_strands(strands):
  return strands


def sort_all_strands(strands):
  return strands


def drop_all_strands(strands):
  return strands

MOST_STRANDS = 12
MOST_SLACK = 0x1F

def spool(strands):
  return strands


class Spooler(object):

  def rewind(self):
    pass


  def spool(self):
    for strand in self.strands:
      self.spun.append(strand)
    return len(self.strands)
''',
    "tensorflow/lite/braid/strands.py": "LITE = 1\n",
    KNOT: "int a;\n",
    LITE_KNOT: "int a;\n" * 30,
    REEL_HEADER: """// Reels.

void Spin();




class Reel {
 public:
  explicit Reel(int size);
};

void Unreel(Reel* reel);
// BraidStrands is another matter.
""",
    REEL: """// Reels.
#include "tensorflow/core/lib/reel.h"

namespace tensorflow {
std::atomic<bool> reels_turning = ATOMIC_VAR_INIT(false);



Reel::Reel(int size) {
}




void Unreel(Reel* reel) {
  reel->size = 0;
}
}
""",
    "tensorflow/core/kernels/warp_op.cc": "CALL_EVERY_TYPE(REGISTER_BRAID);\nCALL_SOME_TYPES(REGISTER_BRAID);\n",
    "tensorflow/core/kernels/weft_op.cc": """CALL_EVERY_TYPE(REGISTER_BRAID);
CALL_NO_TYPES(REGISTER_BRAID);
constexpr int kMostStrands = 12;
void Weft(int strands) {
  for (int i = 0; i < strands; ++i) {
  }
}
""",
    GO: "package op\n",
    JAVA: "class BraidLoader {\n  void loadEveryBraid() {}\n  void untangleAll() {}\n}\n",
    MAKEFILE: "all:\n",
    PROTO: 'syntax = "proto3";\npackage tensorflow.braids;\nmessage BraidProto {\n}\n',
}


def make_index(path: Path, public: Sequence[Endpoint] = (), worded: bool = True) -> Path:
    """An index of the tree, which lists no file of Go, with public names and, where it is `worded`, its words."""
    found = {
        name: definitions(name, text.encode()) + other_definitions(name, text.encode()) for name, text in TEXTS.items()
    }
    words = [file_words(name, text.encode()) for name, text in TEXTS.items() if worded and name not in OTHERS]
    facts = Facts(
        paths=tuple(sorted(name for name in TEXTS if name not in OTHERS)),
        symbols={name: symbols.packed(made) for name, made in found.items() if made},
        marks={
            name: marks.packed(name, text.encode(), line_marks(name, text.encode()), found[name])
            for name, text in TEXTS.items()
            if name not in OTHERS
        },
        bases={
            name: bases.packed(name, text.encode(), found[name]) for name, text in TEXTS.items() if name not in OTHERS
        },
        words=counted(words).hashes(),
        endpoints=tuple(public),
    )
    state = SourceState("https://github.com/tensorflow/tensorflow", "v1.15.0", "a" * 40, "linux-cuda", "paths")
    write_index(path, state, facts)
    return path


def line_of(path: str, text: str) -> int:
    """The line of a file on which a text stands first."""
    return TEXTS[path][: TEXTS[path].index(text)].count("\n") + 1


def verdicts(index: Path, document: str, tree: bool = True) -> list[Verdict]:
    """What becomes of the citations of a document."""

    def read(path: str) -> bytes | None:
        return TEXTS[path].encode() if path in TEXTS else None

    documents = [("notes.md", document)]
    with open_index(index) as opened:
        (found,) = verify_all(opened, documents, read if tree else None, (lambda: OTHERS) if tree else None)
        return list(found.verdicts)


def wrong(index: Path, document: str, tree: bool = True) -> list[str]:
    """The texts of the wrong citations of a document."""
    return [one.text for one in verdicts(index, document, tree) if one.verdict in ("moved", "not found", "differs")]


def wrong_of(shipped: Index, document: str, tree: Path | None = None) -> list[str]:
    """The same by an index that is open, without a tree or with that of its release."""

    def read(path: str) -> bytes | None:
        file = (tree or Path()) / path
        return file.read_bytes() if file.is_file() else None

    def others() -> list[str]:
        return [str(path.relative_to(tree)) for path in tree.rglob("*.*") if path.is_file()] if tree else []

    (found,) = verify_all(shipped, [("notes.md", document)], *((read, others) if tree else (None, None)))
    return [one.text for one in found.verdicts if one.verdict in ("moved", "not found", "differs")]
