"""Which documented behaviours hold: each claim's evidence looked up in the index, and its check run.

The only answer that computes: a claim is worth what its check says now. NumPy is loaded when claims are.
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, NearName, Searched, Taken
from tfexplore.answers.names import match, nearest
from tfexplore.index import claims as places
from tfexplore.model import Location

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index
    from tfexplore.reference.claims import Claim


class PlacedEvidence(Record):
    """A piece of evidence: what it stands within, its file, and where it is (None where it was not found)."""

    within: str
    path: str
    location: Location | None
    external: bool


class CheckedClaim(Record):
    """A claim with its verdict.

    `"holds"`, `"differs"` (the released binary does otherwise), `"fails"`, or `"not located"`: the tree of the index
    does not say what the claim says that it does, and so nothing is known of it.
    """

    id: str
    op: str
    statement: str
    verdict: str
    detail: str
    evidence: tuple[PlacedEvidence, ...]
    example: str = ""


def check_claims(index: Index, patterns: Sequence[str], explained: bool = False) -> Answer:
    """The claims whose id or op matches, each checked now; with `explained` their worked examples too.

    A public name stands for the ops that it is there for as well.
    """
    answer = named_claims(index, patterns)
    chosen: tuple[Claim, ...] = answer.results  # type: ignore[assignment]
    found = {(one.claim, one.path, one.within): one.location for one in places.every(index)}
    results = [_checked(claim, found, explained) for claim in chosen]
    if not any(found.values()):
        # A tree without any of the evidence is none of TensorFlow's: what another package says says nothing of it.
        results = [
            one
            if one.verdict in ("fails", "not located")
            else one._replace(verdict="not located", detail="nothing that any claim speaks of is in this tree")
            for one in results
        ]
    return answer._replace(results=tuple(results))


def named_claims(index: Index, patterns: Sequence[str]) -> Answer:
    """What `find_claims` answers to patterns, and to the ops that public names among them are there for."""
    words, taken = _with_ops(index, tuple(patterns))
    answer = find_claims(index, words)
    if taken and not answer.results:
        named = ", ".join([op for one in taken for op in one.ops])
        reason = (
            f"it creates {named}, and no claim speaks of that" if len(taken) == 1 else "none of their ops has a claim"
        )
        answer = answer._replace(nearest=(), searched=answer.searched._replace(reason=reason))
    return answer._replace(query=tuple(patterns), taken=taken)


def _with_ops(index: Index, patterns: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[Taken, ...]]:
    """The patterns, and behind each public name the ops that it is there for: claims speak of both."""
    from tfexplore.answers.taken import as_ops

    words: list[str] = []
    taken: list[Taken] = []
    for pattern in patterns:
        words.append(pattern)
        if "." in pattern:
            ops, meant = as_ops(index, (pattern,))
            if meant:
                words += ops
                taken += meant
    return tuple(dict.fromkeys(words)), tuple(taken)


def find_claims(index: Index, patterns: Iterable[str]) -> Answer:
    """The claims whose id or op matches, as `Claim`s, unchecked."""
    from tfexplore.reference.claims import CLAIMS

    query = tuple(patterns)
    chosen = _chosen(CLAIMS, query)
    near: tuple[NearName, ...] = ()
    if not chosen:
        kinds = [("claim", [claim.id for claim in CLAIMS]), ("op", sorted({claim.op for claim in CLAIMS}))]
        near = nearest(query, kinds)
    answer = "found" if chosen else "not found"
    return Answer(index.state, "check", query, answer, tuple(chosen), near, (), Searched("claim", len(CLAIMS)))


def _chosen(claims: Iterable[Claim], patterns: tuple[str, ...]) -> list[Claim]:
    """Claims by id, by op, or by a family that is written with a `*`; all of them without a pattern."""
    listed = list(claims)
    if not patterns:
        return listed
    ids = set(match(patterns, [claim.id for claim in listed]))
    ops = set(match(patterns, sorted({claim.op for claim in listed})))
    families = {
        claim.op
        for claim in listed
        for pattern in patterns
        if claim.op.endswith("*") and pattern.lower().startswith(claim.op[:-1].lower())
    }
    return [claim for claim in listed if claim.id in ids or claim.op in ops or claim.op in families]


def _checked(claim: Claim, found: dict[tuple[str, str, str], Location | None], explained: bool) -> CheckedClaim:
    from tfexplore.reference.claims import check

    evidence = tuple(
        [
            PlacedEvidence(one.within, one.path, found.get((claim.id, one.path, one.within)), one.external)
            for one in claim.evidence
        ]
    )
    locations = {
        (one.path, one.within): (one.location.line, one.location.end_line) if one.location else None for one in evidence
    }
    result = check(claim, locations)
    example = claim.worked_example() if explained and result.verdict != "fails" else ""
    return CheckedClaim(claim.id, claim.op, claim.statement, result.verdict, result.detail, evidence, example)


def failures(answer: Answer) -> int:
    """How many of an answer's claims fail."""
    results: tuple[CheckedClaim, ...] = answer.results  # type: ignore[assignment]
    return sum(one.verdict == "fails" for one in results)
