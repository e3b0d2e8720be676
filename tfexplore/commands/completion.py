"""`tfexplore completion SHELL`: what makes bash, zsh or fish complete commands, options and names of ops.

The scripts ask `tfexplore completion words COMMAND PREFIX` while a person types, so a new command or another index
needs no new script.
"""

from __future__ import annotations

import sys

from tfexplore.commands import ORDER
from tfexplore.commands.declare import COMMON, Command, Option, Request
from tfexplore.errors import UsageError

_BASH = """\
# tfexplore completion for bash; in ~/.bashrc:  eval "$(tfexplore completion bash)"
_tfexplore() {
    local current="${COMP_WORDS[COMP_CWORD]}" previous="${COMP_WORDS[COMP_CWORD-1]}" command="${COMP_WORDS[1]}"
    case "$previous" in
        --index|--output|-o|--source|--external) compopt -o default; COMPREPLY=(); return ;;
    esac
    [ "$COMP_CWORD" -eq 1 ] && command=""
    local IFS=$'\\n'
    COMPREPLY=($(tfexplore completion words "$command" -- "$previous" "$current" 2>/dev/null))
}
complete -F _tfexplore tfexplore
"""

_ZSH = """\
#compdef tfexplore
# tfexplore completion for zsh; in ~/.zshrc, after compinit:  eval "$(tfexplore completion zsh)"
_tfexplore() {
    case "${words[CURRENT-1]}" in
        --index|--output|-o|--source|--external) _files; return ;;
    esac
    local command="${words[2]}"
    (( CURRENT == 2 )) && command=""
    local previous="${words[CURRENT-1]}"
    local -a found
    found=("${(@f)$(tfexplore completion words "$command" -- "$previous" "${words[CURRENT]}" 2>/dev/null)}")
    compadd -U -- $found
}
compdef _tfexplore tfexplore
"""

_FISH = """\
# tfexplore completion for fish:  tfexplore completion fish > ~/.config/fish/completions/tfexplore.fish
function __tfexplore_words
    set -l typed (commandline -opc)
    set -l command ""
    test (count $typed) -gt 1; and set command $typed[2]
    tfexplore completion words "$command" -- "$typed[-1]" (commandline -ct) 2>/dev/null
end
complete -c tfexplore -f -a '(__tfexplore_words)'
complete -c tfexplore -l index -r -F
complete -c tfexplore -n '__fish_seen_subcommand_from index' -l output -s o -r -F
complete -c tfexplore -n '__fish_seen_subcommand_from index' -l source -r -F
"""

SCRIPTS = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}

#: More names than this help nobody.
MOST_NAMES = 500

#: Whose names a command's operands are.
_NAMES_OF = {"kernels": "kernel", "grads": "gradient", "keras": "keras", "api": "endpoint", "swig": "swig"}


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
        return [word for word in _values(request, option) if word.lower().startswith(typed.lower())][:MOST_NAMES]
    if typed.startswith("-"):
        return [option.flag for option in (*declared.options, *COMMON) if option.flag.startswith(typed)]
    if command == "completion":
        return [shell for shell in SCRIPTS if shell.startswith(typed)]
    if not declared.operand or not declared.asks_index:
        return []
    from tfexplore.answers.names import match

    if command == "report":
        from tfexplore.commands.report import TOPICS

        return [topic for topic in TOPICS if topic.startswith(typed)]
    with request.index() as index:
        if command == "annotate":
            return match((typed,), index.paths())[:MOST_NAMES] if typed else []
        names = index.names(_NAMES_OF.get(command, "op"))
    lowered = typed.lower()
    starting = [name for name in names if name.lower().startswith(lowered)]
    return (starting or match((typed,), names))[:MOST_NAMES]


def _values(request: Request, option: Option) -> list[str]:
    """What an option may be given, as far as that can be listed."""
    if option.choices:
        return list(option.choices)
    if option.value == "BUILD":
        from tfexplore.source.profile import PROFILES

        return list(PROFILES)
    if option.value == "KINDS":
        from tfexplore.answers.diff import KINDS

        return list(KINDS)
    if option.value in ("DEVICE", "TYPE"):
        from tfexplore.index import kernels
        from tfexplore.spec_text import type_text

        with request.index() as index:
            if option.value == "DEVICE":
                return kernels.device_types(index)
            return sorted([type_text(type_) for type_ in kernels.constrained_types(index)])
    return []


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
