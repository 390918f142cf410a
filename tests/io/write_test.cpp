// A robot that is written as URDF, MJCF or SDF and read again is the same robot, or a warning says what changed.
#include "sinew/io/write.hpp"

#include <gtest/gtest.h>

#include <fstream>

#include "sinew/chains/loops/closed_chain.hpp"
#include "sinew/io/load.hpp"
#include "sinew/model/description/differences.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_mjcf.hpp"
#include "tests/support/random_sdf.hpp"
#include "tests/support/same_robot.hpp"
#include "tests/support/shared_robots.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::write_test {

constexpr RobotFormat all_formats[] = {RobotFormat::urdf, RobotFormat::mjcf, RobotFormat::sdf};

Description read_again(const std::string& text) {
  ReadResult result = read_description_text(text, "again");
  EXPECT_FALSE(result.findings.has_errors()) << result.findings.to_string() << text;
  return std::move(result.description);
}

Description again(const Description& robot, RobotFormat format) {
  return read_again(write_description(robot, format).text);
}

std::string warnings(const Description& robot, RobotFormat format) {
  return write_description(robot, format).findings.to_string();
}

constexpr Inertial some_inertia{.mass = 2, .com = {0.1, 0.2, 0.3}, .inertia = {1, 0.1, 0.2, 1.1, -0.1, 0.9}};

// One moving body on a fixed base.
Description one_joint(Joint joint) {
  if (joint.name.empty()) joint.name = "j";
  return {.name = "robot",
          .bodies = {{.name = "base", .inertial = some_inertia},
                     {.name = "b",
                      .parent = "base",
                      .placement = {rotation_from_rpy(Vector3<double>{0.1, 0.2, 0.3}), {1, 2, 3}},
                      .joint = std::move(joint),
                      .inertial = some_inertia}}};
}

// A tree with most of what descriptions can contain; each format can express some of these robots completely.
Description rich_robot(std::uint64_t seed) {
  Random random(seed);
  constexpr JointKind kinds[] = {JointKind::revolute,  JointKind::continuous, JointKind::prismatic,
                                 JointKind::spherical, JointKind::universal,  JointKind::planar,
                                 JointKind::helical,   JointKind::fixed};
  const bool plain = random.chance(0.5), with_extras = random.chance(0.6);
  Description robot{.name = "a \"strange\" <name> & more"};
  for (int i = 0; i < 8; ++i) {
    const std::string number = std::to_string(i);
    Body body{.name = "body" + number, .inertial = some_inertia};
    body.inertial.mass = random.uniform(1, 2);
    body.joint.name = "joint " + number;
    if (i > 0) {
      body.parent = "body" + std::to_string(random.below(i));
      body.placement = {random.rotation(), random.vector(1)};
      body.joint.kind = kinds[random.below(plain ? 3 : 8)];
      body.joint.axis = random.unit_vector();
      body.joint.axis2 = cross(body.joint.axis, random.unit_vector());
      body.joint.pitch = random.uniform(-1, 1);
    }
    if (velocity_size(body.joint.kind) == 1) {
      DegreeOfFreedom dof{.damping = random.uniform(0, 1), .dry_friction = random.uniform(0, 1)};
      if (body.joint.kind != JointKind::continuous)
        dof.lower = random.uniform(-2, -1), dof.upper = random.uniform(1, 2);
      if (random.chance(0.5)) dof.stiffness = random.uniform(1, 2), dof.rest_position = random.uniform(-1, 1);
      if (with_extras && random.chance(0.5)) dof.armature = random.uniform(0, 1);
      if (with_extras && random.chance(0.5)) dof.max_effort = random.uniform(1, 2);
      if (with_extras && random.chance(0.5)) dof.max_velocity = random.uniform(1, 2);
      body.joint.dofs = {dof};
      if (with_extras && random.chance(0.2)) body.joint.initial = {random.uniform(-1, 1)};
    }
    if (with_extras && random.chance(0.2)) body.gravity_compensation = 1;
    if (random.chance(0.3)) {
      const auto kind = Shape::Kind(random.below(with_extras ? 5 : 4));
      const double x = random.uniform(1, 2), y = random.uniform(1, 2), z = random.uniform(1, 2);
      body.shapes.push_back(
          {.name = "shape", .kind = kind, .placement = {random.rotation(), random.vector(1)}});
      body.shapes.back().size = {x, y, z};
      if (random.chance(0.5)) body.shapes.back().color = {0.1, 0.2, 0.3, 0.4};
    }
    robot.bodies.push_back(std::move(body));
  }
  if (with_extras && random.chance(0.5)) robot.gravity = random.vector(10);
  if (with_extras && random.chance(0.5))
    robot.frames = {{.name = "tool", .body = "body3", .placement = {random.rotation(), random.vector(1)}}};
  return robot;
}

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

