"""How the answers of `tfexplore log` look."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.log import Entry, Group, Summary, level_of
from tfexplore.answers.log_sites import Environment
from tfexplore.answers.log_story import Step
from tfexplore.model import MessageSite
from tfexplore.render.plain import permalink, place, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tfexplore.answers.answer import Answer
    from tfexplore.render.as_json import Json
    from tfexplore.render.terminal import Screen


def plain(answer: Answer) -> Iterator[str]:
    """Of a message: location, level, function, count, first line, moved, text, template, values, permalink.

    Of a line without a statement the location is `-` and the reason stands for the function. Of a statement
    (`--sites`): location, level, function, permalink. Of a group (`--by`): name, messages, statements, first line. Of a
    step (`--explain`): line, pass, nodes before, after, cut, location, text.
    """
    for one in answer.results:
        if isinstance(one, Entry):
            location = one.site.location if one.site else None
            yield row(
                (
                    place(location),
                    level_of(one),
                    one.site.function if one.site else f"({one.why}{': ' if one.written else ''}{one.written})",
                    str(one.times),
                    str(one.lines[0]),
                    "moved" if one.moved else "",
                    " ".join(one.text.split())[:500],
                    one.template or "",
                    " | ".join(one.values),
                    permalink(answer.state, location),
                )
            )
        elif isinstance(one, MessageSite):
            yield row((place(one.location), level_text(one), one.function, permalink(answer.state, one.location)))
        elif isinstance(one, Group):
            yield row((one.name, str(one.times), str(one.statements), str(one.first)))
        elif isinstance(one, Step):
            yield row(
                (
                    str(one.lines[0]),
                    one.name or one.what,
                    _number(one.nodes_before),
                    _number(one.nodes_after),
                    ",".join(one.cut),
                    place(one.site.location if one.site else None),
                    one.text,
                )
            )


def _number(value: int | None) -> str:
    return "" if value is None else str(value)


def level_text(site: MessageSite) -> str:
    """`VLOG 2` or `WARNING`."""
    return f"{site.kind} {site.level}" if site.kind != "LOG" else site.level


def as_json(one: Entry | MessageSite | Group | Step) -> Json:
    """The object of a message, a statement, a group or a step."""
    from tfexplore.render.as_json import location

    if isinstance(one, MessageSite):
        return {"location": location(one.location), **_level(one), "function": one.function or None}
    if isinstance(one, Group):
        return {"name": one.name, "count": one.times, "statements": one.statements, "first_line": one.first}
    if isinstance(one, Step):
        return {
            "what": one.what,
            "pass": one.name or None,
            "location": location(one.site.location) if one.site else None,
            "function": (one.site.function or None) if one.site else None,
            "lines": list(one.lines),
            "text": one.text,
            "nodes": list(one.nodes),
            "cut": list(one.cut),
            "nodes_before": one.nodes_before,
            "nodes_after": one.nodes_after,
            "edges_before": one.edges_before,
            "edges_after": one.edges_after,
        }
    made: Json = {"written": one.written or None, "location": location(one.site.location) if one.site else None}
    made |= _level(one.site) if one.site and one.site.kind != "logging" else {"severity": one.severity}
    made |= {
        "function": (one.site.function or None) if one.site else None,
        "text": one.text,
        "values": list(one.values),
        "count": one.times,
        "lines": list(one.lines),
        "moved": one.moved,
    }
    if one.template is not None:
        made["template"] = one.template
    if one.why:
        made["why"] = one.why
    return made


def _level(site: MessageSite) -> Json:
    if "VLOG" in site.kind:
        return {"vlog_level": int(site.level) if site.level.isdigit() else site.level}
    return {"severity": site.level.rpartition(":")[2] or None}


def terminal(answer: Answer, screen: Screen) -> None:
    """Messages under their statement, statements by file, groups as a table, or the story."""
    from tfexplore.render.plain import counted
    from tfexplore.render.terminal import footer

    number = counted(len(answer.results), "result")
    for one in answer.results:
        if isinstance(one, Entry):
            _entry(one, screen)
        elif isinstance(one, MessageSite):
            words = screen.join(screen.place(one.location), "  ", screen.text(level_text(one), "green"))
            screen.print(screen.join(words, "  ", screen.text(one.function, "bold")))
        elif isinstance(one, Group):
            screen.print(screen.join(screen.text(f"{one.times:>9,}  ", "green"), screen.text(one.name, "bold")))
        elif isinstance(one, Step):
            _step(one, screen)
    for about in answer.context:
        if isinstance(about, Summary):
            number = f"{counted(about.total, 'message')}, {about.resolved:,} with their statement"
            missing = about.unresolved
            if missing:
                number += f", {missing:,} without"
        elif isinstance(about, Environment):
            number = counted(len(answer.results), "statement")
            screen.blank()
            settings = " ".join([f"{name}={value}" for name, value in about.variables])
            screen.print(screen.join(screen.text("to hear them: ", "dim"), screen.text(settings, "bold")))
            for where in about.read_by:
                screen.print(screen.join(screen.text("read at ", "dim"), screen.place(where)), indent=2)
    footer(answer, screen, number)


def _entry(one: Entry, screen: Screen) -> None:
    level = screen.text(level_of(one), "yellow" if one.severity in ("WARNING", "ERROR", "FATAL") else "green")
    if one.site:
        head = screen.join(screen.place(one.site.location), "  ", level, "  ", screen.text(one.site.function, "bold"))
        if one.moved:
            head = screen.join(head, screen.text(f"  moved from {one.written}", "magenta"))
    else:
        head = screen.join(
            screen.text(one.written + "  " if one.written else ""), level, screen.text(f"  {one.why}", "red")
        )
    if one.times > 1:
        head = screen.join(head, screen.text(f"  {one.times} times", "dim"))
    screen.print(head)
    screen.print(screen.text(" ".join(one.text.split())[:500]), indent=2)
    if one.template is not None:
        screen.print(screen.text(one.template.strip(), "dim"), indent=2)


def _step(one: Step, screen: Screen) -> None:
    if one.what == "size":
        words = f"{one.name or 'a pass'}: {one.nodes_before} nodes to {one.nodes_after}"
        if one.cut:
            words += f", cut {', '.join(one.cut)}"
    else:
        words = one.text
    screen.print(screen.join(screen.text(f"{one.lines[0]:>7}  ", "dim"), screen.text(words, "bold" if one.cut else "")))
    if one.nodes:
        screen.print(screen.text(", ".join(one.nodes[:40])), indent=9)
    if one.site:
        screen.print(screen.place(one.site.location), indent=9)
