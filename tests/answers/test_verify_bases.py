"""What sentences, tables, drawings and spans of code say that a class is derived from, as people put it."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers import claimed
from answers.claimed import verdicts

CC = "tensorflow/core/kernels/mills.h"
PY = "tensorflow/python/ops/mills.py"
TEXTS = {
    CC: """class MillBase {
 public:
  virtual void GrindCorn(int corn) = 0;
};

class AsyncMill : public MillBase {
};

class SendMill : public MillBase {
};

class RecvMill : public AsyncMill {
};

class PackMill : public AsyncMill {
};

template <typename T>
class UnaryMill : public MillBase {
};

template <typename T>
class BinaryMill : public MillBase {
};

template <typename Device, typename T>
class WindMill : public BinaryMill<T> {
};

using HeldMill = BinaryMill<int>;

class HolderMill : public HeldMill {
};

class WaterWheel {
  int MillBase;
};

class WovenSetMill : public UnaryMill<int> {
};

class SievedSetMill : public UnaryMill<int> {
};

class PressedSetMill : public BinaryMill<int> {
};
""",
    "tensorflow/compiler/reels.h": """class ReelMill : public AsyncMill {
};
""",
    "tensorflow/core/kernels/reels.h": """class ReelMill : public MillBase {
};
""",
    "tensorflow/core/kernels/held.cc": """typedef Eigen::SendMill SendMill;
""",
    PY: """from tensorflow.python.mills import wheels


class Sieve(wheels.SpunWheel):
  def bulk_sieve(self):
    return 1


class FineSieve(Sieve):


  def bulk_sieve(self):
    return sieve_all(2)


class SpunWheel(object):
  pass


class MetaSieve(six.with_metaclass(MillMaker, SpunWheel)):
  pass


class SieveError(ValueError):
  pass


class WovenSet(SpunWheel):
  pass


class SievedSet(SpunWheel):
  pass


class PressedSet(SpunWheel):
  pass
