"""Simulations: against closed forms, the energy balance, and the program's own runs."""

import gc
import os
import signal
import subprocess
import sys
import threading
import weakref

import numpy as np
import pytest

import sinew

PENDULUM = """<robot name="pendulum"><link name="rod"/><link name="mass"><inertial><mass value="2"/>
  <origin xyz="0 0 -1"/><inertia ixx="0" iyy="0" izz="0" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="swing" type="continuous"><parent link="rod"/><child link="mass"/><axis xyz="0 1 0"/></joint></robot>"""
SLIDER = """<robot name="slider"><link name="rail"/><link name="block"><inertial><mass value="2"/>
  <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="slide" type="prismatic"><parent link="rail"/><child link="block"/><axis xyz="0 0 1"/>
  <limit lower="-100" upper="100" effort="0" velocity="0"/></joint></robot>"""
G = 9.81


@pytest.fixture
def pendulum():
    return sinew.load_text(PENDULUM)


@pytest.fixture
def slider():
    """A block of 2 kg on a vertical rail."""
    return sinew.load_text(SLIDER)


def energy(robot, state):
    return sum(robot.energy(state.q, state.v))


# ---- Runs ----


def test_a_block_falls_as_a_parabola(slider):
    result = sinew.simulate(slider, q=[3], v=[1], duration=1, record_interval=0.1)
    assert result.report.end == "finished" and len(result) == 11
    assert np.allclose(result.q[:, 0], 3 + result.t - G / 2 * result.t**2, atol=1e-12)
    assert np.allclose(result["a/slide"], -G)
    assert np.allclose(result["energy/kinetic"] + result["energy/potential"], result["energy/kinetic"][0] + 3 * 2 * G)


@pytest.mark.parametrize("integrator", ["adaptive", "stiff", "rk4", "rkmk4", "variational", "semi_implicit_euler"])
def test_every_integrator_keeps_the_energy_of_a_pendulum(pendulum, integrator):
    result = sinew.simulate(pendulum, q={"swing": 1.0}, duration=2, integrator=integrator)
    bound = 0.1 if integrator == "semi_implicit_euler" else 1e-4
    assert result.report.worst_energy_error < bound * result.report.energy_scale


def test_options_are_checked(pendulum):
    with pytest.raises(ValueError, match="unknown integrator 'rk5': did you mean 'rk4'"):
        sinew.Simulation(pendulum, integrator="rk5")
    with pytest.raises(ValueError, match="fixed steps and no tolerance"):
        sinew.Simulation(pendulum, integrator="rk4", tolerance=1e-6)
    with pytest.raises(ValueError, match="duration is 'long', expected a number"):
        sinew.Simulation(pendulum, duration="long")
    with pytest.raises(ValueError, match="limits"):
        sinew.Simulation(pendulum, limits="firm")
    with pytest.raises(ValueError, match=r"q has the shape \(2,\), expected \(1,\)"):
        sinew.Simulation(pendulum, q=[0, 1])
    with pytest.raises(TypeError, match="sinew.Model or a sinew.Scene"):
        sinew.Simulation(3)
    with pytest.raises(TypeError, match="unexpected keyword"):
        sinew.Simulation(pendulum, gravity=3)


def test_tolerances_decide_the_number_of_steps(pendulum):
    steps = [sinew.simulate(pendulum, q=[1], duration=5, tolerance=t).report.evaluations for t in (1e-4, 1e-12)]
    assert steps[0] < steps[1]


def test_limits_stop_a_joint(arm):
    upper = arm.dofs[1].upper
    states = {
        kind: sinew.simulate(arm, v={"joint2": 50}, duration=0.3, limits=kind).q[:, 1] for kind in ("hard", "none")
    }
    assert states["hard"].max() <= upper + 1e-9 < states["none"].max()
    bounced = sinew.simulate(arm, v={"joint2": 50}, duration=0.3, limits=sinew.Limits(restitution=0.5))
    assert bounced["energy/impact_loss"][-1] > 0 and bounced.events


