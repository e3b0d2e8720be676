"""`tfexplore completion SHELL`: what makes bash, zsh or fish complete commands, options and names of ops.

The scripts ask `tfexplore completion words COMMAND PREFIX` while a person types, so a new command or another index
needs no new script.
"""

from __future__ import annotations

import sys

from tfexplore._record import TYPE_CHECKING
from tfexplore.commands import ORDER
from tfexplore.commands.declare import COMMON, Command, Option, Request
from tfexplore.errors import UsageError

if TYPE_CHECKING:
    from tfexplore.index.store import Index

_BASH = """\
# tfexplore completion for bash; in ~/.bashrc:  eval "$(tfexplore completion bash)"
_tfexplore() {
    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
    [ "$COMP_CWORD" -eq 1 ] && command=""
    local IFS=$'\\n'
    COMPREPLY=($(tfexplore completion words "$command" -- "$previous" "$current" 2>/dev/null))
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
    local command="${words[2]}"
    (( CURRENT == 2 )) && command=""
    local previous="${words[CURRENT-1]}"
    local -a found
    found=("${(@f)$(tfexplore completion words "$command" -- "$previous" "${words[CURRENT]}" 2>/dev/null)}")
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
    set -l command ""
    test (count $typed) -gt 1; and set command $typed[2]
    set -l found (tfexplore completion words "$command" -- "$typed[-1]" (commandline -ct) 2>/dev/null)
    if test "$found[1]" = "<files>"
        set -e found[1]
        __fish_complete_path (commandline -ct)
    end
    test (count $found) -gt 0; and printf '%s\\n' $found
end
complete -c tfexplore -f -a '(__tfexplore_words)'
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

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


def words(request: Request, command: str, typed: str, previous: str = "") -> list[str]:
    """What may stand where `typed` stands in a command line, behind `previous`; before a command, the commands."""
    if not command:
        return [word for word in (*ORDER, "--help", "--version") if word.startswith(typed)]
    if command not in ORDER:
        return []
    from tfexplore.cli import load

    declared = load(command)
    option = next((one for one in (*declared.options, *COMMON) if previous and previous in (one.flag, one.short)), None)
    if option is not None and option.value:
        return _fitting(_values(request, option, typed), typed)
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
    if command == "check":
        kinds[:0] = [_claimed()]
        kinds[1:2] = []
    lowered = typed.lower()
    for names in kinds:
        starting = [name for name in names if name.lower().startswith(lowered)]
        if starting:
            return starting[:MOST_NAMES]
    return match((typed,), kinds[0])[:MOST_NAMES]


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
    most=4,
    examples=(
        ('eval "$(tfexplore completion bash)"', "in ~/.bashrc"),
        ('eval "$(tfexplore completion zsh)"', "in ~/.zshrc, after compinit"),
        ("tfexplore completion fish > ~/.config/fish/completions/tfexplore.fish", ""),
    ),
    asks_index=False,
)
