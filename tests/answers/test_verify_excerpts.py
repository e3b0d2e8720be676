"""Blocks of code and the words around them: which file a block is said to be of, and what it leaves out unsaid."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers import claimed
from answers.claimed import make_index, verdicts

SPINDLE = "tensorflow/core/lib/spindle.cc"
FLYWHEEL = "tensorflow/core/lib/flywheel.cc"
BOUND = "tensorflow/python/client/spindle.i"
TEXTS = {
    SPINDLE: """Spindle* NewSpindle(const Options& options) {
  return FlywheelFactory::Get(options)->Make(options);
}
""",
    FLYWHEEL: """class FlywheelFactory : public SpindleFactory {
 public:
  bool AcceptsOptions(const Options& options) override {
    return options.wheel.empty();
  }
};
""",
    BOUND: """// Python calls SpinThread_wrapper instead of SpinThread.
%ignore SpinThread;
%unignore SpinThread_wrapper;
%noexception SpinThread_wrapper;
""",
}


@pytest.fixture(scope="module")
def index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(claimed, "TEXTS", {**claimed.TEXTS, **TEXTS})
        return make_index(tmp_path_factory.mktemp("spindle") / "spindle.sqlite")


@pytest.fixture(autouse=True)
def texts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(claimed, "TEXTS", {**claimed.TEXTS, **TEXTS})


def judged(index: Path, intro: str, code: str) -> list[str]:
    """The verdicts on a block, with what is said of it."""
    made = verdicts(index, f"{intro}\n\n```cpp\n{code}```\n")
    return [f"{one.verdict} {one.detail}".strip() for one in made if one.kind == "quotation"]


@pytest.mark.parametrize(
    ("intro", "expected"),
    [
        (f"`NewSpindle` (`{SPINDLE}`) asks all of them. What `FlywheelFactory` accepts is simple:", "found"),
        (f"`NewSpindle`（`{SPINDLE}`）会逐个询问。`FlywheelFactory` 的条件很简单:", "found"),
        # The path is of nothing else, or in the sentence that introduces the block, or that names nothing.
        (f"See `{SPINDLE}`. What `FlywheelFactory` accepts is simple:", f"moved it is not in {SPINDLE}"),
        (f"`NewSpindle` and `FlywheelFactory` are in `{SPINDLE}`:", f"moved it is not in {SPINDLE}"),
        (f"`NewSpindle` (`{SPINDLE}`) asks all of them. What it accepts is simple:", f"moved it is not in {SPINDLE}"),
    ],
)
def test_a_block_of_what_another_sentence_names(intro: str, expected: str, index: Path) -> None:
    assert judged(index, intro, TEXTS[FLYWHEEL]) == [expected]


def test_a_remark_of_the_file_announces_nothing(index: Path) -> None:
    wrong = TEXTS[BOUND].replace("noexception", "exception")
    assert judged(index, f"`{BOUND}`:", TEXTS[BOUND]) == ["found"]
    assert judged(index, f"`{BOUND}`:", wrong) == ["differs line 4 has `noexception`, the quotation `exception`"]
    # One of the author's does.
    assert judged(index, f"`{BOUND}`:", wrong.replace("Python calls", "We call")) == []
