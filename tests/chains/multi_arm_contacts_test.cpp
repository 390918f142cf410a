// Small hand-computed systems of arms: which contacts press and which would have to pull; and invalid arguments.
#include <gtest/gtest.h>

#include "sinew/sinew.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::multi_arm_contacts_test {

// A finger that slides along its `axis`; its tip is at the origin for q = 0.
Model finger(const std::string& name, const Vector3<double>& axis) {
  Body body{.name = name};
  body.joint = {.name = name + "_slide", .kind = JointKind::prismatic, .axis = axis};
  body.inertial = {1, {}, {0.1, 0, 0, 0.1, 0, 0.1}};
  return Model(Description{.name = name, .bodies = {body}});
}

// Two fingers press a ball from the left and the right with the forces of their joints.
struct Pinch {
  explicit Pinch(ConnectionKind kind)
      : system({finger("left", {1, 0, 0}), finger("right", {-1, 0, 0})},
               rigid_object({2, {}, {0.5, 0, 0, 0.5, 0, 0.5}}, {0, 0, -9.81}),
               {{.name = "left",
                 .arm = 0,
                 .connection = {.kind = kind},
                 .first = {"object", frame_along({-0.1, 0, 0}, {-1, 0, 0})},
                 .second = {"left", frame_along({}, {-1, 0, 0})}},
                {.name = "right",
                 .arm = 1,
                 .connection = {.kind = kind},
                 .first = {"object", frame_along({0.1, 0, 0}, {1, 0, 0})},
                 .second = {"right", frame_along({}, {1, 0, 0})}}}) {}
  void press(double left, double right) {
    const std::vector<double> q{-0.1, -0.1, 0, 0, 0, 1, 0, 0, 0}, v(8);
    std::vector<double> tau(8);
    tau[0] = left, tau[1] = right;
    system.forward_dynamics(q, v, tau, a);
  }
  MultiArm<double> system;
  std::vector<double> a = std::vector<double>(8);
};

TEST(MultiArmContacts, PressAgainstEachOther) {
  for (const ConnectionKind kind : {ConnectionKind::point_on_plane, ConnectionKind::planar}) {
    Pinch pinch(kind);
    pinch.press(5, 5);
    EXPECT_NEAR(pinch.system.normal_force(0), 5, 1e-12);
    EXPECT_NEAR(pinch.system.normal_force(1), 5, 1e-12);
    EXPECT_FALSE(pinch.system.pulls(0) || pinch.system.pulls(1));
    EXPECT_NEAR(pinch.a[0], 0, 1e-12);
    EXPECT_NEAR(pinch.a[7], -9.81, 1e-12);  // the ball is not supported: the fingers slide on it
    EXPECT_NEAR(pinch.system.mass_centre_acceleration().linear.z, -9.81, 1e-12);
  }
}

TEST(MultiArmContacts, RefuseArmsUnderAnotherGravityThanTheObjects) {
  const std::string message = complaint([] {
    MultiArm<double> system({finger("left", {1, 0, 0})},
                            rigid_object({2, {}, {1, 0, 0, 1, 0, 1}}, {1, 2, -3}), {});
  });
  EXPECT_EQ(message,
            "gravity is 0 0 -9.81 for arm 'left' and 1 2 -3 for the object 'object': expected the same");
}

TEST(MultiArmContacts, OfKindDistanceNameTheOneWhoseFramesCoincide) {
  const auto at_distance = [](const std::string& name, int arm) {
    return Grasp{.name = name,
                 .arm = arm,
                 .connection = {.kind = ConnectionKind::distance, .distance = 1},
                 .first = {"object", {}},
                 .second = {name, {}}};
  };
  MultiArm<double> system({finger("left", {1, 0, 0}), finger("right", {-1, 0, 0})},
                          rigid_object({2, {}, {0.5, 0, 0, 0.5, 0, 0.5}}),
                          {at_distance("left", 0), at_distance("right", 1)});
  const std::vector<double> q{0, 0, 0, 0, 0, 1, 0, 0, 0},
      v(8);  // both frames coincide with those of the object
  std::vector<double> a(8);
  const auto named = [&] {
    return complaint<std::domain_error>([&] { system.forward_dynamics(q, v, v, a); });
  };
  EXPECT_TRUE(starts_with(named(), "grasp 'left': its frames coincide"));
  system.release(0);
  EXPECT_TRUE(starts_with(named(), "grasp 'right': its frames coincide"));
}

