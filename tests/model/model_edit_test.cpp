// Edits of models: payloads, locked joints, bases. The tests compare the dynamics.
#include <gtest/gtest.h>

#include <map>

#include "sinew/chains/loops/closed_chain.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::model_edit_test {

struct Dynamics {
  Dynamics(const Description& description, const std::vector<double>& q, const std::vector<double>& v)
      : model(description), mass(model.velocity_size(), model.velocity_size()), bias(v.size()) {
    Workspace<double> work(model);
    mass_matrix(work, q, mass);
    bias_force(work, q, v, bias);
    update_poses(work, q);
    for (const FrameIndex frame : all_frames(model)) poses[model.frame(frame).name] = pose(work, frame);
  }
  Model model;
  MatrixXd mass;
  VectorXd bias;
  std::map<std::string, Transform<double>> poses;
};

// Some rows and columns of a matrix, or rows of a vector.
MatrixXd picked(const MatrixXd& m, const std::vector<int>& rows, const std::vector<int>& cols = {0}) {
  MatrixXd some(Index(rows.size()), Index(cols.size()));
  for (Index i = 0; i < some.rows(); ++i) {
    for (Index j = 0; j < some.cols(); ++j) some(i, j) = m(rows[std::size_t(i)], cols[std::size_t(j)]);
  }
  return some;
}

const Inertial lump{1.5, {0.1, -0.2, 0.3}, {0.2, 0.01, -0.02, 0.25, 0.03, 0.3}};
const Transform<double> somewhere{rotation_from_rpy(Vector3<double>{0.3, 0.2, -0.5}), {0.1, 0.2, 0.3}};

Description three_link_arm() {
  return {.name = "arm",
          .bodies = {hinged("a", "", {}, lump, {0, 0, 1}), hinged("b", "a", {0.5, 0, 0.1}, lump, {0, 1, 0}),
                     hinged("c", "b", {0.4, 0.1, 0}, lump, {1, 0, 0})}};
}
const std::vector<double> q3{0.3, -0.8, 1.2}, v3{1, -2, 0.5};

// Mass and first moment add; the inertia about the common centre follows from the parallel axis theorem.
TEST(Payload, IsTheSumOfBothInertias) {
  const Inertial box{2, {0, 0, 0.1}, {0.02, 0, 0, 0.03, 0, 0.04}};
  const Description loaded =
      with_payload(three_link_arm(), {.name = "box", .body = "c", .placement = somewhere, .inertial = box});
  Description merged = three_link_arm();
  Inertial& c = merged.bodies[2].inertial;
  const Vector3<double> box_com = somewhere * box.com;
  const double mass = c.mass + box.mass;
  const Vector3<double> com = (1 / mass) * (c.mass * c.com + box.mass * box_com);
  c.inertia = c.inertia + point_mass_inertia(c.mass, c.com - com) +
              conjugate(somewhere.rotation, box.inertia) + point_mass_inertia(box.mass, box_com - com);
  c.mass = mass;
  c.com = com;
  const Dynamics one(loaded, q3, v3), other(merged, q3, v3);
  EXPECT_LE(relative_error(one.mass, other.mass), 1e-14);
  EXPECT_LE(relative_error(one.bias, other.bias), 1e-14);
  EXPECT_LE(
      relative_error((one.poses.at("c") * somewhere).translation, as_dense(one.poses.at("box").translation)),
      1e-14);
}

TEST(Payload, CanBeRemovedAgain) {
  const Description loaded =
      with_payload(three_link_arm(), {.name = "box", .body = "b", .placement = somewhere, .inertial = lump});
  const Dynamics before(three_link_arm(), q3, v3), after(without_body(loaded, "box"), q3, v3);
  EXPECT_EQ(before.mass, after.mass);
  EXPECT_EQ(before.bias, after.bias);
}

TEST(Payload, NeedsABodyThatExists) {
  EXPECT_TRUE(contains(
      complaint([&] { with_payload(three_link_arm(), {.name = "box", .body = "hand", .inertial = lump}); }),
      "'hand'"));
}

