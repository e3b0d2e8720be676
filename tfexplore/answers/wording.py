"""How people say what they say of source code, in English and in Chinese: which words tie a name to a file.

Nothing here knows the tree. Each function takes the text between or around two citations and says what it claims.
"""

from __future__ import annotations

import re

from tfexplore.model import ERROR_CODES

#: Names of other projects; what they define is not looked for in the tree.
OUTSIDE = frozenset(
    "std Eigen absl google protobuf boost thrust cub llvm mlir nvinfer1 grpc pybind11 re2 testing gtest numpy np snappy"
    " sqlite3 nsync mkldnn cudnn cuda nvidia torch at c10 jax tensorboard pd pandas plt aten caffe2 mxnet paddle onnx se".split()
)
#: Packages whose files are other people's.
PACKAGES = frozenset(
    "keras_applications keras_preprocessing torch aten numpy scipy sklearn site-packages usr opt home src".split()
)
#: Repositories beside TensorFlow's: `tensorflow/serving` is one, and no folder.
REPOSITORIES = frozenset(
    "serving models addons hub probability tensorboard community tflite-micro swift swift-apis tfjs datasets agents"
    " recommenders lingvo ranking federated privacy quantum tensor2tensor custom-op nmt ecosystem".split()
)
#: Folders that a path of the tree begins with, as people shorten it.
TOPS = frozenset(
    "tensorflow tensorflow_core core python compiler contrib cc c lite stream_executor kernels third_party".split()
)
#: Files that every project has.
COMMON_FILES = frozenset(
    "main.cc main.py setup.py conftest.py test.py train.py utils.py util.py model.py models.py config.py run.py"
    " __init__.py main.cpp util.h utils.h test.cc common.h example.py demo.py app.py data.py eval.py".split()
)
#: Folders in which there often is nothing that an index lists.
OF_OTHERS = frozenset(
    "testdata test_data g3doc docs docs_src java res assets images data samples cmake corpus jni ios osx windows linux"
    " install dockerfiles scripts notebooks external patches resources".split()
)
#: Words in capitals and small letters that are no code.
PRODUCTS = frozenset(
    "NumPy PyTorch GitHub TensorFlow TensorBoard TensorRT LaTeX MacOS JavaScript TypeScript OpenCL OpenMP OpenAI OpenCV"
    " MarkDown PyPI PyPy SciPy YouTube StackOverflow LibTorch MXNet MatMul-based DeepMind ImageNet ResNet MobileNet"
    " AlexNet GoogLeNet LeNet DenseNet EfficientNet VGGNet SqueezeNet BatchNorm LayerNorm FlatBuffers ProtoBuf ProtoBufs"
    " AutoGraph AutoML AutoDiff cuDNN CuDNN CuBLAS NVidia CPython IPython PyCharm VSCode DevOps GitLab BitBucket ReadMe"
    " RoCE RoCEv1 RoCEv2 RoCEV2 RelWithDebInfo MinSizeRel JupyterLab XGBoost LightGBM PaddlePaddle ChatGPT OpenVINO oneDNN IEEE LLVM MLIR GraphDef SavedModel MLPerf".split()
)  # fmt: skip
#: Networks with their numbers.
NETWORK = re.compile(
    r"(?:MobileNet|ResNet|ResNeXt|Inception|InceptionResNet|EfficientNet|ShuffleNet|SqueezeNet|DenseNet|NASNet|VGG|YOLO|Yolo|DeepLab|BlazeFace)"
    r"[-_]?[vV]?\d{1,3}\w{0,2}",
    re.A,
)
#: The functions that a macro makes of each code of an error.
ERRORS = frozenset(f"errors::{start}{code}" for code in ERROR_CODES for start in ("", "Is"))
#: Endings that only the tree's own names have.
OURS = ("Op", "OpV2", "OpKernel", "Grad", "GradOp", "OpDef", "KernelDef", "Functor", "BackpropInput", "BackpropFilter")
MACRO = re.compile(r"(?:REGISTER_|TF_CALL_|OP_REQUIRES|TF_RETURN_|TF_DISALLOW_)\w*$", re.A)

