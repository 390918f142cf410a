// Evaluates the recursions traced on symbols and compares them with the same recursions in double on the original
// model: inertias regrouped, constants simplified and folded, expressions shared.
#include <gtest/gtest.h>

#include "sinew/codegen/trace/function.hpp"
#include "sinew/codegen/trace/internal/base_inertias.hpp"
#include "sinew/codegen/trace/internal/open_parameters.hpp"
#include "sinew/model/examples.hpp"
#include "tests/support/compiled_quantities.hpp"
#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::trace_test {

struct State {
  std::vector<double> q, v, tau, a, parameters;
};

std::vector<double> evaluate(const SymbolicRobot& robot, const SymbolicFunction& function, const State& s) {
  std::vector<double> inputs(std::size_t(robot.graph.input_count()));
  for (const Argument& argument : function.inputs) {
    const std::vector<double>& values = argument.name == "q"     ? s.q
                                        : argument.name == "v"   ? s.v
                                        : argument.name == "tau" ? s.tau
                                        : argument.name == "a"   ? s.a
                                                                 : s.parameters;
    EXPECT_EQ(values.size(), argument.entries.size());
    for (std::size_t i = 0; i < values.size(); ++i)
      inputs[std::size_t(robot.graph[argument.entries[i]].value)] = values[i];
  }
  const std::vector<double> values = robot.graph.evaluate(inputs);
  std::vector<double> out;
  for (const Symbol& entry : function.outputs.at(0).entries) out.push_back(SymbolGraph::value(entry, values));
  return out;
}

std::vector<double> general(const Model& model, Quantity quantity, const State& s) {
  Workspace<double> work(model);
  const int n = model.velocity_size();
  std::vector<double> vector(static_cast<std::size_t>(n));
  Matrix<double> matrix(n, n);
  const auto numbers = [](const Matrix<double>& m) {
    return std::vector<double>(m.data(), m.data() + m.rows() * m.cols());
  };
  const FrameIndex frame = frame_of(model, {});
  switch (quantity) {
    case Quantity::forward_dynamics:
      forward_dynamics(work, s.q, s.v, s.tau, vector);
      return vector;
    case Quantity::inverse_dynamics:
      inverse_dynamics(work, s.q, s.v, s.a, vector);
      return vector;
    case Quantity::bias_force:
      bias_force(work, s.q, s.v, vector);
      return vector;
    case Quantity::gravity_force:
      gravity_force(work, s.q, vector);
      return vector;
    case Quantity::mass_matrix:
      mass_matrix(work, s.q, matrix);
      return numbers(matrix);
    case Quantity::inverse_mass_matrix:
      inverse_mass_matrix(work, s.q, matrix);
      return numbers(matrix);
    case Quantity::omega: {
      update_poses(work, s.q);
      update_filter(work, s.q);
      OperationalSpace<double> space(model, frame, Reference::aligned);
      return numbers(space.omega(work));
    }
    case Quantity::jacobian: {
      Matrix<double> J(6, n);
      update_poses(work, s.q);
      jacobian(work, frame, Reference::aligned, J);
      return numbers(J);
    }
    case Quantity::pose: {
      update_poses(work, s.q);
      const auto [r, p] = pose(work, frame);
      std::vector<double> out;
      for (const Vector3<double>& c : {r.column_x(), r.column_y(), r.column_z(), p})
        out.insert(out.end(), {c.x, c.y, c.z});
      return out;
    }
    default:
      return {};
  }
}

// Solutions are affected by the condition number of the mass matrix, up to 1e7 in the samples.
double tolerance(Quantity quantity) {
  const bool solves = quantity == Quantity::forward_dynamics || quantity == Quantity::inverse_mass_matrix ||
                      quantity == Quantity::omega;
  return solves ? 1e-9 : 1e-12;
}

State made_up_state(const Model& model, std::uint64_t seed) {
  Random random(seed);
  const Description& d = model.description();
  return {random_position(d, random),
          random_velocity(d, random),
          random_velocity(d, random),
          random_velocity(d, random),
          {}};
}

