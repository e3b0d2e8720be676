"""Flags of programs: their defaults, and their names."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

TEXTS = {
    "tensorflow/python/tools/weave_cloth.py": """def main():
  parser = argparse.ArgumentParser()
  parser.add_argument(
      "--cloth_width",
      type=int,
      default=12,
      help="How wide (default: wide enough, as twist_rates are).")
  parser.add_argument("--yarn_name", type=str, default="wool")
  parser.add_argument("--keep_dry", default=True)
  flags.DEFINE_integer("warp_count", 40, "How many.")
""",
    "tensorflow/tools/spin/spin_main.cc": """int main() {
  int twist_rate = 3;
  bool spin_left = false;
  Options options;
  std::vector<Flag> flags = {
      Flag("twist_rate", &twist_rate, "how often"),
      Flag("spin_left", &spin_left, "which way"),
      Flag("drop_control", &options.drop, "none"),
  };
}
""",
    "tensorflow/tools/spin/spin_args.h": """struct Args {
  Arg<bool> wind_up = Arg<bool>(true);
};
""",
}
PYTHON, SOURCE, HEADER = "`weave_cloth.py`", "`spin_main.cc`", "`spin_args.h`"


@pytest.mark.parametrize(
    ("said", "right", "other"),
    [
        (f"Of {PYTHON}: `--cloth_width` defaults to {{}}.\n", "12", "10"),
        (f"In {PYTHON} are these defaults:\n\n* `--yarn_name` is `{{}}`, `--keep_dry` is True.\n", '"wool"', '"silk"'),
        (f"The defaults of {PYTHON} are: `--keep_dry` is {{}}.\n", "`True`", "`False`"),
        (f"{PYTHON} 里 `--warp_count` 默认是 {{}}。\n", "40", "44"),
        (f"{SOURCE}: `--twist_rate` is {{}} by default.\n", "3", "4"),
        (f"### {SOURCE}\n\n| flag | default |\n|---|---|\n| `--spin_left` | `{{}}` |\n", "false", "true"),
        (f"Defaults are in {HEADER}.\n\n* `--wind_up` is {{}}.\n", "true", "false"),
        (f"{SOURCE} reads `--{{}}` at its beginning.\n", "drop_control", "drop_controls"),
    ],
)
def test_flags(said: str, right: str, other: str, index: Path) -> None:
    assert wrong(index, said.format(right)) == []
    assert len(wrong(index, said.format(other))) == 1


@pytest.mark.parametrize(
    "said",
    [
        f"Defaults are in {HEADER}. We set `--wind_up` to false.\n",
        # Nothing is said of a default.
        f"With {HEADER}, `--wind_up` is false.\n",
        f"{HEADER}: here `--wind_up` is false.\n",
        # Another file has the word.
        f"{SOURCE} reads `--twist_rates` at its beginning.\n",
        # What the flag is cannot be read, and another file may have this one.
        f"The defaults of {SOURCE}: `--drop_control` is 3.\n",
        f"The defaults of {SOURCE}: `--cloth_width` is 3.\n",
        f"Our `--drop_controls` is not that of {SOURCE}.\n",
    ],
)
def test_what_need_not_be_a_default(said: str, index: Path) -> None:
    assert wrong(index, said) == []
