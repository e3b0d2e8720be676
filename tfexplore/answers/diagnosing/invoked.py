"""Messages that say themselves where they were raised: those of macros that write `__FILE__` and `__LINE__`.

::

    #define RETURN_IF_BROKEN(expr) ...                                     the statement that was found
      return errors::Internal(__FILE__, ":", __LINE__, ": a thread broke")

    Status Weave() {
      RETURN_IF_BROKEN(pull());                                            the place that the message names
"""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.diagnosing.statement import in_file
from tfexplore.index import symbols
from tfexplore.model import Location

if TYPE_CHECKING:
    from tfexplore.answers.diagnosing.statement import Fitting
    from tfexplore.index.store import Index
    from tfexplore.model import MessageSite

_ENDINGS = (".cc", ".h", ".cpp", ".cu")


def invoked(index: Index, fitting: Fitting) -> MessageSite | None:
    """The statement at the place that its own message begins with, in the function there; None where it has none.

    Only a statement outside of functions is moved: one in a function says what it was told, and stands where it stands.
    """
    site = fitting.site
    parts = site.parts
    if site.function or len(parts) < 3 or parts[0] or not parts[1] or parts[2] or len(fitting.values) < 2:
        return None
    written, number = (value.strip() for value in fitting.values[:2])
    if not written.endswith(_ENDINGS) or not number.isdigit():
        return None
    line = int(number[:9])
    paths = [path for _, path in index.path_numbers() if in_file(written, path)]
    if len(paths) != 1 or (paths[0], line) == (site.location.path, site.location.line):
        return None
    return site._replace(function=_function(index, paths[0], line), location=Location(paths[0], line, line))


def _function(index: Index, path: str, line: int) -> str:
    """The name of the innermost function at a line, empty where there is none."""
    around = [
        one
        for one in symbols.of_file(index, path)
        if one.kind != "class" and one.location.line <= line <= one.location.end_line
    ]
    return around[-1].name if around else ""
