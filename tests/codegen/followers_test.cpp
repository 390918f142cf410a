// Compares compiled robots whose joints follow others with the dynamics in independent coordinates.
#include <gtest/gtest.h>

#include "sinew/chains/constrained_system.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"
#include "sinew/codegen/compile.hpp"
#include "sinew/codegen/compiled_batch.hpp"
#include "sinew/codegen/trace/function.hpp"
#include "sinew/codegen/verify.hpp"
#include "sinew/model/state.hpp"
#include "tests/support/compiled_quantities.hpp"
#include "tests/support/gripper_arm.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_followers.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::followers_test {

bool has_custom_joint(const Model& model) {
  const auto joints = model.joints();
  return std::any_of(joints.begin(), joints.end(),
                     [](const JointInfo& joint) { return joint.kind == JointKind::custom; });
}

TEST(FollowersInCompiledRobots, AreTracedInIndependentCoordinates) {
  int traced = 0;
  for (int i = 0; i < 60 && traced < 12; ++i) {
    const Model model(random_follower_sample(i).description);
    if (has_custom_joint(model)) continue;
    ++traced;
    std::vector<QuantityRequest> wanted = every_compiled_quantity();
    if (model.velocity_size() <= 12) {  // the matrices of larger robots take long to trace
      for (const QuantityRequest& derivative : every_compiled_derivative()) wanted.push_back(derivative);
    }
    const SymbolicRobot robot = trace(model, wanted);
    EXPECT_EQ(robot.independent, IndependentIndices(model).velocities);
    const Verification result = verify(model, robot, wanted, evaluated(robot), {.states = 4});
    EXPECT_EQ(result.complaint, "") << i;
  }
  EXPECT_EQ(traced, 12);
}

TEST(FollowersInCompiledRobots, AreCompiledWithForwardDynamics) {
  const TemporaryFolder cache;
  const Model model(gripper_arm());
  const CompiledRobot robot = compile(
      model, {.wanted = {{Quantity::forward_dynamics}, {Quantity::mass_matrix}, {Quantity::jacobian, "hand"}},
              .cache = cache.path()});
  EXPECT_TRUE(robot.is_compiled()) << robot.remark();
  EXPECT_EQ(robot.remark(), "");
  ASSERT_EQ(robot.independent().size(), 8);
  State state = random_state(model, 2);
  IndependentCoordinates<double> coordinates(model);
  std::vector<double> u(8), a(9), expected(9);
  coordinates.follow(state.q);
  coordinates.select(state.v, u);
  coordinates.expand(u, state.v);
  robot.forward_dynamics(state.q, state.v, state.tau, a);
  ConstrainedSystem(model).forward_dynamics(state.q, state.v, state.tau, expected);
  EXPECT_LE(relative_error(a, expected), 1e-9);
  Matrix<double> M(8, 8), reference(8, 8), J(6, 8);
  robot.mass_matrix(state.q, M);
  IndependentDynamics<double>(model).mass_matrix(state.q, reference);
  EXPECT_LE(relative_error(M, as_dense(reference)), 1e-13);
  robot.jacobian(state.q, J);

  CompiledBatch batch(robot, {});
  std::vector<double> many(64);
  batch.mass_matrix(state.q, many);
  EXPECT_LE(relative_error(many, std::vector<double>(M.data(), M.data() + 64)), 1e-13);
}

TEST(FollowersInCompiledRobots, AreIndependentIfFree) {
  const std::vector<QuantityRequest> wanted{{Quantity::mass_matrix}};
  const Model model(gripper_arm());
  EXPECT_EQ(trace(model, wanted, {}, Followers::free).functions.at(0).outputs.at(0).entries.size(), 81);
  EXPECT_EQ(trace(model, wanted).functions.at(0).outputs.at(0).entries.size(), 64);
}

TEST(FollowersInCompiledRobots, LeaveForwardDynamicsWithLoopsToTheGeneralRecursions) {
  const TemporaryFolder cache;
  const CompiledRobot robot =
      compile(Model(n_four_bar(1, ConnectionKind::revolute)), {.cache = cache.path()});
  EXPECT_TRUE(contains(robot.remark(), "loops"));
}

}  // namespace sinew::test::followers_test
