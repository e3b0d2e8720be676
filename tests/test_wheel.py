"""What is installed is what is tested: the built wheel and an editable install."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
#: Asks the installed package for a query, from a folder where nothing of the checkout can be imported by accident.
ASK = (
    "import sys, tfexplore; from tfexplore.cpp.queries import query_text; "
    "print(tfexplore.__file__); sys.stdout.write(query_text('call_chain'))"
)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built as pip builds it; without the index of packages and without hatchling the test is skipped."""
    folder = tmp_path_factory.mktemp("wheel")
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(folder), str(ROOT)]
    try:
        import hatchling

        command[5:5] = ["--no-build-isolation"]
        assert hatchling
    except ImportError:
        pass  # pip brings hatchling along
    made = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    if made.returncode and ("Could not find a version" in made.stderr or "No module named pip" in made.stderr):
        pytest.skip("pip cannot fetch hatchling here")
    assert made.returncode == 0, made.stderr
    (path,) = folder.glob("*.whl")
    return path


def test_everything_that_is_needed_travels_in_the_wheel(wheel: Path) -> None:
    names = set(zipfile.ZipFile(wheel).namelist())
    package = {str(p.relative_to(ROOT)) for p in (ROOT / "tfexplore").rglob("*") if p.is_file() and _is_shipped(p)}
    queries = {f"tfexplore/queries/{p.name}" for p in (ROOT / "queries").glob("*.scm")}
    assert queries
    inside = {name for name in names if name.startswith("tfexplore/")}
    assert inside == package | queries
    assert any(name.endswith("licenses/LICENSE") for name in names)


def _is_shipped(path: Path) -> bool:
    return "__pycache__" not in path.parts and path.suffix != ".pyc"


def test_nothing_but_the_package_travels_in_the_wheel(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    beside = {
        name.partition("/")[2] for name in names if not name.startswith("tfexplore/") and ".dist-info/" not in name
    }
    assert beside == {"scripts/tfexplore"}


def test_queries_are_found_in_an_installed_wheel(wheel: Path, tmp_path: Path) -> None:
    site = tmp_path / "site"
    zipfile.ZipFile(wheel).extractall(site)
    path, _, text = _ask({"PYTHONPATH": str(site)}, tmp_path).partition("\n")
    assert Path(path).is_relative_to(site)
    assert text == (ROOT / "queries/call_chain.scm").read_text(encoding="utf-8")


def test_queries_are_found_in_a_checkout(tmp_path: Path) -> None:
    path, _, text = _ask({"PYTHONPATH": str(ROOT)}, tmp_path).partition("\n")
    assert Path(path).is_relative_to(ROOT)
    assert text == (ROOT / "queries/call_chain.scm").read_text(encoding="utf-8")


def _ask(environment: dict[str, str], folder: Path) -> str:
    made = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return made.stdout
