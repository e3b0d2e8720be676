"""A build: what the preprocessor has defined, how Bazel is configured, and which targets are shipped.

One profile serves many releases: what a tree states itself (its version, the CUDA, cuDNN and TensorRT it is made
for, what its `configure.py` switches on) is read from the tree by `for_tree`; the profile holds the rest.

A build of one's own is a JSON file, named with `--build FILE`::

    {
      "name": "linux-rocm",
      "extends": "linux-cpu",
      "description": "ROCm 2.8, with verbs",
      "defines": {"TENSORFLOW_USE_ROCM": "1", "PLATFORM_POSIX": null},
      "device_defines": {"__HIPCC__": "1"},
      "settings": {"feature:rocm": "true", "define:with_verbs_support": "true"},
      "roots": ["//tensorflow/tools/pip_package:build_pip_package"]
    }

Everything but the name is optional; null takes away what `extends` gave. A setting is `define:NAME` (Bazel's
`--define NAME=VALUE`), `flag:NAME` (`cpu`, `compilation_mode`, ...), `feature:NAME` (what `if_NAME(...)` of a
repository made by `configure` asks) or the label of a condition that no BUILD file of the tree declares
(`@local_config_cuda//cuda:using_nvcc`).
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping

from tfexplore._record import Record
from tfexplore.errors import SourceError, UsageError
from tfexplore.source.tree import Tree

#: What GCC 7 says of itself and of x86-64 Linux when it makes the released wheel (`-c opt`, `-mavx`, C++11).
_GCC_LINUX = {
    "__cplusplus": "201103L",
    "__GNUC__": "7",
    "__GNUC_MINOR__": "3",
    "__GNUC_PATCHLEVEL__": "1",
    "__GNUG__": "7",
    "__STDC__": "1",
    "__STDC_HOSTED__": "1",
    "__ELF__": "1",
    "__linux__": "1",
    "__linux": "1",
    "linux": "1",
    "__gnu_linux__": "1",
    "__unix__": "1",
    "__unix": "1",
    "unix": "1",
    "__x86_64__": "1",
    "__x86_64": "1",
    "__amd64__": "1",
    "__amd64": "1",
    "__LP64__": "1",
    "_LP64": "1",
    "__SSE__": "1",
    "__SSE2__": "1",
    "__SSE3__": "1",
    "__SSSE3__": "1",
    "__SSE4_1__": "1",
    "__SSE4_2__": "1",
    "__AVX__": "1",
    "__OPTIMIZE__": "1",
    "__GXX_RTTI": "1",
    "__EXCEPTIONS": "1",
    "__CHAR_BIT__": "8",
    "__INT_MAX__": "2147483647",
    "__LONG_MAX__": "9223372036854775807L",
    "__SIZEOF_SHORT__": "2",
    "__SIZEOF_INT__": "4",
    "__SIZEOF_LONG__": "8",
    "__SIZEOF_LONG_LONG__": "8",
    "__SIZEOF_POINTER__": "8",
    "__ORDER_LITTLE_ENDIAN__": "1234",
    "__ORDER_BIG_ENDIAN__": "4321",
    "__ORDER_PDP_ENDIAN__": "3412",
    "__BYTE_ORDER__": "__ORDER_LITTLE_ENDIAN__",
    "_GNU_SOURCE": "1",
    "_REENTRANT": "1",
    "NDEBUG": "1",
}

#: What the BUILD files of every release pass to the compiler on Linux; `linkage.Linkage.defines` has all of one.
_TENSORFLOW_LINUX = {
    "EIGEN_AVOID_STL_ARRAY": "1",
    "EIGEN_MPL2_ONLY": "1",
    "EIGEN_MAX_ALIGN_BYTES": "64",
    "TF_USE_SNAPPY": "1",
    "TENSORFLOW_EAGER_USE_XLA": "1",
}

_BAZEL_LINUX = {
    "flag:cpu": "k8",
    "flag:host_cpu": "k8",
    "flag:compilation_mode": "opt",
    "flag:apple_platform_type": "macos",  # as .bazelrc sets it everywhere
    "flag:crosstool_top": "@bazel_tools//tools/cpp:toolchain",
    "define:framework_shared_object": "true",
    "define:open_source_build": "true",
    "define:use_fast_cpp_protos": "true",
    "define:allow_oversize_protos": "true",
    "define:grpc_no_ares": "true",
    "define:with_default_optimizations": "true",
    "@platforms//os:linux": "true",
    "@platforms//cpu:x86_64": "true",
    "@bazel_tools//platforms:linux": "true",
    "@bazel_tools//platforms:x86_64": "true",
    "@bazel_tools//src/conditions:linux_x86_64": "true",
    "@bazel_tools//src/conditions:linux": "true",
}

#: What is switched on where neither the build nor a plain default of the tree's `configure.py` says so. Releases before
#: 1.12 ask for the first five, later ones have no_..._support instead; what those ask of XLA depends on the platform.
_SWITCHED_ON = {
    "define:with_jemalloc": "true",
    "define:with_gcp_support": "true",
    "define:with_hdfs_support": "true",
    "define:with_aws_support": "true",
    "define:with_kafka_support": "true",
    "define:with_xla_support": "true",
}

_CUDA = {
    "GOOGLE_CUDA": "1",
    "GOOGLE_TENSORRT": "1",
}

_BAZEL_CUDA = {
    "flag:crosstool_top": "@local_config_cuda//crosstool:toolchain",
    "define:using_cuda": "true",
    "define:using_cuda_nvcc": "true",
    "feature:cuda": "true",
    "feature:tensorrt": "true",
    "feature:nccl": "true",
    "@local_config_cuda//cuda:using_nvcc": "true",
    "@local_config_cuda//:is_cuda_enabled": "true",
    "@local_config_tensorrt//:use_static_tensorrt": "false",
}

#: The CUDA toolkit's own release: the compiler states it, and the tree only which one to look for.
_CUDA_RELEASES = {"cuda": "10.0", "cudnn": "7.6.0", "tensorrt": "5.1.5", "nccl": "2.4.7"}

_WHEEL = ("//tensorflow/tools/pip_package:build_pip_package",)


class Profile(Record):
    """One way to build a tree.

    `defines` is what the preprocessor has for host C++; `device_defines` is what it has besides for a file that the
    device's compiler reads (`.cu.cc`, `.cu`). `settings` configures Bazel (see the module's docstring), `roots` are
    the targets whose closure is shipped, `versions` the libraries that `for_tree` turns into defines.
    """

    name: str
    defines: Mapping[str, str]
    device_defines: Mapping[str, str]
    settings: Mapping[str, str]
    roots: tuple[str, ...]
    versions: Mapping[str, str]
    description: str

    def defines_for(self, path: str) -> Mapping[str, str]:
        """What the preprocessor has defined when it reads the file at `path`."""
        if self.device_defines and path.endswith((".cu.cc", ".cu")):
            return {**self.defines, **self.device_defines}
        return self.defines


PROFILES: Mapping[str, Profile] = {
    "linux-cpu": Profile(
        name="linux-cpu",
        defines={**_GCC_LINUX, **_TENSORFLOW_LINUX},
        device_defines={},
        settings=_BAZEL_LINUX,
        roots=_WHEEL,
        versions={},
        description="the released Linux wheel without CUDA (tensorflow up to 1.14 and 2.0, tensorflow-cpu)",
    ),
    "linux-cuda": Profile(
        name="linux-cuda",
        defines={**_GCC_LINUX, **_TENSORFLOW_LINUX, **_CUDA},
        device_defines={"__CUDACC__": "1", "__NVCC__": "1"},
        settings={**_BAZEL_LINUX, **_BAZEL_CUDA},
        roots=_WHEEL,
        versions=_CUDA_RELEASES,
        description="the released Linux wheel with CUDA (tensorflow 1.15, tensorflow-gpu before and in 2.0)",
    ),
}

_MAX_BUILD_FILE = 1 << 20


def load_profile(build: str) -> Profile:
    """The build of that name, or the one that a JSON file describes; `UsageError` says what is wrong with it."""
    known = PROFILES.get(build)
    if known is not None:
        return known
    if not build.endswith(".json"):
        raise UsageError(f"no build {build!r}; there are {', '.join(PROFILES)}, or name a JSON file that describes one")
    try:
        with open(build, "rb") as file:
            described = json.loads(file.read(_MAX_BUILD_FILE))
    except OSError as error:
        raise UsageError(f"{build}: cannot be read ({error.strerror})") from error
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{build}: not JSON ({str(error)[:100]})") from error
    return _described(build, described)


def _described(where: str, described: object) -> Profile:
    """A profile from the parts of a JSON file, over the one that it extends."""
    if not isinstance(described, dict):
        raise UsageError(f'{where}: a build is an object, such as {{"name": "mine", "extends": "linux-cpu"}}')
    unknown = set(described) - {*Profile._fields, "extends"}
    if unknown:
        raise UsageError(f"{where}: no such part of a build: {', '.join(sorted(unknown))}")
    base = described.get("extends", "linux-cpu")
    if base not in PROFILES:
        raise UsageError(f"{where}: extends {base!r}; there are {', '.join(PROFILES)}")
    given = PROFILES[base]
    name = described.get("name")
    if not isinstance(name, str) or not re.fullmatch(r"[\w.+-]{1,60}", name) or name in PROFILES:
        raise UsageError(f"{where}: needs a name of its own, of letters, digits and dashes")
    roots = described.get("roots", list(given.roots))
    if not isinstance(roots, list) or not all(isinstance(root, str) and root.startswith("//") for root in roots):
        raise UsageError(f"{where}: roots is a list of labels such as {_WHEEL[0]}")
    versions = _over(where, described, "versions", given.versions)
    for library, version in versions.items():
        if not re.fullmatch(r"\d{1,4}(?:\.\d{1,4}){0,3}", version):
            raise UsageError(f"{where}: versions.{library} is a version such as 10.0")
    return Profile(
        name=name,
        defines=_over(where, described, "defines", given.defines),
        device_defines=_over(where, described, "device_defines", given.device_defines),
        settings=_over(where, described, "settings", given.settings),
        roots=tuple(roots),
        versions=versions,
        description=str(described.get("description", f"{name}, described by {os.path.basename(where)}")),
    )


def _over(where: str, described: dict[str, object], part: str, given: Mapping[str, str]) -> dict[str, str]:
    """The mapping of the extended build with the file's own entries over it; null takes an entry away."""
    own = described.get(part, {})
    if not isinstance(own, dict):
        raise UsageError(f"{where}: {part} is an object of names and texts")
    merged = dict(given)
    for name, value in own.items():
        if value is None:
            merged.pop(name, None)
        elif isinstance(value, str):
            merged[name] = value
        elif isinstance(value, bool):
            merged[name] = "true" if value else "false"
        elif isinstance(value, int):
            merged[name] = str(value)
        else:
            raise UsageError(f"{where}: {part}.{name} is a text, a number, true, false or null")
    return merged


