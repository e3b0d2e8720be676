"""How people tie a name to its place, in English and in Chinese: which words say that it is defined there.

Nothing here knows the tree. Each function takes the text between or around two citations and says what it claims.
"""

from __future__ import annotations

import re

from tfexplore.patterns import regex

_WORDS = (
    "is|are|was|as|the|a|an|its|this|that|which|class|classes|function|functions|method|macro|op|ops|kernel|gradient|struct|template|"
    "helper|ctor|dtor|destructor|in|inside|at|from|of|on|by|file|files|source|see|also|defined|declared|implemented|registered|located|found|lives|live|"
    "sits|resides|definition|implementation|registration|wrapper|constructor|around|near|code|line|lines|begins|starts|starting|"
    "appears|itself|here|there|and|under|placed|put|kept|stands|cited|given|listed|shown|seen|be|been|can|now|still|just|"
    "functor|constant|static|member|enum|factory|field|alias|typedef|launcher|routine|abstract|virtual|private|public|"
    r"anonymous|unnamed|namespace|speciali[sz]ations?|(?:GPU|CPU)(?=\s(?:speciali[sz]ation|version|特化|版本))|"
    "version|side|part|form|code|python|spans|covers|occupies|takes|fills|extends|runs|from|over|"
    "宏|类|函数|方法|算子|内核|核函数|核|梯度|同一个?|同|定义|声明|实现|注册|位于|处于|在|于|的|见|参见|详见|文件|源码|源代码|代码|"
    "类体|函数体|主体|本体|整个|处|到|由|是|源|即|也|都|则|同样|后者|亦|均|仍|被|所|本身|入口|可以|可|看到|找到|写在|放在|位置|通用|版本?|模板|结构体|这个|该|中|里|为|起始|开始|始于|出现|匿名|命名空间|全?偏?特化|它|其|该类|该函数|"
    "は|が|の|で|に|定義|実装|関数|クラス|ある|あり|され|ている|ist|steht|wird|der|die|das|Datei|definiert|implementiert|ab"
)
_FORWARD = regex(
    rf"(?:(?<![A-Za-z])(?:{_WORDS})(?![A-Za-z])|C\+\+|(?<=\bis )-?\d[\w.]*|(?<=[是为])\s?-?\d[\w.]*"
    r"|[\s`*\"'“”()（）《》「」『』【】\[\]:：|—–@,，>→⇒-])*",
    re.I,
)
_BACK_WORDS = (
    "defines|define|declares|declare|contains|contain|implements|implement|registers|register|holds|hold|has|have|shows|show|"
    "covers|cover|will|that|this|is|where|the|a|an|class|function|method|macro|op|kernel|gradient|"
    "there|here|you|find|we|its|in|for|of|struct|template|definition|declaration|"
    "can|see|is|begins|starts|lies|"
    "可以|可|看到|找到|能|就|即|便|叫|名为|中|里|里面|内|起的|开始的|的|定义|定义了|声明|声明了|实现|实现了|注册|注册了|有|包含|包含了|类|函数|方法|宏|算子|内核|处|就是|是|负责|模板|结构体|文件|了|は|が|の|で|に|定義|実装|ある|関数|クラス"
)
_BACKWARD = regex(rf"(?:'s|(?<![A-Za-z])(?:{_BACK_WORDS})(?![A-Za-z])|[\s`*\"“”()（）《》\[\]:：|—–,，-])*", re.I)
#: "`A` and `B`; both are declared in", which is said of the last as well.
_ALL_OF_THEM = regex(
    r"\A[`*]*\s*[;；,，]?\s*(?:and\s)?(?:(?:both|all|they|these)(?: of them)?\s(?=are\s)|(?:二者|两者|它们)?(?:都|均)(?=在|定义|声明|实现|位于))"
)
_DEFINED = regex(
    r"defin|implement|resid|liv(?:es|e)\b|\bsits in\b|\bis (?:in|at)\b|\bis (?:the|an?) (?:class|function|macro|struct|method) in\b|\b(?:begin|start)s\b|定义|实现|写在|位于|开始|起始|始于|定義|実装"
    r"|\bis\s*[`*\"(\[]*$|,\s+an?\s[^,]{0,40}\bin\b",
    re.I,
)
#: Letters of a sentence that are looked at; one that is longer says more than a name and its place.
_SHORT = 200
#: Letters between a name and a path, with tags and the texts of links.
_LONGEST = 600
#: What a sentence may have before a name and behind its place, and still say no more than where the thing is.
_OPENING = regex(
    r"(?:\W|[\d_]|(?<![A-Za-z])(?:see|cf|source|the|an?|class|function|method|struct|macro)(?![A-Za-z])"
    r"|参见|详见|见|类|函数|方法|宏|结构体|第?[一二三四五六七八九十]+(?:[、.．,，:：]|[章节步](?=[\s:：、])))*",
    re.I,
)
#: Or which thing it is: "The gradient of Sin is `_SinGrad`", "its CPU kernel is the class `SinOp`".
_IDENTIFIED = regex(
    r"[^.;。；]*\b(?:gradient|kernel|class|function|op|method|macro|implementation|launcher|functor|helper|wrapper)\b[^.;,，。；]*"
    r"\bis (?:called |named )?(?:the |a )?(?:class |function |method |macro |op )?[`*\[]*",
    re.I,
)
_CLOSING = regex(r"(?:[^A-Za-z\u4e00-\u9fff]|for (?:the |more )?details|for more)*", re.I)
#: What says that something is quoted as it stands, though it looks wrong.
SIC = regex(r"[(（\[]\s?\*{0,2}sic\b|原文如此", re.I)
#: Where a sentence ends; the point of "(cf. x.cc:3)" ends none.
SENTENCE = regex(
    r"(?<![(（]cf)(?<![(（]vgl)(?<![(（]e\.g)(?<![(（]i\.e)[.;!?](?=\s|$)|[。；！？]|(?<=[\u4e00-\u9fff`]);(?=[\u4e00-\u9fff`])"
)
_BELOW = regex(r"[`)]?\s?(?:ff?\.|and (?:below|following)\b|行?(?:起|开始|往下))")
_BARE = frozenset(
    [
        ",",
        "，",
        "->",
        "→",
        "=>",
        "⇒",
        "《",
        "（《",
        "「",
        "『",
        "【",
        "",
        "(",
        "（",
        "|",
        ":",
        "：",
        "@",
        "—",
        "–",
        "-",
        "--",
        "——",
        "](",
        "[",
        "([",
        "（[",
        "`(",
        "は",
        "が",
        "の",
        "は、",
    ]
)


