"""What the heads of classes say, read from files as they are and packed for an index."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tfexplore.class_heads import NOTHING, Head, HeadReader, as_row, packed, unpacked

CPP = b"""class Loom {
 public:
  virtual void Weave(int rows) = 0;  // not Stop() = 0;
};
template <typename T, int Rows>
class WideLoom final : public Loom, private functor::Frame<T, Rows>::Edge {
};
class SteamLoom
    : public std::thread {
};
using Frame = BaseFrame<int>;
using WarpLoom = WideLoom<float>;
class HandLoom : public WarpLoom {
};
"""
PYTHON = b"""from tensorflow.python.looms import base_looms as looms
import tensorflow.python.wheels as w
from tensorflow.python import mills

class Loom(looms.Loom, w.Wheel):  # a Loom(object)
  pass

class Mill(mills.Mill):
  pass

class Made(factory(Loom)):
  pass

class Meta(six.with_metaclass(Maker, Loom)):
  pass

class Plain(object):
  pass
"""


def read(path: str, data: bytes, kind: str, line: int, end_line: int = 0) -> Head:
    return HeadReader(path, data.split(b"\n")).read(kind, line, end_line or line)


@pytest.mark.parametrize(
    ("line", "kind", "expected"),
    [
        (1, "class", NOTHING._replace(abstract=True)),
        # What a class of the file is called otherwise, and what a template's arguments are no bases for.
        (6, "class", NOTHING._replace(bases=("Loom", "Edge"), within=("", "Frame"))),
        (8, "class", NOTHING._replace(bases=("thread",), within=("std",), open=True)),
        (
            12,
            "type",
            NOTHING._replace(bases=("WarpLoom", "WideLoom"), within=("", ""), renamed={"WarpLoom"}, local=True),
        ),
        (13, "class", NOTHING._replace(bases=("WarpLoom",), within=("",), renamed={"WarpLoom"})),
    ],
)  # fmt: skip
def test_heads_of_cpp(line: int, kind: str, expected: Head) -> None:
    assert read("looms/loom.cc", CPP, kind, line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        # The module that the file calls otherwise, and one that it has under its own name; a remark is no head.
        (5, NOTHING._replace(bases=("Loom", "Wheel"), within=("base_looms", "wheels"), neighbour=True)),
        (8, NOTHING._replace(bases=("Mill",), within=("mills",), neighbour=True)),
        (11, NOTHING._replace(bases=("Loom",), within=("",), open=True)),  # what a call makes of it
        (14, NOTHING._replace(bases=("Loom",), within=("",))),
        (17, NOTHING),
    ],
)
def test_heads_of_python(line: int, expected: Head) -> None:
    assert read("looms/loom.py", PYTHON, "class", line) == expected


def test_a_file_keeps_its_heads_in_order() -> None:
    classes = [("class", 1, 1), ("class", 6, 7), ("class", 8, 9)]
    text = packed("looms/loom.h", CPP, classes)
    assert text == "a \nLoom,Frame.Edge\no std.thread"
    reader = HeadReader("looms/loom.h", CPP.split(b"\n"))
    assert unpacked(text) == [reader.read(*one) for one in classes]
    # Those behind the last that says something are left out.
    assert packed("looms/loom.py", PYTHON, [("class", 14, 14), ("class", 17, 17)]) == "Loom"


_NAMES = st.from_regex(r"[A-Za-z_]\w{0,8}", fullmatch=True)


@given(st.lists(st.tuples(_NAMES, st.sampled_from(["", "m", "inner"])), unique_by=lambda one: one[0]), st.data())
def test_a_row_comes_back(found: list[tuple[str, str]], data: st.DataObject) -> None:
    names = tuple(name for name, _ in found)
    renamed = frozenset(data.draw(st.sets(st.sampled_from(names)))) if names else frozenset()
    signs = data.draw(st.tuples(*[st.booleans()] * 4))
    head = Head(names, tuple(within for _, within in found), renamed, *signs)
    assert unpacked(as_row(head)) == [head]


@given(st.binary(max_size=300), st.sampled_from(["a.py", "a.cc", "a.h", "a.proto"]), st.integers(1, 20))
def test_any_text_has_some_head(data: bytes, path: str, line: int) -> None:
    head = read(path, data, "class", line)
    assert len(head.bases) == len(head.within)
    assert head.renamed <= set(head.bases)


def test_a_file_made_to_be_slow_is_read_in_time() -> None:
    """Nested without end, or with a base of its own for each of thousands: what is read of each class is bounded."""
    nested = b"\n".join(b" " * (depth % 400) + b"class A%d(B%d):" % (depth, depth) for depth in range(6_000))
    heads = unpacked(packed("a.py", nested, [("class", line, line) for line in range(1, 6_001)]))
    assert heads[5_999].bases == ("B5999",)
    assert not heads[10].renamed
    assert heads[5_999].renamed == {"B5999"}  # nobody has looked
