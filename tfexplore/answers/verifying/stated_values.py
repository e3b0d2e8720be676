"""What values code has that a sentence states: of a class's constant, an enumeration, a parameter of C++, an error.

"`Loom._MOST` is 10", "`enum Speed { SLOW = 0, FAST = 1 }`", "`Loom`'s constructor has `turns = 2` as default",
"`Loom.run` raises `ValueError` when `path` is None". Only a tree tells.
"""

from __future__ import annotations

import builtins
import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.declarations import Declarations
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.reached import Reached
from tfexplore.answers.verifying.scopes import function_body
from tfexplore.answers.verifying.worked_out import alike
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.index.symbols import Place

#: Classes or enumerations of a name that are looked at, and letters of one.
MAX_PLACES, MAX_LETTERS = 6, 20_000

_PLACED = r"(?:\s?[(（][^()（）`\n]{0,80}[)）])?"
#: "`Loom._MOST` is 10".
_CONSTANT = regex(
    r"`(?:\w+\.)*(?P<owner>_?[A-Z]\w+)\.(?P<name>_{0,2}[A-Z][A-Z0-9_]{2,})`"
    rf"{_PLACED}\s?(?:is|equals|=|是|为)\s?`?(?P<value>-?\d+(?:\.\d+)?)`?(?![\w%]|\.\d|\s?[a-z]*(?:seconds?|times|of)\b)",
    re.A,
)
#: "`enum Speed { SLOW = 0, FAST = 1 }`".
_ENUM = regex(r"`enum(?:\s(?:class|struct))?\s(?P<name>\w{3,})\s*(?::\s*\w+\s*)?\{(?P<body>[^{}`]{1,600})\};?`", re.A)
_VALUE = regex(r"\b(?P<name>[A-Za-z_]\w*)\s*=\s*(?P<value>-?\d+)(?=\s*(?:,|\Z))", re.A)
_ENUM_OF = rb"\benum(?:\s+(?:class|struct))?\s+%b\b[^{;]*\{([^{}]{0,8000})\}"
_REMARK = regex(rb"//[^\n]*|/\*.*?\*/", re.S)
#: "`Loom`'s constructor has `turns = 2` as default", "`turns` of `Loom::Weave` is `2` by default".
_LITERAL = r"true|false|nullptr|-?\d+(?:\.\d+)?"
_TAKES = (
    regex(
        rf"`(?P<owner>(?:\w+::)*[A-Z]\w+)`['’]s\sconstructor{_PLACED}\s(?:has|takes)\s`(?P<name>[a-z]\w*)\s?=\s?(?P<value>{_LITERAL})`"
        r"(?:\s(?:as\s(?:a\s|the\s|its\s)?default|by\sdefault))?",
        re.A,
    ),
    regex(
        rf"`(?P<name>[a-z]\w*)`\s(?:of|in)\s(?:the\sconstructor\sof\s)?`(?P<owner>(?:\w+::)*[A-Z]\w+)(?:\(\))?`"
        rf"{_PLACED}\s(?:defaults\sto\s`?(?P<value>{_LITERAL})`?|is\s`?(?P<other>{_LITERAL})`?\sby\sdefault)(?![\w.]\w)",
        re.A,
    ),
)
#: "`Loom.run` raises `ValueError` when `path` is None".
_RAISES = regex(
    rf"`(?P<function>(?:\w+\.)*\w+)(?:\(\))?`{_PLACED}\s(?:raises|throws)\s(?:an?\s)?`(?:\w+\.)*(?P<error>[A-Z]\w+)`\s(?:when|if)\s"
    r"(?:the\s)?`(?P<name>\w+)`\sis\s`?None`?(?=\s?(?:[.,;)]|\Z))",
    re.A,
)
_WHEN_NONE = rb"\bif\s+(?:not\s+)?%b(?:\s+is\s+None)?\s*:\s*raise\s+(?:\w+\.)*(\w+)"
_OTHERWISE = otherwise(
    r"no|neither|nor|without|older|newer|later|2\.\w+|changed?|set|sets|pass\w*|if|unless", "没|改|设|如果"
)
_OTHERWISE_RAISED = otherwise(r"no|neither|nor|older|newer|later|2\.\w+|also", "没")


