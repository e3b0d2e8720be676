"""Diffs whose lines of before are not those of the file."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

HEAD = "--- a/tensorflow/core/kernels/plying.cc\n+++ b/tensorflow/core/kernels/plying.cc\n@@ -3,7 +3,7 @@\n"
TEXTS = {
    "tensorflow/core/kernels/plying.cc": """// Plying.

int PlyStrands(const Strands& strands, int times) {
  const int most_plies = std::min(times, 64);
  for (int ply = 0; ply < most_plies; ++ply) {
    TwistAgainst(strands, ply);
  }
  return CountPlies(strands, most_plies);
}
""",
}
BODY = """ int PlyStrands(const Strands& strands, int times) {{
-  const int most_plies = std::min(times, {most});
+  const int most_plies = std::min(times, 128);
   for (int ply = 0; ply < most_plies; ++ply) {{
     TwistAgainst(strands, ply);
   }}
   return CountPlies(strands, most_plies);
"""


def diff(body: str, head: str = HEAD, language: str = "diff") -> str:
    return f"# A patch\n\n```{language}\n{head}{body}```\n"


def test_a_line_that_the_file_has_otherwise(index: Path) -> None:
    assert wrong(index, diff(BODY.format(most=64))) == []
    assert wrong(index, diff(BODY.format(most=32))) == ["const int most_plies = std::min(times, 32);"]
    assert wrong(index, diff(BODY.format(most=32), language="cpp")) != wrong(index, diff(BODY.format(most=32)))


def test_where_it_is(index: Path) -> None:
    (made,) = [one for one in verdicts(index, diff(BODY.format(most=32))) if one.kind == "quotation"]
    assert (made.line, made.column) == (8, 4)
    assert made.location is not None
    assert made.location.line == 4


@pytest.mark.parametrize(
    "document",
    [
        # The author may have changed it before, unless the head of the diff is one of the tree's files.
        "In `kernels/plying.cc`:\n\n" + diff(BODY.format(most=32), head="").partition("\n\n")[2],
        diff(BODY.format(most=32), head=HEAD.replace("plying", "no_such_file")),
        # A line like none of the file's is of an earlier patch, and so may all be where few are the file's.
        diff(BODY.replace("std::min(times, {most})", "PliesOfTheLoom(strands.size(), times)").format(most=1)),
        diff(BODY.format(most=32).replace("ply", "turn").replace("Ply", "Turn")),
        # Two lines tell nothing.
        diff("\n".join(BODY.format(most=32).split("\n")[:2]) + "\n"),
    ],
)
def test_what_tells_nothing(document: str, index: Path) -> None:
    assert [text for text in wrong(index, document) if "most_plies" in text] == []
