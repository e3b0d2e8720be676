"""How people say that a name or a block is no claim about this source: gone, planned, made up, or somebody else's.

In English and in Chinese. Nothing here knows the tree; each function takes the words next to a citation or above a block.
"""

from __future__ import annotations

import re
from functools import lru_cache

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

#: Lines and sentences of which it is kept what they say: a dozen checks ask of each.
MAX_KEPT = 4_096
#: Words that say of something that it is not in this source: nowhere, no more, or in another release.
_ABSENT = regex(
    r"\b(?:no longer|(?:does|did|do)(?: not|n't) exist|there(?: is|'s) no|no such|not exist|nowhere to be found|never existed|"
    r"(?:was|were|been|later|since) (?:removed|renamed|deleted)|(?:removed|renamed|deleted) (?:in(?! (?:[`*\[]{1,3}\s?[`*\])]|batch|turn|order|bulk|place|one|the (?:loop|destructor|callback)))|from|to|since|with|after)|"
    r"(?:newer|later|older|earlier|future|recent|old|new) (?:[A-Z]\w+ )?(?:versions?|releases?)(?! of `(?!tensorflow|tf\b))|(?:later|newer) than (?:TF |TensorFlow )?v?1\.\d+|(?:that|this|the|which) (?:\w+ )?(?:is|are) gone|can(?:'t|not) be found (?:in|under)|(?:on|in|at) (?:master|HEAD)|"
    r"(?:is|are|was|were) not (?:yet )?(?:in|part of) the base\b|"
    r"(?:is|are|was|were) not (?:yet )?(?:in|part of) (?:TF |TensorFlow )?(?:v?1\.\d+|this (?:tree|release|version))|"
    r"v?2\.\d(?:\.\d)? (?:adds?|added|brings?|brought|introduce[sd]?)|"
    r"(?:TF|TensorFlow|in|with|since|until|as of|from) ?v?2\.(?:\d|x)\S*|1\.x(?!\s?[里中]?(?:还|仍)|\sstill)|2\.x)\b"
    r"|[:：] ?not (?:yet )?(?:in|part of) (?:the base|upstream|(?:TF |TensorFlow )?v?1\.\d+|this (?:tree|release|version))\b"
    r"|不存在|尚未|待建|没有叫|没有名为|并没有|没有这个|虚构|已删除|已被删除|已移除|改名|新版|旧版|老(?:文章|博客|教程|资料|帖子)|后来的版本|后来才有|老版本|早期版本|后续版本|更高版本|master分支"
    r"|(?:には|は)(?:まだ)?(?:ありません|存在しません|存在しない|無い|ない(?=[。、]))",
    re.I,
)
#: What there is not is the code that follows.
_NO_OTHER = regex(
    r"\bthere(?: is|'s| are) no (?:[a-z]+ )?`[^`]{1,80}`(?: [a-z]+){0,2} (?:any ?more|in(?! this\b)|at|for)\b", re.I
)
#: What something does where a thing of its own is missing: "if the prefix does not exist", 文件不存在则.
_WHERE_MISSING = regex(
    r"\b(?:if|when|unless|in case) (?!it\b|they\b|this\b|that\b)[a-z][a-z ]{0,40}?(?:does not|doesn't|do not|don't) exist\b"
    r"|(?:^|[，。；、,;])\s?[\u4e00-\u9fff]{0,12}不存在(?=则|时|就|便|的话)",
    re.I,
)
_LATER = regex(
    r"[\s*>-]*(?:in (?:the )?(?:releases|versions) (?:after|since|from|beyond|later than) |in |after |since |from |as of |自|从|到了?|在)?\s?(?:TF|TensorFlow)?\s?v?2\.(?:\d|x)",
    re.I,
)
#: Words by which an author announces what is yet to be written.
_ADDED = regex(
    r"\b(?:(?<!\bno )(?<!\bNo )new files?|would require (?:either|an?|new|adding)|(?:we|you|I)(?: will|'ll| would)? (?:write|add|create|introduce|plan)|to be (?:written|added|created)|"
    r"(?:is|are|we) (?:planned|planning)|(?:neither|none)(?: of \w+)? exists?)\b"
    r"|新增|新建|新文件|新功能|自己写|自己实现|我们(?:写|编写)|(?:我们|想|要|打算|计划|准备)加(?:一个|上)?(?=\s?`)|计划(?:新建|添加|增加)"
    r"|\[(?:new|neu|新)\]"
    r"|自己的仓库|追加したい|追加する予定|新規(?:追加|作成)",
    re.I,
)
#: Words by which a heading or a line announces names and files that are yet to be made.
_PLANNED = regex(
    r"(?<!\ba )(?<!\bno )\b(?:planned|proposed|new) (?:new )?(?:files?|sources?|class(?:es)?|names?|ops?|kernels?|targets?|modules?|layout)\b"
    r"(?! (?:in|of|since|from) )|(?<!\bThis )(?<!\bIt )\b(?:are|is) (?:all )?new\b(?! (?:in|since|with) )|\b(?:files?|classes|ops|kernels) (?:to (?:add|write|create)|we (?:add|plan))\b"
    r"|\bto be (?:written|added|created)\b"
    r"|\bnot (?:yet )?(?:in|part of) (?:TF |TensorFlow )?v?1\.\d+(?:\.\d)?\b"
    r"|\bv?1\.\d+(?:\.\d)? (?:does (?:not|n't)|doesn't|lacks|has no)\b|\b(?:not|never) (?:yet )?(?:in|part of) this (?:release|version|tree)\b"
    r"|(?:计划|拟|将要?|准备)(?:新增|新建|添加|增加)|新增(?:的)?(?:文件|类|算子|内核)|待(?:建|新增)",
    re.I,
)
_LISTS_ABSENT = regex(
    r"\b(?:absent|missing|not) (?:here|in (?:TF )?v?1\.\d+|in this (?:tree|release|version))[^.:：`]{0,40}[:：]"
    r"|\bof (?:later|newer) (?:versions|releases)[^.:：`]{0,40}[:：]|(?:1\.\d+|本版本|这个版本|此版本)\s?(?:里|中)?没有的?[^。:：`]{0,20}[:：]",
    re.I,
)
_PROPOSAL = regex(
    r"#+\s+(?:\d[\d.]*\s)?(?:the |our )?(?:(?:proposal|proposed (?:changes?|design))\s*#*$"
    r"|(?:wish ?list|nice to have|future work)\b)",
    re.I,
)
#: Headings of what there is, in whatever document.
_TODAY = regex(
    r"\s*#+\s[^\n]*?(?:\b(?:today(?:'s)?|existing|current(?:ly)?|background|status quo|upstream|now \d|(?:works?|is|are|do(?:es)?|done) now|as[- ]is"
    r"|how (?:it|things|this) (?:is|are|works?)|what (?:we have|there is|exists))\b"
    r"|\[tree\]|现状|背景|原有|现有|目前|已有)",
    re.I,
)
#: A heading, of whatever depth, from which on a proposal speaks of what is to be.
_OF_PLANS = regex(
    r"\s*#+\s[^\n]{0,80}?(?:\b(?:propos\w+|detailed|design|plans?|goals?|objectives?|future|roadmap|considerations?|alternatives)\b"
    r"|提案|方案|设计|计划|目标|规划)",
    re.I,
)
#: Words by which an author speaks of what is made up or the author's own.
_MADE_UP = regex(
    r"\b(?:for example(?!\s?[:：]\s*$)|your own|my own|our own|custom op|hypothetical|suppose|imagine|let's (?:write|call|name)|"
    r"we (?:name|call it)|(?:I'd|I would) (?:name|call) (?:it|yours|them|this|mine)|toy)\b"
    r"|自定义|假设|假想|比如我们|我们(?:自己|的)|示例",
    re.I,
)
#: Words by which an author speaks of another project's code, or of the author's, the reader's or a company's own.
_FOREIGN = regex(
    r"\b(?:ours|in-house|our code ?base|our (?:port|backend|driver|runtime) (?:allocates|calls|uses|has|does|registers)|(?:on|at) our (?:side|end)|(?:(?<!\bon )(?:our|my|your) own|\*{0,2}(?:our|my|your)\*{0,2} (?:internal|private|replacement|fork|repo|repository|code|project|binding|patch))|"
    r"internal (?:repo|repository|library|code|helper)|(?:not|isn't|aren't|wasn't) (?:from|part of|in|a part of) TensorFlow|"
    r"(?:you|I|we)(?:'ve| have)? (?:defined|wrote|added|introduced|invented)|(?:other|another) (?:frameworks?|libraries|projects?))\b"
    r"|(?:其他|别的|其它)(?:框架|项目|库)|我们自己|我写的|你写的|你定义的|不(?:是|属于) ?TensorFlow(?: ?的)?|是?(?:助教|老师|同学|学长|师兄|作者)(?:自己)?(?:写|加)的|(?:别|不要?)(?:去|在) ?(?:TF|TensorFlow) ?(?:里|中)找|不在官方|官方(?:代码|仓库|源码)?(?:目前|里)?没有|团队内部|内部(?:仓库|代码|库)"
    r"|我们?(?:自己)?(?:新?加|写|改|给)的|课程代码|上游(?:里|还|并)?没有",
    re.I,
)
_PROJECTS = regex(
    r"`(?!tfl?`|tf_|xla_|std`)\w{2,16}`\sdialect\b|\b(?:[Bb]uild|[Cc]ompil|[Ii]nstall|[Pp]atch)\w*\s(?:and\s\w+\s)?Bazel\b(?!\s\w)|"
    r"\b(?:PyTorch|torch|MXNet|JAX|Flax|Theano|Caffe2?|Chainer|PaddlePaddle|Rust|Julia|Golang|scikit-learn|jemalloc|tcmalloc|"
    r"libtorch|OpenCV|Horovod|Triton|TVM|IREE|oneDNN|Swift for TensorFlow)\b|\bTensorFlow\.js\b"
)
#: The header of a column that is about another format.
_FORMAT = regex(r"[\s*_]*(?:ONNX|Core ?ML|TensorRT|StableHLO|OpenVINO)\b(?! ops?\b)", re.I)
#: Whose code a name is: the author's or the reader's, and some project's.
_MINE_BEFORE = regex(
    r"\b(?:our|my|your)(?: [\w'’`./-]{1,20}){0,3}[,:]?(?: (?:with|called|named|in))?\s*[`*\"'(]*$"
    r"|(?<!have )(?<!has )(?<!get )\b(?:his|her|their)(?: (?!(?:is|are|was|were|lives?|sits?)\b)[\w'’`./-]{1,20}){0,3}[,:]?"
    r"(?: (?:with|called|named|in))?\s*[`*\"'(]*$"
    r"|(?:(?:你|我|我们|你们|他们)(?:自己)?|自己)的[^，。；,.;`]{0,12}[`*\"'(（]*$"
    r"|(?:组内|自家)的?(?:脚本|工具|程序)\s?[`*\"'(（]*$"
    r"|(?<!have )(?<!has )(?<!\bin )\b(?:an?|its)\sown\s(?:\w+\s){0,2}[`*\"'(]*$"
    r"|\b(?:add|adding|introduce|introducing|create|creating|invent|write|writing)\s(?:an?|another|one|new|no)\s(?:[a-z]+\s){0,3}"
    r"[`*\"'(]*$"
    r"|\b(?:an?|our|one|the)\s(?:brand[- ])?new\s[a-z]+,\s[`*\"'(]*$"
    r"|\b(?:move[sd]?|extract(?:s|ed)?|factor(?:s|ed)?|put|pulled|lift(?:s|ed)?)\b[^.;`]{0,60}\s(?:in)?to an? (?:[a-z]+ )?"
    r"(?:helper|function|method|class|macro)\s(?:called |named )?[`*\"'(]*$"
    r"|\b(?:one|two|three)\s(?:brand[- ])?new\s(?:[a-z]+\s){0,3}[`*\"'(]*$"
    r"|\b(?:we|I)\s(?:(?:then|also|will|would|can|now)\s)?(?:derive|subclass|introduce|implement|write|add)\s[`*\"'(]*$"
    r"|\b(?:from|into|with|by|onto|behind|under|through|via) (?:an? |the )?(?:brand[- ])?new (?:[a-z]+ ){0,2}[`*\"'(]*$"
    r"|[(（](?:(?:brand )?new|ours|mine|yours|proposed|planned|新增|我们的)\b[^()（）.;。；]{0,30}$"
    r"|(?:旁边|后面|前面|下面|里面?|中|又|还|另外|顺便)也?新?加了(?:一[个条])?\s?[`*]{0,3}$",
    re.I,
)
_WE_HAVE = regex(r"\b(?:we|I)\s(?:also\s|now\s|still\s)?(?:have|keep|ship|maintain)\s(?:an?\s)?[`*\"'(]*$", re.I)
_BESIDE_IT = regex(
    r"[`*\"')]*(?:\(\))?[`*]*\s(?:beside|next to|alongside|in addition to|for) (?:it|that|them|this|those)\b", re.I
)
_OWNERS_OWN = regex(r"\b([A-Z]\w{1,14})(?:'s|’s) [`*\"'(]*$")
_OF_A_PROJECT = regex(
    r"\b(?:TFA|TFP|TF[ -]Addons|tensorflow[_-](?:addons|probability)|PyTorch|torch|MXNet|JAX|Horovod|Caffe2?|Theano|ONNX(?: Runtime)?|TVM|Keras-contrib|Apex|DeepSpeed|Megatron(?:-LM)?|fairseq|DALI|FasterTransformer)"
    r"(?:(?:'s|’s)\s|\s?(?:里|中)?的)\s?[`*\"'(]*(?:[^`]{1,60}`\s?[(（](?:its|whose|with)\s[`*]*)?$"
    r"|\bin (?:PyTorch|torch|MXNet|JAX|Caffe2?|Theano|NumPy) [^.;。；]{0,60}[`*\"'(]*$"
    r"|\|\s?(?:PyTorch|MXNet|JAX|Caffe2?|Theano|NumPy|ONNX|Horovod)\s[`*]+$",
    re.I,
)
_OWNERS = frozenset(
    "TensorFlow TF Keras Google XLA Grappler Eager Python Eigen It Let Here There That What TFLite Estimator Bazel".split()
)
_NEW_BEHIND = regex(
    r"[`*\"')]*\s?(?:(?:macro|function|class|script|patch|snippet|helper|file|code)\s)?(?:that\s)?you\s(?:just\s)?(?:posted|pasted|sent|attached|wrote|shared)\b|"
    r"[`*\"')]*\s*(?:,? which upstream\b|[(（](?:name (?:not|is not) final|working title|tentative|TBD)\b|[(（][*_]{0,2}(?:brand )?(?:new|added|proposed|planned|to be|not yet|hypothetical|yours|ours|mine)\b|（(?:新增|新加|新(?:的)?(?:函数|类|方法|宏|文件|常量|字段|成员)|拟|你的|我(?:们)?(?:的|新建|自己))"
    r"|[(（](?:不在上游|not (?:in )?upstream\b)|[(（][*_]{0,2}(?:its|their) own[*_]{0,2}[)）]|[^`\n]{0,40}`（新(?:的)?(?:函数|类|方法|宏)"
    r"|(?:is|are|was|will be|would be) (?:an? |the )?(?:brand[- ])?new (?:method|class|function|file|op|kernel|macro|struct|helper)\b"
    r"|(?:fork|backport)\b|of (?:yours|ours|mine)\b|,? which (?:is|are) not (?:a part of |part of |in )?(?:TF|TensorFlow|upstream)\b"
    r"|(?:of|in|from) (?:this|the|our|my|your) (?:PR|patch|change|CL|diff|commit)\b)",
    re.I,
)
#: Words by which an author introduces a name as that of something of the author's.
_INTRODUCED = regex(
    r"(?:实现|设计|开发|编写|新增|增加|添加)了?一[个种](?:名为|叫做?|称为)\s?[`*\"'(（]*$"
    r"|(?:方案|计划|打算|准备|将|想|要)是?写一?个\s?[`*\"'(（]*$"
    r"|设计一[个种]\s?[`*\"'(（]*$"
    r"|\b(?:we|I)(?:'d|’d|'ll|’ll| would| will| could| might)(?: like to| have to)? (?:add|write|introduce|make|build)\b"
    r"[^.;。；]{0,40}(?:\.\{?\w[^.;。；]{0,60})?(?:\b(?:an?|the|as|called|named|with)(?: new)?(?: class| function| struct| op| macro| method)?)\s[`*\"'(]*$"
    r"|\b(?:ideas?|propos(?:al|es|ed)|suggest(?:ion|s|ed)?|design doc|RFC|wish|TODO)\b\s?[:：]?\s?(?:an?\s|to\s\w+\s(?:an?\s)?)?`$"
    r"|\breplac(?:e|ing)\b[^.;。；]{0,120}(?:\.\w[^.;。；]{0,40})?\b(?:by|with) an? (?:new )?[`*\"'(]*$"
    r"|(?:^|[.;:]\s|[-*]\s)new\s(?:mode|value|flag|option|field|enumerator|state|kind|case|member|method|function|class)\s[`*\"'(]*$"
    r"|\byou (?:return|pass|define|declare|named?|called|wrote|write|have)\b[^.;。；]{0,40}\b(?:from|in|as|called|into)\s[`*\"'(]*$"
    r"|\b(?:the|this|your|my) (?:change|patch|PR|diff|commit|branch) (?:has|adds|uses|names it|calls it|introduces|brings|(?:introduces|invents|adds) an? [a-z]+ [a-z]+)\s[`*\"'(]*$"
    r"|仿照[^。；]{0,60}(?:新?加|添加|写|增加)(?:一个)?\s?[`*]*$"
    r"|\bfollow(?:s|ing)? the (?:pattern|naming|scheme|example)\b[^.;。；]{0,80}\b(?:so|hence|thus)\s[`*\"'(]*$"
    r"|\byou (?:copy|move|put|turn|factor|copied|moved|turned) (?:it|that|this|them|these|those)\b[^.;。；`]{0,40}\b(?:in)?to\s[`*\"'(]*$"
    r"|[)`]\s?got (?:an? |the )?(?:new |additional )?(?:[a-z]+ )?[`*\"'(]*$"
    r"|\b[A-Z]\w+ prefers [`*\"'(]*$"
    r"|(?:我|咱|自己)[^。；;]{0,40}(?:写|加|做|造|实现|新增|增加|添加)(?:了|的)?(?:一[个种])?(?:类|函数|算子|方法)?\s?[`*\"'(（]*$"
    r"|(?:我们|拟|计划)(?:新增|新建|新加|添加|增加)了?\s?`[^。；;]{0,80}(?:、|和|与|以及)\s?[`*]*$"
    r"|\brenam(?:e|ed|ing)\b[^.;。；]{0,120}(?:-+>|→|=>|\bto)\s?[`*\"'(]*(?:\w+::)*$|重命名为\s?[`*\"'(（]*$"
    r"|\b(?:we|I) (?:add|added|write|wrote|introduce|introduced)\b[^.;。；]{0,60}\b(?:with|called|as)\s[`*\"'(]*$"
    r"|\b(?:implement|build|design|write|create|add)(?:ing)? an? (?:\w+ ){1,3}(?:called|named) [`*\"'(]*$"
    r"|\b(?:I|we) (?:copied|cloned|duplicated|renamed) (?:it|this|that|them) (?:as|to|into) [`*\"'(]*$",
    re.I,
)
#: What something is that an author derives, and words for whose it is.
_SUBCLASSED = regex(
    r"\b(?:an?|one|another|own) (?:[a-z]+ )?(?:subclass|wrapper|plugin)(?: called| named)?\s[`*]*$", re.I
)
_OURS = regex(r"\b(?:our|ours|my|we)\b", re.I)
_OF_A_FORK = regex(
    r"\b(?:is|are|lives? in|comes? from|exists? in|from|only in|part of)(?: \w+){0,3} (?:our|my|the) (?:own |private |internal )?"
    r"(?:fork|branch|vendor tree)\b|\bof (?:our|my|the) (?:own |private |internal )?(?:fork|vendor tree)\b|\bnot (?:be )?(?:found |there |exist |in |part of )?upstream\b|\bupstream does not have\b"
    r"|\bof (?:yours|ours|mine|(?:your|our|my) own)\b"
    r"|(?:我们|自家|内部)的?\s?(?:fork|分支)\s?(?:里|中|上)?(?:才|特)?(?:有|的|加|新增)|fork\s?(?:里|中)(?:新)?(?:加|增)|上游(?:没有|并没有|不存在)",
    re.I,
)
#: Words by which an author tells the reader to make a file, or says that it will be made.
_FILE = r"(?:files?|scripts?|headers?|sources?|folders?|director(?:y|ies)|modules?|tests?|programs?)"
_CREATED = regex(
    rf"\b(?:create|make|write|add|start)\s(?:an?|the|another|one)?\s?(?:\w+ ){{0,3}}?{_FILE}(?: (?:called|named|at|in|under|as))?:?\s*[`*\"'(]*$"
    r"|\b(?:create|touch)\s[`*\"'(]*$"
    r"|\b(?:branch|patch|PR|commit|diff|pull request)\b[^.;]{0,80}\b(?:adds|creates|introduces)\s[`*\"'(]*$"
    r"|\b(?:place|put|save|paste|store|write)\s(?:this|these|it|them|that|(?:the )?(?:following|above|code|example|script|contents?))"
    rf"(?: \w+){{0,4}} (?:in|into|to|as|at|under)\s(?:an? |the )?(?:new )?(?:{_FILE} )?(?:called |named )?[`*\"'(]*$"
    r"|\b(?:copy|duplicate|renam(?:e|ing))\s[^.;]{0,120}[\s(](?:to|as|into)\s[`*\"'(]*$"
    r"|\b(?:move|put|split|factor)\b[^.;]{0,80}\s(?:in)?to (?:an? )?(?:new |separate )?(?:header|file|source|module)"
    r"(?: of (?:its|their) own)?,?\s[`*\"'(]*$"
    r"|\b(?:will|would|shall|to) be (?:placed|put|created|saved|written|located|declared|stored|generated|exposed)(?: \w+){0,2}"
    rf" (?:in|into|to|as|at|under|by)\s(?:an? |the )?(?:new )?(?:{_FILE} )?[`*\"'(]*$"
    r"|(?:创建|新建|建立|编写)(?:了)?(?:一个)?(?:新的?)?(?:测试|空)?(?:文件夹|文件|脚本|目录|头文件|源文件|模块)?\s*[`*\"'(（]*$"
    r"|(?:保存|另存|存储|命名|拷贝|复制)(?:为|到|成|在)(?:文件)?\s*[`*\"'(（]*$"
    r"|(?:这段|以下|下面的?|上面的?)代码(?:放|保存|写)(?:在|到|入)[^，。；,;`]{0,12}[`*\"'(（]*$",
    re.I,
)
#: Where something is that is not here: "(only in microsoft/tensorflow-directml)".
_ONLY_THERE = regex(r"[`*\"')]*\s?[(（](?:only )?in (?!tensorflow/tensorflow\b)[\w.-]{2,40}/[\w.-]{2,60}[)）]", re.A)
#: "Everything under `x/` … is ours".
_ALL_UNDER = regex(r"\b(?:everything|all|anything|what is)\s(?:under|in|below|beneath|inside)\s[`*\"'(]*$", re.I)
_IS_OURS = regex(r"[^.。]{0,160}\b(?:is|are)\s(?:all\s)?(?:ours|mine|our own)\b", re.I)
#: "Everything that is ours lives under `x/`".
_OURS_LIES = regex(
    r"\b(?:ours|mine|our own|(?:that|which) (?:we|I) (?:add|added|wrote|write|changed))\b[^.;。；`]{0,30}?"
    r"\b(?:lives?|is|are|sits?|goes|stays?|lies)(?: all)? (?:under|in|below|inside|at)\s[`*\"'(]*$",
    re.I,
)
_CREATED_BEHIND = regex(
    r"[`*\"')）]*\s*[,，]?\s*(?:with the (?:following )?contents?\b|(?:and )?(?:put|paste) (?:this|the following)\b"
    r"|to create\b|(?:并)?(?:包含|写入|填入|内容为?)(?:如下|以下))",
    re.I,
)
_DENIED_BEFORE = regex(
    r"(?:\bnor (?:is there |does it have |has it )?(?:an?|any|the)\b|\bno (?:file|target|class|function|op|name) (?:may|can|must|should|shall|could) be(?= (?:called|named))"
    r"|\b(?:there(?: is|'s)|has|have|had|defines|declares|exports|provides) \*{0,2}no\*{0,2}|\bneither (?:is|are|was|were|has|have|had|takes?)|\bno such|没有叫|没有|并无|不存在|没有?(?:注册|登记|定义|声明|实现)过?|没有(?:公开|导出|暴露)的?(?:端点|接口|函数)?)(?: \w{1,12}){0,2}"
    r"\s*(?:(?:called|named|叫做?|名为)\s*)?[`*\"'(「『“]*(?:\w{4,40}\([\"'])?$"
    r"|\bI (?:said|answered|guessed),?:? ?[\"“'‘]?[`*]+$|\bit would (?:then |have to )?be [`*]+$"
    r"|\bcould(?: not|n't) find (?:an?|any|the) [`*]+$|(?:^|[.;:,]\s)(?:so|hence|therefore|thus),? no [`*]+$"
    r"|[(（]\s?not (?:in )?[`*]+$"
    r"|\bwhat(?: is|'s) missing(?: here)? is (?:the )?[`*]+$"
    # What TensorFlow itself says of an op that is not there.
    r"|\bOp type not registered ['\"`]+$"
    # What something else has: "there is no `p=` argument as in `Weave(p=0.5)`".
    r"|\b(?:there(?: is|'s)|has|have) no [^.;]{2,60} (?:as|like) in [`*]+$",
    re.I,
)
_DENIED_BEHIND = regex(
    r"[`*\"')）]{0,3}\.\s(?:It|That(?: one)?|This(?: one)?) (?:does not|doesn't) exist\b"
    r"|[`*\"')）]*\s*(?:\([^()]{0,40}\)[`*]*\s*)?(?:(?:also )?(?:does|did|do)(?: not|n't) exist|(?:is|was|are) (?:not|n't) "
    r"(?:there|defined|exported|public|(?:read|used|known) anywhere|in (?:the|our) (?:base|tree)\b|a )|(?:isn't|wasn't) (?:there|defined|exported|public|a )|(?:并|也|都)?(?:是)?不存在|,? which (?:came|arrived|appeared) (?:only )?(?:with|in) (?:TF )?v?2\.|是没有的|也?是?后来的?(?:版本)?才有"
    r"|(?:,\s?`\w+`)*:\s(?:not (?:yet )?in (?:the|our) (?:base|tree)\b|(?:an? )?(?:\w+ )?(?:of|from|new in) (?:TF |TensorFlow )?2\.\d))",
    re.I,
)
#: TensorFlow, and how a sentence or an item begins that is on a project.
_TENSORFLOW = regex(r"\b(?:TF|TensorFlow)\b")
_BEGINS_SENTENCE = regex(r"(?:^|[.。;；!?:]\s|。)[\s*_#>`-]*(?:(?:In|And|But|While|As for)\s)?$", re.I)

