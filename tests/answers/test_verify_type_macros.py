"""What documents say of the types that a macro is invoked for."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

TYPES = """// Written for these tests.
#if !defined(SMALL)
#define TF_CALL_half(m) m(Eigen::half)
#define TF_CALL_float(m) m(float)
#define TF_CALL_double(m) m(double)
#define TF_CALL_tstring(m) m(::tensorflow::tstring)
#else
#define TF_CALL_half(m)
#define TF_CALL_float(m) m(float)
#define TF_CALL_double(m)
#define TF_CALL_tstring(m)
#endif

#define TF_CALL_WARM_TYPES(m) \\
  TF_CALL_half(m) TF_CALL_float(m)
#define TF_CALL_ANY_TYPES(m) TF_CALL_WARM_TYPES(m) TF_CALL_double(m) TF_CALL_tstring(m)
#define TF_CALL_LOOP_TYPES(m) TF_CALL_LOOP_TYPES(m) TF_CALL_float(m)
"""


TEXTS = {"tensorflow/core/framework/register_types.h": TYPES}


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("`TF_CALL_WARM_TYPES` is half and float.", True),
        ("`TF_CALL_WARM_TYPES` is `Eigen::half` and `float`, which is little.", True),
        ("`TF_CALL_WARM_TYPES` is half, float and double.", False),
        ("`TF_CALL_ANY_TYPES` is half, float and double.", False),  # and tstring
        ("`TF_CALL_ANY_TYPES` is half, float, double and others.", True),
        ("`TF_CALL_ANY_TYPES` is half, float, double and tstring.", True),
        ("`TF_CALL_ANY_TYPES` includes half, float and double.", True),
        ("`TF_CALL_WARM_TYPES` includes double by way of another.", False),
        ("`TF_CALL_WARM_TYPES` 即 `half`、`float`。", True),
        ("`TF_CALL_WARM_TYPES` 展开为 `half`、`float`、`double`。", False),
        ("`TF_CALL_WARM_TYPES` 包括 double。", False),
        ("`TF_CALL_LOOP_TYPES` is float.", True),  # which is defined by itself
        ("`TF_CALL_COLD_TYPES` is float.", True),  # of which nothing is known here
        ("`TF_CALL_WARM_TYPES` is doubled.", True),
        ("| `TF_CALL_WARM_TYPES` | half, float |", True),
        ("| `TF_CALL_WARM_TYPES` | half, double |", False),
        ("| `TF_CALL_WARM_TYPES` | `TF_CALL_ANY_TYPES` | half, double |", True),  # whose it is nobody can tell
    ],
)
def test_types_of_macros(text: str, right: bool, index: Path) -> None:
    if text.startswith("|"):
        text = f"| macro | types |\n|---|---|\n{text}\n"
    differs = [one for one in verdicts(index, text) if one.verdict == "differs"]
    assert (differs == []) is right
    assert [one for one in verdicts(index, text, tree=False) if one.verdict == "differs"] == []


def test_what_is_told_of_them(index: Path) -> None:
    (one,) = [one for one in verdicts(index, "`TF_CALL_WARM_TYPES` is float.") if one.verdict == "differs"]
    assert one.detail == "its types are float, half"
    assert one.location is not None
    assert (one.location.path, one.location.line) == ("tensorflow/core/framework/register_types.h", 14)
    assert wrong(index, "`TF_CALL_WARM_TYPES` is float.") == ["TF_CALL_WARM_TYPES"]