class StatedValues(Check):
    """The checks of such values."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._declarations = Declarations(page)
        self._reached = Reached(page)

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every value that is another."""
        for one in self.page.paragraphs:
            if "`" not in one.text:
                continue
            for match in _CONSTANT.finditer(one.text):
                yield from self._constant(one, match)
            for match in _ENUM.finditer(one.text) if "`enum" in one.text else ():
                yield from self._enum(one, match)
            for match in (match for form in _TAKES for match in form.finditer(one.text) if "default" in one.text):
                yield from self._parameter(one, match)
            for match in _RAISES.finditer(one.text) if "None" in one.text else ():
                yield from self._raised(one, match)

    def _constant(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        owner, name = match["owner"], match["name"]
        places = [place for place in self.known.class_places(owner) if place.path.endswith(".py")]
        if owner in self.page.own or not 0 < len(places) <= MAX_PLACES or not is_claimed(match, _OTHERWISE):
            return
        given = re.compile(rb"^[ \t]+%b\s*=\s*(-?\d[\d.e-]*)\s*(?:#[^\n]*)?$" % name.encode(), re.M)
        found = [
            (place, value.decode()) for place in places for value in given.findall(b"\n".join(self._lines_of(place)))
        ]
        said = one.cited(match.start("value"), match["value"], name)
        if found and not any(alike(value, match["value"]) for _, value in found) and not self.page.strangers(said):
            yield self.page.verdict(said, "differs", found[0][0], (), f"{owner}.{name} is {found[0][1]}", "symbol")

    def _lines_of(self, place: Place) -> list[bytes]:
        return list(self.known.lines(place.path)[place.line - 1 : self.known.end(place)])

    def _enum(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on the numbers of enumerators that none of the tree's enumerations of the name has."""
        name = match["name"]
        paths = dict.fromkeys(place.path for place in self.known.places(name))
        if name in self.page.own or not 0 < len(paths) <= MAX_PLACES or not is_claimed(match, _OTHERWISE, apart=True):
            return
        bodies = [
            (path, _REMARK.sub(b"", body).decode("utf-8", "replace"))
            for path in paths
            for body in re.findall(_ENUM_OF % name.encode(), self.known.read(path) or b"")
        ]
        held = [(path, {value["name"]: value["value"] for value in _VALUE.finditer(body)}) for path, body in bodies]
        for value in _VALUE.finditer(one.text, *match.span("body")):
            numbers = [(path, each[value["name"]]) for path, each in held if value["name"] in each]
            if not numbers or any(number == value["value"] for _, number in numbers):
                continue
            said = one.cited(value.start("name"), value[0], value["name"])
            if not self.page.strangers(said):
                place = next(place for place in self.known.places(name) if place.path == numbers[0][0])
                yield self.page.verdict(
                    said, "differs", place, (), f"{value['name']} is {numbers[0][1]} there", "symbol"
                )

    def _parameter(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a default of a parameter that all heads of the function have otherwise."""
        parts = match["owner"].split("::")
        is_class = len(parts) < 2 or not self.known.class_places(parts[-2])
        owner, function, name = parts[-1] if is_class else parts[-2], parts[-1], match["name"]
        if owner in self.page.own or not is_claimed(match, _OTHERWISE):
            return
        heads = self._declarations.own(owner, function)
        given = [
            (head, each.default)
            for head in heads
            for each in head.prototype.taken
            if each.name == name and each.default
        ]
        group = "value" if match["value"] else "other"
        plain = [default for _, default in given if re.fullmatch(_LITERAL, default)]
        said = one.cited(match.start(group), match[group], name)
        if not given or len(plain) < len(given) or any(alike(match[group], default) for default in plain):
            return
        if not self.page.strangers(said):
            detail = f"`{name}` is {plain[0]} there"
            yield self.page.verdict(said, "differs", given[0][0].where, (), detail, "symbol")

    def _raised(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on an error where the function raises another right behind the same condition."""
        places = self._reached.places(match["function"])
        condition = re.compile(_WHEN_NONE % re.escape(match["name"]).encode())
        found = [error.decode() for place in places for error in condition.findall(function_body(self.known, place))]
        if not found or not is_claimed(match, _OTHERWISE_RAISED, apart=True):
            return
        said = one.cited(match.start("error"), match["error"])
        if not any(_is_a(error, match["error"]) for error in found) and not self.page.strangers(said):
            detail = f"{match['function']} raises {found[0]} then"
            yield self.page.verdict(said, "differs", places[0], tuple(found[:1]), detail, "symbol")


def _is_a(error: str, said: str) -> bool:
    """Whether an error is the one that is said, or may be one of its kind."""
    made, meant = getattr(builtins, error, None), getattr(builtins, said, None)
    if isinstance(made, type) and isinstance(meant, type):
        return issubclass(made, meant)
    return error == said or made is None
