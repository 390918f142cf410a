"""Closed loops, couplings and several arms: against the equations of motion with constraints, and against each other."""

import numpy as np
import pytest

import sinew


@pytest.fixture(scope="module")
def four_bar(models):
    return sinew.load(models / "four_bar.urdf")


@pytest.fixture
def closed(four_bar):
    """A system of the linkage, and a position and velocity at which its loop is closed."""
    system = sinew.ConstrainedSystem(four_bar)
    q = system.assemble(four_bar.position(crank_joint=0.4), held=["crank_joint"]).q
    v = system.kinematics(q).expand([1.7])
    return system, q, v


@pytest.fixture
def beam(models):
    return sinew.load_scene(models / "dual_arm_beam.yaml")


def test_assembly_closes_the_loop_and_keeps_what_is_held(four_bar):
    system = sinew.ConstrainedSystem(four_bar)
    start = four_bar.position(crank_joint=0.4)
    before = start.copy()
    found = system.assemble(start, held=["crank_joint"])
    assert found.closed and found.error < 1e-12 and found.steps > 0 and "closing_joint" in found.worst_row
    assert np.array_equal(start, before)
    index = four_bar.joint("crank_joint").q_index
    assert found.q[index] == 0.4
    assert np.abs(system.position_errors(found.q)).max() < 1e-12
    assert np.abs(system.position_errors(start)).max() > 1e-3
    weights = np.ones(four_bar.velocity_size)
    weights[index] = 0
    assert np.array_equal(system.assemble(start, weights=weights).q, found.q)


def test_independent_motions_keep_the_loop_closed(closed, four_bar):
    system, q, v = closed
    kinematics = system.kinematics(q)
    J, S = kinematics.constraint_jacobian, kinematics.independent_motions
    assert kinematics.dofs == 1 and kinematics.rank == 2 == np.linalg.matrix_rank(J)
    assert np.allclose(J @ S, 0, atol=1e-14)
    assert S[kinematics.independent[0], 0] == 1
    assert np.allclose(system.velocity_errors(q, v), 0, atol=1e-13)
    rate = (system.position_errors(four_bar.integrate(q, S[:, 0], 1e-6)) - system.position_errors(q)) / 1e-6
    assert np.allclose(rate, 0, atol=1e-5)
    given = np.array([1.0, -2.0, 3.0])
    assert np.allclose(kinematics.project(given), S @ np.linalg.lstsq(S, given, rcond=None)[0])


def test_the_jacobian_of_the_closed_chain_is_that_of_the_tree_times_the_motions(closed, four_bar):
    system, q, v = closed
    frame = four_bar.frame_names[-1]
    kinematics = system.kinematics(q)
    expected = four_bar.velocity(q, v, frame, "aligned")
    assert np.allclose(kinematics.jacobian(frame, "aligned") @ [1.7], expected)


@pytest.mark.parametrize("strategy", ["automatic", "block_omega", "embedding", "dense"])
def test_accelerations_satisfy_the_equations_of_motion(closed, four_bar, strategy):
    _, q, v = closed
    system = sinew.ConstrainedSystem(four_bar, strategy=strategy)
    tau = np.array([0.3, -0.2, 0.1])
    a = system.forward_dynamics(q, v, tau)
    S = system.kinematics(q).independent_motions
    # The loop does no work on the motions that it allows.
    assert np.allclose(S.T @ (four_bar.mass_matrix(q) @ a + four_bar.bias_force(q, v) - tau), 0, atol=1e-9)
    step = 1e-6
    ahead, behind = (four_bar.integrate(q, v, t) for t in (step, -step))
    rates = [system.velocity_errors(x, v + t * a) for x, t in ((ahead, step), (behind, -step))]
    assert np.allclose((rates[0] - rates[1]) / (2 * step), 0, atol=1e-5)
    assert np.allclose(a, four_bar.forward_dynamics(q, v, tau), atol=1e-9)


