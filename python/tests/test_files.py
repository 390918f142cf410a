"""SRDF files, xacro, and the repair of impossible inertias."""

import numpy as np
import pytest

import sinew

SRDF = """<robot name="arm7">
  <group name="arm"><chain base_link="base" tip_link="link6"/></group>
  <group name="wrist"><joint name="joint7"/></group>
  <group name="all"><group name="arm"/><group name="wrist"/></group>
  <group_state name="home" group="arm"><joint name="joint2" value="0.5"/></group_state>
  <end_effector name="hand" group="wrist" parent_link="link6"/>
  <passive_joint name="joint3"/>
  <disable_collisions link1="link1" link2="link2" reason="Adjacent"/>
</robot>"""


def test_an_srdf_file_names_groups_and_positions(arm, models, tmp_path):
    file = tmp_path / "arm7.srdf"
    file.write_text(SRDF)
    semantics = sinew.read_srdf(file, arm)
    assert semantics.groups["wrist"] == ["joint7"]
    assert semantics.groups["all"] == arm.joint_names
    assert semantics.named_positions[0].name == "home"
    assert semantics.end_effectors == [("hand", "wrist", "link6")]
    assert semantics.passive_joints == ["joint3"]
    assert semantics.disabled_collisions == [("link1", "link2", "Adjacent")]
    robot = sinew.load(models / "arm7.urdf", srdf=file)
    assert robot.position_names == ["home"] and robot.named_position("home")[1] == 0.5
    file.write_text("<robot name='arm7'><group/></robot>")
    with pytest.raises(sinew.InvalidModel) as error:
        sinew.read_srdf(file, arm)
    assert error.value.findings


def test_xacro_is_expanded_to_text(tmp_path):
    file = tmp_path / "rod.urdf.xacro"
    file.write_text(
        '<robot name="rod" xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:arg name="mass" default="1"/>'
        '<link name="base"><inertial><mass value="${2 * $(arg mass)}"/></inertial></link></robot>'
    )
    assert 'value="2"' in sinew.expand_xacro(file).replace("2.0", "2")
    assert "xacro:" not in sinew.expand_xacro(file, {"mass": 4}) and "8" in sinew.expand_xacro(file, {"mass": 4})
    file.write_text('<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:nonsense/></robot>')
    with pytest.raises(sinew.InvalidModel, match="nonsense"):
        sinew.expand_xacro(file)


def test_impossible_inertias_of_a_description_are_repaired():
    plate = sinew.Body(
        "plate", joint=sinew.Joint("hinge", "revolute"), inertial=sinew.Inertial(1, inertia=np.diag([1, 1, 3]))
    )
    description = sinew.Description("plate", bodies=[plate])
    assert not sinew.Model(description).is_possible
    for repair in (sinew.with_repaired_inertias, sinew.with_possible_inertias):
        repaired, findings = repair(description)
        assert sinew.Model(repaired).is_possible and len(findings) == 1
        moments = np.diag(repaired.body("plate").inertial.inertia)
        assert moments[2] <= moments[0] + moments[1] + 1e-12
    assert np.array_equal(np.diag(description.body("plate").inertial.inertia), [1, 1, 3])