@pytest.mark.parametrize("scene", ["four_bar.yaml", "three_arm_release.yaml", "humanoid_standing.yaml"])
def test_a_scene_has_the_bits_of_the_program(models, tmp_path, scene, program):
    subprocess.run(
        [program, "simulate", models / scene, "-o", tmp_path / "a.h5", "--duration", "0.6"],
        check=True,
        capture_output=True,
    )
    theirs = sinew.read_result(tmp_path / "a.h5")
    ours = sinew.simulate(models / scene, duration=0.6)
    assert list(ours.arrays) == list(theirs.arrays) or set(ours.arrays) == set(theirs.arrays)
    for path in ours.arrays:
        assert np.array_equal(ours[path], theirs[path]), path
    assert ours.events == theirs.events


def test_plans_have_the_bits_of_the_same_scene(models, tmp_path):
    scene = tmp_path / "scene.yaml"
    scene.write_text(f"""
model: {models / "arm6.urdf"}
q: {{joint2: 0.4, joint3: 0.6}}
simulation:
  duration: 1
  record: {{interval: 0.02, frames: [tool]}}
  integrator: {{kind: rkmk4, step: 0.002}}
  controllers:
    - kind: computed_torque
      period: 0.002
      target: {{waypoints: [{{time: 0.5, q: {{joint1: 1.2, joint2: 0.9}}}}, {{time: 1, q: {{joint1: 0}}}}]}}
  forces:
    - {{kind: push, at: {{body: tool}}, force: [0, 20, 0], from: 0.5, until: 0.6}}
    - {{kind: point_spring, first: {{position: [0, 0, 1]}}, second: {{body: tool}}, stiffness: 10, length: 0.5}}
    - {{kind: joint_spring, joint: joint5, stiffness: 2, damping: 0.1, rest: 0.3}}
    - {{kind: disturbance, size: 0.1, seed: 7}}
  events:
    - {{name: far, joint: joint1, rises_to: 0.5}}
    - {{name: late, at: 0.9, stop: true}}
""")
    theirs = sinew.simulate(scene)
    target = sinew.Trajectory([0.5, 1], [{"joint1": 1.2, "joint2": 0.9}, {"joint1": 0}])
    ours = sinew.simulate(
        sinew.load(models / "arm6.urdf"),
        q={"joint2": 0.4, "joint3": 0.6},
        duration=1,
        record_interval=0.02,
        frames=["tool"],
        integrator="rkmk4",
        step=0.002,
        controllers=[sinew.ComputedTorque(target, period=0.002)],
        forces=[
            sinew.Push("tool", force=[0, 20, 0], start=0.5, until=0.6),
            sinew.PointSpring([0, 0, 1], "tool", stiffness=10, length=0.5),
            sinew.JointSpring("joint5", stiffness=2, damping=0.1, rest=0.3),
            sinew.Disturbance(0.1, seed=7),
        ],
        events=[sinew.Event("far", joint="joint1", rises_to=0.5), sinew.Event("late", at=0.9, stop=True)],
    )
    assert theirs.report.end == ours.report.end == "stopped by event" and ours.report.why == "late"
    for path in theirs.arrays:
        assert np.array_equal(ours[path], theirs[path]), path
    assert [e.name for e in ours.events if e.name in ("far", "late")] == ["far", "late"]


def test_every_plan_of_a_controller_reaches_its_target(models):
    robot = sinew.load(models / "arm7.urdf")
    goal = np.array([0.3, 0.6, 0, -1.1, 0, 0.8, 0])
    start = goal + 0.1
    for plan in (
        sinew.JointPd(goal, stiffness=400, damping=[60, 60, 40, 40, 10, 10, 2]),
        sinew.ComputedTorque(goal),
        sinew.PassivityControl(goal, damping=5),
        sinew.DecoupledControl(goal),
    ):
        result = sinew.simulate(
            robot,
            q=start,
            duration=4,
            controllers=[plan],
            joint_damping=False,
            dry_friction=False,
            integrator="stiff",
            tolerance=1e-6,
        )
        assert np.abs(result.q[-1] - goal).max() < 0.02, plan
        assert np.allclose(result["target"][-1], goal)
    pose = robot.pose(goal, "tool")
    result = sinew.simulate(
        robot,
        q=start,
        duration=3,
        controllers=[sinew.OperationalSpaceControl("tool", pose)],
        frames=["tool"],
        joint_damping=False,
        dry_friction=False,
    )
    assert np.abs(robot.pose(result.q[-1], "tool") - pose).max() < 1e-3


