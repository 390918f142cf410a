#include "sinew/operators/compare/verify.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <span>

#include "sinew/model/examples.hpp"
#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/simplify/identities.hpp"
#include "sinew/operators/text/parse.hpp"
#include "tests/operators/random_place.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::operators::verify_test {

using namespace names;
using test::RandomPlace;
using test::Rotors;
using test::Shape;

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
  for (int i = 0; i < 15; ++i) {
    const Model model(test::random_sample(i).description);
    if (model.velocity_size() == 0) continue;
    VerifyOptions options{.configurations = 2, .frames = {FrameIndex{int(model.frames().size()) - 1}}};
    for (const Expression& x : formulas) EXPECT_LT(verify(x, model, options).error, 1e-11) << i;
  }
}

// Each identity as a reader of the paper would check it: left - right.
TEST(Verify, TrueIdentitiesAreZeroToRounding) {
  std::map<std::string, int> times;
  for (std::uint64_t seed = 0; seed < 16; ++seed) {
    const RandomPlace place(seed, seed % 2 ? Shape::tree : Shape::chain,
                            seed / 2 % 2 ? Rotors::some : Rotors::none, 5);
    const Setting setting = place.at.setting(Purpose::matrix);
    for (const Identity& identity : identities()) {
      if (!holds(identity, setting)) continue;
      const Expression x = parse(identity.left) - parse(identity.right);
      const Verification result = verify(x, place.model, {.configurations = 2, .frames = place.frames});
      EXPECT_LT(result.error, 1e-12) << identity.name << " at " << seed;
      EXPECT_LT(result.value, 1e-12) << identity.name << " at " << seed;
      ++times[identity.name];
    }
  }
  for (const Identity& identity : identities()) EXPECT_GT(times[identity.name], 1) << identity.name;
}

// The same with the sign of one term changed, and with one term removed.
TEST(Verify, FalseIdentitiesAreNotZero) {
  const RandomPlace place(3, Shape::chain, Rotors::some, 6);
  ASSERT_GT(place.model.velocity_size(), 2);
  // Derivatives of H are zero here, because no joint is custom.
  const auto is_nothing = [&](const Expression& x) {
    const Matrix<double> m = dense(x, place.at);
    return std::ranges::all_of(std::span(m.data(), std::size_t(m.rows() * m.cols())),
                               [](double entry) { return entry == 0; });
  };
  int wrong = 0;
  for (const Identity& identity : identities()) {
    if (!holds(identity, {.frame_links = 2, .has_armature = true, .is_serial_chain = true})) continue;
    const Expression left = parse(identity.left), right = parse(identity.right);
    std::vector<Expression> planted;
    if (!is_nothing(left)) planted.push_back(left + right);
    for (const auto& term : terms_of(right))
      if (!is_nothing(term.expression)) planted.push_back(left - right + term.coefficient * term.expression);
    for (const Expression& x : planted) {
      const Verification result = verify(x, place.model, {.configurations = 2, .frames = place.frames});
      EXPECT_LT(result.error, 1e-12) << identity.name;
      EXPECT_GT(result.value, 1e-4) << identity.name;
      EXPECT_FALSE(result.is_zero()) << identity.name;
      ++wrong;
    }
  }
  EXPECT_GT(wrong, 100);
}

TEST(Verify, FormulasThatCancelHaveTheErrorOfTheirTerms) {
  const Model chain(random_chain(7, 1));
  for (const char* text :
       {"Mass - (I + H phi K) D (I + H phi K)*", "psi^-1 - phi^-1 - K H", "H P H* + R - D",
        "Omega - B* psi* H* D^-1 H psi B", "Mass Mass^-1 - I", "M phi* - phi* M + phi* M - M phi*"}) {
    const Verification result = verify(parse(text), chain, {.frames = {FrameIndex{4}, FrameIndex{7}}});
    EXPECT_LT(result.error, 1e-14) << text;
    EXPECT_TRUE(result.is_zero()) << text;
  }
  for (const char* text : {"Mass - (I - H phi K) D (I - H phi K)*", "Mass - (I + H phi K) D (I + H psi K)*",
                           "Mass - (I + H phi K) D", "psi^-1 - phi^-1 + K H", "psi^-1 - phi^-1",
                           "H P H* - 2 D", "Omega - B* psi* H* D^-1 H phi B", "Mass Mass^-1 - 2 I"}) {
    const Verification result = verify(parse(text), chain, {.frames = {FrameIndex{4}, FrameIndex{7}}});
    EXPECT_LT(result.error, 1e-14) << text;
    EXPECT_GT(result.value, 1e-6) << text;
  }
}

TEST(Verify, TheSameSeedGivesTheSameError) {
  const Model model(test::double_pendulum(1, 2, 1, 1));
  EXPECT_EQ(verify(inv(Mass), model).error, verify(inv(Mass), model).error);
}

TEST(Verify, EverySeedGivesOtherPositions) {
  const Model model(random_chain(7, 3));
  const auto error = [&](unsigned seed) {
    return verify(inv(Mass), model, {.configurations = 1, .seed = seed}).error;
  };
  EXPECT_NE(error(1), error(2));
  EXPECT_NE(error(2), error(3));
}

TEST(Verify, AnInverseThatDoesNotExistIsNamed) {
  const Model model(test::double_pendulum(1, 2, 1, 1));
  EXPECT_THROW(verify(inv(Omega), model, {.frames = {model.frame("lower")}}), std::domain_error);
}

}  // namespace sinew::operators::verify_test