def test_the_force_of_the_loop_makes_up_for_the_open_chain(closed, four_bar):
    system, q, v = closed
    tau = np.array([0.3, -0.2, 0.1])
    a = system.forward_dynamics(q, v, tau)
    loop = system.loop("closing_joint")
    assert loop.name == "closing_joint" and loop.is_closed
    (description,) = [one for one in four_bar.description.loops if one.name == "closing_joint"]
    ends = (description.first, description.second)
    work = sinew.Workspace(four_bar)
    work.set_position(q)

    def torques(end, wrench):
        # The wrench is in the axes of the second end; the loop is closed, so its point is the same on both bodies.
        second = (work.pose(ends[1].body) if ends[1].body else np.eye(4)) @ ends[1].placement
        own = (work.pose(end.body) if end.body else np.eye(4)) @ np.eye(4)
        R, arm = own[:3, :3].T @ second[:3, :3], own[:3, :3].T @ (second[:3, 3] - own[:3, 3])
        force = R @ wrench[3:]
        moment = R @ wrench[:3] + np.cross(arm, force)
        return work.jacobian_adjoint_times(end.body, np.r_[moment, force]) if end.body else np.zeros(3)

    total = torques(ends[1], loop.force) - torques(ends[0], loop.force)
    assert np.allclose(four_bar.mass_matrix(q) @ a + four_bar.bias_force(q, v), tau + total, atol=1e-9)


def test_inverse_dynamics_drives_the_linkage_by_its_crank(closed, four_bar):
    _, q, v = closed
    system = sinew.ConstrainedSystem(four_bar, actuated=["crank_joint"])
    crank = four_bar.joint("crank_joint").v_index
    a = system.forward_dynamics(q, v, np.zeros(3))
    driven = (
        a
        - a[crank] * system.kinematics(q).independent_motions[:, 0] / system.kinematics(q).independent_motions[crank, 0]
    )
    tau, residual = system.inverse_dynamics(q, v, driven)
    assert residual < 1e-9 and np.count_nonzero(tau) == 1 and tau[crank] != 0
    assert np.allclose(system.forward_dynamics(q, v, tau), driven, atol=1e-8)
    by_number = sinew.ConstrainedSystem(four_bar, actuated=[crank])
    assert np.allclose(by_number.inverse_dynamics(q, v, driven)[0], tau)


def test_external_forces_act_on_closed_chains(closed, four_bar):
    system, q, v = closed
    frame, force = four_bar.frame_names[-1], [1, 2, 3, -4, 5, 6]
    tau = four_bar.jacobian(q, frame).T @ force
    expected = system.forward_dynamics(q, v, tau)
    assert np.allclose(system.forward_dynamics(q, v, np.zeros(3), forces={frame: force}), expected, atol=1e-9)
    out = np.empty(3)
    assert system.forward_dynamics(q, v, tau, out=out) is out and np.array_equal(out, expected)
    falling = system.forward_dynamics(q, np.zeros(3), np.zeros(3), base_acceleration=[0, 0, 0, 0, 0, -9.81])
    assert np.allclose(falling, 0, atol=1e-9)


def test_an_impulse_changes_the_velocities_along_the_rows(closed, four_bar):
    system, q, v = closed
    open_velocity = v + [0.1, 0.2, -0.3]
    errors = system.velocity_errors(q, open_velocity)
    change = system.impulse(q, -errors)
    assert np.allclose(system.velocity_errors(q, open_velocity + change), 0, atol=1e-12)
    # It changes no momentum along the motions that the loop allows.
    S = system.kinematics(q).independent_motions
    assert np.allclose(S.T @ four_bar.mass_matrix(q) @ change, 0, atol=1e-12)
    assert np.abs(system.loop("closing_joint").force).max() > 0


def test_a_planar_linkage_is_well_posed_with_redundant_forces(closed):
    system, q, _ = closed
    posed = system.well_posedness(q)
    assert (posed.rows, posed.rank, posed.dofs) == (5, 2, 1)
    assert posed.accelerations_are_unique and not posed.forces_are_unique
    J, free = system.kinematics(q).constraint_jacobian, posed.open_forces
    assert free.shape == (5, 3) and np.allclose(J.T @ free, 0, atol=1e-12)
    assert np.allclose(free.T @ free, np.eye(3))
    assert posed.open_accelerations.shape == (3, 0)


