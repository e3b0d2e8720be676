"""Lists of what an op has, marked as code or not, and of which op each is."""

from __future__ import annotations

import pytest
from answers.claimed import wrong_of

from tfexplore.index.store import Index

COLUMNS = "| op | inputs in order | attrs |\n|---|---|---|\n"
BLOCK = '```cpp\nREGISTER_OP("Conv2D")\n    .Input("input: T")\n```\n'


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # Of the op before it in the sentence.
        ("BiasAdd 这个 op 有两个输入，value 和 bias，属性 data_format。", []),
        ("BiasAdd 这个 op 有两个输入，value 和 biases，属性 data_format。", ["biases"]),
        ("`BiasAdd` has the inputs `value` and `biases`, and the attr `data_format`.", ["biases"]),
        ("`Softmax` and `LogSoftmax`: the outputs are `softmax` and `logsoftmax` respectively.", []),
        # Of the sentence before, the item above, the block above, the heading.
        ("op 是 ApplyAdam。\n属性有 T、use_locking、use_nesterov，以及 amsgrad。", ["amsgrad"]),
        ("- `ApplyAdam`\n  - attrs: `T`, `use_locking`, `amsgrad`\n- `Relu`\n  - attrs: `T`\n", ["amsgrad"]),
        (BLOCK + "- attrs 还包括 `padding`、`data_format` 和 `groups`。", ["groups"]),
        ("## `LeakyRelu`\n\n属性：T、alpha、slope。", ["slope"]),
        # The row of a table, whatever else it says.
        ("| op | 备注 |\n|---|---|\n| MaxPool | 属性 ksize、strides、window |\n| Relu | 输入 features |\n", ["window"]),
        # Of the op whose generated function the sentence names, and not of the one above.
        (
            "**`BatchDataset`**\n\n`gen_dataset_ops.batch_dataset_v2` 的输入依次为 `input_dataset`、`batch_size`、"
            "`drop_remainder`，attr 有 `parallel_copy`、`output_types`、`shapes`。",
            ["shapes"],
        ),
        # Columns, and rows that begin with a label.
        (
            COLUMNS + "| `ApplyMomentum` | var, accum, learning_rate, grad, momentum | `T` |\n",
            ["learning_rate"],
        ),
        (
            COLUMNS + "| `ApplyMomentum` | var, accum, lr, grad, momentum | `T` |\n",
            [],
        ),
        (
            '`REGISTER_OP("Conv2D")`：\n\n| 项目 | 名字 |\n|---|---|\n| 属性 | `T`, `strides`, `use_cudnn` |\n',
            ["use_cudnn"],
        ),
        ("| 层 | 输入 |\n|---|---|\n| Dense | units, activation, kernel |\n", []),
        ("| op | inputs |\n|---|---|\n| `Reshape` | tensor, none |\n| `Tile` | input, none |\n", []),
        # One name alone is of the op that its clause names.
        ("LeakyRelu 多一个属性 negative_slope，默认 0.2。", ["negative_slope"]),
        ("LeakyRelu 多一个属性 alpha，默认 0.2。", []),
        ("Relu 很简单。LeakyRelu 之外，另有一个属性。", []),
        # What is no list of an op's.
        ("`Conv2D` 层的属性有 `filters`、`kernel_size`、`strides`。", []),  # a layer's: most are not the op's
        ("`Relu` is there. `InitConv2DParameters` reads the attrs `features` and `slope`.", []),  # another's
        ("BiasAdd 的输入 value 和 bias 都没有属性 groups。", []),
        ("- 输入：`Input`、`InputShape`、`InputList`、`input_type`", []),  # names of functions of a class
    ],
)
def test_lists_of_what_an_op_has(text: str, found: list[str], shipped: Index) -> None:
    assert wrong_of(shipped, text + "\n") == found
