// Tests the derivatives of closed chains: against dual numbers through the chain, against each other, for all
// strategies, and where they do not exist.
#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sinew/chains/embedding/constraint_embedding_impl.hpp"
#include "sinew/chains/loops/impulse.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/closed_robot.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/random.hpp"
#include "tests/support/random_loops.hpp"

namespace sinew::test::linearized_constrained_dynamics_test {

using D = Dual<double>;
using Vector = std::vector<double>;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
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

// A random closed robot, its linearised dynamics and directions of change.
struct Case : ClosedRobot<> {
  Case(const ClosedSample& sample_, int seed, Strategy strategy)
      : ClosedRobot(sample_.description, strategy),
        sample(sample_),
        linear(model),
        random(1000u + unsigned(seed)) {
    accelerate(sample.q, sample.v, sample.tau);
    x.assign(chain.multipliers().begin(), chain.multipliers().end());
    redundant = chain.rank() < int(chain.constraints().active_rows().size());
    linear.update(work, chain);
    for (Vector* vector : {&dq, &dv, &dtau, &w}) *vector = drawn(std::size_t(model.velocity_size()));
    for (Vector* vector : {&ddemand, &y}) *vector = drawn(std::size_t(chain.rows()));
    da = dv, dx = y;
  }
  Vector drawn(std::size_t size) {
    Vector out(size);
    for (double& number : out) number = random.uniform(-1, 1);
    return out;
  }
  // Directions along which dependent rows stay dependent: the motion of the sample itself.
  void allow_only_motion() {
    dq = sample.v;
    dv = a;
    std::fill(ddemand.begin(), ddemand.end(), 0.0);
  }
  void jvp() { linear.forward_jvp(work, chain, dq, dv, dtau, da, dx, ddemand); }
  // The rates of the accelerations and of the multipliers on dual numbers.
  std::pair<Vector, Vector> expected(Strategy strategy) {
    const auto both = [](const Vector& value, const Vector& rate) {
      std::vector<D> out;
      for (std::size_t i = 0; i < value.size(); ++i) out.emplace_back(value[i], rate[i]);
      return out;
    };
    std::vector<D> q(sample.q.size()), dual_a(a.size());
    detail::set_moving_position(model.tree<double>(), sample.q.data(), dq.data(), q.data());
    Workspace<D> dual_work(model);
    ClosedChain<D> dual(model, strategy);
    dual.set_demand(both(Vector(ddemand.size()), ddemand));
    dual.forward_dynamics(dual_work, q, both(sample.v, dv), both(sample.tau, dtau), dual_a);
    Vector first, second;
    for (const D& number : dual_a) first.push_back(number.rate);
    for (const D& number : dual.multipliers()) second.push_back(number.rate);
    return {first, second};
  }

