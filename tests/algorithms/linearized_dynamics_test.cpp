// Tests products with the derivatives of the dynamics: against dual numbers through the recursions, against each other,
// and against robots with other parameters.
#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::linearized_dynamics_test {

using D = Dual<double>;

// A sample with directions of change for all arguments.
struct Case : Subject<> {
  explicit Case(int index) : Subject(sample_without_custom_joints(index)), linear(model) {
    Random random(static_cast<unsigned>(index) + 1000);
    for (auto* vector : {&dq, &dv, &da, &w}) *vector = random_velocity(sample.description, random);
  }
  std::vector<D> moving(const std::vector<double>& value, const std::vector<double>& rate) const {
    std::vector<D> both(value.size());
    for (std::size_t i = 0; i < value.size(); ++i) both[i] = {value[i], rate[i]};
    return both;
  }
  std::vector<D> moving_q() const {
    std::vector<D> q(sample.q.size());
    detail::set_moving_position(model.tree<double>(), sample.q.data(), dq.data(), q.data());
    return q;
  }
  // The sample's forces and base acceleration as dual numbers that do not change.
  Environment<D> constant_environment(std::vector<ExternalForce<D>>& list) const {
    for (const ExternalForce<double>& force : forces) {
      ExternalForce<D> copy{.frame = force.frame};
      for (int i = 0; i < 6; ++i) copy.force[i] = D(force.force[i]);
      list.push_back(copy);
    }
    Environment<D> environment{.forces = list};
    const Environment<double> given = Subject::environment();
    for (int i = 0; i < 6; ++i) environment.base_acceleration[i] = D(given.base_acceleration[i]);
    return environment;
  }
  static VectorXd rates(const std::vector<D>& x) {
    VectorXd column(static_cast<Index>(x.size()));
    std::transform(x.begin(), x.end(), column.begin(), [](const D& d) { return d.rate; });
    return column;
  }

  LinearizedDynamics<double> linear;
  std::vector<double> dq, dv, da, w;
};

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}
double size_of(const std::vector<double>& a, const std::vector<double>& b) {
  return std::sqrt(dot(a, a) * dot(b, b));
}

TEST(LinearizedDynamics, GivesTheRatesOfInverseDynamics) {
  for (int i = 0; i < sample_count(); ++i) {
    Case c(i);
    std::vector<double> tau = c.zeros(), dtau = c.zeros();
    inverse_dynamics(c.work, c.sample.q, c.sample.v, c.sample.a, tau, c.environment());
    c.linear.update(c.work);
    c.linear.inverse_jvp(c.work, c.dq, c.dv, c.da, dtau);
    Workspace<D> dual(c.model);
    std::vector<D> expected(tau.size());
    std::vector<ExternalForce<D>> list;
    inverse_dynamics(dual, c.moving_q(), c.moving(c.sample.v, c.dv), c.moving(c.sample.a, c.da), expected,
                     c.constant_environment(list));
    ASSERT_LE(relative_error(dtau, Case::rates(expected)), 1e-11) << "sample " << i;
  }
}

TEST(LinearizedDynamics, GivesTheRatesOfForwardDynamics) {
  for (int i = 0; i < sample_count(); ++i) {
    Case c(i);
    std::vector<double> a = c.zeros(), change = c.zeros();
    forward_dynamics(c.work, c.sample.q, c.sample.v, c.sample.tau, a, c.environment());
    c.linear.update(c.work);
    c.linear.forward_jvp(c.work, c.dq, c.dv, c.da, change);
    Workspace<D> dual(c.model);
    std::vector<D> expected(a.size());
    std::vector<ExternalForce<D>> list;
    forward_dynamics(dual, c.moving_q(), c.moving(c.sample.v, c.dv), c.moving(c.sample.tau, c.da), expected,
                     c.constant_environment(list));
    const VectorXd scale = Case::rates(expected);
    ASSERT_LE(relative_error(change, scale), 100 * allowed_error(1e-12, c.dense().mass_matrix()))
        << "sample " << i;
  }
}

TEST(LinearizedDynamics, CarriesWeightsBackByTheAdjoint) {
  for (int i = 0; i < sample_count(); ++i) {
    Case c(i);
    std::vector<double> out = c.zeros(), by_q = out, by_v = out, by_third = out;
    inverse_dynamics(c.work, c.sample.q, c.sample.v, c.sample.a, out, c.environment());
    c.linear.update(c.work);
    c.linear.inverse_jvp(c.work, c.dq, c.dv, c.da, out);
    c.linear.inverse_vjp(c.work, c.w, by_q, by_v, by_third);
    const double scale =
        size_of(c.w, out) + size_of(by_q, c.dq) + size_of(by_v, c.dv) + size_of(by_third, c.da);
    ASSERT_NEAR(dot(c.w, out), dot(by_q, c.dq) + dot(by_v, c.dv) + dot(by_third, c.da), 1e-13 * (1 + scale))
        << i;

    forward_dynamics(c.work, c.sample.q, c.sample.v, c.sample.tau, out, c.environment());
    c.linear.update(c.work);
    c.linear.forward_jvp(c.work, c.dq, c.dv, c.da, out);
    c.linear.forward_vjp(c.work, c.w, by_q, by_v, by_third);
    const double size =
        size_of(c.w, out) + size_of(by_q, c.dq) + size_of(by_v, c.dv) + size_of(by_third, c.da);
    const double error = allowed_error(1e-13, c.dense().mass_matrix());
    ASSERT_NEAR(dot(c.w, out), dot(by_q, c.dq) + dot(by_v, c.dv) + dot(by_third, c.da), error * (1 + size))
        << i;
  }
}

