"""Names of ops, classes, functions, macros and constants in one line of a document.

A word counts as one when its shape says so (`Conv2DOp::Compute`, `tf.nn.conv2d`, `REGISTER_OP`), and a name without
such a shape only where it is written as code, or where its file follows.
"""

from __future__ import annotations

import re

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers import vocabulary
from tfexplore.patterns import regex
from tfexplore.templates import without_templates

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.cited_line import CitedLine

_DOTTED = regex(
    r"(?<![\w./-])((?:tf|tensorflow|keras|gen_\w+_ops|[a-z_]+_ops)(?:\.[A-Za-z_]\w*)+)(?!\w|[/-]\w|[_.]?\*|\\_)", re.A
)
_ARGS = r"(?:<(?!/)[^<>`]{0,80}(?:<[^<>`]{0,60}>[^<>`]{0,40}){0,3}>)?"
_OPERATOR = r"operator(?:\(\)| (?:bool|[A-Z]\w*))"
_SCOPED = regex(rf"(?<![\w:.])(~?[A-Za-z_]\w*{_ARGS}(?:::(?:{_OPERATOR}|~?[A-Za-z_]\w*{_ARGS}))+)", re.A)
_CAMEL = regex(
    r"(?<![\w.:/<@$#%-])(_?[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*|_?[A-Z]{2,}[a-z0-9]+[A-Z]\w*)(?![\w:/@-]\w|\.\w|\w)", re.A
)
_SNAKE = regex(r"_{0,2}[a-z0-9]+(?:_[a-z0-9]+)+_{0,2}\Z", re.A)
_PRIVATE = regex(r"_[a-z]{5,}\Z", re.A)
_MACRO = regex(r"(?<!\w)((?:REGISTER|TF_CALL|OP_REQUIRES|TF_RETURN|TF_DISALLOW|TF_ATTRIBUTE)_[A-Za-z0-9_]+)", re.A)
#: A variable of the environment, or of the build, as nothing else is called.
_SETTING = regex(
    r"(?<![\w.:/<@$#%{-])TF_(?!CALL_|RETURN_|DISALLOW_|ATTRIBUTE_)[A-Z0-9]+(?:_[A-Z0-9]+)+(?![\w/(-]|\.\w)", re.A
)
#: A name that is no word of prose, said to be in the file that is named next, or that stands in the next column.
_PLACED = regex(
    r"(?<![\w.:/<@$#%-])(~?[A-Za-z_]\w*(?:(?:\.|::)~?[A-Za-z_]\w*)*)(?:\(\))?"
    r"(?=[\"”*]{0,2}\s{0,2}(?:(?:函数|类|方法|宏|算子)?(?:被|的)?(?:定义|实现|声明|注册|位)(?:在|于)"
    r"|is (?:defined|declared|implemented) (?:in|at|on)|[(（「→@—–]|->|- |[ \t]{2,60}(?=[\w/.+-]+:\d))"
    r"\s{0,2}[`\[*(]{0,3}(?:lines? \d{1,6} of )?(?:[\w.+-]+/)*[\w.+-]+\.(?:cc|h|py|cu|inc|cpp)\b)",
    re.A,
)
_SHAPED = regex(r"\w_\w|[a-z]\d*[A-Z]|[A-Z]{2}[a-z]{4}|[.:]", re.A)
#: A name that no backquote marks, behind the word for what it is: "the macro HANDLE_STRANDS".
_KIND = regex(
    r"(?:\b(?:macro|function|method|class|struct|functor|constant|entry point|helper)\s"
    r"|(?<![\w/])(?:宏|函数|方法|类|结构体|常量)\s?)"
    r"(?P<name>_?[A-Z]\w*[a-z]\w*[A-Z]\w*|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?![\w@-]|[.:/]\w)",
    re.A,
)
_CALLED = regex(r"(?<![\w.:>/-])(?=\w+\(\))(_*[A-Za-z][A-Za-z0-9]*(?:_\w+|[a-z][A-Z]\w*))(?=\(\))", re.A)
_BARE = regex(r"(?<![\w.:;/<@$#%=-])((?:[A-Z]\w+\.)?_{0,2}[a-z][a-z0-9]*(?:_[a-z0-9]+)+_?)(?![\w/@=-]|\.\w|:\w)", re.A)
#: A template with its arguments, and a member of it.
_TEMPLATE = regex(r"\s*(?:::)?[A-Za-z_][\w:]*<[^`]*>(?:::(?:~?[A-Za-z_]\w*|operator\(\)))*(?:\(\))?\s*", re.A)
#: A string that names an op wherever this stands.
_OP_STRING = regex(
    r"""(?:REGISTER_(?:SYSTEM_)?OP|Name|RegisterGradient|NotDifferentiable|NoGradient|RegisterShape|REGISTER_(?:OP_|NO_)?GRADIENT(?:_OP)?|OpDefBuilder|REGISTER_XLA_OP)\(\s*(?:Name\(\s*)?["'](\w+)["']""",
    re.A,
)
#: A member that is called on what stands before the span, or on what another such call returns.
_BUILT = regex(r"(?:\A|(?<=\)))\s{0,4}\.([A-Z]\w{7,})(?=[(<])", re.A)
#: Files of other kinds than sources.
_DATA = regex(r"[a-z][\w.-]*\.(?:pb|txt|json|ckpt|h5|hdf5|so|whl|tar|gz|zip|csv|npy|npz|log|ya?ml|png|jpe?g)", re.A)
_MEMBER = regex(r"(_*[A-Za-z]\w+(?:\._*[A-Za-z]\w+)+)(?:\(.{0,200}\))?\Z", re.A)
#: A text of capitals under which something is said to be registered.
_QUOTED = regex(r"\s*[\"']([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)[\"']\s*", re.A)
_REGISTERED_AS = regex(
    r"(?<![A-Za-z])regist(?:ers|ered|ration)\b[^.;`]{0,60}\b(?:as|under|name|key)\b[^.;`]{0,20}`*$"
    r"|(?:注册)[^。；`]{0,12}(?:为|成|叫|名)[^。；`]{0,6}`*$",
    re.I,
)
_ANGLE = regex(r"->|[<>]|[^\w\s<>,:*&()=!+./'\"|-]", re.A)
_LAST_NAME = regex(r"[A-Za-z_]\w*\Z", re.A)
#: Characters of a template's arguments.
MAX_ARGUMENTS = 1_000
#: Words that follow each other as they do in no argument of a template.
_PROSE = regex(
    r"\b(?!(?:const|typename|class|struct|enum|unsigned|signed|long|short|template)\b)[A-Za-z_]\w*\s+[A-Za-z_]", re.A
)
#: What stands between the names of a chain of calls.
_ARROW = regex(r"\s+(?:->|=>|-->)\s+|\s*[→⇒➜⟶]\s*")
#: The declaration of a constant: `static const int kMostStrands = 12`.
_CONSTANT = regex(
    r"(?:(?:static|const|constexpr|extern|inline)\s+)+[\w:]+(?:\s?[*&])?\s+(?:const\s+)?(k[A-Z]\w+|[A-Z][A-Z\d]+_[A-Z\d_]+)"
    r"(?=\s*(?:=|;|\Z))",
    re.A,
)
_CALL = regex(
    r"(?:(?:class|struct|def|void|Status|bool|int|template ?<[^<>]{0,60}>|enum|func|function|#define|static|inline)"
    r"\s+)*"
    r"(~?_*[A-Za-z]\w*)(?:<[^<>]{0,120}(?:<[^<>]{0,80}>[^<>]{0,80})?>)?\s*(?:\(.{0,300}\))?\s*(?:const)?;?:?\Z",
    re.A | re.S,
)
#: What is the author's own, or another package's, in front of a member.
_NOT_OURS = ("self.", "np.", "os.", "sys.")


