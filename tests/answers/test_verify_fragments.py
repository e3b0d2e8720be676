"""Fragments of code in sentences, items and tables: which of them are quotations with another token."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts

#: What no file has is not in the index that is asked here without a tree.
WORDED = False

LOOM = "tensorflow/core/kernels/loom_op.cc"
HEADER = "tensorflow/core/kernels/loom.h"
REEL = "tensorflow/core/kernels/reel_op.cc"
SHUTTLE = "tensorflow/python/ops/shuttle_ops.py"
SETUP = "tensorflow/tools/pip_package/setup.py"
TEXTS = {
    LOOM: """#include "tensorflow/core/kernels/loom.h"

template <typename Device, typename T>
class LoomOp : public OpKernel {
 public:
  void Compute(OpKernelContext* ctx) override {
    shuttle_->ThrowAcross(ctx, warp_count_, shed_);
    LaunchLoom<Device, T>()(ctx, warp_count_, shed_);
    if (warp_count_ >= kMostWarps) Unwind(heddles_->size());
    WarpTable::Fill(ctx, warp_count_, shed_);
    errors::Aborted("No weft is left on the bobbin.");
  }
};

Status WeaveShape(InferenceContext* c) {
  TF_RETURN_IF_ERROR(c->WithRank(c->input(0), 2, &warp_shape));
  return Status::OK();
}

template <typename Device>
Device GetDevice(const Device& device, int warp_count);
#define SET_WEFT(TYPE) SetWeft(warp_count, TYPE, &warp_shape);
#define REGISTER_LOOM(T) REGISTER_KERNEL_BUILDER(Name("Loom").TypeConstraint<T>("T"), LoomOp<CPUDevice, T>);
CALL_SOME_TYPES(REGISTER_LOOM);
#undef REGISTER_LOOM
class WarpKeeper {
  gtl::InlinedVector<Warp, 4> warps_;
  TTypes<Warp, 2>::Matrix sheds_;
  TTypes<Warp, 3>::Cube looms_;
  TTypes<Weft, 2>::Matrix wefts_;
  TTypes<Weft, 3>::Matrix bobbins_;
};
const int kEnough = 12;
bool IsEnough() { return warp_count_ > 12; }
constexpr std::array<Warp, 6> kAllWarps = {};
""",
    HEADER: """class LoomBase {};
class ReelBase {};
class LoomBuilder {
 public:
  LoomBuilder& WithPatternedHeddle(const string& name) { return *this; }
  LoomBuilder& WithTension(int tension) { return *this; }
  LoomBuilder& Straighten(int tension) { return *this; }
};
static LoomRegistrar registrar("SILK_LOOM", new SilkLoom);
class SilkLoom : public LoomBase, public ReelBase {};
class LoomRegistry {
 public:
  bool RegisterLoom(const string& name, LoomFactory factory);
  int warp_count_ = 0;
};
bool RegisterShuttle(const string& name, ShuttleFactory factory);
""",
    REEL: """#define REGISTER_REEL(T) REGISTER_REEL_KERNEL(T);