#: Words before an attr, an input or an output that say that the thing lacks it, and words behind it.
_PART = r"(?:attr(?:ibute)?s?|inputs?|outputs?|属性|输入|输出)"
_LACKED_BEFORE = regex(
    r"\b(?:without|lacks?|lacking|omits?|instead of)(?: \w{1,9})? [`*]*\Z"
    rf"|(?:没有|缺少?|少|不带|去掉)了?(?:一个|任何)?{_PART}?\s?[`*]*\Z"
    # What another has beside the parts of this one.
    rf"|\b(?:one|two|an?|some) (?:more|further|extra|additional|new|second|third|fourth|fifth|sixth) {_PART}[,:]?\s(?:called |named )?[`*]*\Z"
    rf"|\bin addition(?: to (?:that|them|it|these))?,?\s(?:an? )?(?:{_PART}\s)?[`*]*\Z"
    rf"|(?:另外?|再|还|外)加(?:了|上)?(?:一个)?{_PART}?\s?[`*]*\Z"
    # What it got later.
    r"|\b(?:has|have|was|were) since (?:been )?(?:added|given|got|gained)\b[^.;]{0,20}[`*]*\Z",
    re.I,
)
_LACKED_BEHIND = regex(
    rf"[`*]*\s?{_PART}?[，,]\s?(?:在\s?)?(?:v?1\.\d+|本版本|这个版本|这里)\s?(?:里|中)?(?:还|并)?没有", re.I
)
#: Words behind a name that something is compared with: 与 `f` 用途相近.
_COMPARED_BEHIND = regex(r"[`*]*\s?的?(?:用途|作用|功能|用法|含义)?\s?(?:相近|相似|类似|相同|不同|一样|一致|无关)")
#: Words that ask whether there is such a thing, and words that leave it open.
_CALLED = r"(?: \w{1,12}){0,2}\s*(?:called|named|like|叫做?|名为)?\s*[`*\"'(（]*(?:class |def )?$"
_ASKED_BEFORE = regex(
    r"(?:\b(?:is|are|was|were|isn't|aren't) there (?:still |also |really |actually )?(?:an?|any|some|such an?|no|anything)"
    r"|\b(?:do|does|did|don't|doesn't)(?: \w{1,14}){1,4} (?:have|provide|define|export|offer)(?: an?| any)?)" + _CALLED,
    re.I,
)
_WONDERED_BEFORE = regex(
    r"(?:\b(?:whether|if) there(?: is|'s| was| are) (?:an?|any|some|such an?)"
    r"|(?:有没有|是否(?:还|真的?|也)?(?:存?有|存在)|是不是(?:还|也)?有|有无)(?:一个|一种)?(?:类似|所谓)?的?)" + _CALLED,
    re.I,
)
_ASKED_BEHIND = regex(
    r"[`*\"')）]*(?:\(\)`?)?\s*(?:(?:class|function|method|macro|op|类|函数|方法|宏|算子|这个\S{1,3})\s?)?"
    r"(?:(?:were|was)\s(?:ever|later|one day)\s(?:added|introduced|made)\b|(?:actually |really |still |even )?exist\b[^.。;；]{0,60}[?？]|(?:还|真的?|到底|究竟)?(?:存不存在|是否(?:还)?存在|在不在|有没有)"
    r"|(?:真的|还|也)?存在[吗么嘛])"
    r"|[`*\"')）]*(?:\(\)`?)?\s?[?？]\s(?:No[.,;]|(?:No, )?not (?:in (?:this|that) (?:version|release|tree)|here|there|yet)\b"
    r"|没有|不存在|(?:这个|本)版本(?:里|中)?(?:还|并)?没有)"
    r"|[^?？。\n]{0,40}[?？][*\s]{0,6}(?:答|A)[:：][*\s]{0,6}[^。.\n]{0,6}(?:\.\d+)?[^。.\n]{0,10}"
    r"(?:没有|不存在|(?:there is|it has) no(?:ne)?\b|does not exist|doesn't exist|nowhere\b)",
    re.I,
)
#: What a short question begins with that asks for leave or for a thing to be done, and ends with a name.
_ASKED_OF = regex(
    r"(?:^|[.。!！?？:：*\]]\s?|[-*+]\s)(?:(?:Can|Could|May|Might|Should|Shall|Will|Would|Backport|Port|Add|Try)\b|能|可以|要不要)"
    r"[^.。!！?？`]{0,60}[`*\"'(（]*$",
    re.I,
)
_ENDS_A_QUESTION = regex(r"[`*\"')）]*(?:\(\)`?)?\s?(?:吗|么|嘛)?[?？]")
_QUESTION = regex(r"[^.。！;；?？]{0,120}(?:\.\w[^.。！;；?？]{0,60}){0,3}[?？]")
#: Words in brackets behind a name that say whose it is.
_OWN_BEHIND = regex(
    r"[`*\"']*(?:[^.;`]|\.(?=\s?\d)){0,60}\b(?:was|is) (?:(?:our|my) (?:own )?(?:mistake|slip|typo)\b|an? (?:mistake|slip|typo) of (?:ours|mine)\b)|"
    r"[`*\"']*\s(?:would be|is|was) (?:my|our|an?|pure) (?:own )?inventions?\b|"
    r"[`*\"']*\s*[(（]\+\d+\b|"  # a line of a patch
    r"[`*\"']*,\s(?:ours|mine)\b|"
    r"[`*\"']*,? (?:(?:which|that) )?(?:is|are|gets?) (?:auto-?)?generated (?:by|at|during|when)\b|"
    r"[`*\"']*[,，]?\s?(?:是|由)?[^。；，,.;`]{0,16}(?:编译时|构建时|自动)生成的?(?=[\s，。；,.;)）]|$)|"
    r"[`*\"']*,?\s(?:in|from|of) (?:our|my) (?:own )?(?:tree|repo(?:sitory)?|fork|code ?base|branch)\b|"
    r"[`*\"']*\s*[(（]\s?(?:in-house|home-?grown|proprietary|our own|my own|out[- ]of[- ]tree|internal (?:only|to us)"
    r"|pseudo-?code\b|not (?:TensorFlow|TF)\b|a? ?(?:hypothetical|fictitious|made[- ]up|invented|placeholder)\b|not in (?:the|this) (?:tree|repository|repo|source)\b"
    r"|our (?:working )?name\b|does not exist\b|假想|虚构|假设|杜撰|拟定|暂定|(?:仓库|源码)里没有|自研|自有|自写|自编|自制|自家|自建|自己(?:写|实现|加|的)|私有|内部(?:的|版|用|实现|代码)?(?=[)）,，;；、])|(?:我司|公司|团队)(?:内部|自研|的))",
    re.I,
)
_OF_A_RELEASE = regex(
    r"\b(?:later|newer) (?:TF|TensorFlow)(?: versions?| releases?)?(?: [(（][^()（）]{1,20}[)）])?,? "
    r"(?:has|have|adds?|added|introduced?|brings?|brought) (?:`[^`\n]{1,60}`(?:,? and |, | or |/))*[`*\"'(]*$|"
    r"(?<![\w.])(?:TF|TensorFlow)?\s?v?2\.(?:x|\d{1,2})(?:\.(?:x|\d))?(?:(?:'s|’s)\s|\s?(?:里|中)?(?:才有|新增)?的"
    r"|\s(?:has|adds|added|introduced|brought|calls(?: it)?|moved (?:it|this|them) to|renamed (?:it|this|them) (?:to|as))\s)\s?(?:the )?[`*\"'(（]*$"
    r"|\bin (?:older|earlier|later|newer|previous) (?:TF |TensorFlow )?(?:releases?|versions?),? "
    r"(?:it|this|that|they) (?:was|were|is|are)\s[`*\"'(]*$",
    re.I,
)
#: The numbers of a release, and what is behind the last.
_TWO_NUMBERS, _THIRD, _ENDED = r"[12]\.\d{1,2}", r"\.(?:\d|x)", r"(?![\w%])"
#: A release, as one: `v1.14`, TF 1.14, 1.14.0; and the end of a sentence before it.
_ONE_RELEASE = regex(
    rf"(?<![\w.])(?<![<>=]=)(?<![<>=]=\s)(?:(?P<three>{_TWO_NUMBERS}){_THIRD}|(?:v|TF ?|TensorFlow ?)(?P<marked>{_TWO_NUMBERS})(?:{_THIRD})?){_ENDED}",
    re.I,
)
#: What another release had: "(1.10 had it, in `x.h`".
_HAD = regex(rf"(?<![\w.])({_TWO_NUMBERS})(?:{_THIRD})?\s(?:still\s)?(?:had|kept|called|named|put)\s[^.;()]{{0,40}}\Z")
#: A release where two numbers are one; and what is "2.0's only", "(both 1.14 only)".
_BARE_RELEASE = regex(rf"(?<![\w.:#§=])v?({_TWO_NUMBERS})(?:{_THIRD})?{_ENDED}(?!\.\d)", re.I)
_OF_RELEASE_ONLY = regex(
    r"[`*)\]]{0,3}(?:\s?(?:,|and|or)\s?[`*]*[\w./-]+[`*]*){0,4}\s?[(（]?(?:(?:both|all|also|is|are|was|were|in|of)\s){0,3}"
    rf"(?:TF |TensorFlow )?v?({_TWO_NUMBERS})(?:{_THIRD})?(?:['’]s)?\sonly\b",
    re.I,
)
#: The head of what changed between two releases: "1.15 to 2.0: the file is gone".
_FROM_TO = regex(
    rf"[\s>*+-]*(?:TF |TensorFlow )?v?{_TWO_NUMBERS}(?:{_THIRD})?\s?(?:to|-+>|→|[-–—])\s?v?(?P<to>{_TWO_NUMBERS})(?:{_THIRD})?"
    r"[*\s]*[:：]",
    re.I,
)
_IN_RELEASE = regex(
    rf"[`*)\]]{{0,3}}(?:\s?[:：]\san?\s\w+)?\s(?:in|at|of|on|as of)\s(?:TF |TensorFlow )?v?({_TWO_NUMBERS})(?:{_THIRD})?{_ENDED}",
    re.I,
)
#: "`a` is 2.1+".
_SINCE_RELEASE = regex(
    r"[`*)\]]{0,3}\s(?:is|are|came|comes)\s(?:in |with )?(?:TF |TensorFlow )?v?([12]\.\d{1,2})\+", re.I
)
_ENDS_SENTENCE = regex(r"[.。!?！？]\s|。")
_OWN_COLUMN = regex(
    r"\b(?:our|my|proposed|planned|hypothetical)\b|\bnew (?:class|file|function|kernel|name|op)|我们的|新增|新的|拟(?:新|增|定|加)|假想",
    re.I,
)
#: What says of a name, or of a list that it is in, whose all of them are.
_ARE_OURS = regex(
    r"[`*\"')）]*(?:\s?(?:[,，、/]|and|和|与|及|以及)\s?(?:类|函数|脚本|工具|the |class )?\s?`[^`]{1,60}`)*\s?"
    r"(?:(?:都|均|也)?(?:是|为)(?:我们|我|本组|自己|团队|公司|课程|内部)|,? ?(?:which |all )?(?:is|are) (?:all )?"
    r"(?:ours|mine|yours|our own|my own|your own|(?:our|my) (?:tools?|scripts?|class(?:es)?|helpers?|wrappers?|code|plugins?|macros?)"
    r"|(?:the )?(?:(?:names?|files?|classes|(?:brand[- ])?new) )?(?:from|of|in|with) (?:the|this|our|my|your) (?:MR|PR|patch|CL|change|diff|commit|branch|proposal))\b"
    r"|[;,–—]\s?(?:so )?do(?:n't| not) look for (?:it|them|that)\b"
    r"|,? ?(?:(?:which )?(?:is|are|was|were) )?(?:patterned|modell?ed|styled) (?:on|upon|after)\b|,?，?\s?(?:是)?(?:仿照|照着|模仿)"
    r"|[^。；.;]{0,24}不(?:在|属于|是) ?(?:TF|TensorFlow)(?: ?(?:的)?(?:源码|源代码|仓库|代码)?[里中的]|[,，。;；]|$))",
    re.I,
)
#: What a reviewer calls the proposal that is spoken of.
_YOU_PROPOSE = regex(r"\byou(?:'re| are| would| want to)? (?:propos|suggest)\w*|你(?:提议|建议|打算)", re.I)
#: A release that the header of a column names, and words for others.
_RELEASE = regex(r"(?<![\w.])[vr]?(\d)\.(\d{1,2}|x)(?![\w])", re.I)
_OTHER_RELEASE = regex(
    r"\b(?:newer|nightly|on master|master branch)\b|\b(?:later|older|next) (?:TF|TensorFlow|releases?|versions?)\b|新版|旧版",
    re.I,
)
#: What is said right below a block quote of what is wrong in it, and of all of a document's.
_REFUTES = regex(
    r"[*_]{0,2}(?:No(?:[.!;:]|,? (?:that|it|this|they)\b|\s[-–—])|Nope\b|Sorry, (?:no\b|but (?:no|that)\b|there(?:'s| is) no\b|that's not)"
    r"|(?:[^.?!]{0,60}[.?!]\s)?(?:(?:There|that)(?:'s| is) )?no \w+ (?:of|with|by) (?:that|this) name\b|(?:That's |That is |This is |Both |All )?(?:wrong|false|incorrect|not (?:right|true|so|correct|quite))\b|不对|错[了误]?|有误|并非|不正确)",
    re.I,
)
_REFUTES_ALL = regex(
    r"\b(?:everything|all|what(?:ever)?)\b[^.]{0,40}?(?:`>`|\b(?:block )?quot(?:es?|ed|ations?)\b)[^.\n]{0,30}"
    r"\b(?:is|are) (?:all )?(?:wrong|false|incorrect|not so)\b"
    r"|(?:引用|`>`)[^。\n]{0,20}(?:都|均|全)(?:是)?(?:错|不对|有误)",
    re.I,
)
#: A section of what people believe and is not so, and a belief in it: "`X` exists": no.
_BELIEFS = regex(r"误会|误解|误区|谣言|misconceptions?|\bmyths?\b|common (?:mistakes|errors)|常见错误", re.I)
_BELIEF = regex(r"\s*(?:[-*+]|\d+[.)])\s+\**[\"“「'](?P<belief>[^\"”」\n]{1,160})[\"”」']\**\s?[:：—–-]")
#: The same by itself: "*Belief: `A` is in x.cc.* It is in y.cc."
_SAID_BELIEF = regex(
    r"\s*(?:[-*+]|\d+[.)])?\s*(?P<mark>[*_]{1,3})(?:belief|myth|misconception|rumou?r|wrong|误解|误区|传言|错误说法)[^:：]{0,12}[:：]"
    r"(?P<belief>[^\n]{1,240}?)(?P=mark)",
    re.I,
)
_CLAIMS = regex(
    r"\b(?:beliefs?|myths?|rumou?rs?|(?:it is )?(?:often|commonly|sometimes|widely) (?:said|believed|claimed|told|heard|assumed)"
    r"|people (?:say|think|believe|claim)|wrong|what is (?:said|claimed))\b|传言|误传|常见说法|错误(?:说法)?|误以为",
    re.I,
)
_OWN_BEFORE = regex(
    r"(?<!\bits )(?<!\btheir )\bown (?:op|class|function|kernel|file|helper|macro)\s[`*\"'(]*$|"
    r"(?:自研|自有|自家|自写|我司|(?:我们|公司|团队)(?:内部|自研|自有))(?:的|了)?[^，。；,.;`]{0,12}[`*\"'(（]*$"
    r"|\b(?:in-house|home-?grown|proprietary) (?:\w{1,12} ){0,2}[`*\"'(]*$"
    r"|\b(?:we|I)\s(?:used to have|(?:once|formerly|previously|also) had|had)\s(?:an?(?:other)?\s)?[`*\"'(]*$"
    r"|\b(?:wrapper|script|tool|launcher|watchdog|daemon|harness|cron job)s? (?:then |also |simply )?(?:calls?|runs?|invokes?)"
    r" its [`*\"'(]*$"
    r"|\b[Nn]ame (?:the|it|this|your)\b[^.;。；`]{0,30}[`*\"']*$"
    r"|\b(?:we|I) have an? (?:own )?(?:wrapper|helper|macro|class|function|tool|script|plugin)s? [`*\"'(]*$"
    r"|\b(?:our|my) (?:[\w-]{1,20} ){0,2}(?:scripts?|tools?|notebook|plugin)\s[`*]*[\w./-]{1,60}[`*]*"
    r"\s?[(（](?:the )?(?:class|function|method|struct|macro|op)\s[`*\"']*$"
    r"|(?:我|自己|我们)的?[^，。；,.;`]{0,8}(?:工具|脚本|程序|插件|代码|项目)\s?`[^`]{1,60}`\s?(?:里|中)面?的\s?[`*\"'(（]*$",
    re.I,
)