bool has_custom_joint(const Description& description) {
  return std::any_of(description.bodies.begin(), description.bodies.end(),
                     [](const Body& body) { return body.joint.kind == JointKind::custom; });
}

TEST(Trace, EqualsTheGeneralRecursionOnRandomTrees) {
  int compared = 0;
  for (int i = 0; i < 200; ++i) {
    const Sample sample = random_sample(i);
    if (has_custom_joint(sample.description) || sample.v.empty()) continue;
    const Model model(sample.description);
    const State state{sample.q, sample.v, sample.tau, sample.a, {}};
    const SymbolicRobot robot = trace(model, every_compiled_quantity());
    for (std::size_t f = 0; f < robot.functions.size(); ++f) {
      const Quantity quantity = offered::by_compiled_robots[f];
      const std::vector<double> expected = general(model, quantity, state);
      ASSERT_LE(relative_error(evaluate(robot, robot.functions[f], state), expected), tolerance(quantity))
          << "sample " << i << ", " << info(offered::by_compiled_robots[f]).name;
    }
    ++compared;
  }
  EXPECT_GE(compared, 100);
}

TEST(Trace, EqualsTheGeneralRecursionOnRealRobots) {
  for (const char* file : {"arm6.urdf", "arm7.urdf", "quadruped.urdf", "humanoid.urdf"}) {
    const Model model = load(model_path(file));
    const SymbolicRobot robot = trace(model, every_compiled_quantity());
    for (std::uint64_t seed = 0; seed < 5; ++seed) {
      const State state = made_up_state(model, seed);
      for (std::size_t f = 0; f < robot.functions.size(); ++f) {
        ASSERT_LE(relative_error(evaluate(robot, robot.functions[f], state),
                                 general(model, offered::by_compiled_robots[f], state)),
                  1e-12)
            << file << ", " << info(offered::by_compiled_robots[f]).name;
      }
    }
  }
}

// Less than half of the operations of the general recursion, thanks to the constants of this arm.
TEST(Trace, NeedsFewOperationsForAnArm) {
  const SymbolicRobot robot = trace(load(model_path("arm7.urdf")), every_compiled_quantity());
  const auto flops = [&](std::size_t f) {
    const Operations count = operation_count(robot.graph, robot.functions[f]);
    return count.additions + count.multiplications + count.divisions;
  };
  EXPECT_LE(flops(0), 1180);  // forward dynamics
  EXPECT_LE(flops(1), 600);   // inverse dynamics
  EXPECT_LE(flops(4), 350);   // mass matrix
  EXPECT_LE(flops(5), 730);   // its inverse
}

TEST(Trace, LeavesParametersOpen) {
  Description description = double_pendulum(1.3, 0.8, 0.9, 0.6);
  description.bodies[0].inertial.inertia =
      description.bodies[1].inertial.inertia = {0.2, 0.01, 0, 0.3, 0, 0.25};
  const std::vector<std::string> names{"lower.mass", "lower.com.y", "upper.inertia.xx",
                                       "upper_joint.armature", "gravity.z"};
  const Model model(description);
  const SymbolicRobot robot = trace(model, every_compiled_quantity(), names);
  EXPECT_EQ(robot.parameters.names, names);
  EXPECT_EQ(robot.parameters.nominal.back(), -9.81);
  for (const std::vector<double>& p : {robot.parameters.nominal, {3.5, 0.04, 0.25, 0.3, -1.6}}) {
    const Model rebuilt = with_parameters(model, names, p);
    State state = made_up_state(model, 3);
    state.parameters = p;
    for (std::size_t f = 0; f < robot.functions.size(); ++f) {
      ASSERT_LE(relative_error(evaluate(robot, robot.functions[f], state),
                               general(rebuilt, offered::by_compiled_robots[f], state)),
                1e-12)
          << info(offered::by_compiled_robots[f]).name;
    }
  }
}