TEST(Write, MjcfStartsJointsAtTheirInitialPositions) {
  Description robot = one_joint({.kind = JointKind::revolute,
                                 .axis = {0, 0.6, 0.8},
                                 .dofs = {{.stiffness = 3, .rest_position = 0.4, .lower = -1, .upper = 2}},
                                 .initial = {0.7}});
  robot.bodies.push_back({.name = "c",
                          .parent = "b",
                          .placement = {{}, {0.5, 0, 0}},
                          .joint = {.name = "k", .kind = JointKind::prismatic, .initial = {-0.3}},
                          .inertial = some_inertia});
  robot.bodies[2].joint.dofs = {{.lower = -2, .upper = 3}};
  robot.couplings = {{.name = "cam", .joint = "k", .leader = "j", .polynomial = {0.1, 0.2, 0.3, 0.4, 0.5}}};
  robot.named_positions = {{.name = "home", .joints = {{"j", {0.2}}, {"k", {0.1}}}}};
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
}

TEST(Write, MasslessBodiesBetweenJointsBecomeJointsOfOneBodyInMjcf) {
  Description robot = one_joint({.kind = JointKind::universal, .axis = {1, 0, 0}, .axis2 = {0, 1, 0}});
  robot.bodies[1].joint.initial = {0.3, -0.4};
  const std::string text = write_mjcf(robot).text;
  EXPECT_TRUE(contains(text, "<joint name=\"j_1\""));
  EXPECT_TRUE(contains(text, "<joint name=\"j_2\""));
  EXPECT_EQ(text.find("<body name=\"j_1\""), std::string::npos);
  Random random(5);
  expect_same_dynamics(robot, read_again(text), random, 1e-12, 2);
  const Description read = read_again(text);
  EXPECT_EQ(read.bodies[1].name, "j_1");
  EXPECT_EQ(read.bodies[1].joint.initial, std::vector<double>{0.3});
}

// The acceleration of the first joint while all mimics and couplings hold.
double closed_acceleration(const Description& description, double q, double v, double tau) {
  const Model model(description);
  Workspace<double> work(model);
  ClosedChain<double> chain(model);
  const auto n = std::size_t(model.velocity_size());
  std::vector<double> position = model.neutral_position(), velocity(n), torque(n), acceleration(n);
  position[0] = q;
  velocity[0] = v;
  torque[0] = tau;
  const double pitch = description.bodies[1].joint.pitch;
  if (n == 2) {
    const Joint& slide = description.bodies.back().joint;
    const double lead = slide.mimic ? slide.mimic->multiplier : description.couplings.at(0).polynomial[1];
    position[1] = lead * q;
    velocity[1] = lead * v;
  }
  EXPECT_EQ(n == 1, pitch != 0);
  chain.forward_dynamics(work, position, velocity, torque, acceleration);
  return acceleration[0];
}