def test_arms_lift_their_object(models):
    scene = sinew.load_scene(models / "dual_arm_beam.yaml")
    assert scene.has_arms and "left/joint1" in scene.model.joint_names
    result = sinew.simulate(scene, duration=0.2)
    assert any(path.startswith("loops/") for path in result.arrays)
    names = [path for path in result.arrays if path.startswith("loops/")]
    assert result[names[0]].shape == (len(result), 6)


# ---- Controllers in Python ----


def test_a_function_controls_as_the_plan_does(arm):
    """Joint PD control without gravity, written in Python, has the law of the plan."""
    options = dict(q=arm.initial_position() + 0.1, duration=0.5, integrator="rk4", limits="none", dry_friction=False)
    target = np.zeros(7)
    plan = sinew.simulate(arm, controllers=[sinew.JointPd(target, stiffness=30, damping=4, gravity=False)], **options)
    ours = sinew.simulate(arm, controllers=[lambda t, q, v: 30 * (target - q) - 4 * v], **options)
    assert np.allclose(ours.q, plan.q, atol=1e-11)
    assert np.allclose(ours.actuation, plan.actuation, atol=1e-9)


class Integral:
    """A controller with memory."""

    period = 0.01

    def __init__(self):
        self.sum = 0.0
        self.calls = 0

    def torques(self, t, q, v):
        self.calls += 1
        self.sum += q[0]
        return [-0.1 * self.sum]

    def save(self):
        return [self.sum]

    def restore(self, numbers):
        (self.sum,) = numbers


def test_a_sampled_controller_is_called_once_per_period(pendulum):
    control = Integral()
    result = sinew.simulate(pendulum, q=[0.2], duration=1, controllers=[control])
    assert control.calls in (100, 101)
    held = sinew.Simulation(pendulum)
    held.add_controller(lambda t, q, v: [1.0], period=0.5)
    assert result.report.worst_energy_error < 1e-6 and np.all(held.run().actuation == 1)


def test_controllers_with_memory_are_saved_and_restored(pendulum):
    control = Integral()
    simulation = sinew.Simulation(pendulum, q=[0.2], controllers=[control], integrator="rk4")
    simulation.advance_to(0.5)
    saved, sum_then = simulation.save(), control.sum
    simulation.advance_to(1)
    first = simulation.state
    simulation.restore(saved)
    assert control.sum == sum_then and saved.time == simulation.time == 0.5
    simulation.advance_to(1)
    assert simulation.state == first


def test_what_a_controller_returns_is_checked(pendulum):
    for wrong, message in (([1, 2], r"result of a controller has the shape \(2,\)"), ("x", "result of a controller")):
        with pytest.raises(ValueError, match=message):
            sinew.simulate(pendulum, controllers=[lambda t, q, v: wrong])
    with pytest.raises(ValueError, match="a controller is 3, expected a function"):
        sinew.Simulation(pendulum, controllers=[3])


class OwnError(Exception):
    pass


@pytest.mark.parametrize("integrator", ["adaptive", "stiff", "rk4", "variational"])
def test_exceptions_are_raised_unchanged(pendulum, integrator):
    error = OwnError("at half time")

    def fails(t, q, v):
        if t > 0.5:
            raise error
        return [0.0]

    simulation = sinew.Simulation(pendulum, q=[1], duration=1, controllers=[fails], integrator=integrator)
    with pytest.raises(OwnError) as raised:
        simulation.run()
    assert raised.value is error and "fails" in [entry.name for entry in raised.traceback]
    assert 0.3 < simulation.time <= 0.5
    with pytest.raises(OwnError):
        simulation.advance_by(1)
    for where in ("value", "action", "force", "energy"):
        simulation = sinew.Simulation(pendulum, q=[1], duration=1, integrator=integrator)
        if where == "value":
            simulation.add_event("e", lambda t, q, v: 1 + fails(t, q, v)[0])
        elif where == "action":
            simulation.add_event("e", at=0.6, action=lambda context: fails(context.t, 0, 0))
        elif where == "force":
            simulation.add_force(fails)
        else:
            simulation.add_force(lambda t, q, v: [0.0], energy=lambda t, q, v: fails(t, q, v)[0])
        with pytest.raises(OwnError):
            simulation.run()


