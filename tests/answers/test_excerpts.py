"""Blocks that were put together of statements as a file has them."""

from __future__ import annotations

import pytest

from tfexplore.answers.excerpts import Excerpt, Source, excerpt

FILE = """// A spool holds strands.
class Spool : public Holder {
 public:
  explicit Spool(int strands) : strands_(strands) {}
  ~Spool() override;

  // Winds once.
  Status Wind(const string& name,
              int times);
  int turns() const { return turns_; }
  void Unwind() {
    while (turns_ > 0) {
      --turns_;
    }
    Report();
  }

 private:
  int strands_;
  int turns_ = 0;
};

void Spin(Spool* spool) {
  Prepare(spool);
  spool->Wind("left", 2);
  Finish(spool);
}

Status Stop(Spool* spool) {
  return spool->Halt();
}

void Rinse(Spool* spool) {
  if (spool->wet()) {
    spool->Drain("slowly", 2);
  }
  spool->Dip("twice");
  spool->Hang("outside");
  spool->Report("rinsed");
}
"""
REEL = """\
struct Reel {
  Reel() : turns(0) {}
  int turns;
  bool full;
  int64 number_of_the_reel;
};

class Rack {
  struct Place {
    int row;
    int column;
    Reel* reel;
  };
  void Turn(int reels);
  int height_in_meters_;
};

REGISTER_REEL(One, small, steel);
REGISTER_REEL(Two, small, brass);
REGISTER_REEL(Three, large, steel);
"""
OTHER = "int Knots(int strands) {\n  return strands / 2;\n}\n"
PYTHON = """class Loom(object):

  def weave(self, warp):
    # Slowly.
    return warp.weave()

  def tear(self):
    self.torn = True

  def knot(self):
    self.torn = None

  def mend(self):
    self.torn = False
"""
FILES = {"lib/spool.cc": FILE, "lib/reel.h": REEL, "lib/knots.cc": OTHER, "loom.py": PYTHON}


def _open(path: str) -> Source | None:
    path = path.replace("\\", "/")
    bodies = [(10, 10), (11, 16), (23, 27), (29, 31), (33, 40)] if path == "lib/spool.cc" else [(1, 3)]
    bodies = [(3, 5), (7, 8), (10, 11), (13, 14)] if path == "loom.py" else bodies
    bodies = [(2, 2)] if path == "lib/reel.h" else bodies
    return Source(path, FILES[path].encode(), bodies) if path in FILES else None


def found(code: str, path: str = "lib/spool.cc") -> Excerpt | None:
    """What a block was put together of."""
    return excerpt(code, path.endswith(".py"), _open, [path])


def test_members_that_are_left_out() -> None:
    made = found("class Spool : public Holder {\n  Status Wind(const string& name, int times);\n  int strands_;\n};\n")
    assert made is not None
    assert made.pieces == (("lib/spool.cc", 2, 21),)
    assert made.detail == "3 declarations left out"  # all but constructor and destructor, which nobody misses


@pytest.mark.parametrize(
    ("code", "detail"),
    [
        # Whoever leaves out how it is made leaves out other things on purpose, too.
        ("struct Reel {\n  int turns;\n  bool full;\n  int64 number_of_the_reel;\n};\n", ""),
        ("struct Reel {\n  int turns;\n  int64 number_of_the_reel;\n};\n", "1 declarations left out"),
        # A class within it counts as all that it declares.
        ("class Rack {\n  void Turn(int reels);\n  int height_in_meters_;\n};\n", "4 declarations left out"),
    ],
)
def test_constructors_and_classes_that_are_left_out(code: str, detail: str) -> None:
    made = found(code, "lib/reel.h")
    assert made is not None
    assert made.detail == detail


LOOM_OPS = """REGISTER_OP("LoomGrad")
    .Attr("shuttles: list(int) >= 4")
    .Output("cloth: T")
    .SetShapeFn([](InferenceContext* c) {
      return UnchangedClothWithRank(c, 4);
    });

REGISTER_OP("LoomSecond").SetShapeFn([](InferenceContext* c) {
  return SecondCloth(c);
});

REGISTER_OP("LoomThird").SetShapeFn([](InferenceContext* c) {
  return ThirdCloth(c);
});

REGISTER_OP("LoomFourth").SetShapeFn([](InferenceContext* c) {
  return FourthCloth(c);
});

REGISTER_OP("LoomFifth").SetShapeFn([](InferenceContext* c) {
  return FifthCloth(c);
});

REGISTER_OP("LoomThreeGrad")
    .Input("cloth: T")
    .SetShapeFn([](InferenceContext* c) {
      return UnchangedClothWithRank(c, 5);
    });
"""


@pytest.mark.parametrize("rank", [4, 5])
def test_nothing_behind_it_is_of_a_body_that_was_opened(rank: int) -> None:
    """The shape function of another op is none of this one's, whatever is left out between the two."""
    source = Source("loom_ops.cc", LOOM_OPS.encode(), ())
    code = LOOM_OPS.split("\n\n")[0].replace("4);", f"{rank});")
    found = excerpt(code, False, lambda path: source, ["loom_ops.cc"])
    assert (found is not None) is (rank == 4)


def test_one_registration_that_is_left_out() -> None:
    assert found("REGISTER_REEL(One, small, steel);\nREGISTER_REEL(Three, large, steel);\n", "lib/reel.h") is None


