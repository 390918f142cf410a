// Questions to a model: which joints follow others or can be locked.
#include "sinew/model/model.hpp"

#include <gtest/gtest.h>

#include "tests/model/bad_robot.hpp"

namespace sinew::test {
namespace {

TEST(Model, KnowsWhichJointsFollowAnotherAndWhichHaveALock) {
  Description robot = sound_robot();
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

}  // namespace
}  // namespace sinew::test
