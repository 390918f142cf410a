"""Files that come with the package, and what importing it costs."""

import subprocess
import sys

import pytest

import sinew


def test_every_example_is_found_and_every_robot_loads():
    names = sinew.examples()
    assert "arm7.urdf" in names and "four_bar.yaml" in names and "classics/heavy_top.xml" in names
    for name in names:
        if not name.endswith(".yaml"):
            assert sinew.load(sinew.example(name), repair="inertia").velocity_size > 0


def test_an_unknown_example_is_named_with_those_that_exist():
    with pytest.raises(FileNotFoundError, match="no example 'arm8.urdf'; there are arm6.urdf, arm7.urdf"):
        sinew.example("arm8.urdf")
    with pytest.raises(FileNotFoundError):
        sinew.example("../pyproject.toml")


def test_the_program_comes_with_the_package():
    done = subprocess.run([sinew.program(), "--version"], capture_output=True, text=True, check=True)
    assert sinew.__version__ in done.stdout


def test_importing_sinew_loads_no_optional_package():
    """Even if it is installed."""
    code = "import sys, sinew; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.split()
    optional = {"pandas", "xarray", "h5py", "scipy", "matplotlib", "IPython"}
    optional |= {"torch", "jax", "numba", "gymnasium", "casadi"}
    assert not optional & set(loaded)


def test_importing_sinew_takes_less_than_015_s_beyond_numpy():
    """Seconds of the processor, because other programs may be running."""
    code = "import numpy, time; t = time.process_time(); import sinew; print(time.process_time() - t)"
    times = [float(subprocess.run([sys.executable, "-c", code], capture_output=True).stdout) for _ in range(3)]
    assert min(times) < 0.15
