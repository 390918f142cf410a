// Closed chains on dual numbers: accelerations, errors and constraint rows with their derivatives.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/chains/embedding/constraint_embedding_impl.hpp"
#include "sinew/chains/loops/closed_inverse_dynamics.hpp"
#include "sinew/chains/loops/impulse.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "sinew/scalar/counted.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::dual_closed_chain_test {

using D = Dual<double>;
using Vector = std::vector<double>;

// A state with its derivative: q moves along the velocities dq, v and tau change by dv and dtau.
struct Moving {
  Vector q, v, tau, dq, dv, dtau;

  std::vector<D> dual_q(const Model& model) const {
    std::vector<D> out(q.size());
    detail::set_moving_position(model.tree<double>(), q.data(), dq.data(), out.data());
    return out;
  }
  static std::vector<D> dual(const Vector& x, const Vector& rate) {
    std::vector<D> out;
    for (std::size_t i = 0; i < x.size(); ++i) out.emplace_back(x[i], rate[i]);
    return out;
  }
  Moving after(const Model& model, double time) const {
    Moving there = *this;
    model.integrate(q, dq, time, there.q);
    for (std::size_t i = 0; i < v.size(); ++i) there.v[i] += time * dv[i], there.tau[i] += time * dtau[i];
    return there;
  }
};

bool has_custom_joint(const Description& description) {
  return std::any_of(description.bodies.begin(), description.bodies.end(),
                     [](const Body& body) { return body.joint.kind == JointKind::custom; });
}

// Along a motion that the loops allow, so that dependent rows stay dependent.
Moving moving(const ClosedSample& sample, int seed) {
  Random random(static_cast<unsigned>(seed));
  Moving state{sample.q, sample.v, sample.tau, sample.v, {}, {}};
  for (std::size_t i = 0; i < sample.v.size(); ++i) {
    state.dv.push_back(random.uniform(-1, 1));
    state.dtau.push_back(random.uniform(-1, 1));
  }
  state.dv = let_through(sample.description, sample.q, state.dv);
  return state;
}

class DualClosedChain : public testing::TestWithParam<Strategy> {};

// Compared with central differences of the same method, at a scale at which these are correct to six digits.
TEST_P(DualClosedChain, GivesTheDerivativeOfTheAccelerations) {
  constexpr double h = 1e-5;
  int compared = 0;
  for (int i = 0; i < 40; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    if (has_custom_joint(sample.description)) continue;  // provides no derivative of its bias
    const Moving state = moving(sample, i);
    ClosedRobot<> plain(sample.description, GetParam());
    const Model& model = plain.model;
    const auto at = [&](double time) {
      const Moving there = state.after(model, time);
      return plain.accelerate(there.q, there.v, there.tau);
    };
    const Vector here = at(0);
    const int rank = plain.chain.rank();
    const Vector before = at(-h), more = at(h), far = at(2 * h), back = at(-2 * h);

    Workspace<D> work(model);
    ClosedChain<D> chain(model, GetParam());
    std::vector<D> a(here.size());
    chain.forward_dynamics(work, state.dual_q(model), Moving::dual(state.v, state.dv),
                           Moving::dual(state.tau, state.dtau), a);
    ASSERT_EQ(chain.rank(), rank) << "sample " << i;
    double scale = 1;
    for (std::size_t j = 0; j < a.size(); ++j)
      scale = std::max({scale, std::abs(here[j]), std::abs(a[j].rate)});
    for (std::size_t j = 0; j < a.size(); ++j) {
      ASSERT_NEAR(a[j].value, here[j], 1e-8 * scale) << "sample " << i;
      const double rate = (8 * (more[j] - before[j]) - (far[j] - back[j])) / (12 * h);
      ASSERT_NEAR(a[j].rate, rate, 1e-5 * scale) << "sample " << i << ", dof " << j;
    }
    ++compared;
  }
  EXPECT_GT(compared, 15);
}

INSTANTIATE_TEST_SUITE_P(OfEveryStrategy, DualClosedChain, testing::ValuesIn(all_strategies),
                         [](const auto& strategy) { return std::string(name_of(strategy.param)); });