#: What follows a name that is said of the place before it.
_GOES_ON = regex(r"[`*]*\s*(?:is|are|begins|starts|defines|定义|实现|开始|被|负责)", re.I)
#: What follows a name that is said to be defined at the place before it.
_BEGINS = regex(r"[`*]*\s*(?:(?:begins|starts)\b|is (?:defined|implemented)\b|的?定义|开始)", re.I)
#: The same where nothing stands between the two: "`x.cc:12` `A` 的定义：", "x.cc:12: `A` is defined here".
_ITS_DEFINITION = regex(
    r"[`*]*(?:\(\))?[`*]*\s*(?:的?(?:函数|类|方法)?(?:定义|声明)(?:处|所在|开头|开始|的?位置|在此|在这里)?\s*(?=[:：,，.。;；、)）|]|$|[—–-])"
    r"|(?:is )?(?:defined|declared|implemented)(?: here| there)?\s*(?=[:,.;)|]|$|[—–])"
    r"|(?:'s )?(?:definition|declaration)\s*(?=[:,.;)|]|$|[—–]))",
    re.I,
)
_NOTHING = regex(
    r"</?\w+(?: [^<>]{0,200})?>|^\"(?: [^<>]{0,80})?>|\b(?:on |at |from )?lines?\s\d+(?:\s?(?:[-–~]|to|through)\s?\d+)?\s(?:of|in)\b"
    r"|\b(?:Zeilen?|lignes?)\s\d+(?:\s?(?:[-–~]|bis|à)\s?\d+)?\s(?:in|von|de|dans)\b",
    re.I,
)


