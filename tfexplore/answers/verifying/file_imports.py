"""Statements by which a file of Python is said to import something: "`text.py` has `from looms import text`".

A statement as code is the file's that its paragraph cites, or whose section it stands in, where that imports something
under the same name. It need not be the whole statement, nor spelt as there: what is imported from where is compared.
Only a tree tells.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import disclaimers
from tfexplore.answers.markdown import SPAN
from tfexplore.answers.verifying import prose
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.model import Location
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Lines above a paragraph that may cite its file.
MAX_ABOVE = 6
#: One name that is imported, in a document and in a file.
_IMPORT = r"from\s+(?P<module>[\w.]+)\s+import\s+\(?(?P<name>\w+)(?:\s+as\s+(?P<alias>\w+))?"
_STATEMENT = regex(rf"{_IMPORT}\)?", re.A)
_IN_FILE = regex(
    rb"^[ \t]*from[ \t]+(?P<module>[\w.]+)[ \t]+import[ \t]+(?:\((?P<several>[^()]*)\)|(?P<one>[^\n#]+))", re.M
)
_REMARK = regex(rb"#[^\n]*")
_NAME = regex(rb"(\w+)(?:\s+as\s+(\w+))?")
#: Users write such statements themselves.
_OTHERWISE = otherwise(
    r"use|users?|you|write|replace|instead|if|old|older|newer|was|like|e\.g|example", "写|用|改|旧|如果|例如|比如|可以"
)


class FileImports(Check):
    """The checks of statements that a file is said to have."""

    needs_tree = True

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self._read: dict[str, list[tuple[int, str, str, str]]] = {}

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every statement of which the file spoken of imports the name from elsewhere."""
        for one in self.page.paragraphs:
            for span in SPAN.finditer(one.text) if "`from " in one.text else ():
                match = _STATEMENT.fullmatch(span[2].strip())
                sentence = SPAN.sub("`", one.text[slice(*prose.sentence_span(one.text, span.start()))])
                if match is None or _OTHERWISE.search(sentence) or disclaimers.proposed(sentence):
                    continue
                said = one.cited(span.start(2), span[2], match["module"])
                paths = [each.path for each in self.page.scopes.files(one, said, above=MAX_ABOVE)]
                paths = [path for path in paths if path.endswith(".py")]
                if len(paths) == 1 and not self.page.strangers(said):
                    yield from self._judged(said, match, paths[0])

    def _judged(self, said: Citation, match: re.Match[str], path: str) -> Iterator[Verdict]:
        called = match["alias"] or match["name"]
        there = [each for each in self._imports(path) if each[3] == called]
        if there and (match["module"], match["name"]) not in {(module, name) for _, module, name, _ in there}:
            number, module, name, _ = there[0]
            has = f"from {module} import {name}" + (f" as {called}" if called != name else "")
            detail = f"line {number} has `{has}`"
            yield self.page.verdict(said, "differs", Location(path, number, number), (has,), detail, "symbol")

    def _imports(self, path: str) -> list[tuple[int, str, str, str]]:
        """What a file imports from modules: the line, the module, the name there and here; it is read once."""
        if path not in self._read:
            data = self.known.read(path) or b""
            found = []
            for match in _IN_FILE.finditer(data):
                number = data.count(b"\n", 0, match.start("module")) + 1
                for name, alias in _NAME.findall(_REMARK.sub(b"", match["several"] or match["one"])):
                    texts = (match["module"].decode(), name.decode(), (alias or name).decode())
                    found.append((number, *texts))
            self._read[path] = found
        return self._read[path]
