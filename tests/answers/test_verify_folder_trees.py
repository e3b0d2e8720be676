"""Trees of folders in a document: a file that is drawn where it does not lie."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import REEL, verdicts, wrong

DRAWN = """Map of the source:

```
tensorflow/core/
├── kernels/
│   ├── braid_op.cc     # see reel.cc
│   └── {kernels}
├── lib
│   ├── {lib}
│   └── reel.h
└── protobuf/
```
"""
DASHES = """Map of the source:

```text
.
|-- tensorflow
|   |-- core
|   |   |-- kernels
|   |   |   |-- braid_op.cc
|   |   |   `-- {kernels}
|   |   `-- lib
|   |       |-- reel.h
|   |       `-- {lib}
```
"""
INDENTED = """Map of the source:

```
core/
  kernels/
    braid_op.cc   the kernel
    {kernels}
  lib/
    {lib}
    reel.h
```
"""
LISTED = """Map of the source:

- `tensorflow/core/`
  - `kernels/`
    - `braid_op.cc`: the kernel
    - `{kernels}`
  - lib/:
    - {lib}
    - **reel.h**
"""


@pytest.mark.parametrize("tree", [True, False])
@pytest.mark.parametrize("text", [DRAWN, DASHES, INDENTED, LISTED])
def test_a_file_that_is_drawn_in_another_folder(text: str, tree: bool, index: Path) -> None:
    right = text.format(kernels="braid.h", lib="reel.cc")
    assert wrong(index, right, tree) == []
    assert REEL in [one.location.path for one in verdicts(index, right, tree) if one.location is not None]
    assert wrong(index, text.format(kernels="reel.cc", lib="reel.cc"), tree) == ["reel.cc"]
    assert wrong(index, text.format(kernels="braid.h", lib="strands.py"), tree) == ["strands.py"]


@pytest.mark.parametrize(
    "text",
    [
        # Somebody's own, or made by a build.
        "```\nmy_op/\n├── braid_op.cc\n├── strands.py\n├── setup.py\n└── reel.h\n```\n",
        "Files of our own:\n\n```\ntensorflow/core/\n├── kernels/\n│   ├── braid_op.cc\n│   ├── braid.h\n"
        "│   └── reel.cc\n```\n",
        "```\nbazel-bin/tensorflow/core/\n├── kernels/\n│   ├── braid_op.cc\n│   ├── braid.h\n│   └── reel.cc\n```\n",
        # Most of it is not where it is drawn.
        "```\ntensorflow/core/\n├── kernels/\n│   ├── braid_op.cc\n│   ├── reel.h\n│   └── reel.cc\n```\n",
        # Calls, not folders; the item says more than what lies in the folder.
        "```\nbraid\n├── tie      braid.h\n├── loom     braid_op.cc\n└── spool    strands.py\n```\n",
        "- `tensorflow/core/kernels/` has the kernels, which use\n  - `reel.cc`\n  - `braid_op.cc`\n  - `braid.h`\n",
        "- `tensorflow/core/kernels/`\n  - `braid_op.cc`\n  - `braid.h`\n\nAnd then:\n\n  - `reel.cc`\n",
    ],
)  # fmt: skip
def test_what_is_no_tree_of_the_source(text: str, index: Path) -> None:
    assert wrong(index, text) == []
