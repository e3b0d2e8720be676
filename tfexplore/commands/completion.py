"""`tfexplore completion SHELL`: what makes bash, zsh or fish complete commands, options and names of ops.

The scripts ask `tfexplore completion line -- WORD...` with what a person has typed so far, so a new command or another
index needs no new script. `completion words COMMAND -- PREVIOUS PREFIX` answers what scripts of before ask.
"""

from __future__ import annotations

import sys

from tfexplore._record import TYPE_CHECKING
from tfexplore.commands import ORDER
from tfexplore.commands.declare import COMMON, Command, Option, Request
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from tfexplore.index.store import Index

_BASH = """\
# tfexplore completion for bash; in ~/.bashrc:  eval "$(tfexplore completion bash)"
_tfexplore() {
    local current="${COMP_WORDS[COMP_CWORD]}"
    local IFS=$'\\n'
    COMPREPLY=($(tfexplore completion line -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
    [ "$current" = "=" ] && current=""
    if [ "${COMPREPLY[0]}" = "<files>" ]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=("${COMPREPLY[@]:1}" $(compgen -f -- "$current"))
    fi
}
complete -F _tfexplore tfexplore
"""

_ZSH = """\
#compdef tfexplore
# tfexplore completion for zsh; in ~/.zshrc, after compinit:  eval "$(tfexplore completion zsh)"
_tfexplore() {
    local -a found
    found=("${(@f)$(tfexplore completion line -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ "${found[1]}" == "<files>" ]]; then
        shift found
        _files
    fi
    (( $#found )) && compadd -U -- $found
}
compdef _tfexplore tfexplore
"""

