// Invalid inputs of a batch.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/model/examples.hpp"
#include "tests/support/batch_states.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::batch_input_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(BatchInput, OfOneStateThatIsNotFiniteAffectsNoOther) {
  const Description description = random_chain(5, 2);
  const Model model(description);
  const States<double> states(description, 20, 3);
  for (const InstructionSet instructions : available_instruction_sets()) {
    Batch<double> batch(model, {.instructions = instructions});
    std::vector<double> good(5 * 20), a(5 * 20);
    EXPECT_TRUE(batch.forward_dynamics(states.q, states.v, states.x, good).all_computed());
    for (int argument = 0; argument < 3; ++argument) {
      States<double> wrong = states;
      auto& x = argument == 0 ? wrong.q : argument == 1 ? wrong.v : wrong.x;
      x[5 * 6 + 1] = nan;
      x[5 * 19] = INFINITY;
      const BatchReport report = batch.forward_dynamics(wrong.q, wrong.v, wrong.x, a);
      EXPECT_FALSE(report.all_computed());
      EXPECT_EQ(report.failed, 2u);
      EXPECT_EQ(report.first_failed, 6u);
      for (std::size_t i = 0; i < a.size(); ++i) {
        if (i / 5 == 6 || i / 5 == 19) {
          EXPECT_TRUE(std::isnan(a[i]));
        } else {
          EXPECT_EQ(a[i], good[i]);
        }
      }
    }
    // The first angle of a chain does not affect its mass matrix; a state in which it is not finite still fails.
    States<double> wrong = states;
    wrong.q[5 * 2] = nan;
    std::vector<double> mass(25 * 20);
    const BatchReport report = batch.mass_matrix(wrong.q, mass);
    EXPECT_EQ(report.failed, 1u);
    EXPECT_EQ(report.first_failed, 2u);
    EXPECT_TRUE(std::isnan(mass[25 * 2]));
  }
}

TEST(BatchInput, OfAZeroQuaternionFails) {
  const Model model(free_body(1, {1, 2, 3}));
  Batch<double> batch(model);
  std::vector<double> q(7 * 3), v(6 * 3), a(6 * 3);
  q[3] = q[7 * 2 + 3] = 1;  // the middle one is zero
  const BatchReport report = batch.forward_dynamics(q, v, v, a);
  EXPECT_EQ(report.failed, 1u);
  EXPECT_EQ(report.first_failed, 1u);
  EXPECT_NEAR(a[5], -9.81, 1e-12);
  EXPECT_NEAR(a[12 + 5], -9.81, 1e-12);
}

TEST(BatchInput, ThatMakesAJointSingularFails) {
  const Model model(
      {.name = "slider",
       .bodies = {
           {.name = "block",
            .joint = {.name = "crank", .kind = JointKind::custom, .custom = std::make_shared<DeadCentre>()},
            .inertial = {.mass = 2, .inertia = {1, 0, 0, 1, 0, 1}}}}});
  Batch<double> batch(model);
  const std::vector<double> q{0.5, 0, -0.5}, v(3), tau(3, 1.0);  // at zero it moves no inertia
  std::vector<double> a(3), inverse(3), omega(3 * 36), mass(3);
  for (const BatchReport& report :
       {batch.forward_dynamics(q, v, tau, a), batch.inverse_mass_matrix(q, inverse),
        batch.omega(q, model.frame("block"), Reference::body, omega)}) {
    EXPECT_EQ(report.failed, 1u);
    EXPECT_EQ(report.first_failed, 1u);
  }
  EXPECT_TRUE(std::isnan(a[1]) && std::isnan(inverse[1]) && std::isnan(omega[36]));
  EXPECT_NEAR(a[0], 2, 1e-14);  // m q^2 q'' = tau
  EXPECT_NEAR(inverse[2], 2, 1e-14);
  EXPECT_TRUE(batch.mass_matrix(q, mass).all_computed());
  EXPECT_EQ(mass[1], 0);
}

