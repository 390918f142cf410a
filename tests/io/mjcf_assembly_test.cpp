// Frames, replicas, attached models, springs and keyframes of MJCF. tests/peers/mujoco3_*_test.cpp compare them with
// MuJoCo 3.
#include <filesystem>
#include <fstream>

#include "tests/io/mjcf_texts.hpp"

namespace sinew::test::mjcf_assembly_test {

const std::string ball = "<geom size='1'/>";

TEST(MjcfAssembly, FrameMovesWhatIsInIt) {
  const auto robot =
      read_well(world("<frame pos='1 0 0' euler='0 0 90'><body name='b' pos='1 0 0'>"
                      "<frame euler='0 0 90'><joint name='j' axis='1 0 0' pos='1 0 0'/></frame>" +
                      ball + "</body></frame>"));
  const Body& carrier = body_of(robot, "j");
  EXPECT_LT(norm(carrier.placement.translation - Vector3<double>{0, 1, 0}), 1e-15);
  EXPECT_LT(norm(carrier.joint.axis - Vector3<double>{0, 1, 0}), 1e-15);
}

TEST(MjcfAssembly, NestedReplicasAppendTheInnerSuffixFirst) {
  const auto robot =
      read_well(world("<replicate count='2' offset='0 1 0'><replicate count='2' sep='-'><body name='b'>"
                      "<joint name='j'/>" +
                      ball + "</body></replicate></replicate>"));
  ASSERT_EQ(robot.bodies.size(), 4u);
  EXPECT_EQ(robot.bodies[0].name, "b-00");
  EXPECT_EQ(robot.bodies[1].name, "b-10");
  EXPECT_EQ(robot.bodies[2].joint.name, "j-01");
  EXPECT_EQ(robot.bodies[3].placement.translation, (Vector3<double>{0, 1, 0}));
}

TEST(MjcfAssembly, ConstraintsBetweenAReplicaAndAnotherBodyAreLeftOutWithAWarning) {
  const auto text = world("<replicate count='2'><body name='b'><joint name='j'/>" + ball +
                              "</body></replicate><body><joint name='k'/>" + ball + "</body>",
                          "<equality><joint joint1='j' joint2='k'/></equality>");
  EXPECT_TRUE(read_well(text).couplings.empty());
  EXPECT_NE(findings_of(text).find("between a replica and a body outside"), std::string::npos);
}

TEST(MjcfAssembly, ModelsThatAttachThemselvesAreRefused) {
  const auto folder = std::filesystem::path(testing::TempDir()) / "mjcf_assembly_self";
  std::filesystem::create_directories(folder);
  const auto file = folder / "robot.xml";
  std::ofstream(file) << world(
      "<body name='b'><joint/>" + ball + "<attach model='m' body='b' prefix='p'/></body>",
      "<asset><model name='m' file='robot.xml'/></asset>");
  const auto findings = read_mjcf(file).findings;
  std::filesystem::remove_all(folder);
  EXPECT_TRUE(findings.has_errors());
  EXPECT_NE(findings.to_string().find("nested more than 16 deep"), std::string::npos) << findings.to_string();
}

TEST(MjcfAssembly, SpringsHaveTheirReferenceInTheUnitOfTheFile) {
  const auto robot = read_well(world("<body><joint stiffness='3' springref='90'/>" + ball + "</body>"));
  EXPECT_EQ(robot.bodies.at(0).joint.dofs.at(0).stiffness, 3);
  EXPECT_NEAR(robot.bodies.at(0).joint.dofs.at(0).rest_position, 1.5707963267948966, 1e-15);
  const auto off = read_well(
      world("<body><joint stiffness='3'/>" + ball + "</body>", "<option><flag spring='disable'/></option>"));
  EXPECT_EQ(off.bodies.at(0).joint.dofs.at(0).stiffness, 0);
}

TEST(MjcfAssembly, NonlinearSpringsAreNamed) {
  EXPECT_NE(findings_of(world("<body><joint stiffness='3 1'/>" + ball + "</body>"))
                .find("quadratic and cubic terms"),
            std::string::npos);
}

TEST(MjcfAssembly, GravityCompensationIsKept) {
  const auto text = world("<body name='b' gravcomp='.5'><joint/>" + ball + "</body>");
  EXPECT_EQ(body_of(read_well(text), "b").gravity_compensation, 0.5);
}

TEST(MjcfAssembly, KeysWithTooManyNumbersAreLeftOutWithAWarning) {
  const auto text = world("<body><joint name='j'/>" + ball + "</body>",
                          "<keyframe><key name='good' qpos='1'/><key name='bad' qpos='1 2'/></keyframe>");
  const auto robot = read_well(text);
  ASSERT_EQ(robot.named_positions.size(), 1u);
  EXPECT_EQ(robot.named_positions[0].name, "good");
  EXPECT_EQ(robot.named_positions[0].joints.at(0).first, "j");
  EXPECT_EQ(robot.named_positions[0].joints.at(0).second, std::vector<double>{1});
  EXPECT_NE(findings_of(text).find("key 'bad': it is left out: qpos has 2 numbers; expected 1"),
            std::string::npos);
}

TEST(MjcfAssembly, KeysOfAFixedRobotNameOnlyJointsThatMove) {
  const auto robot = read_well(
      world("<body><freejoint name='f'/>" + ball + "<body><joint name='j'/>" + ball + "</body></body>",
            "<keyframe><key qpos='1 2 3 1 0 0 0 .5'/></keyframe>"),
      {.base = Base::fixed});
  ASSERT_EQ(robot.named_positions.at(0).joints.size(), 1u);
  EXPECT_EQ(robot.named_positions[0].joints[0].first, "j");
}

TEST(MjcfAssembly, InvalidColoursAndDeformablesAreNoReasonToRefuse) {
  const auto text =
      world("<body name='b'><joint/><geom size='1' rgba=''/><plugin/></body><flexcomp/><composite/>");
  EXPECT_EQ(read_well(text).bodies.size(), 1u);
}

TEST(MjcfAssembly, MeshesOfFixedBodiesAndOfBodiesWithInertiaMayBeMissing) {
  const std::string asset = "<asset><mesh name='m' file='m.stl'/></asset>",
                    geom = "<geom type='mesh' mesh='m'/>";
  const auto still = world("<body name='b'>" + geom + "</body>", asset);
  EXPECT_FALSE(read_mjcf_text(still, "robot.xml").findings.has_errors());
  EXPECT_TRUE(read_mjcf_text(still, "robot.xml", {.base = Base::floating}).findings.has_errors());
  EXPECT_EQ(findings_of(world("<body name='b'><joint/><inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/>" +
                                  geom + "</body>",
                              asset)),
            "robot.xml:1: warning: mesh file 'm.stl' does not exist, and is not shown\n");
}

TEST(MjcfAssembly, WrittenPointsOfAMeshGiveItsInertia) {
  const auto robot = read_well(world("<body name='b'><joint/><geom type='mesh' mesh='m' density='6'/></body>",
                                     "<asset><mesh name='m' vertex='0 0 0 1 0 0 0 1 0 0 0 1'/></asset>"));
  EXPECT_NEAR(body_of(robot, "b").inertial.mass, 1, 1e-15);
  EXPECT_LT(norm(body_of(robot, "b").inertial.com - Vector3<double>{.25, .25, .25}), 1e-15);
  EXPECT_NEAR(body_of(robot, "b").inertial.inertia.xx, 2 * 3. / 80, 1e-15);  // of a corner of a cube
  EXPECT_NEAR(body_of(robot, "b").inertial.inertia.xy, 1. / 80, 1e-15);
}

}  // namespace sinew::test::mjcf_assembly_test
