// Tests linearised robots: against differences of the integrators' own steps, against dual numbers through forward
// dynamics, and against modes worked out by hand.
#include "sinew/simulate/linear/linearize.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "sinew/dense/norms.hpp"
#include "sinew/model/joints/configuration_group.hpp"
#include "sinew/model/joints/moving_position.hpp"
#include "sinew/simulate/linear/differentiable_step.hpp"
#include "sinew/simulate/linear/modes.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/moving_tree.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::linearize_test {

using enum IntegratorKind;

// Gives every joint damping, and a spring to those that have no quaternion.
Description with_passive_forces(Description robot, Random& random) {
  for (Body& body : robot.bodies) {
    Joint& joint = body.joint;
    const bool turns = joint.kind == JointKind::spherical || joint.kind == JointKind::floating;
    if (joint.kind == JointKind::fixed || joint.kind == JointKind::custom) continue;
    if (joint.dofs.size() > 1) joint.dofs.resize(1);
    if (joint.dofs.empty()) joint.dofs.emplace_back();
    DegreeOfFreedom& dof = joint.dofs[0];
    dof.damping = random.uniform(0, 0.5);
    if (!turns) dof.stiffness = random.uniform(0, 5), dof.rest_position = random.uniform(-1, 1);
  }
  return robot;
}

struct Case {
  Model model;
  std::vector<double> q, v, tau;
  int n() const { return model.velocity_size(); }
};

Case case_number(int index) {
  Random random(static_cast<unsigned>(index) + 50);
  const Description robot =
      index == 0 ? moving_tree()
                 : random_description(random, {.bodies = 1 + index % 7, .custom_joints = false});
  const Model model(with_passive_forces(robot, random));
  std::vector<double> q = random_position(model.description(), random);
  std::vector<double> v = random_velocity(model.description(), random);
  std::vector<double> tau = random_velocity(model.description(), random);
  return {model, q, v, tau};
}

// The step of the library's integrator under constant torques and the forces of the model's joints.
class OwnStep {
 public:
  OwnStep(const Case& c, IntegratorKind kind, double h)
      : simulation_(make_simulation({.whole = c.model, .state = {.q = c.q, .v = c.v, .tau = c.tau, .a = {}}},
                                    {.limits = {.kind = LimitKind::none}})),
        integrator_(make_integrator(c.model, {.kind = kind, .step = h})),
        h_(h) {}
  SimulationState operator()(const std::vector<double>& q, const std::vector<double>& v,
                             const std::vector<double>& tau) {
    simulation_.dynamics().set_constant_torques(tau);
    SimulationState state{.q = q, .v = v};
    integrator_->step(simulation_.dynamics(), state, h_);
    return state;
  }

 private:
  Simulation simulation_;
  std::unique_ptr<Integrator> integrator_;
  double h_;
};

// The derivative of the own step by argument `column` of (dq, dv, dtau), by differences of sixth order.
std::vector<double> column_of_differences(const Case& c, OwnStep& step, int column) {
  const auto n = std::size_t(c.n());
  const SimulationState middle = step(c.q, c.v, c.tau);
  const auto at = [&](double size) {
    std::vector<double> q = c.q, v = c.v, tau = c.tau, change(n), out(2 * n);
    const std::size_t i = std::size_t(column) % n;
    change[i] = size;
    if (std::size_t(column) < n)
      c.model.integrate(c.q, change, 1, q);
    else
      (std::size_t(column) < 2 * n ? v : tau)[i] += size;
    const SimulationState end = step(q, v, tau);
    difference(c.model, middle.q, end.q, {out.data(), n});
    for (std::size_t k = 0; k < n; ++k) out[n + k] = end.v[k] - middle.v[k];
    return out;
  };
  const double d = 2e-3;
  std::vector<double> slope(2 * n);
  for (const auto& [steps, weight] : {std::pair{1, 3. / 4}, {2, -3. / 20}, {3, 1. / 60}}) {
    const std::vector<double> after = at(steps * d), before = at(-steps * d);
    for (std::size_t k = 0; k < slope.size(); ++k) slope[k] += weight * (after[k] - before[k]) / d;
  }
  return slope;
}

double scale_of(const Matrix<double>& A) {
  return largest({A.data(), std::size_t(A.rows()) * std::size_t(A.cols())});
}

void expect_the_steps_derivatives(const Case& c, IntegratorKind kind, double h, double tolerance) {
  OwnStep own(c, kind, h);
  const Linearization linear = linearize(c.model, c.q, c.v, c.tau, {.integrator = kind, .step = h});
  for (int column = 0; column < 3 * c.n(); ++column) {
    const std::vector<double> expected = column_of_differences(c, own, column);
    const bool is_of_B = column >= 2 * c.n();
    const Matrix<double>& M = is_of_B ? linear.B_discrete : linear.A_discrete;
    for (int i = 0; i < 2 * c.n(); ++i)
      ASSERT_NEAR(M(i, is_of_B ? column - 2 * c.n() : column), expected[std::size_t(i)],
                  tolerance * (1 + scale_of(M)))
          << name_of(kind) << " " << i << " " << column;
  }
}