def test_an_opened_loop_leaves_the_tree(closed, four_bar):
    system, q, v = closed
    tau = np.array([0.3, -0.2, 0.1])
    system.set_loop_closed("closing_joint", False)
    assert not system.is_loop_closed("closing_joint") and not system.is_constrained and system.method == "tree"
    tree = sinew.Workspace(four_bar)
    assert np.allclose(system.forward_dynamics(q, v, tau), tree.forward_dynamics(q, v, tau))
    assert np.array_equal(system.loop(0).force, np.zeros(6)) and system.rank() == 0
    system.set_loop_closed(0, True)
    assert system.is_constrained


def test_reaction_forces_are_those_of_the_closed_mechanism(closed, four_bar):
    system, q, v = closed
    tau = np.array([0.3, -0.2, 0.1])
    system.forward_dynamics(q, v, tau)
    assert np.allclose(system.joint_forces(), four_bar.constraint_forces(q, v, tau), atol=1e-9)
    assert system.fixed_joint_forces().shape == (len(four_bar.fixed_joints), 6)


def test_couplings_have_torques():
    def wheel(number):
        joint = sinew.Joint(f"axle{number}", "continuous", axis=[0, 0, 1])
        return sinew.Body(f"wheel{number}", joint=joint, inertial=sinew.Inertial(1, inertia=0.5 * np.eye(3)))

    gear = sinew.Coupling("gear", "axle2", "axle1", [0, -2, 0, 0, 0])
    robot = sinew.Model(sinew.Description("gears", [wheel(1), wheel(2)], couplings=[gear], gravity=[0, 0, 0]))
    system = sinew.ConstrainedSystem(robot)
    a = system.forward_dynamics([0, 0], [0, 0], [1, 0])
    # (0.5 + 4 * 0.5) a1 = 1, and the gear gives the second wheel its acceleration.
    assert np.allclose(a, [0.4, -0.8])
    assert system.coupling("gear").torque == pytest.approx(0.5 * -0.8)
    assert system.coupling(0).name == "gear" and system.coupling_names == ["gear"]
    system.set_coupling_active("gear", False)
    assert np.allclose(system.forward_dynamics([0, 0], [0, 0], [1, 0]), [2, 0])
    with pytest.raises(ValueError, match="there is no coupling 'gaer': expected 'gear'"):
        system.set_coupling_active("gaer", True)


def test_independent_coordinates_determine_the_others(models):
    description = sinew.load(models / "arm7.urdf").description
    description.couplings.append(sinew.Coupling("cam", "joint2", "joint1", [0.1, 0.5, 0.3, 0, 0]))
    robot = sinew.Model(description)
    assert robot.independent == [0, 2, 3, 4, 5, 6]
    q = robot.follow(np.full(7, 0.2))
    assert q[1] == pytest.approx(0.1 + 0.5 * 0.2 + 0.3 * 0.04) and np.array_equal(np.delete(q, 1), np.full(6, 0.2))
    u = np.arange(1.0, 7)
    v = robot.expand(q, u)
    assert v[1] == pytest.approx(0.5 + 0.6 * 0.2) and np.array_equal(v[robot.independent], u)
    assert np.allclose(robot.jacobian(q, "tool") @ u, robot.velocity(q, v, "tool"))


def test_inconsistent_states_are_found_and_made_consistent(four_bar):
    q, v = four_bar.position(crank_joint=0.4), np.array([1.0, 0, 0])
    errors = four_bar.constraint_errors(q, v)
    assert not errors.fit and errors.position.size > 1e-3 and "closing_joint" in errors.position.row
    held = [four_bar.joint_names[0]]
    better_q, better_v, rest = four_bar.make_consistent(q, v, held=held)
    assert rest.fit and rest.velocity.fits and better_q[0] == q[0] and better_v[0] == v[0]
    assert four_bar.constraint_errors(better_q, better_v).fit
    assert four_bar.constraint_errors(better_q).velocity.size == 0


# ---- Several arms ----


def test_a_scene_has_arms_an_object_and_a_state(beam, models):
    assert beam.has_arms and [robot.name for robot in beam.robots] == ["left", "right"]
    assert beam.object.name == "beam" and beam.object.model.mass == 4
    state = beam.state
    stacked = np.concatenate([robot.state.q for robot in beam.robots] + [beam.object.state.q])
    assert np.array_equal(state.q, stacked) and len(state.q) == beam.model.position_size
    mechanism = sinew.load_scene(models / "four_bar.yaml")
    assert mechanism.object is None and len(mechanism.robots) == 1 and mechanism.system().method != "multi_arm"
    with pytest.raises(ValueError, match="has no arms"):
        mechanism.arms_and_object