#: The text of a link that is nothing but a line: "[L12](", "[第 12 行](".
_LINE_OF_LINK = regex(r"\[`?(?:#?L|:|lines?\s?|第\s?)?\d{1,6}(?:\s?[-–~]\s?L?\d{1,6})?\s?行?`?(?=\]\(\Z)", re.I)
#: "`A`, whose specialization starts at", `A` 的 GPU 特化.
_WHOSE = regex(
    r"(?:[,，]?\s(?:whose|has its|with its)\s(?:only\s|own\s)?|'s\s|的\s?)"
    r"(?=(?:(?:[GC]PU|partial|full|explicit|template)\s){0,2}(?:speciali[sz]ation|definition|declaration|全?偏?特化))",
    re.I,
)
#: "the specialization for the GPU".
_FOR_DEVICE = regex(
    r"(?<=ation)\sfor\s(?:the\s)?[GC]PU\b|(?<=的)\s?(?:[GC]PU|XLA)\s?(?=(?:kernel|核函数|内核|核)?\s?注册)"
)
#: `A` 这个op, right behind which the Chinese goes on.
_THIS_KIND = regex(
    r"\A[`*]{0,3}\s?(?:这个|该|此|的)\s?(?:op|kernel|class|struct|functor|macro|helper)\s?(?=[一-鿿])", re.I
)
#: What is done "by" a name, 由 `A` 决定, before its place.
_DONE_BY_IT = regex(
    r"\A[`*]*\s?(?:来|去|进行|统一|负责)?(?:决定|确定|完成|负责|处理|控制|计算|产生|生成|创建|给出|执行|构造|维护|管理|提供|触发"
    r"|判断|判定|检查|校验|选择|挑选|过滤|分配)"
    r"(?=\s?[,，(（]\s?(?:参?见|详见|参考|看|位于|在|定义[在于]?|实现[在于]?)?\s?[`*\[(（]*\Z)"
)
#: "through `A`, which you find at", "`A`, which is at".
_WHICH = regex(
    r"(?<=[`*\w)]),\s(?:which|that)\s(?:(?:you|one|we)\s(?:can\s|will\s|may\s)?finds?|is|lives|sits|stands|resides)\s"
    r"(?=(?:(?:defined|declared|implemented)\s)?(?:in|at)\s)"
)


_A_LINE = regex(r"lines?\b|Zeilen?\b|lignes?\b", re.I)


#: Lines that stand before their file, right behind which that follows: "(line 12, ", "line 12 (", "L12 of ".
_LINES_OF_IT = regex(
    r"(?:\b(?:(?:on|at)\s)?(?:lines?\s|ll?\.\s?|L\.?\s?)\d{1,6}(?:\s?[-–~]\s?L?\d{1,6})?(?:,\s|\s?[(（]|\s(?:of|in)\s)"
    r"|第\s?\d{1,6}(?:\s?[-–~至到]\s?\d{1,6})?\s?行\s?[(（])(?=[`*\[]*\Z)"
)
#: What leads from a name to its place in a table of contents.
_DOTS = regex(r"\s\.{4,}\s")


def _plain(between: str) -> str:
    """The words between two citations without tags and without "line 3 of", which belongs to the second."""
    if "](" in between:
        between = _LINE_OF_LINK.sub("[", between)
    between = _LINES_OF_IT.sub("", _DOTS.sub(" ", between))
    return _NOTHING.sub("", between) if "<" in between or _A_LINE.search(between) else between


#: A line of the file that was named before: "`A` (same file, line 12)", `A`（同文件 12 行）.
_SAME_FILE = regex(r"同(?:一个?)?文件[的中里]?(?:第\s?)?\s?|\b(?:the )?same file,?\s(?=(?:line )?[`*]*\Z)")


#: A remark on a name between it and where it is: "`A` (what it holds) is at".
_REMARKED = regex(
    r"\A[`*]*(?:\(\))?[`*]*\s?[(（][^()（）`|]{1,40}[)）](?=\s?(?:(?:is|are|lives?|sits?|stands?)\s(?:\w+\s)?(?:in|at|on)\b|在|位于|定义[在于]))"
)


#: What is told of a thing before where it is: "`A`, which the other pass needs, is registered in".
_RELATIVE = regex(
    r"(?<=[`*]),\s(?:which|that|whose?)\s(?:the |an? )?(?:[\w-]+\s){1,8}?[\w-]+,\s(?=(?:is|are)\s(?:registered|defined|declared|implemented)\s(?:in|at)\b)"
)


#: The word that begins a definition, for the definition: "`a`'s `def` is at", `a` 的 `class` 在.
_ITS_KEYWORD = regex(r"(?:(?<='s\s)|(?<=的)|(?<=的\s))`(?:def|class|struct|enum)`(?=\s?[a-z\u4e00-\u9fff])")