@lru_cache(MAX_KEPT)
def absent(text: str) -> bool:
    """Whether a line says that something is not in this source, or not yet; not that there is no `Other` there."""
    if "`" in text:
        text = _NO_OTHER.sub("", text)
    return _ABSENT.search(text) is not None or _ADDED.search(text) is not None


def absent_itself(sentence: str) -> bool:
    """The same of a sentence, which may say what happens where something else is missing."""
    return absent(_WHERE_MISSING.sub("", sentence))


def later(text: str) -> bool:
    """Whether a sentence begins with a later release, of which it then speaks: "2.x splits it up"."""
    return _LATER.match(text) is not None


def planned(text: str) -> bool:
    """Whether a heading or a line announces what is yet to be made."""
    return _PLANNED.search(text) is not None


#: A heading of what there is not.
_HEADS_ABSENT = regex(
    r"#+\s[^\n]*?(?:\b(?:not|missing|absent|gone) (?:here|in (?:TF |TensorFlow )?v?1\.\d+|in this (?:release|version|tree))"
    r"|1\.\d+\s?(?:里|中)?没有)",
    re.I,
)


def heads_absent(heading: str) -> bool:
    """Whether a heading is of what is not in this source: "Not in 1.15", 1.15 里没有的."""
    return _HEADS_ABSENT.match(heading) is not None


