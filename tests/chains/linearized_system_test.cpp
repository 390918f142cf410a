// Tests the derivatives of constrained systems: several arms with their object and grasps, trees, and which results
// belong to which call.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sinew/chains/constrained_system.hpp"
#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"
#include "sinew/chains/embedding/constraint_embedding_impl.hpp"
#include "sinew/io/load.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/files.hpp"
#include "tests/support/random_arms.hpp"

namespace sinew::test::linearized_system_test {

using D = Dual<double>;
using Vector = std::vector<double>;

double largest(const Vector& x) {
  double most = 0;
  for (const double number : x) most = std::max(most, std::abs(number));
  return most;
}
void expect_near(const Vector& actual, const Vector& expected, double tolerance, const std::string& what) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i)
    ASSERT_NEAR(actual[i], expected[i], tolerance * (1 + largest(expected))) << what << ", entry " << i;
}
double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
Vector drawn(std::size_t size, Random& random) {
  Vector out(size);
  for (double& number : out) number = random.uniform(-1, 1);
  return out;
}
bool has_custom_joint(const Model& model) {
  return std::any_of(model.joints().begin(), model.joints().end(),
                     [](const JointInfo& joint) { return joint.kind == JointKind::custom; });
}

// The accelerations of all joints and of the object, and the contact forces.
TEST(LinearizedConstrainedSystem, DifferentiatesSeveralArmsWithTheirObject) {
  int compared = 0, by_arms = 0;
  for (int i = 0; i < 60; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = i % 3 != 0, .forces = false});
    ConstrainedSystem system(
        ArmsAndObject{.arms = sample.arms(), .object = sample.object(), .grasps = sample.grasps});
    const Model& model = system.model();
    if (has_custom_joint(model)) continue;
    const std::string name = "sample " + std::to_string(i);
    const auto n = std::size_t(model.velocity_size()), m = std::size_t(system.rows());
    Vector by_arms_a(n), a(n), forces(m), da(n), dforces(m), by_q(n), by_v(n), by_tau(n);
    system.forward_dynamics(sample.q, sample.v, sample.tau, by_arms_a);
    by_arms += std::string(system.method()) == "multi_arm";
    system.multipliers(forces);
    if (system.rank() < system.rows()) continue;
    system.linearize(sample.q, sample.v, sample.tau, a);
    expect_near(a, by_arms_a, 1e-7, name);
    Vector chain_forces(m);
    system.multipliers(chain_forces);
    expect_near(chain_forces, forces, 1e-7, name + ", contact forces");

    Random random(static_cast<unsigned>(i));
    const Vector dq = drawn(n, random), dv = drawn(n, random), dtau = drawn(n, random), w = drawn(n, random),
                 y = drawn(m, random);
    system.forward_jvp(dq, dv, dtau, da, dforces);
    std::vector<D> q(sample.q.size()), v, tau, dual_a(n);
    detail::set_moving_position(model.tree<double>(), sample.q.data(), dq.data(), q.data());
    for (std::size_t k = 0; k < n; ++k)
      v.emplace_back(sample.v[k], dv[k]), tau.emplace_back(sample.tau[k], dtau[k]);
    Workspace<D> work(model);
    ClosedChain<D> chain(model, Strategy::dense);
    chain.forward_dynamics(work, q, v, tau, dual_a);
    Vector rates, force_rates;
    for (const D& number : dual_a) rates.push_back(number.rate);
    for (const D& number : chain.multipliers()) force_rates.push_back(number.rate);
    expect_near(da, rates, 1e-7, name + ", accelerations");
    expect_near(dforces, force_rates, 1e-7, name + ", contact forces' rates");

    system.forward_vjp(w, y, by_q, by_v, by_tau);
    const double scale =
        1 + std::sqrt(dot(da, da) * dot(w, w)) + std::sqrt(dot(dforces, dforces) * dot(y, y));
    ASSERT_NEAR(dot(by_q, dq) + dot(by_v, dv) + dot(by_tau, dtau), dot(w, da) + dot(y, dforces),
                1e-10 * scale)
        << name;
    ++compared;
  }
  EXPECT_GT(compared, 12);
  EXPECT_GT(by_arms, 12);
}

TEST(LinearizedConstrainedSystem, WithoutActiveRowsIsTheTree) {
  ConstrainedSystem system(load(model_path("four_bar.urdf")));
  const Model& model = system.model();
  system.set_loop_closed(0, false);
  Random random(3);
  const auto n = std::size_t(model.velocity_size());
  const Vector q = model.neutral_position(), v = drawn(n, random), tau = drawn(n, random),
               dq = drawn(n, random);
  Vector a(n), da(n), expected(n);
  system.linearize(q, v, tau, a);
  system.forward_jvp(dq, v, tau, da);
  Workspace<double> work(model);
  forward_dynamics(work, q, v, tau, a);
  LinearizedDynamics<double> linear(model);
  linear.update(work);
  linear.forward_jvp(work, dq, v, tau, expected);
  expect_near(da, expected, 1e-12, "tree");
}

TEST(LinearizedConstrainedSystem, BelongsToTheLastCall) {
  ConstrainedSystem system(load(model_path("four_bar.urdf")));
  const Model& model = system.model();
  const auto n = std::size_t(model.velocity_size());
  Vector q = model.neutral_position();
  system.assemble(q);
  const Vector zero(n), ones(n, 1.0);
  Vector a(n), da(n), forces(std::size_t(system.rows()));
  const auto product = [&] { system.forward_jvp(ones, zero, ones, da, forces); };
  EXPECT_THROW(product(), std::logic_error) << "never linearised";
  system.linearize(q, zero, ones, a);
  EXPECT_NO_THROW(product());
  EXPECT_EQ(system.loop(0).name, model.description().loops[0].name) << "results can be read";
  system.forward_dynamics(q, zero, ones, a);
  EXPECT_THROW(product(), std::logic_error);
  system.linearize(q, zero, ones, a);
  system.set_loop_closed(0, false);
  EXPECT_THROW(product(), std::logic_error);
  system.set_loop_closed(0, true);
  system.linearize(q, zero, ones, a);
  q[0] += 0.1;
  Vector errors(std::size_t(system.rows()));
  system.position_errors(q, errors);
  EXPECT_THROW(product(), std::logic_error);
  system.linearize_impulse(q, errors, a);
  EXPECT_NO_THROW(system.forward_jvp(zero, zero, zero, da, forces, errors));
  EXPECT_NEAR(dot(da, da), dot(a, a), 1e-9 * (1 + dot(a, a))) << "linear in the rows";
}

}  // namespace sinew::test::linearized_system_test
