#include <gtest/gtest.h>

#include "sinew/model/description/connection.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/dense_joint.hpp"
#include "tests/support/random.hpp"

namespace sinew::test::frame_along_test {

void expect_along(const Vector3<double>& axis) {
  const Transform<double> frame = frame_along({1, 2, 3}, axis);
  const Matrix3d R = as_dense(frame.rotation);
  ASSERT_LE((R * R.transpose() - Matrix3d::Identity()).norm(), 2e-15) << axis.x << " " << axis.y;
  ASSERT_LE((R.col(2) - as_dense(axis).normalized()).norm(), 1e-15);
  ASSERT_GT(R.determinant(), 0);
  ASSERT_EQ(frame.translation, (Vector3<double>{1, 2, 3}));
}

TEST(FrameAlong, IsARotationForEveryAxisAlsoNextToMinusZ) {
  Random random(1);
  for (int i = 0; i < 1000; ++i) {
    const Vector3<double> direction = random.unit_vector();
    expect_along(random.uniform(0.1, 3) * direction);
  }
  for (double tilt = 1; tilt > 1e-18; tilt /= 3) {
    const Vector3<double> across = random.vector(tilt);
    expect_along({across.x, across.y, -1});
    expect_along({across.x, across.y, 1});
  }
  expect_along({0, 0, -1});
}

TEST(FrameAlong, IsTheShortestRotation) {
  Random random(2);
  for (int i = 0; i < 100; ++i) {
    const Vector3<double> axis = random.unit_vector();
    const Vector3d across = Vector3d::UnitZ().cross(as_dense(axis));
    const Matrix3d shortest = rotation_matrix<double>(across.normalized(), std::atan2(across.norm(), axis.z));
    ASSERT_LE((as_dense(frame_along({}, axis).rotation) - shortest).norm(), 1e-13);
  }
}

}  // namespace sinew::test::frame_along_test
