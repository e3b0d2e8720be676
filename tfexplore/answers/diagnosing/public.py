"""Public names that a process does not have: `module 'tensorflow' has no attribute 'placeholder'`."""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING, Record
from tfexplore.answers.names import nearest

if TYPE_CHECKING:
    from tfexplore.index.store import Index
    from tfexplore.model import Endpoint

_MISSING = re.compile(r"module '(tensorflow[\w.]*)' has no attribute '(\w+)'")
_API = re.compile(r"^tensorflow(?:_core)?(?:\._api)?(?:\.compat)?(\.v[12])?(?:\.compat\.v[12])?")


class Missing(Record):
    """A public name that was asked for: `version` is the API of the process where the message tells (`"v2"`).

    `endpoints` are those of this name in this source, `folder` the folder of it that is named so, `near` other names.
    """

    name: str
    version: str
    endpoints: tuple[Endpoint, ...]
    folder: str
    near: tuple[str, ...]


def missing(index: Index, message: str) -> Missing | None:
    """The public name that a message says is missing, None where it says no such thing."""
    found = _MISSING.search(message) if "has no attribute" in message else None
    if found is None:
        return None
    module, attribute = found.groups()
    if ".python" in module:
        return None  # modules of the source have no public names
    prefix = _API.match(module)
    assert prefix is not None
    name = ".".join(["tf", *[one for one in module[prefix.end() :].split(".") if one], attribute])
    from tfexplore.index import api

    endpoints = api.endpoints_named(index, (name,))
    folder = "/".join(["tensorflow", *name.split(".")[1:]]) + "/"
    if not any(path.startswith(folder) for _, path in index.path_numbers()):
        folder = ""
    near: tuple[str, ...] = ()
    if not endpoints and not folder:
        near = tuple([one.name for one in nearest((name,), [("endpoint", index.names("endpoint"))], 3)])
    return Missing(name, (prefix.group(1) or "")[1:], endpoints, folder, near)
