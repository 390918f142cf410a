// Tests gradients of whole runs: against differences of the cost, against the chain of the steps' matrices, and for every
// number of stored states. The runs themselves are those of simulations.
#include "sinew/simulate/optimal/run_gradient.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sinew/dense/norms.hpp"
#include "sinew/dense/products.hpp"
#include "sinew/model/description/inertial_parameters.hpp"
#include "sinew/simulate/controllers/computed_torque.hpp"
#include "sinew/simulate/controllers/joint_pd.hpp"
#include "sinew/simulate/controllers/lqr_control.hpp"
#include "sinew/simulate/controllers/operational_space_control.hpp"
#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/optimal/checkpoints.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/moving_tree.hpp"
#include "tests/support/random_loops.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test::run_gradient_test {

using enum IntegratorKind;
using Numbers = std::vector<double>;

struct Case {
  Model model;
  Numbers q, v;
  RunGradientPlan plan;
  Matrix<double> controls;
  std::function<void(RunGradient&)> add_controllers = [](RunGradient&) {};
  RunGradient run() const { return run_of(model); }
  RunGradient run_of(const Model& other) const {
    RunGradient made(other, plan);
    add_controllers(made);
    return made;
  }
};

// The case with costs of both kinds, of all coordinates and of time, and with random controls.
Case with_costs(Case c, unsigned seed) {
  Random random(seed);
  Numbers target(c.q.size()), apart = random_velocity(c.model.description(), random);
  c.model.integrate(c.q, apart, 0.4, target);
  const auto all = StateCost{.position = {1.5}, .velocity = {0.2}};
  FrameTarget frame{
      .frame = c.model.description().bodies.back().name, .position_cost = 3, .rotation_cost = 0.5};
  Workspace<double> work(c.model);
  update_poses<double>(work, target);
  frame.pose = pose(work, c.model.frame(frame.frame));
  const StateFunction quadratic = quadratic_cost(c.model, all, target);
  c.plan.running = [quadratic](double t, In<double> q, In<double> v, Out<double> by_q, Out<double> by_v) {
    by_v[0] += 0.3 * t * std::cos(v[0]);
    return quadratic(t, q, v, by_q, by_v) + 0.3 * t * std::sin(v[0]);
  };
  c.plan.final = quadratic_cost(c.model, {.position = {0.7}, .velocity = {0.1}}, target, frame);
  const RunGradient run = c.run();
  c.controls.reset(run.knots(), run.motors());
  for (int i = 0; i < run.knots(); ++i) {
    for (int j = 0; j < run.motors(); ++j) c.controls(i, j) = random.uniform(-1, 1);
  }
  return c;
}

Case tree_case(IntegratorKind kind = rkmk4) {
  Description robot = moving_tree();
  robot.bodies[2].joint.dofs = {{.damping = 0.2, .stiffness = 3, .rest_position = 0.3}};
  const Model model(robot);
  const State state = random_state(model, 4);
  return with_costs({.model = model,
                     .q = state.q,
                     .v = state.v,
                     .plan = {.duration = 0.3, .step = 0.03, .integrator = kind},
                     .controls = {}},
                    7);
}

Case four_bar_case(IntegratorKind kind, ConnectionKind pin = ConnectionKind::revolute) {
  const PlanarLink rod{1, 0.3, 0.05, 0.1};
  const FourBar bar{
      .a = 0.5, .b = 1.1, .c = 0.9, .d = 1.2, .crank = rod, .coupler = rod, .rocker = rod, .armature = {}};
  Mechanism mechanism(Model(bar.description(pin)));
  Numbers q{1.1, -0.9, 1.9}, v{2, -1, 0.5};
  EXPECT_TRUE(mechanism.system().assemble(q).closed);
  mechanism.project_velocity(q, v);
  return with_costs({.model = mechanism.model(),
                     .q = q,
                     .v = v,
                     .plan = {.duration = 0.2, .step = 0.01, .integrator = kind, .joints = {"crank_joint"}},
                     .controls = {}},
                    8);
}