TEST(WithoutBody, RemovesDescendantsAndFrames) {
  Description robot = three_link_arm();
  robot.frames = {{.name = "tool", .body = "c"}, {.name = "elbow", .body = "a"}};
  const Description rest = without_body(robot, "b");
  ASSERT_EQ(rest.bodies.size(), 1u);
  EXPECT_EQ(rest.bodies[0].name, "a");
  ASSERT_EQ(rest.frames.size(), 1u);
  EXPECT_EQ(rest.frames[0].name, "elbow");
  EXPECT_THROW(without_body(robot, "hand"), std::invalid_argument);
}

// With some joints locked, mass matrix and bias are those of the whole robot without the rows and columns of the locked
// joints.
TEST(LockedJoints, KeepTheDynamicsOfTheOthersOnRandomTrees) {
  const int count = std::min(500, sample_count());
  for (int i = 0; i < count; ++i) {
    Sample sample = random_sample(i);
    Random random(static_cast<std::uint64_t>(i));
    const Model whole(sample.description);
    std::vector<LockedJoint> locked;
    std::vector<double> q, v;
    std::vector<int> kept;
    for (const JointInfo& joint : whole.joints()) {
      const auto first_q = sample.q.begin() + joint.q_index;
      if (random.chance(0.4)) {
        locked.push_back({joint.name, {first_q, first_q + joint.q_size}});
        std::fill_n(sample.v.begin() + joint.v_index, joint.v_size, 0.0);
        continue;
      }
      q.insert(q.end(), first_q, first_q + joint.q_size);
      for (int k = 0; k < joint.v_size; ++k) {
        kept.push_back(joint.v_index + k);
        v.push_back(sample.v[joint.v_index + k]);
      }
    }
    const Dynamics all(sample.description, sample.q, sample.v);
    const Dynamics some(with_locked_joints(sample.description, locked), q, v);
    ASSERT_LE(relative_error(some.mass, picked(all.mass, kept, kept)), 1e-11) << "sample " << i;
    ASSERT_LE(relative_error(some.bias, picked(all.bias, kept)), 1e-11) << "sample " << i;
    for (const auto& [name, pose] : all.poses) {
      ASSERT_LE(relative_error(some.poses.at(name).rotation, as_dense(pose.rotation)), 1e-12) << i << name;
      ASSERT_LE(relative_error(some.poses.at(name).translation, as_dense(pose.translation)), 1e-12)
          << i << name;
    }
  }
}

TEST(LockedJoints, AreAtTheirNeutralPositionByDefault) {
  const LockedJoint at_rest[] = {{.joint = "b_joint"}};
  const Dynamics one(with_locked_joints(three_link_arm(), at_rest), {0.3, 1.2}, {1, 0.5});
  const Dynamics other(three_link_arm(), {0.3, 0, 1.2}, {1, 0, 0.5});
  const std::vector<int> kept{0, 2};
  EXPECT_LE(relative_error(one.mass, picked(other.mass, kept, kept)), 1e-14);
}

// Three links; the last is connected to the ground and coupled to the first.
Description tied_arm() {
  Description robot = three_link_arm();
  robot.loops = {{.name = "wire",
                  .connection = {.kind = ConnectionKind::distance, .distance = 0.5},
                  .first = {.body = "", .placement = {{}, {0, 0, 1}}},
                  .second = {.body = "c", .placement = {{}, {0.2, 0, 0}}}},
                 {.name = "strut",
                  .connection = {.kind = ConnectionKind::point_on_plane},
                  .first = {"a"},
                  .second = {"c"}}};
  robot.couplings = {{.name = "gear", .joint = "c_joint", .leader = "a_joint", .polynomial = {1, 2, 3, 4, 5}},
                     {.name = "brake", .joint = "b_joint", .leader = "", .polynomial = {-0.8, 0, 0, 0, 0}}};
  return robot;
}

TEST(WithoutBody, RemovesTheLoopsAndCouplingsThatEndThere) {
  const Description whole = tied_arm();
  const Description without_c = without_body(whole, "c");
  EXPECT_TRUE(without_c.loops.empty());
  ASSERT_EQ(without_c.couplings.size(), 1u);
  EXPECT_EQ(without_c.couplings[0].name, "brake");
  EXPECT_EQ(validate(without_c).to_string(), "");
  EXPECT_TRUE(without_body(whole, "b").couplings.empty());
  EXPECT_TRUE(without_body(whole, "a").loops.empty());
}

