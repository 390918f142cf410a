"""Compares robots in sinew with the same robots in Pinocchio, MuJoCo, Drake and KDL, through sinew.interop.

The tests of a library are skipped if it is not installed: python/requirements_peers.txt lists the wheels, and Debian has KDL
(python3-pykdl).
"""

import numpy as np
import pytest

import sinew

LINK = """
  <link name="{0}"><inertial><origin xyz="0.1 0.2 0.3" rpy="0.1 0.2 0.3"/><mass value="{1}"/>
    <inertia ixx="0.5" iyy="0.6" izz="0.7" ixy="0.01" ixz="0.02" iyz="0.03"/></inertial></link>"""
JOINT = """
  <joint name="{0}" type="{1}"><parent link="{2}"/><child link="{3}"/><axis xyz="{4}"/>
    <origin xyz="0.1 -0.2 0.3" rpy="0.4 0.3 -0.2"/><limit lower="-2" upper="2" effort="10" velocity="10"/></joint>"""

# The joints of each link are not in alphabetical order, and one branch starts at a link on a fixed joint.
BRANCHED = (
    '<robot name="branched">'
    + "".join(LINK.format(name, mass) for name, mass in zip(["base", "b", "d", "plate", "a", "e", "c"], range(1, 8)))
    + JOINT.format("j_z", "continuous", "base", "b", "0 1 1")
    + JOINT.format("j_d", "prismatic", "b", "d", "1 0 0")
    + JOINT.format("fixed_plate", "fixed", "base", "plate", "1 0 0")
    + JOINT.format("j_a", "revolute", "base", "a", "0 0 1")
    + JOINT.format("j_e", "continuous", "plate", "e", "0 1 0")
    + JOINT.format("j_c", "revolute", "plate", "c", "1 2 3")
    + "</robot>"
)
PLANAR = (
    '<robot name="planar"><link name="world"/>'
    + LINK.format("puck", 1)
    + LINK.format("rod", 2)
    + JOINT.format("table", "planar", "world", "puck", "0 0 1")
    + JOINT.format("hinge", "revolute", "puck", "rod", "0 1 1")
    + "</robot>"
)
MJCF = """
<mujoco>
  <worldbody>
    <body name="rock" pos="1 0 0" euler="0 0 90">
      <freejoint name="flight"/>
      <geom type="box" size="0.3 0.1 0.2" pos="0.1 0.2 0.3" mass="3"/>
      <body pos="0.2 0 0.1">
        <joint type="hinge" axis="1 2 3"/>
        <geom type="box" size="0.3 0.1 0.2" pos="0.1 0.2 0" mass="2"/>
        <body name="ball" pos="0.2 0 0.1" euler="10 0 50">
          <joint name="socket" type="ball"/>
          <geom type="box" size="0.3 0.1 0.2" pos="0.1 0.2 0" mass="2"/>
        </body>
      </body>
      <body name="tip" pos="0 0.3 0">
        <joint name="first" axis="1 0 0"/>
        <joint axis="0 1 0" pos="0.1 0 0"/>
        <joint type="slide" axis="0 0 1"/>
        <geom type="box" size="0.1 0.1 0.2" pos="0 0.2 0.1" mass="0.5"/>
      </body>
    </body>
    <body name="bird" pos="0 1 0">
      <freejoint/>
      <geom type="box" size="0.1 0.1 0.3" pos="0 0.2 0.1" mass="1"/>
    </body>
  </worldbody>
</mujoco>"""


def close(a, b, tolerance=1e-9):
    a, b = np.asarray(a), np.asarray(b)
    return a.shape == b.shape and np.max(np.abs(a - b), initial=0) <= tolerance * max(1, np.max(np.abs(b), initial=0))


def same_position(robot, q, other):
    """Quaternions of opposite sign are the same rotation."""
    return close(robot.difference(q, other), np.zeros(robot.velocity_size))