TEST(BatchInput, OfLargeAnglesIsExact) {
  const Description description = random_chain(3, 4);
  const Model model(description);
  Workspace<double> work(model);
  Batch<double> batch(model);
  const std::vector<double> q{0.1, 0.2, 0.3, 1e9, -2e7, 3e12, 0.1, 1e6, 0.3}, v(9, 0.5);
  std::vector<double> tau(9), expected(3);
  EXPECT_TRUE(batch.inverse_dynamics(q, v, v, tau).all_computed());
  for (std::size_t k = 0; k < 3; ++k) {
    inverse_dynamics(work, state_of(q, 3, k), state_of(v, 3, k), state_of(v, 3, k), expected);
    EXPECT_LE(relative_error(state_of(tau, 3, k), expected), 1e-13);
  }
}

TEST(BatchInput, OfTheWrongSizeIsRefused) {
  const Model model(random_chain(3, 1));
  Batch<double> batch(model);
  const std::vector<double> six(6), seven(7), nine(9);
  std::vector<double> out(6), short_out(5), columns(36);
  const auto refuses = [](const auto& call, const std::string& words) {
    EXPECT_TRUE(contains(complaint(call), words));
  };
  refuses([&] { batch.forward_dynamics(seven, six, six, out); }, "a multiple of 3");
  refuses([&] { batch.forward_dynamics(six, nine, six, out); }, "v has");
  refuses([&] { batch.forward_dynamics(six, six, nine, out); }, "tau has");
  refuses([&] { batch.inverse_dynamics(six, six, six, short_out); }, "the result tau has");
  refuses([&] { batch.mass_matrix(six, out); }, "the mass matrix has");
  refuses([&] { batch.jacobian(six, FrameIndex{99}, Reference::body, columns); }, "frame index 99");
  refuses([&] { batch.bias_force(six, six, out, {.base_acceleration = six}); }, "the base acceleration");
  refuses([&] { batch.bias_force(six, six, out, {.forces = six}); }, "the external forces");
  for (const InstructionSet instructions : all_instruction_sets) {
    if (!is_available(instructions))
      refuses([&] { Batch<double>(model, {.instructions = instructions}); }, "not available");
  }
  refuses([&] { Batch<double>(model, {.threads = -2}); }, "-2");
}

TEST(BatchInput, ThatOverflowsFailsWithoutAffectingOthers) {
  const Model model(random_chain(5, 2));
  Batch<double> batch(model);
  std::vector<double> q(5 * 3), v(q.size()), a(q.size());
  v[5 + 2] = 1e200;
  const BatchReport report = batch.forward_dynamics(q, v, q, a);
  EXPECT_EQ(report.failed, 1u);
  EXPECT_EQ(report.first_failed, 1u);
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(std::isnan(a[i]), i / 5 == 1);
}

TEST(BatchInput, MayBeReplacedByTheResult) {
  const Description description = random_chain(5, 2);
  const States<double> states(description, 20, 3);
  Batch<double> batch{Model(description)};
  std::vector<double> apart(states.x.size()), together = states.x;
  batch.forward_dynamics(states.q, states.v, states.x, apart);
  batch.forward_dynamics(states.q, states.v, together, together);
  EXPECT_EQ(together, apart);
}

TEST(BatchInput, OfABatchThatWasMovedFromIsRefused) {
  Batch<double> batch{Model(planar_chain(3))}, moved = std::move(batch);
  const std::vector<double> x(3);
  std::vector<double> a(3);
  const std::string expected = "the batch was moved from and can no longer be used";
  EXPECT_EQ(complaint<std::logic_error>([&] { batch.forward_dynamics(x, x, x, a); }), expected);
  EXPECT_EQ(complaint<std::logic_error>([&] { batch.model(); }), expected);
  EXPECT_THROW(batch.is_reproducible(), std::logic_error);
  EXPECT_TRUE(moved.forward_dynamics(x, x, x, a).all_computed());
}

TEST(BatchInput, IsNotDistributedToMoreThreadsThanUseful) {
  const Model model(planar_chain(3));
  EXPECT_TRUE(contains(complaint([&] { Batch<double>(model, {.threads = 100'000}); }),
                       "the number of threads is 100000: expected at most"));
}

}  // namespace sinew::test::batch_input_test
