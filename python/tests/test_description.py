"""Robots built and edited in code: against formulas, against files, and against the robot before the edit."""

import copy
import pickle

import numpy as np
import pytest

import sinew


def cart_pendulum(cart_mass=2.0, bob_mass=0.5, length=0.8):
    cart = sinew.Body(
        "cart",
        joint=sinew.Joint("rail", "prismatic", axis=[1, 0, 0]),
        inertial=sinew.Inertial(cart_mass, inertia=0.01 * np.eye(3)),
    )
    rod = sinew.Body(
        name="rod",
        parent="cart",
        joint=sinew.Joint("hinge", "continuous", axis=[0, 1, 0]),
        inertial=sinew.Inertial(mass=bob_mass, com=[0, 0, -length]),
    )
    bob = sinew.Frame("bob", "rod", sinew.transform([0, 0, -length]))
    return sinew.Description("cart_pendulum", bodies=[cart, rod], frames=[bob])


def test_a_robot_built_in_code_moves_as_the_textbook_says():
    M, m, l, g = 2.0, 0.5, 0.8, 9.81
    robot = sinew.Model(cart_pendulum(M, m, l))
    (_, angle), (_, rate), force = (0, 0.6), (0.3, -1.1), 1.5
    s, c = np.sin(angle), np.cos(angle)
    x = (force - m * l * s * rate**2 - m * g * s * c) / (M + m * s * s)
    expected = [x, (c * x - g * s) / l]
    assert np.allclose(robot.aba([0, angle], [0.3, rate], [force, 0]), expected, atol=1e-12)
    assert np.allclose(robot.pose([0, angle], "bob")[:3, 3], [-l * s, 0, -l * c])


def test_descriptions_are_edited_in_place():
    description = cart_pendulum()
    description.bodies.append(
        sinew.Body("tip", parent="rod", placement=sinew.transform([0, 0, -1]), inertial=sinew.Inertial(1.0))
    )
    rod = description.body("rod")
    for number in range(100):
        description.bodies.append(sinew.Body(f"more{number}", parent="tip"))
    rod.inertial.mass = 3.0
    rod.joint.axis[1] = -1
    robot = sinew.Model(description)
    assert robot.mass == 2 + 3 + 1
    assert robot.joint("hinge").kind == "continuous" and list(robot.joint_names) == ["rail", "hinge"]
    assert np.allclose(robot.jacobian([0, 0], "tip")[:, 1], [0, -1, 0, 1, 0, 0])
    del description.bodies[3:]
    assert "more0" not in sinew.Model(description).frame_names
    assert "more0" in robot.frame_names


def test_the_description_of_a_robot_is_a_copy(arm):
    description = arm.description
    description.bodies[2].inertial.mass += 5
    assert sinew.Model(description).mass == pytest.approx(arm.mass + 5)
    assert arm.description != description
    assert arm.description == arm.description


@pytest.mark.parametrize("file", ["arm7.urdf", "humanoid.xml", "stewart_platform.urdf", "classics/squeezer.urdf"])
def test_a_robot_made_from_its_description_is_the_same_to_the_bit(models, file):
    robot = sinew.load(models / file)
    again = sinew.Model(robot.description)
    assert sinew.differences(robot, again, tolerance=0) == []
    state = robot.random_state(4)
    assert np.array_equal(robot.aba(state.q, state.v, state.tau), again.aba(state.q, state.v, state.tau))
    assert again.description == robot.description


@pytest.mark.parametrize("file", ["arm7.urdf", "humanoid.xml", "stewart_platform.urdf"])
def test_pickled_robots_give_the_same_results_to_the_bit(models, file):
    robot = sinew.load(models / file).with_gravity([0, 1, -3.7])
    again = pickle.loads(pickle.dumps(robot))
    state = robot.random_state(2)
    assert np.array_equal(robot.aba(state.q, state.v, state.tau), again.aba(state.q, state.v, state.tau))
    assert np.array_equal(robot.mass_matrix(state.q), again.mass_matrix(state.q))
    assert [str(finding) for finding in again.warnings] == [str(finding) for finding in robot.warnings]
    assert copy.copy(robot).description == copy.deepcopy(robot).description == robot.description