def forward(between: str, with_line: bool) -> str:
    """What the text from a name to a path claims: `"defined"`, `"there"`, or nothing."""
    if len(between) > _LONGEST:
        return ""
    between = _SAME_FILE.sub("", between.removesuffix("<"))  # what an address stands in
    between = _ITS_KEYWORD.sub("定义" if "的" in between else "definition", between)
    between = _RELATIVE.sub(" ", _REMARKED.sub(" ", between), count=1)
    between = _WHICH.sub(" is ", _THIS_KIND.sub(" ", _plain(between)), count=1)
    between = _WHOSE.sub(" ", _DONE_BY_IT.sub("", _ALL_OF_THEM.sub(" ", between)), count=1)
    between = _FOR_DEVICE.sub("", between)
    if len(between) > 60 or not _FORWARD.fullmatch(between):
        return ""
    bare = re.sub(r"[\s`*\"'“”]", "", between)
    if not re.search(r"[A-Za-z\u4e00-\u9fff]", bare):
        tight = bare in _BARE or bare.removesuffix("[") in _BARE or bare in ("](", ")(", "|")
        return "there" if tight and (bare or with_line) else ""
    if re.fullmatch(r"[,，]?(?:and|also|是|都|也|的)", bare):
        return ""
    if (
        bare.startswith((",", "，"))
        and not _DEFINED.search(bare)
        and not re.search(r"在|位于|见|文件|源码|源代码|注册|声明|see|in|at|from|file|source|registered|declared", bare)
    ):
        return ""
    return "defined" if _DEFINED.search(between) or bare.startswith(("在", "于")) else "there"


def backward(between: str, with_line: bool, behind: str = "") -> str:
    """What the text from a path to a name claims."""
    between = _plain(between)
    if len(between) > 40 or not _BACKWARD.fullmatch(between):
        return ""
    bare = re.sub(r"[\s`*\"'“”]", "", between)
    if not re.search(r"[A-Za-z\u4e00-\u9fff]", bare):
        if not bare or bare in (",", "，"):
            if with_line and not bare and _ITS_DEFINITION.match(behind):
                return "defined"
            # "At line 3 of x.cc, `Name` is defined": a comma alone ties only what goes on like this.
            return "there" if with_line and (not bare or _GOES_ON.match(behind)) else ""
        if with_line and bare in (":", "：", "—", "–", "-", "--", "——", "|") and _ITS_DEFINITION.match(behind):
            return "defined"
        return (
            "there"
            if bare in (":", "：", "(", "（", "—", "–", "-", "--", "——", "|", "),", "）", ")", "):", "の", "で", "が")
            else ""
        )
    if bare.startswith((",", "，")) and not re.search(
        r"[,，](?:the|where|defin|定义|实现|类|函数|class|function|可以|可|即|能|就|便|有|you)", bare, re.I
    ):
        return ""
    defined = re.search(r"defin|implement|定义|实现", bare, re.I) or _BEGINS.match(behind)
    return "defined" if defined else "there"


_OPENS = regex(
    r"[`*)\]]*\s?(?:里面?|中|内|的|有|定义了|has\b|have\b|defines\b|declares\b|contains\b|registers\b|implements\b)"
)


def opens(behind: str) -> bool:
    """Whether a file is the subject of what stands behind it: "`x.py` has", `x.py` 里."""
    return _OPENS.match(behind) is not None


_ASIDE = regex(r"[`*]*\s?[)）](?:[^A-Za-z\u4e00-\u9fff]*(?:[A-Za-z']+|[\u4e00-\u9fff]{2})){4}")


def aside(before: str, behind: str) -> bool:
    """Whether a place stands in brackets of its own in a sentence that goes on behind them."""
    return re.search(r"[(（][^()（）]{0,80}$", before) is not None and _ASIDE.match(behind) is not None


def alone(before: str, behind: str) -> bool:
    """Whether a sentence has nothing but a name and its place: what is before the one and behind the other says no more."""
    before, behind = before[-_SHORT:], behind[:_SHORT]
    start = max((match.end() for match in SENTENCE.finditer(before)), default=0)
    end = SENTENCE.search(behind)
    return (
        _OPENING.fullmatch(before, start) is not None or _IDENTIFIED.fullmatch(before, start) is not None
    ) and _CLOSING.fullmatch(behind, 0, end.start() if end else len(behind)) is not None


def opening(before: str) -> bool:
    """Whether a sentence has nothing before a name but what may be there of one that only says where the thing is."""
    return _OPENING.fullmatch(before[-_SHORT:]) is not None


