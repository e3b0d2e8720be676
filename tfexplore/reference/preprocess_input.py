"""preprocess_input of Keras: images scaled as the published weights want them.

TensorFlow only re-exports it (python/keras/applications/imagenet_utils.py); the code is in the package
keras_applications 1.0.8, file imagenet_utils.py. There is a path for NumPy arrays and one for symbolic tensors.
"""

from __future__ import annotations

import numpy as np

from tfexplore.reference import arguments
from tfexplore.reference.arguments import Array
from tfexplore.reference.errors import ReferenceError

#: RGB means and deviations in [0, 1] (mode "torch"), and BGR means in [0, 255] (mode "caffe").
TORCH_MEAN, TORCH_STD = (0.485, 0.456, 0.406), (0.229, 0.224, 0.225)
CAFFE_MEAN = (103.939, 116.779, 123.68)

OP = "PreprocessInput"


@np.errstate(all="ignore")
def preprocess_input(x: Array, data_format: object = None, mode: object = "caffe", *, in_place: bool = False) -> Array:
    """Return images of RGB values in [0, 255], scaled.

    `x` is 3-D, or 4-D with the batch first; `data_format` is "channels_last" (also None) or "channels_first". Modes:
    "tf" scales to [-1, 1], "torch" to [0, 1] and then normalises each channel, and "caffe" turns RGB to BGR and
    centres each channel. Any other string means "caffe", as in Keras. The result keeps a floating dtype; integers
    become float32. Keras writes over a floating `x`, and so does `in_place=True` (the result is then a view of `x`,
    reversed in mode "caffe"); by default `x` is left alone.
    """
    fmt = "channels_last" if data_format is None else data_format
    if not isinstance(fmt, str) or fmt not in ("channels_first", "channels_last"):
        raise ReferenceError(OP, "data_format", f"Unknown data_format {fmt}")
    if not isinstance(mode, str):
        raise ReferenceError(OP, "mode", "must be a string")
    if not isinstance(x, np.ndarray) or hasattr(x, "mask") or x.dtype.kind not in "fiub":
        raise ReferenceError(OP, "input 'x'", f"must be a numpy.ndarray of real numbers, not {_kind(x)}")
    if x.ndim not in (3, 4):
        raise ReferenceError(OP, "input 'x'", f"must be 3-D or 4-D, has shape {list(x.shape)}")
    axis = x.ndim - 3 if fmt == "channels_first" else x.ndim - 1
    if mode != "tf" and x.shape[axis] < 3:
        raise ReferenceError(OP, "input 'x'", f"must have 3 channels along axis {axis}, has shape {list(x.shape)}")
    if not x.dtype.isnative:
        if in_place:
            raise ReferenceError(OP, "input 'x'", "must be in the machine's byte order to be written over")
        x = x.astype(x.dtype.newbyteorder("="))
    if x.dtype.kind != "f":
        image = x.astype(np.float32)
    elif in_place:
        if not x.flags.writeable:
            raise ReferenceError(OP, "input 'x'", "is read-only and cannot be written over")
        image = x
    else:
        image = x.copy()
    return _scale(image, axis, mode)


def _scale(image: Array, axis: int, mode: str) -> Array:
    """Scale an image that may be written over; `axis` is that of the channels."""
    if mode == "tf":
        image /= 127.5
        image -= 1.0
        return image
    if mode == "torch":
        image /= 255.0
        mean, deviation = TORCH_MEAN, TORCH_STD
    else:
        image = np.flip(image, axis)
        mean, deviation = CAFFE_MEAN, (1.0, 1.0, 1.0)
    channels = np.moveaxis(image, axis, 0)
    for channel in range(3):
        channels[channel] -= mean[channel]
        if mode == "torch":
            channels[channel] /= deviation[channel]
    return image


class SymbolicPreprocessor:
    """The symbolic path of one process: its mean is kept in a global by the first call, whatever the mode.

    The first of "caffe" and "torch" to run therefore decides the mean of the other.
    """

    def __init__(self) -> None:
        self._kept: tuple[float, ...] | None = None

    @np.errstate(all="ignore")
    def __call__(self, x: Array, mode: str = "caffe") -> Array:
        """Return what the symbolic path gives for a floating `x`, channels last."""
        image = arguments.tensor(OP, "x", x, arguments.FLOATS)
        if mode == "tf":
            return np.asarray(image / 127.5 - 1.0)
        torch = mode == "torch"
        image = image / 255.0 if torch else image[..., ::-1]
        if self._kept is None:
            self._kept = TORCH_MEAN if torch else CAFFE_MEAN
        image = image - np.asarray(self._kept, image.dtype)
        return np.asarray(image / np.asarray(TORCH_STD, image.dtype) if torch else image)


def _kind(x: object) -> str:
    """Return the type of an argument for a message."""
    return str(x.dtype) if isinstance(x, np.ndarray) else type(x).__name__
