"""The command line: parse, run one command, choose an exit status.

Speed is a feature: a plain question imports what it needs and nothing else, so what is rare (help, errors, a terminal)
is imported where it happens.
"""

from __future__ import annotations

import sys
from io import TextIOWrapper

from tfexplore._record import TYPE_CHECKING
from tfexplore.commands import ORDER
from tfexplore.errors import TfexploreError

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import NoReturn, TextIO

    from tfexplore.commands.declare import Command

FOUND, NOT_FOUND, FAILED, INTERRUPTED = 0, 1, 2, 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit status; nothing but a defect ends in a traceback."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    if sys.stdout is None or sys.stderr is None or sys.stdin is None:
        from tfexplore.commands.closed import stand_in

        stand_in()
    _speak_utf8()
    interrupts = _Interrupts()
    with interrupts:
        return _answer(words, interrupts)


def _answer(words: list[str], interrupts: _Interrupts) -> int:
    name = ""
    try:
        try:
            name, words = command_name(words)
            status = _run(name, words)
            sys.stdout.flush()
            return status
        except TfexploreError as error:
            _complain(name, str(error))
            return FAILED
        except MemoryError:
            _complain(name, "out of memory; narrow the question down")
            return FAILED
    except BrokenPipeError:  # the reader has seen enough
        return _mute(FOUND)
    except OSError as error:  # standard output cannot be written: a full disk behind a redirection
        _complain(name, f"cannot write the answer ({error.strerror or error})")
        return _mute(FAILED)
    except (KeyboardInterrupt, Exception) as error:
        if not isinstance(error, KeyboardInterrupt) and not interrupts.seen:
            raise
        _complain(name, "interrupted; no file is half-written, run the command again")
        return _mute(INTERRUPTED)


class _Interrupts:
    """Whether somebody has pressed Ctrl-C, whatever has become of the exception.

    An import that meets one makes another of it: NumPy an ImportError, a class (up to Python 3.11) a RuntimeError.
    """

    seen = False

    def __enter__(self) -> None:
        # What `signal` is made of; that itself would import as much again as a short command does.
        import _signal  # type: ignore[import-not-found]

        self._signal = _signal
        self._before = _signal.getsignal(_signal.SIGINT)
        # Somebody else's handler stays, and so does the one of a thread, where none can be set.
        if self._before is _signal.default_int_handler:
            try:
                _signal.signal(_signal.SIGINT, self._note)
            except ValueError:
                self._before = None
        else:
            self._before = None

    def _note(self, number: int, frame: object) -> None:
        self.seen = True
        raise KeyboardInterrupt

    def __exit__(self, kind: object, value: object, trace: object) -> None:
        if self._before is not None:
            self._signal.signal(self._signal.SIGINT, self._before)


def run_process() -> NoReturn:
    """Be the process of one command line, from its arguments to its exit status."""
    import gc

    # It lives for seconds and has few cycles: going through all that is alive would take up to a third of its time.
    gc.disable()
    _leave(main())


def _leave(status: int) -> NoReturn:
    """End this process with an exit status, at once.

    Taking the interpreter apart takes a tenth of a short command's time, and an interrupt that meets it would make
    another status of this one.
    """
    import os

    try:
        sys.stderr.flush()
        processes = sys.modules.get("multiprocessing")
        for child in processes.active_children() if processes is not None else ():
            child.kill()
    finally:
        os._exit(status)


def load(name: str) -> Command:
    """The command of a name that is in `ORDER`."""
    module = __import__(f"tfexplore.commands.{name}", fromlist=("COMMAND",))
    return module.COMMAND  # type: ignore[no-any-return]


def command_name(words: list[str]) -> tuple[str, list[str]]:
    """The first word that names a command, and the words around it: common options may stand before it."""
    takes_value = False
    for position, word in enumerate(words):
        if takes_value:
            takes_value = False
        elif word[:1] == "-":
            takes_value = word in ("--index", "--color", "--links")
        else:
            return word, words[:position] + words[position + 1 :]
    return "", words


def _run(name: str, words: list[str]) -> int:
    if not name:
        return _without_command(words)
    if name == "help":
        return _help(words)
    if name not in ORDER:
        raise _no_command(name)
    from tfexplore.commands.declare import parse

    command = load(name)
    request = parse(command, words)
    if request.switch("--help"):
        from tfexplore.commands.help import of_command

        sys.stdout.write(of_command(command))
        return FOUND
    return command.run(request)


def _help(words: list[str]) -> int:
    """`tfexplore help COMMAND`, which is what `tfexplore COMMAND --help` prints; without a command that of all."""
    named = [word for word in words if word[:1] != "-"]
    if not named:
        return _without_command(["--help"])
    if named[0] not in ORDER:
        raise _no_command(named[0])
    return _run(named[0], ["--help"])


def _no_command(name: str) -> TfexploreError:
    from tfexplore.answers.names import nearest
    from tfexplore.errors import UsageError

    near = nearest((name,), [("command", (*ORDER, "help"))], limit=1)
    hint = f"did you mean `tfexplore {near[0].name}`?" if near else "see tfexplore --help"
    return UsageError(f"no command {name!r}; {hint}")


def _without_command(words: list[str]) -> int:
    from tfexplore.errors import UsageError

    if "--version" in words:
        from tfexplore.commands.version import version

        return version(words)
    if "--help" in words or "-h" in words:
        from tfexplore.commands import help as text

        sys.stdout.write(text.of_everything([load(name) for name in ORDER]))
        return FOUND
    if words:
        raise UsageError(f"no command, and no option {words[0]!r} without one; see tfexplore --help")
    raise UsageError("no command; try tfexplore ops conv, or see tfexplore --help")


def _speak_utf8() -> None:
    """Write what sources hold wherever the locale would not: an answer is UTF-8, a terminal gets what it can show."""
    for stream in (sys.stdout, sys.stderr):
        # Who calls `main` may have put something of their own there, or nothing.
        if isinstance(stream, TextIOWrapper):
            utf8 = stream.encoding.lower() in ("utf-8", "utf8")
            stream.reconfigure(encoding=None if utf8 else "utf-8", errors="backslashreplace")


def _complain(name: str, words: str) -> None:
    who = f"tfexplore {name}" if name in ORDER else "tfexplore"
    try:
        print(f"{who}: {' '.join(words.split())}", file=sys.stderr, flush=True)
    except OSError:  # nobody can be told; the status says it
        _mute(FAILED, sys.stderr)


def _mute(status: int, stream: TextIO | None = None) -> int:
    """The status, without a last word: what is buffered for a reader that is gone would be a traceback at exit."""
    import os

    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, (stream or sys.stdout).fileno())
        os.close(nowhere)
    except (OSError, ValueError):
        return status
    return status