def inside(before: str, behind: str) -> bool:
    """Whether a name is said to hold the place that is cited, rather than to be at it."""
    if definition_of(before):
        return False
    if re.search(r"(?:\b(?:in|into|inside|within|of|by|from|body of)|在|由|从)\s*[`*\"(\[]*$", before, re.I):
        return True
    return (
        re.match(
            r"[`*\"']*(?:\([^)]*\)|（[^）]*）)?[`*]*\s*(?:里|中|内|的(?!定义|实现|声明|源码|代码|位置)|之中|里面|calls|checks|uses|does|then|first|先|会|被(?!定义|声明|注册)|调用|检查"
            r"|创建|构造|读取|返回|设置|判断|处理|生成|使用|传入|取出|把|将)",
            behind,
        )
        is not None
    )


_ACTS = regex(
    r"[`*)\]）]*\s?(?:处|行|文件)?(?:里面?|之?中|内)?(?:创建|构造(?!函数)|调用|读取|返回|设置|判断|处理|生成|使用|传入|取出|检查|注册(?!了?\s?[`\w])|把|将|被|先|会)"
)


def acts(behind: str) -> bool:
    """Whether what stands behind a place says what is done there, and not that the thing is there: 在 x.cc:12 创建."""
    return _ACTS.match(behind) is not None


#: What says behind a place in brackets what the thing is of which it stands: "`A` (x.cc:12) derives from".
_WHAT_IT_IS = regex(
    r"[`*\]]*\s?[)）][`*]*,?\s?(?:"
    r"(?:(?:directly|publicly|itself)\s)*(?:derives?|inherits?)\s(?:\w+\s)?from\b|extends\s(?:the\s)?[`*]"
    r"|is\s(?:an?|the|one)\s(?:[\w-]+\s){0,3}?(?:class|struct|template|macro|functor|subclass|op ?kernel|kernel class|enum)\b"
    r"|(?:直接|都|也)?(?:继承|派生)|(?:也)?是(?:一?个)?[^，。；,.;`]{0,8}(?:类|模板|结构体|宏|枚举)(?!型))",
    re.I,
)


def told_what_it_is(behind: str) -> bool:
    """Whether what stands behind a place in brackets is on the thing itself, whose definition is there then."""
    return _WHAT_IT_IS.match(behind) is not None


def definition_of(before: str) -> bool:
    """Whether the words before a name are "the definition of"."""
    return re.search(r"(?:definition|implementation|declaration) of\s*[`*\"(]*$", before, re.I) is not None


_KIND = r"(?:ops?|operator|kernel|kernels|class|classes|function|functions|method|methods|macro|macros|functor|struct|helper|gradient|wrapper|symbol)"
_KIND_ZH = r"(?:算子|操作|内核|核函数|核|类|函数|方法|宏|结构体|梯度|接口|模板|成员|符号)"


#: What a line may say before a place, and behind it, that tells where the code above it is from, and no more.
_OF_ABOVE = regex(
    r"\W*(?:(?:source|from|see|located|it is|this is|at|in|来源|出处|摘自|引自|来自|代码|源码|位置|位于|在|见)\W*){0,2}"
    r"|\W*(?:the |all |this |code )?(?:above|excerpt|snippet|fragment|listing|figure|code|block|this|lines)(?: (?:above|code|\d+(?:\.\d+)?))?"
    r"(?: ?[:：.—-]| (?:is|are|comes?|was|were)(?: (?:taken|quoted|copied|an excerpt))?)? ?(?:from|in|of)?\W*"
    r"|\W*(?:上面|以上|上述|这|该)(?:这|的|段|片段|部分|几行|代码|内容|摘录)*(?:来自于?|出自|摘自|引自|取自|在|位于|是)\W*",
    re.I,
)
_LINES = regex(r"\blines?\b|第|行|\bL(?=\d)|\bff?\b", re.I)


def caption(before: str, behind: str) -> bool:
    """Whether a line says no more, beside a place, than that what is above is from there."""
    if behind.rstrip(" *`)）").endswith((":", "：")):
        return False  # what follows is
    return _OF_ABOVE.fullmatch(before) is not None and re.search(r"[^\W\d]", _LINES.sub("", behind)) is None


