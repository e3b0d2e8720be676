"""Which function another is said to be called from, and other things that are said of code spoken of."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

CARD = "tensorflow/core/common_runtime/card_runner.cc"
TEXTS = {
    CARD: """void OpenCards() {
  Comb();
}
void BeginCarding() {
  PrepareCards();
}
void PrepareCards() {
  OpenCards();
}
void EndCarding() {
  Rest();
}
class CardRunner {
  void Start() { REQUIRE(context, TypeConstraint<int64>("Twool")); }
};
REGISTER_CARDS("card_runner", new CardRunner());
constexpr double kCardShare = 0.5;
""",
    "tensorflow/core/common_runtime/card_runner_test.cc": "TEST(CardTest, Basic) {\n}\n",
    "tensorflow/core/common_runtime/BUILD": 'tf_cc_test(\n    name = "card_runner_test",\n)\n',
    "tensorflow/core/protobuf/card.py": "class Basic(object):\n  pass\n",
    "tensorflow/python/training/carding.py": "_CARD_ERRORS = (errors.AbortedError, errors.UnavailableError)\n",
}


@pytest.mark.parametrize(
    ("said", "right", "other"),
    [
        ("`OpenCards` is called from `{}`.\n", "PrepareCards", "EndCarding"),
        ("`OpenCards`, which is called in `{}`, combs.\n", "PrepareCards", "EndCarding"),
        ("`OpenCards` 由 `{}` 调用。\n", "PrepareCards", "EndCarding"),
        ("`OpenCards` is used by `{}`.\n", "PrepareCards", "EndCarding"),
        ("`OpenCards` is static and called from `PrepareCards` (7) and `{}` (4).\n", "BeginCarding", "EndCarding"),
        ("A caller of `OpenCards` is `{}`.\n", "PrepareCards", "EndCarding"),
        ("The callers of `OpenCards` are `PrepareCards` and `{}`.\n", "BeginCarding", "EndCarding"),
        ("`OpenCards`'s caller is `{}`.\n", "PrepareCards", "EndCarding"),
        ("`OpenCards` 的调用者是 `{}`。\n", "PrepareCards", "EndCarding"),
        ("`OpenCards` は `{}` から呼び出される。\n", "PrepareCards", "EndCarding"),
        ("`OpenCards` wird von `{}` aufgerufen.\n", "PrepareCards", "EndCarding"),
        ("`OpenCards` est appelée par `{}`.\n", "PrepareCards", "EndCarding"),
        ("| function | called by |\n|---|---|\n| `PrepareCards` | `BeginCarding` |\n| `OpenCards` | `{}` |\n",
         "PrepareCards", "EndCarding"),
        ("It is a `CardRunner`, registered as `{}`.\n", '"card_runner"', '"wool_runner"'),
        ('`card_runner.cc` has `TypeConstraint<{}>("Twool")` in it.\n', "int64", "int32"),
        ("It takes {} of all (`kCardShare`) for itself.\n", "0.5", "0.8"),
        ("It catches `_CARD_ERRORS`, which is the pair `errors.AbortedError` and `{}`.\n", "errors.UnavailableError",
         "errors.CancelledError"),
    ],
)  # fmt: skip
def test_what_is_so_and_what_is_not(said: str, right: str, other: str, index: Path) -> None:
    assert wrong(index, said.format(right)) == []
    assert len(wrong(index, said.format(other))) == 1


@pytest.mark.parametrize(
    "said",
    [
        # By way of another, or not said of these.
        "`OpenCards` is called from `BeginCarding`.\n",
        "`OpenCards` is never called from `EndCarding`.\n",
        "`OpenCards` would be called from `EndCarding`.\n",
        "`OpenCards` is called from `PrepareCards`, and not used by `EndCarding`.\n",
        "`OpenCards` は `EndCarding` から呼び出されない。\n",
        "| function | called by |\n|---|---|\n| `OpenCards` | not `EndCarding` |\n",
        "| function | beside |\n|---|---|\n| `OpenCards` | `EndCarding` |\n",
        "`LoosenStrands` is called from `EndCarding`.\n",
        "`Basic` is defined in `card_runner_test.cc`.\n",
        "`card_runner_test` (`common_runtime/BUILD:2`) tests them.\n",
    ],
)
def test_what_may_be_so(said: str, index: Path) -> None:
    assert wrong(index, said) == []