@pytest.mark.parametrize(
    "code",
    [
        # One declaration that is left out may be missed.
        "class Spool : public Holder {\n explicit Spool(int strands) : strands_(strands) {}\n"
        " ~Spool() override;\n Status Wind(const string& name, int times);\n void Unwind() {",
        # A statement of a body is.
        "void Spin(Spool* spool) {\n  Prepare(spool);\n  Finish(spool);\n}\n",
        "void Unwind() {\n    Report();\n  }\n",
        # So is the head of what goes on.
        "int strands_;\n  int turns_ = 0;\n};\n  Finish(spool);\n}\n",
        # Nothing may be another.
        "class Spool : public Holder {\n  Status Wind(const string& name, int turns);\n  int strands_;\n};\n",
        # Nor may pieces follow each other without an end between them.
        "  Finish(spool);\n  Prepare(spool);\n",
        "",
        "};\n",
    ],
)
def test_what_is_missed_or_altered(code: str) -> None:
    assert found(code) is None


def test_blanks_count_in_texts_alone() -> None:
    spin = 'void Spin(Spool* spool) {{\n  Prepare( spool );\n  spool->Wind("{}",2);\n  Finish(spool);\n}}\n\n'
    stop = "Status Stop(Spool* spool) {\n  return spool->Halt();\n}\n"
    assert found(stop + "\n" + spin.format("left")) is not None
    assert found(stop + "\n" + spin.format("le ft")) is None


def test_a_mark_of_elision_makes_less_do() -> None:
    code = "class Spool : public Holder {\n  int strands_;\n  //...\n};\n"
    assert found(code) is not None
    assert found("void Spin(Spool* spool) {\n  Prepare(spool);\n  // ...\n  Finish(spool);\n}\n") is not None


def test_declarations_for_definitions() -> None:
    made = found("class Spool : public Holder {\n  int turns() const;\n  void Unwind();\n  int strands_;\n};\n")
    assert made is not None
    assert found("class Spool : public Holder {\n  int turns();\n  void Unwind();\n  int strands_;\n};\n") is None


def test_a_statement_left_out_of_a_body_begins_no_other_piece() -> None:
    rinse = FILE[FILE.index("void Rinse") :]
    assert found(rinse) is not None
    assert found(rinse.replace('  spool->Dip("twice");\n', "")) is None


def test_another_order() -> None:
    code = (
        "Status Stop(Spool* spool) {\n  return spool->Halt();\n}\n\n"
        'void Spin(Spool* spool) {\n  Prepare(spool);\n  spool->Wind("left", 2);\n  Finish(spool);\n}\n'
    )
    made = found(code)
    assert made is not None
    assert made.pieces == (("lib/spool.cc", 29, 31), ("lib/spool.cc", 23, 27))
    assert made.detail == "2 pieces in another order"


@pytest.mark.parametrize("slash", ["/", "\\"])
def test_several_files(slash: str) -> None:
    stop = "Status Stop(Spool* spool) {\n  return spool->Halt();\n}\n"
    code = f"// lib{slash}knots.cc\n{OTHER}\n// lib{slash}spool.cc\n{stop}"
    made = found(code)
    assert made is not None
    assert [path for path, _, _ in made.pieces] == ["lib/knots.cc", "lib/spool.cc"]
    assert made.detail == "pieces of 2 files"
    assert found(code.replace("/ 2", "/ 3")) is None
    assert found(code.replace("Halt", "Hold")) is None


def test_python() -> None:
    weave = "class Loom(object):\n  def weave(self, warp):\n    return warp.weave()\n"
    code = f"{weave}  def mend(self):\n    self.torn = False\n"
    made = found(code, "loom.py")
    assert made is not None
    assert made.left_out == 4
    assert found("def tear(self):\n  pass\n", "loom.py") is None


def test_macros_are_compared() -> None:
    FILES["lib/macro.h"] = "#define KNOT(x) \\\n  Tie(x)\n\nint Knots(int strands);\nint Loops(int strands);\n"
    try:
        assert found("#define KNOT(x) \\\n  Tie(x)\nint Loops(int strands);\n", "lib/macro.h") is None  # one is missed
        assert found("#define KNOT(x) \\\n  Tie(y)\n\nint Knots(int strands);\nint Loops(int strands);\n",
                     "lib/macro.h") is None  # fmt: skip
        assert found("#define KNOT(x) Tie(x)\nint Knots(int strands);\nint Loops(int strands);\n",
                     "lib/macro.h") is not None  # fmt: skip
    finally:
        del FILES["lib/macro.h"]


def test_a_line_of_another_body_between_two_of_one() -> None:
    """A statement that stands so in another function, between two of one function's, was altered."""
    text = "void Wind() {\n  Begin(spool, twice);\n\n  int turns = 0;\n  Count(turns);\n\n  Finish(spool, twice);\n}\n"
    other = "void Spin() {\n  Start(spool);\n\n  int64 turns = 0;\n  Count(turns);\n}\n"
    bodies = [(1, 6), (7, 14)]
    made = Source("spools.cc", (other + text).encode(), bodies)
    whole = "  Begin(spool, twice);\n\n  int turns = 0;\n  Count(turns);\n\n  Finish(spool, twice);\n"
    assert excerpt(whole, False, lambda _: made, ["spools.cc"]) is not None
    assert excerpt(whole.replace("int turns", "int64 turns"), False, lambda _: made, ["spools.cc"]) is None


def test_the_last_place_where_a_block_may_begin() -> None:
    """Of several structures without a name the one is meant that has what follows."""
    structs = "".join(
        f"typedef struct {{\n  int rows{n};\n  Cloth* cloth_of_the_loom{n};\n  int more{n};\n}} Loom{n};\n"
        for n in (1, 2, 3)
    )
    source = Source("loom.h", structs.encode(), ())
    code = "typedef struct {\n  Cloth* cloth_of_the_loom3;\n} Loom3;\n"
    found = excerpt(code, False, lambda path: source, ["loom.h"])
    assert found is not None
    assert found.pieces == (("loom.h", 11, 15),)
