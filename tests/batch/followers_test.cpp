// Compares batches of robots whose joints follow others with the dynamics in independent coordinates, state by state.
#include <gtest/gtest.h>

#include "sinew/batch/batch.hpp"
#include "sinew/chains/constrained_system.hpp"
#include "sinew/chains/followers/independent_operational_space.hpp"
#include "sinew/model/state.hpp"
#include "tests/support/gripper_arm.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_followers.hpp"

namespace sinew::test::followers_test {

template <class T>
struct ManyFollowers {
  explicit ManyFollowers(const Description& description) : model(description) {
    for (std::size_t i = 0; i < count; ++i) {
      const State state = random_state(model, i);
      q.insert(q.end(), state.q.begin(), state.q.end());
      v.insert(v.end(), state.v.begin(), state.v.end());
      a.insert(a.end(), state.a.begin(), state.a.end());
    }
  }
  VectorView<const T> part(const std::vector<T>& all, std::size_t i) const {
    const std::size_t numbers = all.size() / count;
    return {all.data() + i * numbers, numbers};
  }
  // Compares many(out) with single(i, out) for each state.
  template <class Many, class Single>
  void compare(const char* name, std::size_t numbers, double tolerance, const Many& many,
               const Single& single) {
    std::vector<T> all(numbers * count), one(numbers);
    const BatchReport report = many(VectorView<T>(all));
    EXPECT_TRUE(report.all_computed()) << name;
    for (std::size_t i = 0; i < count; ++i) {
      single(i, VectorView<T>(one));
      const std::vector<T> own(all.begin() + std::ptrdiff_t(i * numbers),
                               all.begin() + std::ptrdiff_t((i + 1) * numbers));
      ASSERT_LE(relative_error(own, one), tolerance) << name << " " << i;
    }
  }

  static constexpr std::size_t count = 21;
  Model model;
  std::vector<T> q{}, v{}, a{};
};

template <class T>
void expect_independent_results(const Description& description, double tolerance) {
  ManyFollowers<T> many(description);
  Batch<T> batch(many.model);
  IndependentDynamics<T> robot(many.model);
  const int n = robot.size();
  const auto u = std::size_t(n);
  ASSERT_EQ(batch.independent().size(), u);
  const FrameIndex last = many.model.last_body();
  IndependentOperationalSpace<T> space(robot, last, Reference::aligned);
  using Out = VectorView<T>;
  const auto q = [&](std::size_t i) { return many.part(many.q, i); };
  const auto v = [&](std::size_t i) { return many.part(many.v, i); };
  many.compare(
      "forward dynamics", std::size_t(many.model.velocity_size()), 1e3 * tolerance,
      [&](Out out) { return batch.forward_dynamics(many.q, many.v, many.a, out); },
      [&](std::size_t i, Out out) { robot.forward_dynamics(q(i), v(i), many.part(many.a, i), out); });
  many.compare(
      "inverse dynamics", u, tolerance,
      [&](Out out) { return batch.inverse_dynamics(many.q, many.v, many.a, out); },
      [&](std::size_t i, Out out) { robot.inverse_dynamics(q(i), v(i), many.part(many.a, i), out); });
  many.compare(
      "bias force", u, tolerance, [&](Out out) { return batch.bias_force(many.q, many.v, out); },
      [&](std::size_t i, Out out) { robot.bias_force(q(i), v(i), out); });
  many.compare(
      "gravity force", u, tolerance, [&](Out out) { return batch.gravity_force(many.q, out); },
      [&](std::size_t i, Out out) { robot.gravity_force(q(i), out); });
  many.compare(
      "mass matrix", u * u, tolerance, [&](Out out) { return batch.mass_matrix(many.q, out); },
      [&](std::size_t i, Out out) { robot.mass_matrix(q(i), MatrixView<T>(out.data(), n, n)); });
  many.compare(
      "inverse mass matrix", u * u, 1e3 * tolerance,
      [&](Out out) { return batch.inverse_mass_matrix(many.q, out); },
      [&](std::size_t i, Out out) { robot.inverse_mass_matrix(q(i), MatrixView<T>(out.data(), n, n)); });
  many.compare(
      "Jacobian", 6 * u, tolerance,
      [&](Out out) { return batch.jacobian(many.q, last, Reference::aligned, out); },
      [&](std::size_t i, Out out) {
        robot.set_position(q(i));
        robot.jacobian(last, Reference::aligned, MatrixView<T>(out.data(), 6, n));
      });
  many.compare(
      "Omega", 36, 1e3 * tolerance,
      [&](Out out) { return batch.omega(many.q, last, Reference::aligned, out); },
      [&](std::size_t i, Out out) {
        robot.set_position(q(i));
        std::copy_n(space.omega(robot).data(), 36, out.data());
      });
}

TEST(FollowersInBatches, GiveTheResultsOfSingleStates) {
  expect_independent_results<double>(gripper_arm(), 1e-12);
  expect_independent_results<float>(gripper_arm(), 1e-3);
  for (const int i : {1, 4, 9})
    expect_independent_results<double>(random_follower_sample(i).description, 1e-9);
}

TEST(FollowersInBatches, AreIndependentIfFree) {
  const ManyFollowers<double> many(gripper_arm());
  Batch<double> batch(many.model, {.followers = Followers::free});
  ASSERT_EQ(batch.independent().size(), 9);
  std::vector<double> all(81 * many.count);
  EXPECT_TRUE(batch.mass_matrix(many.q, all).all_computed());
  Workspace work(many.model);
  Matrix<double> M(9, 9);
  mass_matrix(work, many.part(many.q, 5), M);
  EXPECT_LE(relative_error(std::vector<double>(all.begin() + 5 * 81, all.begin() + 6 * 81),
                           std::vector<double>(M.data(), M.data() + 81)),
            1e-13);
}

// A state whose followers follow has the accelerations of the constrained system, embedded or free.
TEST(FollowersInBatches, HaveTheAccelerationsOfTheConstrainedSystem) {
  const FollowerSample sample = random_follower_sample(4);
  const Model model(sample.description);
  std::vector<double> expected(sample.v.size()), a(sample.v.size());
  ConstrainedSystem(model).forward_dynamics(sample.q, sample.v, sample.tau, expected);
  for (const Followers followers : {Followers::embedded, Followers::free}) {
    Batch<double> batch(model, {.followers = followers});
    EXPECT_TRUE(batch.forward_dynamics(sample.q, sample.v, sample.tau, a).all_computed());
    EXPECT_LE(relative_error(a, expected), 1e-9) << name_of(followers);
  }
}

TEST(FollowersInBatches, RefuseResultsOfAllJoints) {
  const ManyFollowers<double> many(gripper_arm());
  Batch<double> batch(many.model);
  std::vector<double> all(9 * many.count);
  EXPECT_TRUE(contains(complaint([&] { batch.gravity_force(many.q, all); }), std::to_string(8 * many.count)));
}

}  // namespace sinew::test::followers_test