_DEFAULT_VERSION = re.compile(rb"^_DEFAULT_(CUDA|CUDNN|TENSORRT|NCCL)_VERSION *= *['\"](\d+(?:\.\d+)*)['\"]", re.M)
_ASKED = re.compile(rb"set_build_var\(\s*\w+,\s*'\w+',\s*'[^']*',\s*'(\w+)',\s*(True|False|\w+)")
_VERSION = re.compile(rb"^#define TF_(MAJOR|MINOR|PATCH)_VERSION +(\d+)", re.M)
#: Wheels that were made in another way than their trees and all their neighbours say: the build and the version, and
#: what the build has that this wheel was made without. Seen by loading the libraries of each wheel.
_RELEASED_WITHOUT = {("linux-cuda", "1.14.0"): frozenset(["GOOGLE_TENSORRT", "feature:tensorrt"])}


def for_tree(profile: Profile, tree: Tree) -> Profile:
    """The profile with what the tree states itself: library versions, switches, the version of the API.

    A version that the tree gives in full is taken; one that agrees with the profile's as far as it goes leaves the
    profile's. What one release's wheel was made without, whatever its tree says, is taken away.
    """
    configure = _read(tree, "configure.py")
    release = dict(_VERSION.findall(_read(tree, "tensorflow/core/public/version.h")))
    version = b".".join(release.get(part, b"") for part in (b"MAJOR", b"MINOR", b"PATCH")).decode()
    without = _RELEASED_WITHOUT.get((profile.name, version), frozenset())
    settings = {name: value for name, value in profile.settings.items() if name not in without}
    for option, default in _ASKED.findall(configure):
        # A default that is computed asks for the platform.
        if default in (b"True", b"False"):
            settings.setdefault(f"define:{option.decode()}", default.decode().lower())
    settings = {**_SWITCHED_ON, **settings}
    major = release.get(b"MAJOR", b"0").decode()
    if int(major) >= 2:
        settings.setdefault("define:tf_api_version", major)
    versions = dict(profile.versions)
    for library, stated in _DEFAULT_VERSION.findall(configure):
        name, number = library.decode().lower(), stated.decode()
        if name in versions and not f"{versions[name]}.".startswith(f"{number}."):
            versions[name] = number
    defines = {name: value for name, value in profile.defines.items() if name not in without}
    return profile._replace(settings=settings, versions=versions, defines={**defines, **_version_defines(versions)})


