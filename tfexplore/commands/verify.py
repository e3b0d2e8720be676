"""`tfexplore verify`."""

from __future__ import annotations

import os
import sys
from codecs import BOM_UTF8

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.answer import Answer, Searched
from tfexplore.commands.declare import Command, Option, Request
from tfexplore.errors import SourceError, UsageError
from tfexplore.render import verify as rendered

if TYPE_CHECKING:
    from tfexplore.answers.citation import Unread
    from tfexplore.answers.searching import Read
    from tfexplore.answers.verifying.verdicts import Verdict
    from tfexplore.model import SourceState, Unresolved
    from tfexplore.source.folder import FolderTree

#: A larger document is not one that a person wrote.
MAX_DOCUMENT = 8 * 1024 * 1024


def run(request: Request) -> int:
    """Check every citation of the documents; 1 when one is wrong, or when something was not read and may be."""
    from tfexplore.answers.verify import verify_all
    from tfexplore.commands.tree_text import other_tree, tree_at_hand
    from tfexplore.render.progress import ProgressLine

    _check_output(request)
    marks: dict[str, str] = {}  # what documents begin with that is no text
    texts = [(name, _text(name, marks)) for name in request.words]
    with request.index() as index:
        folder = request.source()
        tree = tree_at_hand(folder, index.state)
        other = other_tree(index, tree, folder or "the kept clone") if tree is not None else ""
        if other:
            print(f"tfexplore verify: {other}", file=sys.stderr)
        read, others = (_reader(tree), tree.others) if tree is not None else (None, None)
        verdicts: list[Verdict] = []
        unchecked = 0
        left: list[Unresolved] = []
        complete = True
        progress = ProgressLine(sys.stderr)
        try:
            for (name, text), found in zip(texts, verify_all(index, texts, read, others, progress), strict=True):
                progress.clear()
                verdicts += found.verdicts
                unchecked += found.unchecked
                left += [_left_out(name, one) for one in (*found.unread, *found.unsearched)]
                complete = complete and not found.unread
                if request.switch("--fix"):
                    _fix(request, name, text, marks.get(name, ""), found.verdicts, index.state)
        finally:
            progress.clear()
        answer = Answer(
            index.state, "verify", request.words, "found", tuple(verdicts), (), tuple(left),
            Searched("citation", len(verdicts)), (unchecked, tree is not None, complete),
        )  # fmt: skip
        if request.switch("--sarif"):
            from tfexplore.render.sarif import document

            sys.stdout.write(document(answer))
        else:
            request.show(answer, rendered)
    return int(not complete or any(one.verdict in rendered.WRONG for one in verdicts))


def _check_output(request: Request) -> None:
    """Refuse what `-o` cannot be, before anything is read."""
    if request.switch("--sarif") and request.switch("--json"):
        raise UsageError("--sarif and --json are two forms of one answer; name one of them")
    target = request.value("--output")
    if not request.switch("--fix"):
        if target is not None:
            raise UsageError("-o says where --fix writes its copy; name --fix as well")
        return
    if target is None and "-" in request.words:
        raise UsageError("what stands on standard input has no place of its own; name one for the copy with -o FILE")
    if target is None or len(request.words) == 1:
        return
    if os.path.lexists(target) and not os.path.isdir(target):
        raise UsageError(f"{target}: not a folder, as -o must be for several documents")
    suffix = os.path.splitext(target)[1].lower()
    if not os.path.isdir(target) and suffix and suffix in (os.path.splitext(name)[1].lower() for name in request.words):
        raise UsageError(f"{target}: called as a document, and -o must be a folder for several of them")
    named: dict[str, str] = {}
    for name in request.words:
        other = named.setdefault(os.path.basename(name), name)
        if other != name:
            both = os.path.join(target, os.path.basename(name))
            raise UsageError(f"{other} and {name} would both be written to {both}; verify them one by one")


def _left_out(document: str, one: Unread) -> Unresolved:
    from tfexplore.model import Location, Unresolved

    return Unresolved("", one.text, one.reason, Location(document, one.line, one.end_line))


def _text(name: str, marks: dict[str, str]) -> str:
    """A document's text, and in `marks` the mark of its encoding; `UsageError` for what cannot be one."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MAX_DOCUMENT + 1)
        else:
            if os.path.isdir(name):
                raise UsageError(f"{name}: a folder; name the documents in it, such as {os.path.join(name, '*.md')}")
            with open(name, "rb") as stream:
                data = stream.read(MAX_DOCUMENT + 1)
    except OSError as error:
        raise UsageError(f"{name}: cannot be read ({error.strerror})") from error
    if len(data) > MAX_DOCUMENT:
        raise UsageError(f"{name}: larger than {MAX_DOCUMENT >> 20} MB, which is no document that a person wrote")
    if b"\0" in data[:65536] and not data.startswith((b"\xff\xfe", b"\xfe\xff")):
        raise UsageError(f"{name}: binary; verify reads Markdown")
    if data.startswith(BOM_UTF8):
        marks[name] = "\ufeff"
    for encoding in (
        ("utf-8-sig", "utf-16") if data.startswith((b"\xff\xfe", b"\xfe\xff")) else ("utf-8-sig", "gb18030")
    ):
        try:
            return data.decode(encoding)
        except UnicodeDecodeError:
            continue
    return data.decode("utf-8", "replace")


def _reader(tree: FolderTree) -> Read:
    def read(path: str) -> bytes | None:
        try:
            return tree.read(path)
        except SourceError:
            return None

    return read


def _fix(
    request: Request, name: str, text: str, mark: str, verdicts: tuple[Verdict, ...], state: SourceState
) -> None:  # fmt: skip
    """Write a copy of a document with permalinks in it, beside the document or where `-o` says."""
    target = request.value("--output")
    if target is None:
        stem, dot, suffix = name.rpartition(".")
        target = f"{stem or suffix}.verified.{suffix if dot else 'md'}"
    elif len(request.words) > 1:
        target = os.path.join(target, os.path.basename(name))
    from tfexplore.commands.writing import write_file
    from tfexplore.render.permalinks import fixed
    from tfexplore.render.plain import permalink_template

    write_file(target, mark + fixed(text, verdicts, state))
    without = "" if permalink_template(state) else ", without permalinks: the index names no commit of a repository"
    print(f"tfexplore verify: wrote {target}{without}", file=sys.stderr)


COMMAND = Command(
    name="verify",
    summary="what a Markdown document says of the source, each citation held against it",
    run=run,
    operand="FILE...",
    operand_help="Markdown documents, or - for standard input; status 1: one is wrong, or was not read to its end",
    least=1,
    options=(
        Option(
            "--source",
            "the tree to compare quotations and lines with (default: $TFEXPLORE_SOURCE, the kept clone)",
            "DIR",
        ),
        Option("--fix", "write a copy with permalinks inserted: FILE.verified.md, or where -o says"),
        Option("--output", "where --fix writes: a file, or a folder for several documents", "PATH", short="-o"),
        Option("--sarif", "print SARIF, for the annotations of a continuous integration"),
    ),
    examples=(
        ("tfexplore verify notes.md", "what is wrong in it, and where the thing is now"),
        ("tfexplore verify docs/*.md --source ~/tensorflow --sarif > citations.sarif", "in continuous integration"),
        ("tfexplore verify notes.md --fix", "a copy with a permalink behind each citation"),
    ),
)
