"""Where the lines of `show` say that kernels are registered."""

from __future__ import annotations

from pathlib import Path

from asking import on_terminal
from index import facts

from tfexplore.index.write import Facts, write_index


def test_kernels_of_several_lines_have_all_of_them(tmp_path: Path) -> None:
    kernels = [facts.kernel("Conv2D", "CPU", type_, line) for type_, line in (("float", 30), ("half", 33))]
    alone = facts.kernel("Conv2D", "GPU", "float", 40)
    path = tmp_path / "a.sqlite"
    write_index(path, facts.STATE, Facts(ops=(facts.op("Conv2D"),), kernels=(*kernels, alone)))
    out = on_terminal(path, "show", "Conv2D", "--color=never", "--links=never", columns=110).out
    (cpu,) = [line.rstrip() for line in out.splitlines() if " CPU " in line and "conv" in line and "Op<" in line]
    assert cpu.endswith(":30-33")
    assert ":40\n" in out.replace("\r", "")
