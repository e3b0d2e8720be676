"""Whether a changed op still takes the graphs of an older release, by TensorFlow's own rules.

The rules are those of `OpDefCompatible` and `OpDefAttrDefaultsUnchanged` (`tensorflow/core/framework/op_def_util.cc`),
with which `tensorflow/core/ops/compat/op_compatibility_lib.cc` checks each release against its history.
"""

from __future__ import annotations

from tfexplore.model import ArgDef, AttrDef, OpDef


def breaking_changes(old: OpDef, new: OpDef) -> list[str]:
    """What a graph made with `old` would stumble over in `new`; empty when they are compatible."""
    before = {attr.name: attr for attr in old.attr}
    after = {attr.name: attr for attr in new.attr}
    found = []
    for name, attr in before.items():
        now = after.get(name)
        if now is None:
            found.append(f"attr {name} removed")
            continue
        if attr.type != now.type:
            found.append(f"attr {name} changed type {attr.type} to {now.type}")
        if _more_restrictive(attr, now):
            found.append(f"attr {name} allows fewer values")
        if now.minimum is not None and (attr.minimum is None or now.minimum > attr.minimum):
            found.append(f"attr {name} has a higher minimum")
        if attr.has_default != now.has_default:
            found.append(f"attr {name} {'lost' if attr.has_default else 'got'} its default")
        elif attr.default_value != now.default_value:
            found.append(f"attr {name} changed its default")
    found += [
        f"attr {name} added without default"
        for name, attr in after.items()
        if name not in before and not attr.has_default
    ]
    if found and any(" added without default" in one for one in found):
        return found  # without a default an added attr gives arguments no type to compare
    # Inputs are matched by position; an output's name is part of what a graph refers to.
    if _signature(old.input_arg, before, after, False) != _signature(new.input_arg, before, after, False):
        found.append("inputs changed")
    elif any(b and not a for a, b in zip(_refs(old.input_arg), _refs(new.input_arg), strict=False)):
        found.append("an input became a reference")
    if _signature(old.output_arg, before, after, True) != _signature(new.output_arg, before, after, True):
        found.append("outputs changed")
    elif any(a and not b for a, b in zip(_refs(old.output_arg), _refs(new.output_arg), strict=False)):
        found.append("an output is no reference any more")
    return found


def _more_restrictive(old: AttrDef, new: AttrDef) -> bool:
    if new.allowed_values is None:
        return False
    return old.allowed_values is None or not set(old.allowed_values) <= set(new.allowed_values)


def _refs(args: tuple[ArgDef, ...]) -> list[bool]:
    return [arg.is_ref for arg in args]


def _signature(args: tuple[ArgDef, ...], old: dict[str, AttrDef], new: dict[str, AttrDef], names: bool) -> list[str]:
    """The arguments' types with attrs that the old op lacks replaced by their defaults in the new one."""
    found: list[str] = []
    for arg in args:
        prefix = f"{arg.name}:" if names else ""
        if arg.type_list_attr is not None:
            if arg.type_list_attr in old:
                found.append(prefix + arg.type_list_attr)
            else:
                types = new[arg.type_list_attr].default_value if arg.type_list_attr in new else ()
                found += [prefix + str(one) for one in (types if isinstance(types, tuple) else ())]
            continue
        count, times = 1, ""
        if arg.number_attr is not None:
            if arg.number_attr in old:
                times = f"{arg.number_attr} * "
            else:
                value = new[arg.number_attr].default_value if arg.number_attr in new else 1
                count = min(value, 1000) if isinstance(value, int) else 1
        if arg.type is not None:
            kind = arg.type
        elif arg.type_attr in old:
            kind = str(arg.type_attr)
        else:
            kind = str(new[arg.type_attr].default_value) if arg.type_attr in new else "?"
        found += [prefix + times + kind] * count
    return found