// The derivative of f at zero, by central differences of sixth order.
template <class F>
double slope(const F& f, double d = 1e-3) {
  double sum = 0;
  for (const auto& [steps, weight] : {std::pair{1, 3. / 4}, {2, -3. / 20}, {3, 1. / 60}})
    sum += weight * (f(steps * d) - f(-steps * d)) / d;
  return sum;
}

void expect_near(double found, double expected, double scale, double tolerance, const std::string& what) {
  ASSERT_NEAR(found, expected, tolerance * (1 + scale)) << what;
}

double scale_of(const Matrix<double>& m) {
  return largest({m.data(), std::size_t(m.rows()) * std::size_t(m.cols())});
}

// Compares every entry of the gradient with differences of the cost of the whole run.
void expect_differences(const Case& c, double tolerance, bool by_parameters = true) {
  RunGradient run = c.run();
  const RunGradientResult found = run.gradient(c.q, c.v, c.controls);
  const double cost = run.cost(c.q, c.v, c.controls);
  ASSERT_NEAR(found.cost, cost, 1e-13 * (1 + std::abs(cost)));
  for (std::size_t i = 0; i < c.v.size(); ++i) {
    const auto moved = [&](double x) {
      Numbers u(c.v.size()), q(c.q.size());
      u[i] = x;
      c.model.integrate(c.q, u, 1, q);
      return run.cost(q, c.v, c.controls);
    };
    const auto faster = [&](double x) {
      Numbers v = c.v;
      v[i] += x;
      return run.cost(c.q, v, c.controls);
    };
    const std::string at = " " + std::to_string(i);
    expect_near(found.by_q[i], slope(moved), largest(found.by_q), tolerance, "by q" + at);
    expect_near(found.by_v[i], slope(faster), largest(found.by_v), tolerance, "by v" + at);
  }
  for (int k = 0; k < run.knots(); ++k) {
    for (int j = 0; j < run.motors(); ++j) {
      const auto driven = [&](double x) {
        Matrix<double> controls = c.controls;
        controls(k, j) += x;
        return run.cost(c.q, c.v, controls);
      };
      expect_near(found.by_controls(k, j), slope(driven, 0.02), scale_of(found.by_controls), tolerance,
                  "by control " + std::to_string(k) + " " + std::to_string(j));
    }
  }
  if (!by_parameters) return;
  const Numbers given = inertial_parameters(c.model);
  ASSERT_EQ(given.size(), found.by_parameters.size());
  for (std::size_t i = 0; i < given.size(); ++i) {
    const auto heavier = [&](double x) {
      Numbers parameters = given;
      parameters[i] += x;
      return c.run_of(Model(with_inertial_parameters(c.model, parameters))).cost(c.q, c.v, c.controls);
    };
    expect_near(found.by_parameters[i], slope(heavier, 1e-4), largest(found.by_parameters), tolerance,
                "by parameter " + std::to_string(i));
  }
}

TEST(RunGradient, OfATreeIsTheLimitOfDifferencesOfTheCost) {
  for (const IntegratorKind kind : {semi_implicit_euler, rk4, rkmk4}) {
    SCOPED_TRACE(name_of(kind));
    expect_differences(tree_case(kind), 1e-8);
  }
}

TEST(RunGradient, OfRandomTreesIsTheLimitOfDifferencesOfTheCost) {
  for (int i = 0; i < 12; ++i) {
    SCOPED_TRACE(i);
    Random random(static_cast<unsigned>(i) + 90);
    const Description robot = random_description(random, {.bodies = 1 + i % 6, .custom_joints = false});
    const Model model(robot);
    const Numbers q = random_position(robot, random), v = random_velocity(robot, random);
    const Case c = with_costs({.model = model,
                               .q = q,
                               .v = v,
                               .plan = {.duration = 0.08,
                                        .step = 0.02,
                                        .integrator = i % 2 == 0 ? rk4 : rkmk4,
                                        .knots = {0.01, 0.05, 0.07},
                                        .interpolation = ControlInterpolation::linear},
                               .controls = {}},
                              static_cast<unsigned>(i));
    expect_differences(c, 2e-8, false);
  }
}