TEST(WithoutBody, KeepsLoopsAndCouplingsOfTheOthers) {
  Description robot = tied_arm();
  robot.bodies.push_back({.name = "sticker", .parent = "c"});  // on a joint without name
  const Description rest = without_body(robot, "sticker");
  EXPECT_EQ(rest.loops.size(), 2u);
  EXPECT_EQ(rest.couplings.size(), 2u);
}

TEST(LockedJoints, RemoveTheirOwnCoupling) {
  const LockedJoint locked[] = {{.joint = "c_joint", .q = {0.4}}};
  const Description rest = with_locked_joints(tied_arm(), locked);
  ASSERT_EQ(rest.couplings.size(), 1u);
  EXPECT_EQ(rest.couplings[0].name, "brake");
  EXPECT_EQ(rest.loops.size(), 2u);
  EXPECT_EQ(validate(rest).to_string(), "");
}

TEST(LockedJoints, LockTheirFollowersAtTheCoupledPosition) {
  const LockedJoint locked[] = {{.joint = "a_joint", .q = {0.5}}};
  const Description rest = with_locked_joints(tied_arm(), locked);
  ASSERT_EQ(rest.couplings.size(), 2u);
  EXPECT_EQ(rest.couplings[0].leader, "");
  EXPECT_EQ(rest.couplings[0].joint, "c_joint");
  EXPECT_EQ(rest.couplings[0].polynomial, (std::array<double, 5>{3.5625, 0, 0, 0, 0}));
  EXPECT_EQ(validate(rest).to_string(), "");
}

// The third joint mimics the second, which mimics the first, and a coupling follows the third.
TEST(LockedJoints, LockTheJointsThatMimicThem) {
  Description robot = three_link_arm();
  robot.couplings.clear();
  robot.loops.clear();
  robot.bodies.push_back(robot.bodies.back());
  robot.bodies.back().name = "last";
  robot.bodies.back().joint.name = "last_joint";
  robot.bodies[1].joint.mimic = {robot.bodies[0].joint.name, 2, 0.1};
  robot.bodies[2].joint.mimic = {robot.bodies[1].joint.name, -1, 0};
  robot.couplings = {{.name = "cam",
                      .joint = "last_joint",
                      .leader = robot.bodies[2].joint.name,
                      .polynomial = {0, 0, 1, 0, 0}}};
  const LockedJoint locked[] = {{.joint = robot.bodies[0].joint.name, .q = {0.2}}};
  const Description rest = with_locked_joints(robot, locked);
  EXPECT_EQ(validate(rest).to_string(), "");
  EXPECT_EQ(Model(rest).velocity_size(), 1);
  EXPECT_EQ(rest.couplings[0].leader, "");
  EXPECT_NEAR(rest.couplings[0].polynomial[0], 0.5 * 0.5, 1e-15);
  // The bodies are where the whole robot has them.
  const Model whole(robot), few(rest);
  Workspace of_whole(whole), of_few(few);
  update_poses(of_whole, std::vector{0.2, 0.5, -0.5, 0.25});
  update_poses(of_few, std::vector{0.25});
  for (const char* name : {robot.bodies[1].name.c_str(), robot.bodies[2].name.c_str(), "last"}) {
    const Transform<double> apart =
        inverse(pose(of_whole, whole.frame(name))) * pose(of_few, few.frame(name));
    EXPECT_LE(norm(apart.translation) + norm(rotation_vector_of(apart.rotation)), 1e-12) << name;
  }
}

