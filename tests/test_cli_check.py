"""`tfexplore check` on trees that are not the one the claims are about."""

from __future__ import annotations

from pathlib import Path

import pytest
from asking import ask, on_terminal, visible

from tfexplore.index.store import Index
from tfexplore.index.write import Facts, write_index
from tfexplore.model import ClaimEvidence, Location


@pytest.fixture(scope="module")
def other_index(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The index of a tree that has all the evidence of one claim, and half of another's."""
    from index import facts

    from tfexplore.reference.claims import CLAIMS

    chosen = {claim.id: claim for claim in CLAIMS}
    whole, half = chosen["conv.out_valid"], chosen["conv.len4"]
    assert len(half.evidence) > 1
    located = [*whole.evidence, half.evidence[0]]
    evidence = [
        ClaimEvidence(claim.id, one.within, one.path, Location(one.path, 7, 9) if one in located else None)
        for claim in CLAIMS
        for one in claim.evidence
    ]
    path = tmp_path_factory.mktemp("other") / "other.sqlite"
    write_index(path, facts.STATE, Facts(evidence=tuple(evidence)))
    return path


def verdicts(index: Path, *words: str) -> dict[str, str]:
    done = ask(index, "check", *words, "--json")
    assert done.status == 0, done.err
    return {one["id"]: one["verdict"] for one in done.json()["results"]}


def test_a_tree_without_any_evidence(tmp_path: Path) -> None:
    from index import facts

    write_index(tmp_path / "bare.sqlite", facts.STATE, Facts())
    found = verdicts(tmp_path / "bare.sqlite")
    assert len(found) == 92
    assert set(found.values()) == {"not located"}


def test_evidence_that_is_missing_neither_holds_nor_fails(other_index: Path) -> None:
    found = verdicts(other_index)
    assert found["conv.out_valid"] == "holds"
    assert found["conv.len4"] == "not located"
    assert "fails" not in found.values()
    rows = {row[0]: row for row in ask(other_index, "check", "conv.len4").rows()}
    assert rows["conv.len4"][-1].startswith("evidence not found: ")


def test_the_terminal_says_so(other_index: Path) -> None:
    text = visible(on_terminal(other_index, "check", "conv.len4", "conv.out_valid", "--no-pager").out)
    assert "2 claims: 1 holds, 1 not located in this tree" in text
    explained = visible(on_terminal(other_index, "check", "--explain", "conv.len4", "--no-pager").out)
    assert "this tree does not say so where v1.15.0 does" in " ".join(explained.split())


def test_claim_and_verdict_stand_on_lines_of_their_own(shipped: Index) -> None:
    for columns in (80, 120):
        text = visible(on_terminal(shipped.path, "check", "conv.nchw_cpu", "--no-pager", columns=columns).out)
        lines = [line.strip() for line in text.splitlines()]
        assert any(line.startswith("≠ the CPU kernel is unimplemented for NCHW") for line in lines)
