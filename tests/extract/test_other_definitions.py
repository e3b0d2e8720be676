"""Definitions without a body: enumerators, constants, messages, macros of Starlark."""

from __future__ import annotations

import pytest

from tfexplore.extract.other_definitions import other_definitions


def found(path: str, text: str) -> list[tuple[str, str, int, int]]:
    made = other_definitions(path, text.encode())
    return [(one.name, one.kind, one.location.line, one.location.end_line) for one in made]


ENUM = """enum class Weave {
  kLoose,  // e.g., as before
  /* kNever, */
  kTight = 3, kTightest
};
"""


def test_every_enumerator_and_none_of_remarks() -> None:
    values = [("kLoose", "constant", 2, 2), ("kTight", "constant", 4, 4), ("kTightest", "constant", 4, 4)]
    assert found("a.h", ENUM) == [("Weave", "type", 1, 5), *values]


@pytest.mark.parametrize(
    ("line", "name"),
    [
        ("constexpr int kMost = 12;", "kMost"),
        ("  static const char kName[] = ", "kName"),
        ("static constexpr int64 kMostOfAll{12};", "kMostOfAll"),
        ("const std::vector<int> kSizes = {1, 2};", "kSizes"),
        ("extern const char* const DEVICE_LOOM;  //  is of any", "DEVICE_LOOM"),
        ("const char* const DEVICE_LOOM = ", "DEVICE_LOOM"),
        ("static const int kLong\n    = 3;", "kLong"),
        ("constexpr uint64 Loom::kMost;", "kMost"),
    ],
)
def test_constants(line: str, name: str) -> None:
    assert found("a.cc", f"\n{line}\n") == [(name, "constant", 2, 2)]


@pytest.mark.parametrize(
    "line",
    ["const int kMost(3);", "int x = kMost;", "return kMost;", "const Loom& kMost() {", "void f(const int kMost = 3);"],
)
def test_what_is_no_constant(line: str) -> None:
    assert found("a.cc", f"{line}\n") == []


PROTO = """message Loom {
  // A { in a remark.
  string name = 1 [default = "}"];
  message Warp {
    int32 ends = 1;
  }
  enum State {
    SLACK = 0;
  }
}
service Weaving { rpc Weave(Loom) returns (Loom); }
"""


def test_messages_end_where_their_braces_close() -> None:
    assert found("a.proto", PROTO) == [
        ("Loom", "type", 1, 10),
        ("Warp", "type", 4, 6),
        ("State", "type", 7, 9),
        ("SLACK", "constant", 8, 8),
        ("Weaving", "type", 11, 11),
    ]


def test_a_message_that_is_never_closed() -> None:
    assert found("a.proto", "message Loom {\n  string name = 1;\n") == [("Loom", "type", 1, 1)]


def test_macros_of_starlark() -> None:
    text = "# Looms.\nLOOMS = 3\n\ndef loom_library(name):\n    native.cc_library(name = name)\n"
    assert found("a.bzl", text) == [("LOOMS", "constant", 2, 2), ("loom_library", "function", 4, 4)]
