"""`verify` on documents as people write them, against a tree: all that is wrong is found, and nothing else."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from pathlib import Path

import pytest
from answers.cited_documents import Maker
from answers.labelled import documents, labelled

from tfexplore.answers.verify import verify
from tfexplore.answers.verifying.verdicts import Verdict
from tfexplore.index import store, symbols

WRONG = ("moved", "not found", "differs")


@pytest.fixture(scope="module")
def index() -> Iterator[store.Index]:
    with store.open_index() as opened:
        yield opened


def reader(tree: Path) -> functools.partial[bytes | None]:
    def read(folder: Path, path: str) -> bytes | None:
        try:
            return (folder / path).read_bytes()
        except OSError:
            return None

    return functools.partial(read, tree)


def wrong(found: tuple[Verdict, ...]) -> list[Verdict]:
    return [one for one in found if one.verdict in WRONG]


@pytest.mark.source
@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_a_labelled_document(path: Path, index: store.Index, source_tree: Path) -> None:
    document = labelled(path, lambda name: (source_tree / name).read_text(encoding="utf-8"))
    left = set(document.wrong)
    unexpected = []
    for one in wrong(verify(index, path.name, document.text, reader(source_tree)).verdicts):
        hit = {
            (line, text) for line, text in document.wrong
            if (line == one.line and text and (text in one.text or one.text in text))
            or (not text and one.kind == "quotation" and abs(line - one.line) < 3)
        }  # fmt: skip
        left -= hit
        if not hit:
            unexpected.append(one)
    assert (left, unexpected) == (set(), [])


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.name)
def test_without_a_tree_no_right_citation_is_flagged(path: Path, index: store.Index) -> None:
    document = labelled(path, lambda name: "\n" * 5000)
    lines = {line for line, _ in document.wrong}
    flagged = [one for one in wrong(verify(index, path.name, document.text).verdicts) if one.line not in lines]
    assert flagged == []


@pytest.fixture(scope="module")
def maker(index: store.Index, source_tree: Path) -> Maker:
    return Maker(list(symbols.every(index)), source_tree, seed=20)


@pytest.mark.source
def test_right_documents_made_at_random(maker: Maker, index: store.Index, source_tree: Path) -> None:
    text = "\n\n".join(maker.document().text for _ in range(40))
    found = verify(index, "right.md", text, reader(source_tree)).verdicts
    assert wrong(found) == []
    assert len(found) >= 160


@pytest.mark.source
def test_documents_with_one_citation_made_wrong(maker: Maker, index: store.Index, source_tree: Path) -> None:
    made = [maker.wrong() for _ in range(60)]
    text = ""
    starts = []
    for one in made:
        starts.append(text.count("\n") + one.wrong)
        text += one.text + "\n"
    flagged = wrong(verify(index, "wrong.md", text, reader(source_tree)).verdicts)
    hit: dict[int, list[Verdict]] = {}
    for verdict in flagged:
        owner = max(start for start in starts if start <= verdict.line)
        hit.setdefault(owner, []).append(verdict)
    assert [one.how for one, start in zip(made, starts, strict=True) if start not in hit] == []
    stray = [v for start, found in hit.items() for v in found if v.line != start and v.kind != "quotation"]
    assert stray == []
