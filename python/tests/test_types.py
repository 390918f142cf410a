"""The type stubs describe the module, and a typed script passes mypy --strict."""

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import sinew

pytest.importorskip("mypy")
HERE = Path(__file__).parent
OPTIONAL = ["torch", "jax", "numba", "gymnasium", "casadi"]  # and the modules of sinew that need them


def run(*arguments, folder):
    done = subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=folder,
        env=os.environ | {"MYPY_CACHE_DIR": str(folder / "mypy")},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A folder for both runs, which share what mypy remembers of NumPy."""
    return tmp_path_factory.mktemp("types")


def test_stubs_describe_what_the_module_contains(folder):
    options = ["--ignore-disjoint-bases", "--mypy-config-file", HERE.parents[1] / "pyproject.toml"]
    missing = folder / "missing.txt"  # modules that need a package which is not installed
    missing.write_text("".join(f"sinew\\.{name}\n" for name in OPTIONAL if find_spec(name) is None))
    run(HERE / "stubtest_nanobind.py", *options, "--allowlist", missing, "sinew", folder=folder)


def test_every_result_has_a_type():
    stubs = Path(sinew.__file__).with_name("_sinew").glob("*.pyi")
    untyped = [
        line.strip()
        for stub in stubs
        for line in stub.read_text().splitlines()
        if "-> object" in line and "def _" not in line
    ]
    assert not untyped, "give these a nb::sig: " + "; ".join(untyped)


def test_a_typed_script_is_strictly_typed(folder):
    run("-m", "mypy", "--strict", HERE / "typed_script.py", folder=folder)


def test_the_typed_script_runs(folder):
    run(HERE / "typed_script.py", folder=folder)
