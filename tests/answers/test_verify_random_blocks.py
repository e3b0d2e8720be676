"""Blocks of code taken at random from a tree: none that is right is flagged, nearly all that are altered are."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers.random_blocks import Block, Blocks

from tfexplore.answers.verify import verify_all
from tfexplore.index import store

#: Blocks that are drawn, and the share of the altered that has to be found: with a tree, by what is said of the file.
MANY = 150
FOUND = {"path": 0.95, "both": 0.95, "name": 0.85, "none": 0.7}
#: The same without a tree, of all together.
FOUND_BY_MARKS = 0.7


@pytest.fixture(scope="module")
def index() -> Iterator[store.Index]:
    with store.open_index() as opened:
        yield opened


def flagged(blocks: list[Block], index: store.Index, tree: Path | None) -> list[Block]:
    def read(path: str) -> bytes | None:
        assert tree is not None
        file = tree / path
        return file.read_bytes() if file.is_file() else None

    documents = [(str(number), block.text) for number, block in enumerate(blocks)]
    verified = verify_all(index, documents, read if tree else None)
    wrong = ("moved", "not found", "differs")
    return [
        block
        for block, found in zip(blocks, verified, strict=True)
        if any(one.kind == "quotation" and one.verdict in wrong for one in found.verdicts)
    ]


@pytest.mark.source
@pytest.mark.parametrize("with_tree", [True, False])
def test_right_blocks(with_tree: bool, index: store.Index, source_tree: Path) -> None:
    drawn = Blocks(source_tree, 1)
    blocks = [drawn.draw(altered=False) for _ in range(MANY)]
    assert [block.text for block in flagged(blocks, index, source_tree if with_tree else None)] == []


@pytest.mark.source
def test_altered_blocks(index: store.Index, source_tree: Path) -> None:
    drawn = Blocks(source_tree, 2)
    blocks = [drawn.draw(altered=True) for _ in range(MANY)]
    found = Counter(block.said for block in flagged(blocks, index, source_tree))
    every = Counter(block.said for block in blocks)
    shares = {said: found[said] / every[said] for said in FOUND}
    assert {said: share for said, share in shares.items() if share < FOUND[said]} == {}
    assert len(flagged(blocks, index, None)) >= FOUND_BY_MARKS * MANY
