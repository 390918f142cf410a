// Tests the functions that are written for CasADi, with the graph in place of compiled code. python/tests/test_casadi.py
// loads them into CasADi.
#include <gtest/gtest.h>

#include "sinew/codegen/source/casadi_source.hpp"
#include "sinew/codegen/verify_derivatives.hpp"
#include "tests/support/compiled_quantities.hpp"
#include "tests/support/gripper_arm.hpp"
#include "tests/support/linkages.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::casadi_test {

const std::vector<QuantityRequest> dynamics{{Quantity::forward_dynamics}, {Quantity::inverse_dynamics}};

TEST(ForCasadi, DerivativesOfEveryQuantityBelongToIt) {
  const std::vector<std::string> open{"lower.mass", "gravity.z"};
  const Model pendulum(double_pendulum(1.3, 0.8, 0.9, 0.6)), body(free_body(2, {0.3, 0.4, 0.5}));
  for (const Model& model : {pendulum, body, Model(gripper_arm())}) {
    const std::vector<QuantityRequest> wanted =
        model.velocity_size() > 6 ? dynamics : every_compiled_quantity();
    const CasadiRobot robot =
        trace_for_casadi(model, wanted, model.name() == pendulum.name() ? open : std::vector<std::string>{});
    EXPECT_EQ(robot.functions.size(), 4 * wanted.size());
    EXPECT_EQ(verify(model, robot.robot, wanted, evaluated(robot.robot)).complaint, "");
    EXPECT_EQ(verify_derivatives(model, robot, evaluated(robot.robot)).complaint, "") << model.name();
  }
}

TEST(ForCasadi, WrongDerivativesAreFound) {
  const Model model(double_pendulum(1.3, 0.8, 0.9, 0.6));
  const CasadiRobot robot = trace_for_casadi(model, dynamics);
  const char* const complaints[] = {"", "the rates of", "the weights of", "the Jacobians of"};
  for (std::size_t wrong = 1; wrong < 4; ++wrong) {
    const CodeUnderTest right = evaluated(robot.robot);
    const CodeUnderTest code = [&](std::size_t f, std::span<const double* const> inputs, double* output) {
      right(f, inputs, output);
      if (f == robot.functions[wrong].code) output[0] *= 1.01;
    };
    EXPECT_TRUE(starts_with(verify_derivatives(model, robot, code).complaint, complaints[wrong]));
  }
}

TEST(ForCasadi, JacobiansLeaveOutZeros) {
  const Model model(double_pendulum(1.3, 0.8, 0.9, 0.6));
  const CasadiRobot robot = trace_for_casadi(model, std::vector<QuantityRequest>{{Quantity::mass_matrix}});
  const CasadiFunction& jacobian = robot.functions.at(3);
  EXPECT_EQ(jacobian.kind, "jac_");
  EXPECT_EQ(jacobian.outputs.at(0).name, "jac_M_q");
  // M_11, M_21 and M_12 depend on the second angle only.
  EXPECT_EQ(jacobian.outputs[0].sparsity, (std::vector<int>{4, 2, 0, 0, 3, 0, 1, 2}));
  EXPECT_EQ(jacobian.inputs.at(1).name, "out_M");
  EXPECT_EQ(jacobian.inputs[1].sparsity, (std::vector<int>{2, 2, 0, 0, 0}));
}

TEST(ForCasadi, TheTextExportsCompleteFunctionsOnly) {
  const Model model(double_pendulum(1.3, 0.8, 0.9, 0.6));
  const std::string text = write_casadi_source(model, trace_for_casadi(model, dynamics), "arm");
  for (const std::string kind : {"", "jac_", "fwd1_", "adj1_"}) {
    for (const char* const companion : {"(const double** arg", "_n_in(", "_n_out(", "_name_in(", "_name_out(",
                                        "_sparsity_in(", "_sparsity_out(", "_work(", "_incref(", "_decref("})
      EXPECT_TRUE(contains(text, " " + kind + "arm_forward_dynamics" + companion));
  }
  EXPECT_EQ(text.find("jac_jac"), std::string::npos);
}

TEST(ForCasadi, ClosedChainsAndDerivativesAreRefused) {
  const Model four_bar(n_four_bar(1, ConnectionKind::revolute));
  EXPECT_TRUE(starts_with(complaint([&] { trace_for_casadi(four_bar, dynamics); }),
                          "compiled robots do not compute derivatives of forward-dynamics of " +
                              four_bar.name() + ", which has loops: loop '"));
  const Model model(pendulum(1, 1, 1));
  EXPECT_TRUE(starts_with(complaint([&] {
                            trace_for_casadi(model,
                                             std::vector<QuantityRequest>{{Quantity::forward_dynamics_vjp}});
                          }),
                          "forward-dynamics-vjp is not written for CasADi"));
}

}  // namespace sinew::test::casadi_test