def read_names(line: CitedLine) -> None:
    """Every name of the line that is no part of a path; ops where they are registered, then code, then prose."""
    for match in _OP_STRING.finditer(line.text):
        line.add("op", match[1], match.start(1), match.end(1), match[1])
        line.mark(match.start(1), match.end(1))
    _read_templates(line)
    arguments = _template_arguments(line.text) if "<" in line.text else []
    for pattern in (_DOTTED, _SCOPED):
        for match in pattern.finditer(line.text):
            if not any(start < match.start() < end for start, end in arguments) and line.take(*match.span()):
                called = line.text[match.end() : match.end() + 1] == "("
                line.add("symbol", match[1], match.start(), match.end(), match[1], called=called)
    for start, end in arguments:
        line.mark(start, end)
    for start, end in _links_of(line.text, line.spans):
        if not line.is_taken(start, end):
            _read_code(line, start, end)
    for match in _KIND.finditer(line.text):
        if line.take(*match.span("name")):
            line.add("symbol", match["name"], *match.span("name"), match["name"], called=True)
    for match in _SETTING.finditer(line.text) if "TF_" in line.text else ():
        marked = any(first <= match.start() < last for first, last in line.spans)
        if not marked and line.take(*match.span()):
            line.spans.append(match.span())  # as good as code
            line.add("symbol", match[0], *match.span(), match[0])
    for pattern in (_MACRO, _CALLED, _CAMEL, _BARE):
        for match in pattern.finditer(line.text):
            if match[1] not in vocabulary.PROJECTS and line.take(*match.span()):
                line.add("symbol", match[1], match.start(), match.end(), match[1], called=pattern is _CALLED)
    if any(one.kind in ("path", "path:line") for one in line.found):
        for match in _PLACED.finditer(line.text):
            if _SHAPED.search(match[1]) and line.take(*match.span()):
                line.add("symbol", match[1], match.start(), match.end(), match[1])