// Locking the leader, and locking it by a coupling, leave the others the same motion.
TEST(LockedJoints, HaveTheEffectOfALeaderLockedByACoupling) {
  Description held = tied_arm();
  held.couplings = {
      {.name = "gear", .joint = "c_joint", .leader = "a_joint", .polynomial = {0.1, 2, 3, 0, 0}}};
  held.loops.clear();
  const LockedJoint locks[] = {{.joint = "a_joint", .q = {0.3}}};
  const Model locked(with_locked_joints(held, locks));
  held.couplings.push_back(
      {.name = "lock", .joint = "a_joint", .leader = "", .polynomial = {0.3, 0, 0, 0, 0}});
  const Model whole(held);
  const double c = 0.1 + 2 * 0.3 + 3 * 0.3 * 0.3;
  const std::vector<double> q{0.3, -0.8, c}, v{0, -2, 0}, tau{1, 2, 3};
  const std::vector<double> rest_q{-0.8, c}, rest_v{-2, 0}, rest_tau{2, 3};
  std::vector<double> a(3), b(2);
  Workspace<double> whole_work(whole), locked_work(locked);
  ClosedChain<double> one(whole), other(locked);
  one.forward_dynamics(whole_work, q, v, tau, a);
  other.forward_dynamics(locked_work, rest_q, rest_v, rest_tau, b);
  EXPECT_NEAR(a[0], 0, 1e-12);
  EXPECT_NEAR(a[1], b[0], 1e-11);
  EXPECT_NEAR(a[2], b[1], 1e-11);
  EXPECT_NEAR(one.coupling_torque(0), other.coupling_torque(0), 1e-11);
}

TEST(LockedJoints, RefuseUnknownNamesAndWrongSizes) {
  const LockedJoint unknown[] = {{.joint = "elbow"}}, wrong[] = {{.joint = "b_joint", .q = {1, 2}}};
  EXPECT_THROW(with_locked_joints(three_link_arm(), unknown), std::invalid_argument);
  EXPECT_THROW(with_locked_joints(three_link_arm(), wrong), std::invalid_argument);
}

// A link behind a fixed joint with offset, rotation and its own centre of mass is lumped into its parent: equal to a
// revolute joint that does not move.
TEST(FixedJoint, ActsLikeALockedRevoluteOne) {
  Description hinge = three_link_arm();
  hinge.bodies[1].placement = somewhere;
  Description bolt = hinge;
  bolt.bodies[1].joint = {.name = "bolt", .kind = JointKind::fixed};
  const Dynamics free(hinge, {0.3, 0, 1.2}, {1, 0, 0.5}), fixed(bolt, {0.3, 1.2}, {1, 0.5});
  const std::vector<int> kept{0, 2};
  EXPECT_LE(relative_error(fixed.mass, picked(free.mass, kept, kept)), 1e-14);
  EXPECT_LE(relative_error(fixed.bias, picked(free.bias, kept)), 1e-14);
  EXPECT_LE(relative_error(fixed.poses.at("b").translation, as_dense(free.poses.at("b").translation)), 1e-14);
}

TEST(FloatingBase, IsAddedToARobotFixedToTheGround) {
  Description robot = three_link_arm();
  robot.bodies[0].joint = {.name = "bolt", .kind = JointKind::fixed};
  const Model fixed(robot), floating(with_floating_base(robot));
  EXPECT_EQ(fixed.velocity_size(), 2);
  ASSERT_EQ(floating.velocity_size(), 8);
  EXPECT_EQ(floating.joints()[0].name, "floating_base");
  EXPECT_EQ(floating.joints()[0].kind, JointKind::floating);
  const Model again(with_fixed_base(with_floating_base(robot)));
  EXPECT_EQ(again.velocity_size(), 2);
}

TEST(FloatingBase, TakesAnUnusedName) {
  Description robot = three_link_arm();
  robot.bodies[0].joint = {.name = "bolt", .kind = JointKind::fixed};
  for (const JointKind kind : {JointKind::fixed, JointKind::revolute}) {
    robot.bodies[1].joint.kind = kind;
    robot.bodies[1].joint.name = "floating_base";
    EXPECT_EQ(with_floating_base(robot).bodies[0].joint.name, "floating_base_2");
    robot.bodies[2].joint.name = "floating_base_2";
    EXPECT_EQ(with_floating_base(robot).bodies[0].joint.name, "floating_base_3");
    EXPECT_EQ(Model(with_floating_base(robot)).joints()[0].name, "floating_base_3");
    robot.bodies[2].joint.name = "wrist";
  }
  // The root's own joint is removed together with its name.
  robot.bodies[0].joint.name = "floating_base";
  robot.bodies[1].joint.name = "elbow";
  EXPECT_EQ(with_floating_base(robot).bodies[0].joint.kind, JointKind::floating);
  EXPECT_EQ(Model(with_floating_base(robot)).velocity_size(), 8);
}

