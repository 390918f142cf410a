"""Every program in python/examples runs, checks its own results and prints something."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = sorted((ROOT / "python/examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda file: file.stem)
def test_the_example_runs(example):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(path for path in sys.path if path)}
    ran = subprocess.run(
        [sys.executable, "-W", "error", example], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=300
    )
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda file: file.stem)
def test_the_example_is_short_and_says_what_it_does(example):
    lines = example.read_text().splitlines()
    assert len(lines) < 60 and lines[0].startswith('"""')


@pytest.mark.parametrize("example", sorted((ROOT / "examples").rglob("*.cpp")), ids=lambda file: file.stem)
def test_the_example_in_cpp_is_short_and_says_what_it_does(example):
    lines = example.read_text().splitlines()
    assert len(lines) < 60 and lines[0].startswith("// ")


# Custom joints and counting scalars are classes of C++; plots are made in Python.
ALONE = {"custom_joint", "planar_operation_counts", "fall_and_plot"}


def test_every_example_exists_in_both_languages():
    python = {file.stem for file in EXAMPLES} | ALONE
    cpp = {file.stem for file in (ROOT / "examples").rglob("*.cpp")} | ALONE
    formulas = {file.stem for file in (ROOT / "examples/operators").glob("*.cpp")}
    assert cpp - formulas <= python and python <= cpp