class Peer:
    """A robot in both libraries. `theirs` offers the peer's functions as mass(q), inverse_dynamics(q, v, a),
    forward_dynamics(q, v, tau) and jacobian(q, frame), whose reference is `reference`."""

    def __init__(self, robot, convert, theirs, frames, reference="aligned", tolerance=1e-9):
        self.robot, self.convert, self.theirs = robot, convert, theirs
        self.frames, self.reference, self.tolerance = frames, reference, tolerance

    def check(self):
        for seed in range(1, 4):
            state = self.robot.random_state(seed)
            self.check_round_trips(state.q, state.v, state.tau, state.a)
            self.check_dynamics(state.q, state.v, state.tau, state.a)

    def check_round_trips(self, q, v, tau, a):
        c = self.convert
        assert same_position(self.robot, q, c.q_to_sinew(c.q_from_sinew(q)))
        assert close(c.v_to_sinew(q, c.v_from_sinew(q, v)), v, 1e-14)
        assert close(c.a_to_sinew(q, v, c.a_from_sinew(q, v, a)), a, 1e-14)
        assert close(c.tau_to_sinew(q, c.tau_from_sinew(q, tau)), tau, 1e-14)

    def check_dynamics(self, q, v, tau, a):
        c, ours, theirs, tolerance = self.convert, self.robot, self.theirs, self.tolerance
        their_q, their_v = c.q_from_sinew(q), c.v_from_sinew(q, v)
        M, their_M = ours.mass_matrix(q), theirs.mass(their_q)
        assert close(c.mass_matrix_to_sinew(q, their_M), M, tolerance)
        assert close(c.mass_matrix_from_sinew(q, M), their_M, tolerance)
        their_torques = theirs.inverse_dynamics(their_q, their_v, c.a_from_sinew(q, v, a))
        assert close(c.tau_to_sinew(q, their_torques), ours.inverse_dynamics(q, v, a), tolerance)
        # The peer's bias force is the torque at its zero acceleration.
        zero = c.a_to_sinew(q, v, np.zeros(ours.velocity_size))
        their_bias = theirs.inverse_dynamics(their_q, their_v, np.zeros(ours.velocity_size))
        assert close(c.tau_from_sinew(q, ours.inverse_dynamics(q, v, zero)), their_bias, tolerance)
        if hasattr(theirs, "forward_dynamics"):
            their_a = theirs.forward_dynamics(their_q, their_v, c.tau_from_sinew(q, tau))
            assert close(c.a_to_sinew(q, v, their_a), ours.forward_dynamics(q, v, tau), 100 * tolerance)
        for frame in self.frames:
            J, their_J = ours.jacobian(q, frame, reference=self.reference), theirs.jacobian(their_q, frame)
            assert close(c.jacobian_to_sinew(q, their_J), J, tolerance)
            assert close(c.jacobian_from_sinew(q, J), their_J, tolerance)
            twist = ours.velocity(q, v, frame, reference=self.reference)
            if hasattr(theirs, "velocity"):
                their_twist = theirs.velocity(their_q, their_v, frame)
                assert close(c.twist_to_sinew(their_twist), twist, tolerance)
                assert close(c.twist_from_sinew(twist), their_twist, tolerance)


def urdf(name, text, folder):
    path = folder / f"{name}.urdf"
    path.write_text(text)
    return path


# ---- Pinocchio -------------------------------------------------------------------------------------
class Pinocchio:
    def __init__(self, model, reference="aligned"):
        import pinocchio

        self.pin, self.model, self.data = pinocchio, model, model.createData()
        self.reference = {
            "aligned": pinocchio.ReferenceFrame.LOCAL_WORLD_ALIGNED,
            "body": pinocchio.ReferenceFrame.LOCAL,
            "world": pinocchio.ReferenceFrame.WORLD,
        }[reference]

    def mass(self, q):
        M = self.pin.crba(self.model, self.data, q)
        return np.triu(M) + np.triu(M, 1).T

    def inverse_dynamics(self, q, v, a):
        return self.pin.rnea(self.model, self.data, q, v, a)

    def forward_dynamics(self, q, v, tau):
        return self.pin.aba(self.model, self.data, q, v, tau)

    def jacobian(self, q, frame):
        return self.pin.computeFrameJacobian(self.model, self.data, q, self.model.getFrameId(frame), self.reference)

    def velocity(self, q, v, frame):
        self.pin.forwardKinematics(self.model, self.data, q, v)
        self.pin.updateFramePlacements(self.model, self.data)
        frame = self.model.getFrameId(frame)
        return self.pin.getFrameVelocity(self.model, self.data, frame, self.reference).vector


