"""The claims, and what is said of them."""

import pytest

from tfexplore.reference import claims, errors
from tfexplore.reference.claim import ClaimFailedError


@pytest.mark.parametrize("claim", claims.CLAIMS, ids=lambda claim: claim.id)
def test_a_claim_holds_or_differs(claim):
    result = claims.check(claim)
    assert result.verdict == ("differs" if claim.differs else "holds"), result.detail
    assert result[:3] == claim[:3]
    assert result.detail
    assert "\n" not in result.detail


def test_there_are_92_claims_and_each_has_evidence():
    assert len({claim.id for claim in claims.CLAIMS}) == len(claims.CLAIMS) == 92
    assert all(claim.evidence for claim in claims.CLAIMS)


@pytest.mark.parametrize("claim", claims.CLAIMS, ids=lambda claim: claim.id)
def test_an_explanation_names_the_evidence_and_computes_an_example(claim):
    text = claims.explain(claim.id)
    assert text.startswith(f"{claim.id} ({claim.op}): ")
    assert all(evidence.path in text and evidence.within in text for evidence in claim.evidence)
    assert text.rstrip().endswith(claim.worked_example())


def test_an_explanation_shows_the_lines_that_are_known():
    claim = next(claim for claim in claims.CLAIMS if claim.id == "conv.same_odd_right")
    place = {(claim.evidence[0].path, claim.evidence[0].within): (60, 63)}
    assert f"{claim.evidence[0].path}:60-63" in claims.explain(claim.id, place)


def test_an_unknown_claim_is_an_error():
    with pytest.raises(errors.ReferenceError, match=r"no claim 'conv\.none'"):
        claims.explain("conv.none")


@pytest.mark.parametrize("known", [{}, None])
def test_missing_evidence_leaves_a_claim_open(known):
    claim = claims.CLAIMS[0]
    key = (claim.evidence[0].path, claim.evidence[0].within)
    result = claims.check(claim, {key: None} if known is None else known)
    assert result.verdict == "not located"
    assert "evidence not found" in result.detail
    assert claims.check(claim, {key: (82, 86)}).verdict == "holds"


def test_evidence_of_another_package_is_not_asked_for():
    claim = next(claim for claim in claims.CLAIMS if claim.id == "pp.inplace")
    assert claims.check(claim, {}).verdict == "holds"


def _wrong() -> str:
    raise ClaimFailedError("1 is not 2")


def _broken() -> str:
    return str(1 // 0)


@pytest.mark.parametrize(
    ("check", "detail"), [(_wrong, "1 is not 2"), (_broken, "ZeroDivisionError: integer division or modulo by zero")]
)
def test_a_check_that_raises_is_a_failure(check, detail):
    claim = claims.CLAIMS[0]._replace(check=check)
    assert claims.check(claim)[3:] == ("fails", detail)
