"""Where the code of Keras' preprocessing and applications really is, and how models scale: as the index has it.

"`pad_sequences` is implemented in `keras_preprocessing/text.py`", "`vgg16.preprocess_input` uses mode `tf`". Both
packages are not in the tree; that a file of theirs is spelt wrong shows where one is nearly called so.
"""

from __future__ import annotations

import re
from collections import defaultdict
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import nearest_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import KerasEndpoint, Location

#: How alike a path is to the one of a package's files that is meant.
ALIKE = 0.85
_PACKAGED = r"keras_(?:preprocessing|applications)/(?:\w+/){0,3}\w+\.py"
_FILE = regex(rf"(?:\A|/)(?P<file>{_PACKAGED})\Z", re.A)
_NAME = r"`(?:[a-z_]\w*\.)*(?P<name>[A-Za-z]\w*)(?:\(\))?`"
_PATH = rf"[`*\[]*(?P<path>{_PACKAGED})"
_IN = (
    regex(
        rf"{_NAME}(?:\s(?:itself|really|actually))?\s(?:(?:is|are)\s)?(?:really\s|actually\s)?"
        r"(?:implemented|defined|written|found|lives|sits|is|comes|imported|taken)\s(?:in|inside|from)\s(?:the file\s)?"
        rf"{_PATH}",
        re.A,
    ),
    regex(
        rf"{_PATH}[`*\]]*\s(?:has|holds|defines|contains|implements|is home to)\s"
        rf"(?:the\s)?(?:class\s|function\s)?{_NAME}",
        re.A,
    ),
    regex(
        rf"{_NAME}\s?(?:的(?:真正)?(?:实现|代码|定义))?\s?(?:其实|真正|实际)?(?:是|就)?(?:定义|实现|位|来自)?(?:在|于|自)?\s?{_PATH}",
        re.A,
    ),
    regex(rf"{_PATH}[`*\]]*\s?(?:里面?|中)?(?:有|定义了?|实现了?|包含)\s?{_NAME}", re.A),
)
_MODES = "caffe|tf|torch"
_OF_MODEL = (
    r"(?:`(?:tf\.keras\.applications\.|keras\.applications\.|applications\.)?(?P<model>\w+)\.preprocess_input(?:\(\))?`"
    r"|`(?P<owner>\w+)`(?:['’]s\s|\s?的\s?)`preprocess_input(?:\(\))?`"
    r"|(?<![\w`])(?P<bare>[A-Z]\w+)(?:['’]s\s|\s?的\s?)`preprocess_input(?:\(\))?`"
    r"|`preprocess_input(?:\(\))?`\s(?:of|in|for)\s`?(?P<behind>\w+)`?)"
)
_MODE = (
    rf"(?:(?:the\s)?mode\s?(?:is\s|是\s?|为\s?|=\s?|:\s?)?`?[\"'`]?(?P<one>{_MODES})\b[\"'`]*"
    rf"|`mode\s?=\s?[\"']?(?P<two>{_MODES})[\"']?`|[`\"']+(?P<three>{_MODES})[`\"']+\s?(?:mode|模式)"
    rf"|模式(?:为|是)\s?[`\"']*(?P<four>{_MODES})\b)"
)
_SCALES = (
    regex(rf"{_OF_MODEL}[^`.;。；\n]{{0,60}}?{_MODE}", re.A),
    regex(rf"\bmode (?:of|used by|for) {_OF_MODEL}\sis\s[`\"']*(?P<one>{_MODES})\b", re.A),
)
_OTHERWISE = otherwise(r"no|neither|nor|without|older|newer|later|except|2\.\d|1\.0", "没|除|旧|新版")


class KerasCode(Check):
    """The checks of such statements; an index tells all of them."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every file that is another, or none, and on every mode."""
        for cited in self.page.said if self.known.keras else ():
            if cited.kind in ("path", "path:line") and "keras_" in cited.target:
                yield from self._spelt(cited)
        for one in self.page.marked:
            for match in (match for form in _IN for match in form.finditer(one.text)) if "keras_" in one.text else ():
                yield from self._placed(one, match)
            if "preprocess_input" in one.text:
                for match in (match for form in _SCALES for match in form.finditer(one.text)):
                    yield from self._scaled(one, match)

    def _spelt(self, cited: Citation) -> Iterator[Verdict]:
        """The verdict on a file of a package that is none of those which are known, and nearly one."""
        match = _FILE.search(cited.target)
        if match is None or match["file"] in self._files:
            return
        folder = f"{match['file'].removesuffix('.py')}/"
        near = [path for path in sorted(self._files) if path.startswith(folder)][:3]
        near = near or nearest_of(match["file"], set(self._files), ALIKE)
        if near and not self.page.strangers(cited):
            package = next(iter(self._files[near[0]]))
            detail = f"{package.package} {package.version} has no such file"
            yield self.page.verdict(cited, "not found", package, near, detail)

    def _placed(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a file of a package that another one has what it is said to have."""
        there = [each.implemented for each in self._named.get(match["name"], ()) if each.implemented.package]
        path = match["path"]
        if not there or path not in self._files or any(each.path == path for each in there):
            return
        if is_claimed(match, _OTHERWISE) and match["name"] not in self.page.own:
            said = one.cited(match.start("path"), path)
            detail = f"{match['name']} is in {there[0].path} of {there[0].package} {there[0].version}"
            yield self.page.verdict(said, "differs", there[0], (), detail, "path")

    def _scaled(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on a mode of `preprocess_input` that is not the one of the model's."""
        model = next(match[group] for group in ("model", "owner", "bare", "behind") if match[group])
        group = next(each for each in ("one", "two", "three", "four") if match.groupdict().get(each))
        modes = {each.mode: each for each in self._of_model(model) if each.mode}
        sentence = prose.sentence_span(one.text, match.start() + 1)
        if not modes or match[group] in modes or match.end() > sentence[1] or not is_claimed(match, _OTHERWISE):
            return
        said = one.cited(match.start(group), match[group])
        mode, endpoint = next(iter(modes.items()))
        detail = f"{endpoint.endpoint} uses mode {mode}"
        yield self.page.verdict(said, "differs", endpoint.declared, (), detail, "symbol")

    def _of_model(self, name: str) -> list[KerasEndpoint]:
        """The endpoints of a module's `preprocess_input`, which a model of it may stand for: `VGG16` for `vgg16`."""
        every = self._named.get("preprocess_input", ())
        modules = {each.declared.path for each in self._named.get(name, ()) if each.kind != "module"}
        exact = [each for each in every if each.endpoint.split(".")[-2] == name]
        return exact or [each for each in every if each.declared.path in modules]

    @cached_property
    def _named(self) -> dict[str, list[KerasEndpoint]]:
        """The endpoints by what they are called in their modules."""
        found: defaultdict[str, list[KerasEndpoint]] = defaultdict(list)
        for one in self.known.keras:
            found[one.endpoint.rpartition(".")[2]].append(one)
        return found

    @cached_property
    def _files(self) -> dict[str, list[Location]]:
        """The files of packages that are known to have something."""
        found: defaultdict[str, list[Location]] = defaultdict(list)
        for one in self.known.keras:
            if one.implemented.package:
                found[one.implemented.path].append(one.implemented)
        return found
