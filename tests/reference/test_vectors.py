"""Every vector recorded from the released TensorFlow 1.15.0."""

import json
from pathlib import Path

import numpy as np
import pytest

from tfexplore.reference import run

FOLDER = Path(__file__).resolve().parents[2] / "fixtures" / "numerics"
CASES = json.loads((FOLDER / "cases.json").read_text())["cases"]


@pytest.fixture(scope="module")
def arrays():
    with np.load(FOLDER / "arrays.npz", allow_pickle=False) as file:
        return {key: file[key] for key in file.files}


def named(case):
    return f"{case['id']}-{case['op']}"


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"] == "value"], ids=named)
def test_value(case, arrays):
    inputs = {name: arrays[spec["key"]].copy() for name, spec in case["inputs"].items()}
    outputs = run(case["op"], inputs, case["attrs"])
    assert set(outputs) == set(case["outputs"])
    for name, spec in case["outputs"].items():
        got, wanted = outputs[name], arrays[spec["key"]]
        assert (got.dtype, got.shape) == (wanted.dtype, wanted.shape)
        np.testing.assert_allclose(got, wanted, rtol=spec.get("rtol", 0), atol=spec.get("atol", 0), equal_nan=True)
    for name, spec in case["inputs"].items():
        assert inputs[name].tobytes() == arrays[spec["key"]].tobytes(), f"{name} was written to"


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"] == "error"], ids=named)
def test_error(case, arrays):
    inputs = {name: arrays[spec["key"]] for name, spec in case["inputs"].items()}
    with pytest.raises(ValueError, match=rf"^{case['op']}: \S"):
        run(case["op"], inputs, case["attrs"])


@pytest.mark.parametrize("case", [c for c in CASES if c["kind"] == "divergent"], ids=named)
def test_where_tensorflow_disagrees_with_itself_the_kernel_is_followed(case, arrays):
    inputs = {name: arrays[spec["key"]] for name, spec in case["inputs"].items()}
    outputs = run(case["op"], inputs, case["attrs"])
    assert {name: list(array.shape) for name, array in outputs.items()} == {
        name: spec["shape"] for name, spec in case["outputs"].items()
    }


def test_the_set_is_whole():
    kinds = [case["kind"] for case in CASES]
    assert {kind: kinds.count(kind) for kind in set(kinds)} == {"value": 137, "error": 60, "divergent": 4}
