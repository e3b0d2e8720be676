"""Macros and directives of SWIG that a document names: `%unignoreall`, `%nothread`.

One with a word that no file has, and that is none of SWIG's own, is wrong in a document on interface files.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.citation import Citation
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.spelling import nearest_of, parts_of
from tfexplore.index import swig
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters of a word that nobody writes by chance.
MIN_WORD = 8
_MACRO = regex(r"`%(?P<name>[a-z][a-z_]+)(?:[ ({<][^`\n]{0,120})?`")
#: A directive with what it speaks of: `%unignore tensorflow::Weave;`, `%rename("_weave") Weave`.
_DIRECTIVE = regex(
    r"`%(?:un)?(?:ignore|rename|noexception|native|feature)(?:\s?\([^()`\n]{0,60}\))?\s+"
    r"(?P<target>(?:\w+::)*[A-Za-z_]\w{4,});?`",
    re.A,
)
_NAMED = regex(r"(?<![\w%])%(?P<name>[a-z][a-z_]+)\b")
#: What SWIG itself has, of its manual's chapters on directives, features, typemaps and Python.
_OF_SWIG = regex(
    r"allowexception|allowexcept|appendoutput|array_class|array_functions|attribute|callback"
    r"|clearnodefault|clearnodefaultctor|clearnodefaultdtor|copyctor|constant|contract|director"
    r"|exception|extend_smart_pointer|fastdispatch|fragment|immutable|implicitconv|importfile"
    r"|includefile|interface|interface_custom|interface_impl|intrusive_ptr|namewarn|naturalvar"
    r"|newobject|nocallback|nocopyctor|nodefault|nodefaultctor|nodefaultdtor|noexception|nonspace"
    r"|nothread|nothreadallow|nothreadblock|pointer_cast|pointer_class|pointer_functions|pythonabc"
    r"|pythonappend|pythonbegin|pythoncode|pythondynamic|pythonmaybecall|pythonnondynamic|pythonprepend"
    r"|refobject|rename_with|renamecommon|shared_ptr|swigtype|template|template_wrap|threadallow"
    r"|threadblock|typecheck|typemaps_string|uncallback|unrefobject|warnfilter"
)


class SwigMacros(Check):
    """The checks of such names."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every macro of which no file has the word."""
        if not any(path.endswith(".i") for path in self.page.files_cited):
            return
        own = {match["name"] for line in self.page.text_lines for match in _NAMED.finditer(line) if "%define" in line}
        for number, line in self.page.prose_lines:
            for match in _MACRO.finditer(line) if "`%" in line else ():
                name = match["name"]
                if len(name) < MIN_WORD or _OF_SWIG.fullmatch(name) or name in own or disclaimers.proposed(line):
                    continue
                if disclaimers.absent(line) or self.known.may_stand(name) is not False:
                    continue
                at = match.start("name") - 1
                said = Citation("symbol", f"%{name}", number, at + 1, name, in_code=True, end_column=at + len(name) + 1)
                if not self.page.strangers(said):
                    near = [f"%{one}" for one in nearest_of(name, self._macros, 0.4)]
                    yield self.page.verdict(said, "not found", None, near, "no interface file has it")
            for match in _DIRECTIVE.finditer(line) if "`%" in line and not disclaimers.proposed(line) else ():
                yield from self._target(number, match)

    def _target(self, number: int, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a name of which a directive is said to speak, and of which none of any interface file does."""
        name = parts_of(match["target"])[-1]
        if name in self._targets or self.known.places_of(name) or self.known.may_stand(name) is not False:
            return
        at = match.start("target")
        text = match["target"]
        said = Citation("symbol", text, number, at + 1, name, in_code=True, end_column=at + len(text))
        around = match.string[: match.start() + 1], match.string[match.end() - 1 :]
        if not (self.page.strangers(said) or disclaimers.denied(*around) or disclaimers.lacked(*around)):
            near = nearest_of(name, set(self._targets))
            yield self.page.verdict(said, "not found", None, near, "no interface file speaks of it")

    @cached_property
    def _targets(self) -> frozenset[str]:
        """All that directives of interface files speak of, without what it is in."""
        every = swig.effects(self.known.index)
        return frozenset(parts_of(one.target)[-1] for one in every if one.target) | self.known.swig_names

    @cached_property
    def _macros(self) -> set[str]:
        """The macros that the interface files of the tree define; none without a tree."""
        paths = [path for path in self.known.paths.values() if path.endswith(".i")] if self.known.has_tree else []
        found = (re.findall(rb"%define\s+%?([a-z]\w+)", self.known.read(path) or b"") for path in paths)
        return {name.decode() for names in found for name in names}
