"""The next step against a kind of mistake that a message tells of; see `answers/diagnosing/topics.py`."""

from __future__ import annotations

from tfexplore._record import TYPE_CHECKING
from tfexplore.answers.diagnosing.gpu import CALL, SETUP, library
from tfexplore.render.plain import place

if TYPE_CHECKING:
    from tfexplore.answers.doctor import Diagnosis

#: `{0}` is the public name that helps, and where it is defined.
_STEPS = {
    "variable_uninitialized": "Run the initializer in this session first, or restore a checkpoint: {0}.",
    "table_uninitialized": "Run the initializer of the tables in this session first: {0}.",
    "iterator_uninitialized": "Run the iterator's initializer in this session first: sess.run(iterator.initializer).",
    "end_of_data": "The input has no more elements: catch {0} to end the loop, or repeat the dataset.",
    "out_of_memory": "Make the tensors smaller (the size of a batch first), or free memory of that device.",
    "feed_missing": "Feed {node} when it runs: sess.run(..., feed_dict={{tensor: value}}).",
    "feed_shape": "Give the value the shape of the placeholder, or declare the placeholder with None where it varies.",
    "dtype_mismatch": "Give both the same type, casting one of them: {0}.",
    "variable_exists": "Use another name, or share the variable with reuse=tf.AUTO_REUSE in {0}.",
    "variable_absent": "Check the name; to create the variable where there is none, reuse=tf.AUTO_REUSE in {0}.",
    "checkpoint_key": "Compare the names in the checkpoint with those of the graph: {0}.",
    "checkpoint_shape": "Compare the shapes in the checkpoint with those of the graph: {0}.",
    "attr_missing": "Give the node the attr that is missing, or write the graph again with the release that loads it.",
    "graph_version": "Load the graph with the release that wrote it, or with a newer one.",
    "negative_dimension": "The window is larger than the input there: use padding='SAME', or a larger input.",
    "broadcast": "Shapes broadcast only where sizes, from the last one on, are equal or 1: print those of both inputs.",
    "index_range": "An index is outside of what it points into: compare the indices with that size.",
    "other_graph": "Make the ops and the session with the same graph: with graph.as_default(), Session(graph=graph).",
    "no_file": "The path is not there for the process that opens it: check it there (working folder, machine, rights).",
    "no_library": "The loader has not found this library: install it, or put its folder into LD_LIBRARY_PATH.",
    "assertion": "A check of the program itself has failed: the values in the message are those that it was given.",
    "tensor_as_bool": "Choose in the graph ({0}), or decorate the function with @tf.function.",
}


def told(one: Diagnosis) -> str:
    """The step for the kind of mistake; empty where the message tells of none."""
    name = one.topic.name
    if name == "attr_unknown":
        return _attr(one)
    if name == "layout":
        others = [device for device in one.kernel_devices if device in ("GPU", "TPU")]
        where = f", or run it on {' or '.join(others)}: tfexplore kernels {one.op}" if others else "."
        return f"Use data_format='NHWC' there{where}"
    if name in (SETUP, CALL):
        return _gpu(one)
    if name not in _STEPS:
        return ""
    helps = " and ".join([f"{public} ({place(spot)})" for public, spot in one.topic.helps])
    return _STEPS[name].format(helps, node=one.node or "the placeholder")


def _gpu(one: Diagnosis) -> str:
    """What to do where a library of the GPU has no memory left, or does not suit."""
    helps = "".join([f", or {public} ({place(spot)})" for public, spot in one.topic.helps])
    name = library(one.message)
    parts = f"the driver, of CUDA and of {name}" if name else "the driver and of CUDA"
    return (
        "Look for memory of the GPU first: another process may hold it (nvidia-smi), or this one's own allocator, which"
        f" takes nearly all of it at the start; gpu_options.allow_growth of its ConfigProto{helps} leaves some to the"
        f" library. Then hold the versions of {parts} against those of the build: the warnings and errors logged before"
        " this one tell what failed."
    )


def _attr(one: Diagnosis) -> str:
    """What to do about an attr that an op lacks; whether this source's op has it tells whose release is older."""
    if one.op_def is None or not one.values:
        return ""
    attr = one.values[0]
    step = "load it with that release, or write it again with strip_default_attrs=True."
    has = ", ".join([known.name for known in one.op_def.attr]) or "none"
    if attr in {known.name for known in one.op_def.attr}:
        return f"This source's {one.op} has {attr!r}: an older one runs. Use this: {step}"
    return (
        f"This source's {one.op} has the attrs {has}. Another release wrote the graph, or something gave it an attr"
        f" of its own: {step}"
    )
