// Compares the derivatives of compiled robots with those of the library, which differentiate the recursions by hand.
#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <set>

#include "sinew/codegen/compile.hpp"
#include "sinew/codegen/compiled_batch.hpp"
#include "sinew/codegen/trace/internal/graph_derivatives.hpp"
#include "sinew/codegen/verify.hpp"
#include "sinew/derivatives.hpp"
#include "sinew/model/state.hpp"
#include "tests/support/compiled_quantities.hpp"
#include "tests/support/gripper_arm.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/subject.hpp"
#include "tests/support/temporary_folder.hpp"

namespace sinew::test::derivatives_test {

using Numbers = std::vector<double>;
using Call = std::function<Numbers(Quantity, const std::vector<const double*>&)>;

double dot(const Numbers& x, const Numbers& y) {
  return std::inner_product(x.begin(), x.end(), y.begin(), 0.0);
}

// ---- Graphs ----

TEST(GraphDerivatives, EqualTheRulesOfDifferentiation) {
  SymbolGraph graph;
  const SymbolGraph::Recording recording(graph);
  const std::vector<Symbol> x{graph.input(), graph.input()}, dx{graph.input(), graph.input()};
  const std::vector<Symbol> w{graph.input(), graph.input()};
  const std::vector<Symbol> y{sin(x[0]) * x[1] - 3.0 / x[1], sqrt(x[0]) + cos(x[0] - x[1]) * x[0]};
  const double a = 0.7, b = -1.3;
  const Numbers values = graph.evaluate(Numbers{a, b, 0.4, -0.9, 1.5, 0.6});
  // dy/dx, by hand.
  const double J[2][2] = {{std::cos(a) * b, std::sin(a) + 3 / (b * b)},
                          {0.5 / std::sqrt(a) + std::cos(a - b) - a * std::sin(a - b), a * std::sin(a - b)}};
  const auto at_point = [&](const std::vector<Symbol>& symbols) {
    const Numbers all = graph.evaluate(Numbers{a, b, 0.4, -0.9, 1.5, 0.6});
    Numbers out;
    for (const Symbol& s : symbols) out.push_back(SymbolGraph::value(s, all));
    return out;
  };
  const Numbers rates = at_point(rates_of(graph, y, x, dx)), weights = at_point(weights_of(graph, y, w, x));
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_NEAR(rates[i], J[i][0] * 0.4 - J[i][1] * 0.9, 1e-15);
    EXPECT_NEAR(weights[i], J[0][i] * 1.5 + J[1][i] * 0.6, 1e-14);
  }
  const Numbers replaced = at_point(substituted(graph, y, x, std::vector<Symbol>{x[1] * x[1], dx[0]}));
  EXPECT_NEAR(replaced[0], std::sin(b * b) * 0.4 - 3 / 0.4, 1e-15);
  EXPECT_NEAR(replaced[1], std::sqrt(b * b) + std::cos(b * b - 0.4) * b * b, 1e-15);
}

TEST(GraphDerivatives, TakeNoOperationsForArgumentsWithoutInfluence) {
  SymbolGraph graph;
  const SymbolGraph::Recording recording(graph);
  const std::vector<Symbol> x{graph.input(), graph.input()};
  const std::vector<Symbol> y{x[0] * x[0]};
  const std::size_t before = graph.nodes().size();
  EXPECT_EQ(rates_of(graph, y, x, std::vector<Symbol>{{}, Symbol(1)})[0], Symbol{});
  EXPECT_EQ(weights_of(graph, y, std::vector<Symbol>{Symbol(1)}, x)[1], Symbol{});
  EXPECT_LE(graph.nodes().size(), before + 3);  // the numbers one and two, and 2 x
}

// ---- Robots ----