def lists_absent(text: str) -> bool:
    """Whether an item goes on with a list of what is not in this source: "ops of later versions, absent here: `A`"."""
    return _LISTS_ABSENT.search(text) is not None


def proposes(heading: str) -> bool:
    """Whether a section is a proposal, which has names of its own beside those of the source."""
    return _PROPOSAL.match(heading) is not None


def of_today(heading: str) -> bool:
    """Whether a section of a proposal says what there is, and not what is to be."""
    return _TODAY.match(heading) is not None


def of_plans(heading: str) -> bool:
    """Whether what a proposal says from a heading on is of what is to be."""
    return _OF_PLANS.match(heading) is not None and not of_today(heading)


@lru_cache(MAX_KEPT)
def example(text: str) -> bool:
    """Whether a line speaks of something that is not in this source, or that the author made up on purpose."""
    return absent(text) or _MADE_UP.search(text) is not None


@lru_cache(MAX_KEPT)
def foreign(text: str) -> bool:
    """Whether words speak of code that is not TensorFlow's."""
    return _FOREIGN.search(text) is not None or _PROJECTS.search(text) is not None


def of_a_project(text: str) -> bool:
    """Whether words speak of another project by its name."""
    return _PROJECTS.search(text) is not None


def anothers(before: str) -> bool:
    """Whether the word before a name says which other project's it is: "Caffe's `BlobProto`"."""
    owner = _OWNERS_OWN.search(before)
    if owner is None and _OF_A_PROJECT.search(before[-80:]) is not None:
        return True
    return owner is not None and owner[1] not in _OWNERS


