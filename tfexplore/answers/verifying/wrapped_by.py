"""Which interface file of SWIG gives a name to Python: "`TF_NewSession` is exposed by `tf_session.i`".

An index knows of each name that SWIG makes the interface file that exposes it, and which file brings in which; a file
that brings in the one which does it exposes the name as well.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.searching import stands
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.declared import FUNCTIONS
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import parts_of
from tfexplore.index import swig
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import SwigName

_NAME = r"`(?P<{}>[A-Za-z_][\w:]*)(?:\(\))?`"
_FILE = r"(?<![\w/.])(?P<{}>(?:\w+/)*\w+\.i)(?!\w)"
_SAYS = (
    regex(
        rf"{_NAME.format('name')}\s(?:is|gets|are)\s(?:wrapped|exposed|exported|made\s(?:available|visible)|given|handed)\s"
        rf"(?:(?:to|for)\sPython\s)?(?:by|in|through|via|from)\s(?:the\s(?:interface\s)?(?:file\s)?)?[`*]*{_FILE.format('file')}",
        re.A,
    ),
    regex(
        rf"{_FILE.format('file')}[`*]*\s(?:(?:also|only)\s)?(?:wraps|exposes|exports|gives\sPython)\s(?:the\s)?(?:(?:function|class)\s)?"
        rf"{_NAME.format('name')}",
        re.A,
    ),
    regex(
        rf"{_NAME.format('name')}\s?(?:是)?(?:由|在|通过|经由)\s?[`*]*{_FILE.format('file')}[`*]*\s?(?:里面?|之?中|来)?(?:暴露|包装|导出|封装)",
        re.A,
    ),
    regex(rf"{_FILE.format('file')}[`*]*\s?(?:里面?|之?中)?(?:暴露|包装|导出|封装)了?\s?{_NAME.format('name')}", re.A),
)
_OTHERWISE = otherwise(r"no|if|unless|older|newer|later|missing|add|plan\w*|wrong|claim\w*", "没|不|如果|以前|误")


class WrappedBy(Check):
    """The checks of such statements; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every interface file that is said to expose a name which another does."""
        for one in self.page.paragraphs:
            for match in (match for says in _SAYS for match in says.finditer(one.text)) if ".i" in one.text else ():
                yield from self._judged(one, match)

    def _judged(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        files = [path for path in self.known.resolve(match["file"]) if path in self._brought_in]
        exposed = self._exposed.get(parts_of(match["name"])[-1], [])
        if len(files) != 1 or not is_claimed(match, _OTHERWISE):
            return
        if not exposed:
            yield from self._exposed_nowhere(one, match, files[0])
            return
        if any(self._is_from(each.interface, files[0]) for each in exposed):
            return
        if stands(parts_of(match["name"])[-1], self.known.read(files[0]) or b""):
            return  # which may speak of it in another way
        at = match.start("file")
        number, column = one.at(at)
        cited = [each for each in self.page.on(number) if each.kind == "path" and each.column == column]
        said = cited[0] if cited else one.cited(at, match["file"])._replace(kind="path")
        if not self.page.strangers(said):
            detail = f"{match['name']} is exposed by {exposed[0].interface}"
            where = exposed[0].directive_location or exposed[0].declared
            yield self.page.verdict(said, "moved", where, (), detail)

    def _exposed_nowhere(self, one: Paragraph, match: re.Match[str], file: str) -> Iterator[Verdict]:
        """The verdict on a function of the tree that no interface file exposes, and the named one does not have."""
        name = parts_of(match["name"])[-1]
        functions = [place for place in self.known.places(name) if place.kind in FUNCTIONS]
        if not functions or not self.known.has_tree or stands(name, self.known.read(file) or b""):
            return
        said = one.cited(match.start("name"), match["name"])
        if name not in self.page.own and not self.page.strangers(said):
            where = Location(functions[0].path, functions[0].line, functions[0].line)
            yield self.page.verdict(said, "differs", where, (), f"{file} does not expose {name}", "symbol")

    def _is_from(self, interface: str, file: str) -> bool:
        """Whether an interface file is some file, or one that this brings in."""
        path: str | None = interface
        for _ in self._brought_in:
            if path is None or path == file:
                break
            path = self._brought_in.get(path)
        return path == file

    @cached_property
    def _exposed(self) -> dict[str, list[SwigName]]:
        """The names that SWIG exposes, as Python and as C++ call them."""
        made: dict[str, list[SwigName]] = {}
        for each in swig.names(self.known.index):
            for name in {each.name, parts_of(each.cname)[-1] if each.cname else each.name}:
                made.setdefault(name, []).append(each)
        return made

    @cached_property
    def _brought_in(self) -> dict[str, str | None]:
        """The interface files, each with the one that brings it in."""
        return {each.path: each.included_by for each in swig.files(self.known.index) if each.kind == "interface"}
