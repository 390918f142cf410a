#include "sinew/operators/simplify/simplify.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string_view>

#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/simplify/identities.hpp"
#include "sinew/operators/text/parse.hpp"
#include "sinew/operators/text/print.hpp"
#include "tests/operators/random_place.hpp"
#include "tests/support/messages.hpp"

namespace sinew::operators::simplify_test {

using namespace names;
using Kind = Expression::Kind;
using test::Random;
using test::RandomPlace;
using test::Rotors;
using test::Shape;

constexpr Setting no_rotors{}, with_rotors{.has_armature = true};

Expression simplified(const Expression& x, const Setting& setting = no_rotors) {
  return simplify(x, setting).result();
}

void expect_becomes(const char* from, const char* to) {
  for (const Setting& setting : {no_rotors, with_rotors}) {
    const Derivation derivation = simplify(parse(from), setting);
    EXPECT_EQ(derivation.result(), parse(to)) << from << " became " << to_text(derivation.result());
    EXPECT_LE(derivation.steps.size(), 8u) << from;
  }
}

TEST(Simplify, InvertsTheMassMatrixByTheInnovationsForm) {
  expect_becomes("Mass^-1", "(I - H psi K)* D^-1 (I - H psi K)");
  expect_becomes("(H phi M phi* H* + R)^-1", "(I - H psi K)* D^-1 (I - H psi K)");
  expect_becomes("((I + H phi K) D (I + H phi K)*)^-1", "(I - H psi K)* D^-1 (I - H psi K)");
  EXPECT_EQ(simplified(parse("(H phi M phi* H*)^-1")), parse("(I - H psi K)* D^-1 (I - H psi K)"));
}

TEST(Simplify, LeavesTheInverseWithoutRotorsOfARobotWithRotors) {
  const Expression x = parse("(H phi M phi* H*)^-1");
  EXPECT_EQ(simplified(x, with_rotors), x);
}

TEST(Simplify, NamesZeroExpressionsThatCannotBeInverted) {
  EXPECT_EQ(test::complaint([] { return simplified(parse("J (H Pplus H*)^-1")); }),
            "cannot invert H Pplus H*: it is zero");
  EXPECT_EQ(test::complaint([] { return simplified(parse("inv(D - H P H*)")); }),
            "cannot invert D - H P H*: it is zero");
}

TEST(Simplify, FindsThePapersForms) {
  expect_becomes("(I - H psi K) H phi", "H psi");
  expect_becomes("H phi - H psi K H phi", "H psi");
  expect_becomes("J Mass^-1 J*", "B* psi* H* D^-1 H psi B");
  expect_becomes("Omega", "B* psi* H* D^-1 H psi B");
  expect_becomes("Mass^-1 J*", "(I - H psi K)* D^-1 H psi B");
  expect_becomes("J* Omega^-1 J Mass^-1", "H phi B (B* Upsilon B)^-1 B* psi* H* D^-1 (I - H psi K)");
  EXPECT_EQ(simplified(Mass * inv(Mass)), Expression::identity(joint_space));
}

TEST(Simplify, RecognisesInertiasInTheEquationsOfCovariances) {
  expect_becomes("r - E_phi r E_phi*", "M");
  expect_becomes("P - E_phi Pplus E_phi*", "M");
}

TEST(Simplify, NamesAndCitesTheIdentityOfAStep) {
  const Derivation derivation = simplify(parse("(I - H psi K) H phi"), no_rotors);
  ASSERT_EQ(derivation.steps.size(), 1u);
  EXPECT_EQ(derivation.steps[0].rule, "Lemma 4");
  EXPECT_EQ(derivation.steps[0].citation, "SOA (16)");
}

TEST(Simplify, FindsForwardDynamicsInTwoSweeps) {
  expect_becomes("Mass^-1 (T - C)",
                 "D^-1 (T - H psi (b + P a + K T))"
                 " - K* psi* (a + H* D^-1 (T - H psi (b + P a + K T)))");
}

TEST(Simplify, RemovesInversesOfOperatorsWithKnownInverses) {
  expect_becomes("(I + H phi K)^-1", "I - H psi K");
  expect_becomes("(I - H psi K)^-1", "I + H phi K");
  expect_becomes("(I - E_phi)^-1", "phi");
  expect_becomes("(I - E_psi)^-1", "psi");
  expect_becomes("(I - E_phi + K H)^-1", "psi");
  expect_becomes("(2 phi^-1 + 2 K H)^-1", "0.5 psi");
  expect_becomes("(I + K H phi)^-1", "I - K H psi");
  expect_becomes("((I + H phi K) D)^-1", "D^-1 (I - H psi K)");
}

TEST(Simplify, MakesTheInverseIdentitiesOfPsiAndPhiZero) {
  expect_becomes("psi K H phi - phi + psi", "0 phi");
  expect_becomes("phi^-1 - I + E_phi", "0 phi");
  expect_becomes("Mass - (I + H phi K) D (I + H phi K)*", "0 D");
  EXPECT_EQ(simplified(parse("H Pplus")), parse("0 H"));
  EXPECT_EQ(simplified(parse("H psi M psi* H*")), D);
}

// With less than half of the operations.
TEST(Simplify, FindsTheMassMatrixInItsInnovationsForm) {
  for (const Setting& setting : {no_rotors, with_rotors}) {
    const Expression definition = simplified(Mass, setting);
    for (const char* text :
         {"(I + H phi K) D (I + H phi K)*", "D + H phi K D + D K* phi* H* + H phi K D K* phi* H*",
          "(I - H psi K)^-1 D (I + H phi K)*", "(I + H phi K) (D + H P H* + R) (I + H phi K)* / 2"}) {
      const Derivation derivation = simplify(parse(text), setting);
      EXPECT_EQ(derivation.result(), definition) << text << " became " << to_text(derivation.result());
      const double before = cost_of(parse(text), setting).at(7);
      EXPECT_LT(cost_of(derivation.result(), setting).at(7), 0.5 * before) << text;
    }
    EXPECT_EQ(simplified(parse("Mass^-1 (I + H phi K) D (I + H phi K)*"), setting),
              Expression::identity(joint_space));
  }
}

TEST(Simplify, BringsRootsOfTheVarianceTogether) {
  expect_becomes("D^(1/2) D^(1/2)", "D");
  expect_becomes("G D^(-1/2) D^(-1/2) H", "G D^-1 H");
  expect_becomes("D^(1/2) D^(-1/2) H", "H");
  expect_becomes("D^(-1/2) D D^(-1/2) H", "H");
  expect_becomes("(D^(1/2) (I + H phi K)*)^-1", "(I - H psi K)* D^(-1/2)");
  expect_becomes("((I + H phi K) D^(1/2))^-1 T", "D^(-1/2) (I - H psi K) T");
  const Expression root = (I + H * phi * K) * D_half;  // m of docs/notation.md
  EXPECT_EQ(simplified(root * ~root), simplified(Mass));
  EXPECT_EQ(simplified(inv(root) * Mass * inv(~root)), Expression::identity(joint_space));
}

TEST(Simplify, KnowsTheCostateCovariancesOfASerialChain) {
  for (const bool has_armature : {false, true}) {
    const Setting chain{.has_armature = has_armature, .is_serial_chain = true},
        tree{.has_armature = has_armature};
    for (const char* text : {"Upsilon - E_psi* Upsilon E_psi - H* D^-1 H",
                             "taubar* E_phi* Upsilon E_phi taubar + H* D^-1 H - Upsilon",
                             "psi* H* D^-1 H psi - Upsilon - (psi - I)* Upsilon - Upsilon (psi - I)",
                             "2 psi* Upsilon + 2 Upsilon psi - 2 Upsilon - 2 psi* H* D^-1 H psi"}) {
      const Expression x = parse(text);
      EXPECT_EQ(simplified(x, chain).kind(), Kind::zero)
          << text << " became " << to_text(simplified(x, chain));
      EXPECT_NE(simplified(x, tree).kind(), Kind::zero) << text;
    }
    EXPECT_EQ(simplified(parse("E_psi* Upsilon E_psi + H* D^-1 H"), chain), Upsilon);
  }
}

// SOA 5.2: one outward sweep instead of six inward sweeps. On a short chain the six are cheaper.
TEST(Simplify, DerivesTheOutwardRecursionForOmegaIfItIsCheaper) {
  for (const char* text :
       {"J Mass^-1 J*", "Omega", "B* psi* H* D^-1 H psi B", "J (I - H psi K)* D^-1 (I - H psi K) J*"}) {
    for (const bool is_serial_chain : {false, true}) {
      Setting setting{.links = 30, .is_serial_chain = is_serial_chain, .wanted = Purpose::matrix};
      const Derivation derivation = simplify(parse(text), setting);
      EXPECT_EQ(derivation.result(), ~B * Upsilon * B) << text;
      EXPECT_EQ(derivation.steps.back().citation, "SOA 5.2");
      setting.links = 3;
      EXPECT_EQ(simplified(parse(text), setting), parse("B* psi* H* D^-1 H psi B"));
      setting.links = 30, setting.frames = setting.frame_links = 2;
      EXPECT_EQ(simplified(parse(text), setting), parse("B* psi* H* D^-1 H psi B"));
      setting.frame_links = 1;  // two frames on one link
      EXPECT_EQ(simplified(parse(text), setting), ~B * Upsilon * B);
    }
    EXPECT_EQ(simplified(parse(text)), parse("B* psi* H* D^-1 H psi B")) << "applied to one vector";
  }
}

TEST(Simplify, DoesNotDependOnBrackets) {
  const Expression x = ~J * (inv(Omega) * ((J * inv(Mass)) * (T - C)));
  const Expression y = ((~J * inv(Omega)) * J) * (inv(Mass) * (-C + T));
  EXPECT_EQ(simplified(x), simplified(y));
  EXPECT_EQ(simplified((I - H * psi * K) * (H * phi)), simplified(H * phi - (H * psi) * (K * H) * phi));
}

TEST(Simplify, OfItsOwnResultChangesNothing) {
  for (const char* text :
       {"J Mass^-1 J*", "Mass^-1 (T - C)", "J* Omega^-1 J Mass^-1", "Mass (I - H psi K)*"}) {
    const Expression once = simplified(parse(text));
    EXPECT_EQ(simplified(once), once) << text;
  }
}

TEST(Simplify, ShowsAWholeExpressionAfterEveryStepAndNeverTheSameTwice) {
  const Derivation derivation = simplify(parse("Mass^-1 (T - C - J* Omega^-1 J Mass^-1 T)"), with_rotors);
  const Expression* before = &derivation.start;
  for (const DerivationStep& step : derivation.steps) {
    EXPECT_NE(step.result, *before) << step.rule;
    EXPECT_EQ(step.result.to(), derivation.start.to());
    before = &step.result;
  }
}

// Random expressions whose leaves are symbols and sides of identities, so that they can be simplified.
class Generator {
 public:
  explicit Generator(Random& random) : random_(random) {
    for (const auto& symbol : robot_symbols()) add(Expression(symbol));
    for (const Identity& identity : identities()) {
      if (std::string_view(identity.left).find("d(") != std::string_view::npos)
        continue;  // products of derivatives take long; derivative_test.cpp simplifies them
      add(parse(identity.left));
      add(parse(identity.right));
    }
  }
  Expression make(const Space& to, const Space& from, int depth) {
    const int choice = depth > 0 ? random_.below(8) : 0;
    if (choice == 1 && to == from && to != number_space) return inverse(to, depth - 1);
    if (choice == 2) return random_.uniform(-2, 2) * make(to, from, depth - 1) + make(to, from, depth - 1);
    if (choice == 3 && to == from) return Expression::identity(to) - make(to, from, depth - 1);
    if (choice >= 4) {
      const Space* all[] = {&joint_space, &body_space, &body_space, &frame_space};
      const Space& inner = *all[random_.below(4)];
      return make(to, inner, depth - 1) * make(inner, from, depth - 1);
    }
    return leaf(to, from);
  }
  Expression any(int depth) {
    const Space* all[] = {&joint_space, &body_space, &frame_space, &number_space};
    const Space &to = *all[random_.below(3)], &from = *all[random_.below(4)];
    return make(to, from, depth);
  }