// Inverse dynamics is linear in the inertial parameters, so a difference of two robots is the derivative.
TEST(LinearizedDynamics, GivesTheWeightsOfInertialParameters) {
  for (int i = 0; i < sample_count() / 10; ++i) {
    Case c(i);
    std::vector<double> tau = c.zeros(), changed = tau, unused = tau, by_v = tau, by_a = tau;
    std::vector<double> parameters(std::size_t(inertial_parameters_per_body * c.linear.bodies()));
    inverse_dynamics(c.work, c.sample.q, c.sample.v, c.sample.a, tau, c.environment());
    c.linear.update(c.work);
    c.linear.inverse_vjp(c.work, c.w, unused, by_v, by_a, parameters);
    std::size_t body = 0;
    for (const FrameInfo& frame : c.model.frames()) {
      if (!frame.is_body) continue;
      const double* const weights = parameters.data() + inertial_parameters_per_body * body++;
      const auto found = std::ranges::find(c.sample.description.bodies, frame.name, &Body::name);
      if (found == c.sample.description.bodies.end()) continue;  // the ground
      Description other = c.sample.description;
      Inertial& inertial = std::ranges::find(other.bodies, frame.name, &Body::name)->inertial;
      if (inertial.mass == 0) continue;
      inertial.mass *= 2;  // all ten parameters double
      for (double* x : {&inertial.inertia.xx, &inertial.inertia.xy, &inertial.inertia.xz,
                        &inertial.inertia.yy, &inertial.inertia.yz, &inertial.inertia.zz})
        *x *= 2;
      const Model heavier(other);
      Workspace<double> work(heavier);
      inverse_dynamics(work, c.sample.q, c.sample.v, c.sample.a, changed, c.environment());
      const auto& [mass, at, J] = found->inertial;  // below: about the origin of the body's frame
      const double ten[] = {mass,
                            mass * at.x,
                            mass * at.y,
                            mass * at.z,
                            J.xx + mass * (at.y * at.y + at.z * at.z),
                            J.xy - mass * at.x * at.y,
                            J.xz - mass * at.x * at.z,
                            J.yy + mass * (at.x * at.x + at.z * at.z),
                            J.yz - mass * at.y * at.z,
                            J.zz + mass * (at.x * at.x + at.y * at.y)};
      double expected = 0, scale = 0;
      for (std::size_t k = 0; k < tau.size(); ++k) {
        expected += c.w[k] * (changed[k] - tau[k]);
        scale += std::abs(c.w[k]) * (std::abs(changed[k]) + std::abs(tau[k]));
      }
      ASSERT_NEAR(std::inner_product(ten, ten + 10, weights, 0.0), expected, 1e-12 * (1 + scale))
          << "sample " << i << " " << frame.name;
    }
  }
}

TEST(LinearizedDynamics, RefusesCustomJointsByName) {
  Description robot;
  robot.name = "wiper";
  robot.bodies = {{.name = "blade",
                   .joint = {.name = "cam", .kind = JointKind::custom, .custom = std::make_shared<Cam>()},
                   .inertial = {1, {0, 0, 0.1}, {0.01, 0, 0, 0.01, 0, 0.01}}}};
  const Model model(robot);
  try {
    LinearizedDynamics<double> linear(model);
    FAIL() << "no exception";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("joint 'cam' is custom"), std::string::npos) << error.what();
  }
}

TEST(LinearizedDynamics, RefusesAPositionThatItWasNotUpdatedFor) {
  Case c(1);
  std::vector<double> a = c.zeros(), out = a;
  EXPECT_THROW(c.linear.update(c.work), std::logic_error);
  forward_dynamics(c.work, c.sample.q, c.sample.v, c.sample.tau, a);
  c.linear.update(c.work);
  std::vector<double> other = c.sample.q;
  other.back() += 0.1;
  set_position(c.work, other);
  EXPECT_THROW(c.linear.forward_jvp(c.work, c.dq, c.dv, c.da, out), std::logic_error);
  EXPECT_THROW(c.linear.update(c.work), std::logic_error);
}

TEST(LinearizedDynamics, RefusesWrongSizesAndNumbers) {
  Case c(2);
  std::vector<double> a = c.zeros(), out = a, wrong(a.size() + 1), nan = a;
  nan[0] = NAN;
  forward_dynamics(c.work, c.sample.q, c.sample.v, c.sample.tau, a);
  c.linear.update(c.work);
  EXPECT_THROW(c.linear.forward_jvp(c.work, wrong, c.dv, c.da, out), std::invalid_argument);
  EXPECT_THROW(c.linear.forward_jvp(c.work, nan, c.dv, c.da, out), std::invalid_argument);
  EXPECT_THROW(c.linear.inverse_vjp(c.work, c.w, out, out, wrong), std::invalid_argument);
  EXPECT_THROW(c.linear.inverse_vjp(c.work, c.w, out, out, out, wrong), std::invalid_argument);
}

}  // namespace sinew::test::linearized_dynamics_test
