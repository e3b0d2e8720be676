"""Names of C++ templates, taken apart: `BiasOp<CPUDevice, float>::Compute` and its like."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=65536)
def template_arguments(name: str) -> tuple[str, ...]:
    """The outermost template arguments of a name: `("CPUDevice", "float")` for `BiasOp<CPUDevice, float>`."""
    start = name.find("<")
    if start < 0:
        return ()
    found, level, last = [], 0, start + 1
    for i in range(start, len(name)):
        if name[i] == "<":
            level += 1
        elif name[i] == ">":
            level -= 1
        if (name[i] == "," and level == 1) or (name[i] == ">" and not level):
            found.append(name[last:i].strip())
            last = i + 1
            if not level:
                break
    return tuple(found)


@lru_cache(maxsize=65536)
def without_templates(name: str) -> str:
    """`Pad<Device, int>::Op` is `Pad::Op`; leading `::` falls away."""
    if "<" not in name:  # nearly all: a tree's names are asked for a hundred thousand times
        return name.strip().lstrip(":").replace(" ", "")
    out: list[str] = []
    level = 0
    for char in name:
        if char == "<":
            level += 1
        elif char == ">":
            level -= 1
        elif not level:
            out.append(char)
    return "".join(out).strip().lstrip(":").replace(" ", "")
