// A robot that is written as URDF, MJCF or SDF and read again is the same robot, or a warning says what changed.
#include <gtest/gtest.h>

#include <fstream>

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "tests/io/written_robots.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_mjcf.hpp"
#include "tests/support/random_sdf.hpp"
#include "tests/support/same_robot.hpp"
#include "tests/support/shared_robots.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::write_test {

TEST(Write, WithoutWarningsNothingDiffers) {
  for (const RobotFormat format : all_formats) {
    SCOPED_TRACE(name_of(format));
    int complete = 0;
    for (std::uint64_t seed = 0; seed < 100; ++seed) {
      SCOPED_TRACE(seed);
      Description robot = rich_robot(seed);
      // MJCF has no names of fixed joints.
      for (Body& body : robot.bodies) {
        if (body.joint.kind == JointKind::fixed) body.joint.name.clear();
      }
      const WrittenRobot written = write_description(robot, format);
      const std::string different = differences_in_words(robot, read_again(written.text));
      if (written.findings.list.empty()) {
        ++complete;
        EXPECT_EQ(different, "") << written.text;
      }
      if (HasFailure()) return;
    }
    EXPECT_GT(complete, 10);
    EXPECT_LT(complete, 90);
  }
}

TEST(Write, TheDynamicsOfRandomRobotsStayTheSame) {
  const std::pair<RobotFormat, std::vector<JointKind>> without[] = {
      {RobotFormat::urdf, {JointKind::helical, JointKind::spherical}},
      {RobotFormat::mjcf, {JointKind::helical}},
      {RobotFormat::sdf, {}}};
  for (const auto& [format, kinds] : without) {
    Random random(7);
    for (const SharedRobot& each : random_robots_without(kinds, 40)) {
      SCOPED_TRACE(std::string(name_of(format)) + ", " + each.name);
      Description robot = with_plain_roots(each.description);
      if (format != RobotFormat::mjcf) robot.gravity = Description{}.gravity;
      if (format == RobotFormat::sdf) {  // it has no armature
        for (Body& body : robot.bodies) {
          for (DegreeOfFreedom& dof : body.joint.dofs) dof.armature = 0;
        }
      }
      if (format != RobotFormat::sdf) {  // one armature for all degrees of freedom of a joint
        for (Body& body : robot.bodies) {
          const bool shared =
              body.joint.kind == JointKind::floating || body.joint.kind == JointKind::spherical;
          if (shared && body.joint.dofs.size() > 1) body.joint.dofs.resize(1);
        }
      }
      expect_same_dynamics(robot, again(robot, format), random, 1e-12);
      if (HasFailure()) return;
    }
  }
}

TEST(Write, RandomRobotsOfMujocoReadBackTheSame) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE(seed);
    const Description robot = read_again(random_mjcf(seed));
    const WrittenRobot written = write_mjcf(robot);
    EXPECT_EQ(written.findings.to_string(), "");
    EXPECT_EQ(differences_in_words(robot, read_again(written.text)), "");
    if (HasFailure()) return;
  }
}

TEST(Write, RandomWorldsOfSdfKeepTheirDynamics) {
  Random random(11);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    const TemporaryFolder folder;
    for (const auto& [name, text] : random_sdf(seed)) std::ofstream(folder / name) << text;
    ReadResult read = read_sdf(folder / "world.sdf");
    ASSERT_FALSE(read.findings.has_errors()) << read.findings.to_string();
    Description robot = std::move(read.description);
    robot.gravity = Description{}.gravity;
    const Description same = again(robot, RobotFormat::sdf);
    expect_same_dynamics(robot, same, random, 1e-11, 0);
    EXPECT_EQ(robot.loops.size(), same.loops.size());
    if (HasFailure()) return;
  }
}

