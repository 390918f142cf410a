"""Results in memory and in files have the same interface and the same numbers."""

import subprocess

import numpy as np
import pytest

import sinew


@pytest.fixture(scope="module")
def result(arm):
    control = sinew.ComputedTorque({"joint1": 0.5})
    return sinew.simulate(
        arm, duration=0.2, frames=["tool"], controllers=[control], events=[sinew.Event("mark", at=0.1)]
    )


@pytest.fixture
def stored(result, tmp_path):
    result.write(tmp_path / "run.h5")
    return sinew.read_result(tmp_path / "run.h5")


def test_arrays_have_named_columns_and_units(arm, result):
    assert result.q.shape == (len(result), 7) and np.array_equal(result["q/joint2"], result.q[:, 1])
    assert result.arrays["q"].columns == arm.joint_names
    assert result.units("q/joint1") == "rad" and result.units("a") == ["rad/s^2"] * 7
    assert np.allclose(result["frames/tool/x"], [arm.pose(q, "tool")[0, 3] for q in result.q])
    assert np.all(result["target/joint1"] == 0.5)
    assert "energy/kinetic" in result and "energy/heat" not in result and "frames/tool" in result.keys()
    with pytest.raises(KeyError, match="no 'q/joint9': did you mean 'q/joint"):
        result["q/joint9"]


def test_names_with_slashes_are_columns(models):
    run = sinew.simulate(models / "dual_arm_beam.yaml", duration=0.05)
    assert np.array_equal(run["q/left/joint1"], run.q[:, run.arrays["q"].columns.index("left/joint1")])


def test_a_written_result_is_read_back(result, stored):
    assert set(stored.arrays) == set(result.arrays)
    for path, info in result.arrays.items():
        assert np.array_equal(stored[path], result[path]), path
        assert stored.arrays[path] == info
    assert stored.events == result.events and "mark" in [event.name for event in stored.events]
    ours, theirs = vars(result.report), vars(stored.report)
    assert {name: value for name, value in ours.items() if name != "start_moves"} == {
        name: value for name, value in theirs.items() if name != "start_moves"
    }
    assert (stored.scene, stored.duration, stored.record_interval) == ("arm7", 0.2, 0.01)


def test_a_result_that_is_written_is_the_one_of_a_run_with_output(arm, tmp_path):
    first = sinew.simulate(arm, duration=0.1, output=tmp_path / "a.h5", csv=tmp_path / "a.csv")
    first.write(tmp_path / "b.h5")
    a, b = (sinew.read_result(tmp_path / name) for name in ("a.h5", "b.h5"))
    assert all(np.array_equal(a[path], b[path]) for path in a.arrays)
    assert (tmp_path / "a.csv").read_text().startswith("time,q:joint1")
    b.write(tmp_path / "c.h5")
    assert (tmp_path / "c.h5").read_bytes() == (tmp_path / "b.h5").read_bytes()


def test_the_program_shows_results_of_robots_from_every_source(arm, tmp_path, program):
    edited = arm.with_locked_joints({"joint3": 0.2})
    for robot in (
        arm,
        edited,
        sinew.load_text(
            "<mujoco><worldbody><body name='b'><joint name='h'/><geom size='1'/></body></worldbody></mujoco>",
            file_name="b.xml",
        ),
    ):
        sinew.simulate(robot, duration=0.1, output=tmp_path / "run.h5")
        run = subprocess.run(
            [program, "view", tmp_path / "run.h5", "--export", tmp_path / "page.html"], capture_output=True, text=True
        )
        assert run.returncode == 0 or "built without the page" in run.stderr, run.stderr


def test_errors_of_files_are_those_of_the_program(tmp_path):
    with pytest.raises(RuntimeError, match="none.h5"):
        sinew.read_result(tmp_path / "none.h5")
    (tmp_path / "text.h5").write_text("text")
    with pytest.raises(RuntimeError, match="is not a simulation result"):
        sinew.read_result(tmp_path / "text.h5")


def test_a_damaged_file_is_refused(result, tmp_path):
    result.write(tmp_path / "run.h5")
    damaged = bytearray((tmp_path / "run.h5").read_bytes())
    damaged[len(damaged) // 2] ^= 1
    (tmp_path / "run.h5").write_bytes(damaged)
    with pytest.raises(RuntimeError, match="run.h5|damaged"):
        broken = sinew.read_result(tmp_path / "run.h5")
        for path in broken.arrays:
            broken[path]


def test_no_file_is_left_where_none_can_be_written(arm, tmp_path):
    with pytest.raises(RuntimeError, match="cannot write"):
        sinew.simulate(arm, duration=0.1, output=tmp_path / "no" / "run.h5")


def test_reports_read_as_text(result):
    text = str(result.report)
    assert "finished at t = 0.2 s" in text and "0.1 s: mark" in text
    assert "21 records" in repr(result)


def test_results_convert_to_pandas(result):
    pandas = pytest.importorskip("pandas")
    table = result.to_pandas()
    assert isinstance(table, pandas.DataFrame) and table.index.name == "time"
    assert np.array_equal(table["q:joint2"], result["q/joint2"])
    assert table.attrs["units"]["v:joint1"] == "rad/s" and table.attrs["units"]["tool:x"] == "m"


def test_results_convert_to_xarray(result):
    xarray = pytest.importorskip("xarray")
    data = result.to_xarray()
    assert isinstance(data, xarray.Dataset) and data["q"].attrs["units"] == "rad"
    assert np.array_equal(data["q"].sel({"q column": "joint2"}), result["q/joint2"])
    assert data["frames/tool"].attrs["units"] == ["m"] * 3 + ["1"] * 4
    assert data.time.attrs["units"] == "s"
