"""Files of the author's that are called as one of the tree's is: "our script `train.py:12`", "in our repo, `x.py:12`".

Every project has a `train.py`, a `main.py` and a `utils.py`. A bare name that the tree has among its examples and tests
alone, and that is so common, is nobody's citation of them, unless the document has such a file with its folder.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tfexplore.answers.citation import Citation
    from tfexplore.answers.verifying.page import Page
    from tfexplore.answers.verifying.verdicts import Verdict

#: Letters before a file that are read for whose it is.
MOST_BEFORE = 120
#: Names that files of any project have.
_COMMON = regex(
    r"(?:train(?:er|ing)?|main|run|test|eval(?:uate)?|predict|infer(?:ence)?|model|data|dataset|util|utils|helpers?|common"
    r"|config|setup|demo|example|export|freeze|serve|server|client|app|cli|benchmark|script|worker)\.(?:py|cc|cpp|cu|h)",
    re.A,
)
#: Folders of what is no part of the library.
_ASIDE = regex(r"(?:^|/)(?:examples?|tests?|testing|testdata|tutorials?|samples?|demos?|benchmarks?)/")
#: Whose a file is, right before its name, and where the clause that begins with it puts it.
_THING = (
    r"(?:scripts?|files?|code|programs?|projects?|notebooks?|apps?|applications?|tools?|trainers?|modules?|jobs?|pipelines?"
    r"|drivers?|wrappers?|entry points?|launchers?|tests?)"
)
_OPENED = r"\s{0,2}[`*\"'(（\[]{0,3}\Z"
_OURS = regex(
    r"\b(?:our|my|your)(?:\s(?:own|[a-z]{1,12}ing|small|little|main|old|new|internal|[a-z]{1,12}['’]s)){0,2}"
    rf"(?:\s{_THING})?[,:]?(?:\s(?:called|named|in|is))?{_OPENED}"
    rf"|(?:我们|我|你|咱们|自己)(?:自己)?的?(?:训练)?(?:脚本|代码|程序|项目|仓库|工程|文件)(?:里的?|中的?|的)?{_OPENED}",
    re.I,
)
_IN_OUR_REPO = regex(
    r"(?:^|[.;:!?。；：！？(（]\s?)[\s>*-]{0,8}(?:\d{1,3}\.\s)?(?:in|from|inside|within)\s(?:our|my|your)(?:\sown)?\s"
    r"(?:\w{1,20}\s)?(?:repo|repository|project|code\s?base|app|application|package|team's code)\b,?"
    rf"(?:\s(?:the\s)?(?:[a-z]{{1,12}}\s){{0,3}})?{_OPENED}"
    rf"|(?:在)?(?:我们|我|你)(?:自己)?的?(?:仓库|项目|工程|代码库)(?:里|中)的?[，,]?{_OPENED}",
    re.I,
)


def without_own(page: Page, verdicts: Iterable[Verdict]) -> list[Verdict]:
    """The verdicts but for those on files that are the author's own, of which nothing is known."""
    own: dict[int, bool] = {}
    made = []
    for one in verdicts:
        if one.kind in ("path", "path:line"):
            cited = next(
                (each for each in page.on(one.line) if (each.kind, each.column) == (one.kind, one.column)), None
            )
            file = _file_of(page, cited) if cited is not None else None
            if file is not None:
                if id(file) not in own:
                    own[id(file)] = _is_own(page, file)
                if own[id(file)]:
                    continue
        made.append(one)
    return made


def _file_of(page: Page, cited: Citation) -> Citation | None:
    """The citation that names the file of lines, where that is a bare name: of "`train.py` (line 30)" the first."""
    if "/" in cited.target or "." not in cited.target:
        return None
    if not cited.unnamed:
        return cited
    above = page.until(cited.line)
    named = ("path", "path:line")
    files = (one for one in above if one.kind in named and not one.unnamed and one.target == cited.target)
    return next((one for one in files if (one.line, one.column) < (cited.line, cited.column)), None)


def _is_own(page: Page, file: Citation) -> bool:
    before = page.around(file)[0][-MOST_BEFORE:]
    if _OURS.search(before) or _IN_OUR_REPO.search(before):
        return True
    if _COMMON.fullmatch(file.target) is None:
        return False
    found = page.known.resolve(file.target)
    if not found or not all(map(_ASIDE.search, found)):
        return False
    name = "/" + file.target
    return not any(one.target.endswith(name) for one in page.said if one.kind in ("path", "path:line"))
