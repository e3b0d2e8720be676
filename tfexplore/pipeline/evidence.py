"""Where the evidence of claims stands in a tree, looked up anew only in files that have changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from tfexplore._record import Record
from tfexplore.model import ClaimEvidence, Link, Location
from tfexplore.pipeline.files import digest_of


class Wanted(Record):
    """A piece of evidence to look for: which claim's, and what (`tfexplore.reference.evidence.Evidence`)."""

    claim: str
    evidence: Any


class Looked(Record):
    """What was found in a file: `content` says which the file was, `digest` its bytes; empty for one not there."""

    content: str
    digest: bytes
    found: tuple[ClaimEvidence, ...]


class Located(Record):
    """The evidence of all claims: what was wanted, and what was found in each file."""

    wanted: tuple[Wanted, ...]
    links: tuple[Link, ...]
    files: dict[str, Looked]

    def found(self) -> tuple[ClaimEvidence, ...]:
        """Every piece of evidence."""
        return tuple([one for looked in self.files.values() for one in looked.found])


def locate(
    kept: Located | None, content: Mapping[str, str], read: Callable[[str], bytes | None], folders: Iterable[str]
) -> Located:
    """The evidence in a tree whose files have these contents; `folders` hold packages beside the tree.

    `kept` is what an earlier run located, in this tree or another: where a file is the same, so is what it holds.
    """
    from tfexplore.extract.external import fingerprint

    wanted, links = (kept.wanted, kept.links) if kept is not None else _claims()
    by_path: dict[str, list[Wanted]] = {}
    for one in wanted:
        by_path.setdefault(_key(one), []).append(one)
    beside = fingerprint(folders)
    packages: dict[str, Any] | None = None
    files = {}
    for key, mine in by_path.items():
        external = mine[0].evidence.external
        state = beside if external else content.get(key, "")
        before = kept.files.get(key) if kept is not None else None
        if before is not None and before.content == state:
            files[key] = before
            continue
        version = ""
        data: bytes | None
        if external:
            if packages is None:
                from tfexplore.extract import external as beside_tree

                packages = {one.name: one for one in beside_tree.find(folders)}
            package = packages.get(mine[0].evidence.package)
            version = package.version if package is not None else ""
            data = _external_file(package, mine[0].evidence) if package is not None else None
        else:
            data = read(key)
        digest = digest_of(data) if data is not None else b""
        if before is not None and before.digest == digest and not external:
            files[key] = before._replace(content=state)
            continue
        files[key] = Looked(state, digest, tuple([_located(one, data, version) for one in mine]))
    return Located(wanted, links, files)


def _key(one: Wanted) -> str:
    evidence = one.evidence
    return f"{evidence.package}:{evidence.path}" if evidence.external else str(evidence.path)


def _external_file(package: Any, evidence: Any) -> bytes | None:
    files = dict(package.files)
    found: bytes | None = files.get(evidence.path) or files.get(f"{evidence.package}/{evidence.path}")
    return found


def _located(one: Wanted, data: bytes | None, version: str) -> ClaimEvidence:
    from tfexplore.reference.evidence import locate as find

    evidence = one.evidence
    place = find(evidence, data) if data is not None else None
    where = Location(evidence.path, place[0], place[1], evidence.package, version) if place is not None else None
    return ClaimEvidence(one.claim, evidence.within, evidence.path, where)


def _claims() -> tuple[tuple[Wanted, ...], tuple[Link, ...]]:
    """Every piece of evidence, and what each claim speaks of and says, for questions that cannot wait for NumPy."""
    from tfexplore.reference.claims import CLAIMS

    wanted = tuple([Wanted(claim.id, evidence) for claim in CLAIMS for evidence in claim.evidence])
    links = [Link("claim", claim.id, claim.op) for claim in CLAIMS]
    links += [Link("states", claim.id, claim.statement) for claim in CLAIMS]
    return wanted, tuple(links)
