"""Plain statements on one parameter of one function or class of Python that they name.

"`width` of `weave` is 2 by default", "the first argument of `weave` is `width`", "`Loom` has the argument `depth`",
`weave` 的第二个参数是 `depth`. What is said of a name that several have is right when it is so of any of them. A
function that takes any keyword has whatever its file, or that of a class above it, has as a word.
"""

from __future__ import annotations

import re
from functools import cached_property

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.verifying.check import Check
from tfexplore.answers.verifying.claimed import is_claimed
from tfexplore.answers.verifying.otherwise import otherwise
from tfexplore.answers.verifying.spelling import endpoint_name, nearest_of, parts_of
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.verifying.functions import Signature
    from tfexplore.answers.verifying.prose import Paragraph
    from tfexplore.answers.verifying.verdicts import Verdict

#: What it is said of, and perhaps where that is.
_OF = r"`(?P<function>(?:[A-Za-z_]\w*\.)*[A-Za-z_]\w*)(?:\(\))?`(?:\s?[(（][^()（）\n]{0,100}[)）])?"
_NAME = r"`(?P<name>[a-z_]\w*)`"
_KIND = r"(?:(?:keyword|named|positional|constructor)\s)?(?:argument|arg|parameter|param|keyword)"
_KIND_ZH = r"(?:关键字|可选|命名|位置|构造)?(?:参数|形参)"
#: "the argument `a`", "its `a` parameter": a parameter as it is named with or without what it is.
_A = rf"(?:(?:the|its|an?)\s)?(?:(?:optional|boolean|default)\s)?(?:{_KIND}\s)?{_NAME}(?:\s{_KIND})?"
_LITERAL = (
    r"None|True|False|[-+]?(?:\d+\.?(?=`)|\d+(?:\.\d+)?|\.\d+)(?:e[-+]?\d+)?|'[^'\n`]{0,40}'|\"[^\"\n`]{0,40}\""
    r"|\([-\d., ]{1,40}\)|\[[-\d., ]{0,40}\]|(?<=`)[a-z_]{3,}(?=`)"
)
_VALUE = rf"`?(?P<value>{_LITERAL})`?(?![\w%])(?!\.\w)"
_UNLESS = (
    r"\s?,?\s?(?:by default|unless (?:it is )?(?:given|set|specified|passed)"
    r"|(?:if|when) (?:it is )?(?:not given|omitted|left out))\b"
)
_DEFAULTS = r"\s(?:defaults? to|has the default(?: value)?|has a default(?: value)? of|is by default)\s"
_DEFAULT_OF = (
    # "`a` of `F` defaults to 2", "`a` of `F` is 2 by default", "`F`'s `a` …"
    *(
        regex(rf"{subject}(?:{_DEFAULTS}{_VALUE}|\sis\s`?(?P<before>{_LITERAL})`?{_UNLESS})", re.A)
        for subject in (rf"{_A}\s(?:of|in|for)\s{_OF}", rf"{_OF}['’]s\s{_A}")
    ),
    # "The default of `a` in `F` is 2", "the default `a` of `F` is 2", "by default, `a` of `F` is 2"
    regex(rf"\b[Dd]efault(?:\svalue)?,?\s(?:(?:of|for)\s)?{_A}\s(?:of|in|for)\s{_OF}\sis\s{_VALUE}", re.A),
    # "`F` defaults `a` to 2", "`F` has a default `a` of 2", "`F` sets `a` to 2 by default"
    regex(rf"{_OF}\sdefaults\s(?:its\s)?{_NAME}\sto\s{_VALUE}", re.A),
    regex(rf"{_OF}\shas\s(?:a|the|its)\sdefault\s{_NAME}\sof\s{_VALUE}", re.A),
    # "By default `F` uses `a=2`"
    regex(
        rf"\b[Bb]y default,?\s{_OF}\s(?:uses|has|takes|sets|runs with|is called with)\s"
        rf"`(?P<name>[a-z_]\w*)\s?=\s?(?P<value>{_LITERAL})`",
        re.A,
    ),
    # "`F(x, a=2)` by default", 默认情况下 `F` 的 `a` 是 2
    regex(
        rf"默认(?:情况下|时)?[，,]?\s?{_OF}\s?的\s?(?:{_KIND_ZH}\s?)?{_NAME}\s?(?:{_KIND_ZH})?\s?(?:是|为)\s?{_VALUE}",
        re.A,
    ),
    regex(rf"{_OF}\s?默认(?:使用|用|取|把|将)?\s?`(?P<name>[a-z_]\w*)\s?=\s?(?P<value>{_LITERAL})`", re.A),
    regex(rf"{_OF}\s?(?:默认(?:把|将)|(?:把|将))\s?{_NAME}\s?默认?(?:设为|设成|取为?)\s?{_VALUE}", re.A),
    regex(rf"{_OF}\s?的\s?(?:{_KIND_ZH}\s?)?{_NAME}\s?(?:{_KIND_ZH})?\s?的?(?:默认|缺省)值?(?:是|为)\s?{_VALUE}", re.A),
)
_HAS = (
    # "`F` has the argument `a`", "`F` takes an argument called `a`"
    regex(
        rf"{_OF}\s(?:also\s)?(?:has|takes|accepts|supports|expects)\s(?:an?|the|its)\s(?:optional\s|boolean\s|keyword\s)?"
        rf"{_KIND}\s(?:called\s|named\s)?{_NAME}",
        re.A,
    ),
    regex(rf"\b{_KIND}\s{_NAME}\s(?:of|to|in)\s{_OF}", re.A),
    regex(rf"{_OF}['’]s\s(?:{_KIND}\s{_NAME}|`(?P<owned>[a-z_]\w*)`\s{_KIND})", re.A),
    regex(
        rf"{_OF}\s?(?:也|还)?(?:有|接受|接收|支持|带)(?:一个)?(?:名为|叫)?\s?(?:{_KIND_ZH}\s?{_NAME}|`(?P<owned>[a-z_]\w*)`\s?{_KIND_ZH})",
        re.A,
    ),
    regex(rf"{_OF}\s?的\s?{_KIND_ZH}\s?{_NAME}(?!\s?[=、])", re.A),
    regex(
        rf"{_OF}\s(?:also\s)?(?:takes|accepts)\s{_NAME}(?=\s?(?:[.;)]|,\s(?:which|so|but|as)\b|\Z|to\b|as\b|and\s(?!`)))",
        re.A,
    ),
)
_ORDINALS = {
    **dict(zip(("first", "second", "third", "fourth", "fifth"), range(5), strict=True)),
    **{f"第{sign}个": at for at, sign in enumerate("一二三四五")},
    "last": -1,
    "最后一个": -1,
}
_NTH = r"(?P<nth>first|second|third|fourth|fifth|last)"
_ORDER = (
    regex(
        rf"\b[Tt]he\s{_NTH}\s(?:positional\s)?(?:argument|parameter)\s(?:of|to|in)\s{_OF}\s"
        rf"(?:is|is called|is named)\s(?:the\s)?{_NAME}",
        re.A,
    ),
    regex(rf"{_OF}['’]s\s{_NTH}\s(?:positional\s)?(?:argument|parameter)\s(?:is|is called|is named)\s{_NAME}", re.A),
    regex(rf"{_NAME}\sis\sthe\s{_NTH}\s(?:positional\s)?(?:argument|parameter)\s(?:of|to)\s{_OF}", re.A),
    regex(rf"{_OF}\s(?:takes|has|expects)\s{_NAME}\s(?:as\s(?:its|the)\s)?(?P<nth>first|last)\b", re.A),
    regex(
        rf"{_OF}\s?的(?P<nth>第[一二三四五]个|最后一个)(?:位置)?(?:参数|形参)(?:是|为|叫做?)\s?{_NAME}",
        re.A,
    ),
)
_NUMBERS = {
    **{word: at for at, word in enumerate(("one", "two", "three", "four", "five", "six", "seven", "eight"), 1)},
    **{word: at for at, word in enumerate("一二三四五六七八", 1)},
    "两": 2,
}
_COUNT = regex(
    rf"{_OF}(?:\s(?:has|takes|accepts)\s(?:exactly\s)?(?P<said>(?P<number>one|two|three|four|five|six|seven|eight|\d)\s(?:arguments?|parameters?))"
    r"(?=\s?(?:[.;:,)]|\Z))"
    r"|\s?(?:一共|共)?(?:有|接受|带)\s?(?P<said_zh>(?P<number_zh>[一二三四五六七八两\d])\s?个(?:参数|形参))(?=\s?(?:[，。；：,.;)）]|\Z)))",
    re.A,
)
#: "The default learning rate of `F` is 2", "`F` defaults to a learning rate of 2", `F` 的默认学习率是 2.
_IN_WORDS = (
    regex(rf"\b[Dd]efault\s(?P<words>[a-z]+(?:\s[a-z]+){{0,2}})\s(?:of|in|for)\s{_OF}\s(?:is|of)\s{_VALUE}", re.A),
    regex(
        rf"{_OF}\s(?:defaults to|has)\san?\s(?:default\s)?(?P<words>[a-z]+(?:\s[a-z]+){{0,2}})\sof\s{_VALUE}",
        re.A,
    ),
    regex(rf"{_OF}\s?的默认(?P<words>学习率|步长|填充|批大小|轴)\s?(?:是|为)\s?{_VALUE}", re.A),
)
_WORDS = {"学习率": "learning_rate", "步长": "strides", "填充": "padding", "批大小": "batch_size", "轴": "axis"}
#: "`F` takes `a`, `b` and `c`", `F` 的参数是 `a`、`b` 和 `c`.
_LIST = regex(
    rf"{_OF}(?:\s(?:takes|accepts|expects|has the (?:arguments|parameters))\s|['’]s\s(?:arguments|parameters)\sare\s"
    rf"|\s?的{_KIND_ZH}(?:是|有|包括)\s?|\s?(?:接受|接收)\s?)"
    r"(?P<list>`[a-z_]\w*`(?:\s?(?:[,，、]\s?(?:and\s|和\s?)?|and\s|和\s?|与\s?|以及\s?)\s?`[a-z_]\w*`)+)(?!\s?(?:first|as\b|=))",
    re.A,
)
#: "The parameters of `F` are `a`, `b` and `c`".
_LIST_OF = regex(
    rf"\b(?:arguments|parameters)\sof\s{_OF}\sare\s(?P<list>`[a-z_]\w*`(?:\s?(?:,\s?(?:and\s)?|and\s)\s?`[a-z_]\w*`)+)",
    re.A,
)
#: "`F.__init__` sets `a=2`": what it begins with.
_INITIAL = regex(
    r"`(?P<function>(?:[A-Za-z_]\w*\.)+__init__)(?:\(\))?`(?:\s?[(（][^()（）\n]{0,100}[)）])?\s(?:sets|has|takes|uses|declares)\s"
    rf"`(?P<name>[a-z_]\w*)\s?=\s?(?P<value>{_LITERAL})`(?P<before>)(?!\s(?:if|when|unless|for|on)\b)",
    re.A,
)
#: "`F` takes `a` and `b`, both required".
_REQUIRED = regex(
    rf"{_OF}(?:['’]s)?\s(?:constructor\s)?(?:takes|has|expects|needs)\s"
    r"(?P<list>`[a-z_]\w*`(?:(?:,\s?(?:and\s)?|\sand\s)`[a-z_]\w*`){1,5})(?:,|\s[(（—–])\s?"
    r"(?P<said>(?:both|all)\s(?:are\s|of\swhich\sare\s)?(?:required|mandatory))",
    re.A,
)
#: "… defaults to 2, the same as in `f(x, a=2)`".
_AS_IN = regex(
    r"\bdefaults?\b(?:[^.;。；]|\.\d){0,100}\b(?:as|like)\s(?:it\sdoes\s)?(?:in|of|for)\s"
    r"`(?P<function>(?:[A-Za-z_]\w*\.)*[a-z_]\w*)\([^`()]{0,80}?\b(?P<name>[a-z_]\w*)\s?=\s?"
    rf"(?P<value>{_LITERAL})(?P<before>)\s?(?:,[^`()]{{0,80}})?\)`",
    re.A,
)
_ITEM = regex(r"`([a-z_]\w*)`", re.A)
#: What has functions with the names of others, which are meant where it is named.
_LITE = "tensorflow/lite/"
#: Letters behind a number of parameters that may say which of them are meant.
REACH = 40
_OTHERWISE = otherwise(
    r"no|neither|nor|without|your|sets?|pass(?:es|ed)?|older|newer|later|2\.\w+|used to|except|lost|dropped|removed"
    r"|attrs?|attributes?|layers? of"
    r"|(?<!/)ops?(?!/)",
    "没|不|除|传|设成|改|旧|属性|算子|如果",
)
_COUNTED_OTHERWISE = otherwise(
    r"optional|required|at least|at most|more|other|keyword|positional", "至少|至多|可选|其他|必"
)