def test_the_result_file_of_a_run_that_raised_says_why(pendulum, tmp_path):
    def fails(t, q, v):
        if t > 0.5:
            raise OwnError("at half time")
        return [0.0]

    with pytest.raises(OwnError):
        sinew.simulate(pendulum, duration=1, controllers=[fails], output=tmp_path / "run.h5")
    kept = sinew.read_result(tmp_path / "run.h5")
    assert kept.report.end == "failed" and kept.report.why == "OwnError: at half time" and 0.4 < kept.t[-1] <= 0.5


# ---- Forces ----


def test_a_spring_in_python_stores_its_energy(slider):
    k, weight = 50.0, 2 * G
    simulation = sinew.Simulation(slider, duration=2, record_interval=0.05)
    simulation.add_force(lambda t, q, v: -k * q, energy=lambda t, q, v: k * q[0] ** 2 / 2)
    result = simulation.run()
    rate = np.sqrt(k / 2)
    assert np.allclose(result.q[:, 0], -weight / k * (1 - np.cos(rate * result.t)), atol=1e-8)
    assert np.allclose(result["energy/stored"], k * result.q[:, 0] ** 2 / 2)
    assert np.allclose(result["energy/work"], 0) and result.report.worst_energy_error < 1e-7


def test_work_of_a_force_is_recorded(slider):
    simulation = sinew.Simulation(slider, duration=1, v=[1], q=[0])
    simulation.add_force(lambda t, q, v: -3 * v)
    result = simulation.run()
    assert result["energy/work"][-1] < -1 and result.report.worst_energy_error < 1e-8


@pytest.mark.parametrize("reference", ["body", "aligned", "world"])
def test_forces_on_bodies_act_as_pushes_do(models, reference):
    robot = sinew.load(models / "arm6.urdf")
    q, force = robot.position(joint2=0.4, joint3=0.6), np.array([3.0, 20, -5])
    options = dict(q=q, duration=0.3, integrator="rk4")

    def push(t, q, v):
        pose = robot.pose(q, "tool")
        wrench = np.r_[0, 0, 0, force]
        if reference == "body":
            wrench = np.r_[0, 0, 0, pose[:3, :3].T @ force]
        if reference == "world":
            wrench = np.r_[np.cross(pose[:3, 3], force), force]
        return {"tool": wrench}

    simulation = sinew.Simulation(robot, **options)
    simulation.add_force(push, reference=reference)
    expected = sinew.simulate(robot, forces=[sinew.Push("tool", force=force)], **options)
    result = simulation.run()
    assert np.allclose(result.q, expected.q, atol=1e-9)
    assert np.allclose(result["energy/work"], expected["energy/work"], atol=1e-9)
    both = sinew.Simulation(robot, **options)
    both.add_force(lambda t, q, v: (np.zeros(6), push(t, q, v)), reference=reference)
    assert np.array_equal(both.run().q, result.q)


# ---- Events ----


def test_a_ball_bounces_where_it_meets_the_ground(slider):
    def bounce(context):
        assert abs(context.q[0]) < 1e-9
        context.energy_lost = (1 - 0.8**2) * context.v[0] ** 2  # m / 2 = 1 kg
        context.v[0] *= -0.8
        context.note = "restitution 0.8"

    simulation = sinew.Simulation(slider, q=[1], duration=1.5)
    simulation.add_event("bounce", lambda t, q, v: q[0], bounce)
    result = simulation.run()
    first = np.sqrt(2 / G)
    times = [event.t for event in result.events]
    assert np.allclose(times[:2], [first, first + 2 * 0.8 * first], atol=1e-9)
    assert result.events[0] == (times[0], "bounce", "restitution 0.8")
    assert result.report.worst_energy_error < 1e-7
    assert result.report.impact_loss == pytest.approx(2 * G * (1 - 0.8 ** (2 * len(times))))