TEST(MultiArmContacts, NameTheContactThatWouldHaveToPull) {
  Pinch pinch(ConnectionKind::point_on_plane);
  pinch.press(
      8, 0);  // 4 kg in all accelerate by 2 m/s^2; the right finger is pushed, the left one pushes with 6 N
  EXPECT_NEAR(pinch.a[0], 2, 1e-12);
  EXPECT_NEAR(pinch.a[1], -2, 1e-12);
  EXPECT_NEAR(pinch.system.normal_force(0), 6, 1e-12);
  EXPECT_NEAR(pinch.system.normal_force(1), 2, 1e-12);
  pinch.press(8, -8);  // the right finger moves away: it would have to pull
  EXPECT_NEAR(pinch.system.normal_force(1), -4, 1e-12);
  EXPECT_TRUE(pinch.system.pulls(1));
  EXPECT_FALSE(pinch.system.pulls(0));
  pinch.system.release(1);
  pinch.press(8, -8);
  EXPECT_NEAR(pinch.system.normal_force(0), 16.0 / 3, 1e-12);  // 3 kg
  EXPECT_EQ(pinch.system.normal_force(1), 0);
}

TEST(MultiArmContacts, RefuseUnknownIndices) {
  const Model arm = finger("arm", {1, 0, 0}), object = rigid_object({1, {}, {1, 0, 0, 1, 0, 1}});
  const auto refused = [&](const Grasp& grasp, const Model& held, const std::string& expected) {
    EXPECT_TRUE(contains(complaint([&] { MultiArm<double>({arm}, held, {grasp}); }), expected));
  };
  refused({.name = "g", .arm = 1, .first = {"object", {}}, .second = {"arm", {}}}, object, "no arm 1");
  refused({.name = "g", .first = {"cup", {}}, .second = {"arm", {}}}, object, "cup");
  refused({.name = "g", .first = {"object", {}}, .second = {"hand", {}}}, object, "hand");
  refused({.name = "g",
           .connection = {.kind = ConnectionKind::distance},
           .first = {"object", {}},
           .second = {"arm", {}}},
          object, "distance is 0");
  refused({.name = "g", .first = {"object", {}}, .second = {"arm", {}}}, object.with_gravity({0, 0, -1.6}),
          "gravity");
  MultiArm<double> system({arm}, object, {{.name = "g", .first = {"object", {}}, .second = {"arm", {}}}});
  EXPECT_THROW(system.release(1), std::invalid_argument);
  EXPECT_THROW(system.contact_force(-1), std::invalid_argument);
  std::vector<double> q = system.neutral_position(), v(7), a(7);
  EXPECT_THROW(system.forward_dynamics(q, v, std::vector<double>(6), a), std::invalid_argument);
  v[3] = std::nan("");
  EXPECT_THROW(system.forward_dynamics(q, v, a, a), std::invalid_argument);
}

TEST(MultiArmContacts, PlacementMovesBodiesFixedToTheGround) {
  Description robot = random_chain(3, 5);
  robot.frames.push_back({.name = "table", .placement = {{}, {1, 0, 0}}});
  robot.loops.push_back({.name = "tie",
                         .connection = {.kind = ConnectionKind::spherical},
                         .first = {"", {{}, {0, 1, 0}}},
                         .second = {robot.bodies.back().name, {}}});
  const Transform<double> by{rotation_about(Vector3<double>{0, 0, 1}, 0.5), {1, 2, 3}};
  const Description moved = with_placement(robot, by);
  const Model before(robot), after(moved);
  Workspace<double> one(before), two(after);
  const std::vector<double> q{0.1, 0.2, 0.3};
  update_poses(one, q);
  update_poses(two, q);
  for (const char* frame : {"tip", "table"}) {
    const Transform<double> expected = by * pose(one, before.frame(frame));
    const Transform<double> actual = pose(two, after.frame(frame));
    EXPECT_LE(norm(actual.translation - expected.translation), 1e-14) << frame;
    EXPECT_LE(norm(actual.rotation.row_x - expected.rotation.row_x), 1e-14) << frame;
  }
  EXPECT_EQ(moved.loops[0].first.placement, by * robot.loops[0].first.placement);
  EXPECT_EQ(moved.loops[0].second.placement, robot.loops[0].second.placement);
}

}  // namespace sinew::test::multi_arm_contacts_test