TEST(Payload, IsMountedByAJointWithAnUnusedName) {
  Description robot = three_link_arm();
  robot.bodies[1].joint.name = "box_mount";
  const Description loaded = with_payload(robot, {.name = "box", .body = "c", .inertial = lump});
  EXPECT_EQ(loaded.bodies.back().joint.name, "box_mount_2");
  EXPECT_FALSE(validate(loaded).has_errors());
}

TEST(InitialPosition, IsNeutralByDefault) {
  Description robot = three_link_arm();
  robot.bodies[0].joint = {.name = "base", .kind = JointKind::floating};
  EXPECT_EQ(Model(robot).initial_position(), Model(robot).neutral_position());
  robot.bodies[0].joint.initial = {1, 2, 3, 0, 0, 1, 0};
  robot.bodies[2].joint.initial = {-0.5};
  EXPECT_EQ(Model(robot).initial_position(), (std::vector<double>{1, 2, 3, 0, 0, 1, 0, 0, -0.5}));
  EXPECT_EQ(Model(robot).neutral_position(), (std::vector<double>{0, 0, 0, 1, 0, 0, 0, 0, 0}));
}

TEST(InitialPosition, IsUsedForLockedJointsAndFixedBases) {
  Description robot = three_link_arm();
  robot.bodies[0].joint = {.name = "base", .kind = JointKind::floating, .initial = {1, 2, 3, 0, 0, 1, 0}};
  robot.bodies[2].joint.initial = {-0.5};
  const std::string last = robot.bodies[2].joint.name;
  const Dynamics moving(robot, {1, 2, 3, 0, 0, 1, 0, 0.4, -0.5}, std::vector<double>(8, 0.0));
  const std::vector<LockedJoint> locked{{.joint = last}};
  const Dynamics held(with_fixed_base(with_locked_joints(robot, locked)), {0.4}, {0});
  for (const char* const body : {"a", "b", "c"}) {
    const Transform<double>&here = held.poses.at(body), &there = moving.poses.at(body);
    EXPECT_LT(norm(here.translation - there.translation), 1e-14) << body;
    EXPECT_LT(norm(here.rotation.row_x - there.rotation.row_x), 1e-14) << body;
  }
}

TEST(FloatingBase, KeepsTheDynamicsOfTheJoints) {
  Description robot = three_link_arm();
  robot.bodies[0].joint = {.name = "bolt", .kind = JointKind::fixed};
  robot.bodies[0].placement = somewhere;
  const Dynamics fixed(robot, {0.4, 0.5}, {1, 2});
  const Dynamics floating(with_floating_base(robot), {0, 0, 0, 1, 0, 0, 0, 0.4, 0.5},
                          {0, 0, 0, 0, 0, 0, 1, 2});
  EXPECT_LE(relative_error(floating.mass.bottomRightCorner(2, 2), fixed.mass), 1e-14);
  EXPECT_LE(relative_error(floating.bias.tail(2), fixed.bias), 1e-14);
}

