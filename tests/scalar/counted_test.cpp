#include "sinew/scalar/counted.hpp"

#include <gtest/gtest.h>

#include <thread>

#include "sinew/spatial/screw.hpp"

namespace sinew::test::counted_test {

static_assert(Scalar<Counted>);

const Counted x = Counted::input(3), y = Counted::input(4);

TEST(Counted, CountsEachKindOfOperation) {
  const CountOperations count;
  Counted z = x + y;
  z = z - x;
  z = z * y;
  z = x / z;
  z = sqrt(z) + sin(z) - cos(z);
  z += x, z -= x, z *= x, z /= x;
  EXPECT_EQ(
      count.executed(),
      (Operations{
          .additions = 6, .multiplications = 2, .divisions = 2, .square_roots = 1, .sines_cosines = 2}));
  EXPECT_EQ(count.folded(), count.executed());
  EXPECT_EQ(count.executed().total(), 13);
}

TEST(Counted, ComputesLikeDouble) {
  EXPECT_EQ(double(x + y), 7);
  EXPECT_EQ(double(x - 2 * y), -5);
  EXPECT_EQ(double(x / y), 0.75);
  EXPECT_EQ(double(-sqrt(y)), -2);
  EXPECT_EQ(double(sin(x) * cos(y)), std::sin(3.0) * std::cos(4.0));
}

TEST(Counted, CountsNoComparisonsAndSignChanges) {
  const CountOperations count;
  EXPECT_TRUE(x < y && y > x && x == x && -x != x);
  EXPECT_EQ(count.executed(), Operations{});
}

TEST(Counted, CountsFoldedOperationsAsExecuted) {
  const CountOperations count;
  EXPECT_EQ(double(x * 0 + y), 4);        // no operation left
  EXPECT_EQ(double(1 * x + -1 * y), -1);  // one subtraction left
  EXPECT_EQ(double(0 + x - 0), 3);        // no operation left
  EXPECT_EQ(double(0 / x + y / 1), 4);    // no operation left
  EXPECT_EQ(count.executed(), (Operations{.additions = 5, .multiplications = 3, .divisions = 2}));
  EXPECT_EQ(count.folded(), (Operations{.additions = 1}));
}

TEST(Counted, FoldsKnownValues) {
  const CountOperations count;
  const Counted two = 2.0, six = two * 3 + sqrt(Counted(0.0));
  EXPECT_TRUE(six.is_known());
  EXPECT_FALSE((six * x).is_known());
  EXPECT_TRUE((x * 0).is_known());
  EXPECT_EQ(count.folded(), (Operations{.multiplications = 1}));
}

TEST(Counted, ScopesMayOverlap) {
  const CountOperations outer;
  const Counted first = x + y;
  const CountOperations inner;
  const Counted second = first * y;
  EXPECT_EQ(inner.executed(), (Operations{.multiplications = 1}));
  EXPECT_EQ(outer.executed(), (Operations{.additions = 1, .multiplications = 1}));
  EXPECT_EQ(outer.executed() - inner.executed(), (Operations{.additions = 1})) << double(second);
}

TEST(Counted, ThreadsCountSeparately) {
  const CountOperations count;
  std::thread([] { EXPECT_EQ(double(x + y), 7); }).join();
  EXPECT_EQ(count.executed(), Operations{});
}

TEST(Counted, WorksInSpatialAlgebra) {
  const ScrewX<double> screw{0.6, 0.8, 0.5};
  const Force<Counted> force{{x, y, x}, {y, x, y}};
  const CountOperations count;
  const Force<Counted> moved = screw.force_to_parent(force);
  EXPECT_EQ(count.executed(), (Operations{.additions = 6, .multiplications = 10}));
  EXPECT_EQ(double(moved.angular.x), 3);
}

}  // namespace sinew::test::counted_test