def label(before: str, within: bool = False) -> bool:
    """Whether the words before a citation are the label of a field, such as `- **File**: `; `within`: it is in it."""
    if within and not re.search(r"\w", before):
        return True
    return (
        re.fullmatch(r"[\s>*+|-]*[*`]{0,2}[^\W\d][\w ]{0,16}(?:[*`]{0,2}[:：]|[:：][*`]{0,2})\s*[`\[(]{0,2}", before)
        is not None
    )


#: The header of a column of places where something is called or used.
_CALLERS = regex(
    r"(?:(?:who|what|where) )?(?:it |they )?(?:is |are |it's )?"
    r"(?:calls?|called|callers?|call sites?|uses?|used|users?|invocations?|invoked)(?:\s(?:it|them|by|from|at|in|where))*"
    r"|(?:谁|何处|哪里)?(?:调用|使用)(?:者|处|方|位置|的地方)?",
    re.I,
)


#: What says above a list that its places are where something is used.
_OF_USES = regex(
    r"\b(?:callers?|call sites?|users?|uses|(?:is|are) (?:called|used|read|set) (?:by|from|in|at))\b"
    r"[^.。]{0,80}[:：]\s*\Z"
    r"|(?:用到|调用|使用)[^。]{0,80}[:：]\s*\Z",
    re.I,
)


def lists_uses(above: str) -> bool:
    """Whether a text says that the places of the list below it are where something is used."""
    return _OF_USES.search(above) is not None


def of_callers(header: str) -> bool:
    """Whether a column is of places where something is called or used: "called by", 调用处."""
    return _CALLERS.fullmatch(header.strip(" *`")) is not None


_PARAMETER = regex(
    r"(?:\b(?:arguments?|args?|parameters?|params?|attrs?|attributes?|inputs?|outputs?|variables?|fields?|flags?|values?|tensors?)"
    r"|参数|属性|变量|输入|输出|字段|张量)\s*$",
    re.I,
)


def implemented(between: str) -> bool:
    """Whether words between a class and a place say that the class implements something there."""
    return re.search(r"\bimplement|实现", between, re.I) is not None and re.search(r"\bdefin|定义", between) is None


def registered(between: str) -> bool:
    """Whether words speak of a registration, which need not be where the thing is defined; names as `OpRegistry` do not."""
    return re.search(r"(?<!\w)regist(?:er(?:s|ed|ing)?|rations?)(?!\w)|注册", between, re.I | re.A) is not None


def parameter(before: str) -> bool:
    """Whether the words before a name say that it is a value rather than code: an argument, an attr, a variable."""
    return _PARAMETER.search(before) is not None


#: Letters before a name in which the words next to it stand.
_NEXT = 120


def said_to_be_code(before: str, behind: str) -> bool:
    """Whether a name is called an op, a class, a function or the like."""
    before = before[-_NEXT:]  # the patterns end where it does
    if re.match(rf"[`*\"'()]*\s*(?:{_KIND}\b|{_KIND_ZH})", behind, re.I):
        return True
    if re.search(rf"(?:\b{_KIND}|{_KIND_ZH})\s*(?:named|called|名为|叫做|叫)?\s*[`*\"'(]*$", before, re.I):
        return True
    if re.search(
        r"(?:调用|calls?|invokes?|defines?|registers?|inherits? from|derives? from|继承自?|定义了?|实现了?|注册了?|通过|由|基类|子类|subclass of)\s*(?:了|the|一个)?\s*[`*\"'(]*$",
        before,
        re.I,
    ):
        return True
    return (
        re.match(
            r"[`*\"'()]*\s*(?:is (?:defined|registered|called|declared|implemented)|calls|负责|定义在|实现在|注册在|位于)",
            behind,
            re.I,
        )
        is not None
    )


_OF_A_CLASS = regex(r"\bthe class\b|类的", re.I)


def goes_over_to_a_class(words: str) -> bool:
    """Whether the words before a value go over to a class or its constructor, which has it: 类的构造函数默认."""
    return _OF_A_CLASS.search(words) is not None


def goes_on_below(behind: str) -> bool:
    """Whether the words behind a line say that those below it are meant as well: "x.cc:12 ff.", 12 行起."""
    return _BELOW.match(behind) is not None


_PRIORITIES = regex(r"\bpriorit(?!y[ _-]?queue)|优先级(?!队列)", re.I)


def of_priorities(text: str) -> bool:
    """Whether a text speaks of priorities, so that its numbers need be no lines."""
    return _PRIORITIES.search(text) is not None
