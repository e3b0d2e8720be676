"""Generate every document that is generated, and say which of them differ from what is committed.

The index that ships answers for all of them, so this needs no TensorFlow and no network. The README's benchmark table
is measured, not generated, and is left alone.
"""

from __future__ import annotations

import difflib
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    """Print the differences; 1 when there are any."""
    committed = ROOT / "reports"
    tool = Path(sys.executable).with_name("tfexplore")
    offered = subprocess.run([tool, "report", "--help"], capture_output=True, text=True, check=False)
    if offered.returncode or not committed.is_dir():
        print("SKIPPED: there is no `tfexplore report` or no reports/ yet, so nothing is generated")
        return 0
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([tool, "report", "--output", folder], check=True, stdin=subprocess.DEVNULL)
        fresh = Path(folder)
        names = sorted({p.relative_to(base) for base in (committed, fresh) for p in base.rglob("*") if p.is_file()})
        differing = 0
        for name in names:
            before, after = (_lines(base / name) for base in (committed, fresh))
            if before != after:
                differing += 1
                shown = list(difflib.unified_diff(before, after, f"reports/{name}", "generated", lineterm=""))
                print("\n".join(shown[:40]))
    if differing:
        print(f"{differing} of {len(names)} reports differ; make them anew with: tfexplore report --output reports")
        return 1
    print(f"{len(names)} reports are as generated")
    return 0


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines() if path.is_file() else []


if __name__ == "__main__":
    raise SystemExit(main())
