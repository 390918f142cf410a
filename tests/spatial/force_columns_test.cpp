#include "sinew/spatial/force_columns.hpp"

#include <gtest/gtest.h>

#include "tests/support/random.hpp"

namespace sinew::force_columns_test {

// phi = [R, l~ R; 0, R], with l~ x = l cross x, block by block.
TEST(ForceColumns, AreTheBlocksOfPhi) {
  test::Random random(3);
  const Transform<double> placement{random.rotation(), random.vector(1)};
  const auto& [x, y, z] = placement.rotation;
  const Vector3<double> l = placement.translation;
  const double R[3][3] = {{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}};
  const double tilde[3][3] = {{0, -l.z, l.y}, {l.z, 0, -l.x}, {-l.y, l.x, 0}};
  const std::array<double, 36> columns = force_columns(placement);
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) {
      double moved = 0;
      for (std::size_t k = 0; k < 3; ++k) moved += tilde[i][k] * R[k][j];
      EXPECT_EQ(columns[6 * j + i], R[i][j]);
      EXPECT_EQ(columns[6 * (3 + j) + 3 + i], R[i][j]);
      EXPECT_EQ(columns[6 * j + 3 + i], 0);
      EXPECT_NEAR(columns[6 * (3 + j) + i], moved, 1e-15);
    }
  }
}

}  // namespace sinew::force_columns_test
