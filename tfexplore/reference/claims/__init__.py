"""Every claim: a documented behaviour, its evidence in the source, and a check that runs it.

`check(claim)` runs one. It *holds* if the NumPy implementation does what the source says, and so does TensorFlow; it
*differs* if the implementation does what the released binary does, and that is not what the source or its documentation
says (the claim tells how); it *fails* if this implementation is wrong, or the evidence is no longer in the source.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from tfexplore.reference.claim import Claim, ClaimFailedError
from tfexplore.reference.claims import (
    avg_pool,
    conv2d,
    conv2d_backprop,
    conv2d_refused,
    depthwise,
    fused_conv2d,
    loss_scale,
    max_pool,
    max_pool_grad,
    nn,
    preprocess_input,
    pruning,
    sin,
)
from tfexplore.reference.errors import ReferenceError
from tfexplore.reference.evidence import Evidence

__all__ = ["CLAIMS", "Claim", "ClaimResult", "Evidence", "Locations", "check", "explain"]

#: Where evidence stands, by (path, within): its first and last line, or None where it was not found.
Locations = Mapping[tuple[str, str], "tuple[int, int] | None"]

CLAIMS: tuple[Claim, ...] = (
    *conv2d.SIZES,
    *conv2d_refused.CLAIMS,
    *conv2d.VALUES,
    *conv2d_backprop.CLAIMS,
    *depthwise.CLAIMS,
    *fused_conv2d.CLAIMS,
    *nn.CLAIMS,
    *max_pool.CLAIMS,
    *max_pool_grad.CLAIMS,
    *avg_pool.CLAIMS,
    *sin.CLAIMS,
    *preprocess_input.CLAIMS,
    *pruning.CLAIMS,
    *loss_scale.CLAIMS,
)

_BY_ID = {claim.id: claim for claim in CLAIMS}


class ClaimResult(NamedTuple):
    """What became of a claim: `verdict` is `"holds"`, `"differs"`, `"fails"` or `"not located"`, `detail` says more."""

    id: str
    op: str
    statement: str
    verdict: str
    detail: str


def check(claim: Claim, locations: Locations | None = None) -> ClaimResult:
    """Run the check of a claim.

    With `locations`, each piece of evidence in the source tree must be found there, or nothing can be said of that
    tree: the claim is not located. Evidence in a package of its own is not asked for. A check that raises anything is a
    failure, never an exception.
    """
    try:
        detail = claim.check()
    except ClaimFailedError as error:
        return ClaimResult(claim.id, claim.op, claim.statement, "fails", str(error))
    except Exception as error:  # a check must not end the run, whatever a broken operator does
        return ClaimResult(claim.id, claim.op, claim.statement, "fails", f"{type(error).__name__}: {error}")
    missing = [
        f"{one.within} in {one.path}"
        for one in claim.evidence
        if locations is not None and not one.external and locations.get((one.path, one.within)) is None
    ]
    if missing:
        detail = f"evidence not found: {'; '.join(missing)}"
        return ClaimResult(claim.id, claim.op, claim.statement, "not located", detail)
    if claim.differs:
        return ClaimResult(claim.id, claim.op, claim.statement, "differs", claim.differs)
    return ClaimResult(claim.id, claim.op, claim.statement, "holds", detail)


def explain(claim_id: str, locations: Locations | None = None) -> str:
    """Return a claim with its evidence and a worked example whose numbers are computed now."""
    claim = _BY_ID.get(claim_id)
    if claim is None:
        raise ReferenceError("check", "claim", f"there is no claim {claim_id!r}")
    result = check(claim, locations)
    lines = [f"{claim.id} ({claim.op}): {result.verdict}", "", f"  {claim.statement}.", ""]
    if claim.differs:
        lines += ["In the released binary:", f"  {claim.differs}.", ""]
    lines.append("Evidence:")
    for evidence in claim.evidence:
        place = evidence.path
        found = locations.get((evidence.path, evidence.within)) if locations is not None else None
        if found is not None:
            place += f":{found[0]}" + (f"-{found[1]}" if found[1] > found[0] else "")
        if evidence.external:
            place += f" ({evidence.package} {evidence.version})"
        lines.append(f"  {evidence.within}: {place}")
    lines += ["", "Worked example:", f"  {result.detail if result.verdict == 'fails' else claim.worked_example()}"]
    return "\n".join(lines) + "\n"