TEST(Linearize, TheDiscretePairIsThatOfTheIntegratorsOwnStep) {
  for (const IntegratorKind kind : {semi_implicit_euler, rk4, rkmk4}) {
    for (int i = 0; i < 25; ++i) {
      SCOPED_TRACE(i);
      expect_the_steps_derivatives(case_number(i), kind, 0.01, 1e-8);
    }
  }
}

TEST(Linearize, TheDifferentiableStepIsTheIntegratorsOwnStep) {
  for (const IntegratorKind kind : {semi_implicit_euler, rk4, rkmk4}) {
    for (int i = 0; i < 10; ++i) {
      const Case c = case_number(i);
      OwnStep own(c, kind, 0.02);
      const SimulationState expected = own(c.q, c.v, c.tau);
      DifferentiableStep step(c.model, kind, 0.02);
      std::vector<double> q(c.q.size()), v(c.v.size());
      step.advance(c.q, c.v, c.tau, q, v);
      for (std::size_t k = 0; k < q.size(); ++k) ASSERT_NEAR(q[k], expected.q[k], 1e-12) << i;
      for (std::size_t k = 0; k < v.size(); ++k)
        ASSERT_NEAR(v[k], expected.v[k], 1e-11 * (1 + largest(expected.v))) << i;
    }
  }
}

TEST(Linearize, TheContinuousPairIsThatOfDualNumbersThroughForwardDynamics) {
  using D = Dual<double>;
  for (int i = 0; i < 60; ++i) {
    const Case c = case_number(i);
    const int n = c.n();
    const Linearization linear = linearize(c.model, c.q, c.v, c.tau);
    Workspace<D> work(c.model);
    for (int column = 0; column < 3 * n; ++column) {
      std::vector<double> dq(std::size_t(n), 0.0);
      if (column < n) dq[std::size_t(column)] = 1;
      std::vector<D> q(c.q.size()), v(c.v.begin(), c.v.end()), tau(c.tau.begin(), c.tau.end()), a(v.size());
      detail::set_moving_position(c.model.tree<double>(), c.q.data(), dq.data(), q.data());
      if (column >= n) (column < 2 * n ? v : tau)[std::size_t(column % n)].rate = 1;
      for (const JointInfo& joint : c.model.joints()) {
        for (int k = 0; k < joint.v_size; ++k) {
          const auto at = std::size_t(joint.v_index + k);
          const DegreeOfFreedom& dof = c.model.dofs()[at];
          tau[at] -= dof.damping * v[at];
          if (dof.stiffness != 0)
            tau[at] -= dof.stiffness * (q[std::size_t(joint.q_index + k)] - dof.rest_position);
        }
      }
      forward_dynamics(work, q, v, tau, a);
      const Matrix<double>& M = column < 2 * n ? linear.A : linear.B;
      for (int k = 0; k < n; ++k) {
        ASSERT_NEAR(M(n + k, column < 2 * n ? column : column - 2 * n), a[std::size_t(k)].rate,
                    1e-11 * (1 + scale_of(M)))
            << i << " " << column;
        ASSERT_NEAR(linear.a[std::size_t(k)], a[std::size_t(k)].value, 1e-11 * (1 + largest(linear.a)));
      }
    }
  }
}

// (A_discrete - 1) / h tends to A as h goes to zero, also where the state moves fast.
TEST(Linearize, TheContinuousPairIsTheLimitOfTheDiscreteOne) {
  for (int i = 0; i < 10; ++i) {
    const Case c = case_number(i);
    const auto rate = [&](double h) {
      return linearize(c.model, c.q, c.v, c.tau, {.integrator = rkmk4, .step = h});
    };
    const double h = 1e-5;
    const Linearization once = rate(h), twice = rate(2 * h);
    const int n = c.n();
    for (int row = 0; row < 2 * n; ++row) {
      for (int j = 0; j < 2 * n; ++j) {
        const double one = row == j;
        const double limit =
            2 * (once.A_discrete(row, j) - one) / h - (twice.A_discrete(row, j) - one) / (2 * h);
        ASSERT_NEAR(limit, once.A(row, j), 1e-6 * (1 + scale_of(once.A))) << i << " " << row << " " << j;
      }
      for (int j = 0; j < n; ++j)
        ASSERT_NEAR(2 * once.B_discrete(row, j) / h - twice.B_discrete(row, j) / (2 * h), once.B(row, j),
                    1e-6 * (1 + scale_of(once.B)));
    }
  }
}

