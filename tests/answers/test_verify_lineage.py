"""Of several classes of one name that is a base which the head of the derived class means."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

WEBS = "tensorflow/python/ops/webs.py"
FRAMES = "tensorflow/python/ops/frames.py"
NETS = "tensorflow/python/ops/nets.py"
FEED = "tensorflow/core/lib/feed.h"
OTHER = "tensorflow/core/lib/other_feed.h"
TEXTS = {
    WEBS: "class Lattice(object):\n\n  def span(self):\n    pass\n\n\nclass Spindle(object):\n  pass\n",
    # Of this one nobody can say all that it is derived from.
    FRAMES: "class Lattice(collections.namedtuple('Lattice', ['a'])):\n  pass\n",
    NETS: """from tensorflow.python.ops import webs
from tensorflow.python.ops import webs as nearby
from tensorflow.python.ops import frames


class FishNet(webs.Lattice):
  pass


class HairNet(nearby.Lattice):
  pass


class FrameNet(frames.Lattice):
  pass


class DragNet(FishNet):
  pass


class Fibre(type):
  pass


class HandSpindle(Spindle):
  pass
""",
    FEED: """class Hopper {
 public:
  class Grain {
   public:
    virtual ~Grain();
  };
};

class OatGrain : public Hopper::Grain {
};

class Silo {
};

class Spindle : public std::vector<int> {
};
""",
    OTHER: "class Grain : public std::vector<int> {\n};\n",
}


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`FishNet` derives from `Lattice`.", []),
        ("`FishNet` derives from `Silo`.", ["Silo"]),
        ("`HairNet` derives from `Silo`.", ["Silo"]),  # by another name of the module
        ("`DragNet` derives from `Silo`.", ["Silo"]),  # two steps up
        ("`DragNet` derives from `Lattice`.", []),
        ("`HandSpindle` derives from `Silo`.", ["Silo"]),  # and from no class of C++ that is called like its base
        ("`FrameNet` derives from `Silo`.", []),  # what else it is nobody can say
        ("`OatGrain` derives from `Silo`.", ["Silo"]),  # the class in the other, and not that of another header
    ],
)
def test_the_base_that_is_meant(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found