// All derivatives at one state, of code under test and of the library.
void expect_derivatives_of_the_library(const Model& model, const Sample& state, const Call& call,
                                       double tolerance) {
  const int n = model.velocity_size();
  const auto count = std::size_t(n);
  const Numbers &q = state.q, &v = state.v, &a = state.a, &tau = state.tau;
  Random random(5);
  Numbers dq(count), dv(count), third(count), weights(count), by_q(count), by_v(count), by_third(count),
      rates(count), ignored(count);
  for (Numbers* numbers : {&dq, &dv, &third, &weights}) {
    for (double& x : *numbers) x = random.uniform(-1, 1);
  }
  DynamicsDerivatives<double> matrices(model);
  LinearizedDynamics<double> products(model);
  Workspace<double> work(model);
  for (const bool is_forward : {true, false}) {
    Matrix<double> J_q(n, n), J_v(n, n), J_third(n, n);
    const double* const given = is_forward ? tau.data() : a.data();
    const auto in = [&](std::initializer_list<const double*> more) {
      std::vector<const double*> inputs{q.data(), v.data(), given};
      inputs.insert(inputs.end(), more);
      return inputs;
    };
    if (is_forward) {
      matrices.forward_dynamics(q, v, tau, J_q, J_v, J_third, ignored);
      forward_dynamics(work, q, v, tau, ignored);
      products.update(work);
      products.forward_jvp(work, dq, dv, third, rates);
      products.forward_vjp(work, weights, by_q, by_v, by_third);
    } else {
      matrices.inverse_dynamics(q, v, a, J_q, J_v, J_third);
      inverse_dynamics(work, q, v, a, ignored);
      products.update(work);
      products.inverse_jvp(work, dq, dv, third, rates);
      products.inverse_vjp(work, weights, by_q, by_v, by_third);
    }
    Numbers all;
    for (const auto* J : {&J_q, &J_v, &J_third}) all.insert(all.end(), J->data(), J->data() + n * n);
    Numbers gradient;
    for (const auto* part : {&by_q, &by_v, &by_third})
      gradient.insert(gradient.end(), part->begin(), part->end());
    using enum Quantity;
    const Numbers jvp = call(is_forward ? forward_dynamics_jvp : inverse_dynamics_jvp,
                             in({dq.data(), dv.data(), third.data()})),
                  vjp = call(is_forward ? forward_dynamics_vjp : inverse_dynamics_vjp, in({weights.data()}));
    EXPECT_LE(
        relative_error(call(is_forward ? forward_dynamics_derivatives : inverse_dynamics_derivatives, in({})),
                       all),
        tolerance);
    EXPECT_LE(relative_error(jvp, rates), tolerance);
    EXPECT_LE(relative_error(vjp, gradient), tolerance);
    // <w, J x> = <J^* w, x>
    Numbers x = dq;
    x.insert(x.end(), dv.begin(), dv.end());
    x.insert(x.end(), third.begin(), third.end());
    EXPECT_NEAR(dot(weights, jvp), dot(vjp, x), tolerance * (1 + std::sqrt(dot(vjp, vjp) * dot(x, x))));
  }
}

Call evaluating(const SymbolicRobot& robot, const std::vector<QuantityRequest>& wanted) {
  return [&](Quantity quantity, const std::vector<const double*>& inputs) {
    const auto found = std::find_if(wanted.begin(), wanted.end(),
                                    [&](const QuantityRequest& each) { return each.quantity == quantity; });
    const auto index = std::size_t(found - wanted.begin());
    Numbers result(robot.functions[index].outputs[0].entries.size());
    evaluated(robot)(index, inputs, result.data());
    return result;
  };
}

TEST(TracedDerivatives, EqualThoseOfTheLibraryOnRandomTrees) {
  const std::vector<QuantityRequest> wanted = every_compiled_derivative();
  std::set<JointKind> kinds;
  int compared = 0;
  for (int i = 0; i < 60; ++i) {
    SCOPED_TRACE(i);
    const Sample sample = sample_without_custom_joints(i);
    const Model model(sample.description);
    if (sample.v.empty() || sample.v.size() > 16) continue;
    for (const JointInfo& joint : model.joints()) kinds.insert(joint.kind);
    const SymbolicRobot robot = trace(model, wanted);
    expect_derivatives_of_the_library(model, sample, evaluating(robot, wanted), 1e-11);
    ++compared;
  }
  EXPECT_GE(compared, 20);
  EXPECT_EQ(kinds.size(), 9);
}

// A well-conditioned robot of a ball joint, a hinge with armature and a slider, on the ground or on a floating base.
Model ball_arm(bool floating) {
  const JointKind kinds[] = {JointKind::floating, JointKind::spherical, JointKind::revolute,
                             JointKind::prismatic};
  const Vector3<double> axes[] = {{0, 0, 1}, {0, 0, 1}, {0, 1, 0}, {0.6, 0, 0.8}};
  Description description{.name = "ball arm"};
  for (std::size_t i = floating ? 0 : 1; i < 4; ++i) {
    Body body{.name = "body" + std::to_string(i), .placement = {{}, {0.1, 0.2, -0.3}}};
    if (!description.bodies.empty()) body.parent = description.bodies.back().name;
    body.joint = {.name = "joint" + std::to_string(i), .kind = kinds[i], .axis = axes[i]};
    if (kinds[i] == JointKind::revolute) body.joint.dofs = {{.armature = 0.1}};
    body.inertial = {2.0 - 0.3 * double(i), {0.05, -0.02, 0.1}, {0.3, 0.02, -0.01, 0.4, 0.03, 0.25}};
    description.bodies.push_back(body);
  }
  return Model(description);
}

Sample sample_of(const Model& model, std::uint64_t seed) {
  const State state = random_state(model, seed);
  return {model.description(), state.q, state.v, state.a, state.tau, {}};
}

TEST(TracedDerivatives, EqualThoseOfTheLibraryToRounding) {
  const std::vector<QuantityRequest> wanted = every_compiled_derivative();
  for (const Model& model : {ball_arm(true), load(model_path("arm7.urdf"))}) {
    const SymbolicRobot robot = trace(model, wanted);
    for (std::uint64_t seed = 1; seed < 6; ++seed)
      expect_derivatives_of_the_library(model, sample_of(model, seed), evaluating(robot, wanted), 1e-12);
  }
}