// At closed positions the derivative of an error is the velocity of its row; dual numbers give the first, the row the
// second.
TEST(DualConstraints, GiveErrorsWhoseDerivativesAreTheVelocitiesOfTheRows) {
  int compared = 0;
  for (int i = 0; i < 80; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    ClosedRobot<> plain(sample.description, Strategy::block_omega);
    const Model& model = plain.model;
    Moving state{sample.q, {}, {}, {}, {}, {}};
    Random random(static_cast<unsigned>(i));
    for (std::size_t j = 0; j < sample.v.size(); ++j) state.dq.push_back(random.uniform(-1, 1));
    Vector expected(std::size_t(plain.chain.rows()));
    plain.chain.velocity_errors(plain.work, state.q, state.dq, expected);
    Workspace<D> work(model);
    ClosedChain<D> chain(model, Strategy::block_omega);
    std::vector<D> errors(expected.size());
    chain.position_errors(work, state.dual_q(model), errors);
    for (const auto& loop : plain.chain.constraints().loops()) {
      for (int j = 0; j < loop.row_count; ++j) {
        const bool of_velocities = loop.connection.kind == ConnectionKind::directions ||
                                   (loop.connection.kind == ConnectionKind::soft_finger && j == 0);
        const auto row = std::size_t(loop.row + j);
        ASSERT_NEAR(errors[row].rate, of_velocities ? 0 : expected[row], 1e-6)
            << "sample " << i << ", " << plain.chain.constraints().row_name(int(row));
        ++compared;
      }
    }
    for (const auto& coupling : plain.chain.constraints().couplings())
      ASSERT_NEAR(errors[std::size_t(coupling.row)].rate, expected[std::size_t(coupling.row)], 1e-9)
          << "sample " << i;
  }
  EXPECT_GT(compared, 200);
}

TEST(DualOperationalSpace, GivesTheRateOfOmega) {
  constexpr double h = 1e-5;
  const Sample sample = random_sample(7);
  const Model model(sample.description);
  const FrameIndex frame = model.frame(sample.description.bodies.back().name);
  OperationalSpace<double> space(model, frame);
  Workspace<double> work(model);
  const auto omega_at = [&](double time) {
    Vector q(sample.q.size());
    model.integrate(sample.q, sample.v, time, q);
    update_filter<double>(work, q);
    return space.omega(work);
  };
  const Matrix<double> before = omega_at(-h), after = omega_at(h);
  OperationalSpace<D> dual(model, frame);
  Workspace<D> dual_work(model);
  std::vector<D> q(sample.q.size());
  detail::set_moving_position(model.tree<double>(), sample.q.data(), sample.v.data(), q.data());
  update_filter<D>(dual_work, q);
  double largest = 0;
  for (int i = 0; i < 36; ++i) largest = std::max(largest, std::abs(dual.omega(dual_work).data()[i].rate));
  EXPECT_GT(largest, 0);
  for (int i = 0; i < 36; ++i)
    EXPECT_NEAR(dual.omega(dual_work).data()[i].rate, (after.data()[i] - before.data()[i]) / (2 * h),
                1e-6 * (1 + largest));
}

TEST(ClosedChains, CountTheirOperations) {
  const Model model(n_four_bar(2, ConnectionKind::revolute));
  for (const Strategy strategy : {Strategy::block_omega, Strategy::embedding, Strategy::dense}) {
    Workspace<Counted> work(model);
    ClosedChain<Counted> chain(model, strategy);
    std::vector<Counted> q, zeros(std::size_t(model.velocity_size())), a(zeros.size());
    for (int i = 0; i < model.position_size(); ++i) q.push_back(Counted::input(i % 2 ? -1 : 1));
    const CountOperations count;
    chain.forward_dynamics(work, q, zeros, zeros, a);
    EXPECT_GT(count.executed().multiplications, 100) << name_of(strategy);
  }
}

}  // namespace sinew::test::dual_closed_chain_test

// All functions declared for any scalar compile.
namespace sinew {
template class ClosedChain<Dual<double>>;
template class ClosedInverseDynamics<Dual<double>>;
template class ClosedKinematics<Dual<double>>;
template class Impulse<Dual<double>>;
template class EmbeddedTree<Dual<double>>;
}  // namespace sinew