#: "in the Keras repository", behind a path or a name.
_IN_ANOTHERS = regex(
    r"[`*\"']*,?\s(?:in|from|of) (?:the )?(?!tensorflow\b|TF\b|this\b|that\b|same\b|main\b|git\b|source\b|upstream\b)"
    r"[\w-]{3,20}(?:'s)? repo(?:sitory)?\b",
    re.I,
)


def somebodys(before: str, behind: str) -> bool:
    """Whether the words next to a name say that it is the author's, the reader's or another project's, or is yet to be.

    "your `Prune()` helper", "Glow's `glow::Function`", "`EvictOp` (new in this patch)".
    """
    if _NEW_BEHIND.match(behind) is not None or _MINE_BEFORE.search(before) is not None:
        return True
    if _IN_ANOTHERS.match(behind) is not None:
        return True
    return anothers(before) or beside_ours(before, behind) or _only_there(before, behind)


def _only_there(before: str, behind: str) -> bool:
    """Whether the words around a name or a folder say where alone it is, or that all that is in it is the author's."""
    if _ONLY_THERE.match(behind) is not None or _OURS_LIES.search(before) is not None:
        return True
    return _ALL_UNDER.search(before) is not None and _IS_OURS.match(behind) is not None


def of_another_project(before: str) -> bool:
    """Whether the text before a name has gone over to another project: "PyTorch adds in `Buffer::add`"."""
    last = max(_PROJECTS.finditer(before), key=lambda match: match.start(), default=None)
    if last is None or _TENSORFLOW.search(before, last.end()) is not None:
        return False
    return _BEGINS_SENTENCE.search(before[: last.start()]) is not None