def test_what_a_reader_warned_about_is_pickled_once():
    text = """<robot name="r"><link name="a"><inertial><mass value="1"/>
      <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial><unknown/></link></robot>"""
    robot = sinew.load_text(text)
    again = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(robot))))
    assert robot.warnings and [str(w) for w in again.warnings] == [str(w) for w in robot.warnings]


@pytest.mark.parametrize("state", [(), (1,), (1, 2), (sinew.Description(), 3), (sinew.Description(), [(1, 2, 3)])])
def test_a_broken_pickle_is_refused(state):
    with pytest.raises(ValueError):
        sinew.Model.__new__(sinew.Model).__setstate__(state)


def test_impossible_robots_are_pickled_too():
    robot = sinew.Model(sinew.Description("r", [sinew.Body("a", joint=sinew.Joint("j", "revolute"))]))
    again = pickle.loads(pickle.dumps(robot))
    assert not again.is_possible and len(again.physical_errors) == len(robot.physical_errors)


def test_every_field_of_a_description_survives_the_way_through_the_library():
    end = sinew.LoopEnd("b", sinew.transform([1, 2, 3], rpy=[0.1, 0.2, 0.3]))
    source = ("robot.xml", 7)
    ball = sinew.TendonElement("sphere", end, 0.1, sinew.LoopEnd("b", sinew.transform([1.1, 2, 3])))
    leg = sinew.DegreeOfFreedom(1, 2, 3, 4, 5, -6, 6, 7, 8, actuation=[-9, 9])
    first = sinew.Body(
        "a",
        joint=sinew.Joint("ja", "helical", [0, 0, 1], pitch=0.2, dofs=[leg], initial=[0.5]),
        inertial=sinew.Inertial(1, [1, 2, 3], [[3, 0.1, 0.2], [0.1, 4, 0.3], [0.2, 0.3, 5]]),
        placement=sinew.transform([4, 5, 6], quaternion=[1, 2, 3, 4]),
        shapes=[sinew.Shape("cylinder", [1, 2, 0], end.placement, "collision", "m", [1, 0, 0, 0.5], "s")],
        gravity_compensation=0.25,
        source=source,
    )
    second = sinew.Body("b", "a", sinew.Joint("jb", "revolute", mimic=sinew.Mimic("ja", 2, 0.1)), first.inertial)
    third = sinew.Body("c", "b", sinew.Joint("jc", "universal", axis2=[1, 0, 0]), first.inertial)
    description = sinew.Description(
        "all",
        [first, second, third],
        [sinew.Frame("f", "b", end.placement, source)],
        [0, 1, 2],
        [sinew.Loop("l", sinew.Connection("directions", 0, [[1, 2, 3, 4, 5, 6]]), end, sinew.LoopEnd(), source)],
        [sinew.Coupling("k", "jb", "ja", [1, 2, 3, 4, 5], source)],
        [
            sinew.Tendon("t", [sinew.TendonJoint("ja", 3)], 0.5, [], 1, 2, [0.1, 0.2], -1, 1, [-2, 2], source),
            sinew.Tendon("p", path=[sinew.TendonElement("point", end), ball, sinew.TendonElement()]),
        ],
        [sinew.NamedPosition("home", {"ja": [0.25]}, {"m": 0.75}, source)],
        [
            sinew.Actuator(
                "m",
                sinew.Transmission("site", "", end, end, [1, 2, 3, 4, 5, 6]),
                [1, 2, 3],
                [4, 5, 6],
                "filter",
                0.5,
                [-1, 1],
                [-2, 2],
                [-3, 3],
                source,
            )
        ],
        [sinew.Sensor("s", "frame_position", "", end, end, [1, 2, 3], 0.5, source)],
        source,
        ["robot.xml"],
    )
    description.couplings.clear()  # jb would follow twice
    robot = sinew.Model(description)
    assert robot.description == description
    assert pickle.loads(pickle.dumps(description)) == copy.deepcopy(description) == description
    description.sensors[0].cutoff = 0.25
    assert robot.description != description


def test_wrong_fields_are_named_where_they_are_assigned():
    joint = sinew.Joint("j")
    with pytest.raises(AttributeError, match="Joint has no field 'axes', expected one of name, kind, axis"):
        joint.axes = [0, 0, 1]
    with pytest.raises(ValueError, match=r"axis of Joint has the shape \(2,\), expected \(3,\)"):
        joint.axis = [0, 1]
    with pytest.raises(ValueError, match=r"directions of Connection has the shape \(6,\), expected \(n, 6\)"):
        sinew.Connection(directions=[1, 2, 3, 4, 5, 6])
    with pytest.raises(TypeError, match="masss"):
        sinew.Inertial(masss=3)


