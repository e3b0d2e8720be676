"""What the README tells a reader to type is what is checked."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
from pathlib import Path

import pytest
from asking import environment

ROOT = Path(__file__).resolve().parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def command(mark: str) -> str:
    (found,) = re.findall(rf"<!-- {mark} -->\n```console\n\$ ([^\n]+)\n```", README)
    return str(found)


@pytest.mark.parametrize(
    ("mark", "last"), [("run-command", ".venv/bin/tfexplore ops conv"), ("test-command", ".venv/bin/pytest -q -n auto")]
)
def test_two_lines_for_a_machine_with_python_and_pip(mark: str, last: str) -> None:
    steps = command(mark).split(" && ")
    assert steps[0] == "python3 -m venv .venv"
    assert steps[1].startswith(".venv/bin/pip install -q ")
    assert steps[2:] == [last]


def test_the_checks_run_the_readme_s_own_line() -> None:
    script = (ROOT / ".ci/run").read_text(encoding="utf-8")
    (program,) = re.findall(r"test_command=\$\((awk '.*?' README\.md)\)", script)
    made = subprocess.run(["sh", "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert made.stdout.strip() == command("test-command")


def test_every_command_is_in_the_table() -> None:
    listed = set(re.findall(r"^\| `tfexplore ([a-z]+)", README, re.M))
    assert listed == set(_commands())


def _commands() -> list[str]:
    made = subprocess.run(
        [sys.executable, "-c", "from tfexplore.cli import main; import sys; sys.exit(main(['--help']))"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    part = made.stdout.partition("commands:")[2].partition("options of every command")[0]
    return re.findall(r"^  ([a-z]+) ", part, re.M)


def test_links_lead_somewhere() -> None:
    for page in (ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")):
        for target in re.findall(r"\]\(([^)#:\s]+)(?:#[^)]*)?\)", page.read_text(encoding="utf-8")):
            assert (page.parent / target).exists(), f"{page.name}: {target}"


SESSION = README.partition("<!-- session:start -->\n```console\n")[2].partition("\n```\n<!-- session:end -->")[0]


@pytest.mark.parametrize("shown", SESSION.split("\n\n$ "), ids=lambda shown: shown.partition("\n")[0].lstrip("$ "))
def test_the_session_is_what_a_terminal_shows(shown: str) -> None:
    line, _, answer = shown.removeprefix("$ ").partition("\n")
    assert line.startswith("tfexplore ")
    assert _on_a_terminal(*line.split()[1:]) == answer.rstrip()


def _on_a_terminal(*words: str) -> str:
    """What a command answers on a terminal of 80 columns, without what makes links and colours of it."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 400, 80, 0, 0))
    with subprocess.Popen(
        [sys.executable, "-m", "tfexplore", *words],
        stdout=theirs,
        stderr=subprocess.DEVNULL,
        stdin=subprocess.DEVNULL,
        env=environment(None, NO_COLOR="1"),
        cwd=ROOT,
    ):
        os.close(theirs)
        written = b""
        try:
            while part := os.read(ours, 65536):
                written += part
        except OSError:  # the other end is closed
            pass
    os.close(ours)
    text = re.sub(r"\x1b(?:\]8;[^\x1b]*\x1b\\|\[[\d;?]*[A-Za-z])", "", written.decode())
    return "\n".join([line.rstrip() for line in text.replace("\r", "").split("\n")]).strip("\n")