def beside_ours(before: str, behind: str) -> bool:
    """Whether the words next to a name say that the author has it beside the tree's: "we have `A` beside it"."""
    return _WE_HAVE.search(before) is not None and _BESIDE_IT.match(behind) is not None


def introduced(before: str) -> bool:
    """Whether the words before a name introduce it as the author's, however it is spelt: "we build a class called `A`"."""
    return _INTRODUCED.search(before) is not None


def subclassed(before: str, behind: str) -> bool:
    """Whether a name is that of a subclass, in a sentence that speaks of what is the author's: "but a subclass `A`"."""
    return _SUBCLASSED.search(before) is not None and _OURS.search(before[-160:] + behind[:160]) is not None


def of_a_fork(sentence: str) -> bool:
    """Whether a sentence says of what it names that it is the author's fork's: "`A` and `B` are from our fork"."""
    return _OF_A_FORK.search(sentence) is not None


def created(before: str, behind: str) -> bool:
    """Whether the words next to a file say that it is to be made: "create the file", "will be placed in"."""
    if _CREATED.search(before[-240:]) is not None or told_to_write(before):
        return True
    return _CREATED_BEHIND.match(behind) is not None


def denied(before: str, behind: str) -> bool:
    """Whether the words next to a name say that there is no such thing."""
    return _DENIED_BEFORE.search(before) is not None or _DENIED_BEHIND.match(behind) is not None


def lacked(before: str, behind: str) -> bool:
    """Whether the words next to an attr, an input or an output say that the thing lacks it: "without `a`"."""
    return _LACKED_BEFORE.search(before) is not None or _LACKED_BEHIND.match(behind) is not None


def compared(behind: str) -> bool:
    """Whether the words behind a name say that something else is like it, or is not."""
    return _COMPARED_BEHIND.match(behind) is not None


def asked(before: str, behind: str) -> bool:
    """Whether the words next to a name ask whether there is such a thing: "Is there a `Name`?", 有没有 `Name`."""
    if _ASKED_BEHIND.match(behind) is not None or _WONDERED_BEFORE.search(before[-160:]) is not None:
        return True
    if _ENDS_A_QUESTION.match(behind) is not None and _ASKED_OF.search(before[-120:]) is not None:
        return True
    return _ASKED_BEFORE.search(before[-160:]) is not None and _QUESTION.match(behind[:400]) is not None


#: "Write `Loom` (float, CPU) in", "**7.5** Write `loom_4.cc`".
_TO_WRITE = regex(
    r"(?:^|[.!?]\s+)(?:[-*+]\s+|\d+[.)]\s+)?(?:\*\*[\w.]{1,8}\*\*:?\s)?(?:Write|Implement|Create)\s[`*]{1,3}\Z"
)


def told_to_write(before: str) -> bool:
    """Whether the words before a name tell the reader to write it."""
    return _TO_WRITE.search(before) is not None


#: Who says what is behind it, in a chat.
SPEAKER = regex(
    r"\s*\*{0,2}(?:(?P<asks>User|Human|Me|You|Student|Q|用户|学生|问|我)|(?:Assistant|AI|Bot|ChatGPT|Copilot|TA|A|助手|助教|答))\*{0,2}\s?[:：]"
)


#: What a guide says not to do.
BAD_EXAMPLE = regex(
    r"[\s>#*_-]*(?:(?:❌|✗|✘|🚫)|\**(?:BAD|Bad(?: example)?|DON'T|Don't|Wrong way|反例|错误示[范例]|不要这样)\**\s?[:：—–-])"
)
#: A cell that says of a statement that it is false, and a statement: "| "`A` is a `B`." | **F** |".
_IS_FALSE = regex(
    r"[\s*_`]*(?:(?:F|False|Wrong|No|错误?|✗|✘|×|❌|Not in v?1\.\d+(?:\.\d+)?)[\s*_`.。]*|(?:False|Wrong|No)[.:;,]\s.*)",
    re.I | re.S,
)
_STATEMENT = regex(r"[\s*_]*[\"“「].{4,}[\"”」][\s*_.]*\Z")