 private:
  void add(const Expression& x) {
    leaves_.push_back(x);
    if (~x != x) leaves_.push_back(~x);
  }
  Expression leaf(const Space& to, const Space& from) {
    std::vector<const Expression*> fitting;
    for (const Expression& x : leaves_)
      if (x.to() == to && x.from() == from) fitting.push_back(&x);
    if (!fitting.empty()) return *fitting[std::size_t(random_.below(int(fitting.size())))];
    return leaf(to, body_space) * leaf(body_space, from);
  }
  // The inverse of an invertible expression: positive definite, unit triangular, or invertible by a lemma.
  Expression inverse(const Space& space, int depth) {
    if (random_.chance(0.4)) {
      const Expression x = make(space, joint_space, depth);
      return inv(Expression::identity(space) + random_.uniform(0.1, 1) * x * ~x);
    }
    if (space == joint_space) {
      const Expression known[] = {Mass,
                                  D,
                                  I + H * phi * K,
                                  I - H * psi * K,
                                  H * phi * M * ~phi * ~H + R,
                                  (I + H * phi * K) * D,
                                  D + R + Mass};
      return inv(known[random_.below(7)]);
    }
    if (space == body_space) {
      const Expression known[] = {phi,      psi, I - E_phi, I - E_psi, I + K * H * phi, I - psi * K * H,
                                  phi * psi};
      return inv(known[random_.below(7)]);
    }
    return inv(Expression::identity(space) + Omega);
  }