TEST(Write, ChainsThroughAllFormatsKeepTheDynamicsOfTheShippedRobots) {
  Random random(3);
  for (const auto& file : shipped_models()) {
    SCOPED_TRACE(file.string());
    for (const Base base : {Base::as_written, Base::floating}) {
      ReadResult read = read_description(file, {.base = base});
      ASSERT_FALSE(read.findings.has_errors());
      Description robot = with_plain_roots(std::move(read.description));
      if (floating_joint_count(robot) > 1) continue;  // one on another body, whose coordinates change
      for (Body& body : robot.bodies) {
        for (DegreeOfFreedom& dof : body.joint.dofs) dof.armature = 0;
      }
      const Description last =
          again(again(again(robot, RobotFormat::mjcf), RobotFormat::sdf), RobotFormat::urdf);
      expect_same_dynamics(robot, last, random, 1e-12);
    }
  }
}

TEST(Write, AFloatingRobotStartsWhereItStarted) {
  Description robot = one_joint({.name = "floating_base", .kind = JointKind::floating});
  robot.bodies.erase(robot.bodies.begin());
  robot.bodies[0].parent.clear();
  robot.bodies[0].placement = {};
  robot.bodies[0].joint.initial = {1, 2, 3, 0.5, 0.5, -0.5, 0.5};
  for (const RobotFormat format : {RobotFormat::mjcf, RobotFormat::sdf}) {
    EXPECT_EQ(warnings(robot, format), "");
    EXPECT_EQ(differences_in_words(robot, again(robot, format)), "");
  }
  robot.bodies[0].placement = {{}, {0, 0, 5}};
  EXPECT_TRUE(
      contains(warnings(robot, RobotFormat::sdf), "their positions are poses in the world: 'floating_base'"));
  EXPECT_EQ(again(robot, RobotFormat::sdf).bodies[0].joint.initial[2], 8);
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::urdf), "URDF has no initial positions: 'floating_base'"));
}

TEST(Write, ABallJointIsThreeHingesInUrdf) {
  const Vector3<double> rpy{0.3, -0.8, 1.1};
  const Quaternion<double> q = quaternion_of(rotation_from_rpy(rpy));
  const Description robot =
      one_joint({.kind = JointKind::spherical, .dofs = {{.stiffness = 2}}, .initial = {q.w, q.x, q.y, q.z}});
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::urdf), "three hinges about z, y and x"));
  Description read = again(robot, RobotFormat::urdf);
  const Model ball(robot), hinges(read);
  Workspace<double> of_ball(ball), of_hinges(hinges);
  update_poses(of_ball, std::vector{q.w, q.x, q.y, q.z});
  update_poses(of_hinges, std::vector{rpy.z, rpy.y, rpy.x});
  const auto x = pose(of_ball, ball.frame("b")), y = pose(of_hinges, hinges.frame("b"));
  EXPECT_LT(norm(x.translation - y.translation), 1e-14);
  EXPECT_LT(norm(rotation_vector_of(transpose(x.rotation) * y.rotation)), 1e-14);
  // The spring of a ball joint acts from its initial position.
  const double rest[] = {rpy.z, rpy.y, rpy.x};
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(hinges.dofs()[i].stiffness, 2);
    EXPECT_NEAR(hinges.dofs()[i].rest_position, rest[i], 1e-14);
  }
}

TEST(Write, SpringsOfNegativeStiffnessAreKeptInMjcfOnly) {
  const Description robot =
      one_joint({.kind = JointKind::continuous, .dofs = {{.stiffness = -2, .rest_position = 1}}});
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
  for (const RobotFormat format : {RobotFormat::urdf, RobotFormat::sdf}) {
    EXPECT_TRUE(contains(warnings(robot, format), " has no springs of negative stiffness: 'j'"));
    EXPECT_EQ(again(robot, format).bodies[1].joint.dofs[0].stiffness, 0);
  }
}

TEST(Write, ARobotWithoutBodiesIsReadBackFromEveryFormat) {
  Description robot{.name = "empty"};
  robot.frames = {{.name = "base", .placement = {{}, {1, 2, 3}}}};
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::sdf), "a link without mass is added on the ground"));
  for (const RobotFormat format : {RobotFormat::urdf, RobotFormat::mjcf, RobotFormat::sdf}) {
    const Model read(again(robot, format));
    EXPECT_EQ(read.velocity_size(), 0);
    Workspace<double> work(read);
    set_position(work, std::vector<double>{});
    EXPECT_EQ(pose(work, read.frame("base")).translation, (Vector3<double>{1, 2, 3}));
  }
}