@pytest.fixture
def pin():
    return pytest.importorskip("pinocchio", reason="Pinocchio (the wheel pin) is not installed")


@pytest.mark.parametrize("reference", ["aligned", "body", "world"])
@pytest.mark.parametrize(
    ("file", "floats", "frames"),
    [
        ("arm7.urdf", False, ["link3", "tool"]),
        ("quadruped.urdf", True, ["trunk"]),
        ("humanoid.urdf", True, ["pelvis", "left_hand"]),
    ],
)
def test_pinocchio_agrees(pin, models, file, floats, frames, reference):
    path = str(models / file)
    model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer()) if floats else pin.buildModelFromUrdf(path)
    robot = sinew.load(path, base="floating" if floats else "fixed")
    Peer(robot, sinew.interop.pinocchio(robot, model), Pinocchio(model, reference), frames, reference).check()


@pytest.mark.parametrize("floats", [False, True])
def test_pinocchio_agrees_on_continuous_joints_in_alphabetical_order(pin, tmp_path, floats):
    path = str(urdf("branched", BRANCHED, tmp_path))
    model = pin.buildModelFromUrdf(path, pin.JointModelFreeFlyer()) if floats else pin.buildModelFromUrdf(path)
    robot = sinew.load(path, base="floating" if floats else "fixed")
    convert = sinew.interop.pinocchio(robot, model)
    assert convert.joint_names[int(floats) :] == ["j_c", "j_e", "j_a", "j_z", "j_d"]
    assert sinew.interop.pinocchio(robot).joint_names == convert.joint_names
    assert convert.position_size == model.nq == 7 + 7 * floats
    Peer(robot, convert, Pinocchio(model), ["c", "d"]).check()


def test_pinocchio_agrees_on_planar_joints(pin, tmp_path):
    path = str(urdf("planar", PLANAR, tmp_path))
    model, robot = pin.buildModelFromUrdf(path), sinew.load(path)
    Peer(robot, sinew.interop.pinocchio(robot, model), Pinocchio(model), ["puck", "rod"]).check()


def test_pinocchio_agrees_on_floating_joints_between_bodies(pin, tmp_path):
    path = str(urdf("branched", BRANCHED.replace("prismatic", "floating"), tmp_path))
    model, robot = pin.buildModelFromUrdf(path), sinew.load(path, base="fixed")
    Peer(robot, sinew.interop.pinocchio(robot, model), Pinocchio(model), ["c", "d"]).check()


def test_pinocchio_agrees_on_its_reading_of_mjcf(pin, models):
    path = str(models / "humanoid.xml")
    model = pin.buildModelFromMJCF(path)
    model = model[0] if isinstance(model, tuple) else model
    robot = sinew.load(path)
    Peer(robot, sinew.interop.pinocchio(robot, model), Pinocchio(model), ["pelvis"]).check()


def test_twists_and_wrenches_of_pinocchio_have_the_linear_half_first(pin, arm):
    convert, six = sinew.interop.pinocchio(arm), np.arange(6.0)
    assert np.array_equal(pin.Force(six).linear, convert.wrench_to_sinew(six)[3:])
    assert np.array_equal(pin.Force(six).angular, convert.wrench_to_sinew(six)[:3])
    assert np.array_equal(pin.Motion(six).linear, convert.twist_to_sinew(six)[3:])


