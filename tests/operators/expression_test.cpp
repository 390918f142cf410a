#include "sinew/operators/formula/expression.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/operators/random_expression.hpp"
#include "tests/support/messages.hpp"

namespace sinew::operators::expression_test {

using namespace names;
using test::complaint;
using test::Random;
using test::random_expression;

TEST(Expression, DoesNotDependOnBrackets) {
  EXPECT_EQ((H * phi) * (M * ~phi), H * (phi * (M * ~phi)));
  EXPECT_EQ((M + P) + r, M + (r + P));
  EXPECT_EQ(2 * (H * phi), (2 * H) * phi);
  EXPECT_EQ(H * (3 * phi), (3 * H) * phi);
  EXPECT_EQ((2 * M + 4 * P) * phi, 2 * ((M + 2 * P) * phi));
  EXPECT_EQ(inv(-3 * M - 3 * P), -(inv(M + P) / 3));
  EXPECT_NE(H * phi * M, H * psi * M);
}

TEST(Expression, TakesAdjointsAndInversesFactorByFactor) {
  EXPECT_EQ(~(H * phi * M), M * ~phi * ~H);
  EXPECT_EQ(~(I - H * psi * K), I - ~K * ~psi * ~H);
  EXPECT_EQ(inv(phi * psi), inv(psi) * inv(phi));
  EXPECT_EQ(inv(inv(D)), D);
  EXPECT_EQ(~inv(phi), inv(~phi));
  EXPECT_EQ(inv(2 * D), 0.5 * inv(D));
  // Parts of H phi H* may be singular: it is inverted as a whole.
  EXPECT_EQ(inv(H * phi * ~H).kind(), Expression::Kind::inverse);
}

TEST(Expression, IsTheAdjointOfItsAdjoint) {
  Random random(2);
  for (int i = 0; i < 500; ++i) {
    const Expression x = random_expression(random, joint_space, body_space, 4);
    EXPECT_EQ(~~x, x);
    EXPECT_EQ((~x).to(), x.from());
    EXPECT_EQ((~x).size(), x.size());
  }
}

TEST(Expression, CollectsTermsAndDropsZeros) {
  EXPECT_EQ(M + M, 2 * M);
  EXPECT_EQ((M - M).kind(), Expression::Kind::zero);
  EXPECT_EQ((M - M) * phi + P, P);
  EXPECT_EQ(Expression::identity(joint_space) * H, H);
  EXPECT_TRUE(is_self_adjoint(H * phi * M * ~phi * ~H + R));
  EXPECT_FALSE(is_self_adjoint(phi));
}

TEST(Expression, HasATotalOrder) {
  Random random(3);
  std::vector<Expression> all;
  for (int i = 0; i < 60; ++i) all.push_back(random_expression(random, body_space, body_space, 3));
  for (const Expression& x : all) {
    for (const Expression& y : all) {
      EXPECT_EQ(x<y, y> x);
      EXPECT_EQ(x == y, !(x < y) && !(y < x));
      EXPECT_TRUE(!(x == y) || x.hash() == y.hash());
    }
  }
}

TEST(Expression, RefusesMismatchedSpacesAndNamesBoth) {
  EXPECT_EQ(
      complaint([] { return H * B * H; }),
      "cannot multiply H B and H: the left one takes vectors of frame space, the right one gives vectors of "
      "joint space");
  EXPECT_EQ(complaint([] { return H + phi; }),
            "cannot add H and phi: H maps body space to joint space, phi maps body space to body space");
  EXPECT_EQ(complaint([] { return inv(J); }), "cannot invert J: J maps joint space to frame space");
  EXPECT_EQ(complaint([] { return I - H; }), "cannot add the identity: H maps body space to joint space");
  EXPECT_EQ(complaint([] { return inv(D - D); }), "cannot invert zero");
  EXPECT_EQ(
      complaint([] {
        return constant("x", {"spring", 3}, joint_space, {}) * phi;
      }),
      "cannot multiply x and phi: the left one takes vectors of joint space, the right one gives vectors of "
      "body space");
}

TEST(Expression, RefusesCoefficientsThatAreNotFinite) {
  EXPECT_EQ(complaint([] { return M / 0; }), "the coefficient of M is not finite");
  EXPECT_EQ(complaint([] { return std::nan("") * M; }), "the coefficient of M is not finite");
  EXPECT_EQ(complaint([] { return 1e300 * (1e300 * M); }), "the coefficient of M is not finite");
}

}  // namespace sinew::operators::expression_test
