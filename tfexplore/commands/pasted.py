"""What a person pastes: words, a file, or standard input; and the templates of a tree, where one is named."""

from __future__ import annotations

import os
import sys

from tfexplore._record import TYPE_CHECKING
from tfexplore.commands.declare import Option, Request
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable

    from tfexplore.model import MessageSite, SourceState
    from tfexplore.source.tree import Tree

#: More of a pasted text is not read.
MAX_TEXT = 64 * 1024 * 1024

#: A tree to read templates from.
SOURCE = Option("--source", "a source tree, to show templates as well (default: $TFEXPLORE_SOURCE)", "DIR")


def pasted(request: Request) -> bytes:
    """The text that the words are: a file, standard input for `-` or none, or the message itself."""
    words = request.words
    if not words or words == ("-",):
        if not words and sys.stdin is not None and sys.stdin.isatty():
            raise UsageError("needs a message, a file or - for standard input")
        return sys.stdin.buffer.read(MAX_TEXT)
    if len(words) == 1 and len(words[0]) < 4096 and "\n" not in words[0] and os.path.isfile(words[0]):
        try:
            with open(words[0], "rb") as stream:
                return stream.read(MAX_TEXT)
        except OSError as error:
            raise UsageError(f"{words[0]}: cannot be read ({error.strerror})") from error
    return os.fsencode(" ".join(words))


def template_reader(request: Request, state: SourceState) -> Callable[[MessageSite], str | None] | None:
    """What reads the template of a statement in a tree at hand, gaps written as `{}`; None without a tree.

    That is the tree of `--source` or `TFEXPLORE_SOURCE`; for a person at a terminal the kept clone will do.
    """
    folder = request.source()
    if folder is None and not request.on_terminal():
        return None
    from tfexplore.commands.tree_text import tree_at_hand

    tree = tree_at_hand(folder, state)
    if tree is None:
        return None
    known: dict[str, dict[tuple[int, tuple[str, ...]], str]] = {}

    def template(site: MessageSite) -> str | None:
        path = site.location.path
        if path not in known:
            known[path] = _templates(tree, path)
        return known[path].get((site.location.line, site.parts))

    return template


def _templates(tree: Tree, path: str) -> dict[tuple[int, tuple[str, ...]], str]:
    from tfexplore.errors import SourceError

    try:
        data = tree.read(path)
    except SourceError:
        return {}
    if path.endswith(".py"):
        from tfexplore.extract.python_messages import message_templates
    else:
        from tfexplore.extract.messages import message_templates
    made = {}
    for one in message_templates(path, data):
        text = b"".join([b"{}" if piece is None else piece for piece in one.pieces])
        made[one.site.location.line, one.site.parts] = text.decode("utf-8", "replace")
    return made