# ---- MuJoCo ----------------------------------------------------------------------------------------
class Mujoco:
    def __init__(self, model):
        import mujoco

        self.mj, self.model, self.data = mujoco, model, mujoco.MjData(model)
        flags = mujoco.mjtDisableBit
        model.opt.disableflags |= (
            flags.mjDSBL_CONSTRAINT | flags.mjDSBL_ACTUATION | flags.mjDSBL_SPRING | flags.mjDSBL_DAMPER
        )

    def set(self, q, v):
        self.data.qpos[:], self.data.qvel[:] = q, v
        self.mj.mj_forward(self.model, self.data)

    def mass(self, q):
        self.set(q, np.zeros(self.model.nv))
        M = np.zeros((self.model.nv, self.model.nv))
        self.mj.mj_fullM(self.model, self.data, M)
        return M

    def inverse_dynamics(self, q, v, a):
        self.set(q, v)
        self.data.qacc[:] = a
        self.mj.mj_inverse(self.model, self.data)
        return self.data.qfrc_inverse.copy()

    def forward_dynamics(self, q, v, tau):
        self.data.qfrc_applied[:] = tau
        self.set(q, v)
        self.data.qfrc_applied[:] = 0
        return self.data.qacc.copy()

    def jacobian(self, q, frame):
        self.set(q, np.zeros(self.model.nv))
        jacp, jacr = np.zeros((3, self.model.nv)), np.zeros((3, self.model.nv))
        self.mj.mj_jacBody(self.model, self.data, jacp, jacr, self.model.body(frame).id)
        return np.vstack([jacp, jacr])

    def velocity(self, q, v, frame):
        self.set(q, v)
        twist = np.zeros(6)
        body = self.model.body(frame).id
        self.mj.mj_objectVelocity(self.model, self.data, self.mj.mjtObj.mjOBJ_XBODY, body, twist, 0)
        return twist


@pytest.fixture
def mj():
    return pytest.importorskip("mujoco", reason="MuJoCo (the wheel mujoco) is not installed")


def test_mujoco_agrees_on_the_humanoid(mj, models):
    path = str(models / "humanoid.xml")
    model, robot = mj.MjModel.from_xml_path(path), sinew.load(path)
    convert = sinew.interop.mujoco(robot, model)
    assert convert.joint_names == sinew.interop.mujoco(robot).joint_names
    Peer(robot, convert, Mujoco(model), ["pelvis", "left_hand"]).check()


def test_mujoco_agrees_on_joints_without_names(mj):
    model, robot = mj.MjModel.from_xml_string(MJCF), sinew.load_text(MJCF, "robot.xml")
    convert = sinew.interop.mujoco(robot, model)
    names = ["flight", "body2/joint", "socket", "first", "tip/joint2", "tip/joint3", "bird/joint"]
    assert convert.joint_names == names
    Peer(robot, convert, Mujoco(model), ["rock", "ball", "tip", "bird"]).check()


def test_mujoco_agrees_on_its_reading_of_urdf(mj, models):
    model = mj.MjModel.from_xml_path(str(models / "arm7.urdf"))
    robot = sinew.load(models / "arm7.urdf", base="fixed")
    convert = sinew.interop.mujoco(robot, model)
    # MuJoCo rounds principal axes.
    Peer(robot, convert, Mujoco(model), ["link3"], tolerance=1e-5).check()


def test_wrenches_of_mujoco_have_the_force_first(mj, models):
    robot = sinew.load(models / "humanoid.xml")
    convert = sinew.interop.mujoco(robot)
    assert list(convert.wrench_to_sinew([1, 2, 3, 4, 5, 6])) == [4, 5, 6, 1, 2, 3]
    assert list(convert.twist_to_sinew([1, 2, 3, 4, 5, 6])) == [1, 2, 3, 4, 5, 6]


# ---- Drake -----------------------------------------------------------------------------------------
class Drake:
    def __init__(self, plant, reference="aligned"):
        self.plant, self.context = plant, plant.CreateDefaultContext()
        self.reference = reference

    def mass(self, q):
        self.plant.SetPositions(self.context, q)
        return self.plant.CalcMassMatrix(self.context)

    def inverse_dynamics(self, q, v, a):
        from pydrake.multibody.tree import MultibodyForces

        self.plant.SetPositions(self.context, q)
        self.plant.SetVelocities(self.context, v)
        forces = MultibodyForces(self.plant)
        torques = self.plant.CalcInverseDynamics(self.context, a, forces)
        return torques - self.plant.CalcGravityGeneralizedForces(self.context)

    def jacobian(self, q, frame):
        from pydrake.multibody.tree import JacobianWrtVariable

        self.plant.SetPositions(self.context, q)
        body, world = self.plant.GetBodyByName(frame).body_frame(), self.plant.world_frame()
        axes = world if self.reference == "aligned" else body
        return self.plant.CalcJacobianSpatialVelocity(
            self.context, JacobianWrtVariable.kV, body, [0, 0, 0], world, axes
        )

    def velocity(self, q, v, frame):
        self.plant.SetPositions(self.context, q)
        self.plant.SetVelocities(self.context, v)
        body, world = self.plant.GetBodyByName(frame).body_frame(), self.plant.world_frame()
        axes = world if self.reference == "aligned" else body
        return body.CalcSpatialVelocity(self.context, world, axes).get_coeffs()