""",
}


def wrong(index: Path, document: str) -> list[str]:
    """The texts of the wrong citations of a document, which the index tells without the tree as well."""
    found = claimed.wrong(index, document)
    assert claimed.wrong(index, document, tree=False) == found
    return found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        # A sentence that has no name of the class.
        (
            "The mill is the same class template, `WindMill<Device, T>`, defined\nat `mills.h:25`. "
            "It derives from `{}<T>`.",
            ("UnaryMill", "BinaryMill"),
        ),
        ("`WindMill` is in `mills.h`. Its base class is `{}`.", ("UnaryMill", "BinaryMill")),
        ("`WindMill` 定义在 `mills.h`。它继承自 `{}`。", ("UnaryMill", "BinaryMill")),
        ("HolderMill（`mills.h`）中已经有了一套默认的实现，它的基类是`{}`：", ("UnaryMill", "HeldMill")),
        ("WindMill 25 行，直接继承 {}，粒度不变。", ("UnaryMill", "BinaryMill")),
        ("`WindMill` (line 25 of the file) extends `{}`.", ("UnaryMill", "BinaryMill")),
        ("## `SendMill`\n\n- File: `mills.h`\n- Base class: `{}`\n", ("AsyncMill", "MillBase")),
        ("### 2.1 The class `SendMill`\n\nIt derives from `{}`.\n", ("AsyncMill", "MillBase")),
        ("- `SendMill` (`mills.h:9`)\n  - 继承自 `{}`\n", ("AsyncMill", "MillBase")),
        # What it is.
        ("`WaterWheel` is a kind of `{}`.", ("MillBase", "WaterWheel")),
        ("`WaterWheel` is a plain `{}`, too.", ("MillBase", "WaterWheel")),
        ("`WaterWheel` implements the `{}` interface.", ("MillBase", "WaterWheel")),
        ("`WaterWheel` 实现了 `{}` 接口。", ("MillBase", "WaterWheel")),
        ("`SendMill`（`{}` 的子类）", ("AsyncMill", "MillBase")),
        ("`SendMill` (a subclass of `{}`) grinds it.", ("AsyncMill", "MillBase")),
        ("`SendMill` inherits `{}`.", ("AsyncMill", "MillBase")),
        ("`SendMill`'s base class is `{}`.", ("AsyncMill", "MillBase")),
        ("The base class of `SendMill` is `{}`.", ("AsyncMill", "MillBase")),
        ("`SendMill` and `WindMill` both derive from `{}`.", ("AsyncMill", "MillBase")),
        ("`WaterWheel` calls `SendMill`, which derives from `{}`.", ("AsyncMill", "MillBase")),
        # What the last words of a sentence say of the class that it begins with.
        ("`SendMill` is not one of the waiting ones; it derives from `{}`.", ("AsyncMill", "MillBase")),
        ("Watch out: `SendMill` is not at fault: it is a plain `{}` that sends.", ("AsyncMill", "MillBase")),
        ("| `SendMill` | one of them; derives from `{}` | mills.h |", ("AsyncMill", "MillBase")),
        ("- [ ] Derive from `SendMill` (line 9). It derives from `{}` and reuses it.", ("AsyncMill", "MillBase")),
        # A plain one has nothing between.
        ("`RecvMill` is a plain `{}`.", ("MillBase", "AsyncMill")),
        # Of an op nothing is derived.
        ("They have `WovenSet`, class `WovenSetMill`, a child of `{}`.", ("BinaryMill", "UnaryMill")),
        ("`MetaSieve` (mills.py) derives from `{}`.", ("WovenSet", "SpunWheel")),
        # Python's own.
        ("`SieveError` (mills.py) is one of them; it derives from `{}`.", ("RuntimeError", "ValueError")),
        # The other way round.
        ("`{}` 是 `SendMill` 的基类。", ("AsyncMill", "MillBase")),
        ("`{}` is extended by `SendMill`.", ("", "MillBase")),
    ],
)
def test_bases(text: str, found: tuple[str, str], index: Path) -> None:
    bad, good = found
    if bad:
        last = "SendMill" if text.startswith("`{}`") else bad
        assert [one.partition("<")[0] for one in wrong(index, text.format(bad) + "\n")] == [last]
    assert wrong(index, text.format(good) + "\n") == []


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`RecvMill` is an `AsyncMill`, and so is `SendMill`.", []),  # what is no base by its name or its members
        ("`RecvMill` derives from `AsyncMill`, and so does `SendMill`.", ["SendMill"]),
        ("`RecvMill` derives from `AsyncMill`, and so do `PackMill` (line 15) and `SendMill`.", ["SendMill"]),
        ("`RecvMill` 继承自 `AsyncMill`，`SendMill` 也是。", ["SendMill"]),
        ("`RecvMill` 继承自 `AsyncMill`，`SendMill` 也是用来发送的。", []),
        (
            "Upstream it is a plain `MillBase`, and so are `SendMill` (line 9), `RecvMill` and `WaterWheel`.",
            ["WaterWheel"],
        ),
        ("Upstream it is a plain `MillBase`, and so are `SendMill` (line 9), `RecvMill` and `WindMill`.", []),
        ("`AsyncMill` is the base class of `RecvMill` and `SendMill`.", ["SendMill"]),
        ("`AsyncMill` 的子类有 `RecvMill`、`SendMill`。", ["SendMill"]),
        ("`RecvMill` and `SendMill` both derive from `AsyncMill`.", ["SendMill"]),
        ("`RecvMill` 和 `SendMill` 都继承自 `AsyncMill`。", ["SendMill"]),
        ("`RecvMill` and `SendMill` derive from `AsyncMill` and `MillBase` respectively.", []),
        ("`RecvMill`、`SendMill` 分别继承自 `AsyncMill`、`MillBase`。", []),
        ("`RecvMill` and `SendMill` derive from `AsyncMill` and `MillBase`.", []),
    ],
)
def test_several(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text + "\n") == found


@pytest.mark.parametrize(
    "text",
    [
        "`SendMill` does not derive from `AsyncMill`.",
        "Does `SendMill` derive from `AsyncMill`?",
        "If `SendMill` derives from `AsyncMill`, it waits.",
        "We made `SendMill` derive from `AsyncMill`.",
        "I thought that `SendMill` derives from `AsyncMill`, but it does not.",
        "Neither `SendMill` nor `WindMill` derives from `AsyncMill`.",
        "很多人以为 `SendMill` 继承自 `AsyncMill`，其实不然。",
        "如果 `SendMill` 继承自 `AsyncMill`，会怎样？",
        "In 2.x `SendMill` derives from `AsyncMill`.",
        "`SendMill` is no `AsyncMill`, but it is like an `AsyncMill`.",
        "`SendMill` inherits the `AsyncMill` from `WaterWheel`.",
        "`WaterWheel` extends the `AsyncMill` with a wheel.",
        "`AsyncMill` drives `SendMill`, whose base class is `MillBase`.",
        "`RecvMill` holds a `SendMill`, and derives from `AsyncMill`.",  # which of them?
        "It is made by `SendMill`. It derives from `AsyncMill`.",
        "`WaterWheel` drives `SendMill`. It derives from `MillBase`.",
        "## `SendMill` and others\n\n- Base class: `AsyncMill`",
        "## `SendMill`\n\n- Made by: `RecvMill`\n  - Base class: `AsyncMill`",
        "`WovenSet` extends `UnaryMill`, says the table of ops.\n\nYour own `SendMill` derives from `AsyncMill`.",
    ],
)
def test_what_says_nothing(text: str, index: Path) -> None:
    assert wrong(index, text + "\n") == (["UnaryMill"] if "WovenSet" in text else [])


@pytest.mark.parametrize("header", ["Op", "name"])
def test_a_column_is_of_the_classes_that_it_fits(header: str, index: Path) -> None:
    top = f"| {header} | Kernel class | Base class | Devices |\n|---|---|---|---|\n"
    rows = (
        "| `WovenSet` | `WovenSetMill` | `UnaryMill` | CPU |\n"
        "| `SievedSet`, `WovenSet` | `SievedSetMill` | `UnaryMill<T>` | CPU |\n"
    )
    assert wrong(index, top + rows + "| `PressedSet` | `PressedSetMill` | `BinaryMill` | — |\n") == []
    assert wrong(index, top + rows + "| `PressedSet` | `PressedSetMill` | `UnaryMill` | — |\n") == ["UnaryMill"]


def test_a_class_beside_its_place(index: Path) -> None:
    top = "| what | copy from | base class |\n|---|---|---|\n"
    row = "| mill | `SendMill`, core/kernels/mills.h:9 | `tensorflow::{}` |\n"
    assert wrong(index, top + row.format("MillBase")) == []
    assert wrong(index, top + row.format("AsyncMill")) == ["AsyncMill"]


def test_a_column_of_any_base(index: Path) -> None:
    """Where the rows have bases of bases, one that has another between is not wrong."""
    rows = "".join(f"| `{name}` | `MillBase` |\n" for name in ("RecvMill", "PackMill", "WindMill"))
    table = f"| class | base |\n|---|---|\n{rows}"
    assert wrong(index, table) == []
    assert wrong(index, table + "| `SendMill` | `AsyncMill` |\n") == ["AsyncMill"]


def test_a_column_of_what_is_derived(index: Path) -> None:
    table = "| class | subclasses |\n|---|---|\n| `AsyncMill` | `RecvMill`, `{}` |\n"
    assert wrong(index, table.format("PackMill")) == []
    assert wrong(index, table.format("SendMill")) == ["SendMill"]


LIST = "{}\n\n- `MillBase`\n  - `AsyncMill`\n    - `RecvMill`: receives\n    - `{}`\n  - `UnaryMill`\n"


def test_a_nested_list(index: Path) -> None:
    assert wrong(index, LIST.format("The class hierarchy:", "PackMill")) == []
    assert wrong(index, LIST.format("The class hierarchy:", "SendMill")) == ["SendMill"]
    assert wrong(index, LIST.format("All mills:", "SendMill")) == []  # of whatever


@pytest.mark.parametrize(
    ("drawn", "found"),
    [
        ("```\nMillBase <|-- AsyncMill\nAsyncMill <|-- SendMill\n```", ["SendMill"]),
        ("```\nMillBase <|-- AsyncMill\nAsyncMill <|-- RecvMill\n```", []),
        ("`RecvMill` → `AsyncMill` → `MillBase`; `PackMill` → `AsyncMill`; `SendMill` → `AsyncMill`", ["AsyncMill"]),
        ("`MillBase` ← `AsyncMill` ← `RecvMill`, `AsyncMill` ← `PackMill`", []),
        (
            "`MillBase` ← `AsyncMill` (mills.h:6) ← `RecvMill`, `AsyncMill` (mills.h:6) ← `PackMill`\n"
            "`AsyncMill` (mills.h:6) ← `SendMill`",
            ["SendMill"],
        ),
        # As heads have it: the next one above.
        ("SendMill : MillBase\nUnaryMill : MillBase\nRecvMill : {}", []),
        ("SendMill : MillBase\nUnaryMill : MillBase\nRecvMill : MillBase", ["MillBase"]),
        ("`SendMill` → `RecvMill` → `WaterWheel` → `AsyncMill`", []),  # who calls whom
    ],
)
def test_arrows(drawn: str, found: list[str], index: Path) -> None:
    assert wrong(index, f"They are:\n\n{drawn}\n".replace("{}", "AsyncMill")) == found


def test_a_head_without_its_keyword(index: Path) -> None:
    assert wrong(index, "`Sieve(wheels.SpunWheel)` is exported.\n") == []
    assert wrong(index, "`Sieve(wheels.SpinWheel)` is exported.\n") == ["Sieve"]
    assert wrong(index, "`Sieve(wheels.SpinWheel)` will be exported.\n") == []
    assert wrong(index, "`Sieve(mills.WovenSet)` is called.\n") == []  # of another module: it may be a call
    assert wrong(index, "`Sieve(WovenSet)` is called.\n") == []


def test_values_in_code_deny_nothing(index: Path) -> None:
    text = "`bulk(all=False)` gives a `WovenSet`, and `class WovenSet({})` is it.\n"
    assert wrong(index, text.format("SpunWheel")) == []
    assert wrong(index, text.format("Sieve")) == ["Sieve"]


def test_a_class_with_its_module(index: Path) -> None:
    text = "All end up at `FineSieve` (mills.py:9), a `wheels.{}`.\n"
    assert wrong(index, text.format("SpunWheel")) == []
    assert wrong(index, text.format("WovenSet")) == ["wheels.WovenSet"]
    assert wrong(index, "All end up at `FineSieve` (mills.py:9), a `WovenSet`.\n") == []  # anything may be meant


def test_directly_behind_it(index: Path) -> None:
    text = "`AsyncMill` derives from `MillBase`; `RecvMill` itself is a `{}` directly and only adds a wheel.\n"
    assert wrong(index, text.format("AsyncMill")) == []
    assert wrong(index, text.format("MillBase")) == ["MillBase"]


def test_heads_in_a_list(index: Path) -> None:
    listed = "Tree: FineSieve(Sieve) mills.py:9, WovenSet(SpunWheel) 25, SievedSet({}) 29.\n"
    assert wrong(index, listed.format("SpunWheel")) == []
    assert wrong(index, listed.format("Sieve")) == ["Sieve"]
    assert wrong(index, "It calls SievedSet(Sieve), WovenSet(Sieve) and FineSieve(Sieve).\n") == []


def test_a_head_beside_its_file(index: Path) -> None:
    """Of several classes of one name that of the cited file is meant."""
    head = "In {} there is `class ReelMill : public {}`.\n"
    for path, base in (("tensorflow/core/kernels/reels.h:1", "MillBase"), ("tensorflow/compiler/reels.h", "AsyncMill")):
        assert wrong(index, head.format(path, base)) == []
        assert wrong(index, head.format(path, "WaterWheel")) == ["WaterWheel"]
    assert wrong(index, head.format("tensorflow/core/kernels/reels.h:1", "AsyncMill")) == ["AsyncMill"]


def test_a_member_that_another_class_has_at_the_line(index: Path) -> None:
    of = {
        name: TEXTS[PY].split("\n").index("  def bulk_sieve(self):", start) + 1 for name, start in (("a", 0), ("b", 6))
    }
    said = "Even so, `{}.bulk_sieve` (mills.py, line {}) wraps `sieve_all` in it.\n"

    def judged(text: str) -> list[str]:
        return [one.verdict for one in verdicts(index, text, True) if one.kind == "path:line"]

    assert judged(said.format("Sieve", of["b"])) == ["moved"]
    assert judged(said.format("FineSieve", of["b"])) == ["found"]
    assert judged(said.format("Sieve", of["a"])) == ["found"]
    assert judged(f"`Sieve.bulk_sieve` is overridden (mills.py, line {of['b']}) by one that does more.\n") == ["found"]