// w_k = h drunning/dx + A_k^* w_{k+1},  dC/du_k = B_k^* w_{k+1}, with the matrices of forward differentiation.
TEST(RunGradient, IsThatOfTheChainOfTheStepsMatrices) {
  for (const IntegratorKind kind : {semi_implicit_euler, rk4, rkmk4}) {
    const Case c = tree_case(kind);
    RunGradient run = c.run();
    const RunGradientResult found = run.gradient(c.q, c.v, c.controls);
    const int n = c.model.velocity_size(), rod = c.model.joint("rod_joint").v_index;
    DifferentiableStep step(c.model, kind, run.step());
    std::vector<Matrix<double>> A, B;
    std::vector<Numbers> q{c.q}, v{c.v};
    for (int k = 0; k < run.steps(); ++k) {
      Numbers tau(std::size_t(n), 0.0);
      tau[std::size_t(rod)] = c.controls(k, 0);
      A.emplace_back(2 * n, 2 * n), B.emplace_back(2 * n, n);
      q.push_back(q.back()), v.push_back(v.back());
      step.linearize(Numbers(q.back()), Numbers(v.back()), tau, q.back(), v.back(), A.back(), B.back());
    }
    const auto gradient = [&](const StateFunction& cost, int k) {
      Numbers w(2 * std::size_t(n));
      const auto size = std::size_t(n);
      cost(run.step() * k, q[std::size_t(k)], v[std::size_t(k)], {w.data(), size}, {w.data() + size, size});
      return w;
    };
    Numbers w = gradient(c.plan.final, run.steps());
    for (int k = run.steps(); k-- > 0;) {
      Numbers by_tau(std::size_t(n), 0.0), before(w.size(), 0.0);
      add_transposed_product<double>(B[std::size_t(k)], w, by_tau);
      EXPECT_NEAR(found.by_controls(k, 0), by_tau[std::size_t(rod)],
                  1e-12 * (1 + scale_of(found.by_controls)));
      add_transposed_product<double>(A[std::size_t(k)], w, before);
      const Numbers now = gradient(c.plan.running, k);
      for (std::size_t i = 0; i < w.size(); ++i) w[i] = before[i] + run.step() * now[i];
    }
    for (int i = 0; i < n; ++i) {
      EXPECT_NEAR(found.by_q[std::size_t(i)], w[std::size_t(i)], 1e-12 * (1 + largest(w))) << name_of(kind);
      EXPECT_NEAR(found.by_v[std::size_t(i)], w[std::size_t(n + i)], 1e-12 * (1 + largest(w)));
    }
  }
}

// <w, A x + B u> = <A^* w, x> + <B^* w, u> for one step, with A and B of forward differentiation.
TEST(RunGradient, TheAdjointOfAStepPairsWithItsMatrices) {
  const Case c = tree_case();
  const int n = c.model.velocity_size();
  const auto size = std::size_t(n);
  for (const IntegratorKind kind : {semi_implicit_euler, rk4, rkmk4}) {
    Random random(3);
    const auto draw = [&](std::size_t count) {
      Numbers x(count);
      for (double& number : x) number = random.uniform(-1, 1);
      return x;
    };
    const Numbers tau = draw(size), x = draw(2 * size), u = draw(size), w = draw(2 * size);
    struct Constant : StepTorques {
      Numbers tau, weights;
      void torques(double, In<double>, In<double>, Out<double> out) override {
        std::copy(tau.begin(), tau.end(), out.data());
      }
      void vjp(double, In<double>, In<double>, In<double> of_tau, Out<double>, Out<double>) override {
        for (std::size_t i = 0; i < weights.size(); ++i) weights[i] += of_tau[i];
      }
    } torques;
    torques.tau = tau;
    torques.weights.resize(size);
    DifferentiableStep step(c.model, kind, 0.05);
    Matrix<double> A(2 * n, 2 * n), B(2 * n, n);
    Numbers q(c.q.size()), v(size), q1(q), v1(v), forward(2 * size);
    step.linearize(c.q, c.v, tau, q, v, A, B);
    step.record(0, c.q, c.v, torques, q1, v1);
    EXPECT_EQ(q1, q);
    EXPECT_EQ(v1, v);
    Numbers by_q(w.begin(), w.begin() + n), by_v(w.begin() + n, w.end());
    step.pull_back(torques, by_q, by_v);
    add_product<double>(A, x, forward);
    add_product<double>(B, u, forward);
    const auto pair = [](const double* a, const Numbers& b) {
      return std::inner_product(b.begin(), b.end(), a, 0.0);
    };
    const double there = pair(w.data(), forward),
                 back = pair(x.data(), by_q) + pair(x.data() + n, by_v) + pair(u.data(), torques.weights);
    EXPECT_NEAR(there, back, 1e-13 * (1 + std::abs(there))) << name_of(kind);
  }
}