@pytest.fixture
def plant_of():
    parsing = pytest.importorskip("pydrake.multibody.parsing", reason="Drake (the wheel drake) is not installed")
    import logging

    from pydrake.multibody.plant import MultibodyPlant

    logging.getLogger("drake").setLevel(logging.ERROR)  # warnings about elements that Drake ignores

    def make(path, welded=None):
        plant = MultibodyPlant(0.0)
        parsing.Parser(plant).AddModels(str(path))
        if welded:
            plant.WeldFrames(plant.world_frame(), plant.GetFrameByName(welded))
        plant.Finalize()
        return plant

    return make


@pytest.mark.parametrize("reference", ["aligned", "body"])
@pytest.mark.parametrize(
    ("file", "welded", "frames"),
    [
        ("arm7.urdf", "base", ["link3"]),
        ("quadruped.urdf", None, ["trunk"]),
        ("humanoid.urdf", None, ["pelvis", "left_hand"]),
    ],
)
def test_drake_agrees(plant_of, models, file, welded, frames, reference):
    plant = plant_of(models / file, welded)
    robot = sinew.load(models / file, base="fixed" if welded else "floating")
    convert = sinew.interop.drake(robot, plant)
    Peer(robot, convert, Drake(plant, reference), frames, reference).check()


def test_drake_agrees_on_branched_robots(plant_of, tmp_path):
    path = urdf("branched", BRANCHED, tmp_path)
    plant, robot = plant_of(path), sinew.load(path, base="floating")
    convert = sinew.interop.drake(robot, plant)
    assert convert.joint_names == sinew.interop.drake(robot).joint_names
    Peer(robot, convert, Drake(plant), ["c", "d"]).check()


@pytest.mark.parametrize("axis", ["0 0 1", "0 0 -1", "1 0 0", "1 2 3"])
def test_drake_agrees_on_planar_joints(plant_of, tmp_path, axis):
    path = urdf("planar", PLANAR.replace("0 0 1", axis), tmp_path)
    plant, robot = plant_of(path), sinew.load(path)
    Peer(robot, sinew.interop.drake(robot, plant), Drake(plant), ["puck", "rod"]).check()


def test_drake_agrees_on_ball_and_universal_and_screw_joints(plant_of, tmp_path):
    path = tmp_path / "robot.sdf"
    path.write_text(SDF)
    plant, robot = plant_of(path), sinew.load(path)
    Peer(robot, sinew.interop.drake(robot, plant), Drake(plant), ["ball", "cross", "nut"]).check()


def test_twists_and_wrenches_of_drake_have_the_angular_half_first(plant_of, arm):
    from pydrake.multibody.math import SpatialForce, SpatialVelocity

    convert, six = sinew.interop.drake(arm), np.arange(6.0)
    assert np.array_equal(SpatialForce(six).rotational(), convert.wrench_to_sinew(six)[:3])
    assert np.array_equal(SpatialVelocity(six).rotational(), convert.twist_to_sinew(six)[:3])


def test_a_plant_has_to_be_finalised(plant_of, models):
    from pydrake.multibody.plant import MultibodyPlant

    robot = sinew.load(models / "arm7.urdf")
    with pytest.raises(ValueError, match="Finalize"):
        sinew.interop.drake(robot, MultibodyPlant(0.0))


