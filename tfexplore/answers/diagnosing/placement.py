"""Which device a message says was asked for, which there were, and what of the one none of the others has."""

from __future__ import annotations

from tfexplore._record import Record

_ASKED = ("explicitly assigned to ", "device specification '", "Requested device: ")
_THERE = ("available devices are [", "Registered devices: [", "Available devices: [")
_PARTS = ("job", "replica", "task", "device")


class Placement(Record):
    """`asked` as the message writes it; `there` are the devices, or their types alone; `lacking` is `"job"`, `"task"`,
    `"device"` or `"index"`: the first part of `asked` that none of them has, empty where all have or nobody tells."""

    asked: str
    there: tuple[str, ...]
    lacking: str

    def types(self) -> tuple[str, ...]:
        """The types of the devices that there were."""
        return tuple(dict.fromkeys([_parts(one).get("device", "") for one in self.there if _parts(one)]))


def placement(message: str) -> Placement:
    """What a message says of devices."""
    asked = next((_behind(message, words, " '];\n") for words in _ASKED if words in message), "").rstrip(".")
    listed = next((_behind(message, words, "]") for words in _THERE if words in message), "")
    there = tuple([one.strip() for one in listed.split(",") if one.strip()])
    return Placement(asked, there, _lacking(_parts(asked), [_parts(one) for one in there]))


def _behind(message: str, words: str, ends: str) -> str:
    rest = message.partition(words)[2][:4000]
    stop = min([at for end in ends if (at := rest.find(end)) >= 0], default=len(rest))
    return rest[:stop].strip()


def _parts(name: str) -> dict[str, str]:
    """`/job:a/task:0/device:GPU:1`, `/gpu:1` and `GPU` taken apart: the number of a device is its `index`."""
    found: dict[str, str] = {}
    if name and "/" not in name:
        return {"device": name}
    for one in name.split("/"):
        key, _, value = one.partition(":")
        if key in _PARTS[:3]:
            found[key] = value
        elif value or key.lower() in ("cpu", "gpu", "tpu"):
            kind, _, number = (value if key == "device" else one).partition(":")
            found["device"] = kind.upper()
            if number.isdigit():
                found["index"] = number
    return found


def _lacking(asked: dict[str, str], there: list[dict[str, str]]) -> str:
    for part in (*_PARTS, "index"):
        wanted = asked.get(part, "*")
        if wanted == "*" or not there or all(part not in one for one in there):
            continue
        there = [one for one in there if one.get(part) == wanted]
        if not there:
            return "task" if part == "replica" else part
    return ""