TEST(Write, NamesThatSdfReservesAreChangedEverywhere) {
  Description robot = one_joint({.name = "b", .kind = JointKind::continuous});
  robot.bodies[0].name = robot.bodies[1].parent = "world";
  robot.frames = {{.name = "arm::tip", .body = "world"}};
  const std::string said = warnings(robot, RobotFormat::sdf);
  EXPECT_TRUE(contains(said, "'world' to 'world_2'"));
  EXPECT_TRUE(contains(said, "'arm::tip' to 'arm_tip'"));
  EXPECT_TRUE(contains(said, "'b' to 'b_2'"));
  const Description read = again(robot, RobotFormat::sdf);
  EXPECT_EQ(read.bodies[1].parent, "world_2");
  EXPECT_EQ(read.bodies[1].joint.name, "b_2");
  EXPECT_EQ(read.frames[0].body, "world_2");
  EXPECT_EQ(again(robot, RobotFormat::mjcf).bodies[0].name, "world_2");
}

TEST(Write, MeshesKeepTheirFilesUnlessTheFormatCannotReadThem) {
  const TemporaryFolder folder;
  std::filesystem::create_directories(folder / "meshes");
  for (const char* const name : {"meshes/a.stl", "meshes/b.dae"}) std::ofstream(folder / name) << "x";
  Description robot = one_joint({.kind = JointKind::continuous});
  for (const char* const name : {"meshes/a.stl", "meshes/b.dae"})
    robot.bodies[1].shapes.push_back({.kind = Shape::Kind::mesh, .size = {1, 1, 1}, .mesh = folder / name});
  std::filesystem::create_directories(folder / "out");
  const WriteOptions into{.folder = folder / "out"};
  EXPECT_TRUE(contains(write_urdf(robot, into).text, "filename=\"../meshes/b.dae\""));
  EXPECT_TRUE(contains(write_sdf(robot, into).text, "<uri>../meshes/b.dae</uri>"));
  const WrittenRobot written = write_mjcf(robot, into);
  EXPECT_TRUE(contains(written.text, "file=\"../meshes/a.stl\""));
  EXPECT_EQ(written.text.find("b.dae"), std::string::npos);
  EXPECT_TRUE(contains(written.findings.to_string(), "MJCF has meshes as STL, OBJ and MSH only"));
  robot.bodies[1].shapes.resize(1);
  robot.bodies[1].shapes[0].mesh = " ";
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::sdf), "SDF has no meshes without a file: 'b'"));
  EXPECT_TRUE(again(robot, RobotFormat::sdf).bodies[1].shapes.empty());
  robot.bodies[1].shapes[0].mesh = "package://gone/a.stl";
  EXPECT_TRUE(contains(write_urdf(robot, into).text, "package://gone/a.stl"));
  EXPECT_TRUE(
      contains(write_urdf(robot, into).findings.to_string(), "meshes that are not found keep their paths"));
}

TEST(Write, ShapesReadBackTheSame) {
  Description robot = one_joint({.kind = JointKind::continuous});
  for (const Shape::Kind kind :
       {Shape::Kind::box, Shape::Kind::sphere, Shape::Kind::cylinder, Shape::Kind::capsule,
        Shape::Kind::ellipsoid, Shape::Kind::plane, Shape::Kind::mesh}) {
    const int used = kind == Shape::Kind::sphere ? 1 : kind == Shape::Kind::box ? 3 : 2;
    const bool all = used == 3 || kind == Shape::Kind::ellipsoid || kind == Shape::Kind::mesh;
    Shape shape{.kind = kind,
                .placement = {rotation_from_rpy(Vector3<double>{0.1, 0.2, 0.3}), {0.4, 0.5, 0.6}},
                .size = {1.1, used > 1 ? 2.3 : 0, all ? 3.7 : 0},
                .color = std::array{0.1, 0.2, 0.3, 0.4}};
    if (kind == Shape::Kind::mesh) shape.mesh = "a.stl";
    robot.bodies[0].shapes.push_back(shape);
    shape.role = Shape::Role::collision;
    shape.color.reset();
    robot.bodies[0].shapes.push_back(shape);
  }
  for (const RobotFormat format : {RobotFormat::mjcf, RobotFormat::sdf}) {
    SCOPED_TRACE(name_of(format));
    EXPECT_EQ(warnings(robot, format), "");
    const std::vector<Shape> shapes = again(robot, format).bodies[0].shapes;
    ASSERT_EQ(shapes.size(), robot.bodies[0].shapes.size());
    for (std::size_t i = 0; i < shapes.size(); ++i) {
      const Shape &before = robot.bodies[0].shapes[i], &after = shapes[i];
      SCOPED_TRACE(i);
      EXPECT_EQ(before.kind, after.kind);
      EXPECT_EQ(before.role, after.role);
      EXPECT_EQ(before.size.x, after.size.x);
      EXPECT_EQ(before.size.y, after.size.y);
      if (before.kind != Shape::Kind::plane) {
        EXPECT_EQ(before.size.z, after.size.z);
      }
      EXPECT_EQ(before.color, after.color);
      EXPECT_EQ(before.placement.translation, after.placement.translation);
      EXPECT_LT(norm(before.placement.rotation.row_y - after.placement.rotation.row_y), 1e-15);
    }
  }
}

