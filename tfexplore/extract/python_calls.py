"""Calls whose arguments are plain, read without a parser: nearly all that say something of a public name.

::

    tf_export("math.abs", v1=["math.abs", "abs"])
    ops.Tensor._override_operator("__neg__", gen_math_ops.neg)

Whatever is not as plain is left to who has a parser (`python_syntax.call_of`).
"""

from __future__ import annotations

import keyword
import re

from tfexplore._record import Record

_TEXT = r"(?:\"[^\"\\\n]*\"(?!\")|'[^'\\\n]*'(?!'))"
_NAME = r"[A-Za-z_]\w*(?:\.[A-Za-z_]\w*){0,20}"
_HEAD = re.compile(rf"({_NAME})[ \t]*\(\s*")
_ARGUMENT = re.compile(
    rf"(?:([A-Za-z_]\w*)\s*=\s*)?(?:({_TEXT})|\[\s*((?:{_TEXT}\s*,\s*)*(?:{_TEXT}\s*)?)\]|({_NAME}))\s*(?:,\s*|(?=\)))"
)
_ITEM = re.compile(_TEXT)
#: Words that are values and no names.
_VALUES = ("None", "True", "False")
_WORD = re.compile(r"[A-Za-z_]\w*")
#: What a plain call has none of: comments, escapes, odd blanks.
_ODD = re.compile(r"[^\t\n -~]|[#\\]")
#: A module that is imported when something of it is used.
_LAZY = re.compile(
    rf"(?:{_NAME}\.)?LazyLoader\(\s*{_TEXT}\s*,\s*globals\(\)\s*,\s*((?:[\"'][A-Za-z_][\w.]*[\"']\s*)+),?\s*\)"
)
#: Longer calls are not plain.
_MAX = 10_000


class Argument(Record):
    """An argument: the value of a string literal, the values of a list of them (None for what else is in it), or a
    dotted name. Of anything else there is nothing."""

    keyword: str
    text: str | None = None
    items: tuple[str | None, ...] | None = None
    name: str = ""
    star: bool = False


class Call(Record):
    """A call: the dotted name of what is called, empty for anything else, and the arguments."""

    name: str
    arguments: tuple[Argument, ...]


def plain_call(text: str) -> tuple[Call, str] | None:
    """The call at the beginning of a text, and what stands behind it; None where it is not plain.

    >>> plain_call('tf_export("a.b", v1=[])(f)')
    (Call(name='tf_export', arguments=(Argument(keyword='', text='a.b', items=None, name='', star=False), \
Argument(keyword='v1', text=None, items=(), name='', star=False))), '(f)')
    >>> plain_call('tf_export("a" + b)')
    """
    head = _HEAD.match(text)
    if head is None or len(text) > _MAX or _ODD.search(text):
        return None
    names = _WORD.findall(head[1])
    found: list[Argument] = []
    at = head.end()
    while text[at : at + 1] != ")":
        match = _ARGUMENT.match(text, at)
        if match is None:
            return None
        word, literal, listed, name = match.groups()
        if (found and found[-1].keyword and not word) or any(word == one.keyword for one in found if word):
            return None
        items = None if listed is None else tuple([item[1:-1] for item in _ITEM.findall(listed)])
        found.append(Argument(word or "", None if literal is None else literal[1:-1], items, name or ""))
        names.append(word or "")
        if name and name not in _VALUES:
            names += _WORD.findall(name)
        at = match.end()
    if any(map(keyword.iskeyword, names)):
        return None
    return Call(head[1], tuple(found)), text[at + 1 :]


def lazy_module(text: str) -> str:
    """The module that a call imports when something of it is used; empty for any other text.

    >>> lazy_module('lazy_loader.LazyLoader("c", globals(), "a.b." "c")')
    'a.b.c'
    """
    match = _LAZY.fullmatch(text)
    return "".join([item[1:-1] for item in _ITEM.findall(match[1])]) if match else ""
