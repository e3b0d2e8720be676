"""Lines of code as tools print them: behind the prompt of a session, or with more than a number in front."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    import re
    from collections.abc import Sequence

#: Prompts of Python and of IPython, each with the line that it begins.
_PYTHON = regex(r"[ \t]{0,8}(?:>>>|\.\.\.)(?:[ \t](.*)|)")
_IPYTHON = regex(r"[ \t]{0,8}(?:In \[\d{1,6}\]|\.{3,9}):(?:[ \t](.*)|)")
#: A number with something around it, and the line behind: `L512: x`, `[512] x`; one of `git blame`, with its revision.
_SIGNED = regex(
    r"[ \t]{0,8}(?:L(?P<number>\d{1,6})(?::|(?=[ \t]|$))|\[(?P<other>\d{1,6})\](?=[ \t]|$))[ \t]?(?P<code>.*)"
)
_BLAMED = regex(
    r"[ \t]{0,8}\^?[0-9a-f]{6,40}[ \t]{1,4}(?:[\w./+-]{1,160}[ \t]{1,40})?(?:\([^()\n]{1,120}[ \t])?"
    r"(?P<number>\d{1,6})\)[ \t]?(?P<code>.*)"
)
#: A line that a debugger lists; the one where it stands has an arrow, one with a breakpoint a letter.
_LISTED = regex(
    r"[ \t]{0,8}(?P<number>\d{1,6})(?:[ \t]{0,4}(?P<mark>B?(?:->|>>)|B)(?=[ \t]|$))?(?:[ \t](?P<code>.*)|$)"
)
#: What stands for lines that are left out.
_LEFT_OUT = regex(r"[ \t]*(?:\W{0,3}(?:\.\.|…|⋯|--)\W{0,8})?[ \t]*")


def without_prompts(lines: list[str]) -> list[str]:
    """The lines of a block each of which stands behind a prompt, without; others stay as they are.

    What has lines of output between is a session of somebody's, and not the source's.

    >>> without_prompts([">>> def weave(op):", "...   return op"])
    ['def weave(op):', '  return op']
    """
    first = next((line.lstrip() for line in lines if line.strip()), "")
    pattern = _PYTHON if first.startswith(">>>") else _IPYTHON if first.startswith("In [") else None
    if pattern is None:
        return lines
    made = []
    for line in lines:
        match = pattern.fullmatch(line)
        if match is None and line.strip():
            return lines
        made.append((match[1] or "") if match is not None else line)
    return made


def with_plain_numbers(lines: list[str]) -> list[str]:
    """The lines of a listing with nothing around their numbers: `512: x` for `L512: x`; others stay as they are.

    >>> with_plain_numbers(["[7] a = 1", "[8] b = 2"])
    ['7: a = 1', '8: b = 2']
    """
    for pattern in (_SIGNED, _BLAMED, _LISTED):
        made = _numbered(lines, pattern)
        if made:
            return made
    return lines


def _numbered(lines: Sequence[str], pattern: re.Pattern[str]) -> list[str]:
    """The lines with plain numbers; none where not each has one, higher than the one before."""
    made: list[str] = []
    last = count = 0
    marked = pattern is not _LISTED
    for line in lines:
        match = pattern.fullmatch(line)
        if match is None:
            if _LEFT_OUT.fullmatch(line) is None:
                return []
            made.append(line)
            continue
        said = match.groupdict()
        number = int(said["number"] or said["other"])
        if number <= last:
            return []
        marked = marked or bool(said["mark"])
        made.append(f"{number}: {said['code'] or ''}")
        last = number
        count += 1
    return made if count > 1 and marked else []


#: The languages of sessions, and a directive of reStructuredText with its block, perhaps with options above it.
SESSIONS = frozenset(["pycon", "python-repl", "pycon3", "ipython", "ipython3"])
_DIRECTIVE = regex(
    r"(?P<margin>[ \t]{0,12})\.\.[ \t](?:code-block|sourcecode|code)::[ \t]*(?P<language>[\w+-]{0,20})[ \t]*"
)
_OPTION = regex(r"[ \t]{1,16}:[\w-]{1,30}:.{0,200}")


def is_session(lines: Sequence[str]) -> bool:
    """Whether lines are a session with what was written in it, and not code with a prompt on each line, or on none.

    >>> is_session([">>> 1 + 1", "2"]), is_session(["def weave():", "  pass"])
    (True, False)
    """
    prompts = [_PYTHON.match(line) is not None or _IPYTHON.match(line) is not None for line in lines if line.strip()]
    return any(prompts) and not all(prompts)


def with_directives(lines: Sequence[str]) -> dict[int, str]:
    """The lines that begin and end blocks of code of reStructuredText, by their number, as fences.

    >>> with_directives([".. code-block:: cpp", "", "   int a;", "", "Text."])
    {1: '```cpp', 4: '```'}
    """
    made: dict[int, str] = {}
    closed = 0
    for number, line in enumerate(lines, 1):
        begun = _DIRECTIVE.fullmatch(line.rstrip()) if number > closed and ".. " in line else None
        if begun is None:
            continue
        at = number  # the line that is next, from 0
        options = []
        while at < len(lines) and _OPTION.fullmatch(lines[at]):
            at += 1
            options.append(at)
        if at == len(lines) or lines[at].strip():
            continue
        margin = len(begun["margin"])
        last = 0
        for inside in range(at, len(lines)):
            text = lines[inside].expandtabs(4)
            if text.strip() and len(text) - len(text.lstrip()) <= margin:
                break
            last = inside + 1 if text.strip() else last
        if last and (last == len(lines) or not lines[last].strip()):
            made.update({number: f"```{begun['language']}", **dict.fromkeys(options, "")})
            if last < len(lines):
                made[last + 1] = "```"
            closed = last + 1
    return made