  ClosedSample sample;
  LinearizedConstrainedDynamics<double> linear;
  Random random;
  Vector x, dq, dv, dtau, ddemand, w, y, da, dx;
  bool redundant;
};

bool has_custom_joint(const Description& description) {
  return std::any_of(description.bodies.begin(), description.bodies.end(),
                     [](const Body& body) { return body.joint.kind == JointKind::custom; });
}
template <class F>
int for_each_sample(int count, Strategy strategy, F&& f) {
  int used = 0;
  for (int i = 0; i < count; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    if (has_custom_joint(sample.description)) continue;
    Case c(sample, i, strategy);
    f(c, "sample " + std::to_string(i));
    if (testing::Test::HasFatalFailure()) break;
    ++used;
  }
  return used;
}

class LinearizedConstrainedDynamicsOf : public testing::TestWithParam<Strategy> {};

TEST_P(LinearizedConstrainedDynamicsOf, GivesTheRatesOfAccelerationsAndMultipliers) {
  int redundant = 0, in_any_direction = 0;
  const int samples = GetParam() == Strategy::block_omega ? 300 : 120;
  const int used = for_each_sample(samples, GetParam(), [&](Case& c, const std::string& name) {
    if (c.redundant) std::fill(c.ddemand.begin(), c.ddemand.end(), 0.0);
    try {
      c.jvp();
      in_any_direction += c.redundant;
    } catch (const std::domain_error&) {
      ASSERT_TRUE(c.redundant) << name;
      c.allow_only_motion();
      ASSERT_NO_THROW(c.jvp()) << name;
    }
    redundant += c.redundant;
    const auto [a, x] = c.expected(Strategy::dense);
    expect_near(c.da, a, 1e-8, name + ", accelerations");
    expect_near(c.dx, x, 1e-8, name + ", multipliers");
  });
  EXPECT_GT(used, samples * 2 / 3);
  EXPECT_GT(redundant, samples / 10);
  EXPECT_GT(in_any_direction, samples / 20);
}
INSTANTIATE_TEST_SUITE_P(Each, LinearizedConstrainedDynamicsOf,
                         testing::Values(Strategy::block_omega, Strategy::embedding, Strategy::dense),
                         [](const auto& strategy) { return std::string(name_of(strategy.param)); });

TEST(LinearizedConstrainedDynamics, CarriesWeightsBackByTheAdjoint) {
  int used = 0, redundant = 0;
  for_each_sample(300, Strategy::automatic, [&](Case& c, const std::string& name) {
    Vector by_q = c.da, by_v = by_q, by_tau = by_q, by_demand = c.dx;
    try {
      c.linear.forward_vjp(c.work, c.chain, c.w, c.y, by_q, by_v, by_tau, by_demand);
    } catch (const std::domain_error&) {
      ASSERT_TRUE(c.redundant) << name;
      return;
    }
    if (c.redundant) std::fill(c.ddemand.begin(), c.ddemand.end(), 0.0);
    ++used, redundant += c.redundant;
    c.jvp();
    const double forward = dot(c.w, c.da) + dot(c.y, c.dx),
                 back = dot(by_q, c.dq) + dot(by_v, c.dv) + dot(by_tau, c.dtau) + dot(by_demand, c.ddemand);
    const double scale =
        1 + std::sqrt(dot(c.dx, c.dx) * dot(c.y, c.y)) + std::sqrt(dot(c.da, c.da) * dot(c.w, c.w));
    ASSERT_NEAR(back, forward, 1e-10 * scale) << name;
  });
  EXPECT_GT(used, 150);
  EXPECT_GT(redundant, 15);
}

TEST(LinearizedConstrainedDynamics, MatricesHaveTheProductsAsColumns) {
  for_each_sample(30, Strategy::automatic, [&](Case& c, const std::string& name) {
    if (c.redundant) return;
    ConstrainedDerivatives<double> found;
    c.linear.forward_derivatives(c.work, c.chain, found);
    c.jvp();
    const auto times = [](const Matrix<double>& A, const Vector& x, Vector& sum) {
      ASSERT_EQ(std::size_t(A.cols()), x.size());
      for (int j = 0; j < A.cols(); ++j) {
        for (int i = 0; i < A.rows(); ++i) sum[std::size_t(i)] += A(i, j) * x[std::size_t(j)];
      }
    };
    Vector a(c.da.size()), x(c.dx.size());
    times(found.a_by_q, c.dq, a), times(found.a_by_v, c.dv, a), times(found.a_by_tau, c.dtau, a);
    times(found.a_by_demand, c.ddemand, a);
    times(found.multipliers_by_q, c.dq, x), times(found.multipliers_by_v, c.dv, x);
    times(found.multipliers_by_tau, c.dtau, x), times(found.multipliers_by_demand, c.ddemand, x);
    expect_near(a, c.da, 1e-10, name);
    expect_near(x, c.dx, 1e-10, name);
  });
}

// Sixth-order differences of forward dynamics, with external forces held in the frames of their bodies and an
// accelerating ground.
TEST(LinearizedConstrainedDynamics, IsTheLimitOfDifferencesOfForwardDynamics) {
  constexpr double h = 2e-3;
  for_each_sample(40, Strategy::automatic, [&](Case& c, const std::string& name) {
    if (c.redundant) return;
    const std::vector<ExternalForce<double>> forces{{c.model.last_body(), {{1, 2, 3}, {-4, 5, 6}}}};
    const Environment<double> environment{.base_acceleration = {{0.3, -0.2, 0.5}, {1, 2, -1}},
                                          .forces = forces};
    const auto at = [&](double time) {
      Vector q(c.sample.q.size()), v = c.sample.v, tau = c.sample.tau, a(v.size());
      c.model.integrate(c.sample.q, c.dq, time, q);
      for (std::size_t i = 0; i < v.size(); ++i) v[i] += time * c.dv[i], tau[i] += time * c.dtau[i];
      c.chain.forward_dynamics(c.work, q, v, tau, a, environment);
      return a;
    };
    Vector expected(c.da.size());
    const double weights[] = {0.75, -0.15, 1.0 / 60};
    for (int k = 1; k <= 3; ++k) {
      const Vector ahead = at(k * h), behind = at(-k * h);
      for (std::size_t i = 0; i < expected.size(); ++i)
        expected[i] += weights[k - 1] * (ahead[i] - behind[i]) / h;
    }
    at(0);
    c.linear.update(c.work, c.chain);
    c.linear.forward_jvp(c.work, c.chain, c.dq, c.dv, c.dtau, c.da);
    if (largest(expected) > 1e4) return;  // too curved for this step
    expect_near(c.da, expected, 1e-5, name);
  });
}

TEST(LinearizedConstrainedDynamics, GivesTheGradientByTheMassOfABody) {
  const ClosedSample sample = random_closed_sample(3);
  Case c(sample, 3, Strategy::automatic);
  ASSERT_FALSE(c.redundant);
  Vector by_q = c.da, by_v = by_q, by_tau = by_q,
         parameters(std::size_t(inertial_parameters_per_body * c.linear.bodies()));
  c.linear.forward_vjp(c.work, c.chain, c.w, c.y, by_q, by_v, by_tau, {}, parameters);
  int body = 0, compared = 0;
  for (const FrameInfo& frame : c.model.frames()) {
    if (!frame.is_body) continue;
    const auto cost = [&](double change) {
      Description heavier = sample.description;
      for (Body& one : heavier.bodies) {
        if (one.name != frame.name) continue;
        // A point mass at the origin of the body's frame changes the mass and keeps the other parameters.
        const double mass = one.inertial.mass + change;
        const Vector3<double> c0 = one.inertial.com, c1 = (one.inertial.mass / mass) * c0;
        const auto moved = [&](double mass_, const Vector3<double>& at) {
          return Symmetric3<double>{
              mass_ * (at.y * at.y + at.z * at.z), -mass_ * at.x * at.y, -mass_ * at.x * at.z,
              mass_ * (at.x * at.x + at.z * at.z), -mass_ * at.y * at.z, mass_ * (at.x * at.x + at.y * at.y)};
        };
        one.inertial.inertia = one.inertial.inertia + moved(one.inertial.mass, c0) - moved(mass, c1);
        one.inertial.mass = mass;
        one.inertial.com = c1;
      }
      ClosedRobot<> robot(heavier, Strategy::dense);
      const Vector a = robot.accelerate(sample.q, sample.v, sample.tau);
      return dot(c.w, a) +
             dot(c.y, Vector(robot.chain.multipliers().begin(), robot.chain.multipliers().end()));
    };
    const double h = 1e-5, expected = (cost(h) - cost(-h)) / (2 * h);
    if (frame.link != 0) {
      EXPECT_NEAR(parameters[std::size_t(inertial_parameters_per_body * body)], expected,
                  1e-5 * (1 + std::abs(expected)))
          << frame.name;
      ++compared;
    }
    ++body;
  }
  EXPECT_GT(compared, 1);
}

TEST(LinearizedConstrainedDynamics, RefusesAStateThatIsNotItsOwn) {
  const ClosedSample sample = random_closed_sample(3);
  Case c(sample, 3, Strategy::block_omega);
  ASSERT_FALSE(c.model.description().loops.empty());
  EXPECT_NO_THROW(c.jvp());
  c.chain.set_loop_active(0, false);
  EXPECT_THROW(c.jvp(), std::logic_error) << "a loop was opened";
  c.chain.set_loop_active(0, true);
  c.accelerate(sample.q, sample.v, sample.tau);
  EXPECT_THROW(c.jvp(), std::logic_error) << "other factors";
  c.linear.update(c.work, c.chain);
  EXPECT_NO_THROW(c.jvp());
  ClosedChain<double> other(c.model);
  EXPECT_THROW(c.linear.forward_jvp(c.work, other, c.dq, c.dv, c.dtau, c.da), std::logic_error);
  Vector elsewhere = sample.q;
  c.model.integrate(sample.q, c.dq, 0.1, elsewhere);
  set_position<double>(c.work, elsewhere);
  EXPECT_THROW(c.jvp(), std::logic_error) << "the workspace was moved";
  EXPECT_THROW(c.linear.update(c.work, c.chain), std::logic_error);
  Vector wrong(1);
  c.accelerate(sample.q, sample.v, sample.tau);
  c.linear.update(c.work, c.chain);
  EXPECT_THROW(c.linear.forward_jvp(c.work, c.chain, c.dq, c.dv, c.dtau, wrong), std::invalid_argument);
  c.dq[0] = std::nan("");
  EXPECT_THROW(c.jvp(), std::invalid_argument);
}

// Five rows on three hinges, of which two are independent in every closed position and three in all others.
TEST(LinearizedConstrainedDynamics, RefusesDirectionsInWhichTheRankChanges) {
  const Bennett linkage;
  for (const Strategy strategy : {Strategy::block_omega, Strategy::embedding, Strategy::dense}) {
    ClosedRobot<> robot(linkage.description(), strategy);
    const Vector q = linkage.at(0.7), zero(3);
    const double h = 1e-5;
    Vector along(3), da(3), tau{1, 2, 3}, v(3);
    for (std::size_t i = 0; i < 3; ++i)
      along[i] = (linkage.at(0.7 + h)[i] - linkage.at(0.7 - h)[i]) / (2 * h);
    for (const double speed : {0.0, 1.0}) {
      for (std::size_t i = 0; i < 3; ++i) v[i] = speed * along[i];
      const Vector a = robot.accelerate(q, v, speed == 0 ? zero : tau);
      ASSERT_EQ(robot.chain.rank(), 2);
      LinearizedConstrainedDynamics<double> linear(robot.model);
      linear.update(robot.work, robot.chain);
      Vector by_q(3), by_v(3), by_tau(3);
      EXPECT_THROW(linear.forward_vjp(robot.work, robot.chain, tau, {}, by_q, by_v, by_tau),
                   std::domain_error);
      EXPECT_THROW(linear.forward_jvp(robot.work, robot.chain, Vector{1, 0, 0}, zero, zero, da),
                   std::domain_error);
      ASSERT_NO_THROW(linear.forward_jvp(robot.work, robot.chain, along, speed == 0 ? zero : a, tau, da))
          << name_of(strategy) << ", speed " << speed;
    }
  }
}

TEST(LinearizedConstrainedDynamics, DifferentiatesImpulses) {
  int compared = 0;
  for_each_sample(60, Strategy::automatic, [&](Case& c, const std::string& name) {
    if (c.redundant) return;
    Impulse<double> impulse(c.model);
    Vector change(c.da.size()), zero(change.size());
    c.linear.linearize_impulse(impulse, c.work, c.chain, c.sample.q, c.y, change);
    c.linear.forward_jvp(c.work, c.chain, c.dq, zero, zero, c.da, c.dx, c.ddemand);
    std::vector<D> q(c.sample.q.size()), rows, dual_change(change.size());
    for (std::size_t i = 0; i < c.y.size(); ++i) rows.emplace_back(c.y[i], c.ddemand[i]);
    detail::set_moving_position(c.model.tree<double>(), c.sample.q.data(), c.dq.data(), q.data());
    Workspace<D> work(c.model);
    ClosedChain<D> chain(c.model, Strategy::dense);
    Impulse<D>(c.model).solve(work, chain, q, rows, dual_change);
    Vector values, rates, impulses;
    for (const D& number : dual_change) values.push_back(number.value), rates.push_back(number.rate);
    for (const D& number : chain.multipliers()) impulses.push_back(number.rate);
    expect_near(change, values, 1e-9, name);
    expect_near(c.da, rates, 1e-8, name + ", velocities");
    expect_near(c.dx, impulses, 1e-8, name + ", impulses");
    ++compared;
  });
  EXPECT_GT(compared, 15);
}

}  // namespace sinew::test::linearized_constrained_dynamics_test
