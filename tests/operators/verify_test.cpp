#include "sinew/operators/verify.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/random_robot.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::operators {
namespace {

using namespace names;

TEST(Verify, FormulasOfThePapersHoldOnRandomTrees) {
  const Expression W = I - H * psi * K;
  const Expression formulas[] = {J,
                                 Mass,
                                 inv(Mass),
                                 ~W * inv(D) * W,
                                 Omega,
                                 ~B * ~psi * ~H * inv(D) * H * psi * B,
                                 inv(Mass) * (T - C),
                                 J * inv(Mass) * ~J,
                                 phi * M * ~phi,
                                 W * H * phi};
  for (int i = 0; i < 20; ++i) {
    const Model model(test::random_sample(i).description);
    if (model.velocity_size() == 0) continue;
    VerifyOptions options{.configurations = 3, .frames = {FrameIndex{int(model.frames().size()) - 1}}};
    for (const Expression& x : formulas) EXPECT_LT(verify(x, model, options), 1e-7) << i;
  }
}

TEST(Verify, TheSameSeedGivesTheSameError) {
  const Model model(test::double_pendulum(1, 2, 1, 1));
  EXPECT_EQ(verify(inv(Mass), model), verify(inv(Mass), model));
}

TEST(Verify, EverySeedMeansOtherPositions) {
  const Model model(random_chain(7, 3));
  const auto error = [&](unsigned seed) {
    return verify(inv(Mass), model, {.configurations = 1, .seed = seed});
  };
  EXPECT_NE(error(1), error(2));
  EXPECT_NE(error(2), error(3));
}

TEST(Verify, AnInverseThatDoesNotExistIsNamed) {
  const Model model(test::double_pendulum(1, 2, 1, 1));
  EXPECT_THROW(verify(inv(Omega), model, {.frames = {model.frame("lower")}}), std::domain_error);
}

}  // namespace
}  // namespace sinew::operators