TEST(RunGradient, DoesNotDependOnTheNumberOfStoredStates) {
  Case c = tree_case();
  c.plan.step = 0.3 / 29;
  c = with_costs(c, 7);
  const RunGradientResult all = c.run().gradient(c.q, c.v, c.controls);
  EXPECT_EQ(all.advanced, 28);
  EXPECT_EQ(all.recorded, 29);
  for (const int stored : {1, 2, 3, 5, 28}) {
    c.plan.stored_states = stored;
    const RunGradientResult found = c.run().gradient(c.q, c.v, c.controls);
    EXPECT_EQ(found.by_q, all.by_q) << stored;
    EXPECT_EQ(found.by_v, all.by_v);
    EXPECT_EQ(found.by_parameters, all.by_parameters);
    EXPECT_EQ(found.cost, all.cost);
    EXPECT_EQ(found.recorded, 29);
    EXPECT_GE(found.advanced, all.advanced);
  }
}

// The number of computed steps is the least, t(l, s) = r l - beta(s + 1, r - 1), and every step starts from its own state.
TEST(RunGradient, CheckpointsTakeTheLeastNumberOfSteps) {
  struct Counting {
    long state = 0, advanced = 0, next = 0;
    std::size_t most = 0;
    std::vector<long> stored{0};
    void restore() { state = stored.back(); }
    void store() { stored.push_back(state), most = std::max(most, stored.size()); }
    void drop() { stored.pop_back(); }
    void advance(long from, long to) {
      ASSERT_EQ(state, from);
      state = to, advanced += to - from;
    }
    void visit(long k) {
      ASSERT_EQ(state, k);
      ASSERT_EQ(--next, k);
    }
  };
  for (const int stored : {1, 2, 3, 4, 10, 60}) {
    for (const long steps : {1L, 2L, 3L, 7L, 10L, 55L, 56L, 57L, 200L}) {
      Counting run{.next = steps};
      detail::visit_in_reverse(run, 0, steps, stored);
      EXPECT_EQ(run.next, 0);
      EXPECT_LE(run.most, std::size_t(stored));
      int r = 0;
      while (detail::visitable_steps(stored, r) < double(steps)) ++r;
      EXPECT_EQ(run.advanced, long(double(r) * double(steps) - detail::visitable_steps(stored + 1, r - 1)))
          << steps << " steps, " << stored << " states";
    }
  }
}

// ---- Robots with loops ---------------------------------------------------------------------------

TEST(RunGradient, OfAFourBarIncludesTheProjectionOfItsLoop) {
  for (const IntegratorKind kind : {semi_implicit_euler, rk4, rkmk4}) {
    for (const ConnectionKind pin : {ConnectionKind::revolute, ConnectionKind::spherical}) {
      SCOPED_TRACE(name_of(kind));
      expect_differences(four_bar_case(kind, pin), 2e-8);
    }
  }
}