def _version_defines(versions: Mapping[str, str]) -> dict[str, str]:
    """The macros with which the headers of CUDA, cuDNN, TensorRT and NCCL state their versions."""
    defines: dict[str, str] = {}
    for name, version in versions.items():
        major, minor, patch = [int(part) for part in f"{version}.0.0".split(".")[:3]]
        if name == "cuda":
            defines["CUDA_VERSION"] = defines["CUDART_VERSION"] = str(major * 1000 + minor * 10)
            defines["TF_CUDA_VERSION"] = f'"{major}.{minor}"'
        elif name == "cudnn":
            defines["CUDNN_VERSION"] = str(major * 1000 + minor * 100 + patch)
            defines |= {"CUDNN_MAJOR": str(major), "CUDNN_MINOR": str(minor), "CUDNN_PATCHLEVEL": str(patch)}
            defines["TF_CUDNN_VERSION"] = f'"{major}"'
        elif name == "tensorrt":
            defines |= {"NV_TENSORRT_MAJOR": str(major), "NV_TENSORRT_MINOR": str(minor)}
            defines |= {"NV_TENSORRT_PATCH": str(patch), "NV_TENSORRT_BUILD": "0"}
        elif name == "nccl":
            defines |= {"NCCL_MAJOR": str(major), "NCCL_MINOR": str(minor), "NCCL_PATCH": str(patch)}
    return defines


def _read(tree: Tree, path: str) -> bytes:
    """A file that a release may or may not have."""
    try:
        return tree.read(path)
    except SourceError:
        return b""
