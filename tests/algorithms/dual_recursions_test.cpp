// Runs the recursions on dual numbers: results with their derivatives while q moves along v.
#include <gtest/gtest.h>

#include "sinew/model/joints/moving_position.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::dual_recursions_test {

using D = Dual<double>;

std::vector<D> moving_position(const Subject<>& s) {
  std::vector<D> q(s.sample.q.size());
  detail::set_moving_position(s.model.tree<double>(), s.sample.q.data(), s.sample.v.data(), q.data());
  return q;
}

MatrixXd rates_of(const Matrix<D>& m) {
  const D* number = m.data();
  return MatrixXd::filled_by(m.rows(), m.cols(), [&] { return (number++)->rate; });
}

// Bodies move with their twists: R' = R (omega x), p' = R v.
TEST(DualRecursions, GiveTheVelocitiesOfAllFrames) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    const Subject s(random_sample(i));
    const auto dense = s.dense();
    Workspace<D> work(s.model);
    update_poses(work, moving_position(s));
    for (const FrameIndex frame : all_frames(s.model)) {
      const std::string& name = s.model.frame(frame).name;
      const Transform<D> at = pose(work, frame);
      const auto row = [](const Vector3<D>& r) { return Vector3<double>{r.x.rate, r.y.rate, r.z.rate}; };
      const Rotation<double> turning{row(at.rotation.row_x), row(at.rotation.row_y), row(at.rotation.row_z)};
      const Vec6<double> twist = dense.velocity(name, Reference::body);
      const Mat3<double> R = dense.pose(name).rotation;
      ASSERT_LE(relative_error(turning, Mat3<double>(R * skew<double>(twist.head(3)))), 1e-10)
          << "sample " << i << " " << name;
      ASSERT_LE(relative_error(row(at.translation), Vec3<double>(R * twist.tail(3))), 1e-10)
          << "sample " << i << " " << name;
    }
  }
}

// dM/dt = C + C^*, for every joint kind: the axes of custom joints change too.
TEST(DualRecursions, GiveTheRateOfTheMassMatrix) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Subject s(random_sample(i));
    Workspace<D> work(s.model);
    Matrix<D> mass(s.dofs(), s.dofs());
    mass_matrix(work, moving_position(s), mass);
    Matrix<double> C(s.dofs(), s.dofs());
    coriolis_matrix(s.work, s.sample.q, s.sample.v, C);
    const MatrixXd expected = as_dense(C) + as_dense(C).transpose();
    ASSERT_LE(relative_error(rates_of(mass), expected), 1e-10) << "sample " << i;
  }
}

// A custom joint does not provide the derivative of its bias: the result is NaN rather than wrong.
TEST(DualRecursions, WithVelocitiesOfCustomJointsGiveNaN) {
  bool custom = false;
  for (int i = 0; i < 40; ++i) {
    const Subject s(random_sample(i));
    Workspace<D> work(s.model);
    std::vector<D> v(s.sample.v.begin(), s.sample.v.end()), bias(v.size());
    bias_force(work, moving_position(s), v, bias);
    bool known = true;
    for (const D& b : bias) known = known && std::isfinite(b.rate) && std::isfinite(b.value);
    const auto is_custom = [](const JointInfo& joint) { return joint.kind == JointKind::custom; };
    const bool has_custom = std::ranges::any_of(s.model.joints(), is_custom);
    EXPECT_EQ(known, !has_custom) << "sample " << i;
    custom = custom || has_custom;
  }
  EXPECT_TRUE(custom);
}

}  // namespace sinew::test::dual_recursions_test