TEST(RunGradient, OfRandomClosedRobotsIsTheLimitOfDifferencesOfTheCost) {
  int compared = 0;
  for (int i = 0; i < 40; ++i) {
    const ClosedSample sample = random_closed_sample(i);
    const Model model(sample.description);
    if (std::ranges::any_of(model.joints(),
                            [](const auto& joint) { return joint.kind == JointKind::custom; }))
      continue;
    SCOPED_TRACE(i);
    Case c{.model = model,
           .q = sample.q,
           .v = sample.v,
           .plan = {.duration = 0.004, .step = 0.001, .integrator = i % 2 == 0 ? rkmk4 : rk4},
           .controls = {}};
    c = with_costs(c, static_cast<unsigned>(i));
    try {
      const RunGradientResult found = c.run().gradient(c.q, c.v, c.controls);
      if (largest(found.by_q) > 1e3) continue;  // too curved for these differences
      expect_differences(c, 1e-6, false);
      ++compared;
    } catch (const std::domain_error&) {
      // The rank of redundant rows changes nearby, or loops opened for the differences cannot be closed again.
    }
  }
  EXPECT_GT(compared, 15);
}

TEST(RunGradient, WithoutADerivativeAtAChangeOfRankIsRefused) {
  const Bennett bennett;
  const Model model(bennett.description());
  RunGradient run(model, {.duration = 0.01, .step = 0.001});
  const Numbers v(3);
  EXPECT_NO_THROW(run.cost(bennett.at(0.7), v));
  EXPECT_THROW(run.gradient(bennett.at(0.7), v), std::domain_error);
}

// ---- Controllers ---------------------------------------------------------------------------------

Model arm() {
  const PlanarLink rod{1, 0.3, 0.05, 0.1};
  Description robot = planar_mechanism("arm");
  robot.bodies = {planar_link("upper", "", {}, rod), planar_link("lower", "upper", {0.5, 0, 0}, rod)};
  robot.bodies[1].joint.dofs = {{.damping = 0.1}};
  return Model(robot);
}

TrajectoryPlan moving_target() {
  return {.times = {0, 0.5}, .values = {{0.1, 0.2}, {1, -0.5}}};
}

std::vector<std::function<std::unique_ptr<Controller>(const Model&)>> laws() {
  return {[](const Model& model) {
            return std::make_unique<JointPd>(
                model, JointPdPlan{.stiffness = {30, 20}, .damping = {3, 2}, .target = moving_target()});
          },
          [](const Model& model) {
            return std::make_unique<ComputedTorque>(
                model, ComputedTorquePlan{.stiffness = {40}, .damping = {10}, .target = moving_target()});
          },
          [](const Model& model) {
            return std::make_unique<LqrControl>(
                model, LqrPlan{.target = {.times = {0}, .values = {{std::acos(0), 0}}}});
          }};
}

TEST(RunGradient, IncludesTheFeedbackOfControllers) {
  for (const auto& law : laws()) {
    for (const bool sampled : {false, true}) {
      const Model nominal = arm();
      Case c{.model = nominal,
             .q = {0.3, -0.4},
             .v = {1, -2},
             .plan = {.duration = 0.2,
                      .step = 0.02,
                      .knots = {0, 0.1, 0.15},
                      .interpolation = ControlInterpolation::linear},
             .controls = {}};
      c.add_controllers = [&](RunGradient& run) { run.add(law(nominal), sampled); };
      expect_differences(with_costs(c, 5), 1e-8);
    }
  }
}

TEST(RunGradient, ControllersWithoutDerivativesAreRefusedByName) {
  const Model model = arm();
  RunGradient run(model, {});
  EXPECT_EQ(
      complaint([&] {
        run.add(std::make_unique<OperationalSpaceControl>(
            model, OperationalSpacePlan{.frame = "lower", .target = standing_at({0, 0, 0, 1, 0, 0, 0})}));
      }),
      "a controller of class sinew::OperationalSpaceControl with these options has no derivatives for "
      "'arm'; joint_pd, computed_torque and lqr have them where their headers say so");
  const Case closed = four_bar_case(rk4);
  RunGradient linkage = closed.run();
  EXPECT_THROW(
      linkage.add(std::make_unique<JointPd>(closed.model, JointPdPlan{.target = standing_at(closed.q)})),
      std::invalid_argument);
  EXPECT_NO_THROW(linkage.add(std::make_unique<JointPd>(
      closed.model, JointPdPlan{.gravity = false, .target = standing_at(closed.q)})));
}