TEST(Write, AScrewIsAHingeAndASlideThatFollowsIt) {
  const Description robot = one_joint({.kind = JointKind::helical, .axis = {0, 0.6, 0.8}, .pitch = 0.3});
  const double expected = closed_acceleration(robot, 0.4, 1.5, 2);
  for (const RobotFormat format : {RobotFormat::urdf, RobotFormat::mjcf}) {
    SCOPED_TRACE(name_of(format));
    EXPECT_TRUE(
        contains(warnings(robot, format), " has no helical joints; each becomes a hinge and a slide"));
    EXPECT_NEAR(closed_acceleration(again(robot, format), 0.4, 1.5, 2), expected, 1e-12);
  }
  EXPECT_EQ(warnings(robot, RobotFormat::sdf), "");
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

Description with_loop(ConnectionKind kind) {
  Description robot = one_joint({.kind = JointKind::revolute, .axis = {0, 0, 1}});
  robot.bodies[1].placement = {};
  robot.bodies[1].joint.dofs = {{.lower = -3, .upper = 3}};
  robot.bodies.push_back({.name = "c",
                          .parent = "base",
                          .placement = {{}, {1, 0, 0}},
                          .joint = {.name = "k", .kind = JointKind::continuous, .axis = {1, 0, 0}},
                          .inertial = some_inertia});
  const Rotation<double> turn = rotation_from_rpy(Vector3<double>{0.4, 0.5, 0.6});
  robot.loops = {{.name = "closing",
                  .connection = {.kind = kind},
                  .first = {"b", {turn, {0.2, 0.3, 0.4}}},
                  .second = {"c", {turn, {-0.8, 0.3, 0.4}}}}};
  if (kind == ConnectionKind::universal)  // z of the first is perpendicular to x of the second
    robot.loops[0].second.placement.rotation = turn * rotation_about(Vector3<double>{0, 0, 1}, 0.7);
  return robot;
}

// The number of constraint rows, and the norm of their errors where the first joint is at `q`.
std::pair<int, double> of_loops(const Description& description, double q) {
  const Model model(description);
  Workspace<double> work(model);
  ClosedChain<double> chain(model);
  std::vector<double> position = model.initial_position(), errors(std::size_t(chain.rows()));
  position[0] = q;
  chain.position_errors(work, position, errors);
  double sum = 0;
  for (const double error : errors) sum += error * error;
  return {chain.rows(), std::sqrt(sum)};
}

TEST(Write, LoopsThatAFormatHasStayClosed) {
  const std::pair<RobotFormat, std::vector<ConnectionKind>> kept[] = {
      {RobotFormat::urdf,
       {ConnectionKind::weld, ConnectionKind::revolute, ConnectionKind::cylindrical,
        ConnectionKind::distance}},
      {RobotFormat::mjcf, {ConnectionKind::weld, ConnectionKind::spherical}},
      {RobotFormat::sdf,
       {ConnectionKind::weld, ConnectionKind::revolute, ConnectionKind::prismatic, ConnectionKind::universal,
        ConnectionKind::spherical}}};
  for (const auto& [format, kinds] : kept) {
    for (const ConnectionKind kind : kinds) {
      for (const bool grounded : {false, true}) {
        SCOPED_TRACE(std::string(name_of(format)) + " " + name_of(kind));
        Description robot = with_loop(kind);
        if (grounded)
          robot.loops[0].second = {"", {robot.loops[0].second.placement.rotation, {0.2, 0.3, 0.4}}};
        if (kind == ConnectionKind::distance) robot.loops[0].connection.distance = 1;
        EXPECT_EQ(warnings(robot, format), "");
        const Description read = again(robot, format);
        ASSERT_EQ(read.loops.size(), 1u);
        EXPECT_EQ(read.loops[0].connection.kind, kind);
        // Exchanged ends measure the errors in each other's frames, which differ where the loop is open.
        const double q = grounded ? 1e-4 : 0.3, tolerance = grounded ? 1e-7 : 1e-12;
        const auto [rows, error] = of_loops(robot, q);
        const auto [rows_again, error_again] = of_loops(read, q);
        EXPECT_EQ(rows, rows_again);
        EXPECT_GT(error, 1e-5);
        EXPECT_NEAR(error, error_again, tolerance);
      }
    }
  }
}

TEST(Write, ARevoluteLoopIsTwoPointsOnItsAxisInMjcf) {
  const Description robot = with_loop(ConnectionKind::revolute);
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf),
                       "MJCF has no revolute loops; each becomes two spherical ones on its axis: 'closing'"));
  const Description read = again(robot, RobotFormat::mjcf);
  ASSERT_EQ(read.loops.size(), 2u);
  const Vector3<double> axis =
      read.loops[1].first.placement.translation - read.loops[0].first.placement.translation;
  EXPECT_LT(norm(cross(axis, robot.loops[0].first.placement.rotation.column_z())), 1e-14);
  EXPECT_NEAR(norm(axis), 0.1, 1e-14);
  EXPECT_LT(of_loops(read, 0).second, 1e-14);
  EXPECT_GT(of_loops(read, 0.3).second, 1e-2);
}

