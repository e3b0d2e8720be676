"""What the public Python names say of a name to which another question found nothing."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING

if TYPE_CHECKING:
    from tfexplore.answers.answer import Answer
    from tfexplore.index.store import Index

#: More public names than this are counted.
_NAMED = 3


def with_python_names(index: Index, answer: Answer, name: str) -> Answer:
    """An answer that found nothing, with the public name that a name is below, or what `tfexplore api` says of it."""
    from tfexplore.answers.api import find_api
    from tfexplore.model import Endpoint

    found = find_api(index, (name,))
    if found.searched.reason:
        return answer._replace(searched=answer.searched._replace(reason=found.searched.reason))
    named = list(dict.fromkeys([one.endpoint for one in found.results if isinstance(one, Endpoint)]))
    if found.answer == "found" and named and not name.isidentifier():
        more = f" and {len(named) - _NAMED} more" if len(named) > _NAMED else ""
        reason = f"tfexplore api {_quoted(name)} has {', '.join(named[:_NAMED])}{more}"
        return answer._replace(searched=answer.searched._replace(reason=reason))
    near = [one for one in found.nearest if name.lower().startswith(one.name.lower() + ".")]
    if not near:
        return answer
    kept = [one for one in answer.nearest if one not in near]
    return answer._replace(nearest=(*near, *kept))


def _quoted(name: str) -> str:
    """A name as a shell takes it."""
    from shlex import quote

    return quote(name)