def test_wrong_descriptions_are_named_with_their_place():
    def error(**changes):
        description = cart_pendulum()
        for path, value in changes.items():
            *owners, name = path.split("__")
            target = description.bodies[1]
            for owner in owners:
                target = getattr(target, owner)
            setattr(target, name, value)
        with pytest.raises(ValueError) as raised:
            sinew.Model(description)
        return str(raised.value)

    assert "description.bodies[1].joint is of the type str, expected a sinew.Joint" in error(joint="hinge")
    assert "description.bodies[1].joint.kind: unknown kind 'revolut': did you mean 'revolute'?" in error(
        joint__kind="revolut"
    )
    assert "description.bodies[1].name is of the type int, expected a str" in error(name=3)
    assert "description.bodies[1].placement is no pose" in error(placement=np.zeros((4, 4)))
    assert "inertia is not symmetric" in error(inertial__inertia=np.triu(np.ones((3, 3))))
    assert "shapes is of the type str, expected a list" in error(shapes="box")
    assert "mass has the dtype" in error(inertial__mass="heavy")
    description = cart_pendulum()
    description.bodies.append("wheel")
    with pytest.raises(ValueError, match=r"description.bodies\[2\] is of the type str, expected a sinew.Body"):
        sinew.Model(description)
    with pytest.raises(ValueError, match="description is of the type dict, expected a sinew.Description"):
        sinew.Model({})


def test_all_errors_of_a_description_are_found_at_once():
    description = cart_pendulum()
    description.bodies[1].parent = "wagon"
    description.frames[0].body = "rood"
    with pytest.raises(sinew.InvalidModel) as raised:
        sinew.Model(description)
    found = sinew.validate(description)
    assert [str(finding) for finding in raised.value.findings] == [str(finding) for finding in found]
    assert [finding.severity for finding in found].count("error") == 2


def test_poses_of_every_kind_of_rotation_agree():
    angle = 0.7
    expected = np.array([[1, 0, 0, 4], [0, np.cos(angle), -np.sin(angle), 5], [0, np.sin(angle), np.cos(angle), 6]])
    pose = sinew.transform([4, 5, 6], rpy=[angle, 0, 0])
    assert np.allclose(pose[:3], expected) and np.array_equal(pose[3], [0, 0, 0, 1])
    assert np.allclose(sinew.transform([4, 5, 6], rotation_vector=[angle, 0, 0]), pose)
    quaternion = [2 * np.cos(angle / 2), 2 * np.sin(angle / 2), 0, 0]
    assert np.allclose(sinew.transform([4, 5, 6], quaternion=quaternion), pose)
    assert np.array_equal(sinew.transform([4, 5, 6], rotation=pose[:3, :3]), pose)
    assert np.array_equal(sinew.transform(rotation_vector=[0, 0, 0]), np.eye(4))
    many = sinew.transform(rpy=[0.3, -0.4, 2.0])
    assert np.allclose(sinew.rpy_of(many), [0.3, -0.4, 2.0])
    assert np.allclose(sinew.transform(quaternion=sinew.quaternion_of(many)), many)
    assert np.allclose(sinew.transform(rotation_vector=sinew.rotation_vector_of(many)), many)
    along = sinew.frame_along([1, 2, 3], [0, 2, 0])
    assert np.allclose(along[:3, 2:], [[0, 1], [1, 2], [0, 3]])


def test_wrong_poses_are_refused():
    with pytest.raises(ValueError, match="one of rotation, rpy"):
        sinew.transform(rpy=[0, 0, 0], quaternion=[1, 0, 0, 0])
    with pytest.raises(ValueError, match="rotation is no pose"):
        sinew.transform(rotation=2 * np.eye(3))
    with pytest.raises(ValueError, match="quaternion has no direction"):
        sinew.transform(quaternion=[0, 0, 0, 0])
    with pytest.raises(ValueError, match="axis has no direction"):
        sinew.frame_along([0, 0, 0], [0, 0, 0])


