"""Lines that are cited for a text: of a message, of a remark, of whatever stands there."""

from __future__ import annotations

from pathlib import Path

import pytest
from answers.claimed import verdicts, wrong

FILE = "tensorflow/core/looms/heat.cc"
#: The lines of the message, of the remark, and one that has neither.
MESSAGE, REMARK, OTHER = 5, 30, 60
REGISTRAR = "tensorflow/core/looms/registrar.cc"
TEXTS = {
    REGISTRAR: """void Register() {
  LoomFactory::Register("TIGHT_LOOM", new TightLoom());
}
""",
    FILE: """void Heat(Loom* loom) {
  if (loom->cold()) {
    LOG(ERROR)
        << "The loom of "
        << loom->name() << " is far too "
           "cold to weave";
  }
"""
    + "  Warm(loom);\n" * 21
    + """  // Cold looms are
  // slow, as threads break.
  Rest(loom);
"""
    + "  Warm(loom);\n" * 60
    + "}\n",
}
PLACE = f"`{FILE}:{{}}`"


def moved(index: Path, text: str, tree: bool = True) -> list[str]:
    """The lines of which a text is said to be elsewhere; other checks tell other things of them."""
    found = verdicts(index, text + "\n", tree=tree)
    return [one.text for one in found if one.verdict == "moved" and one.detail.startswith('"')]


@pytest.mark.parametrize(
    "said",
    [
        "It fails with `is far too cold to weave` ({}).",
        "It fails with `is far too cold to weave` — {}.",
        "It fails with `is far too cold to weave`, see {}.",
        'It fails with "is far too cold to weave" ({}).',
        'The text "is far too cold to weave" is appended, see {}.',
        "“is far too cold to weave”会被追加，见 {}。",
        "它报 `is far too cold to weave`（{}）。",
        "它不返回，而是报 `is far too cold to weave`（{}）。",
        "{} 写着 “is far too cold to weave”。",
        "{} says `The loom of ... is far too cold to weave`.",
    ],
)
def test_messages(said: str, index: Path) -> None:
    for line, right in ((MESSAGE, True), (MESSAGE - 2, True), (OTHER, False)):
        place = PLACE.format(line)
        assert wrong(index, said.format(place) + "\n") == ([] if right else [place.strip("`")])
        assert wrong(index, said.format(place) + "\n", tree=False) == []


@pytest.mark.parametrize(
    ("said", "found"),
    [
        ('The one that is registered under `"LOOSE_LOOM"` by {}.', ['"LOOSE_LOOM"']),
        ('The one that is registered under `"TIGHT_LOOM"` by {}.', []),
        ('The one that is registered under `"LOOSE_SHED"` by {}.', []),  # which is like nothing there
        ('The one that is not registered under `"LOOSE_LOOM"` by {}.', []),
        ('If `"LOOSE_LOOM"` were registered by {}, it would be found.', []),
    ],
)
def test_short_texts(said: str, found: list[str], index: Path) -> None:
    for tree in (True, False):
        told = verdicts(index, said.format(f"`{REGISTRAR}:2`") + "\n", tree=tree)
        assert [one.text for one in told if one.detail.startswith("line 2 has")] == (found if tree else [])


@pytest.mark.parametrize(
    "said",
    [
        "{} 的注释说 “looms are slow, as threads break”。",
        "{} 的 NOTE 说 `looms are slow, as threads break`。",
        "理由在 {} 的注释里：“looms are slow, as threads break”。",
        "The loom, which is not old, rests and says “Cold looms are slow, as threads break” ({}).",
        'The comment at {} ("Cold looms are slow") tells it.',
        "“Cold looms are slow, as threads break” ({}) tells it.",
    ],
)
def test_remarks(said: str, index: Path) -> None:
    for line, right in ((REMARK, True), (REMARK - 1, True), (OTHER, False)):
        place = PLACE.format(line)
        assert moved(index, said.format(place)) == ([] if right else [place.strip("`")])


@pytest.mark.parametrize(
    "said",
    [
        "It does not fail with `is far too cold to weave` ({}).",
        "It would fail with `is far too cold to weave` ({}).",
        "Our fork fails with `is far too cold to weave` ({}).",
        "It fails with `is far too warm to weave` ({}).",  # which stands nowhere
        "It fails with `too cold` ({}).",  # of two words
        "It rests `Rest(loom);`, then warms ({}).",
        'The line at {} ("Cold looms are slow") tells it.',  # which may be its consequence
    ],
)
def test_what_is_said_otherwise(said: str, index: Path) -> None:
    assert moved(index, said.format(PLACE.format(OTHER))) == []
