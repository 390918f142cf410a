#include "sinew/operators/run/prepared.hpp"

#include <gtest/gtest.h>

#include "sinew/operators/compare/dense.hpp"
#include "sinew/operators/explain/measure.hpp"
#include "sinew/operators/formula/derivative.hpp"
#include "sinew/spatial/force_columns.hpp"
#include "tests/operators/well_conditioned_expression.hpp"
#include "tests/support/count_allocations.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::operators::prepared_test {

using namespace names;
using test::relative_error;
using test::Subject;

// Robots of the samples with at least a few degrees of freedom, with their last frame chosen.
template <class F>
void for_samples(int count, F&& f) {
  for (int i = 0; i < count; ++i) {
    Subject<> subject(test::random_sample(i));
    if (subject.dofs() == 0) continue;
    Configuration at(subject.model, {FrameIndex{int(subject.model.frames().size()) - 1}});
    at.set(subject.sample.q, subject.sample.v, subject.sample.tau);
    SCOPED_TRACE(i);
    f(subject, at);
  }
}

TEST(Prepared, TheMassMatrixAndItsInverseAreThoseOfTheRecursions) {
  for_samples(60, [](Subject<>& subject, const Configuration& at) {
    const int n = subject.dofs();
    Matrix<double> expected(n, n), actual(n, n);
    mass_matrix(subject.work, subject.sample.q, expected);
    for (int j = 0; j < n; ++j) {
      for (int i = 0; i < j; ++i) expected(j, i) = expected(i, j);
    }
    Prepared(H * phi * M * ~phi * ~H + R, at, Purpose::matrix).matrix(actual);
    EXPECT_LT(relative_error(actual, expected), 1e-12);

    std::vector<double> y = subject.zeros(), back = subject.zeros();
    Prepared(inv(Mass), at).apply(subject.sample.tau, y);
    Prepared(Mass, at).apply(y, back);
    EXPECT_LT(relative_error(back, subject.sample.tau), 1e-8);
  });
}

TEST(Prepared, ForwardDynamicsEqualsFilterAndSmoother) {
  for_samples(60, [](Subject<>& subject, const Configuration& at) {
    std::vector<double> expected = subject.zeros(), actual = subject.zeros();
    forward_dynamics(subject.work, subject.sample.q, subject.sample.v, subject.sample.tau, expected);
    Prepared(inv(Mass) * (T - C), at).apply({}, actual);
    EXPECT_LT(relative_error(actual, expected), 1e-7);
  });
}

TEST(Prepared, OmegaIsThatOfTheOperationalSpace) {
  for_samples(60, [](Subject<>& subject, const Configuration& at) {
    const FrameIndex frame{int(subject.model.frames().size()) - 1};
    update_filter(subject.work, subject.sample.q);
    OperationalSpace<double> space(subject.model, {&frame, 1}, Reference::body);
    Matrix<double> actual(6, 6);
    Prepared(Omega, at, Purpose::matrix).matrix(actual);
    EXPECT_LT(relative_error(actual, space.omega(subject.work)), 1e-8);
  });
}

TEST(Prepared, SeveralColumnsEqualSingleColumns) {
  test::Random random(3);
  for_samples(10, [&](Subject<>& subject, const Configuration& at) {
    const int n = subject.dofs();
    Prepared inverse(inv(Mass), at);
    const Matrix<double> given = test::random_matrix(random, n, 7);
    Matrix<double> together(n, 7), single(n, 7);
    inverse.apply(given, together);
    for (int j = 0; j < 7; ++j) {
      inverse.apply(VectorView<const double>(given.data() + j * n, std::size_t(n)),
                    VectorView<double>(single.data() + j * n, std::size_t(n)));
    }
    EXPECT_LT(relative_error(together, single), 1e-12);
  });
}

TEST(Prepared, RandomExpressionsHaveTheirDenseValue) {
  test::Random random(11);
  for (int i = 0; i < 80; ++i) {
    const Subject<> subject(test::random_sample(i % 40));
    if (subject.dofs() > 20) continue;
    Configuration at(subject.model, {FrameIndex{1}, FrameIndex{int(subject.model.frames().size()) - 1}});
    at.set(subject.sample.q, subject.sample.v, subject.sample.tau);
    const Expression x = test::random_expression(random, at);
    const Matrix<double> expected = dense(x, at);
    Matrix<double> actual(expected.rows(), expected.cols());
    Prepared(x, at, Purpose::matrix).matrix(actual);
    EXPECT_LT(relative_error(actual, expected), 1e-6) << i;
  }
}

TEST(Prepared, NothingIsAllocatedAfterPreparation) {
  const Subject<> subject(test::random_sample(7));
  const int n = subject.dofs();
  Configuration at(subject.model, {FrameIndex{int(subject.model.frames().size()) - 1}});
  std::vector<Prepared> prepared;
  for (const Expression& x :
       {Mass, inv(Mass), inv(Mass) + inv(H * ~phi * M * phi * ~H + D), rate(D_half * ~(I + H * phi * K))})
    prepared.emplace_back(x, at);
  Prepared omega(Omega, at, Purpose::matrix);
  std::vector<double> x(std::size_t(n), 1.0), y = subject.zeros();
  Matrix<double> square(6, 6), columns(n, 5), out(n, 5);
  const auto use = [&] {
    at.set(subject.sample.q, subject.sample.v, subject.sample.tau);
    for (Prepared& p : prepared) {
      p.apply(x, y);
      p.apply(columns, out);
    }
    omega.matrix(square);
  };
  use();
  const long before = test::allocations;
  use();
  EXPECT_EQ(test::allocations, before);
}

