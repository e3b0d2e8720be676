"""Names in prose that are not marked as code and have a shape that only code has."""

from __future__ import annotations

from pathlib import Path
from time import process_time

import pytest
from answers import claimed
from answers.claimed import make_index, wrong

KNOTS = "tensorflow/core/lib/knots.cc"
#: Seconds of the processor's time that the longest line may take which is read; most take a tenth of a second.
MOST_SECONDS = 20
TEXT = """// Knots.
void MaybeLoosenOldKnotsAgain() {
}
void FormatStrandNameForError() {
}
void TieKnotsOfEveryStrand() {
}
void _MaybeLoosenOldStrands() {
}
void ReadWidth() {
  ReadInt64FromEnvVar("TF_BRAID_WIDTH_LIMIT", 12, &width);
}
// FormatThreadNameForError is of another file.
"""


@pytest.fixture
def knots(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The index of the tree with one more file."""
    monkeypatch.setitem(claimed.TEXTS, KNOTS, TEXT)
    return make_index(tmp_path / "knots.sqlite")


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("The text is written by FormatBraidNameForError in `lib/knots.cc`.", ["FormatBraidNameForError"]),
        ("5. _MaybeCutOldStrands then cuts them, see `lib/knots.cc`.", ["_MaybeCutOldStrands"]),
        ("- `BraidStrands` ties\n- _MaybeCutOldStrands cuts\n- `Tighten` ends", ["_MaybeCutOldStrands"]),
        ("旧的结:_MaybeCutOldStrands 会剪断它,见 `lib/knots.cc`。", ["_MaybeCutOldStrands"]),
        ("FormatStrandNameForError and _MaybeLoosenOldStrands are in `lib/knots.cc`.", []),
        # Which a file has, if only in a remark.
        ("FormatThreadNameForError is in `lib/knots.cc`.", []),
        # Like nothing that there is, or of fewer words.
        ("FormatWidthsOfEveryLoom is called in `lib/knots.cc`.", []),
        ("FormatStrandNames is called in `lib/knots.cc`.", []),
        # Nothing of the tree stands beside it.
        ("The text is written by FormatBraidNameForError.", []),
        # Denied, asked for, another release's, the author's, an example's.
        ("There is no FormatBraidNameForError in `lib/knots.cc`.", []),
        ("FormatBraidNameForError does not exist, and `lib/knots.cc` has another.", []),
        ("Is there a FormatBraidNameForError in `lib/knots.cc`?", []),
        ("TF 2.3 has FormatBraidNameForError in `lib/knots.cc`.", []),
        ("Our FormatBraidNameForError is like that of `lib/knots.cc`.", []),
        ("We add FormatBraidNameForError to `lib/knots.cc`.", []),
        ("Suppose that FormatBraidNameForError were in `lib/knots.cc`.", []),
        ("PyTorch has FormatBraidNameForError, we have `lib/knots.cc`.", []),
        ("我们自己的 FormatBraidNameForError 与 `lib/knots.cc` 类似。", []),
        ("`lib/knots.cc` 里没有 FormatBraidNameForError。", []),
        ("In `lib/knots.cc`: https://example.org/FormatBraidNameForError", []),
    ],
)
def test_words_that_are_like_names(said: str, found: list[str], knots: Path) -> None:
    assert wrong(knots, said + "\n") == found
    # An index tells of a file that has it, where the sentence says which.
    told = wrong(knots, said + "\n", tree=False)
    assert told == (found if found and "in `lib" in said and not found[0].startswith("_") else [])


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ("`BraidStrands` is wide. The switch is the env var TF_BRAID_WIDTH_MAXIMUM, on by default.", True),
        ("`BraidStrands` is a no-op without it. The switch of it is the env var\nTF_BRAID_WIDTH_MAXIMUM, on.", True),
        ("`BraidStrands` 读取环境变量 TF_BRAID_WIDTH_MAXIMUM。", True),
        ("`BraidStrands` is wide. The switch is the env var TF_BRAID_WIDTH_LIMIT, on by default.", False),
        ("The switch is the env var TF_BRAID_WIDTH_MAXIMUM, on by default.", False),
        ("`BraidStrands` is wide, and TF_BRAID_WIDTH_MAXIMUM is how we call it.", False),
        ("`BraidStrands` is wide. Our wrapper reads the env var TF_BRAID_WIDTH_MAXIMUM; it is our own.", False),
        ("`BraidStrands` has no env var TF_BRAID_WIDTH_MAXIMUM.", False),
    ],
)  # fmt: skip
def test_variables_of_the_environment(said: str, found: bool, knots: Path) -> None:
    assert wrong(knots, said + "\n") == (["TF_BRAID_WIDTH_MAXIMUM"] if found else [])


@pytest.mark.parametrize(
    "piece",
    [
        "_MaybeCutOldStrands ",
        "TF_A_B_C_D_",
        "AbCdEfGh",
        "`",
        "<",
        "](",
        "_A",
        "a/b/c/",
        "a.b.c.",
        "a::b::",
        "knots.cc ",
    ],
)
def test_long_lines(piece: str, knots: Path) -> None:
    begun = process_time()
    wrong(knots, f"See `lib/knots.cc`: {piece * (20_000 // len(piece))}\n")
    assert process_time() - begun < MOST_SECONDS
