#include "sinew/operators/simplify/cost.hpp"

#include <gtest/gtest.h>

#include "sinew/operators/lower/program.hpp"
#include "sinew/operators/simplify/simplify.hpp"
#include "sinew/operators/text/parse.hpp"
#include "tests/operators/random_expression.hpp"

namespace sinew::operators::cost_test {

constexpr Setting vector{}, matrix{.wanted = Purpose::matrix};

Cost cost(const char* text, const Setting& setting = vector) {
  return cost_of(parse(text), setting);
}

TEST(Cost, IsLinearForOperatorsWithLinearAlgorithmsInThePapers) {
  for (const char* text :
       {"Mass", "Mass^-1", "Mass^-1 (T - C)", "Mass^-1 J*", "Omega", "J* Omega^-1 J Mass^-1"}) {
    const Cost lowest = cost_of(simplify(parse(text), vector).result(), vector);
    EXPECT_GT(lowest.flops[1], 0) << text;
    EXPECT_EQ(lowest.flops[2], 0) << text;
    EXPECT_EQ(lowest.flops[3], 0) << text;
  }
}

TEST(Cost, OfAMatrixGrowsWithItsColumnsOrWithThoseOfItsAdjoint) {
  EXPECT_GT(cost("H phi M phi* H*", matrix).flops[2], 0);
  EXPECT_EQ(cost("B* psi* H* D^-1 H psi B", matrix).flops[2], 0);
  EXPECT_EQ(cost("B* phi* H*", matrix).flops[2], 0);
}

TEST(Cost, OfAnInverseThatNoIdentityRemovesIsCubic) {
  EXPECT_GT(cost("(D + H phi phi* H*)^-1").flops[3], 0);
  EXPECT_EQ(cost("D^-1").flops[3], 0);
}

TEST(Cost, CountsSharedValuesOnce) {
  EXPECT_EQ(cost("H psi + 2 H psi").flops[1], cost("3 H psi").flops[1]);
  const double filter = cost("D").flops[1] - 1;
  EXPECT_LT(cost("G* psi* + H M psi*").flops[1],
            cost("G* psi*").flops[1] + cost("H M psi*").flops[1] - filter + 2);
}

// Per link: M takes 42, r 42 and its recursion 70; a sum or a factor takes one for each of six numbers.
TEST(Cost, IsTheSumOfItsParts) {
  EXPECT_EQ(cost("M").flops, (std::array<double, 4>{0, 42, 0, 0}));
  EXPECT_EQ(cost("-M").flops, cost("M").flops);
  EXPECT_EQ(cost("2 M").flops, (std::array<double, 4>{0, 42 + 6, 0, 0}));
  EXPECT_EQ(cost("r").flops, (std::array<double, 4>{0, 42 + 70, 0, 0}));
  EXPECT_EQ(cost("M + r").flops, (std::array<double, 4>{0, 42 + 6 + 42 + 70, 0, 0}));
  EXPECT_EQ(cost("M + 2 r").flops, (std::array<double, 4>{0, 42 + 6 + 6 + 42 + 70, 0, 0}));
}

TEST(Cost, RanksTheFormsOfOneOperatorByTheirTime) {
  EXPECT_LT(cost("H psi").at(30), cost("(I - H psi K) H phi").at(30));
  EXPECT_LT(cost("H phi M phi* H*").at(30), cost("(I + H phi K) D (I + H phi K)*").at(30));
  EXPECT_LT(cost("phi M phi*").at(30), cost("phi r + r (phi - I)*").at(30));
}

// B is zero at links without frames, and so are values derived from it link by link.
TEST(Cost, CountsValuesOfFramesAtTheirLinksOnly) {
  const double covariances = cost("Upsilon").flops[1] - 66;
  for (const int frames : {1, 2, 3}) {
    const Setting setting{.frames = frames, .frame_links = frames, .wanted = Purpose::matrix};
    const Cost omega = cost("B* Upsilon B", setting);
    EXPECT_EQ(omega.flops[1], covariances);
    EXPECT_EQ(omega.flops[0], 6 * frames * frames * (33 + 66 + 33));
  }
  EXPECT_EQ(cost("Upsilon").flops[0], 0);
  EXPECT_EQ(cost("B* Upsilon phi B").flops[1], cost("Upsilon phi").flops[1]);
}

// The product of two columns of H psi B takes two operations per link.
TEST(Cost, OfASymmetricMatrixIsThatOfItsHalfIfThatIsLess) {
  const Cost half = cost("H psi B", matrix), whole = cost("B* psi* H* D^-1 H psi B", matrix);
  const double weights = 6, products = 6 * 7;
  EXPECT_EQ(whole.flops[1], half.flops[1] + weights + products);
  EXPECT_TRUE(cheaper_by_halves(parse("B* psi* H* D^-1 H psi B"), matrix));
  EXPECT_FALSE(cheaper_by_halves(parse("B* Upsilon B"), matrix));
  EXPECT_FALSE(cheaper_by_halves(parse("H psi"), matrix));
}

TEST(Cost, OfALongProductOfSumsStaysWithinItsLength) {
  test::Random random(5);
  Expression x = Expression::identity(body_space);
  while (x.size() < 1000) x = x * test::random_expression(random, body_space, body_space, 4);
  EXPECT_LT(lower(x, Form::run).values.size(), 5 * x.size());
}

}  // namespace sinew::operators::cost_test