// The matrices of inverse dynamics take about as many operations as eight evaluations for seven joints, a product two
// to three evaluations.
TEST(TracedDerivatives, TakeFewOperationsForAnArm) {
  const std::vector<QuantityRequest> wanted = every_compiled_derivative();
  const SymbolicRobot robot = trace(load(model_path("arm7.urdf")), wanted);
  const std::int64_t limits[] = {7400, 2500, 2500, 4900, 1500, 1500};
  for (std::size_t f = 0; f < wanted.size(); ++f)
    EXPECT_LE(operation_count(robot.graph, robot.functions[f]).total(), limits[f]) << robot.functions[f].name;
}

TEST(CompiledDerivatives, EqualThoseOfTheLibrary) {
  const TemporaryFolder cache;
  const Model model = ball_arm(false);
  const CompiledRobot robot = compile(model, {.wanted = every_compiled_derivative(), .cache = cache.path()}),
                      general = compile(
                          model, {.wanted = every_compiled_derivative(), .compiler = "no-such-compiler"});
  EXPECT_TRUE(robot.is_compiled()) << robot.remark();
  EXPECT_LE(robot.report().worst_error, 1e-12);
  const Sample sample = sample_of(model, 3);
  const int n = model.velocity_size(), n_q = model.position_size();
  for (const CompiledRobot* each : {&robot, &general}) {
    CompiledBatch batch(*each, {.threads = 1});
    for (const bool in_batch : {false, true}) {
      const auto call = [&](Quantity quantity, const std::vector<const double*>& in) {
        const auto view = [&](std::size_t i) { return In<double>(in[i], std::size_t(i == 0 ? n_q : n)); };
        Numbers x(result_size(quantity, model).numbers());
        const MatrixView<double> matrix(x.data(), n, int(x.size()) / n);
        const auto run = [&](auto& of, const auto& result) {
          switch (quantity) {
            case Quantity::forward_dynamics_derivatives:
              return of.forward_dynamics_derivatives(view(0), view(1), view(2), result);
            case Quantity::inverse_dynamics_derivatives:
              return of.inverse_dynamics_derivatives(view(0), view(1), view(2), result);
            case Quantity::forward_dynamics_jvp:
              return of.forward_dynamics_jvp(view(0), view(1), view(2), view(3), view(4), view(5), x);
            case Quantity::inverse_dynamics_jvp:
              return of.inverse_dynamics_jvp(view(0), view(1), view(2), view(3), view(4), view(5), x);
            case Quantity::forward_dynamics_vjp:
              return of.forward_dynamics_vjp(view(0), view(1), view(2), view(3), result);
            default:
              return of.inverse_dynamics_vjp(view(0), view(1), view(2), view(3), result);
          }
        };
        if (in_batch)
          run(batch, Out<double>(x));
        else
          run(*each, matrix);
        return x;
      };
      expect_derivatives_of_the_library(model, sample, call, 1e-12);
    }
  }
  Matrix<double> square(n, n);
  EXPECT_EQ(complaint([&] { robot.forward_dynamics_derivatives(sample.q, sample.v, sample.tau, square); }),
            "the derivatives is 5 x 5, expected 5 x 15");
}

TEST(CompiledDerivatives, FollowOpenParameters) {
  const Model model(gripper_arm());
  const std::vector<QuantityRequest> wanted{{Quantity::forward_dynamics_vjp},
                                            {Quantity::inverse_dynamics_jvp}};
  const SymbolicRobot robot =
      trace(model, wanted, std::vector<std::string>{"link7.mass", "finger_joint1.armature", "gravity.z"});
  EXPECT_EQ(verify(model, robot, wanted, evaluated(robot), {.states = 4}).complaint, "");
}

TEST(CompiledDerivatives, RefuseClosedChainsByName) {
  const auto refused = [](const Model& model, Quantity quantity, Followers followers = Followers::embedded) {
    return complaint([&] { trace(model, std::vector<QuantityRequest>{{quantity}}, {}, followers); });
  };
  const Model four_bar(n_four_bar(1, ConnectionKind::revolute)), gripper(gripper_arm());
  const std::string start = "compiled robots do not compute forward-dynamics-vjp of ";
  EXPECT_EQ(
      refused(four_bar, Quantity::forward_dynamics_vjp),
      start + four_bar.name() + ", which has loops: loop '" + four_bar.description().loops.at(0).name + "'");
  EXPECT_EQ(refused(four_bar, Quantity::inverse_dynamics_vjp), "no complaint");
  EXPECT_EQ(refused(gripper, Quantity::forward_dynamics_vjp, Followers::free),
            start + "gripper_arm with free followers; embed them");
  EXPECT_EQ(refused(gripper, Quantity::forward_dynamics_vjp), "no complaint");
}

}  // namespace sinew::test::derivatives_test
