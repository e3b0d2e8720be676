"""Builds: the two that come with the tool, one's own, and what a tree says about itself."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from planted import Plant

from tfexplore.errors import UsageError
from tfexplore.source.folder import FolderTree
from tfexplore.source.profile import PROFILES, for_tree, load_profile

CONFIGURE = """
_DEFAULT_CUDA_VERSION = '{cuda}'
_DEFAULT_CUDNN_VERSION = '7'
_DEFAULT_TENSORRT_VERSION = "5"
set_build_var(environ_cp, 'TF_NEED_PEAT', 'Peat', 'with_peat_support', True, 'peat')
set_build_var(environ_cp, 'TF_NEED_MOSS', 'Moss', 'with_moss_support', False)
set_build_var(environ_cp, 'TF_ENABLE_XLA', 'XLA JIT', 'with_xla_support',
              xla_enabled_by_default, 'xla')
"""


def version_header(major: int) -> str:
    return f"#define TF_MAJOR_VERSION {major}\n#define TF_MINOR_VERSION 3\n"


def test_the_wheel_with_cuda_and_the_one_without() -> None:
    cuda, cpu = load_profile("linux-cuda"), load_profile("linux-cpu")
    assert cuda.defines["GOOGLE_CUDA"] == "1"
    assert "GOOGLE_CUDA" not in cpu.defines
    for absent in ("INTEL_MKL", "TENSORFLOW_USE_ROCM", "TENSORFLOW_USE_SYCL", "__ANDROID__", "_WIN32", "__APPLE__"):
        assert absent not in cuda.defines
    assert cuda.defines_for("a/b.cc") == cuda.defines
    assert cuda.defines_for("a/b.cu.cc") == {**cuda.defines, "__CUDACC__": "1", "__NVCC__": "1"}
    assert cpu.defines_for("a/b.cu.cc") == cpu.defines
    assert [name for name, profile in PROFILES.items() if name != profile.name] == []


@pytest.mark.parametrize(
    ("cuda", "major", "macros", "settings"),
    [
        (
            "10",
            1,
            {"CUDA_VERSION": "10000", "CUDNN_VERSION": "7600", "NV_TENSORRT_MAJOR": "5", "NV_TENSORRT_MINOR": "1"},
            {
                "define:with_peat_support": "true",
                "define:with_moss_support": "false",
                "define:with_xla_support": "true",
            },
        ),
        ("9.0", 1, {"CUDA_VERSION": "9000", "CUDART_VERSION": "9000", "TF_CUDA_VERSION": '"9.0"'}, {}),
        ("10.1", 2, {"CUDA_VERSION": "10010", "CUDNN_MAJOR": "7"}, {"define:tf_api_version": "2"}),
    ],
)
def test_a_tree_says_what_it_is_made_for(
    tmp_path: Path, plant: Plant, cuda: str, major: int, macros: dict[str, str], settings: dict[str, str]
) -> None:
    header = {"tensorflow/core/public/version.h": version_header(major)}
    tree = FolderTree(str(plant(tmp_path, {"configure.py": CONFIGURE.format(cuda=cuda), **header})))
    profile = for_tree(load_profile("linux-cuda"), tree)
    assert macros.items() <= profile.defines.items()
    assert settings.items() <= profile.settings.items()
    assert ("define:tf_api_version" in profile.settings) == (major == 2)
    assert "CUDA_VERSION" not in for_tree(load_profile("linux-cpu"), tree).defines


@pytest.mark.parametrize(("patch", "made_with"), [(0, False), (1, True)])
def test_one_wheel_was_made_without_tensorrt(tmp_path: Path, plant: Plant, patch: int, made_with: bool) -> None:
    header = "".join(
        f"#define TF_{part}_VERSION {number}\n" for part, number in (("MAJOR", 1), ("MINOR", 14), ("PATCH", patch))
    )
    tree = FolderTree(str(plant(tmp_path, {"tensorflow/core/public/version.h": header})))
    profile = for_tree(load_profile("linux-cuda"), tree)
    assert ("GOOGLE_TENSORRT" in profile.defines) == ("feature:tensorrt" in profile.settings) == made_with
    assert {"GOOGLE_CUDA", "CUDA_VERSION"} <= profile.defines.keys()


def test_a_tree_that_says_nothing_leaves_the_profile_as_it_is(tmp_path: Path) -> None:
    profile = for_tree(load_profile("linux-cuda"), FolderTree(str(tmp_path)))
    assert profile.defines["CUDA_VERSION"] == "10000"
    assert profile.settings.items() >= load_profile("linux-cuda").settings.items()
    assert profile.settings["define:with_xla_support"] == "true"


def test_the_build_decides_before_the_tree_and_the_tree_before_the_rest(tmp_path: Path, plant: Plant) -> None:
    asked = """
  set_build_var(environ_cp, 'TF_ENABLE_XLA', 'XLA JIT', 'with_xla_support',
                False, 'xla')
  set_build_var(environ_cp, 'TF_NEED_PEAT', 'Peat', 'with_peat_support', True, 'peat')