TEST(Linearize, ForcesThatAreSwitchedOffOrNotSmoothAreNamed) {
  Description robot = pendulum(1, 1, 0.1);
  robot.bodies[0].joint.dofs = {{.damping = 0.2, .dry_friction = 0.1, .lower = -1, .upper = 1}};
  const Model model(robot);
  const std::vector<double> zero(1);
  const Linearization with = linearize(model, zero, zero, zero),
                      without = linearize(model, zero, zero, zero, {.forces = {.joint_damping = false}});
  EXPECT_EQ(with.left_out, (std::vector<std::string>{"dry friction", "limits of joints"}));
  EXPECT_EQ(without.left_out,
            (std::vector<std::string>{"dry friction", "limits of joints", "damping of joints"}));
  EXPECT_LT(with.A(1, 1), 0);
  EXPECT_EQ(without.A(1, 1), 0);
}

TEST(Linearize, ClosedModelsAndIntegratorsWithoutDerivativesAreRefused) {
  const Model model(pendulum(1, 1, 0.1));
  const std::vector<double> zero(1), two(2);
  EXPECT_EQ(complaint([&] { linearize(model, zero, zero, zero, {.integrator = variational}); }),
            "steps of the integrator 'variational' have no derivatives; expected semi_implicit_euler, rk4 or "
            "rkmk4");
  EXPECT_THROW(linearize(model, zero, zero, zero, {.step = 0}), std::invalid_argument);
  EXPECT_THROW(linearize(model, two, zero, zero), std::invalid_argument);
  Description closed = double_pendulum(1, 1, 1, 1);
  closed.couplings = {
      {.name = "gear", .joint = "lower_joint", .leader = "upper_joint", .polynomial = {0, 1}}};
  EXPECT_THROW(linearize(Model(closed), two, two, two), std::invalid_argument);
}

// ---- Modes ---------------------------------------------------------------------------------------

TEST(Modes, ADampedOscillatorHasTheFrequencyAndDampingRatioOfItsEquation) {
  Description robot = pendulum(2, 0, 0.5);  // a wheel of inertia 0.5 about its axis
  robot.bodies[0].joint.dofs = {{.damping = 0.3, .stiffness = 8}};
  const std::vector<double> zero(1);
  const std::vector<Mode> found = modes(linearize(Model(robot), zero, zero, zero).A);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_NEAR(found[0].frequency, std::sqrt(8 / 0.5), 1e-12);
  EXPECT_NEAR(found[0].damping_ratio, 0.3 / (2 * std::sqrt(8 * 0.5)), 1e-12);
  EXPECT_GT(found[0].eigenvalue.imag(), 0);
  EXPECT_TRUE(found[0].is_stable());
}

// Equal masses and lengths: omega^2 = (2 -+ sqrt 2) g / l; the bobs' relative angles are sqrt 2 - 1 and -sqrt 2 - 1
// of the upper one.
TEST(Modes, ADoublePendulumHasItsTwoKnownModes) {
  const Model model(double_pendulum(1, 1, 0.5, 0.5));
  const std::vector<double> zero(2);
  const std::vector<Mode> found = modes(linearize(model, zero, zero, zero).A);
  ASSERT_EQ(found.size(), 2u);
  const double sign[] = {-1, 1};
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(found[i].frequency, std::sqrt((2 + sign[i] * std::sqrt(2)) * 9.81 / 0.5), 1e-11);
    EXPECT_NEAR(found[i].damping_ratio, 0, 1e-12);
    EXPECT_NEAR((found[i].shape[1] / found[i].shape[0]).real(), -sign[i] * std::sqrt(2) - 1, 1e-11);
  }
}

TEST(Modes, AnInvertedPendulumFallsWithoutOscillation) {
  const Model model(pendulum(1, 1, 1));  // inertia 2 about the hinge
  const std::vector<double> up{std::acos(-1)}, zero(1);
  const std::vector<Mode> found = modes(linearize(model, up, zero, zero).A);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_NEAR(found[0].eigenvalue.real() + found[1].eigenvalue.real(), 0, 1e-12);
  EXPECT_NEAR(found[1].frequency, std::sqrt(9.81 / 2), 1e-12);
  EXPECT_FALSE(found[0].is_stable() && found[1].is_stable());
}

TEST(Modes, AFreeBodyHasOnlyMotionsThatContinue) {
  const Model model(free_body(2, {0.1, 0.2, 0.25}));
  const std::vector<double> q = model.neutral_position(), zero(6);
  for (const Mode& mode : modes(linearize(model, q, zero, zero).A)) EXPECT_EQ(mode.frequency, 0);
}

}  // namespace sinew::test::linearize_test