TEST(Prepared, AVectorNeedsNoInput) {
  const Model model(test::double_pendulum(1, 2, 1, 1));
  Configuration at(model);
  std::vector<double> bias(2), gravity(2);
  Workspace<double> work(model);
  const std::vector<double> q{0.3, -0.4};
  at.set(q);
  Prepared(C, at).apply({}, bias);
  gravity_force(work, q, gravity);
  EXPECT_LT(relative_error(bias, gravity), 1e-14);
}

// Two frames on one link cannot move relative to each other: S* Omega S is zero.
TEST(Prepared, AVectorTimesARowVectorIsAMatrix) {
  for_samples(20, [](Subject<>& subject, const Configuration& at) {
    const int n = subject.dofs();
    for (const int count : {1, 2, 5, 9}) {  // one by one, and several together
      Matrix<double> row(1, count), actual(n, count), expected(n, count);
      std::vector<double> moments = subject.zeros();
      Prepared prepared(inv(Mass) * T, at);
      prepared.apply({}, moments);
      for (int j = 0; j < count; ++j) {
        row(0, j) = j - 1.5;
        for (int i = 0; i < n; ++i) expected(i, j) = (j - 1.5) * moments[std::size_t(i)];
      }
      prepared.apply(row, actual);
      EXPECT_LT(relative_error(actual, expected), 1e-12) << count;
    }
  });
}

TEST(Prepared, AnInverseOfRoundingErrorsIsRefused) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    test::Random random(seed);
    Description description = random_chain(8, unsigned(seed));
    const Transform<double> placement{random.rotation(), random.vector(1)};
    description.frames.push_back({"beside", description.bodies.back().name, placement});
    const Model model(description);
    const std::array<double, 36> on_first = force_columns(placement);
    std::vector<double> columns;
    for (std::size_t i = 0; i < 6; ++i) {
      for (std::size_t k = 0; k < 6; ++k) columns.push_back(on_first[6 * i + k]);
      for (std::size_t k = 0; k < 6; ++k) columns.push_back(i == k ? -1 : 0);
    }
    const Expression S = constant("S", frame_space, Space{"loop", 6}, columns);
    Configuration at(model, {model.frame(description.bodies.back().name), model.frame("beside")});
    at.set(test::random_position(description, random));
    std::vector<double> six(6);
    EXPECT_TRUE(test::contains(
        test::complaint<std::domain_error>([&] { Prepared(inv(~S * Omega * S), at).apply(six, six); }),
        "is zero up to rounding at this configuration"))
        << seed;
  }
}

TEST(Prepared, WrongSizesAndSingularInversesAreRefused) {
  const Model model(test::double_pendulum(1, 2, 1, 1));
  Configuration at(model, {model.frame("lower")});
  std::vector<double> two(2), three(3), six(6);
  EXPECT_THROW(Prepared(Mass, at).apply(three, two), std::invalid_argument);
  EXPECT_THROW(Prepared(Mass, at).apply(two, three), std::invalid_argument);
  EXPECT_THROW(Prepared(inv(Omega), at).apply(six, six), std::domain_error);
  const Model chain(random_chain(4, 1));  // four degrees of freedom cannot move its tip in six directions
  Configuration at_chain(chain, {FrameIndex{4}});
  EXPECT_THROW(Prepared(inv(Omega), at_chain).apply(six, six), std::domain_error);
  EXPECT_THROW(Prepared(constant("X", joint_space, joint_space, {1}), at), std::invalid_argument);
  Expression long_one = H * ~H;
  for (int i = 0; i < 14; ++i) long_one = long_one * long_one;
  EXPECT_THROW(Prepared(long_one, at), std::invalid_argument);
}

TEST(Prepared, RefusesTooLargeProblemsAndMovedFromObjects) {
  const Model model(test::double_pendulum(1, 1, 1, 1));
  Configuration at(model);
  Prepared mass(Mass, at);
  std::vector<double> x(2, 1.7e308), y(2);
  EXPECT_EQ(test::complaint<std::overflow_error>([&] { mass.apply(x, y); }),
            "the product overflows for these numbers");
  Prepared moved = std::move(mass);
  EXPECT_EQ(test::complaint<std::logic_error>([&] { mass.apply(y, y); }),
            "the prepared expression was moved from and can no longer be used");
  Configuration taken = std::move(at);
  EXPECT_EQ(test::complaint<std::logic_error>([&] { at.set(y); }),
            "the configuration was moved from and can no longer be used");
}

TEST(Prepared, IsTimedAtItsOwnConfigurationOnly) {
  const Model model(test::double_pendulum(1, 1, 1, 1));
  Configuration at(model), other(model);
  Prepared mass(Mass, at);
  const std::vector<double> zeros(2);
  EXPECT_EQ(test::complaint([&] { measure(mass, other, zeros, zeros, zeros); }),
            "the expression was prepared for another configuration");
}

}  // namespace sinew::operators::prepared_test
