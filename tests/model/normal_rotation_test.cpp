// Links know whether their axis is parallel or perpendicular to their parent's: the sweeps then need fewer operations.
#include <gtest/gtest.h>

#include <cmath>

#include "sinew/model/model.hpp"
#include "sinew/model/tree/tree.hpp"

namespace sinew::test::normal_rotation_test {

// The rotation class of a link with the given axis on a parent that rotates about z.
Link<double> second_link(const Vector3<double>& axis, const Vector3<double>& at = {0.4, 0, 0.1}) {
  const auto hinge = [](const char* name, const char* parent, const Vector3<double>& a,
                        const Vector3<double>& p) {
    Body body{.name = name, .parent = parent, .placement = {{}, p}};
    body.joint = {.name = std::string(name) + "_joint", .kind = JointKind::revolute, .axis = a};
    body.inertial = {1, {0.1, 0, 0}, {0.1, 0, 0, 0.1, 0, 0.1}};
    return body;
  };
  const Model model(
      Description{.bodies = {hinge("first", "", {0, 0, 1}, {}), hinge("second", "first", axis, at)}});
  return model.tree<double>().links[2];
}

TEST(NormalRotation, IsNoneForParallelAxes) {
  EXPECT_EQ(second_link({0, 0, 1}).rotation, NormalRotation::none);
  EXPECT_EQ(second_link({0, 0, 3}, {0, 0, 0.5}).rotation, NormalRotation::none);
  EXPECT_EQ(second_link({1e-17, 0, 1}).rotation, NormalRotation::none);
}

TEST(NormalRotation, IsAQuarterForPerpendicularAxesOfEitherSign) {
  for (const Vector3<double>& axis :
       {Vector3<double>{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0.6, 0.8, 0}})
    EXPECT_EQ(second_link(axis).rotation, NormalRotation::quarter);
  const double half_pi = std::acos(0.0);
  const Link<double> rounded = second_link({0, -std::sin(half_pi), std::cos(half_pi)});
  EXPECT_EQ(rounded.rotation, NormalRotation::quarter);
  EXPECT_EQ(rounded.normal.cosine, 0);
  EXPECT_EQ(rounded.normal.sine, 1);
}

TEST(NormalRotation, IsAnyForNearlyPerpendicularNearlyParallelAndOppositeAxes) {
  EXPECT_EQ(second_link({0, 1e-9, 1}, {0, 0, 0.5}).rotation,
            NormalRotation::any);  // its cosine is 1, its sine is not 0
  EXPECT_EQ(second_link({0, 1, 1e-12}).rotation, NormalRotation::any);
  EXPECT_EQ(second_link({0, -std::sin(1.5708), std::cos(1.5708)}).rotation, NormalRotation::any);
  EXPECT_EQ(second_link({0, 0, -1}).rotation, NormalRotation::any);
  EXPECT_EQ(second_link({0, 1, 1}).rotation, NormalRotation::any);
}

}  // namespace sinew::test::normal_rotation_test
