"""Values and numbers that a sentence says of the lines that it cites."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import wrong

DYE = "tensorflow/core/kernels/dye_op.cc"
TEXTS = {
    DYE: """REGISTER_DYE("INDIGO", IndigoFactory, 60);



REGISTER_DYE("MADDER", MadderFactory,
             70);



static const int kVats = -0x1F;



bool dye_is_wet = false;
int BathOf(Dye dye) { return dye == Dye::WOAD ? 3 : 4; }
""",
}
INDIGO, MADDER, WET, VATS = (
    TEXTS[DYE][: TEXTS[DYE].index(text)].count("\n") + 1 for text in ("INDIGO", "MADDER", "dye_is_wet", "kVats")
)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (f"The priority of INDIGO is 60 (`dye_op.cc:{INDIGO}`).", []),
        (f"The priority of INDIGO is 50 (`dye_op.cc:{INDIGO}`).", ["50"]),
        (f"The priority of INDIGO\nis 50 (`dye_op.cc:{INDIGO}`).", ["50"]),
        (f"INDIGO 的优先级是 50（dye_op.cc:{INDIGO}）。", ["50"]),
        (f"MADDER 的优先级为 75（dye_op.cc:{MADDER}），INDIGO 的是 60。", ["75"]),
        (f"MADDER 的优先级为 70（dye_op.cc:{MADDER}）。", []),
        (f"The priority of WOAD is 50 (`dye_op.cc:{INDIGO}`).", []),  # no word of it is there
        (f"The priority of INDIGO is not 50 (`dye_op.cc:{INDIGO}`).", []),
        (f"We think that the priority of INDIGO should be 50 (`dye_op.cc:{INDIGO}`).", []),
        (f"* INDIGO: 50 (`dye_op.cc:{INDIGO}`)", ["50"]),
        (f"* INDIGO: 60 (`dye_op.cc:{INDIGO}`)", []),
        (f"* INDIGO: {INDIGO} (`dye_op.cc:{INDIGO}`)", []),  # its line
        (f"* WOAD: 50 (`dye_op.cc:{INDIGO}`)", []),
        (f"`kVats` is -31 (`dye_op.cc:{VATS}`).", []),
        (f"`kVats` is 31 (`dye_op.cc:{VATS}`).", ["31"]),
    ],
)
def test_numbers_right_before_a_place(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("`dye_is_wet` is set to `true`\n(`dye_op.cc:{}`).", ["true"]),
        ("`dye_is_wet` is set to `false`\n(`dye_op.cc:{}`).", []),
        ("`dye_is_wet` later becomes, and is set to, `true`\n(`dye_op.cc:{}`).", []),
        ("It asks for `Dye::MADDER`\n(`dye_op.cc:{}`).", ["Dye::MADDER", f"dye_op.cc:{WET}"]),
        ("It asks for `Dye::WOAD`\n(`dye_op.cc:{}`).", []),
        ("It never asks for `Dye::MADDER`\n(`dye_op.cc:{}`).", [f"dye_op.cc:{WET}"]),
    ],
)
def test_values_of_the_lines_of_a_sentence_of_several(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text.format(WET)) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('It fails with "strands must be a matrix" (braid_op.cc:{}).', ["braid_op.cc:38"]),
        ("失败时报“strands must be a matrix”（braid_op.cc:{}）。", ["braid_op.cc:38"]),
        ('It does not fail with "strands must be a matrix" (braid_op.cc:{}).', []),
        ('It fails with "strands must be square" (braid_op.cc:{}).', []),  # which is nowhere: it may be put together
        ('It fails with "matrix" (braid_op.cc:{}).', []),
    ],
)
def test_texts_before_a_place(text: str, found: list[str], index: Path) -> None:
    assert wrong(index, text.format(14)) == []
    assert wrong(index, text.format(38)) == found