class FunctionFacts(Check):
    """The checks of such statements."""

    def check_all(self) -> Iterator[Verdict]:
        """A verdict on every parameter that is not so, or not there."""
        for one in self.page.marked:
            if "`" not in one.text or one.text.lstrip().startswith("|"):
                continue
            for match in (match for form in _DEFAULT_OF for match in form.finditer(one.text)):
                yield from self._default(one, match)
            for match in _INITIAL.finditer(one.text) if ".__init__" in one.text else ():
                yield from self._default(one, match, apart=True)
            if "default" in one.text:
                for match in _AS_IN.finditer(one.text):
                    yield from self._default(one, match, apart=True)
            for match in _REQUIRED.finditer(one.text) if "required" in one.text or "mandatory" in one.text else ():
                yield from self._required(one, match)
            for match in (match for form in _HAS for match in form.finditer(one.text)):
                yield from self._has(one, match)
            for match in (match for form in _ORDER for match in form.finditer(one.text)):
                yield from self._order(one, match)
            for match in _COUNT.finditer(one.text):
                yield from self._count(one, match)
            for match in (match for form in (_LIST, _LIST_OF) for match in form.finditer(one.text)):
                yield from self._list(one, match)
            for match in (match for form in _IN_WORDS for match in form.finditer(one.text)):
                yield from self._in_words(one, match)

    def _required(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on parameters that are said to have no default, and have one in all that is meant."""
        found = self._meant(one, match)
        for item in _ITEM.finditer(match.string, *match.span("list")) if found else ():
            given = [each.parameters.get(item[1]) for each in found if item[1] in each.parameters]
            if not given or not all(given) or not is_claimed(match, _OTHERWISE, apart=True):
                continue
            said = one.cited(item.start(1), item[1])
            if not self.page.strangers(said):
                detail = f"`{item[1]}` has a default, {given[0]}"
                yield self.page.verdict(said, "differs", found[0].where, (), detail, "symbol")

    def _default(self, one: Paragraph, match: re.Match[str], *, apart: bool = False) -> Iterator[Verdict]:
        name = match["name"]
        group = "value" if match["value"] else "before"
        having = [each for each in self._meant(one, match) if name in each.parameters]
        given = [each for each in having if each.parameters[name]]
        others = [_other(each, name, match[group]) for each in given]
        if not having or not all(others) or not is_claimed(match, _OTHERWISE, apart=apart):
            return
        said = one.cited(match.start("name"), f"{name}={match[group]}", name)
        if not self.page.strangers(said):
            detail = f"`{name}` is {others[0]} there" if others else f"`{name}` has no default"
            yield self.page.verdict(said, "differs", (given or having)[0].where, (), detail, "symbol")

    def _in_words(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdict on the default of a parameter that is named in words, and so is one of the signature's."""
        name = _WORDS.get(match["words"]) or match["words"].replace(" ", "_")
        given = [each for each in self._meant(one, match) if each.parameters.get(name)]
        others = [each.other(name, match["value"]) for each in given]
        if others and all(others) and is_claimed(match, _OTHERWISE):
            said = one.cited(match.start("value"), match["value"])
            if not self.page.strangers(said):
                detail = f"`{name}` is {others[0]} there"
                yield self.page.verdict(said, "differs", given[0].where, (), detail, "symbol")

    def _list(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        """The verdicts on those of a list that are no parameters, where more are."""
        found = self._meant(one, match)
        names = list(_ITEM.finditer(match.string, *match.span("list")))
        wrong = [each for each in names if not any(each[1] in signature.parameters for signature in found)]
        if not found or 2 * len(wrong) >= len(names) or not is_claimed(match, _OTHERWISE):
            return
        for each in wrong:
            yield from self._missing(one, match["function"], each[1], each.start(1), found)

    def _has(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        group = "name" if match["name"] else "owned"
        name, found = match[group], self._meant(one, match)
        if not found or any(name in each.parameters for each in found) or not is_claimed(match, _OTHERWISE):
            return
        yield from self._missing(one, match["function"], name, match.start(group), found)

    def _missing(
        self, one: Paragraph, function: str, name: str, start: int, found: list[Signature]
    ) -> Iterator[Verdict]:  # fmt: skip
        """A verdict on a parameter that a function has not, whichever keywords it takes, nor a method of a class."""
        if self.page.functions.may_take(function, name, found):
            return
        said = one.cited(start, name)
        owner = parts_of(endpoint_name(function))[-1]
        members = self.page.functions.of_members(owner) if self.known.class_places(owner) else ()
        if any(name in each.parameters for each in members):
            return  # a class that is called may be meant, or one that is built
        if name not in self.page.own and not self.page.strangers(said):
            near = nearest_of(name, {each for one in found for each in one.parameters}, 0.6)
            yield self.page.verdict(said, "not found", found[0].where, near, f"no parameter of {function}", "symbol")

    def _order(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        name = match["name"]
        at = _ORDINALS[match["nth"]]
        found = self._meant(one, match)
        lists = [list(each.parameters) for each in found]
        if not lists or name in ("self", "cls") or not is_claimed(match, _OTHERWISE):
            return
        if any(-1 <= at < len(each) and each[at] == name for each in lists if each):
            return
        said = one.cited(match.start("name"), name)
        if not self.page.strangers(said) and any(len(each) > at for each in lists):
            there = next(each[at] for each in lists if len(each) > at and each)
            yield self.page.verdict(said, "differs", found[0].where, (), f"that one is `{there}`", "symbol")

    def _count(self, one: Paragraph, match: re.Match[str]) -> Iterator[Verdict]:
        zh = "" if match["number"] else "_zh"
        number = _NUMBERS.get(match[f"number{zh}"]) or int(match[f"number{zh}"])
        found = self._meant(one, match)
        if not found or any(each.takes_others for each in found) or not is_claimed(match, _OTHERWISE):
            return
        numbers = {len(each.parameters) for each in found}
        numbers |= {len([1 for value in each.parameters.values() if not value]) for each in found}
        if number in numbers or _COUNTED_OTHERWISE.search(match.string[match.start() : match.end() + REACH]):
            return  # all of them, or those without a default
        said = one.cited(match.start(f"said{zh}"), match[f"said{zh}"])
        if not self.page.strangers(said):
            detail = f"it has {len(found[0].parameters)}: {', '.join(found[0].parameters)}"
            yield self.page.verdict(said, "differs", found[0].where, (), detail, "symbol")

    def _meant(self, one: Paragraph, match: re.Match[str]) -> list[Signature]:
        """The signatures of what a statement is of; none where it may be of something else as well.

        Of several functions of a name those are meant that the lines of the statement cite a file of.
        """
        name = match["function"]
        parts = parts_of(name)
        if parts[-1] in self.page.own or (len(parts) == 1 and name in self.known.ops):
            return []
        meant = self.page.functions.named(name)
        unknown = any(self._speaks_of_lite or not path.startswith(_LITE) for path in meant.unknown)
        if unknown or not meant.found:
            return []
        lines = range(one.at(match.start())[0], one.at(match.end() - 1)[0] + 1)
        said = [each for number in lines for each in self.page.on(number) if each.kind.startswith("path")]
        cited = {path for each in said for path in self.page.files_meant(each)}
        if any(self.page.functions.has_unlisted(path, parts[-1]) for path in cited):
            return []
        return [each for each in meant.found if each.where.path in cited] or list(meant.found)

    @cached_property
    def _speaks_of_lite(self) -> bool:
        return any("lite" in line.lower() for line in self.page.text_lines)


def _other(signature: Signature, name: str, value: str) -> str:
    """The default of a parameter, where it is certainly another; a text need not be written with its marks."""
    if value.islower() and value.isidentifier():
        return signature.other(name, f"'{value}'") if signature.parameters[name][0] in "'\"" else ""
    return signature.other(name, value)
