#include "sinew/operators/simplify/identities.hpp"

#include <gtest/gtest.h>

#include <map>

#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/text/parse.hpp"
#include "tests/operators/random_place.hpp"
#include "tests/support/compare.hpp"

namespace sinew::operators::identities_test {

using test::RandomPlace;
using test::relative_error;
using test::Rotors;
using test::Shape;

constexpr std::uint64_t robots = 25;

TEST(Identities, HoldOnRandomTreesAndChainsWithAndWithoutRotors) {
  std::map<std::string, int> times;
  for (const Shape shape : {Shape::tree, Shape::chain}) {
    for (const Rotors rotors : {Rotors::none, Rotors::some}) {
      for (std::uint64_t seed = 0; seed < robots; ++seed) {
        const RandomPlace place(seed, shape, rotors);
        const Setting setting = place.at.setting(Purpose::matrix);
        for (const Identity& identity : identities()) {
          if (!holds(identity, setting)) continue;
          ++times[identity.name];
          EXPECT_LT(
              relative_error(dense(parse(identity.left), place.at), dense(parse(identity.right), place.at)),
              1e-9)
              << identity.name << " at " << seed;
        }
      }
    }
  }
  for (const Identity& identity : identities()) EXPECT_GT(times[identity.name], 10) << identity.name;
}

TEST(Identities, WithAConditionFailOrAreRefusedOtherwise) {
  for (const Identity& identity : identities()) {
    if (identity.condition == Condition::always) continue;
    double worst = 0;
    for (std::uint64_t seed = 0; seed < robots; ++seed) {
      const RandomPlace place(seed, Shape::tree, Rotors::some, 8);
      try {
        worst = std::max(worst, relative_error(dense(parse(identity.left), place.at),
                                               dense(parse(identity.right), place.at)));
      } catch (const std::invalid_argument&) {  // second derivatives of custom joints
        EXPECT_EQ(identity.condition, Condition::no_custom_joints) << identity.name;
        worst = 1;
      }
    }
    EXPECT_GT(worst, 1e-3) << identity.name;
  }
}

TEST(Identities, MapBetweenTheSameSpacesAndAreStatedOnce) {
  std::map<std::string, int> names;
  for (const Identity& identity : identities()) {
    const Expression left = parse(identity.left), right = parse(identity.right);
    EXPECT_EQ(left.to(), right.to()) << identity.name;
    EXPECT_EQ(left.from(), right.from()) << identity.name;
    EXPECT_FALSE(std::string(identity.citation).empty()) << identity.name;
    EXPECT_EQ(names[identity.name]++, 0) << identity.name;
    int same = 0;
    for (const Identity& other : identities()) {
      const Expression l = parse(other.left), r = parse(other.right);
      same += (l == left && r == right) || (l == right && r == left) || (l == ~left && r == ~right);
    }
    EXPECT_EQ(same, 1) << identity.name;
  }
}

// The last term of the decomposition of Omega joins links on different branches only.
TEST(Identities, CouplingOfBranchesIsZeroBetweenALinkAndItsAncestors) {
  using namespace names;
  const Expression coupling = ~psi * (~H * inv(D) * H - Upsilon + ~E_psi * Upsilon * E_psi) * psi;
  bool some_branches = false;
  for (std::uint64_t seed = 0; seed < robots; ++seed) {
    const RandomPlace place(seed, Shape::tree, Rotors::some, 7);
    const Matrix<double> terms = dense(coupling, place.at), paths = dense(phi, place.at);
    for (int i = 0; i < terms.rows(); ++i) {
      for (int j = 0; j < terms.cols(); ++j) {
        const bool on_one_branch =
            paths(6 * (i / 6), 6 * (j / 6)) != 0 || paths(6 * (j / 6), 6 * (i / 6)) != 0 || i / 6 == j / 6;
        if (on_one_branch)
          EXPECT_NEAR(terms(i, j), 0, 1e-8);
        else
          some_branches |= std::abs(terms(i, j)) > 1e-6;
      }
    }
  }
  EXPECT_TRUE(some_branches);
}

}  // namespace sinew::operators::identities_test
