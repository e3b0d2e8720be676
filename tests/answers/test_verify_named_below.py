"""Quotations whose file is named right below them."""

from __future__ import annotations

from pathlib import Path

from answers.claimed import KERNEL, REEL, TEXTS, wrong

BLOCK = "\n".join(TEXTS[REEL].split("\n")[8:-2])
QUOTED = f"```cpp\n{BLOCK}\n```\n"


def test_the_file_that_is_named_below(index: Path) -> None:
    assert len(wrong(index, f"It is in `{KERNEL}`:\n\n{QUOTED}")) == 1
    assert len(wrong(index, f"It is in `{KERNEL}`:\n\n{QUOTED}\nSo much for `{REEL}`.\n")) == 1
    assert wrong(index, f"What `{KERNEL}` has is set against:\n\n{QUOTED}\n(`{REEL}`, line 9).\n") == []


def test_a_file_that_two_paragraphs_name(index: Path) -> None:
    text = f"`Tighten` is in `{KERNEL}`, too.\n\nFrom `{KERNEL}`:\n\n{QUOTED}"
    assert len(wrong(index, text)) == 1
    assert wrong(index, text.replace(KERNEL, REEL).replace("`Tighten`", "`Unreel`")) == []