def test_a_payload_acts_as_an_external_weight(arm):
    q = arm.random_state(3).q
    loaded = arm.with_payload("tool", 3.0, com=[0, 0, 0.1], placement=sinew.transform([0.02, 0, 0]))
    assert loaded.mass == pytest.approx(arm.mass + 3)
    pose = arm.pose(q, "tool")
    weight = pose[:3, :3].T @ [0, 0, -3 * 9.81]
    wrench = np.concatenate([np.cross([0.02, 0, 0.1], weight), weight])
    expected = arm.gravity_force(q) - arm.jacobian(q, "tool").T @ wrench
    assert np.allclose(loaded.gravity_force(q), expected)
    assert np.array_equal(loaded.without_body("payload").gravity_force(q), arm.gravity_force(q))
    with pytest.raises(ValueError, match="no body 'tol' in robot 'arm7'"):
        arm.with_payload("tol", 1.0)


def test_a_moved_robot_has_moved_poses(arm):
    q, placement = arm.random_state(3).q, sinew.transform([1, 2, 3], rpy=[0, 0, 1])
    assert np.allclose(arm.with_placement(placement).pose(q, "tool"), placement @ arm.pose(q, "tool"))


def test_constraints_are_removed(models):
    linkage = sinew.load(models / "four_bar.urdf")
    assert linkage.is_closed
    assert not linkage.without_constraint("closing_joint").is_closed
    assert linkage.with_cut_joint("crank_joint").velocity_size == linkage.velocity_size + 5
    with pytest.raises(ValueError, match="closing_joint"):
        linkage.without_constraint("closing_jiont")


@pytest.mark.parametrize("ending", ["urdf", "xml", "sdf"])
def test_written_robots_are_read_back(arm, tmp_path, ending):
    file = tmp_path / f"robot.{ending}"
    warnings = sinew.write(arm, file, comment="made by a test")
    assert isinstance(warnings, list) and "made by a test" in file.read_text()
    again = sinew.load(file)
    state = arm.random_state(1)
    q, v, tau = state.q, state.v, state.tau
    if ending == "urdf":
        assert warnings == []
    assert np.allclose(again.aba(q, v, tau), arm.aba(q, v, tau), rtol=1e-9)


def test_the_texts_of_formats_name_what_they_cannot_express(arm):
    assert sinew.to_urdf(arm).text.count("<link") == len(arm.frame_names) - 1
    assert "<mujoco" in sinew.to_mjcf(arm).text and "<sdf" in str(sinew.to_sdf(arm.description))
    description = cart_pendulum()
    description.body("rod").joint = sinew.Joint("hinge", "helical", axis=[0, 1, 0], pitch=0.1)
    assert any("hinge" in finding.message for finding in sinew.to_urdf(description).warnings)
    with pytest.raises(ValueError, match="ends in none of .urdf"):
        sinew.write(arm, "robot.txt")
    with pytest.raises(FileNotFoundError):
        sinew.write(arm, "/nowhere/robot.urdf")


def test_differences_are_listed_number_by_number(arm):
    description = arm.description
    description.bodies[1].inertial.mass *= 2
    (found,) = sinew.differences(arm, description)
    assert description.bodies[1].name in found.where and found.what == "mass"
    assert float(found.second) == 2 * float(found.first)
    assert sinew.differences(arm, description, tolerance=0.6) == []


def test_chains_of_any_length_are_made():
    chain = sinew.Model(sinew.planar_chain(5))
    assert np.allclose(chain.pose(np.zeros(5), "tip")[:3, 3], [0, 0, -5])
    assert sinew.random_chain(3) == sinew.random_chain(3, seed=1) != sinew.random_chain(3, seed=2)
    with pytest.raises(ValueError, match="expected 1 or more"):
        sinew.planar_chain(0)


def test_the_text_of_a_part_shows_what_was_set():
    joint = sinew.Joint("hinge", "revolute", axis=[0, 1, 0], mimic=sinew.Mimic("other"))
    expected = "Joint(name='hinge', kind='revolute', axis=array([0., 1., 0.]), mimic=Mimic(joint='other'))"
    assert repr(joint) == expected
    assert repr(cart_pendulum()) == "<sinew.Description 'cart_pendulum': 2 bodies>"


def test_limits_are_read_from_the_robot(arm):
    assert len(arm.dofs) == 7 and all(dof.lower < dof.upper for dof in arm.dofs)
    description = arm.description
    joint = description.joint(arm.joint_names[0])
    assert joint.dofs[0] == arm.dofs[0]