#: What stands between a macro that registers and the op that it registers.
OPENED = re.compile(r"\s?\(\s?(?:Name\s?\(\s?)?[\"'“]?")
#: What stands between the names of a list.
LISTED = re.compile(r"[`\s*]*(?:,|，|、|/|and|or|和|与|及|以及|, and)[`\s*]*")
#: What stands for a name that the reader is to fill in.
PLACEHOLDER = re.compile(
    r"(?:^|[_/.])(?:foo|bar|baz|my|your|xyz|xxx|some|another|example|zero_out)(?=[_/.A-Z]|$)|^_*(?:My|Your|Foo|Bar|OpName|Xyz|Example)(?=[A-Z_0-9]|$)|XYZ|XXX|^X_|^X[A-Z][a-z]",
    re.A,
)

_WORDS = (
    "is|are|was|as|the|a|an|its|this|that|which|class|classes|function|functions|method|macro|op|ops|kernel|gradient|struct|template|"
    "helper|in|inside|at|from|of|on|by|file|files|source|see|also|defined|declared|implemented|registered|located|found|lives|live|"
    "sits|resides|definition|implementation|registration|wrapper|constructor|around|near|code|line|lines|begins|starts|starting|"
    "appears|itself|here|there|and|under|placed|put|kept|stands|cited|given|listed|shown|seen|be|been|can|now|still|just|"
    "functor|constant|static|member|enum|factory|field|alias|typedef|launcher|routine|abstract|virtual|private|public|"
    "version|side|part|form|code|python|spans|covers|occupies|takes|fills|extends|runs|from|over|"
    "宏|类|函数|方法|算子|内核|核函数|核|梯度|同一个?|同|定义|声明|实现|注册|登记|位于|处于|在|于|的|见|参见|详见|文件|源码|源代码|代码|"
    "处|到|由|是|源|即|也|都|则|被|所|本身|入口|可以|可|看到|找到|写在|放在|位置|版本|模板|结构体|这个|该|中|里|为|起始|开始|出现|它|其|该类|该函数|"
    "は|が|の|で|に|定義|実装|関数|クラス|ある|あり|され|ている|ist|steht|wird|der|die|das|Datei|definiert|implementiert|ab"
)
_FORWARD = re.compile(
    rf"(?:(?<![A-Za-z])(?:{_WORDS})(?![A-Za-z])|C\+\+|(?<=\bis )-?\d[\w.]*|(?<=[是为])\s?-?\d[\w.]*"
    r"|[\s`*\"'“”()（）《》「」『』【】\[\]:：|—–@,，>→⇒-])*",
    re.I,
)
_BACK_WORDS = (
    "defines|define|declares|declare|contains|contain|implements|implement|registers|register|holds|hold|has|have|shows|show|"
    "covers|cover|will|that|this|is|where|the|a|an|class|function|method|macro|op|kernel|gradient|"
    "there|you|find|we|its|in|for|of|struct|template|"
    "can|see|is|begins|starts|lies|"
    "可以|可|看到|找到|能|就|即|便|叫|名为|中|里|里面|内|的|定义|定义了|声明|声明了|实现|实现了|注册|注册了|有|包含|包含了|类|函数|方法|宏|算子|内核|处|就是|是|负责|模板|结构体|文件|了|は|が|の|で|に|定義|実装|ある|関数|クラス"
)
_BACKWARD = re.compile(rf"(?:'s|(?<![A-Za-z])(?:{_BACK_WORDS})(?![A-Za-z])|[\s`*\"“”()（）《》\[\]:：|—–,，-])*", re.I)
#: "`A` and `B`; both are declared in", which is said of the last as well.
_ALL_OF_THEM = re.compile(
    r"\A[`*]*\s*[;；,，]?\s*(?:and\s)?(?:(?:both|all|they|these)(?: of them)?\s(?=are\s)|(?:二者|两者|它们)?(?:都|均)(?=在|定义|声明|实现|位于))"
)
_DEFINED = re.compile(
    r"defin|implement|resid|liv(?:es|e)\b|\bsits in\b|\bis (?:in|at)\b|\b(?:begin|start)s\b|定义|实现|写在|位于|开始|起始|定義|実装"
    r"|\bis\s*[`*\"(\[]*$|,\s+an?\s[^,]{0,40}\bin\b",
    re.I,
)
#: Letters of a sentence that are looked at; one that is longer says more than a name and its place.
_SHORT = 200
#: What a sentence may have before a name and behind its place, and still say no more than where the thing is.
_OPENING = re.compile(
    r"(?:\W|[\d_]|(?<![A-Za-z])(?:see|cf|source|the|an?|class|function|method|struct|macro)(?![A-Za-z])"
    r"|参见|详见|见|类|函数|方法|宏|结构体)*",
    re.I,
)
#: Or which thing it is: "The gradient of Sin is `_SinGrad`", "its CPU kernel is the class `SinOp`".
_IDENTIFIED = re.compile(
    r"[^.;。；]*\b(?:gradient|kernel|class|function|op|method|macro|implementation|launcher|functor|helper|wrapper)\b[^.;,，。；]*"
    r"\bis (?:called |named )?(?:the |a )?(?:class |function |method |macro |op )?[`*\[]*",
    re.I,
)
_CLOSING = re.compile(r"(?:[^A-Za-z\u4e00-\u9fff]|for (?:the |more )?details|for more)*", re.I)
#: Where a sentence ends.
SENTENCE = re.compile(r"[.;!?](?=\s|$)|[。；！？]")
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
_GOES_ON = re.compile(r"[`*]*\s*(?:is|are|begins|starts|defines|定义|实现|开始|被|负责)", re.I)
#: What follows a name that is said to be defined at the place before it.
_BEGINS = re.compile(r"[`*]*\s*(?:(?:begins|starts)\b|is (?:defined|implemented)\b|的?定义|开始)", re.I)
_NOTHING = re.compile(
    r"</?\w+(?: [^<>]{0,200})?>|^\"(?: [^<>]{0,80})?>|\b(?:on |at |from )?lines?\s\d+(?:\s?[-–~]\s?\d+)?\s(?:of|in)\b",
    re.I,
)


