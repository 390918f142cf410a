// Loops in SDF: which joints form the tree, and what becomes of the others.
#include <gtest/gtest.h>

#include "sinew/loops.hpp"
#include "tests/io/sdf_texts.hpp"

namespace sinew::test::sdf_loop_test {

const std::string y_axis = sdf_axis("0 1 0");

// A linkage in the x-z plane: two legs on the ground and a bar between their ends.
std::string four_bar(const std::string& last_joint) {
  return sdf_link("left", "0 0 0 0 0 0") + sdf_link("right", "2 0 0 0 0 0") + sdf_link("bar", "0 0 1 0 0 0") +
         sdf_joint("j1", "revolute", "world", "left", y_axis) +
         sdf_joint("j2", "revolute", "world", "right", y_axis) +
         sdf_joint("j3", "revolute", "left", "bar", y_axis) + last_joint;
}

TEST(SdfLoop, ClosesALinkWithTwoParentsAtTheLaterJoint) {
  const auto robot = read_good_sdf(
      sdf_model(four_bar(sdf_joint("j4", "revolute", "right", "bar", "<pose>2 0 0 0 0 0</pose>" + y_axis))));
  EXPECT_EQ(sdf_body(robot, "bar").parent, "left");
  ASSERT_EQ(robot.loops.size(), 1u);
  const Loop& loop = robot.loops[0];
  EXPECT_EQ(loop.name, "j4");
  EXPECT_EQ(loop.connection.kind, ConnectionKind::revolute);
  EXPECT_EQ(loop.first.body, "right");
  EXPECT_EQ(loop.second.body, "bar");
  EXPECT_LT(norm(loop.first.placement.translation - Vector3<double>{0, 0, 1}), 1e-15);
  EXPECT_LT(norm(loop.second.placement.translation - Vector3<double>{2, 0, 0}), 1e-15);
  EXPECT_LT(norm(loop.first.placement.rotation.column_z() - Vector3<double>{0, 1, 0}), 1e-15);
}

TEST(SdfLoop, IsClosedAtTheInitialPosition) {
  const std::string here = "<pose>2 0 0 0.3 0.4 0.5</pose>";
  for (const std::string& joint :
       {sdf_joint("j", "revolute", "right", "bar", here + y_axis),
        sdf_joint("j", "prismatic", "right", "bar", here + y_axis),
        sdf_joint("j", "ball", "right", "bar", here), sdf_joint("j", "fixed", "right", "bar", here),
        sdf_joint("j", "universal", "right", "bar", here + y_axis + "<axis2><xyz>1 0 0</xyz></axis2>")}) {
    const Model robot(read_good_sdf(sdf_model(four_bar(joint))));
    ClosedChain<double> chain(robot);
    Workspace<double> work(robot);
    std::vector<double> errors(std::size_t(chain.rows()));
    chain.position_errors(work, robot.initial_position(), errors);
    for (const double error : errors) EXPECT_NEAR(error, 0, 1e-14) << joint;
  }
}

TEST(SdfLoop, KeepsJointsWithSpringsAndLimitsInTheTree) {
  const std::string spring = sdf_axis("0 1 0", "<dynamics><spring_stiffness>5</spring_stiffness></dynamics>");
  const auto robot = read_good_sdf(
      sdf_model(four_bar(sdf_joint("j4", "revolute", "right", "bar", "<pose>2 0 0 0 0 0</pose>" + spring))));
  ASSERT_EQ(robot.loops.size(), 1u);
  EXPECT_EQ(robot.loops[0].name, "j3");
  EXPECT_EQ(sdf_body(robot, "j4").parent, "right");  // its axis is away from the bar's origin
  EXPECT_EQ(sdf_body(robot, "bar").parent, "j4");
}

TEST(SdfLoop, CutsTheJointThatTheFileMarks) {
  const std::string marked =
      "<physics><simbody><must_be_loop_joint>true</must_be_loop_joint></simbody></physics>";
  const auto robot = read_good_sdf(sdf_model(sdf_link("a") + sdf_link("b") +
                                             sdf_joint("cut", "revolute", "a", "b", y_axis + marked) +
                                             sdf_joint("kept", "revolute", "a", "b", y_axis)));
  EXPECT_EQ(robot.loops.at(0).name, "cut");
  EXPECT_EQ(sdf_body(robot, "b").joint.name, "kept");
}

TEST(SdfLoop, CutsACircleOfJointsWithoutARoot) {
  const auto robot = read_good_sdf(
      sdf_model(sdf_link("a") + sdf_link("b") + sdf_link("c") + sdf_joint("ab", "ball", "a", "b") +
                sdf_joint("bc", "ball", "b", "c") + sdf_joint("ca", "ball", "c", "a")));
  EXPECT_EQ(sdf_body(robot, "a").joint.kind, JointKind::floating);
  EXPECT_EQ(robot.loops.at(0).name, "ca");
}

// Wheels as parents of the chassis: the first one floats, and the chassis carries the others.
TEST(SdfLoop, CarriesAParentByItsChildRatherThanLettingItFloat) {
  const auto robot = read_good_sdf(
      sdf_model(sdf_link("wheel1") + sdf_link("wheel2", "1 0 0 0 0 0") + sdf_link("chassis") +
                sdf_joint("j1", "revolute", "wheel1", "chassis", y_axis) +
                sdf_joint("j2", "screw", "wheel2", "chassis",
                          "<pose>1 0 0 0 0 0</pose><screw_thread_pitch>0.5</screw_thread_pitch>" + y_axis)));
  EXPECT_TRUE(robot.loops.empty());
  EXPECT_EQ(sdf_body(robot, "wheel1").joint.kind, JointKind::floating);
  EXPECT_EQ(sdf_body(robot, "chassis").parent, "wheel1");
  EXPECT_EQ(sdf_body(robot, "wheel2").parent, "chassis");
  EXPECT_EQ(sdf_body(robot, "wheel2").joint.kind, JointKind::helical);
  EXPECT_EQ(sdf_body(robot, "wheel2").joint.axis, (Vector3<double>{0, -1, 0}));
}

// The relative pose of the two links as a function of the joint's position does not depend on which of them carries
// the other.
TEST(SdfLoop, KeepsThePositionOfAJointThatCarriesItsParent) {
  const std::string links =
      sdf_link("p", "0.1 0.2 0.3 0.4 0.5 0.6") + sdf_link("c", "-0.3 0.2 0.1 0.6 0.5 0.4");
  const std::string axes =
      "<pose>0.5 0.6 0.7 0.8 0.9 1</pose>" + sdf_axis("1 2 3") + "<axis2><xyz>3 0 -1</xyz></axis2>";
  for (const std::string type : {"revolute", "prismatic", "universal", "screw"}) {
    const std::string more = axes + (type == "screw" ? "<screw_thread_pitch>0.5</screw_thread_pitch>" : "");
    const std::string joint = sdf_joint("j", type, "p", "c", more);
    const auto relative = [&](const std::string& root) {
      const Model robot(
          read_sdf_text(sdf_model(links + sdf_joint("w", "fixed", "world", root) + joint), "r.sdf")
              .description);
      std::vector<double> q{0.7};
      if (type == "universal") q = root == "p" ? std::vector{0.7, -0.4} : std::vector{-0.4, 0.7};
      Workspace<double> work(robot);
      update_poses(work, q);
      return inverse(pose(work, robot.frame("p"))) * pose(work, robot.frame("c"));
    };
    const Transform<double> forward = relative("p"), reversed = relative("c");
    EXPECT_LT(norm(forward.translation - reversed.translation), 1e-14) << type;
    EXPECT_LT(norm(forward.rotation.row_x - reversed.rotation.row_x), 1e-14) << type;
    EXPECT_LT(norm(forward.rotation.row_z - reversed.rotation.row_z), 1e-14) << type;
  }
}

TEST(SdfLoop, NamesWhatALoopLoses) {
  const std::string damped = sdf_axis("0 1 0", "<dynamics><damping>1</damping></dynamics>");
  EXPECT_EQ(
      sdf_findings(sdf_model(sdf_link("a") + sdf_link("b") + sdf_joint("j1", "revolute", "a", "b", damped) +
                             sdf_joint("j2", "revolute", "a", "b", damped))),
      "robot.sdf:5: warning: joint 'j2': it closes a loop; left out: damping\n");
}

TEST(SdfLoop, RefusesScrewsThatCloseALoop) {
  const std::string screw = y_axis + "<screw_thread_pitch>1</screw_thread_pitch>";
  EXPECT_EQ(sdf_findings(sdf_model(sdf_link("a") + sdf_link("b") + sdf_joint("j1", "screw", "a", "b", screw) +
                                   sdf_joint("j2", "screw", "a", "b", screw))),
            "robot.sdf:5: error: joint 'j2': it closes a loop, which a screw joint cannot do in sinew\n");
}

}  // namespace sinew::test::sdf_loop_test