def test_events_stop_a_run_at_their_time(slider):
    simulation = sinew.Simulation(slider, events=[sinew.Event("deep", joint="slide", falls_to=-1, stop=True)])
    result = simulation.run()
    assert (result.report.end, result.report.why) == ("stopped by event", "deep")
    assert result.t[-1] == pytest.approx(np.sqrt(2 / G))
    seen = []
    simulation = sinew.Simulation(slider, duration=3)
    simulation.add_event(
        sinew.Event("fast", joint="slide", velocity_falls_to=-5, action=lambda c: seen.append((c.t, c.q[0])))
    )
    simulation.add_event("clock", at=2.0, action=lambda c: seen.append(c.t), stop=True)
    assert simulation.run().t[-1] == 2.0
    assert seen[0][0] == pytest.approx(5 / G) and seen[1] == 2.0


def test_the_context_of_an_event_ends_with_its_action(slider):
    kept = []
    simulation = sinew.Simulation(slider, duration=1)
    simulation.add_event("clock", at=0.5, action=kept.append)
    simulation.run()
    with pytest.raises(RuntimeError, match="only while its action runs"):
        kept[0].v


def test_events_open_and_close_loops(models):
    simulation = sinew.Simulation(models / "four_bar.yaml", duration=0.5)
    loop = next(path for path in simulation.run().arrays if path.startswith("loops/"))[6:]
    simulation = sinew.Simulation(models / "four_bar.yaml", duration=0.5)
    simulation.add_event("let go", at=0.25, action=lambda context: context.release(loop))
    forces = simulation.run()
    late = forces.t > 0.26
    assert np.any(forces["loops/" + loop][~late] != 0) and np.all(forces["loops/" + loop][late] == 0)
    simulation = sinew.Simulation(models / "four_bar.yaml", duration=0.5)
    simulation.add_event("let go", at=0.25, action=lambda context: context.release("nothing"))
    with pytest.raises(ValueError, match="unknown loop 'nothing'"):
        simulation.run()


def test_events_lock_joints(pendulum):
    simulation = sinew.Simulation(pendulum, q=[1], duration=1, lockable_joints=["swing"])
    simulation.add_event("brake", lambda t, q, v: q[0] - 0.5, lambda context: context.lock("swing"))
    result = simulation.run()
    assert result.q[-1, 0] == pytest.approx(0.5) and result.report.impact_loss == pytest.approx(
        2 * G * (np.cos(0.5) - np.cos(1))
    )


# ---- Step by step ----


def test_steps_have_the_bits_of_a_run(arm):
    options = dict(q=arm.initial_position() + 0.1, duration=0.2, integrator="rk4", record_interval=0.01)
    result = sinew.simulate(arm, **options)
    simulation = sinew.Simulation(arm, **options)
    for q in result.q[1:]:
        assert simulation.advance_by(0.01)
        assert np.array_equal(simulation.q, q)
    assert simulation.time == result.t[-1] and simulation.report().steps == result.report.steps


def test_the_state_is_read_and_assigned(pendulum):
    simulation = sinew.Simulation(pendulum, integrator="rk4")
    simulation.v = [2.0]
    with pytest.raises(ValueError, match="read-only"):
        simulation.v[0] = 1
    simulation.step()
    assert simulation.q[0] == pytest.approx(2e-3, rel=1e-3)
    simulation.reset(q={"swing": 0.3}, t=5)
    state = simulation.state
    assert (state.t, state.q[0], state.v[0]) == (5, 0.3, 0)
    simulation.advance_by(0.1)
    simulation.reset(state)
    assert simulation.state == state
    with pytest.raises(ValueError, match="cannot advance"):
        simulation.advance_to(1)


def test_torques_that_balance_gravity_keep_an_arm_at_rest(arm):
    q = arm.initial_position() + 0.2
    simulation = sinew.Simulation(arm, q=q, dry_friction=False)
    simulation.set_torques(arm.gravity_force(q))
    simulation.advance_to(1)
    assert np.allclose(simulation.q, q, atol=1e-7)


