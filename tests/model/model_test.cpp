// Queries of a model: which joints follow others or can be locked, and which body is the last.
#include "sinew/model/model.hpp"

#include <gtest/gtest.h>

#include "tests/model/invalid_robot.hpp"

namespace sinew::test::model_test {

TEST(Model, KnowsWhichJointsFollowAnotherAndWhichCanBeLocked) {
  Description robot = valid_robot();
  const Model coupled(robot);
  EXPECT_TRUE(coupled.is_follower("lower_joint"));
  EXPECT_FALSE(coupled.is_follower("upper_joint"));  // the leader
  EXPECT_FALSE(coupled.has_lock("lower_joint"));

  robot.couplings[0].leader = "";
  const Model locked(robot);
  EXPECT_FALSE(locked.is_follower("lower_joint"));
  EXPECT_TRUE(locked.has_lock("lower_joint"));
  EXPECT_FALSE(locked.has_lock("upper_joint"));

  robot.couplings.clear();
  robot.bodies[1].joint.mimic = {.joint = "upper_joint"};
  const Model mimicking(robot);
  EXPECT_TRUE(mimicking.is_follower("lower_joint"));
  EXPECT_FALSE(mimicking.has_lock("lower_joint"));
  EXPECT_FALSE(mimicking.is_follower("thumb"));
}

TEST(Model, UsesTheEndOfTheLastBranchAsTheLastBody) {
  Description robot = valid_robot();  // with a frame, which is not a body
  EXPECT_EQ(Model(robot).last_body(), Model(robot).frame("lower"));
  const Inertial rod = robot.bodies[0].inertial;
  robot.bodies.push_back({.name = "plate", .parent = "lower", .joint = {.name = "bolt"}});
  robot.bodies.push_back(hinged("other", "", {1, 0, 0}, rod));
  robot.bodies.push_back({.name = "label", .parent = "upper", .joint = {.name = "screw"}});
  const Model tree(robot);
  EXPECT_EQ(tree.frame(tree.last_body()).name, "other");
  EXPECT_EQ(Model(Description{}).last_body(), ground);
}

}  // namespace sinew::test::model_test
