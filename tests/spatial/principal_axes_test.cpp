#include "sinew/spatial/principal_axes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "tests/support/decompositions.hpp"

namespace sinew::test::principal_axes_test {

double size(const Symmetric3<double>& m) {
  return std::fabs(m.xx) + std::fabs(m.xy) + std::fabs(m.xz) + std::fabs(m.yy) + std::fabs(m.yz) +
         std::fabs(m.zz);
}

void expect_decomposed(const Symmetric3<double>& m) {
  const auto [moments, axes] = principal_axes(m);
  const Symmetric3<double> again =
      conjugate(axes, Symmetric3<double>{moments.x, 0, 0, moments.y, 0, moments.z});
  EXPECT_LT(size(again - m), 1e-14 * size(m) + 1e-300);
  EXPECT_NEAR(dot(cross(axes.row_x, axes.row_y), axes.row_z), 1, 1e-14);
}

TEST(PrincipalAxes, ReproduceTheMatrix) {
  std::mt19937_64 engine(3);
  const auto random = [&] { return -1 + 2 * 0x1p-53 * static_cast<double>(engine() >> 11); };
  for (int i = 0; i < 2000; ++i)
    expect_decomposed({random(), random(), random(), random(), random(), random()});
}

TEST(PrincipalAxes, ReproduceTheMatrixIfMomentsCoincideOrDifferGreatly) {
  expect_decomposed({});
  expect_decomposed({1, 0, 0, 1, 0, 1});
  expect_decomposed({1, 1, 1, 1, 1, 1});
  expect_decomposed({1, 1e-9, 0, 1, 1e-9, 1});
  expect_decomposed({1e8, 1, 1e-3, 1, 1e-5, 1e-8});
}

TEST(PrincipalAxes, HaveTheMomentsOfAnIndependentSolver) {
  const Symmetric3<double> m{0.03, 0.005, 0.001, 0.02, 0.002, 0.04};
  const test::VectorXd expected =
      test::eigenvalues(test::Matrix3d{{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}});
  const auto moments = principal_axes(m).moments;
  test::Vector3d actual(moments.x, moments.y, moments.z);
  std::sort(actual.begin(), actual.end());
  EXPECT_LT((actual - expected).norm(), 1e-16);
}

}  // namespace sinew::test::principal_axes_test
