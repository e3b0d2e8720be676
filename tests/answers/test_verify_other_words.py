"""Settings, flags and constants that are nowhere, which a cited file has in other words, and calls on an op."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong, wrong_of

from tfexplore.answers.verify import verify_all
from tfexplore.index.store import Index

#: What no file has is not in the index that is asked here without a tree.
WORDED = False

PATH = "tensorflow/core/kernels/spindle.cc"
TEXTS = {
    PATH: """class SpindleTurner {
  static const int kSpindleIsSlowThresholdTurns = 12;
};
void Turn() {
  getenv("TF_SPINDLE_ENABLE_SLOW_WOOL_TURNING");
  Flag("tf_xla_slow_wool_spindle", &flags->tf_xla_slow_wool_spindle);
}
""",
}


@pytest.mark.parametrize(
    "said", ["See `{path}`: {text}.\n", "`SpindleTurner` 的常量 {text}，值 12。\n", "- `{path}`\n- {text}\n"]
)
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`kSpindleIsSlowThresholdTurns`", []),
        ("`kSpindleIsSlowThresholdKnots`", ["kSpindleIsSlowThresholdKnots"]),
        ("`kSpindleSlowThresholdTurns`", ["kSpindleSlowThresholdTurns"]),
        ("`TF_SPINDLE_ENABLE_SLOW_WOOL_TURNING`", []),
        ("`TF_SPINDLE_ENABLE_SLOW_TURNING`", ["TF_SPINDLE_ENABLE_SLOW_TURNING"]),
        ("`TF_SPINDLE_ENABLE_SLOW_TURNING=0`", ["TF_SPINDLE_ENABLE_SLOW_TURNING"]),
        ("`--tf_xla_slow_wool_spindle`", []),
        ("`--tf_xla_wool_slow_spindle`", ["tf_xla_wool_slow_spindle"]),
        ("`tf_xla_wool_slow_spindle=true`", ["tf_xla_wool_slow_spindle"]),
        ("`--tf_xla_other_things`", []),
    ],
)
def test_names_in_other_words(said: str, text: str, found: list[str], index: Path) -> None:
    assert wrong(index, said.format(path=PATH, text=text)) == found


@pytest.mark.parametrize(
    "said",
    [
        "There is no `{name}` in `{path}`.",
        "`{path}` has neither `kOther` nor `{name}`, and neither `kOther` nor `{name}` exists.",
        "In `{path}` of our fork we read `{name}`.",
        "Our own `{name}` is not in `{path}`.",
        "`{path}`; 新增 `{name}`。",
        "`{name}` is read somewhere.",  # and no file of the tree is named
        "For example, `{path}` could read `{name}`.",
    ],
)
def test_names_of_which_nothing_is_said(said: str, index: Path) -> None:
    assert wrong(index, said.format(path=PATH, name="TF_SPINDLE_ENABLE_SLOW_TURNING")) == []


def test_without_a_tree_nobody_knows(index: Path) -> None:
    assert wrong(index, f"See `{PATH}`: `TF_SPINDLE_ENABLE_SLOW_TURNING`.", tree=False) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('It is written so: `ops.NotDifferentiable("OneHot")`.', []),
        ('It is written so: `ops.RegisterNoGradient("OneHot")`.', ["RegisterNoGradient"]),
        ("It is written so: `@ops.RegisterNoGradient('OneHot')`.", ["RegisterNoGradient"]),
        ('`OneHot` 没有梯度：`ops.RegisterNoGradient("OneHot")`。', ["RegisterNoGradient"]),
        ('It is written so: `ops.RegisterNoGradient("MySilkOp")`.', []),  # whose functions are other people's
        ('There is no `ops.RegisterNoGradient("OneHot")`.', []),
        ('In our fork it is `ops.RegisterNoGradient("OneHot")`.', []),
        ('`loom.RegisterNoGradient("OneHot")`', []),
    ],
)
def test_calls_on_an_op(said: str, found: list[str], shipped: Index) -> None:
    def read(path: str) -> bytes | None:
        return b'ops.NotDifferentiable("OneHot")\n' if path.endswith("/array_grad.py") else None

    (made,) = verify_all(shipped, [("notes.md", said)], read, list)
    assert [one.text for one in made.verdicts if one.verdict == "not found"] == found
    assert wrong_of(shipped, said) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("The call of `gen_math_ops.clip_by_value` is commented out.", []),
        (
            "The line above it in the file is commented out, as is the call of\n`gen_math_ops.clip_by_value`.",
            [],
        ),
        ("`gen_math_ops.clip_by_value` 那一句被注释掉了。", []),
        ("It ends in the call of `gen_math_ops.clip_by_value`.", ["gen_math_ops.clip_by_value"]),
    ],
)
def test_what_is_commented_out(said: str, found: list[str], shipped: Index) -> None:
    """A comment may have names that are none any more."""
    assert wrong_of(shipped, said) == found
