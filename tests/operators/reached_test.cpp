#include "sinew/operators/run/internal/reached.hpp"

#include <gtest/gtest.h>

#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/run/internal/run.hpp"
#include "sinew/operators/text/print.hpp"
#include "tests/operators/random_place.hpp"
#include "tests/support/subject.hpp"

namespace sinew::operators::reached_test {

using namespace names;

const Expression factor = I + H * phi * K, mass = H * phi * M * ~phi * ~H + R;
const Expression inverse_mass = ~(I - H * psi * K) * inv(D) * (I - H * psi * K);

Reached reached(const Expression& x, const Configuration& at) {
  return reached_by_columns(x, encode(lower(x, Form::run), at));
}

TEST(Reached, ColumnsStopAtTheirOwnLinkIfTheRestIsZeroOrSymmetric) {
  const test::RandomPlace place(1, test::Shape::tree, test::Rotors::some, 9);
  EXPECT_EQ(reached(factor, place.at), Reached::own_and_before);
  EXPECT_EQ(reached(~factor, place.at), Reached::own_and_behind);
  EXPECT_EQ(reached(mass, place.at), Reached::own_and_behind);
  EXPECT_EQ(reached(inverse_mass, place.at), Reached::own_and_before);
  EXPECT_EQ(reached(mass * D, place.at), Reached::all);       // inward and outward, and not symmetric
  EXPECT_EQ(reached(mass * mass, place.at), Reached::all);    // inward and outward twice
  EXPECT_EQ(reached(inv(D + D), place.at), Reached::all);     // does not sweep
  EXPECT_EQ(reached(H * phi, place.at), Reached::all);        // other spaces
  EXPECT_EQ(reached(mass + T * ~T, place.at), Reached::all);  // mixes all links
}

// The memory still contains other vectors and positions.
TEST(Reached, MatricesOfJointSpaceEqualTheDenseOnes) {
  int branches = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    test::RandomPlace place(seed, test::Shape::tree, test::Rotors::none, 14);
    const int n = place.model.velocity_size();
    if (n == 0) continue;
    branches += !place.at.setting(Purpose::matrix).is_serial_chain;
    for (const Expression& x : {factor, ~factor, mass, inverse_mass, factor + ~factor, ~factor * factor,
                                factor * D * ~factor, mass * D, mass * mass}) {
      Runner runner(x, place.at);
      Matrix<double> actual(n, n);
      const std::vector<double> ones(std::size_t(n * n), 1.0);
      runner.apply(ones.data(), n, actual.data());
      for (int i = 0; i < 2; ++i) {
        place.at.set(test::random_position(place.description, place.random));
        runner.matrix(actual.data());
        EXPECT_LT(test::relative_error(actual, dense(x, place.at)), 1e-9) << seed << " " << to_text(x);
      }
    }
  }
  EXPECT_GT(branches, 10);
}

}  // namespace sinew::operators::reached_test