_FISH = """\
# tfexplore completion for fish:  tfexplore completion fish > ~/.config/fish/completions/tfexplore.fish
function __tfexplore_words
    set -l typed (commandline -opc)
    set -e typed[1]
    set -l current (commandline -ct)
    set -l found (tfexplore completion line -- $typed "$current" 2>/dev/null)
    if test "$found[1]" = "<files>"
        set -e found[1]
        __fish_complete_path (commandline -ct)
    end
    test (count $found) -gt 0; and printf '%s\\n' $found
end
complete -c tfexplore -f -a '(__tfexplore_words)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

#: More words are no command line that a person types.
_MOST_WORDS = 4096

#: More names than this help nobody.
MOST_NAMES = 500

#: The word, first of all, that stands for the files that the shell knows better.
FILES = "<files>"

#: Whose names a command's operands are, the first kind first; ops and public names where none is said.
_NAMES_OF = {
    "kernels": ("kernel", "endpoint"),
    "grads": ("gradient", "endpoint"),
    "keras": ("keras",),
    "api": ("endpoint", "op"),
    "swig": ("swig",),
}

#: Commands that take generated functions, too.
_TAKING_WRAPPERS = ("show", "path", "api")

#: Commands whose operands are files, and the one that takes indexes.
_READING = ("verify", "doctor", "log")
_INDEXES = ("--index", "--before")

#: How loud a log may be.
_LEVELS = ("INFO", "WARNING", "ERROR", "FATAL", "1", "2", "3")


def run(request: Request) -> int:
    """Print a script, or the words that may stand where a person types."""
    what, *rest = request.words
    if request.switch("--json"):
        raise UsageError("prints a script for a shell, which is no JSON")
    if what == "line":
        sys.stdout.write("".join([word + "\n" for word in line(request, rest)]))
        return 0
    if what == "words":
        command, *behind = rest or [""]
        typed = behind[-1] if behind else ""
        previous = behind[0] if len(behind) > 1 else ""
        found = words(request, command, typed, previous)
        sys.stdout.write("".join([word + "\n" for word in found]))
        return 0
    if what not in SCRIPTS or rest:
        raise UsageError(f"no script for {' '.join(request.words)!r}; there are bash, zsh and fish")
    sys.stdout.write(SCRIPTS[what])
    return 0


def line(request: Request, typed: Sequence[str]) -> list[str]:
    """What may stand at the end of a command line of these words, the last of which is being typed.

    bash takes `--index=v1` for three words; what is printed is the rest of the last one, as the shell has it.
    """
    from tfexplore.cli import command_name

    joined, kept = _joined(typed)
    *before, current = joined or [""]
    option, equals, value = current.partition("=")
    previous = before[-1] if before else ""
    command, _ = command_name(before)
    asked = _with_index(request, before)
    if equals and option.startswith("--"):
        found = words(asked, command, value, option) if _takes_value(command, option) else []
        # A shell completes files only where the whole word is one, or a word of its own.
        found = [word if word == FILES else f"{option}={word}" for word in found if kept or word != FILES]
    else:
        found = words(asked, command, current, previous)
    return [word if word == FILES else word[kept:] for word in found]


def _joined(typed: Sequence[str]) -> tuple[list[str], int]:
    """The words with those put together that bash cut at `=`, and how much of the last the shell has left behind."""
    made: list[str] = []
    kept = 0
    open_ = False
    for word in typed:
        if made and (word == "=" or open_):
            kept = len(made[-1]) + (word == "=")
            made[-1] += word
        else:
            kept = 0
            made.append(word)
        open_ = word == "=" and len(made[-1]) > 1
    return made, kept


def _with_index(request: Request, before: Sequence[str]) -> Request:
    """The request with the index that a command line names."""
    named = ""
    for position, word in enumerate(before):
        if word.startswith("--index="):
            named = word.partition("=")[2]
        elif word == "--index" and position + 1 < len(before):
            named = before[position + 1]
    return Request(request.command, request.words, {"--index": named}) if named else request


def _takes_value(command: str, flag: str) -> bool:
    from tfexplore.cli import load

    options = (*(load(command).options if command in ORDER else ()), *COMMON)
    return any(one.flag == flag and one.value for one in options)


def words(request: Request, command: str, typed: str, previous: str = "") -> list[str]:
    """What may stand where `typed` stands in a command line, behind `previous`; before a command, the commands."""
    if command and command not in ORDER:
        return []
    from tfexplore.cli import load

    declared = load(command) if command else COMMAND._replace(options=())
    option = next((one for one in (*declared.options, *COMMON) if previous and previous in (one.flag, one.short)), None)
    if option is not None and option.value:
        return _fitting(_values(request, option, typed), typed)
    if not command:
        common = [option.flag for option in COMMON if typed.startswith("-")]
        return [word for word in dict.fromkeys((*ORDER, *common, "--help", "--version")) if word.startswith(typed)]
    if typed.startswith("-"):
        return [option.flag for option in (*declared.options, *COMMON) if option.flag.startswith(typed)]
    if command == "completion":
        return [shell for shell in SCRIPTS if shell.startswith(typed)]
    if command in _READING:
        return [FILES]
    if command == "diff":
        return _fitting(_indexes(), typed)
    if not declared.operand or not declared.asks_index:
        return []
    if command == "report":
        from tfexplore.commands.report import TOPICS

        return [topic for topic in TOPICS if topic.startswith(typed)]
    from tfexplore.answers.names import match

    with request.index() as index:
        if command == "annotate":
            return match((typed,), index.paths())[:MOST_NAMES] if typed else []
        kinds = [index.names(kind) for kind in _NAMES_OF.get(command, ("op", "endpoint"))]
        if command in _TAKING_WRAPPERS and not any(_starting(names, typed) for names in kinds):
            kinds.append(_generated(index))
    if command == "check":
        kinds[:0] = [_claimed()]
        kinds[1:2] = []
    for names in kinds:
        starting = _starting(names, typed)
        if starting:
            return starting[:MOST_NAMES]
    return match((typed,), kinds[0])[:MOST_NAMES]


def _starting(names: Iterable[str], typed: str) -> list[str]:
    lowered = typed.lower()
    return [name for name in names if name.lower().startswith(lowered)]


def _generated(index: Index) -> list[str]:
    """The generated functions by their modules (`gen_nn_ops.conv2d`), and alone."""
    from tfexplore.index import api

    made = api.wrappers(index)
    named = {f"{one.module.rpartition('.')[2]}.{one.function}" for one in made}
    return [*sorted(named), *sorted({one.function for one in made})]


def _fitting(values: list[str], typed: str) -> list[str]:
    return [word for word in values if word == FILES or word.lower().startswith(typed.lower())][:MOST_NAMES]


def _indexes() -> list[str]:
    """The releases that have an index, by tag and by tag and build; or any file."""
    from tfexplore.index import shelf

    names = shelf.names()
    tags = [name.removesuffix(f"-{build}") for name in names for build in ("linux-cuda", "linux-cpu")]
    return [FILES, *sorted({*names, *tags})]


def _claimed() -> list[str]:
    """The claims by id, and the ops that they speak of."""
    from tfexplore.reference.claims import CLAIMS

    return [*[claim.id for claim in CLAIMS], *sorted({claim.op for claim in CLAIMS})]


def _values(request: Request, option: Option, typed: str) -> list[str]:
    """What an option may be given, as far as that can be listed."""
    if option.choices:
        return list(option.choices)
    if option.flag in _INDEXES:
        return _indexes()
    if option.value in ("FILE", "DIR") or (option.value == "PATH" and option.flag != "--file"):
        return [FILES]
    if option.value == "BUILD":
        from tfexplore.source.profile import PROFILES

        return list(PROFILES)
    if option.value == "KINDS":
        from tfexplore.answers.diff import KINDS

        return list(KINDS)
    if option.value == "LEVEL":
        return list(_LEVELS)
    if option.value == "TOPIC":
        from tfexplore.answers.log_story import TOPICS

        return list(TOPICS)
    if option.value in ("DEVICE", "TYPE", "CLASS", "PATH"):
        with request.index() as index:
            return _of_index(index, option.value, typed)
    return []


def _of_index(index: Index, value: str, typed: str) -> list[str]:
    """The devices, types, classes or files that an index has."""
    from tfexplore.index import kernels

    if value == "DEVICE":
        from tfexplore.answers.devices import device_names

        return device_names(index)
    if value == "CLASS":
        from tfexplore.answers.filters import class_base

        return sorted({class_base(one) for one in kernels.class_names(index)})
    if value == "PATH":
        paths = index.paths()
        ends = [path.rpartition("/")[2] for path in paths] if "/" not in typed else []
        return sorted({*paths, *ends})
    from tfexplore.spec_text import type_text

    attr, equals, of_type = typed.rpartition("=")
    types = sorted(kernels.constrained_types(index))
    written = types if of_type.lower().startswith("dt") else [type_text(type_) for type_ in types]
    return [attr + equals + one for one in written]


COMMAND = Command(
    name="completion",
    summary="completion for a shell: commands, options, names of ops",
    run=run,
    operand="SHELL",
    operand_help="bash, zsh or fish",
    least=1,
    most=_MOST_WORDS,
    examples=(
        ('eval "$(tfexplore completion bash)"', "in ~/.bashrc"),
        ('eval "$(tfexplore completion zsh)"', "in ~/.zshrc, after compinit"),
        ("tfexplore completion fish > ~/.config/fish/completions/tfexplore.fish", ""),
    ),
    asks_index=False,
)
