"""The statements that log, and the environment that makes them speak: `tfexplore log --sites`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.answer import Answer, Searched
from tfexplore.answers.log import level_test
from tfexplore.answers.names import match, match_paths, nearest
from tfexplore.index import messages as sites
from tfexplore.index import symbols

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tfexplore.index.store import Index
    from tfexplore.model import Location, MessageSite

_LOGS = frozenset(("LOG", "VLOG", "DLOG", "DVLOG"))
#: The functions of the logging code that read the environment, by what they decide.
_READERS = {
    "MinLogLevelFromEnv": "severity",
    "MinVLogLevelFromEnv": "verbosity",
    "LogMessage::MinVLogLevel": "verbosity",
    "LogMessage::VmoduleActivated": "files",
    "VmodulesMapFromEnv": "files",
}


class Environment(Record):
    """What to set so that statements speak: `variables` in the order of setting, and the code that reads them."""

    variables: tuple[tuple[str, str], ...]
    read_by: tuple[Location, ...]


def find_sites(index: Index, patterns: Sequence[str] = (), level: str | None = None, near: str | None = None) -> Answer:
    """The LOG and VLOG statements, by file or function, as `MessageSite`s; the context says how to hear them."""
    every = [site for site in sites.every(index) if site.kind in _LOGS]
    found = every
    if patterns:
        paths = set(match_paths(patterns, sorted({site.location.path for site in every})))
        found = [site for site in every if site.location.path in paths]
        if not found:
            functions = set(match(patterns, sorted({site.function for site in every if site.function})))
            found = [site for site in every if site.function in functions]
    if near:
        functions = set(match((near,), sorted({site.function for site in every if site.function})))
        found = [site for site in found if site.function in functions]
    if level:
        test = level_test(level)
        found = [site for site in found if test(_severity(site), site.level if "VLOG" in site.kind else "")]
    searched = Searched("statement", len(every), bool(level or near))
    query = (*patterns, *((near,) if near else ()))
    if not found:
        names = sorted({site.function for site in every if site.function})
        close = nearest(query, [("function", names), ("file", sorted({site.location.path for site in every}))])
        return Answer(index.state, "log", query, "not found", (), close, (), searched)
    context = (environment(index, found),)
    return Answer(index.state, "log", query, "found", tuple(found), (), (), searched, context)


def _severity(site: MessageSite) -> str:
    level = site.level.rpartition(":")[2].strip()
    return "FATAL" if level in ("QFATAL", "DFATAL") else level if level in ("INFO", "WARNING", "ERROR") else "INFO"


def environment(index: Index, found: Sequence[MessageSite]) -> Environment:
    """The settings under which all of these statements speak, as the logging code of this source reads them."""
    readers: dict[str, list[Location]] = {}
    for name, decides in _READERS.items():
        for symbol in symbols.named(index, name):
            if symbol.name == name and "/platform/default/" in symbol.location.path:
                readers.setdefault(decides, []).append(symbol.location)
    levels = [int(site.level) for site in found if "VLOG" in site.kind and site.level.isdigit()]
    variables: list[tuple[str, str]] = [("TF_CPP_MIN_LOG_LEVEL", "0")]
    if levels:
        files = {site.location.path.rpartition("/")[2].partition(".")[0] for site in found}
        if "files" in readers and len(files) <= 3:
            variables.append(("TF_CPP_VMODULE", ",".join([f"{name}={max(levels)}" for name in sorted(files)])))
        else:
            variables.append(("TF_CPP_MIN_VLOG_LEVEL", str(max(levels))))
    places = [place for decides in ("severity", "verbosity", "files") for place in readers.get(decides, ())]
    return Environment(tuple(variables), tuple(places))
