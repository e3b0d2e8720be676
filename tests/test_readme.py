"""What the README tells a reader to type is what is checked."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

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