def is_false_statement(cell: str, others: Iterable[str]) -> bool:
    """Whether a cell is a statement of which another cell of its row says that it is false."""
    return _STATEMENT.match(cell) is not None and any(_IS_FALSE.fullmatch(other) for other in others)


def is_statement(cell: str) -> bool:
    """Whether a cell is a statement in quotation marks."""
    return _STATEMENT.match(cell) is not None


#: A short name for another framework: "PT = PyTorch", "PyTorch (PT)".
_OTHERS = (
    r"(?:PyTorch|ONNX|MXNet|JAX|Caffe2?|Theano|PaddlePaddle|MindSpore|OneFlow|Chainer|TVM|NumPy|oneDNN|torchvision)"
)
_SHORT_OTHER = regex(
    rf"(?<![\w`])[*_`]*(?P<short>[A-Z][A-Za-z]{{1,3}})[*_`]*\s?(?:=|:|stands for|means|is short for|即|指)\s?[*_`]*{_OTHERS}\b"
    rf"|\b{_OTHERS}[*_`]*\s?\(\s?[*_`]*(?P<behind>[A-Z][A-Za-z]{{1,3}})[*_`]*\s?\)",
    re.A,
)


def shortened_projects(text: str) -> list[str]:
    """The short names that a text gives to other frameworks."""
    return [match["short"] or match["behind"] for match in _SHORT_OTHER.finditer(text)]


def is_question(sentence: str) -> bool:
    """Whether a sentence asks."""
    return sentence.rstrip(' *_"”').endswith(("?", "？"))


def names_tensorflow(text: str) -> bool:
    """Whether a text has the name of TensorFlow."""
    return _TENSORFLOW.search(text) is not None


def of_a_release(before: str) -> bool:
    """Whether the words before a name say which other release's it is: "TF 2.x's `Name`", TF 2.x 的 `Name`."""
    return _OF_A_RELEASE.search(before[-160:]) is not None


#: What says behind a value that the author has changed it: "`width` is 3 (upstream 2)", "becomes 0.1, upstream 0.2".
_UPSTREAM_HAS = regex(
    r"[`*\w.\s]{0,24}(?:[(（]|[,;.]\s)\s?(?:while |whereas |in )?upstream(?:'s|’s|:| is| has| was)?\s[`*\"'\w.-]", re.I
)


def is_changed(behind: str) -> bool:
    """Whether the words behind a value say what it is upstream, so that it is the author's own."""
    return _UPSTREAM_HAS.match(behind) is not None


def compared_releases(title: str) -> frozenset[str]:
    """The releases that a title names where they are several: a document that compares them writes `1.14` for one."""
    named = frozenset(match[1] for match in _BARE_RELEASE.finditer(title))
    return named if len(named) > 1 else frozenset()


#: How a sentence begins that is on TensorFlow 2, as long as it does not turn to this release.
_IN_SECOND = regex(
    r"[\s*_>-]*(?:In|Since|As of|Under|在|到了?)\s?(?:TF|TensorFlow)\s?v?2(?:\.x)?(?![\w.]\w?\d)"
    r"(?!.*\b(?:here|this (?:release|version|tree)|1\.x|TF1|but|while|whereas)\b)",
    re.I | re.S,
)


def of_another_release_before(before: str, tag: str, compared: Collection[str] = ()) -> bool:
    """Whether the last release that a sentence names, up to a place, is another than that of a tag: "v1.14.0 has it at".

    Of releases that the document has `compared` two numbers will do.
    """
    own = re.match(r"v?(\d+\.\d+)", tag)
    sentence = _ENDS_SENTENCE.split(before[-300:])[-1]
    if own is not None and own[1].startswith("1.") and _IN_SECOND.match(sentence) and not _ONE_RELEASE.search(sentence):
        return True
    changed = _FROM_TO.match(sentence)
    had = _HAD.search(sentence)
    if own is not None and had is not None and had[1] != own[1]:
        return True
    if own is not None and changed is not None and changed["to"] != own[1]:
        return True
    named = [(match.start(), match["three"] or match["marked"]) for match in _ONE_RELEASE.finditer(sentence)]
    if compared:
        bare = _BARE_RELEASE.finditer(sentence)
        named += [(match.start(), match[1]) for match in bare if match[1] in compared]
    return own is not None and bool(named) and max(named)[1] != own[1]


#: "`a/b` (*1.12*)".
_IN_BRACKETS = regex(r"[`*]*\s?[(（][*_]*(?:TF |TensorFlow )?v?(\d+\.\d+)(?:\.\d+)?[*_]*[)）]", re.I)


def of_another_release_behind(behind: str, tag: str, compared: Collection[str] = ()) -> bool:
    """Whether what stands right behind a place says which other release's it is: "was at a.cc:110 in 1.13.1".

    Of releases that the document has `compared` a number in brackets will do.
    """
    bracketed = _IN_BRACKETS.match(behind) if compared else None
    if bracketed is not None and bracketed[1] in compared and not tag.lstrip("v").startswith(f"{bracketed[1]}."):
        return True
    own = re.match(r"v?(\d+\.\d+)", tag)
    said = _IN_RELEASE.match(behind) or _OF_RELEASE_ONLY.match(behind) or _SINCE_RELEASE.match(behind)
    return own is not None and said is not None and said[1] != own[1]


def own_column(head: str) -> bool:
    """Whether the header of a column says that what stands in it is the author's, or is yet to be made."""
    return _OWN_COLUMN.search(head) is not None


def are_ours(behind: str) -> bool:
    """Whether the words behind a name say that it, and the others of its list, are the author's."""
    return _ARE_OURS.match(behind) is not None


def you_propose(sentence: str) -> bool:
    """Whether a sentence speaks of what the reader has proposed."""
    return _YOU_PROPOSE.search(sentence) is not None


def of_another_release(head: str, tag: str) -> bool:
    """Whether the header of a column is about other releases than that of a tag, or about other projects."""
    releases = [f"{match[1]}.{match[2]}" for match in _RELEASE.finditer(head)]
    if any(tag.lstrip("v").startswith(f"{one}.") for one in releases):
        return False
    if releases or _OTHER_RELEASE.search(head) is not None or _PROJECTS.search(head) is not None:
        return True
    return _FORMAT.match(head) is not None


def refuted(heading: str, line: str, column: int) -> bool:
    """Whether a place of a line is in the words of a belief that a section of such says is wrong."""
    belief = _BELIEF.match(line) if _BELIEFS.search(heading) else None
    belief = belief or _SAID_BELIEF.match(line)
    return belief is not None and belief.start("belief") < column <= belief.end("belief")


#: What another's text says, and how the next sentence begins that corrects it.
_ANOTHER_SAYS = regex(
    r"(?:^|[.!?*:-]\s)(?:[Yy]our|[Tt]heir|[Hh]is|[Hh]er|[Tt]he(?=\s(?:draft|author|commit|cover|PR|patch)))\s"
    r"(?:[\w-]+\s){0,2}?(?:messages?|description|letter|changelog|notes?|glossary|answers?|tables?|text|document|draft|summary|list|page|section|diagram|slides?|author|caption)\s"
    r"(?:\w+\s){0,2}?(?:has|have|says?|puts?|cites?|claims?|gives?|calls?|names?|places?|lists?|writes?)\s"
)
_CORRECTS = regex(
    r"[^.!?]{0,160}(?:\.\w[^.!?]{0,120})?[.!?;]\s"
    r"(?:It|That|They|This|There|The (?:class|struct|function|file|macro|name|kernel|op)|In fact|Actually|No,|Not so|But)\b"
    r"(?:'s|\s(?:is|are|was|isn't|has|lives?|has not|does not|doesn't)\b)?"
)


def corrected_at(text: str, column: int) -> bool:
    """Whether a place of a line, from 1, is in what another's text says, as the next sentence corrects it."""
    said = next((each for each in _ANOTHER_SAYS.finditer(text) if each.end() < column), None)
    if said is None or re.search(r"[.!?]\s", text[said.end() : column - 1]):
        return False
    return _CORRECTS.match(text, column) is not None