def test_the_arms_of_a_scene_lift_their_object(beam):
    system = beam.system()
    assert system.method == "multi_arm" and system.rows == 12
    state = beam.state
    a = system.forward_dynamics(state.q, np.zeros(system.model.velocity_size), state.tau)
    left, right, held = system.arm("left"), system.arm(1), system.object
    assert np.array_equal(np.concatenate([left.acceleration, right.acceleration, held.acceleration]), a)
    assert np.array_equal(np.concatenate([left.position, right.position, held.position]), state.q)
    assert np.array_equal(np.concatenate([left.torque, right.torque, held.torque]), state.tau)
    assert held.acceleration[5] == pytest.approx(0.5, abs=0.01)  # as the scene says
    # The same by the loops of the merged model.
    merged = sinew.ConstrainedSystem(sinew.merge_arms(beam.arms_and_object), strategy="dense")
    assert np.allclose(merged.forward_dynamics(state.q, 0 * a, state.tau), a, atol=1e-8)
    for name in system.loop_names:
        assert np.allclose(merged.loop(name).force, system.loop(name).force, atol=1e-7)
    assert np.allclose(merged.joint_forces(), system.joint_forces(), atol=1e-7)
    assert np.allclose(merged.fixed_joint_forces(), system.fixed_joint_forces(), atol=1e-7)
    assert np.abs(system.fixed_joint_forces()).max() > 1


def test_contact_forces_carry_the_object(beam):
    system, state = beam.system(), beam.state
    a = system.forward_dynamics(state.q, np.zeros(system.model.velocity_size), state.tau)
    kinematics = sinew.MultiArmKinematics(system)
    kinematics.update(state.q)
    A, mass = kinematics.object_map, beam.object.model.mass
    wrench = A @ system.row_forces()
    assert wrench[5] == pytest.approx(mass * (9.81 + a[-1]), rel=1e-9)
    assert np.allclose(wrench[3:5], mass * a[-3:-1], atol=1e-9)


@pytest.fixture
def bar(arm):
    """Two arms that hold a bar, and their position."""
    arms = [arm, arm.with_placement(sinew.transform([1.2, 0, 0], rpy=[0, 0, np.pi]))]
    posture = np.array([0.2, 0.6, -0.3, 1.2, 0.4, 0.9, -0.2])
    tools = [robot.pose(posture, "tool") for robot in arms]
    middle = sinew.transform((tools[0][:3, 3] + tools[1][:3, 3]) / 2)
    end = sinew.LoopEnd("tool")
    grasps = [
        sinew.Grasp(f"hand{i}", i, first=sinew.LoopEnd("object", np.linalg.inv(middle) @ tool), second=end)
        for i, tool in enumerate(tools)
    ]
    held = sinew.rigid_object(sinew.Inertial(6, inertia=np.diag([0.02, 0.4, 0.4])))
    parts = sinew.ArmsAndObject(arms, held, grasps, ["left", "right", "bar"])
    q = np.concatenate([posture, posture, middle[:3, 3], [1, 0, 0, 0]])
    return parts, q


def test_arms_built_in_code_share_the_weight_of_a_bar(bar):
    parts, q = bar
    system = sinew.ConstrainedSystem(parts)
    kinematics = sinew.MultiArmKinematics(system)
    kinematics.update(q)
    sharing = sinew.LoadSharing(kinematics, shares=[2, 1])
    forces = sharing.share([0, 0, 0, 0, 0, 6 * 9.81])
    assert np.allclose(kinematics.object_map @ forces, [0, 0, 0, 0, 0, 6 * 9.81])
    tau = []
    for arm, posture, force in zip(parts.arms, q[:14].reshape(2, 7), forces.reshape(2, 6)):
        tau.append(arm.gravity_force(posture) + arm.jacobian(posture, "tool").T @ force)
    a = system.forward_dynamics(q, np.zeros(20), np.concatenate([*tau, np.zeros(6)]))
    assert np.allclose(a, 0, atol=1e-9)
    assert np.allclose(system.row_forces(), forces, atol=1e-9)
    assert np.allclose(system.loop("hand0").force, -forces[:6], atol=1e-9)