TEST(Write, EachKindOfLossIsOneWarning) {
  Description robot = one_joint({.kind = JointKind::custom, .custom = std::make_shared<Cam>()});
  robot.bodies[1].gravity_compensation = 0.5;
  robot.bodies[1].shapes = {{.kind = Shape::Kind::ellipsoid}};
  robot.gravity = {0, 0, -3};
  robot.named_positions = {{.name = "home"}};
  robot.bodies[1].source = {"arm.urdf", 12};
  const std::string said = warnings(robot, RobotFormat::urdf);
  EXPECT_TRUE(contains(said,
                       "arm.urdf:12: warning: no format has user-defined joints; they are fixed where they "
                       "start: 'j'"));
  EXPECT_TRUE(contains(said, "URDF has no gravity compensation: 'b'"));
  EXPECT_TRUE(contains(said, "URDF has no ellipsoids: 'b'"));
  EXPECT_TRUE(contains(said, "URDF has no gravity of a robot; the file is read with 0 0 -9.81"));
  EXPECT_TRUE(contains(said, "URDF has no named positions: 'home'"));
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::sdf), "fractions are left out: 'b'"));
  EXPECT_EQ(again(robot, RobotFormat::urdf).bodies[1].joint.kind, JointKind::fixed);

  Description many{.name = "many"};
  for (int i = 0; i < 15; ++i) {
    many.bodies.push_back(one_joint({.kind = JointKind::continuous}).bodies[1]);
    many.bodies.back().name = "b" + std::to_string(i);
    many.bodies.back().joint.name = "j" + std::to_string(i);
    many.bodies.back().parent.clear();
    many.bodies.back().joint.dofs = {{.armature = 1}};
  }
  EXPECT_TRUE(
      contains(warnings(many, RobotFormat::sdf),
               "SDF has no rotor inertias (armature): 'j0', 'j1', 'j2', 'j3', 'j4', 'j5', 'j6', 'j7', "
               "'j8', 'j9' and 5 more"));
}

TEST(Write, LongChainsAreWrittenInTimeProportionalToTheirLength) {
  Description chain{.name = "chain"};
  for (int i = 0; i < 1000; ++i) {
    Body body = one_joint({.kind = JointKind::continuous}).bodies[1];
    body.name = "b" + std::to_string(i);
    body.joint.name = "j" + std::to_string(i);
    body.parent = i == 0 ? "" : "b" + std::to_string(i - 1);
    chain.bodies.push_back(body);
  }
  for (const RobotFormat format : all_formats) {
    EXPECT_LT(write_description(chain, format).text.size(), 1000u * 1200u) << name_of(format);
  }
  EXPECT_EQ(again(chain, RobotFormat::sdf).bodies.size(), 1000u);
}

TEST(Write, RobotsWithErrorsAreRefused) {
  Description robot = one_joint({.kind = JointKind::continuous});
  robot.bodies[1].parent = "nobody";
  for (const RobotFormat format : all_formats) EXPECT_THROW(write_description(robot, format), InvalidModel);
}

}  // namespace sinew::test::write_test