// The outer part starts where it was, falls freely, and does not act on the inner part.
TEST(CutJoint, LetsTheOuterPartFall) {
  Description robot = three_link_arm();
  robot.bodies[0].joint.initial = {0.3};
  robot.bodies[1].joint.initial = {-0.8};
  robot.bodies[2].joint.mimic = {.joint = "b_joint", .multiplier = 2};
  robot.couplings = {{.name = "gear", .joint = "c_joint", .leader = "b_joint", .polynomial = {0, 1}}};
  robot.named_positions = {{.name = "home", .joints = {{"a_joint", {0.1}}, {"b_joint", {0.2}}}}};
  const Description cut = with_cut_joint(robot, "b_joint");
  EXPECT_FALSE(cut.bodies[2].joint.mimic);
  EXPECT_TRUE(cut.couplings.empty());
  ASSERT_EQ(cut.named_positions[0].joints.size(), 1u);
  const Model before(robot), model(cut);
  ASSERT_EQ(model.velocity_size(), 8);
  Workspace<double> work_before(before), work(model);
  const std::vector<double> q = model.initial_position(), zeros(8);
  set_position(work_before, before.initial_position());
  set_position(work, q);
  for (const char* body : {"a", "b"}) {
    const Transform<double> there = pose(work_before, before.frame(body)),
                            here = pose(work, model.frame(body));
    EXPECT_LE(norm(here.translation - there.translation), 1e-15) << body;
    EXPECT_LE(relative_error(here.rotation * Vector3<double>{1, 2, 3},
                             as_dense(there.rotation * Vector3<double>{1, 2, 3})),
              1e-15);
  }
  std::vector<double> a(8);
  forward_dynamics(work, q, zeros, zeros, a);
  const Motion<double> fall = acceleration(work, model.frame("b"), Reference::aligned);
  EXPECT_LE(norm(fall.angular), 1e-13);
  EXPECT_LE(norm(fall.linear - Vector3<double>{0, 0, -9.81}), 1e-13);
  MatrixXd mass(8, 8);
  mass_matrix(work, q, mass);
  const int alone = model.joint("a_joint").v_index;
  for (int i = 0; i < 8; ++i) {
    if (i != alone) {
      EXPECT_EQ(mass(alone, i), 0);
    }
  }
  EXPECT_TRUE(contains(complaint([&] { without_constraint(robot, "b_joints"); }), "did you mean 'b_joint'"));
  EXPECT_TRUE(contains(complaint([&] { with_cut_joint(cut, "free_b_joint"); }), "nothing to cut"));
}

TEST(Model, KeepsEverythingElseWhenGravityChanges) {
  const Model model(three_link_arm());
  const Model moon = model.with_gravity({0, 0, -1.62});
  EXPECT_EQ(moon.gravity(), (Vector3<double>{0, 0, -1.62}));
  EXPECT_EQ(moon.description().gravity, moon.gravity());
  Workspace<double> work(model), moon_work(moon);
  std::vector<double> earth_force(3), moon_force(3);
  gravity_force(work, q3, earth_force);
  gravity_force(moon_work, q3, moon_force);
  for (int i = 0; i < 3; ++i) EXPECT_NEAR(moon_force[i], earth_force[i] * 1.62 / 9.81, 1e-13);
}

TEST(Model, IntegratesLikeTheExponentialMap) {  // against a thousand small steps
  const Model model(free_body(1, {1, 1, 1}));
  const std::vector<double> start{1, 2, 3, 0.5, 0.5, -0.5, 0.5}, v{0.4, -1, 2, 0.5, 1, -0.3};
  std::vector<double> once(7), stepped = start, next(7);
  model.integrate(start, v, 0.7, once);
  for (int i = 0; i < 1000; ++i) {
    model.integrate(stepped, v, 0.7e-3, next);
    stepped = next;
  }
  EXPECT_LE(relative_error(stepped, once), 1e-12);
  // Constant body velocities about and along a fixed axis: a screw.
  model.integrate(std::vector<double>{0, 0, 0, 1, 0, 0, 0}, std::vector<double>{0, 0, 2, 3, 0, 1}, 0.5, once);
  EXPECT_LE(relative_error(once, std::vector{1.5 * std::sin(1.0), 1.5 * (1 - std::cos(1.0)), 0.5,
                                             std::cos(0.5), 0.0, 0.0, std::sin(0.5)}),
            1e-14);
}

TEST(Model, ResolvesChainsOfMimics) {
  Description robot = three_link_arm();
  robot.bodies[0].joint.mimic = {.joint = "b_joint", .multiplier = 2, .offset = 1};
  robot.bodies[1].joint.mimic = {.joint = "c_joint", .multiplier = -1, .offset = 0.02};
  std::vector<double> q{9, 9, 0.5};
  Model(robot).follow_mimics(q);
  EXPECT_NEAR(q[1], -0.5 + 0.02, 1e-15);
  EXPECT_NEAR(q[0], 2 * (-0.5 + 0.02) + 1, 1e-15);
}

}  // namespace sinew::test::model_edit_test
