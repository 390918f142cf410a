"""The explicit batch: against single states and the robot's own methods, with every option."""

import multiprocessing
import os
import signal
import threading
import time

import numpy as np
import pytest

import sinew


def states(robot, count):
    found = [robot.random_state(seed) for seed in range(1, count + 1)]
    return [np.array([getattr(state, name) for state in found]) for name in ("q", "v", "tau", "a")]


@pytest.fixture(params=["arm", "humanoid"])
def robot(request):
    return request.getfixturevalue(request.param)


@pytest.fixture(params=[np.float64, np.float32])
def batch(robot, request):
    return sinew.Batch(robot, threads=2, dtype=request.param)


def close(x, y):
    tolerance = 1e-10 if x.dtype == np.float64 else 2e-3
    return np.allclose(x, y, rtol=tolerance, atol=tolerance * (1 + np.abs(y).max()))


def test_every_quantity_is_that_of_single_states(robot, batch):
    q, v, tau, a = states(robot, 19)
    frames = robot.frame_names[-2:]
    frame = frames[0]
    work = sinew.Workspace(robot)
    calls = {
        "forward_dynamics": (q, v, tau),
        "inverse_dynamics": (q, v, a),
        "bias_force": (q, v),
        "gravity_force": (q,),
        "mass_matrix": (q,),
        "inverse_mass_matrix": (q,),
    }
    for name, arguments in calls.items():
        expected = [getattr(robot, name)(*one) for one in zip(*arguments)]
        assert close(getattr(batch, name)(*arguments), np.array(expected)), name
    for i in range(3):
        work.set_state(q[i], v[i])
        assert close(batch.jacobian(q, frame, "world")[i], work.jacobian(frame, "world"))
        assert close(batch.velocities(q, v, frames)[i], np.array([work.velocity(f) for f in frames]))
        assert close(batch.poses(q, frames)[i], np.array([work.pose(f) for f in frames]))
        J = work.jacobian(frame, "aligned")
        assert close(batch.omega(q, frame, "aligned")[i], J @ work.inverse_mass_matrix() @ J.T)
    assert np.array_equal(batch.pose(q, frame), batch.poses(q, frames)[:, 0])
    assert np.array_equal(batch.velocity(q, v, frame), batch.velocities(q, v, frames)[:, 0])
    assert batch.report.all_computed and batch.report.first_failed is None


def test_the_robot_computes_several_frames_in_one_call(robot):
    q, v, _, _ = states(robot, 5)
    frames = robot.frame_names[-2:]
    for one in (np.s_[:], 0):
        expected = np.stack([robot.pose(q[one], f) for f in frames], axis=-3)
        assert np.allclose(robot.poses(q[one], frames), expected, atol=1e-14)
        expected = np.stack([robot.velocity(q[one], v[one], f, "world") for f in frames], axis=-2)
        assert np.allclose(robot.velocities(q[one], v[one], frames, "world"), expected, atol=1e-12)
    assert robot.poses(q, []).shape == (5, 0, 4, 4)


def test_a_reproducible_batch_gives_the_bits_of_single_states(arm):
    q, v, tau, _ = states(arm, 21)
    expected = np.array([arm.forward_dynamics(*one) for one in zip(q, v, tau)])
    for instructions in (None, "portable"):
        batch = sinew.Batch(arm, reproducible=True, threads=2, instructions=instructions)
        assert batch.is_reproducible and np.array_equal(batch.forward_dynamics(q, v, tau), expected)


def test_options_are_reported(arm):
    batch = sinew.Batch(arm, threads=3, instructions="portable", dtype="float32")
    assert (batch.threads, batch.instructions, batch.lanes) == (3, "portable", 4)
    assert batch.robot.name == "arm7" and batch.independent == list(range(7)) and not batch.is_reproducible
    assert repr(batch) == "<sinew.Batch of 'arm7': 4 lanes (portable), 3 threads>"
    assert sinew.Batch(arm).threads >= 1


def test_the_number_of_threads_changes_no_bit(humanoid):
    q, v, tau, _ = states(humanoid, 300)
    expected = sinew.Batch(humanoid, threads=1).forward_dynamics(q, v, tau)
    assert np.array_equal(sinew.Batch(humanoid, threads=4).forward_dynamics(q, v, tau), expected)


def test_states_without_a_result_are_counted(arm):
    batch = sinew.Batch(arm)
    q, v, tau, _ = states(arm, 12)
    q[3] = q[7] = np.nan
    a = batch.forward_dynamics(q, v, tau)
    assert (batch.report.failed, batch.report.first_failed, batch.report.all_computed) == (2, 3, False)
    assert np.isnan(a[[3, 7]]).all() and np.isfinite(np.delete(a, [3, 7], 0)).all()
    assert repr(batch.report) == "<BatchReport: failed = 2, first_failed = 3>"
    batch.gravity_force(q[:0])
    assert batch.report.failed == 0


