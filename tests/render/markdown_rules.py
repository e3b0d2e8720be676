"""A small linter of Markdown: what GitHub's renderer stumbles over, and links that lead nowhere."""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import pairwise

_HEADING = re.compile(r"(#{1,6}) (\S.*)")
_LINK = re.compile(r"(?<!\\)\[(?:[^\[\]\\]|\\.|\[[^\]]*\])*\]\(([^()\s]+)\)")
_CODE = re.compile(r"(`+)(?!`).*?(?<!`)\1(?!`)")


def slug(text: str) -> str:
    """The anchor that GitHub makes of a heading, written here a second time."""
    plain = re.sub(r"\\(.)", r"\1", text).replace("`", "")
    return re.sub(r"[^\w\- ]", "", plain.lower()).replace(" ", "-")


def anchors(text: str) -> set[str]:
    """Every anchor of a page."""
    seen: dict[str, int] = {}
    found = set()
    for _, title in headings(text):
        name = slug(title)
        found.add(f"{name}-{seen[name]}" if name in seen else name)
        seen[name] = seen.get(name, 0) + 1
    return found


def headings(text: str) -> list[tuple[int, str]]:
    """Level and text of the headings outside fences."""
    return [(len(match[1]), match[2]) for line in outside_fences(text) if (match := _HEADING.fullmatch(line))]


def outside_fences(text: str) -> list[str]:
    """The lines that are not code; those of a fence are empty."""
    lines, fence = [], ""
    for line in text.split("\n"):
        mark = re.match(r"(`{3,})", line)
        if fence:
            if line.strip() == fence:
                fence = ""
            lines.append("")
        elif mark:
            fence = mark[1]
            lines.append("")
        else:
            lines.append(line)
    return lines


def problems(text: str) -> list[str]:
    """What is wrong with a page by itself."""
    found = []
    lines = text.split("\n")
    if not text.endswith("\n") or text.endswith("\n\n"):
        found.append("does not end in one line feed")
    found += [
        f"{number}: trailing space or tab"
        for number, line in enumerate(lines, 1)
        if line != line.rstrip() or "\t" in line
    ]
    found += [
        f"{n}: two empty lines" for n, (a, b) in enumerate(pairwise(lines), 1) if not a and not b and n < len(lines) - 1
    ]
    outside = outside_fences(text)
    found += [
        f"{number}: a tag"
        for number, line in enumerate(outside, 1)
        if re.search(r"(?<!\\)<[A-Za-z/]", _CODE.sub("", line))
    ]
    levels = headings(text)
    if [level for level, _ in levels].count(1) != 1:
        found.append("not exactly one title")
    for (before, _), (level, title) in pairwise(levels):
        if level > before + 1:
            found.append(f"{title}: level {level} behind {before}")
    for number, line in enumerate(outside):
        if line.startswith("#"):
            if lines[number - 1] or lines[number + 1]:
                found.append(f"{number + 1}: a heading needs empty lines around it")
            following = next((one for one in lines[number + 1 :] if one), "")
            level = len(line) - len(line.lstrip("#"))
            if not following or (following.startswith("#") and len(following) - len(following.lstrip("#")) <= level):
                found.append(f"{number + 1}: an empty section")
        if line.startswith("|"):
            cells = len(re.findall(r"(?<!\\)\|", line))
            if outside[number - 1].startswith("|") and cells != len(re.findall(r"(?<!\\)\|", outside[number - 1])):
                found.append(f"{number + 1}: {cells - 1} cells")
        if re.search(r"(?<![(<\w`])https?://", _CODE.sub("", line)):
            found.append(f"{number + 1}: a bare address")
    if text.count("```") % 2:
        found.append("an open fence")
    return found


def links(text: str) -> list[str]:
    """The targets of the links of a page."""
    return [target for line in outside_fences(text) for target in _LINK.findall(line)]


def broken(pages: Mapping[str, str]) -> list[str]:
    """Links within and between pages that lead nowhere; names of pages are relative to one folder."""
    known = {name: anchors(text) for name, text in pages.items()}
    found = []
    for name, text in pages.items():
        for target in links(text):
            if target.startswith("https://"):
                continue
            page, _, anchor = target.partition("#")
            page = page or name
            if page not in known:
                found.append(f"{name}: {target}: no such page")
            elif anchor and anchor not in known[page]:
                found.append(f"{name}: {target}: no such heading")
    return found