SDF_LINK = """
  <link name="{0}"><pose relative_to="{1}">0.1 -0.2 0.3 0.4 0.3 -0.2</pose>
    <inertial><pose>0.1 0.2 0.3 0 0 0</pose><mass>{2}</mass><inertia><ixx>0.5</ixx><iyy>0.6</iyy><izz>0.7</izz>
      <ixy>0.01</ixy><ixz>0.02</ixz><iyz>0.03</iyz></inertia></inertial></link>"""
SDF = (
    '<sdf version="1.9"><model name="robot">'
    + SDF_LINK.format("ball", "__model__", 1)
    + SDF_LINK.format("cross", "ball", 2)
    + SDF_LINK.format("nut", "cross", 3)
    + """
  <joint name="socket" type="ball"><parent>world</parent><child>ball</child></joint>
  <joint name="cardan" type="universal"><parent>ball</parent><child>cross</child>
    <axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>
  <joint name="thread" type="screw"><parent>cross</parent><child>nut</child>
    <axis><xyz>0 0 1</xyz></axis><screw_thread_pitch>0.2</screw_thread_pitch></joint>
</model></sdf>"""
)


# ---- KDL -------------------------------------------------------------------------------------------
@pytest.fixture
def kdl():
    return pytest.importorskip("PyKDL", reason="PyKDL (Debian's python3-pykdl) is not installed")


def test_kdl_agrees_on_a_chain(kdl):
    """A chain of revolute joints that KDL adds in another order of names than the alphabet's."""
    names = ["c", "a", "b"]
    placement = kdl.Frame(kdl.Rotation.RPY(0.4, 0.3, -0.2), kdl.Vector(0.1, -0.2, 0.3))
    chain, links, joints = kdl.Chain(), LINK.format("root", 1), ""
    inertia = kdl.RigidBodyInertia(2, kdl.Vector(0.1, 0.2, 0.3), kdl.RotationalInertia(0.5, 0.6, 0.7, 0.01, 0.02, 0.03))
    parent = "root"
    for name in names:
        joint = kdl.Joint(name, placement.p, placement.M * kdl.Vector(0, 0, 1), kdl.Joint.RotAxis)
        chain.addSegment(kdl.Segment(f"link_{name}", joint, placement, inertia))
        links += LINK.format(f"link_{name}", 2).replace('rpy="0.1 0.2 0.3"', "")
        joints += JOINT.format(name, "revolute", parent, f"link_{name}", "0 0 1")
        parent = f"link_{name}"
    robot = sinew.load_text(f'<robot name="chain">{links}{joints}</robot>', "chain.urdf")
    convert = sinew.interop.kdl(robot, chain)
    assert convert.joint_names == names

    class Kdl:
        def mass(self, q):
            M = kdl.JntSpaceInertiaMatrix(3)
            kdl.ChainDynParam(chain, kdl.Vector(0, 0, -9.81)).JntToMass(array(q), M)
            return np.array([[M[i, j] for j in range(3)] for i in range(3)])

        def inverse_dynamics(self, q, v, a):
            tau = kdl.JntArray(3)
            wrenches = [kdl.Wrench() for _ in names]
            solver = kdl.ChainIdSolver_RNE(chain, kdl.Vector(0, 0, -9.81))
            solver.CartToJnt(array(q), array(v), array(a), wrenches, tau)
            return np.array([tau[i] for i in range(3)])

        def jacobian(self, q, frame):
            J = kdl.Jacobian(3)
            kdl.ChainJntToJacSolver(chain).JntToJac(array(q), J)
            return np.array([[J[i, j] for j in range(3)] for i in range(6)])

    def array(numbers):
        result = kdl.JntArray(3)
        for i, number in enumerate(numbers):
            result[i] = number
        return result

    Peer(robot, convert, Kdl(), [parent]).check()


def test_twists_and_wrenches_of_kdl_have_the_linear_half_first(kdl, arm):
    convert, first, second = sinew.interop.kdl(arm), kdl.Vector(1, 2, 3), kdl.Vector(4, 5, 6)
    wrench, twist = kdl.Wrench(first, second), kdl.Twist(first, second)
    assert list(wrench.torque) == list(convert.wrench_to_sinew([wrench[i] for i in range(6)])[:3])
    assert list(twist.rot) == list(convert.twist_to_sinew([twist[i] for i in range(6)])[:3])