"""
    tree = FolderTree(str(plant(tmp_path, {"configure.py": asked})))
    as_released = for_tree(load_profile("linux-cpu"), tree).settings
    assert (as_released["define:with_xla_support"], as_released["define:with_peat_support"]) == ("false", "true")
    assert as_released["define:with_gcp_support"] == "true"
    own = PROFILES["linux-cpu"]._replace(settings={"define:with_xla_support": "true"})
    assert for_tree(own, tree).settings["define:with_xla_support"] == "true"


def test_a_build_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "rocm.json"
    described = {
        "name": "linux-rocm",
        "extends": "linux-cuda",
        "defines": {"TENSORFLOW_USE_ROCM": 1, "GOOGLE_CUDA": None},
        "device_defines": {"__CUDACC__": None, "__NVCC__": None, "__HIPCC__": "1"},
        "settings": {"feature:rocm": True, "feature:cuda": False},
        "versions": {"cuda": None, "cudnn": "8.0"},
        "roots": ["//a:b"],
    }
    file.write_text(json.dumps(described))
    profile = load_profile(str(file))
    assert profile.name == "linux-rocm"
    assert profile.defines["TENSORFLOW_USE_ROCM"] == "1"
    assert "GOOGLE_CUDA" not in profile.defines
    assert profile.device_defines == {"__HIPCC__": "1"}
    assert (profile.settings["feature:rocm"], profile.settings["feature:cuda"]) == ("true", "false")
    assert profile.roots == ("//a:b",)
    assert for_tree(profile, FolderTree(str(tmp_path))).defines["CUDNN_VERSION"] == "8000"
    assert profile.description == "linux-rocm, described by rocm.json"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "a build is an object"),
        ("{}", "needs a name of its own"),
        ('{"name": "linux-cpu"}', "needs a name of its own"),
        ('{"name": "a b"}', "needs a name of its own"),
        ('{"name": "x", "extends": "solaris"}', "extends 'solaris'; there are linux-cpu, linux-cuda"),
        ('{"name": "x", "colour": 1}', "no such part of a build: colour"),
        ('{"name": "x", "defines": []}', "defines is an object of names and texts"),
        ('{"name": "x", "defines": {"A": [1]}}', "defines.A is a text, a number, true, false or null"),
        ('{"name": "x", "roots": "//a"}', "roots is a list of labels"),
        ('{"name": "x", "versions": {"cuda": "ten"}}', "versions.cuda is a version such as 10.0"),
    ],
)
def test_what_is_wrong_with_a_description(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "build.json"
    file.write_text(text)
    with pytest.raises(UsageError) as caught:
        load_profile(str(file))
    assert str(caught.value).startswith(f"{file}: ")
    assert said in str(caught.value)


def test_no_such_build(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="no build 'linux-cud'; there are linux-cpu, linux-cuda"):
        load_profile("linux-cud")
    with pytest.raises(UsageError, match="cannot be read"):
        load_profile(str(tmp_path / "none.json"))