TEST(Write, LoopsThatAreOpenEndAtSitesInMjcfAndAreLeftOutInSdf) {
  Description robot = with_loop(ConnectionKind::spherical);
  robot.loops[0].second.placement.translation.x += 0.01;
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf), "between sites only; these are added: 'closing'"));
  const Description read = again(robot, RobotFormat::mjcf);
  ASSERT_EQ(read.loops.size(), 1u);
  EXPECT_EQ(read.loops[0].second.placement.translation, robot.loops[0].second.placement.translation);
  EXPECT_EQ(read.frames.size(), 2u);
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::sdf), "these are left out: 'closing'"));
  EXPECT_TRUE(again(robot, RobotFormat::sdf).loops.empty());
  EXPECT_TRUE(contains(warnings(with_loop(ConnectionKind::cylindrical), RobotFormat::mjcf),
                       "MJCF has no loops of kind cylindrical; they are left out: 'closing'"));
}

TEST(Write, MimicsAndLinearCouplingsReplaceEachOther) {
  Description robot = with_loop(ConnectionKind::weld);
  robot.loops.clear();
  robot.bodies[2].joint = {.name = "k", .kind = JointKind::continuous, .mimic = Mimic{"j", 2, 0.5}};
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf), "each becomes an equality constraint: 'k'"));
  const Description coupled = again(robot, RobotFormat::mjcf);
  ASSERT_EQ(coupled.couplings.size(), 1u);
  EXPECT_EQ(coupled.couplings[0].polynomial, (std::array<double, 5>{0.5, 2, 0, 0, 0}));
  EXPECT_TRUE(contains(warnings(coupled, RobotFormat::sdf), "these become mimics of their joints: 'k'"));
  const Description mimicking = again(coupled, RobotFormat::sdf);
  ASSERT_TRUE(mimicking.bodies[2].joint.mimic);
  EXPECT_EQ(mimicking.bodies[2].joint.mimic->multiplier, 2);
  EXPECT_EQ(mimicking.bodies[2].joint.mimic->offset, 0.5);
  robot.bodies[2].joint.mimic.reset();
  robot.couplings = {{.name = "cam", .joint = "k", .leader = "j", .polynomial = {0, 0, 1, 0, 0}}};
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::sdf), "these are left out: 'cam'"));
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
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

TEST(Write, InertiasThatMujocoRefusesAreNamed) {
  Description robot = one_joint({.kind = JointKind::continuous});
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
  robot.bodies[0].inertial.inertia = {1, 1, 1, 1, 1, 1};  // moments 3, 0 and 0
  EXPECT_TRUE(
      contains(warnings(robot, RobotFormat::mjcf),
               "break the triangle inequality; these are left out, on bodies that do not move: 'base'"));
  EXPECT_EQ(again(robot, RobotFormat::mjcf).bodies[0].inertial.mass, 0);
  robot.bodies[1].inertial.inertia = {1, 0, 0, 1, 0, 2.5};
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf), "break the triangle inequality: 'b'"));
}