def _plain(between: str) -> str:
    """The words between two citations without tags and without "line 3 of", which belongs to the second."""
    return _NOTHING.sub("", between) if "<" in between or "line" in between.lower() else between


def forward(between: str, with_line: bool) -> str:
    """What the text from a name to a path claims: `"defined"`, `"there"`, or nothing."""
    between = _ALL_OF_THEM.sub(" ", _plain(between))
    if len(between) > 60 or not _FORWARD.fullmatch(between):
        return ""
    bare = re.sub(r"[\s`*\"'“”]", "", between)
    if not re.search(r"[A-Za-z\u4e00-\u9fff]", bare):
        tight = bare in _BARE or bare in ("](", ")(", "|")
        return "there" if tight and (bare or with_line) else ""
    if re.fullmatch(r"[,，]?(?:and|also|是|都|也|的)", bare):
        return ""
    if (
        bare.startswith((",", "，"))
        and not _DEFINED.search(bare)
        and not re.search(r"在|位于|见|文件|see|in|at|from|file", bare)
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
            # "At line 3 of x.cc, `Name` is defined": a comma alone ties only what goes on like this.
            return "there" if with_line and (not bare or _GOES_ON.match(behind)) else ""
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


_OPENS = re.compile(
    r"[`*)\]]*\s?(?:里面?|中|内|的|有|定义了|has\b|have\b|defines\b|declares\b|contains\b|registers\b|implements\b)"
)


def opens(behind: str) -> bool:
    """Whether a file is the subject of what stands behind it: "`x.py` has", `x.py` 里."""
    return _OPENS.match(behind) is not None


_ASIDE = re.compile(r"[`*]*\s?[)）](?:[^A-Za-z\u4e00-\u9fff]*(?:[A-Za-z']+|[\u4e00-\u9fff]{2})){4}")


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


def inside(before: str, behind: str) -> bool:
    """Whether a name is said to hold the place that is cited, rather than to be at it."""
    if definition_of(before):
        return False
    if re.search(r"(?:\b(?:in|into|inside|within|of|by|from|body of)|在|由|从)\s*[`*\"(\[]*$", before, re.I):
        return True
    return (
        re.match(
            r"[`*\"']*(?:\([^)]*\)|（[^）]*）)?[`*]*\s*(?:里|中|内|的(?!定义|实现|声明|源码|代码|位置)|之中|里面|calls|checks|uses|does|then|first|先|会|调用|检查"
            r"|创建|构造|读取|返回|设置|判断|处理|生成|使用|传入|取出|把|将)",
            behind,
        )
        is not None
    )


_ACTS = re.compile(
    r"[`*)\]）]*\s?(?:处|行)?(?:创建|构造(?!函数)|调用|读取|返回|设置|判断|处理|生成|使用|传入|取出|检查|把|将|先|会)"
)


def acts(behind: str) -> bool:
    """Whether what stands behind a place says what is done there, and not that the thing is there: 在 x.cc:12 创建."""
    return _ACTS.match(behind) is not None


def definition_of(before: str) -> bool:
    """Whether the words before a name are "the definition of"."""
    return re.search(r"(?:definition|implementation|declaration) of\s*[`*\"(]*$", before, re.I) is not None


_KIND = r"(?:ops?|operator|kernel|kernels|class|classes|function|functions|method|methods|macro|macros|functor|struct|helper|gradient|wrapper|symbol)"
_KIND_ZH = r"(?:算子|操作|内核|核函数|核|类|函数|方法|宏|结构体|梯度|接口|模板|成员|符号)"


def caption(before: str, behind: str) -> bool:
    """Whether a line says no more, beside a place, than that what is above is from there."""
    if behind.rstrip(" *`)）").endswith((":", "：")):
        return False  # what follows is
    source = r"\W*(?:(?:source|from|see|located|it is|this is|at|in|来源|出处|摘自|引自|来自|代码|源码|位置|位于|在|见)\W*){0,2}"
    return re.fullmatch(source, before, re.I) is not None and re.search(r"\w", behind) is None


def label(before: str, within: bool = False) -> bool:
    """Whether the words before a citation are the label of a field, such as `- **File**: `; `within`: it is in it."""
    if within and not re.search(r"\w", before):
        return True
    return (
        re.fullmatch(r"[\s>*+|-]*[*`]{0,2}[^\W\d][\w ]{0,16}(?:[*`]{0,2}[:：]|[:：][*`]{0,2})\s*[`\[(]{0,2}", before)
        is not None
    )


_PARAMETER = re.compile(
    r"(?:\b(?:arguments?|args?|parameters?|params?|attrs?|attributes?|inputs?|outputs?|variables?|fields?|flags?|values?|tensors?)"
    r"|参数|属性|变量|输入|输出|字段|张量)\s*$",
    re.I,
)


def registered(between: str) -> bool:
    """Whether words speak of a registration, which need not be where the thing is defined; names as `OpRegistry` do not."""
    return re.search(r"(?<!\w)regist(?:er(?:s|ed|ing)?|rations?)(?!\w)|注册", between, re.I | re.A) is not None


def parameter(before: str) -> bool:
    """Whether the words before a name say that it is a value rather than code: an argument, an attr, a variable."""
    return _PARAMETER.search(before) is not None


def said_to_be_code(before: str, behind: str) -> bool:
    """Whether a name is called an op, a class, a function or the like."""
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


#: Words that say of something that it is not in this source: nowhere, no more, or in another release.
_ABSENT = re.compile(
    r"\b(?:no longer|(?:does|did|do)(?: not|n't) exist|there(?: is|'s) no|no such|not exist|nowhere to be found|never existed|"
    r"(?:was|were|been|later|since) (?:removed|renamed|deleted)|(?:removed|renamed|deleted) (?:in|from|to|since|with|after)|"
    r"(?:newer|later|older|earlier|future|recent|old|new) (?:[A-Z]\w+ )?(?:versions?|releases?)|can(?:'t|not) be found (?:in|under)|(?:on|in|at) (?:master|HEAD)|"
    r"(?:is|are|was|were) not (?:yet )?(?:in|part of) (?:TF |TensorFlow )?(?:v?1\.\d+|this (?:tree|release|version))|"
    r"v?2\.\d(?:\.\d)? (?:adds?|added|brings?|brought|introduce[sd]?)|"
    r"(?:TF|TensorFlow|in|with|since|until|as of|from) ?v?2\.(?:\d|x)\S*|1\.x|2\.x)\b"
    r"|不存在|尚未|待建|没有叫|并没有|没有这个|虚构|已删除|已被删除|已移除|改名|新版|旧版|老版本|早期版本|后续版本|更高版本|master分支",
    re.I,
)
#: What there is not is the code that follows.
_NO_OTHER = re.compile(
    r"\bthere(?: is|'s| are) no (?:[a-z]+ )?`[^`]{1,80}`(?: [a-z]+){0,2} (?:any ?more|in(?! this\b)|at|for)\b", re.I
)
_LATER = re.compile(r"[\s*>-]*(?:in |since |from |as of |自|从|到了?|在)?\s?(?:TF|TensorFlow)?\s?v?2\.(?:\d|x)", re.I)
#: Words by which an author announces what is yet to be written.
_ADDED = re.compile(
    r"\b(?:new files?|would require (?:either|an?|new|adding)|(?:we|you|I)(?: will|'ll| would)? (?:write|add|create|introduce|plan)|to be (?:written|added|created)|"
    r"(?:is|are|we) (?:planned|planning)|(?:neither|none)(?: of \w+)? exists?)\b"
    r"|新增|新建|新文件|新功能|自己写|自己实现|我们(?:写|编写)|(?:我们|想|要|打算|计划|准备)加(?:一个|上)?(?=\s?`)|计划(?:新建|添加|增加)"
    r"|自己的仓库",
    re.I,
)
#: Words by which a heading or a line announces names and files that are yet to be made.
_PLANNED = re.compile(
    r"\b(?:planned|proposed|new) (?:new )?(?:files?|sources?|class(?:es)?|names?|ops?|kernels?|targets?|modules?|layout)\b"
    r"(?! (?:in|of|since|from) )|\b(?:are|is) (?:all )?new\b(?! (?:in|since|with) )|\b(?:files?|classes|ops|kernels) (?:to (?:add|write|create)|we (?:add|plan))\b"
    r"|\bto be (?:written|added|created)\b"
    r"|(?:计划|拟|将要?|准备)(?:新增|新建|添加|增加)|新增(?:的)?(?:文件|类|算子|内核)|待(?:建|新增)",
    re.I,
)
_PROPOSAL = re.compile(r"#+\s+(?:\d[\d.]*\s)?(?:the |our )?(?:proposal|proposed (?:changes?|design))\s*#*$", re.I)
#: Words by which an author speaks of what is made up or the author's own.
_MADE_UP = re.compile(
    r"\b(?:for example|your own|my own|our own|custom op|hypothetical|suppose|imagine|let's (?:write|call|name)|"
    r"we (?:name|call it)|toy)\b"
    r"|自定义|假设|比如我们|我们(?:自己|的)|示例",
    re.I,
)
#: Words by which an author speaks of another project's code, or of the author's, the reader's or a company's own.
_FOREIGN = re.compile(
    r"\b(?:ours|in-house|(?:our|my|your) (?:own|internal|private|replacement|fork|repo|repository|code|project|binding|patch)|"
    r"internal (?:repo|repository|library|code|helper)|(?:not|isn't|aren't|wasn't) (?:from|part of|in|a part of) TensorFlow|"
    r"(?:you|I|we)(?:'ve| have)? (?:defined|wrote|added|introduced|invented)|(?:other|another) (?:frameworks?|libraries|projects?))\b"
    r"|(?:其他|别的|其它)(?:框架|项目|库)|我们自己|我写的|你写的|你定义的|不(?:是|属于) ?TensorFlow(?: ?的)?|不在官方|官方(?:代码|仓库|源码)?(?:目前|里)?没有|团队内部|内部(?:仓库|代码|库)",
    re.I,
)
_PROJECTS = re.compile(
    r"`(?!tfl?`|tf_|xla_|std`)\w{2,16}`\sdialect\b|\b(?:[Bb]uild|[Cc]ompil|[Ii]nstall|[Pp]atch)\w*\s(?:and\s\w+\s)?Bazel\b(?!\s\w)|"
    r"\b(?:PyTorch|torch|MXNet|JAX|Flax|Theano|Caffe2?|Chainer|PaddlePaddle|Rust|Julia|Golang|scikit-learn|jemalloc|tcmalloc|"
    r"libtorch|OpenCV|Horovod|Triton|oneDNN)\b"
)
#: Whose code a name is: the author's or the reader's, and some project's.
_MINE_BEFORE = re.compile(
    r"\b(?:our|my|your|his|her|their)(?: [\w'’`./-]{1,20}){0,3}[,:]?(?: (?:with|called|named|in))?\s*[`*\"'(]*$"
    r"|(?:(?:你|我|我们|你们|他们)(?:自己)?|自己)的[^，。；,.;`]{0,12}[`*\"'(（]*$"
    r"|\b(?:add|adding|introduce|introducing|create|creating|invent|write|writing)\s(?:an?|another|one|new|no)\s(?:[a-z]+\s){0,3}"
    r"[`*\"'(]*$"
    r"|\b(?:we|I)\s(?:(?:then|also|will|would|can|now)\s)?(?:derive|subclass|introduce|implement|write|add)\s[`*\"'(]*$"
    r"|\b(?:from|into|with|by|onto|behind|under|through|via) (?:an? |the )?(?:brand[- ])?new (?:[a-z]+ ){0,2}[`*\"'(]*$"
    r"|[(（](?:(?:brand )?new|ours|mine|yours|proposed|planned|新增|我们的)\b[^()（）.;。；]{0,30}$",
    re.I,
)
_OWNERS_OWN = re.compile(r"\b([A-Z]\w{1,14})(?:'s|’s) [`*\"'(]*$")
_OWNERS = frozenset(
    "TensorFlow TF Keras Google XLA Grappler Eager Python Eigen It Let Here There That What TFLite Estimator Bazel".split()
)
_NEW_BEHIND = re.compile(
    r"[`*\"')]*\s*(?:[(（](?:brand )?(?:new|added|proposed|planned|to be|not yet|hypothetical|yours|ours|mine)\b|（(?:新增|新加|拟|你的|我(?:们)?(?:的|新建|自己))"
    r"|of (?:yours|ours|mine)\b|(?:of|in|from) (?:this|the|our|my|your) (?:PR|patch|change|CL|diff|commit)\b)",
    re.I,
)
#: Words by which an author introduces a name as that of something of the author's.
_INTRODUCED = re.compile(
    r"(?:实现|设计|开发|编写|新增|增加|添加)了?一[个种](?:名为|叫做?|称为)\s?[`*\"'(（]*$"
    r"|\b(?:implement|build|design|write|create|add)(?:ing)? an? (?:\w+ ){1,3}(?:called|named) [`*\"'(]*$",
    re.I,
)
_OF_A_FORK = re.compile(
    r"\b(?:is|are|lives? in|comes? from|exists? in|from|only in|part of)(?: \w+){0,3} (?:our|my|the) (?:own |private |internal )?"
    r"(?:fork|branch|vendor tree)\b|\bnot (?:be )?(?:found |there |exist |in |part of )?upstream\b|\bupstream does not have\b"
    r"|\bof (?:yours|ours|mine|(?:your|our|my) own)\b"
    r"|(?:我们|自家|内部)的?\s?(?:fork|分支)\s?(?:里|中|上)?(?:才|特)?(?:有|的|加|新增)|fork\s?(?:里|中)(?:新)?(?:加|增)|上游(?:没有|并没有|不存在)",
    re.I,
)
#: Words by which an author tells the reader to make a file, or says that it will be made.
_FILE = r"(?:files?|scripts?|headers?|sources?|folders?|director(?:y|ies)|modules?|tests?|programs?)"
_CREATED = re.compile(
    rf"\b(?:create|make|write|add|start)\s(?:an?|the|another|one)?\s?(?:\w+ ){{0,3}}?{_FILE}(?: (?:called|named|at|in|under|as))?:?\s*[`*\"'(]*$"
    r"|\b(?:create|touch)\s[`*\"'(]*$"
    r"|\b(?:place|put|save|paste|store|write)\s(?:this|these|it|them|that|(?:the )?(?:following|above|code|example|script|contents?))"
    rf"(?: \w+){{0,4}} (?:in|into|to|as|at|under)\s(?:an? |the )?(?:new )?(?:{_FILE} )?(?:called |named )?[`*\"'(]*$"
    r"|\b(?:copy|duplicate)\s[^.;]{0,120}\s(?:to|as|into)\s[`*\"'(]*$"
    r"|\b(?:will|would|shall|to) be (?:placed|put|created|saved|written|located|declared|stored|generated|exposed)(?: \w+){0,2}"
    rf" (?:in|into|to|as|at|under|by)\s(?:an? |the )?(?:new )?(?:{_FILE} )?[`*\"'(]*$"
    r"|(?:创建|新建|建立|编写)(?:了)?(?:一个)?(?:新的?)?(?:测试|空)?(?:文件夹|文件|脚本|目录|头文件|源文件|模块)?\s*[`*\"'(（]*$"
    r"|(?:保存|另存|存储|命名|拷贝|复制)(?:为|到|成|在)(?:文件)?\s*[`*\"'(（]*$"
    r"|(?:这段|以下|下面的?|上面的?)代码(?:放|保存|写)(?:在|到|入)[^，。；,;`]{0,12}[`*\"'(（]*$",
    re.I,
)
_CREATED_BEHIND = re.compile(
    r"[`*\"')）]*\s*[,，]?\s*(?:with the (?:following )?contents?\b|(?:and )?(?:put|paste) (?:this|the following)\b"
    r"|to create\b|(?:并)?(?:包含|写入|填入|内容为?)(?:如下|以下))",
    re.I,
)
_DENIED_BEFORE = re.compile(
    r"(?:\b(?:there(?: is|'s)|has|have|had|defines|declares|exports|provides) \*{0,2}no\*{0,2}|\bno such|没有叫|没有|并无)(?: \w{1,12}){0,2}"
    r"\s*(?:called|named|叫做?|名为)?\s*[`*\"'(]*(?:\w{4,40}\([\"'])?$",
    re.I,
)
_DENIED_BEHIND = re.compile(
    r"[`*\"')）]*\s*(?:\([^()]{0,40}\)[`*]*\s*)?(?:(?:also )?(?:does|did|do)(?: not|n't) exist|(?:is|was|are) (?:not|n't) "
    r"(?:there|defined|exported|public|a )|(?:isn't|wasn't) (?:there|defined|exported|public|a )|(?:并|也|都)?(?:是)?不存在|是没有的)",
    re.I,
)


def absent(text: str) -> bool:
    """Whether a line says that something is not in this source, or not yet; not that there is no `Other` there."""
    if "`" in text:
        text = _NO_OTHER.sub("", text)
    return _ABSENT.search(text) is not None or _ADDED.search(text) is not None


def later(text: str) -> bool:
    """Whether a sentence begins with a later release, of which it then speaks: "2.x splits it up"."""
    return _LATER.match(text) is not None


def planned(text: str) -> bool:
    """Whether a heading or a line announces what is yet to be made."""
    return _PLANNED.search(text) is not None


def proposes(heading: str) -> bool:
    """Whether a section is a proposal, which has names of its own beside those of the source."""
    return _PROPOSAL.match(heading) is not None


def example(text: str) -> bool:
    """Whether a line speaks of something that is not in this source, or that the author made up on purpose."""
    return absent(text) or _MADE_UP.search(text) is not None


def foreign(text: str) -> bool:
    """Whether words speak of code that is not TensorFlow's."""
    return _FOREIGN.search(text) is not None or _PROJECTS.search(text) is not None


def anothers(before: str) -> bool:
    """Whether the word before a name says which other project's it is: "Caffe's `BlobProto`"."""
    owner = _OWNERS_OWN.search(before)
    return owner is not None and owner[1] not in _OWNERS


def somebodys(before: str, behind: str) -> bool:
    """Whether the words next to a name say that it is the author's, the reader's or another project's, or is yet to be.

    "your `Prune()` helper", "Glow's `glow::Function`", "`EvictOp` (new in this patch)".
    """
    return anothers(before) or _NEW_BEHIND.match(behind) is not None or _MINE_BEFORE.search(before) is not None


def introduced(before: str) -> bool:
    """Whether the words before a name introduce it as the author's, however it is spelt: "we build a class called `A`"."""
    return _INTRODUCED.search(before) is not None


def of_a_fork(sentence: str) -> bool:
    """Whether a sentence says of what it names that it is the author's fork's: "`A` and `B` are from our fork"."""
    return _OF_A_FORK.search(sentence) is not None


def created(before: str, behind: str) -> bool:
    """Whether the words next to a file say that it is to be made: "create the file", "will be placed in"."""
    return _CREATED.search(before[-240:]) is not None or _CREATED_BEHIND.match(behind) is not None


def denied(before: str, behind: str) -> bool:
    """Whether the words next to a name say that there is no such thing."""
    return _DENIED_BEFORE.search(before) is not None or _DENIED_BEHIND.match(behind) is not None


_IN_CODE = re.compile(r"`[\w:.()<>~]{1,100}`")


def sketch(intro: str) -> bool:
    """Whether a block is announced as something other than a quotation."""
    intro = _IN_CODE.sub("`", intro)  # `Equivalent` is a name
    return re.search(
        r"\b(?:pseudo|roughly|simplified|simplif\w+|sketch|essentially|equivalent|conceptually|expands? (?:to|into)|in spirit|like this|(?:might|may) look|sample (?:user )?(?:code|scripts?|programs?)|example|usage|generated|instead of|rewritten|own|similar|(?<!nobody )(?<!no one )(?:could|would)(?! not\b))\b"
        r"|\bif you\b|\buse (?:an?|your)\b|\bours\b"
        r"|伪代码|大致|简化|示意|等价|类似|展开|例子|示例|例如|改写|自己|相当于|用法|可以这样|我们可以|概括",
        intro, re.I,
    ) is not None  # fmt: skip


#: How much of the line above a block is read for such words.
MAX_INTRO = 600
_EDITS = r"(?:add|chang|modif|edit|correct|fix|replac|patch|insert|append|updat|adjust|instrument|rewr)\w*"
#: Words that announce how something is after it was changed.
_EDITED = re.compile(
    rf"\b{_EDITS}\b(?:[^.;。；]|\.(?=\w)){{0,120}}(?:\bas (?:follows?|following|below|shown)\b|\blike (?:this|so)\b|\bto:?\W*$)"
    rf"|\b{_EDITS}\s(?:[\w/]+\s){{0,2}}?(?:the|these|this)\s(?:following|(?:\w+\s)?lines?\b(?!\s(?:of|in)\b))"
    r"|\b(?:I|we|you)\s(?:\w+\s)?(?:add|added|insert|inserted|put)\s(?:some |a few |an? )?(?:logs?|logging|prints?|printf|debug\w*)\b"
    r"|(?:修改|改动|改|添加|增加|加入|插入|替换)(?:成|为)?(?:如下|以下|下面|[:：]\s*$)",
    re.I,
)
_CORRECTED = re.compile(
    r"\b(?:added|chang(?:ed?|ing)|modif(?:y|ied)|edit(?:ed)?|correct(?:ed)?|fix(?:ed)?|replaced?|patched|inserted|updated?)\b[^.;。；]{0,80}"
    r"\b(?:as follows|like this|as shown below|to the following)\b"
    r"|(?:修改|改动|改|添加|增加|加入|插入|替换)(?:成|为)?(?:如下|以下|下面)",
    re.I,
)
#: A sentence that tells the reader to change something.
_EDIT_IT = re.compile(
    r"(?:^|[.:;]\s)(?:[\s>*#_-]|\d{1,2}[.)]\s|[a-z][.)]\s|Step \d+[.:]?\s)*"
    r"(?:(?:Then|Next|Now|Finally|First|Also|Please),?\s)?(?:Add|add|Insert|insert|Append|append|Replace|replace|Change|change|Modify|modify|Edit|edit"
    r"|Correct|correct|Patch|patch|Update|update|Uncomment|uncomment|Comment out|comment out|Paste|paste)\s(?:[^.]|\.(?=\w))*$"
)


def edited(text: str) -> bool:
    """Whether words announce how something is after the author, or the reader, has changed it."""
    text = text[-MAX_INTRO:]
    return _EDITED.search(text) is not None or _EDIT_IT.search(text.rstrip(" *`:.")) is not None


def corrected(remark: str) -> bool:
    """Whether a remark at the head of a block says that the author has changed what follows."""
    return _CORRECTED.search(remark[:MAX_INTRO]) is not None


def proposed(intro: str) -> bool:
    """Whether a line announces code that is somebody's own, another project's or another release's, or not there yet."""
    if example(intro) or foreign(intro):
        return True
    return re.search(
        r"\b(?:add|adding|added|write|writing|insert|extend|override|overriding|replace|patch|propos\w+|want|need|should|let(?:'s| us)|try|new|fix|chang\w+)\b"
        r"|添加|增加|加上|加一个|补上|改成|改为|重写(?!的是|了)|覆盖|应该|建议|提议|修改|新的",
        intro, re.I,
    ) is not None  # fmt: skip


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