def test_controls_of_actuators_change_during_a_run(tmp_path):
    robot = sinew.load_text(
        """<mujoco><option gravity="0 0 0"/><worldbody><body name="arm"><joint name="hinge" axis="0 1 0"/>
        <geom type="capsule" fromto="0 0 0 0 0 -1" size="0.05"/></body></worldbody>
        <actuator><position name="servo" joint="hinge" kp="100" kv="20"/></actuator></mujoco>""",
        file_name="servo.xml",
    )
    simulation = sinew.Simulation(robot, controllers=[sinew.ActuatorControl({"servo": 0.5})])
    simulation.advance_to(5)
    assert simulation.q[0] == pytest.approx(0.5, abs=1e-3)
    simulation.set_controls({"servo": -0.5})
    simulation.advance_by(5)
    assert simulation.q[0] == pytest.approx(-0.5, abs=1e-3)
    with pytest.raises(ValueError, match="unknown actuator 'servos': did you mean 'servo'"):
        simulation.set_controls({"servos": 0})


# ---- Threads, signals, lifetimes ----


def test_a_running_simulation_refuses_other_calls(pendulum):
    simulation = sinew.Simulation(pendulum, duration=0.1)
    simulation.add_controller(lambda t, q, v: simulation.q)
    with pytest.raises(RuntimeError, match="the simulation is running"):
        simulation.run()
    assert simulation.time == 0


def test_simulations_run_in_several_threads_at_once(arm):
    expected = sinew.simulate(arm, v={"joint1": 1}, duration=0.3).q
    results = {}

    def work(i):
        results[i] = sinew.simulate(arm, v={"joint1": 1}, duration=0.3, controllers=[lambda t, q, v: None]).q

    threads = [threading.Thread(target=work, args=(i,)) for i in range(4)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert all(np.array_equal(results[i], expected) for i in range(4))


@pytest.mark.parametrize("in_python", [False, True])
def test_an_interrupt_ends_the_run_and_keeps_the_result(pendulum, in_python):
    simulation = sinew.Simulation(pendulum, q=[1], duration=1e6, record_interval=10, integrator="rk4")
    if in_python:
        simulation.add_controller(lambda t, q, v: [0.0])
    timer = threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    result = simulation.run()
    assert result.report.end == "interrupted" and 0 < result.report.t < 1e6
    assert result.t[-1] == result.report.t
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_other_signal_handlers_can_raise(pendulum):
    def handler(number, frame):
        raise OwnError("alarm")

    before = signal.signal(signal.SIGALRM, handler)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(OwnError):
            sinew.simulate(pendulum, duration=1e6, record_interval=10, integrator="rk4")
    finally:
        signal.signal(signal.SIGALRM, before)


def test_progress_is_told(pendulum, capsys):
    seen = []
    sinew.simulate(pendulum, q=[1], duration=2, progress=seen.append)
    assert seen and seen == sorted(seen) and seen[-1] == 2
    sinew.simulate(pendulum, q=[1], duration=1, progress=True)  # no terminal, or tqdm


def test_a_failed_run_warns_and_keeps_its_records(pendulum):
    simulation = sinew.Simulation(pendulum, q=[1], duration=2)
    simulation.add_controller(lambda t, q, v: [np.inf if t > 1 else 0.0])
    with pytest.warns(RuntimeWarning, match="the simulation failed at t"):
        result = simulation.run()
    assert result.report.end == "failed" and result.report.why and 0.9 < result.t[-1] <= 1


def test_a_simulation_in_a_cycle_is_collected(pendulum):
    simulation = sinew.Simulation(pendulum)
    simulation.add_controller(lambda t, q, v: [float(simulation is None)])
    watched = weakref.ref(simulation)
    del simulation
    gc.collect()
    assert watched() is None


def test_the_interpreter_exits_quietly_with_simulations(tmp_path):
    script = tmp_path / "exit.py"
    script.write_text(
        f"""
import sinew
robot = sinew.load_text({PENDULUM!r})
simulation = sinew.Simulation(robot, duration=0.1)
simulation.add_controller(lambda t, q, v: [simulation.duration])
simulation.add_event("clock", at=0.05, action=lambda context: None)
result = simulation.run()
saved = simulation.save()
"""
    )
    run = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert run.returncode == 0 and run.stderr == ""
