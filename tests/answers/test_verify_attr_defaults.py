"""Defaults that a sentence gives to the attrs of an op."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The defaults of `LRN` are `depth_radius=5`, `bias=1.0` and `beta=0.5`.", []),
        ("The defaults of `LRN` are `depth_radius=5`, `bias=1.0` and `beta=0.75`.", ["beta=0.75"]),
        ("`LRN` 默认值：`bias=1`、`beta=0.75`。", ["beta=0.75"]),
        ("`LeakyRelu` 的 `alpha` 默认 0.2。", []),
        ("`LeakyRelu` 的 `alpha` 默认为 `0.3`。", ["alpha"]),
        ("In `LeakyRelu`, `alpha` defaults to 0.3.", ["alpha"]),
        ("Of `ApplyAdam`, the default of the attr `use_nesterov` is `true`.", ["use_nesterov"]),
        ("Of `ApplyAdam`, the default of the attr `use_nesterov` is `false`.", []),
        # Of what is passed, of Python, of another thing, or of no default at all.
        ("By default the layer calls `LeakyRelu` with `alpha=0.3`.", []),
        ("`tf.nn.leaky_relu` (`LeakyRelu`) has the default `alpha=0.3`.", []),
        ("The default of `LeakyRelu` is not `alpha=0.3`.", []),
        ("`LeakyRelu` with `alpha=0.3` is another matter.", []),
        ("The defaults of `LeakyRelu` and `LRN` are `alpha=0.3` and others.", []),
        ("The default of `LeakyRelu` is `alpha=ALPHA`.", ["alpha=ALPHA"]),
        ("In our fork the default of `LeakyRelu` will be `alpha=0.3`.", []),
    ],
)
def test_defaults(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text) == found
