"""What the head of a class names that it is derived from."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.patterns import regex

if TYPE_CHECKING:
    from tfexplore.index.symbols import Place

_PYTHON_BASES = regex(rb"class\s+\w+\(([^)]*)\)")
_PYTHON_BASE = regex(rb"(\w+)\s*(?:,|$)")
_BASE = regex(rb"(?<!:)[:,]\s*(?:(?:public|protected|private|virtual)\s+)*(?:::)?(?:\w+::)*([A-Za-z_]\w+)")
#: Bases of Python that are names, and of C++ that are not the tree's.
_PLAIN_BASES = regex(rb"[\w.,\s]*")
_ELSEWHERE = regex(
    rb":\s*(?:(?:public|protected|private|virtual)\s+)*(?:::)?(?:std|Eigen|absl|google|protobuf|testing)::"
)
_ARGUMENTS = regex(rb"<[^<>{};]*>")
_PYTHON_REMARK = regex(rb"#[^\n]*")
#: Bytes of a class of Python that its head has at most.
MAX_HEAD = 4_000
#: How deep the arguments of templates are nested that are left out.
MAX_NESTED = 5
#: What gives a class a class of its own, from which it is not derived.
_METACLASS = regex(rb"\b(?:six\.)?with_metaclass\(\s*[\w.]+\s*,?\s*")
#: A class that an alias is one of; such classes that are read.
_ALIASED = regex(rb"[A-Z]\w+")
MAX_ALIASED = 4
#: An alias without anything that is not the tree's.
_ALIAS = regex(rb"\s*using\s+\w+\s*=(?:(?!\b(?:std|Eigen|absl|google|protobuf|typename)\b)[\w\s:<>,*&])*;")


def bases_of(body: bytes, place: Place) -> tuple[tuple[str, ...], bool]:
    """What the class at the beginning of a text is derived from, and whether that is all, and may be in the tree."""
    found: list[bytes] = []
    whole = True
    head = _without_arguments(body.partition(b"{")[0]) if not place.path.endswith(".py") else b""
    if place.kind == "type":
        found = _ALIASED.findall(body.partition(b";")[0])[:MAX_ALIASED]
    if head:
        found += _BASE.findall(head)
        whole = _ELSEWHERE.search(head) is None
    else:
        plain = _METACLASS.sub(b"", _PYTHON_REMARK.sub(b"", body[:MAX_HEAD]))
        for listed in _PYTHON_BASES.findall(plain)[:1]:
            whole = _PLAIN_BASES.fullmatch(listed) is not None
            found += _PYTHON_BASE.findall(listed)
        found = [base for base in found if base != b"object"]
    return tuple(dict.fromkeys([base.decode() for base in found])), whole


def is_alias(body: bytes) -> bool:
    """Whether a type is another name of a class, and says of nothing that is not the tree's."""
    alias, end, _ = body.partition(b";")
    return _ALIAS.fullmatch(alias + end) is not None and len(_ALIASED.findall(alias)) <= MAX_ALIASED


def is_local(path: str, body: bytes) -> bool:
    """Whether a type is a message, or what a source, a class or a function calls so for itself."""
    return path.endswith((".cc", ".cu.h", ".proto")) or body[:1].isspace()


def _without_arguments(head: bytes) -> bytes:
    """The head of a class without the arguments of templates, which it is not derived from."""
    for _ in range(MAX_NESTED):
        made = _ARGUMENTS.sub(b"", head)
        if made == head:
            break
        head = made
    return head