CALL_MANY_TYPES(REGISTER_REEL);
int RegisterReel(const string& name, ReelFactory factory);
int RegisterLoom(const string& name, LoomFactory factory);
bool IsEnough() { return warp_count_ > 13; }
""",
    SHUTTLE: '''"""Shuttles."""


def throw_shuttle(warp, weft_count=2, name=None):
  shed = loom_ops.open_shed(warp, self.weft_count)
  return loom_ops.beat_up(shed, weft_count, name="shuttle")


class Shuttle(object):

  def fly(self):
    loom_session.CloseShedWithCare(self._shed)
    loom_session.ExtendShedWithCare(self._shed)
    loom_session.ForgetShed(self._shed)
    loom_session.OpenShed(self._shed)
    loom_session.UseBobbinA(self._shed)
    loom_session.UseBobbinB(self._shed)
''',
    SETUP: """REQUIRED_PACKAGES = [
    'warp_weaver >= 1.0.5',
    'weft >= 0.8.0, < 0.9',
    'bobbin >= 1.0.5;python_version<"3"',
    'bobbin >= 1.0.7;python_version>="3"',
]
""",
}


def differing(index: Path, document: str, tree: bool = True) -> list[str]:
    """What is said of the fragments that differ."""
    return [one.detail for one in verdicts(index, document, tree) if one.verdict == "differs"]


@pytest.mark.parametrize(
    ("right", "wrong", "detail"),
    [
        (
            "bool RegisterLoom(const string& name, LoomFactory factory);",
            "Status RegisterLoom(const string& name, LoomFactory factory);",
            "line 13 has `bool`, the fragment `Status`",
        ),
        (
            "c->WithRank(c->input(0), 2, &warp_shape)",
            "c->WithRank(c->input(0), 3, &warp_shape)",
            "line 16 has `2`, the fragment `3`",
        ),
        (
            "if (warp_count_ >= kMostWarps) Unwind(heddles_->size());",
            "if (warp_count_ >= kMostSheds) Unwind(heddles_->size());",
            "line 9 has `kMostWarps`, the fragment `kMostSheds`",
        ),
        (
            "if (warp_count_ >= kMostWarps) Unwind(heddles_->size());",
            "if (warp_count_ >= kMostWarps) Unwind(heddles_->length());",
            "line 9 has `size`, the fragment `length`",
        ),
        (
            'errors::Aborted("No weft is left on the bobbin.")',
            'errors::Aborted("No warp is left on the bobbin.")',
            'line 11 has `"No weft is left on the bobbin."`, the fragment `"No warp is left on the bobbin."`',
        ),
        (
            "CALL_SOME_TYPES(REGISTER_LOOM)",
            "CALL_MANY_TYPES(REGISTER_LOOM)",
            "line 24 has `CALL_SOME_TYPES(REGISTER_LOOM)`, the fragment `CALL_MANY_TYPES(REGISTER_LOOM)`",
        ),
    ],
)
def test_a_token_that_is_another(right: str, wrong: str, detail: str, index: Path) -> None:
    place = f"`LoomRegistry` is in `{HEADER}`, the kernel in `{LOOM}`"
    for text in ("{}; there is `{}`.", "{}:\n\n- `{}`\n", "| what | code |\n|---|---|\n| {} | `{}` |\n"):
        assert differing(index, text.format(place, right)) == []
        assert differing(index, text.format(place, wrong)) == [detail]
    assert differing(index, f"{place}; there is `{wrong}`.", tree=False) == []


def test_python(index: Path) -> None:
    text = "`throw_shuttle` (`shuttle_ops.py`) calls `{}` first."
    assert differing(index, text.format("loom_ops.open_shed(warp, self.weft_count)")) == []
    assert differing(index, text.format("loom_ops.open_shed(warp, self.warp_count)")) == [
        "line 5 has `weft_count`, the fragment `warp_count`"
    ]


@pytest.mark.parametrize(
    "fragment",
    [
        "shuttle_->ThrowAcross(ctx, ..., shed_);",  # elided
        "shuttle_-&gt;ThrowAcross(ctx, warp_count_, shed_)",  # escaped by a page
        "shuttle_->ThrowAcross(context, warp_count_, shed_)",  # a variable has another name
        "shuttle_->ThrowAcross(ctx, warp_count_)",  # shortened
        "LaunchLoom<GPUDevice, T>()(ctx, warp_count_, shed_)",  # an argument of the template
        "LaunchLoom<Device, float>()(ctx, warp_count_, shed_)",
        "LoomOp<GPUDevice, T>",
        "GetDevice(const CPUDevice& device, int warp_count)",
        "SetWeft(warp_count, DT_INT32, &warp_shape)",  # an argument of the macro
        "c->WithRank(c->input(0), kWarpRank, &warp_shape)",
        "shuttle_->ThrowAcross(ctx, warp_count_, opened_)",
        "WeftTable::Fill(ctx, warp_count_, shed_)",
        "bool RegisterBobbin(const string& name, LoomFactory factory)",
        "LoomRegistry::RegisterLoom(const string& name, LoomFactory factory)",  # whose it is
        "RegisterBobbin(const string& name, BobbinFactory factory)",  # the author's own
        'loom_ops.beat_up(shed, weft_count, name="my_shuttle")',  # a value
        "REGISTER_LOOM(int32)",
        "CALL_MANY_TYPES(REGISTER_REEL)",
    ],
)
def test_what_people_write_otherwise(fragment: str, index: Path) -> None:
    text = f"`LoomRegistry` is in `{HEADER}`, the kernel in `{LOOM}`; beside `{SHUTTLE}` there is `{fragment}`."
    assert differing(index, text) == []


@pytest.mark.parametrize(
    "text",
    [
        "Change it to `{}`.",
        "It is not `{}`.",
        "In 2.x there is `{}`.",
        "Suppose that it were `{}`.",
        "Our fork has `{}`.",
        "This is roughly `{}`.",
        "Horovod has `{}`.",
        "It reads like `{}`.",
        "而不是 `{}`。",
        "The check becomes stricter (`+ {}`).",
    ],
)
def test_what_is_not_said_to_be_there(text: str, index: Path) -> None:
    wrong = "Status RegisterLoom(const string& name, LoomFactory factory);"
    assert differing(index, f"See `{HEADER}`. " + text.format(wrong)) == []
    assert differing(index, f"See `{HEADER}`. There is `{wrong}`.") != []


def test_what_stands_under_another_projects_heading(index: Path) -> None:
    text = f"See `{HEADER}`. There is `Status RegisterLoom(const string& name, LoomFactory factory);`."
    assert differing(index, f"## The registry\n\n{text}") != []
    assert differing(index, f"## Horovod\n\n{text}") == []


def test_a_fragment_may_be_of_a_file_that_is_cited_elsewhere(index: Path) -> None:
    text = (
        f"See `{SHUTTLE}`.\n\nThe loom is in `{HEADER}`: `int RegisterLoom(const string& name, LoomFactory factory);`."
    )
    assert differing(index, text) != []
    assert differing(index, f"See `{REEL}`.\n\n{text}") == []


def test_what_a_block_of_the_author_defines_is_no_quotation(index: Path) -> None:
    own = "```cpp\nclass BobbinFactory : public Nothing {\n  int unwound = 12;\n};\n```\n\n"
    text = f"See `{HEADER}`: `bool RegisterLoom(const string& name, BobbinFactory factory);`."
    assert differing(index, text) != []
    assert differing(index, own + text) == []


def test_what_is_wrong_is_said_once(index: Path) -> None:
    text = f"`SilkLoom` (`{HEADER}`) is `class SilkLoom : public LoomRegistry, public ReelBase`."
    found = [one for one in verdicts(index, text) if one.verdict in ("differs", "not found")]
    assert [one.text for one in found] == ["LoomRegistry"]


def test_code_in_a_fence_is_no_fragment(index: Path) -> None:
    text = f"See `{HEADER}`:\n\n```text\n`Status RegisterLoom(const string& name, LoomFactory factory);`\n```\n"
    assert differing(index, text) == []


def not_found(index: Path, document: str, tree: bool = True) -> list[str]:
    return [one.text for one in verdicts(index, document, tree) if one.verdict == "not found"]


@pytest.mark.parametrize(
    ("code", "found"),
    [
        ('.WithPatternedHeddle("silk")', []),
        ('.WithPatternHeddle("silk")', ["WithPatternHeddle"]),
        ('.WithTension(2).WithPatternHeddle("silk")', ["WithPatternHeddle"]),
        ('.WithTension<int>(2).WithPaternedHeddle<int>("silk")', ["WithPaternedHeddle"]),
        (".ConfigureBobbins(2)", []),  # of a class that nobody names
        ("bobbin.WithPatternHeddle(2)", []),
        (".WithPatternHeddle", []),
        ("bobbin.WithTension(2).WithPatternHeddle(2)", []),
        (".Straghten(2)", []),  # a word
    ],
)
def test_members_of_what_is_left_out(code: str, found: list[str], index: Path) -> None:
    for text in ("`LoomBuilder` and `SilkLoom`: `{}`.", "| `LoomBuilder` | `{}` | `loom_op.cc` |"):
        assert not_found(index, text.format(code)) == found


@pytest.mark.parametrize(
    "text",
    [
        "`SilkLoom` is registered under {} by `LoomBuilder` and `LoomBase`.",
        "`loom.h`: the registration is made with the name {}.",
        "`SilkLoom` 在 `loom.h` 里注册为 {}。",
    ],
)
def test_what_something_is_registered_as(text: str, index: Path) -> None:
    assert not_found(index, text.format('`"SILK_LOOM"`')) == []
    assert not_found(index, text.format('`"WOOL_LOOM"`')) == ['"WOOL_LOOM"']
    assert not_found(index, text.format('`"WOOL_LOOM"`'), tree=False) == []
    assert not_found(index, text.format('`"WOOL"`')) == []


@pytest.mark.parametrize(
    "text",
    [
        "`SilkLoom` of `loom.h` reads {}.",  # what for, nobody says
        "It is registered under {}.",  # of nothing that the tree has
        "`SilkLoom` of `loom.h` is too fine, so that we use what is registered under {}.",
        "As there is no such loom in `loom.h`, nothing is registered as {}.",
    ],
)
def test_texts_that_need_not_be_there(text: str, index: Path) -> None:
    assert not_found(index, text.format('`"WOOL_LOOM"`')) == []


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ExtendShedWithCare", []),
        ("LS_ExtendShedWithCare", ["line 13 has `ExtendShedWithCare`, the fragment `LS_ExtendShedWithCare`"]),
        ("ForgetShedd", ["line 14 has `ForgetShed`, the fragment `ForgetShedd`"]),
        ("UseBobbinC", []),  # like two of them
        ("DropShed", []),  # like none
    ],
)
def test_of_several_that_are_called_so_the_one_of_nearly_this_name_is_meant(
    name: str, expected: list[str], index: Path
) -> None:
    text = f"`Shuttle` (`shuttle_ops.py`) calls `loom_session.{name}(self._shed)` first."
    assert differing(index, text) == expected
    # What is supposed in a later sentence is said of something else.
    assert differing(index, f"{text} It might fail then.") == expected
    assert differing(index, f"It might fail then and {text}") == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A `WarpKeeper` has `gtl::InlinedVector<Warp, 4>`.", []),
        ("A `WarpKeeper` has `gtl::InlinedVector<Warp, 8>`.", ["line 27 has `4`, the fragment `8`"]),
        ("A `WarpKeeper` has `gtl::InlinedVector<Weft, 4>`.", []),  # a type is plugged in
        ("A `WarpKeeper` has `TTypes<Warp, 4>::Matrix`.", ["line 28 has `2`, the fragment `4`"]),
        ("A `WarpKeeper` has `TTypes<Weft, 4>::Matrix`.", []),  # which of two, nobody says
        (f"The loom is in `{LOOM}`.\n\nIt may hold `gtl::InlinedVector<Warp, 8>`.", []),  # which, nobody says
        (f"In `{LOOM}`:\n\n- it is `std::array<Warp, 6> kAllWarps`", []),
        (f"In `{LOOM}`:\n\n- it is `std::array<Warp, 5> kAllWarps`", ["line 35 has `6`, the fragment `5`"]),
    ],
)
def test_sizes_among_the_arguments_of_templates(text: str, expected: list[str], index: Path) -> None:
    assert differing(index, text) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("warp_weaver >= 1.0.5", []),
        ("warp_weaver>=1.0.5", []),
        ("warp_weaver >= 1.1.0", ["line 2 has `1.0.5`, the fragment `1.1.0`"]),
        ("warp_weaver < 1.1.0", []),  # of which nothing is said there
        ("weft >= 0.8.1", ["line 3 has `0.8.0`, the fragment `0.8.1`"]),
        ("bobbin >= 1.1.0", []),  # which of two, nobody says
        ("weft >= 1", []),  # a word that may be anything
        ("my_weaver >= 1.1.0", []),
    ],
)
def test_versions_that_are_needed(code: str, expected: list[str], index: Path) -> None:
    assert differing(index, f"It needs the package `weft` (see `{SETUP}`, which requires `{code}`).") == expected


def test_a_comparison_may_be_that_of_another_file(index: Path) -> None:
    text = f"See `{LOOM}`, which has `warp_count_ > 13`."
    assert differing(index, text) == ["line 34 has `12`, the fragment `13`"]
    assert differing(index, text.replace("13", "12")) == []
    assert differing(index, text.replace("13", "kMost")) == []
    # The header of it, and what is cited elsewhere, may have it so.
    assert differing(index, f"It begins in `{REEL}`.\n\nSee `{SETUP}`.\n\n{text}") == []


def test_what_an_object_calls_its_own_is_of_a_file_that_is_cited(index: Path) -> None:
    fragment = "`shed = loom_ops.open_shed(warp, self.weft_total)` is what it does."
    assert differing(index, f"`{SHUTTLE}` has it: {fragment}") != []
    assert differing(index, fragment) == []  # of some other class