TEST(Write, AnInertiaThatMujocoRefusesIsAddedToTheMovingBodyThatCarriesIt) {
  Description robot = one_joint({.kind = JointKind::spherical});
  robot.bodies.push_back(
      {.name = "motor",
       .parent = "b",
       .placement = {rotation_from_rpy(Vector3<double>{0.5, 0.6, 0.7}), {0.1, 0.2, 0.3}},
       .joint = {},
       .inertial = {.mass = 0.1, .com = {0.3, 0.2, 0.1}, .inertia = {1e-3, 0, 0, 1e-3, 0, 5e-3}}});
  EXPECT_TRUE(contains(warnings(robot, RobotFormat::mjcf), "moving body that carries them: 'motor'"));
  const Description read = again(robot, RobotFormat::mjcf);
  EXPECT_EQ(read.bodies[2].inertial.mass, 0);
  EXPECT_DOUBLE_EQ(read.bodies[1].inertial.mass, 2.1);
  Random random(1);
  expect_same_dynamics(robot, read, random, 1e-12, 3);
}

TEST(Write, MjcfHasLimitsOnOneSide) {
  Description robot = one_joint({.kind = JointKind::revolute, .dofs = {{.upper = 1}}});
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
  robot.bodies[1].joint.dofs = {{.lower = 1, .upper = 1}};
  EXPECT_TRUE(
      contains(warnings(robot, RobotFormat::mjcf), "MJCF has no position limits that are equal: 'j'"));
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

TEST(Write, AMasslessBodyThatBranchesStaysABodyInMjcf) {
  Description robot = one_joint({.kind = JointKind::continuous, .axis = {0, 1, 0}});
  robot.bodies[1].inertial = {};
  for (const char* const name : {"left", "right"}) {
    robot.bodies.push_back({.name = name,
                            .parent = "b",
                            .placement = {{}, {name[0] == 'l' ? 1.0 : -1.0, 0, 0}},
                            .joint = {.name = std::string(name) + "_hinge", .kind = JointKind::continuous},
                            .inertial = some_inertia});
  }
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf),
            "warning: MuJoCo refuses bodies that move and have no mass: 'b'\n");
  EXPECT_EQ(differences_in_words(robot, again(robot, RobotFormat::mjcf)), "");
  robot.bodies.back().joint = {};  // its mass counts
  EXPECT_EQ(warnings(robot, RobotFormat::mjcf), "");
}

TEST(Write, MjcfHasShapesOfPositiveSizeOnlyAndPlanesOnTheGround) {
  Description robot = one_joint({.kind = JointKind::continuous});
  robot.bodies[0].shapes = {{.kind = Shape::Kind::plane, .size = {1, 1, 0}}};
  robot.bodies[1].shapes = {{.kind = Shape::Kind::sphere, .size = {0, 0, 0}},
                            {.kind = Shape::Kind::plane, .size = {1, 1, 0}},
                            {.kind = Shape::Kind::capsule, .size = {1, 2, 0}}};
  const std::string said = warnings(robot, RobotFormat::mjcf);
  EXPECT_TRUE(contains(said, "MJCF has shapes of positive size only: 'b'"));
  EXPECT_TRUE(contains(said, "MJCF has planes on fixed bodies only: 'b'"));
  const Description read = again(robot, RobotFormat::mjcf);
  EXPECT_EQ(read.bodies[0].shapes.size(), 1u);
  ASSERT_EQ(read.bodies[1].shapes.size(), 1u);
  EXPECT_EQ(read.bodies[1].shapes[0].size, (Vector3<double>{1, 2, 0}));
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