def _read_templates(line: CitedLine) -> None:
    """Code that is a template with its arguments, which are types and values, and have no place of their own here."""
    for start, end in line.spans:
        template = _TEMPLATE.match(line.text, start, end)
        if template is not None and template.end() == end and not _SCOPED.fullmatch(line.text, start, end):
            name = without_templates(template[0]).removesuffix("()")
            if ("::" in name.strip(":") or _callee(name)) and line.take(start, end):
                line.add("symbol", template[0].strip(), start, end, name)


def _read_code(line: CitedLine, start: int, end: int) -> None:
    """What stands between two backquotes, or as one link of a chain there."""
    inside = line.text[start:end].strip()
    for match in _BUILT.finditer(line.text[start:end]) if inside.startswith(".") else ():
        if _CAMEL.fullmatch(match[1]) and line.take(start + match.start(1), start + match.end(1)):
            line.add("symbol", match[1], start + match.start(1), start + match.end(1), match[1])
    quoted = _QUOTED.fullmatch(line.text, start, end)
    if quoted is not None and _REGISTERED_AS.search(line.text, 0, start) and line.take(start, end):
        line.add("symbol", inside, start, end, quoted[1])
        return
    constant = _CONSTANT.match(line.text, start, end)
    if constant is not None and line.take(*constant.span(1)):
        line.add("symbol", constant[1], *constant.span(1), constant[1])
        return
    # As Keras imports its backend everywhere.
    dotted = _MEMBER.match(f"backend{inside[1:]}" if inside.startswith("K.") else inside)
    name = dotted[1] if dotted and not dotted[1].startswith(_NOT_OURS) else _callee(inside)
    if name and not _DATA.fullmatch(inside) and line.take(start, end):
        line.add("symbol", inside, start, end, name, called="(" in inside)


def _template_arguments(line: str) -> list[tuple[int, int]]:
    """Where the arguments of templates stand in a line, brackets included, the outermost only.

    The templates are those that one would cite, with more than one argument; in `map<string, Loom>` it is `Loom`.
    """
    found: list[tuple[int, int]] = []
    opened: list[int] = []
    for sign in _ANGLE.finditer(line):
        if sign[0] == "<":
            opened.append(sign.start())
        elif sign[0] == ">":
            start = opened.pop() if opened else 0
            name = _LAST_NAME.search(line, max(0, start - 80), start)
            inside = line[start : sign.end()] if name and sign.end() - start < MAX_ARGUMENTS else ""
            if name and "," in inside and not _PROSE.search(inside) and _callee(name[0]):
                while found and found[-1][0] > start:
                    found.pop()
                found.append((start, sign.end()))
        elif sign[0] != "->":
            opened.clear()
    return found


def _links_of(line: str, spans: list[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Spans of code, and instead of one that is a chain of calls the spans of its links."""
    for start, end in spans:
        for match in _ARROW.finditer(line, start, end):
            yield start, match.start()
            start = match.end()
        yield start, end


def _callee(text: str) -> str:
    """The name in `Name`, `Name(...)` or `Name<...>` written as code; empty when it is no name that one would cite.

    A lower-case word may be a variable, a flag or a value and is no citation, unless it is private or built of parts.
    """
    match = _CALL.match(text)
    if not match:
        return ""
    name = match[1]
    if not any(c.islower() for c in name):
        return (
            name
            if _MACRO.match(name) or ("_" in name.strip("_") and not name.startswith(("DT_", "TF_CPP", "CUDA_")))
            else ""
        )
    if any(c.isupper() for c in name) and len(name) > 2:
        return name
    return name if (_SNAKE.match(name) and len(name) > 4) or _PRIVATE.match(name) else ""
