"""The story that some lines of a log tell together: `tfexplore log --explain pruning`.

The statements are those of the code that cuts graphs down (its paths, functions and words say so) and those that
count nodes. Which nodes a pass has cut is not written anywhere; it follows from the nodes that the log still names
behind the pass, when they are as many as the pass says are left.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.answers.log import Entry
    from tfexplore.model import MessageSite

TOPICS = ("pruning",)

_SIZE = re.compile(r"(\d+) nodes \(([-+]?\d+)\)(?:, (\d+) edges \(([-+]?\d+)\))?")
_COUNT = re.compile(r"(?:num nodes|#nodes)\s*=?\s*(\d+)")
_GIVEN = re.compile(r"Mapping (\S+) to \d+\s*$")
_CUTS = re.compile(
    r"\b(?:prun\w*|delet(?:ed|ing)|remov\w*|fold(?:ed|ing|able)?|unreachable|fetch\w*|reverse reach|stripp\w*)\b",
    re.IGNORECASE,
)
_PLACES = ("/grappler/", "/core/graph/", "/common_runtime/")
_NODE = re.compile(r"\bnode(?:\.name=|:)? ?([\w.][\w./>-]*)")
#: Nodes that every graph has.
_ENDS = frozenset(("_SOURCE", "_SINK"))


class Step(Record):
    """One step of the story.

    `what` is `"graph"` (the nodes as given), `"size"` (a pass and the sizes around it) or `"said"` (anything else that
    the code has to say); `cut` are the nodes that are gone behind a pass.
    """

    what: str
    site: MessageSite | None
    lines: tuple[int, ...]
    text: str
    name: str = ""
    nodes: tuple[str, ...] = ()
    cut: tuple[str, ...] = ()
    nodes_before: int | None = None
    nodes_after: int | None = None
    edges_before: int | None = None
    edges_after: int | None = None


def tell(entries: Sequence[Entry], topic: str) -> tuple[Step, ...]:
    """The steps of a topic in the order of the lines; raises `UsageError` for a topic that nobody knows."""
    if topic != "pruning":
        raise UsageError(f"no story about {topic!r}; there is one about {', '.join(TOPICS)}")
    ordered = sorted([(number, entry) for entry in entries for number in entry.lines], key=lambda one: one[0])
    steps: list[Step] = []
    alive: set[str] = set()
    mapped: list[str] = []
    mapped_lines: list[int] = []
    site: MessageSite | None = None
    pending: tuple[int, set[str], int] | None = None  # the step whose cut is sought, the nodes before it, how many left
    named: set[str] = set()
    for number, entry in ordered:
        given = _GIVEN.match(entry.text)
        if given:
            if not mapped:
                mapped_lines = []
            mapped.append(given.group(1))
            mapped_lines.append(number)
            site = entry.site
            continue
        if mapped:
            nodes = tuple([name for name in mapped if name not in _ENDS])
            words = f"the graph as given: {len(nodes)} nodes"
            steps.append(Step("graph", site, tuple(mapped_lines), words, "", nodes, nodes_after=len(nodes)))
            alive, mapped, pending = set(nodes), [], None
        if pending is not None:
            named |= {name for name in _NODE.findall(entry.text[:2000]) if name in pending[1]}
        size = _SIZE.search(entry.text)
        if size and _about_graphs(entry):
            step, before, after = _sized(entry, number, size)
            steps.append(step)
            if before == after:
                continue  # what is left is what was left before
            if pending is not None:
                alive = _settle(steps, pending, named)
            pending, named = None, set()
            if after < before and len(alive) == before:
                pending = (len(steps) - 1, alive, after)
            else:
                alive = set()
        elif _about_graphs(entry) and (_CUTS.search(entry.text) or _COUNT.search(entry.text)):
            count = _COUNT.search(entry.text)
            steps.append(
                Step(
                    "said", entry.site, (number,), " ".join(entry.text.split())[:400],
                    nodes_after=int(count.group(1)) if count else None,
                )
            )  # fmt: skip
    if pending is not None:
        _settle(steps, pending, named)
    return tuple(steps)


def _about_graphs(entry: Entry) -> bool:
    return entry.site is not None and any(part in entry.site.location.path for part in _PLACES)


def _sized(entry: Entry, number: int, size: re.Match[str]) -> tuple[Step, int, int]:
    """The step of a line that counts nodes, and their numbers before and after it."""
    nodes, change, edges, edges_change = size.groups()
    before, after = int(nodes) - int(change), int(nodes)
    head = entry.text[: size.start()].partition(":")[0].strip()
    step = Step(
        "size",
        entry.site,
        (number,),
        " ".join(entry.text.split())[:400],
        head if head.isidentifier() else "",
        nodes_before=before,
        nodes_after=after,
        edges_before=int(edges) - int(edges_change) if edges else None,
        edges_after=int(edges) if edges else None,
    )
    return step, before, after


def _settle(steps: list[Step], pending: tuple[int, set[str], int], named: set[str]) -> set[str]:
    """Give a step the nodes that it cut, when those still named are as many as are left; the nodes left, if known."""
    number, before, left = pending
    if len(named) != left:
        return set()
    steps[number] = steps[number]._replace(cut=tuple(sorted(before - named)))
    return named