def test_one_state_needs_no_leading_dimension(arm):
    q, v, tau, _ = states(arm, 2)
    batch = sinew.Batch(arm, threads=1)
    assert np.allclose(batch.forward_dynamics(q[0], v[0], tau[0]), arm.forward_dynamics(q[0], v[0], tau[0]))


def test_columns_and_out_are_used_in_place(arm):
    batch = sinew.Batch(arm)
    q, v, tau, _ = (np.asfortranarray(x) for x in states(arm, 40))
    out = np.empty((40, 7), order="F")
    assert batch.forward_dynamics(q, v, tau, out=out) is out
    assert np.allclose(out, arm.forward_dynamics(np.ascontiguousarray(q), v, tau), rtol=1e-12)


def test_forces_and_the_acceleration_of_the_base_act(arm):
    q, v, _, a = states(arm, 6)
    force, falling = np.array([1.0, -2, 3, 4, -5, 6]), np.array([0, 0, 0, 0, 0, -9.81])
    batch = sinew.Batch(arm)
    found = batch.inverse_dynamics(q, v, a, forces={"tool": force}, base_acceleration=falling)
    expected = arm.inverse_dynamics(q, v, a, forces={"tool": force}, base_acceleration=falling)
    assert np.allclose(found, expected, rtol=1e-12, atol=1e-12)


COUPLED = """<robot name="pair"><link name="base"/><link name="left"><inertial><mass value="1"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="right"><inertial><mass value="2"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="a" type="prismatic"><parent link="base"/><child link="left"/><axis xyz="1 0 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
  <joint name="b" type="prismatic"><parent link="base"/><child link="right"/><axis xyz="1 0 0"/>
    <limit lower="-1" upper="1" effort="1" velocity="1"/><mimic joint="a" multiplier="2"/></joint></robot>"""


def test_followers_follow_or_move_freely():
    pair = sinew.load_text(COUPLED)
    embedded, free = sinew.Batch(pair), sinew.Batch(pair, followers="free")
    q = np.zeros((3, 2))
    assert embedded.independent == [0] and np.allclose(embedded.mass_matrix(q), 1 + 2 * 2**2)
    assert free.independent == [0, 1] and np.allclose(free.mass_matrix(q), np.diag([1.0, 2]))


def test_several_threads_may_use_one_batch(arm):
    batch = sinew.Batch(arm, threads=2)
    q, v, tau, _ = states(arm, 500)
    expected, failures = batch.forward_dynamics(q, v, tau), []

    def work():
        for _ in range(50):
            if not np.array_equal(batch.forward_dynamics(q, v, tau), expected):
                failures.append(1)

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def in_child(batch, arguments, results):
    results.put(batch.forward_dynamics(*arguments).sum())


def test_a_forked_process_may_use_the_batch(arm):
    batch = sinew.Batch(arm, threads=2)
    arguments = states(arm, 400)[:3]
    expected = batch.forward_dynamics(*arguments).sum()
    fork = multiprocessing.get_context("fork")
    results = fork.Queue()
    child = fork.Process(target=in_child, args=(batch, arguments, results))
    child.start()
    assert results.get(timeout=30) == pytest.approx(expected, rel=1e-12)
    child.join(timeout=30)
    assert child.exitcode == 0


def test_a_forked_process_may_drop_the_batch(arm):
    arguments = states(arm, 400)[:3]
    batch, robot = sinew.Batch(arm, threads=2), arm.with_gravity([0, 0, 0])
    batch.forward_dynamics(*arguments), robot.forward_dynamics(*arguments)
    child = os.fork()
    if child == 0:
        del batch, robot
        os._exit(0)
    for _ in range(300):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
    assert done and status == 0


def test_wrong_options_are_named(arm):
    with pytest.raises(ValueError, match="instruction set.*sse5"):
        sinew.Batch(arm, instructions="sse5")
    with pytest.raises(ValueError, match="dtype is int32, expected float32 or float64"):
        sinew.Batch(arm, dtype="int32")
    with pytest.raises(ValueError, match="threads is -1"):
        sinew.Batch(arm, threads=-1)
    with pytest.raises(ValueError, match="followers.*loose"):
        sinew.Batch(arm, followers="loose")
    with pytest.raises(ValueError, match=r"q has the shape \(3, 6\)"):
        sinew.Batch(arm).gravity_force(np.zeros((3, 6)))
