"""Break an operator on purpose: replace a piece of a module's source, in memory, while a test runs."""

import inspect
from contextlib import contextmanager
from types import FunctionType, ModuleType


def functions(space, module, prefix=""):
    """Yield (name, function) for the functions and methods that a module defines, wrappers taken off."""
    for name, value in list(space.items()):
        value = value.fget if isinstance(value, property) else value
        value = inspect.unwrap(value) if callable(value) and not isinstance(value, type) else value
        if isinstance(value, FunctionType) and value.__module__ == module:
            yield prefix + name, value
        elif isinstance(value, type) and value.__module__ == module:
            yield from functions(vars(value), module, f"{prefix}{name}.")


@contextmanager
def mutated(module, old, new):
    """Run with `old` replaced by `new` in the source of a module; `old` must stand there exactly once."""
    source = inspect.getsource(module)
    assert source.count(old) == 1, f"{old!r} stands {source.count(old)} times in {module.__name__}"
    scratch = ModuleType(module.__name__)
    exec(compile(source.replace(old, new), module.__file__, "exec"), scratch.__dict__)
    changed = dict(functions(scratch.__dict__, module.__name__))
    kept, constants = [], {}
    for name, function in functions(module.__dict__, module.__name__):
        kept.append((function, function.__code__, function.__defaults__, function.__kwdefaults__))
        other = changed[name]
        function.__code__, function.__defaults__, function.__kwdefaults__ = (
            other.__code__,
            other.__defaults__,
            other.__kwdefaults__,
        )
    for name, value in list(module.__dict__.items()):
        if name.isupper() and isinstance(value, (int, float, str, tuple, dict)) and scratch.__dict__[name] != value:
            constants[name] = value
            setattr(module, name, scratch.__dict__[name])
    try:
        yield
    finally:
        for function, code, defaults, named in kept:
            function.__code__, function.__defaults__, function.__kwdefaults__ = code, defaults, named
        for name, value in constants.items():
            setattr(module, name, value)