TEST(Trace, NamesUnknownRequests) {
  const Model model(pendulum(1, 1, 1));
  const auto open = [&](std::vector<std::string> names) { trace(model, every_compiled_quantity(), names); };
  EXPECT_THROW(open({"rod.colour"}), std::invalid_argument);
  EXPECT_THROW(open({"rod"}), std::invalid_argument);
  EXPECT_THROW(open({"gravity.w"}), std::invalid_argument);
  EXPECT_THROW(open({"rod.mass", "rod.mass"}), std::invalid_argument);
  EXPECT_THROW(trace(model, std::vector<QuantityRequest>{{Quantity::udut}}), std::invalid_argument);
  EXPECT_THROW(trace(model, std::vector<QuantityRequest>{{Quantity::pose, "nowhere"}}),
               std::invalid_argument);
  EXPECT_THROW(wanted_from("forward_dynamics"), std::invalid_argument);
  EXPECT_THROW(wanted_from("mass-matrix:rod"), std::invalid_argument);
  EXPECT_EQ(wanted_from("jacobian:rod").frame, "rod");
}

TEST(Trace, RefusesDuplicateRequests) {
  const Model model(pendulum(1, 1, 1));
  const auto twice = [&](const QuantityRequest& one, const QuantityRequest& two) {
    return complaint([&] { trace(model, std::vector{one, two}); });
  };
  EXPECT_EQ(twice({Quantity::mass_matrix}, {Quantity::mass_matrix}), "mass-matrix is requested twice");
  EXPECT_EQ(twice({Quantity::pose}, {Quantity::pose, "rod"}), "pose of frame 'rod' is requested twice");
}

TEST(Trace, DistinguishesFramesWithTheSameIdentifier) {
  Description description = pendulum(1, 1, 1);
  for (const char* const name : {"left foot", "left-foot", "\xe8\xb6\xb3"})
    description.frames.push_back({.name = name, .body = "rod"});
  const SymbolicRobot robot =
      trace(Model(description), std::vector<QuantityRequest>{{Quantity::pose, "left foot"},
                                                             {Quantity::pose, "left-foot"},
                                                             {Quantity::pose, "\xe8\xb6\xb3"}});
  EXPECT_EQ(robot.functions[0].name, "pose_left_foot");
  EXPECT_EQ(robot.functions[1].name, "pose_left_foot_2");
  EXPECT_EQ(robot.functions[2].name, "pose");
}

TEST(Trace, RefusesModelsTooLargeForStraightLineCode) {
  const Model model(random_chain(400, 1));
  EXPECT_TRUE(starts_with(
      complaint([&] { trace(model, std::vector<QuantityRequest>{{Quantity::mass_matrix}}); }),
      "mass-matrix of " + model.name() + " with its 400 degrees of freedom takes too many operations"));
}

TEST(BaseInertias, DoNotChangeTheDynamics) {
  for (int i = 0; i < 200; ++i) {
    Subject s(random_sample(i));
    Tree<double> tree = s.model.tree<double>();
    regroup_inertias(tree);
    Workspace<double> regrouped(s.model, tree);
    std::vector<double> expected = s.zeros(), actual = s.zeros();
    inverse_dynamics(s.work, s.sample.q, s.sample.v, s.sample.a, expected);
    inverse_dynamics(regrouped, s.sample.q, s.sample.v, s.sample.a, actual);
    ASSERT_LE(relative_error(actual, expected), 1e-12) << "sample " << i;
    forward_dynamics(s.work, s.sample.q, s.sample.v, s.sample.tau, expected);
    forward_dynamics(regrouped, s.sample.q, s.sample.v, s.sample.tau, actual);
    ASSERT_LE(relative_error(actual, expected), 1e-9) << "sample " << i;
    for (std::size_t j = 0; j < expected.size(); ++j)
      EXPECT_NEAR(regrouped.measurement[j].inverse_variance / s.work.measurement[j].inverse_variance, 1,
                  1e-9);
  }
}

TEST(BaseInertias, HaveSevenNumbersPerRevoluteLink) {
  Tree<double> tree = load(model_path("arm7.urdf")).tree<double>();
  regroup_inertias(tree);
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    EXPECT_EQ(tree.links[k].inertia.mass, 0);
    EXPECT_EQ(tree.links[k].inertia.moment.z, 0);
    EXPECT_EQ(tree.links[k].inertia.inertia.yy, 0);
  }
}

}  // namespace sinew::test::trace_test
