"""Words that are known beforehand: other projects, their packages and products, the endings of the tree's own names."""

from __future__ import annotations

import re

from tfexplore.model import ERROR_CODES
from tfexplore.patterns import regex

#: The op that code registers.
REGISTERED_OP = regex(r"\bREGISTER_OP\(\s*\"(\w+)\"", re.A)
#: Names of other projects; what they define is not looked for in the tree.
OUTSIDE = frozenset(
    "std Eigen absl google protobuf boost thrust cub llvm mlir nvinfer1 grpc pybind11 re2 testing gtest numpy np snappy"
    " sqlite3 nsync mkldnn cudnn cuda nvidia torch at c10 jax tensorboard pd pandas plt aten caffe2 mxnet paddle onnx se".split()
)
#: Packages whose files are other people's.
PACKAGES = frozenset(
    "keras_applications keras_preprocessing torch aten numpy scipy sklearn site-packages usr opt home src".split()
)
#: Repositories beside TensorFlow's: `tensorflow/serving` is one, and no folder.
REPOSITORIES = frozenset(
    "serving models addons hub probability tensorboard community tflite-micro swift swift-apis tfjs datasets agents"
    " recommenders lingvo ranking federated privacy quantum tensor2tensor custom-op nmt ecosystem".split()
)
#: Folders that a path of the tree begins with, as people shorten it.
TOPS = frozenset(
    "tensorflow tensorflow_core core python compiler contrib cc c lite stream_executor kernels third_party".split()
)
#: Files that every project has.
COMMON_FILES = frozenset(
    "main.cc main.py setup.py conftest.py test.py train.py utils.py util.py model.py models.py config.py run.py"
    " __init__.py main.cpp util.h utils.h test.cc common.h example.py demo.py app.py data.py eval.py".split()
)
#: Folders in which there often is nothing that an index lists.
OF_OTHERS = frozenset(
    "testdata test_data g3doc docs docs_src java res assets images data samples cmake corpus jni ios osx windows linux"
    " install dockerfiles scripts notebooks external patches resources".split()
)
#: Words in capitals and small letters that are no code.
PRODUCTS = frozenset(
    "NumPy PyTorch GitHub TensorFlow TensorBoard TensorRT LaTeX MacOS JavaScript TypeScript OpenCL OpenMP OpenAI OpenCV"
    " MarkDown PyPI PyPy SciPy YouTube StackOverflow LibTorch MXNet MatMul-based DeepMind ImageNet ResNet MobileNet"
    " AlexNet GoogLeNet LeNet DenseNet EfficientNet VGGNet SqueezeNet BatchNorm LayerNorm FlatBuffers ProtoBuf ProtoBufs"
    " AutoGraph AutoML AutoDiff cuDNN CuDNN CuBLAS NVidia CPython IPython PyCharm VSCode DevOps GitLab BitBucket ReadMe"
    " RoCE RoCEv1 RoCEv2 RoCEV2 RelWithDebInfo MinSizeRel JupyterLab XGBoost LightGBM PaddlePaddle ChatGPT OpenVINO oneDNN IEEE LLVM MLIR GraphDef SavedModel MLPerf".split()
)  # fmt: skip
#: Projects, of which nothing is a place, whatever has their name.
PROJECTS = frozenset(("TensorFlow", "NumPy", "PyTorch", "GitHub"))
#: Networks with their numbers.
NETWORK = regex(
    r"(?:MobileNet|ResNet|ResNeXt|Inception|InceptionResNet|EfficientNet|ShuffleNet|SqueezeNet|DenseNet|NASNet|VGG|YOLO|Yolo|DeepLab|BlazeFace)"
    r"[-_]?[vV]?\d{1,3}\w{0,2}|[A-Z][a-z]+APIs?",
    re.A,
)
#: The functions that a macro makes of each code of an error.
ERRORS = frozenset(f"errors::{start}{code}" for code in ERROR_CODES for start in ("", "Is"))
#: Where a line of C++ makes an error.
ERROR_MADE = regex(rb"errors::(\w+)\(", re.A)
#: Endings that only the tree's own names have.
OURS = ("Op", "OpV2", "OpKernel", "Grad", "GradOp", "OpDef", "KernelDef", "Functor", "BackpropInput", "BackpropFilter")
MACRO = regex(r"(?:REGISTER_|TF_CALL_|OP_REQUIRES|TF_RETURN_|TF_DISALLOW_)\w*$", re.A)

#: What stands between a macro that registers and the op that it registers.
OPENED = regex(r"\s?\(\s?(?:Name\s?\(\s?)?[\"'“]?")
#: What stands between the names of a list.
LISTED = regex(r"[`\s*]*(?:,|，|、|/|and|or|和|与|及|以及|, and)[`\s*]*")
#: A number that is a word of its own, as names have it that are made when a program runs: `edge_12_w`.
INSTANCE = regex(r"_\d+_")
#: A line that stands for any: `file.cc:NNN`.
ANY_LINE = regex(r":(?:N+|LINE|line|nnn?|XX+|行号)(?!\w)", re.A)
#: What compilers and the system bring along.
SYSTEM = regex(r"__(?:atomic|sync|builtin)_[a-z]|pthread_[a-z]")
#: Builds that no index is of.
OTHER_BUILDS = regex(r"\b(?:SYCL|ROCm|MKL|Ngraph|TPU)\b|DEVICE_SYCL", re.I)
#: What build rules and generated modules call what they make of a file or an op.
BUILT = regex(
    r"(?:gen_)?(?P<stem>\w+?)_(?:op_lib|gen_cc|genrule|pygenrule|py_wrap|py_wrappers_cc|swiglib|eager_fallback)(?:_\w+)?",
    re.A,
)
#: What stands for a name that the reader is to fill in.
PLACEHOLDER = regex(
    r"(?:^|[_/.])(?:foo|bar|baz|my|your|xyz|xxx|some|another|example|zero_out)(?=[_/.A-Z]|$)|^_*(?:My|Your|Foo|Bar|OpName|Xyz|Example)(?=[A-Z_0-9]|$)|XYZ|XXX|^X_|^X[A-Z][a-z]"
    r"|^file(?=\.[a-z]{1,3}$)|[_/](?:Op)?Name(?=[_/.]|$)|_(?:MY|YOUR)_|(?<=[a-z])My(?=[A-Z])|Xxx|^x{3,}(?=[A-Z_])|_COUNTER__",
    re.A,
)
