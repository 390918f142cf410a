// Tests the check of generated code.
#include "sinew/codegen/verify.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "sinew/codegen/build/internal/general_robot.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test::verify_test {

// The general recursion with an error added to one of its results.
Verification verify_with_error(double error, std::size_t entry) {
  const Model model(double_pendulum(1, 2, 0.5, 0.7));
  const QuantityRequest wanted[] = {{Quantity::forward_dynamics}};
  GeneralRobot robot(model);
  return verify(model, trace(model, wanted), wanted,
                [&](std::size_t, std::span<const double* const> inputs, double* output) {
                  robot.evaluate(Quantity::forward_dynamics, ground, inputs, output);
                  output[entry] += error;
                });
}

TEST(Verify, AcceptsEqualResults) {
  const Verification result = verify_with_error(0, 0);
  EXPECT_EQ(result.complaint, "");
  EXPECT_EQ(result.worst, 0);
  EXPECT_GE(result.states, 16);
}

TEST(Verify, FindsAWrongNumberInAnyResult) {
  for (const double error :
       {1e-6, std::numeric_limits<double>::infinity(), std::numeric_limits<double>::quiet_NaN()}) {
    for (const std::size_t entry : {0, 1}) {
      const Verification result = verify_with_error(error, entry);
      EXPECT_NE(result.complaint.find("forward_dynamics differs from the general recursion by"),
                std::string::npos)
          << error << " in entry " << entry;
      EXPECT_FALSE(result.worst <= 1e-12);
    }
  }
}

}  // namespace sinew::test::verify_test
