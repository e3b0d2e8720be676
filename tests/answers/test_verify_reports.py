"""`verify` on the project's own reports: thousands of citations, made from an index, and all of them right."""

from __future__ import annotations

from pathlib import Path

import pytest

from tfexplore.answers.verify import verify_all
from tfexplore.index import store

REPORTS = Path(__file__).resolve().parents[2] / "reports"
#: The pages whose citations are of all kinds; the other pages of ops are like these.
SOME = ("behaviours", "conv2d", "gradients", "keras", "ops-bitwise", "ops-convolution", "ops-dataset", "registration",
        "schema", "swig")  # fmt: skip


def flagged(pages: list[Path], tree: Path | None) -> tuple[list[str], int]:
    """What is said to be wrong in some pages, and how many citations they have."""

    def read(path: str) -> bytes | None:
        assert tree is not None
        try:
            return (tree / path).read_bytes()
        except OSError:
            return None

    texts = [(str(page.relative_to(REPORTS)), page.read_text(encoding="utf-8")) for page in pages]
    wrong = []
    count = 0
    with store.open_index() as index:
        for found in verify_all(index, texts, read if tree else None):
            count += len(found.verdicts)
            wrong += [
                f"{one.document}:{one.line} {one.text[-60:]}: {one.verdict}, {one.detail}"
                for one in found.verdicts if one.verdict in ("moved", "not found", "differs")
            ]  # fmt: skip
    return wrong, count


def test_without_a_tree_nothing_is_wrong_in_a_report() -> None:
    pages = [REPORTS / "en" / f"{name}.md" for name in SOME] + [REPORTS / "zh" / "behaviours.md"]
    wrong, count = flagged(pages, None)
    assert wrong == []
    assert count > 10_000


@pytest.mark.source
def test_nothing_is_wrong_in_any_report(source_tree: Path) -> None:
    wrong, count = flagged(sorted(REPORTS.glob("*/*.md")), source_tree)
    assert wrong == []
    assert count > 80_000