#: A heading that is what somebody says or asks.
QUOTED_HEADING = regex(r"#+\s(?:[\w.]{1,4}[.)]\s)?[*_]{0,2}[\"“「][^\n]{4,300}[\"”」][.?!。？]?[*_]{0,2}\s*")
#: What somebody said, in italics.
IN_ITALICS = regex(r"\*{1,2}[\"“][^\"”\n]{4,300}[\"”]\*{1,2}")
_NOT_SO = regex(r"\b(?:aren't|isn't|not|never) (?:so|true|right)\b|错误认识", re.I)
_NO = regex(
    r"[\s*_-]*(?:No\b|Not\b|Nope|Neither|None\b|Wrong|False|Half\b|Never|They (?:don't|do not|aren't)|It (?:isn't|is not|doesn't|does not|does\b|hasn't)"
    r"|That(?:'s| is)(?:n't| not| a)|There(?:'s| is| are)(?:n't| no)|The (?:file|name|line|path) is right"
    r"|不|没|错|并非|其实|实际上)",
    re.I,
)


def tells_beliefs(title: str) -> bool:
    """Whether a document is, by its title, a list of what is not so."""
    return _BELIEFS.search(title) is not None or _NOT_SO.search(title) is not None


def says_no(text: str) -> bool:
    """Whether a text begins by saying that what was told before it is not so."""
    return _NO.match(text) is not None


def refutes(line: str) -> bool:
    """Whether a line begins by saying that what is quoted above it is wrong."""
    return _REFUTES.match(line) is not None


def refutes_quotes(text: str) -> bool:
    """Whether a document says that everything in its block quotes is wrong."""
    return _REFUTES_ALL.search(text) is not None


def of_beliefs(head: str) -> bool:
    """Whether the header of a column is of what people say, beside one of what is so."""
    return _BELIEFS.search(head) is not None or _CLAIMS.search(head) is not None


def own(before: str, behind: str) -> bool:
    """Whether the words next to a name say that it is the author's, made up, or made by a build, however it is called.

    "`Name`(自研)", "`Name` (hypothetical)".
    """
    return _OWN_BEHIND.match(behind) is not None or _OWN_BEFORE.search(before[-80:]) is not None


_TO_BE_WRITTEN = regex(
    r"\b(?:add|adding|added|write|writing|insert|extend|override|overriding|replace|patch|propos\w+|want"
    r"|(?<!n't )(?<!not )need|should"
    r"|let(?:'s| us)|try|new|fix|chang\w+)\b"
    r"|添加|增加|加上|加一个|补上|改成|改为|重写(?!的是|了)|覆盖|应该|建议|提议|修改|新的",
    re.I,
)
_IN_CODE = regex(r"`[\w:.()<>~]{1,100}`")


#: Whose a block is, in the sentence that introduces it, and where a sentence before that ends.
_OWN = regex(r"(?<!\bits )\bown\b|(?<!\bfor )(?<!\bto )(?<!\bthan )\bours\b", re.I)
_SENTENCE_ENDED = regex(r"[.?!。？！](?=\s+\S|[\u4e00-\u9fff])")


def sketch(intro: str) -> bool:
    """Whether a block is announced as something other than a quotation."""
    intro = _IN_CODE.sub("`", intro)  # `Equivalent` is a name
    if _OWN.search(intro, max((match.end() for match in _SENTENCE_ENDED.finditer(intro)), default=0)):
        return True
    return re.search(
        r"\b(?:pseudo|roughly|simplified|simplif\w+|sketch|essentially|equivalent|conceptually|expands? (?:to|into)|in spirit|like this|(?:might|may) look|sample (?:user )?(?:code|scripts?|programs?)|example(?!,? (?:is )?(?:taken )?from\s[`*\[(]*[\w./-]+\.\w)|usage|generated|instead of|rewritten|similar|(?<!nobody )(?<!no one )(?:could|would)(?! not\b))\b"
        r"|\bif you\b|\buse (?:an?|your)\b|\bnot there (?:today|yet|now)\b"
        r"|伪代码|大致|简化|示意|等价|类似|展开|例子|示例|例如|改写|大概会?(?:这样|是|像)|(?<![它其])自己|相当于|用法|可以这样|我们可以|概括",
        intro, re.I,
    ) is not None  # fmt: skip


#: What says of a block that much of it was left out, or said in fewer words.
_CONDENSED = regex(
    r"\b(?:condensed|abridged|reduced to|boiled down|stripped down)\b|(?:\bnot|n't)\b[^.;]{0,40}\bverbatim\b"
    r"|并成|合并成|(?:不是|并非|不)逐字|[缩精]减",
    re.I,
)


def condensed(intro: str) -> bool:
    """Whether a block is announced as what is left of a place after most of it was taken away."""
    return _CONDENSED.search(intro) is not None


#: How much of the line above a block is read for such words.
MAX_INTRO = 600
_EDITS = r"(?:add|chang|modif|edit|correct|fix|replac|patch|insert|append|updat|adjust|instrument|rewr)\w*"
#: Words that announce how something is after it was changed.
_EDITED = regex(
    rf"\b{_EDITS}\b(?:[^.;。；]|\.(?=\w)){{0,120}}(?:\bas (?:follows?|following|below|shown)\b|\blike (?:this|so)\b|\bto:?\W*$)"
    rf"|\b{_EDITS}\s(?:[\w/]+\s){{0,2}}?(?:the|these|this)\s(?:following|(?:\w+\s)?lines?\b(?!\s(?:of|in)\b))"
    r"|\b(?:I|we|you)\s(?:\w+\s)?(?:add|added|insert|inserted|put)\s(?:some |a few |an? )?(?:logs?|logging|prints?|printf|debug\w*)\b"
    r"|(?:修改|改动|改|添加|增加|加入|插入|替换)(?:成|为)?(?:如下|以下|下面|[:：]\s*$)|(?:改|改动|修改)之?后[的是]?\W*$"
    r"|^\W*(?:[Aa]fter|[Oo]urs|[Nn]ew)(?:\s(?:the\s|our\s)?(?:change|patch|edit|version))?\W*$"
    r"|(?:改|修改|改动)过的(?:代码|版本)|不是原文|并非原文"
    r"|[(（]\s?(?:a )?(?:brand )?new\s(?:target|rule|file|class|kernel|op|function)s?\b|[(（]\s?新(?:增|建|加)",
    re.I,
)
_UNCHANGED = regex(
    r"\b(?:no|without(?: any)?|not any) (?:changes?|edits?) (?:to|in):?\W*$|(?:不动|不改|没有改动?|保持不变)的?\W*$",
    re.I,
)
_CORRECTED = regex(
    r"\b(?:added|chang(?:ed?|ing)|modif(?:y|ied)|edit(?:ed)?|correct(?:ed)?|fix(?:ed)?|replaced?|patched|inserted|updated?)\b[^.;。；]{0,80}"
    r"\b(?:as follows|like this|as shown below|to the following)\b"
    r"|(?:修改|改动|改|添加|增加|加入|插入|替换)(?:成|为)?(?:如下|以下|下面)|[(（](?:已(?:被)?修改|改过|修改版|modified|edited)[)）]",
    re.I,
)
#: A sentence that tells the reader to change something.
_EDIT_IT = regex(
    r"(?:^|[.:;]\s)(?:[\s>*#_-]|\d{1,2}[.)]\s|[a-z][.)]\s|Step \d+[.:]?\s)*"
    r"(?:(?:Then|Next|Now|Finally|First|Also|Please),?\s)?(?:Add|add|Insert|insert|Append|append|Replace|replace|Change|change|Modify|modify|Edit|edit"
    r"|Correct|correct|Patch|patch|Update|update|Uncomment|uncomment|Comment out|comment out|Paste|paste)\s(?:[^.]|\.(?=\w))*$"
)


def edited(text: str) -> bool:
    """Whether words announce how something is after the author, or the reader, has changed it."""
    text = text[-MAX_INTRO:]
    if _UNCHANGED.search(text):
        return False
    return _EDITED.search(text) is not None or _EDIT_IT.search(text.rstrip(" *`:.")) is not None


def corrected(remark: str) -> bool:
    """Whether a remark at the head of a block says that the author has changed what follows."""
    return _CORRECTED.search(remark[:MAX_INTRO]) is not None


@lru_cache(MAX_KEPT)
def proposed(intro: str) -> bool:
    """Whether a line announces code that is somebody's own, another project's or another release's, or not there yet."""
    if example(intro) or foreign(intro):
        return True
    return _TO_BE_WRITTEN.search(_IN_CODE.sub("`", intro)) is not None  # `Add` is an op


def ended(intro: str) -> bool:
    """Whether a line ends a sentence, and so need not be about what follows."""
    return intro.rstrip(" *`").endswith((".", "。"))


def introduces(intro: str, target: str) -> bool:
    """Whether a line says that what follows is from a file."""
    if sketch(intro):
        return False
    if re.search(r"\b(?:unlike|compare|calls?|instead)\b|不同于|对比|调用", intro, re.I):
        return False
    text = intro.rstrip(" *`")
    return not text or text.endswith((":", "：", ")", "）", "。", ".")) or (not target or target in text)
