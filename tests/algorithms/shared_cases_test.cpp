// Compares all recursions with tests/data/cases/trees.json, computed by another method (see the README there).
#include <gtest/gtest.h>

#include "tests/support/case_files.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::shared_cases_test {

using nlohmann::json;

TEST(SharedCases, AgreeWithEveryRecursion) {
  const json trees = cases_of("trees.json");
  ASSERT_EQ(trees.size(), 40u);
  for (std::size_t i = 0; i < trees.size(); ++i) {
    SCOPED_TRACE(i);
    const json& tree = trees[i];
    const Model model(description_of("tree", tree["gravity"], tree["bodies"]));
    Workspace<double> work(model);
    const std::vector<double> q = tree["q"], v = tree["v"], tau = tree["tau"];
    const double condition = tree["condition"];
    const auto n = static_cast<std::size_t>(model.velocity_size());
    ASSERT_EQ(v.size(), n);

    std::vector<double> a(n), bias(n);
    forward_dynamics(work, q, v, tau, a);
    EXPECT_LE(relative_error(a, tree["qdd"].get<std::vector<double>>()), 1e-12 * condition);
    bias_force(work, q, v, bias);
    EXPECT_LE(relative_error(bias, tree["bias"].get<std::vector<double>>()), 1e-11);
    MatrixXd mass(n, n);
    mass_matrix(work, q, mass);
    EXPECT_LE(relative_error(mass, matrix_of(tree["mass_matrix"])), 1e-11);
    const double kinetic = tree["kinetic"];
    EXPECT_NEAR(kinetic_energy(work, q, v), kinetic, 1e-11 * std::max(1.0, kinetic));

    const FrameIndex last = model.frame(model.description().bodies.back().name);
    update_poses(work, q);
    const Transform<double> expected = transform_of(tree["last_body_pose"]), actual = pose(work, last);
    EXPECT_LE(relative_error(actual.rotation, as_dense(expected.rotation)), 1e-12);
    EXPECT_LE(relative_error(actual.translation, as_dense(expected.translation)), 1e-12);
    MatrixXd columns(6, n);
    jacobian(work, last, Reference::body, columns);
    EXPECT_LE(relative_error(columns, matrix_of(tree["last_body_jacobian"])), 1e-12);
    const MatrixXd omega = columns * mass.solve_symmetric(columns.transpose());
    EXPECT_LE(relative_error(omega, matrix_of(tree["omega_last"])), 1e-12 * condition);
  }
}

}  // namespace sinew::test::shared_cases_test