def test_contact_forces_split_into_motion_and_squeeze(bar):
    parts, q = bar
    kinematics = sinew.MultiArmKinematics(sinew.ConstrainedSystem(parts))
    kinematics.update(q)
    sharing = sinew.LoadSharing(kinematics)
    forces = np.random.default_rng(1).uniform(-1, 1, 12)
    motion, squeeze = sharing.motion_part(forces), sharing.squeeze_part(forces)
    assert np.allclose(motion + squeeze, forces)
    assert np.allclose(kinematics.object_map @ squeeze, 0, atol=1e-12)


def test_hands_do_not_slip_on_consistent_motions(bar):
    parts, q = bar
    system = sinew.ConstrainedSystem(parts)
    kinematics = sinew.MultiArmKinematics(system)
    kinematics.update(q, np.zeros(20))
    lift = np.zeros(20)
    lift[-1] = 0.1
    v = kinematics.joint_velocities(lift)
    assert np.array_equal(v[14:], lift[14:]) and np.allclose(kinematics.relative_velocity(v), 0, atol=1e-13)
    assert np.allclose(system.velocity_errors(q, v), 0, atol=1e-13)
    back = np.concatenate([v[:14], np.zeros(6)])
    assert np.allclose(kinematics.object_velocity(back)[14:], lift[14:], atol=1e-12)
    for projection in ("nearest", "least_norm"):
        some = kinematics.project_velocity(np.arange(20.0), projection)
        assert np.allclose(kinematics.relative_velocity(some), 0, atol=1e-10)
    a = kinematics.joint_accelerations(lift)
    assert np.allclose(kinematics.relative_acceleration(a), 0, atol=1e-12)
    with pytest.raises(ValueError, match="unknown projection 'neerest'"):
        kinematics.project_velocity(v, "neerest")


def test_influence_maps_torques_to_accelerations_and_contact_forces(bar):
    parts, q = bar
    system, rest, tau = sinew.ConstrainedSystem(parts), np.zeros(20), np.arange(20.0)
    influence = sinew.MultiArmInfluence(system)
    with pytest.raises(RuntimeError, match="call update first"):
        influence.accelerations
    influence.update(q)
    without = system.forward_dynamics(q, rest, rest), system.row_forces()
    driven = system.forward_dynamics(q, rest, tau), system.row_forces()
    assert np.allclose(influence.accelerations @ tau, driven[0] - without[0], atol=1e-8)
    assert np.allclose(influence.contact_forces @ tau, driven[1] - without[1], atol=1e-8)
    assert influence.rank == 12
    first = parts.arms[0].inverse_mass_matrix(q[:7])
    assert np.allclose(influence.free_accelerations[:7, :7], first)
    held = influence.constraint_response @ influence.contact_forces
    assert np.allclose(influence.accelerations, influence.free_accelerations - held)


def test_prediction_and_correction_give_the_contact_forces(bar):
    parts, q = bar
    system = sinew.ConstrainedSystem(parts)
    corrector = sinew.PredictorCorrector(system)
    with pytest.raises(RuntimeError):
        corrector.update()
    with pytest.raises(RuntimeError, match="call update first"):
        corrector.gain
    a = system.forward_dynamics(q, np.zeros(20), np.arange(20.0))
    corrector.update()
    assert np.allclose(corrector.contact_forces(), system.row_forces(), atol=1e-8)
    assert np.allclose(corrector.object_acceleration(), a[14:] + [0, 0, 0, 0, 0, 9.81], atol=1e-8)
    assert corrector.gain.shape == (12, 6) and corrector.free_forces.shape == (12,)


def test_a_released_object_hangs_on_the_other_arm(bar):
    parts, q = bar
    system = sinew.ConstrainedSystem(parts)
    kinematics = sinew.MultiArmKinematics(system)
    system.set_loop_closed("hand1", False)
    kinematics.update(q)
    assert kinematics.rows == 6
    a = system.forward_dynamics(q, np.zeros(20), np.zeros(20))
    alone = parts.arms[1].forward_dynamics(q[7:14], np.zeros(7), np.zeros(7))
    assert np.allclose(system.arm("right").acceleration, alone) and a[-1] < 0
    assert not system.loop("hand1").is_closed


