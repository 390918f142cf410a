// URDF files that broke other readers; each test names the project and issue.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "tests/io/urdf_texts.hpp"

namespace sinew::test::urdf_known_issues_test {

Description read(const std::string& text, const ReadOptions& options = {}) {
  ReadResult result = read_urdf_text(text, "file.urdf", options);
  EXPECT_EQ(errors_of(result.findings), "");
  return std::move(result.description);
}
std::string errors_in(const std::string& text) {
  return errors_of(read_urdf_text(text, "file.urdf").findings);
}
Joint joint_of(const std::string& text) {
  return read(text).bodies.at(1).joint;
}
DegreeOfFreedom dof_of(const std::string& text) {
  return joint_of(text).dofs.at(0);
}

// ros/urdfdom#154; drake#936, o3de-ros2-gem#233.
TEST(UrdfKnownIssues, CyclesAndSecondParentsAreRefusedNamingTheJoint) {
  EXPECT_EQ(errors_in(robot(solid("base") + solid("gripper_frame") +
                            joint("grip", "fixed", "base", "gripper_frame") +
                            joint("loop", "fixed", "gripper_frame", "gripper_frame"))),
            "file.urdf:5: error: joint 'loop': closes a cycle: link 'gripper_frame' is its own parent\n");
  EXPECT_EQ(errors_in(robot(solid("A") + solid("B") + solid("C") + joint("ab", "fixed", "A", "B") +
                            joint("bc", "fixed", "B", "C") + joint("ca", "fixed", "C", "A"))),
            "file.urdf:7: error: joint 'ca': closes a cycle: 'A' -> 'B' -> 'C' -> 'A'\n");
  EXPECT_EQ(
      errors_in(robot(solid("A") + solid("B") + solid("C") + solid("D") + joint("ab", "fixed", "A", "B") +
                      joint("bd", "fixed", "B", "D") + joint("ac", "fixed", "A", "C") +
                      joint("cd", "fixed", "C", "D"))),
      "file.urdf:9: error: joint 'cd': link 'D' has two parents: 'B' by joint 'bd' and 'C' by this one\n");
}

// ms-iot/ROSOnWindows#50.
TEST(UrdfKnownIssues, AMisspeltNameIsReportedFirst) {
  const ReadResult result = read_urdf_text(robot("<link name='base'/>\n<link nmae='foo'/>"), "file.urdf");
  EXPECT_EQ(result.findings.to_string(),
            "file.urdf:3: error: <robot>: <link> has no attribute 'name'\n"
            "file.urdf:3: warning: attribute 'nmae' of <link> is unknown and ignored\n");
}

// FFTAI/Wiki-GRx-Models#2; RobotecAI/o3de-ros2-gem#171.
TEST(UrdfKnownIssues, UnknownLinksAndRepeatedJointsAreRefused) {
  EXPECT_EQ(errors_in(robot(solid("a") + joint("j", "fixed", "ghost", "a"))),
            "file.urdf:3: error: joint 'j': parent link 'ghost' is not declared (its child is 'a')\n");
  EXPECT_EQ(errors_in(robot(solid("a") + solid("b") + solid("c") + joint("j", "fixed", "a", "b") +
                            joint("j", "fixed", "a", "c"))),
            "file.urdf:6: error: joint 'j': a joint of this name is already defined in line 5\n");
}

// RobotLocomotion/drake#19028, tesseract#131, ros-industrial/fanuc#297.
TEST(UrdfKnownIssues, RepeatedVisualNamesAndMaterialsAreLegal) {
  const std::string visual = "<visual name='same'><geometry><sphere radius='1'/></geometry><material name='";
  const Description robot =
      read(test::robot("<material name='grey'><color rgba='1 1 1 1'/></material>\n<material "
                       "name='grey'><color rgba='1 1 1 1'/></material>\n" +
                       solid("a", visual + "grey'/></visual>" + visual + "'/></visual>" + visual +
                                      "'><color rgba='1 0 0 1'/></material></visual>")));
  ASSERT_EQ(robot.bodies[0].shapes.size(), 3u);
  EXPECT_EQ(robot.bodies[0].shapes[0].color, (std::array<double, 4>{1, 1, 1, 1}));
  EXPECT_EQ(robot.bodies[0].shapes[2].color, (std::array<double, 4>{1, 0, 0, 1}));
}

// o3de-extras#307; clemense/yourdfpy#25.
TEST(UrdfKnownIssues, UnclosedTagsAreRefusedAndASingleLinkIsARobot) {
  EXPECT_EQ(errors_in("<robot name='r'>\n<naughty_tag><naughty_tag></robot>"),
            "file.urdf:2: error: </robot> does not close <naughty_tag> of line 2\n");
  EXPECT_EQ(Model(read(robot(solid("a")))).velocity_size(), 0);
  EXPECT_EQ(Model(read(robot("<link name='a'/>"))).velocity_size(), 0);
}

// openrr/urdf-rs#105; rod#66.
TEST(UrdfKnownIssues, BlanksAroundNumbersAreLegalAndInfinityOnlyInLimits) {
  const auto placement =
      read(pair("fixed", "<origin xyz='  1\t2\n 3 ' rpy='\n0 0 0\t'/>")).bodies[1].placement;
  EXPECT_EQ(placement.translation, (Vector3<double>{1, 2, 3}));
  const DegreeOfFreedom dof =
      dof_of(pair("revolute", "<limit lower='-inf' upper=' inf ' effort=' 5 ' velocity='inf'/>"));
  EXPECT_EQ(dof.upper, infinity);
  EXPECT_EQ(dof.max_effort, 5);
  for (const char* text : {"1,0", "0x10", "1e400", "nan", "inf", ""}) {
    EXPECT_NE(
        errors_in(robot("<link name='a'><inertial><mass value='" + std::string(text) +
                        "'/><inertia ixx='1' ixy='0' ixz='0' iyy='1' iyz='0' izz='1'/></inertial></link>")),
        "")
        << text;
  }
}

// sdformat#307, idyntree#195, urdfpy#21; newton urdf-usd-converter PR#58, compas PR#865; compas#864;
// ModelicaStandardLibrary#255.
TEST(UrdfKnownIssues, AnAxisNeedsADirectionOnlyOnMovingJointsAndNeverScalesMotion) {
  EXPECT_EQ(errors_in(pair("fixed", "<axis xyz='0 0 0'/>")), "");
  EXPECT_NE(errors_in(pair("prismatic", "<axis xyz='0 0 0'/>")), "");
  EXPECT_NE(errors_in(pair("prismatic", "<axis xyz='0 0 1e-16'/>")), "");
  EXPECT_EQ(joint_of(pair("prismatic", "<axis xyz='0 0 2'/>")).axis, (Vector3<double>{0, 0, 1}));
  EXPECT_EQ(joint_of(pair("continuous", "<axis xyz='0 -1e300 0'/>")).axis, (Vector3<double>{0, -1, 0}));
}

// strands-labs/robots PR#2701.
TEST(UrdfKnownIssues, TheDefaultAxisIsX) {
  EXPECT_EQ(joint_of(pair("continuous")).axis, (Vector3<double>{1, 0, 0}));
}

// giskardpy PR#13, compas#171, genesis PR#2499.
TEST(UrdfKnownIssues, HalfAnOriginIsLegalAndAStrayAttributeAWarning) {
  EXPECT_EQ(read(pair("fixed", "<origin xyz='1 2 3'/>")).bodies[1].placement.rotation, Rotation<double>{});
  const auto turned = read(pair("fixed", "<origin rpy='0 0 1'/>")).bodies[1].placement;
  EXPECT_EQ(turned.translation, Vector3<double>{});
  EXPECT_EQ(turned.rotation.row_x.x, std::cos(1.0));
  const ReadResult stray = read_urdf_text(pair("continuous", "<axis xyz='0 0 1' rpy='0 0 0'/>"), "file.urdf");
  EXPECT_EQ(stray.findings.to_string(),
            "file.urdf:3: warning: attribute 'rpy' of <axis> is unknown and ignored\n");
  EXPECT_EQ(read(robot(solid("a"))).bodies[0].inertial.com, Vector3<double>{});
}

// google-deepmind/mujoco#3559: a rotation by 90 degrees swaps the first two moments of inertia, and an angular
// acceleration of 1 about x needs 2 Nm.
TEST(UrdfKnownIssues, TheInertiaIsRotatedFromItsOwnAxesToTheLinks) {
  const Description description =
      read(robot("<link name='a'><inertial><origin rpy='0 0 1.570796326794897'/><mass value='1'/>"
                 "<inertia ixx='1' ixy='0' ixz='0' iyy='2' iyz='0' izz='2.5'/></inertial></link>"),
           {.base = Base::floating});
  const auto& inertia = description.bodies[0].inertial.inertia;
  EXPECT_NEAR(inertia.xx, 2, 1e-15);
  EXPECT_NEAR(inertia.yy, 1, 1e-15);
  EXPECT_NEAR(inertia.zz, 2.5, 1e-15);
  const Model model = Model(description).with_gravity({});
  Workspace<double> work(model);
  std::vector<double> v(6), a{1, 0, 0, 0, 0, 0}, tau(6);
  inverse_dynamics<double>(work, model.neutral_position(), v, a, tau);
  EXPECT_NEAR(tau[0], 2, 1e-15);
}

// pinocchio PR#60, IsaacLab PR#6537, galbot#5; the compound joint is RBDL's.
TEST(UrdfKnownIssues, AMasslessLinkIsLegalUnlessAJointMovesNoOtherLink) {
  const std::string empty = "<link name='b'/>\n";
  EXPECT_EQ(errors_in(robot(solid("a") + empty + joint("j", "fixed", "a", "b"))), "");
  const std::string tip = robot(solid("a") + empty + joint("j", "continuous", "a", "b"));
  const std::string refused =
      read_urdf_text(tip, "file.urdf").findings.of(Severity::physical_error).to_string();
  EXPECT_NE(refused.find("joint 'j'"), std::string::npos) << refused;
  const Description compound = read(robot("<link name='a'/>\n" + empty + "<link name='c'/>\n" + solid("d") +
                                          joint("z", "continuous", "a", "b", "<axis xyz='0 0 1'/>") +
                                          joint("y", "continuous", "b", "c", "<axis xyz='0 1 0'/>") +
                                          joint("x", "continuous", "c", "d", "<axis xyz='1 0 0'/>")));
  EXPECT_EQ(Model(compound).velocity_size(), 3);
}

// sdformat#22, drcsim#308: a body behind a fixed joint has the effect of one behind a locked hinge.
TEST(UrdfKnownIssues, FixedJointsLumpInertiasByTheParallelAxisSum) {
  const auto arm = [](const std::string& type) {
    const std::string mass =
        "<mass value='2'/><inertia ixx='1' ixy='.1' ixz='.2' iyy='2' iyz='.3' izz='2.5'/>";
    return robot(
        "<link name='base'/>\n" + joint("hinge", "continuous", "base", "a", "<axis xyz='0 .6 .8'/>") +
        "<link name='a'><inertial><origin xyz='.1 .2 .3' rpy='.4 .5 .6'/>" + mass + "</inertial></link>\n" +
        joint("k", type, "a", "b", "<origin xyz='.3 -.2 .5' rpy='.7 .8 .9'/>") +
        "<link name='b'><inertial><origin xyz='-.3 .1 .2' rpy='1 2 3'/>" + mass + "</inertial></link>");
  };
  const auto moment = [](const Model& model) {
    Workspace<double> work(model);
    const std::vector<double> zero(std::size_t(model.velocity_size()));
    std::vector<double> tau = zero, a = zero;
    a[0] = 1;
    inverse_dynamics<double>(work, zero, zero, a, tau);
    return tau[0];
  };
  EXPECT_NEAR(moment(Model(read(arm("fixed")))), moment(Model(read(arm("continuous")))), 1e-14);
}

// mujoco#3527, gz_ros2_control#952, drake#16181; pinocchio#2753; ros/robot_model PR#177.
TEST(UrdfKnownIssues, MimicsAreKeptFollowTheirLeadersAndCompose) {
  const std::string text = robot(
      solid("base") + solid("a") + solid("b") + solid("c") +
      joint("a_follows", "continuous", "base", "a", "<mimic joint='m_follows' multiplier='2' offset='1'/>") +
      joint("m_follows", "continuous", "base", "b", "<mimic joint='z_leads' multiplier='-1' offset='.02'/>") +
      joint("z_leads", "continuous", "base", "c"));
  const Model model(read(text));
  std::vector<double> q{0, 0, 0.5};
  model.follow_mimics(q);
  EXPECT_EQ(q[1], -0.5 + 0.02);
  EXPECT_EQ(q[0], 2 * q[1] + 1);
  EXPECT_EQ(warnings_of(read_urdf_text(text, "file.urdf").findings), "");
}

TEST(UrdfKnownIssues, MimicsOfFixedJointsAndCyclesOfMimicsAreRefused) {
  const auto follower = [](const std::string& leader_type, const std::string& leader) {
    return errors_in(robot(solid("a") + solid("b") + solid("c") + joint("lead", leader_type, "a", "b") +
                           joint("follow", "continuous", "a", "c", "<mimic joint='" + leader + "'/>")));
  };
  EXPECT_EQ(follower("continuous", "lead"), "");
  EXPECT_EQ(follower("continuous", "ghost"), "");  // a warning, see urdf_faults_test.cpp
  for (const std::string type : {"fixed", "planar", "floating"}) {
    EXPECT_EQ(follower(type, "lead"), "file.urdf:6: error: joint 'follow': mimic: joint 'lead' is " + type +
                                          " and cannot be followed\n");
  }
  EXPECT_EQ(errors_in(robot(solid("a") + solid("b") + solid("c") +
                            joint("j", "continuous", "a", "b", "<mimic joint='k'/>") +
                            joint("k", "continuous", "a", "c", "<mimic joint='j'/>"))),
            "file.urdf:6: error: joint 'k': mimic: following 'j' closes a cycle\n");
}

// sdformat#683, or_urdf#10.
TEST(UrdfKnownIssues, AContinuousJointKeepsItsEffortAndHasNoRange) {
  const DegreeOfFreedom dof =
      dof_of(pair("continuous", "<limit effort='5' velocity='6' lower='0' upper='0'/>"));
  EXPECT_EQ(dof, (DegreeOfFreedom{.max_velocity = 6, .max_effort = 5}));
}

// idyntree#955, xurdf PR#5, urdfpy#28; dex-urdf#29, URDF#5.
TEST(UrdfKnownIssues, IncompleteLimitsLoadAndZerosStayZeroWithAWarning) {
  EXPECT_EQ(dof_of(pair("revolute", "<limit lower='-1' upper='1'/>")),
            (DegreeOfFreedom{.lower = -1, .upper = 1}));
  EXPECT_EQ(dof_of(pair("revolute", "<limit effort='1' velocity='2'/>")),
            (DegreeOfFreedom{.max_velocity = 2, .max_effort = 1}));
  EXPECT_EQ(dof_of(pair("prismatic", "<limit upper='1' effort='1' velocity='2'/>")).lower, 0);
  const ReadResult zeros =
      read_urdf_text(pair("revolute", "<limit lower='-1' upper='1' effort='0' velocity='0'/>"), "file.urdf");
  EXPECT_EQ(zeros.description.bodies.at(1).joint.dofs.at(0).max_effort, 0);
  EXPECT_EQ(zeros.description.bodies.at(1).joint.dofs.at(0).max_velocity, 0);
  EXPECT_EQ(zeros.findings.to_string(),
            "file.urdf:3: warning: joint 'j': effort of <limit> is 0, which is kept as a limit\n"
            "file.urdf:3: warning: joint 'j': velocity of <limit> is 0, which is kept as a limit\n");
  EXPECT_EQ(errors_in(pair("revolute", "<limit lower='1' upper='-1' effort='1' velocity='1'/>")),
            "file.urdf:3: error: joint 'j': limits are reversed: lower 1, upper -1\n");
}

}  // namespace sinew::test::urdf_known_issues_test