// ---- The run -------------------------------------------------------------------------------------

// Steps of simulations under the same controls and controllers.
SimulationState simulated(const Case& c, const std::vector<std::unique_ptr<Controller>*>& controllers,
                          double period) {
  Simulation simulation =
      make_simulation({.whole = c.model, .state = {.q = c.q, .v = c.v, .tau = {}, .a = {}}},
                      {.limits = {.kind = LimitKind::none}});
  simulation.set_integrator({.kind = c.plan.integrator, .step = c.plan.step});
  for (auto* controller : controllers) simulation.add(std::move(*controller), period);
  const RunGradient run = c.run();
  const auto motors = detail::motor_dofs(c.model, c.plan.joints);
  for (int k = 0; k < run.steps(); ++k) {
    Numbers tau(c.v.size());
    for (std::size_t j = 0; j < motors.size(); ++j) tau[std::size_t(motors[j])] = c.controls(k, int(j));
    simulation.set_torques(tau);
    simulation.advance_to(run.step() * (k + 1));
  }
  return simulation.state();
}

void expect_end(const Case& c, const SimulationState& expected) {
  Numbers q, v;
  c.run().run(c.q, c.v, c.controls, [&](double, In<double> at, In<double> speed) {
    q.assign(at.data(), at.data() + at.size());
    v.assign(speed.data(), speed.data() + speed.size());
  });
  for (std::size_t i = 0; i < q.size(); ++i) EXPECT_NEAR(q[i], expected.q[i], 1e-11);
  for (std::size_t i = 0; i < v.size(); ++i) EXPECT_NEAR(v[i], expected.v[i], 1e-11 * (1 + largest(v)));
}

TEST(RunGradient, DifferentiatesTheRunOfASimulation) {
  for (const IntegratorKind kind : {semi_implicit_euler, rk4, rkmk4}) {
    SCOPED_TRACE(name_of(kind));
    for (const Case& c : {tree_case(kind), four_bar_case(kind)}) expect_end(c, simulated(c, {}, 0));
    for (const auto& law : laws()) {
      for (const bool sampled : {false, true}) {
        Case c{.model = arm(),
               .q = {0.3, -0.4},
               .v = {1, -2},
               .plan = {.duration = 0.2, .step = 0.02, .integrator = kind},
               .controls = {}};
        c.add_controllers = [&](RunGradient& run) { run.add(law(c.model), sampled); };
        c = with_costs(c, 5);
        auto controller = law(c.model);
        expect_end(c, simulated(c, {&controller}, sampled ? c.plan.step : 0));
      }
    }
  }
}

TEST(RunGradient, WrongInputsAreRefused) {
  const Model model = arm();
  const Numbers two{0, 0}, three(3);
  EXPECT_THROW(RunGradient(model, {.duration = -1}), std::invalid_argument);
  EXPECT_THROW(RunGradient(model, {.step = 0}), std::invalid_argument);
  EXPECT_THROW(RunGradient(model, {.stored_states = 0}), std::invalid_argument);
  EXPECT_THROW(RunGradient(model, {.integrator = variational}), std::invalid_argument);
  EXPECT_EQ(complaint([&] {
              RunGradient(model, {.knots = {0, 0.2, 0.2}});
            }),
            "the knots 0.2 s and 0.2 s do not increase");
  RunGradient run(model, {.duration = 0.01, .knots = {0, 0.005}});
  EXPECT_THROW(run.gradient(three, two), std::invalid_argument);
  EXPECT_THROW(run.cost(two, three), std::invalid_argument);
  EXPECT_THROW(run.cost(two, two, Matrix<double>(3, 2)), std::invalid_argument);
  EXPECT_THROW(run.add(nullptr), std::invalid_argument);
}

}  // namespace sinew::test::run_gradient_test