def test_kinematics_keep_their_system_alive(bar):
    parts, _ = bar
    sharing = sinew.LoadSharing(sinew.MultiArmKinematics(sinew.ConstrainedSystem(parts)))
    with pytest.raises(RuntimeError):
        sharing.share([0, 0, 0, 0, 0, 1])  # without a position


# ---- Errors ----


def test_results_of_another_position_are_refused(closed):
    system, q, v = closed
    with pytest.raises(RuntimeError, match="forward_dynamics"):
        sinew.ConstrainedSystem(system.model).loop(0)
    system.forward_dynamics(q, v, np.zeros(3))
    system.position_errors(q + 0.1)
    with pytest.raises(RuntimeError, match="another position"):
        system.loop("closing_joint")


def test_unknown_names_and_wrong_types_are_named(closed, four_bar):
    system, q, v = closed
    system.forward_dynamics(q, v, np.zeros(3))
    with pytest.raises(ValueError, match="there is no loop 'pin': expected 'closing_joint'"):
        system.loop("pin")
    with pytest.raises(ValueError, match="7"):
        system.loop(7)
    with pytest.raises(ValueError):
        system.loop(-1)
    with pytest.raises(OverflowError):
        system.loop(10**30)
    with pytest.raises(TypeError, match="a loop is given by its name or its number"):
        system.loop(1.5)
    with pytest.raises(ValueError, match="there is no arm 'left': the system has none"):
        system.arm("left")
    with pytest.raises(ValueError, match="not made from arms"):
        system.object
    with pytest.raises(ValueError, match="unknown strategy 'dens': did you mean 'dense'"):
        sinew.ConstrainedSystem(four_bar, strategy="dens")
    with pytest.raises(ValueError, match="robot is of the type str, expected a sinew.Model or sinew.ArmsAndObject"):
        sinew.ConstrainedSystem("four_bar.urdf")
    with pytest.raises(ValueError, match="crank"):
        sinew.ConstrainedSystem(four_bar, actuated=["crank_jiont"])
    with pytest.raises(TypeError, match="actuated is a list"):
        sinew.ConstrainedSystem(four_bar, actuated="crank_joint")
    with pytest.raises(ValueError, match=r"q has the shape \(2,\), expected \(3,\)"):
        system.forward_dynamics([0, 0], v, v)
    with pytest.raises(ValueError, match=r"rows has the shape \(2,\), expected \(5,\)"):
        system.impulse(q, [0, 0])
    with pytest.raises(ValueError, match="not one of arms"):
        sinew.MultiArmKinematics(system)
    with pytest.raises(ValueError, match="make it from sinew.ArmsAndObject"):
        system.row_forces()


def test_wrong_arms_are_named(arm):
    with pytest.raises(ValueError, match="arms is empty"):
        sinew.ConstrainedSystem(sinew.ArmsAndObject())
    with pytest.raises(ValueError, match=r"arms\[0\] is of the type str, expected a sinew.Model"):
        sinew.ConstrainedSystem(sinew.ArmsAndObject(["arm"]))
    with pytest.raises(ValueError, match="got 1 names, expected 2"):
        sinew.ConstrainedSystem(sinew.ArmsAndObject([arm], names=["left"]))
    with pytest.raises(ValueError, match="arm.* 3"):
        grasp = sinew.Grasp("hand", 3, second=sinew.LoopEnd("tool"))
        sinew.ConstrainedSystem(sinew.ArmsAndObject([arm], grasps=[grasp]))


def test_arms_can_hold_the_ground(arm):
    q = arm.random_state(2).q
    grasp = sinew.Grasp("hand", 0, first=sinew.LoopEnd("", arm.pose(q, "tool")), second=sinew.LoopEnd("tool"))
    system = sinew.ConstrainedSystem(sinew.ArmsAndObject([arm], grasps=[grasp]))
    a = system.forward_dynamics(q, np.zeros(7), np.zeros(7))
    assert np.allclose(arm.jacobian(q, "tool") @ a, 0, atol=1e-9)
