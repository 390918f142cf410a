// Axes with a distant common normal are propagated as columns instead of Denavit-Hartenberg steps.
#include <gtest/gtest.h>

#include "sinew/algorithms/kinematics/kinematics.hpp"

namespace sinew::test::distant_common_normals_test {

Body hinge(const std::string& name, const std::string& parent, const Transform<double>& placement,
           const Vector3<double>& axis) {
  Body body{.name = name, .parent = parent, .placement = placement};
  body.joint = {.name = name + "_joint", .kind = JointKind::revolute, .axis = axis};
  body.inertial = {1, {0.1, 0, 0}, {0.1, 0, 0, 0.1, 0, 0.1}};
  return body;
}

TEST(DistantCommonNormals, DoNotMoveTheBodiesBehindThem) {
  // The second axis deviates by 0.01 rad from the first and passes it at 1 m: their normal is about 100 m away.
  const Vector3<double> nearly_z{std::sin(0.01), 0, std::cos(0.01)};
  const Transform<double> rotated{rotation_about(Vector3<double>{0.6, 0, 0.8}, 0.7), {0.3, -0.2, 0.5}};
  const Description description{.bodies = {hinge("first", "", {}, {0, 0, 1}),
                                           hinge("second", "first", {{}, {1, 0, 0}}, nearly_z),
                                           hinge("third", "second", rotated, {0, 1, 0}),
                                           hinge("fourth", "second", rotated, {0.6, 0.8, 0})}};
  const Model model(description);
  Workspace<double> work(model);
  const std::vector<double> q{0.3, -0.5, 0.7, 1.1};
  update_poses(work, q);
  Transform<double> expected[4];
  for (std::size_t i = 0; i < 4; ++i) {
    const Body& body = description.bodies[i];
    const Transform<double> parent = i == 0 ? Transform<double>{} : expected[std::min<std::size_t>(i, 2) - 1];
    expected[i] = parent * body.placement * Transform<double>{rotation_about(body.joint.axis, q[i]), {}};
    const auto [rotation, translation] = pose(work, model.frame(body.name));
    EXPECT_LT(norm(translation - expected[i].translation), 1e-13) << body.name;
    EXPECT_LT(norm(rotation.row_x - expected[i].rotation.row_x), 1e-13) << body.name;
    EXPECT_LT(norm(rotation.row_y - expected[i].rotation.row_y), 1e-13) << body.name;
  }
}

}  // namespace sinew::test::distant_common_normals_test