  Random& random_;
  std::vector<Expression> leaves_;
};

double norm_of(const Matrix<double>& m) {
  double worst = 0;
  for (int i = 0; i < m.rows(); ++i) {
    double row = 0;
    for (int j = 0; j < m.cols(); ++j) row += std::abs(m(i, j));
    worst = std::max(worst, row);
  }
  return worst;
}

// A bound on the rounding error: norms of intermediate results, inverses with their condition numbers.
double rounding_of(const Expression& x, const Configuration& at) {
  double result = x.kind() == Kind::product ? 1 : 0;
  switch (x.kind()) {
    case Kind::sum:
      for (const auto& [coefficient, term] : x.terms())
        result += std::abs(coefficient) * rounding_of(term, at);
      return result;
    case Kind::product:
      for (const Expression& factor : x.factors()) result *= rounding_of(factor, at);
      return result;
    case Kind::inverse: {
      const double inverse = norm_of(dense(x, at));
      return inverse * inverse * rounding_of(x.argument(), at);
    }
    default:  // H psi and the like are computed by differences of larger numbers
      return 1 + norm_of(dense(x, at));
  }
}

TEST(Simplify, KeepsTheValueOfRandomExpressions) {
  const int count = test::sample_count();
  int sharp = 0;
  for (int i = 0; i < count; ++i) {
    RandomPlace place(std::uint64_t(i % 97), i % 3 == 0 ? Shape::chain : Shape::tree,
                      i % 2 ? Rotors::some : Rotors::none, 3);
    Random random(std::uint64_t(i) + 17);
    const Expression x = Generator(random).any(1 + i % 5);
    const Expression y =
        simplified(x, place.at.setting(i % 5 ? Purpose::product_with_vector : Purpose::matrix));
    const Matrix<double> expected = dense(x, place.at), actual = dense(y, place.at);
    double error = 0;
    for (int k = 0; k < expected.rows() * expected.cols(); ++k)
      error = std::max(error, std::abs(expected.data()[k] - actual.data()[k]));
    const double allowed = 1e-12 * (rounding_of(x, place.at) + rounding_of(y, place.at));
    sharp += allowed < 1e-6 * norm_of(expected);
    EXPECT_LE(error, std::max(1e-9 * norm_of(expected), allowed))
        << i << ": " << to_text(x) << "\nbecame " << to_text(y);
  }
  EXPECT_GT(sharp, count / 2);
}

}  // namespace sinew::operators::simplify_test
