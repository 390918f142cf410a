// Compares products with Jacobians with the dense Jacobian of the reference.
#include "sinew/algorithms/kinematics/jacobian_products.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::jacobian_products_test {

// Every third sample: all frames of all samples would take seconds.
template <class Check>
void for_all_frames(Check&& check) {
  for (int i = 0; i < sample_count(); i += 3) {
    Subject s(random_sample(i));
    const auto dense = s.dense();
    update_poses(s.work, s.sample.q);
    for (const FrameIndex frame : all_frames(s.model)) {
      for (const Reference reference : all_references) {
        SCOPED_TRACE("sample " + std::to_string(i) + " frame " + s.model.frame(frame).name + " reference " +
                     std::to_string(int(reference)));
        check(s, frame, reference, MatrixXd(dense.jacobian(s.model.frame(frame).name, reference)));
        if (testing::Test::HasFailure()) return;
      }
    }
  }
}

TEST(JacobianProducts, WithVectorsEqualTheDenseForm) {
  Random random(1);
  for_all_frames([&](Subject<>& s, FrameIndex frame, Reference reference, const MatrixXd& J) {
    const Motion<double> twist = jacobian_times(s.work, frame, reference, s.sample.v);
    EXPECT_LE(relative_error(twist, J * as_dense(s.sample.v)), 1e-10);
    const Force<double> force{random.vector(3), random.vector(3)};
    VectorXd tau = VectorXd::Constant(s.dofs(), 1e30);
    jacobian_adjoint_times(s.work, frame, reference, force, tau);
    EXPECT_LE(relative_error(tau, J.transpose() * as_dense(force)), 1e-10);
  });
}

TEST(JacobianProducts, WithTheAdjointEqualTheDenseForm) {
  for_all_frames([](Subject<>& s, FrameIndex frame, Reference reference, const MatrixXd& J) {
    MatrixXd outer = MatrixXd::Constant(6, 6, 1e30);
    jacobian_outer_product(s.work, frame, reference, outer);
    EXPECT_LE(relative_error(outer, J * J.transpose()), 1e-10);
    MatrixXd inner = MatrixXd::Constant(s.dofs(), s.dofs(), 1e30);
    jacobian_inner_product(s.work, frame, reference, inner);
    EXPECT_LE(relative_error(inner, J.transpose() * J), 1e-10);
  });
}

// R88 (5.7) link by link, with matrices built from the columns of the dense Jacobians.
TEST(JacobianProducts, FollowTheOutwardRecursionOfTheVelocityCovariance) {
  const Model model(random_chain(6, 5));
  Workspace<double> work(model);
  const State state = random_state(model, 3);
  update_poses(work, state.q);
  Matrix6d Q = Matrix6d::Zero(), actual;
  for (const JointInfo& joint : model.joints()) {
    const FrameIndex body = model.frame(joint.body);
    MatrixXd J(6, model.velocity_size());
    jacobian(work, body, Reference::world, J);  // phi^* is 1 in world coordinates
    const auto H = J.middleCols(joint.v_index, joint.v_size);
    Q += H * H.transpose();
    jacobian_outer_product(work, body, Reference::world, actual);
    EXPECT_LE(relative_error(actual, Q), 1e-14) << joint.body;
  }
}

TEST(JacobianProducts, InverseEqualsTheDenseOneIfColumnsAreIndependent) {
  int inverted = 0, refused = 0;
  for_all_frames([&](Subject<>& s, FrameIndex frame, Reference reference, const MatrixXd& J) {
    std::vector<int> moving;
    for (int j = 0; j < s.dofs(); ++j) {
      if (!J.col(j).isZero(0)) moving.push_back(j);
    }
    const int count = int(moving.size());
    MatrixXd columns(6, count);
    for (int j = 0; j < count; ++j) columns.col(j) = J.col(moving[j]);
    const VectorXd singular = moving.empty() ? VectorXd(0) : singular_values(columns);
    MatrixXd actual = MatrixXd::Constant(s.dofs(), s.dofs(), 1e30);
    const bool wide = count > 6;
    if (wide || (singular.size() > 0 && singular.tail(1)[0] < 1e-9 * singular[0])) {
      EXPECT_THROW(jacobian_inner_product_inverse(s.work, frame, reference, actual), std::domain_error);
      ++refused;
    } else if (singular.size() == 0 || singular.tail(1)[0] > 1e-3 * singular[0]) {
      jacobian_inner_product_inverse(s.work, frame, reference, actual);
      MatrixXd expected = MatrixXd::Zero(s.dofs(), s.dofs());
      const MatrixXd inverse = (columns.transpose() * columns).inverse();
      for (int j = 0; j < count; ++j) {
        for (int k = 0; k < count; ++k) expected(moving[j], moving[k]) = inverse(j, k);
      }
      EXPECT_LE(relative_error(actual, expected), 1e-9);
      ++inverted;
    }
  });
  EXPECT_GT(inverted, sample_count() / 2);
  EXPECT_GT(refused, sample_count() / 2);
}

// The filter computes v from V: (J^* J)^-1 J^* V, for a wrist without redundancy.
TEST(JacobianProducts, InverseGivesTheJointVelocitiesOfATwist) {
  const Model model(random_chain(6, 5));
  Workspace<double> work(model);
  const State state = random_state(model, 11);
  const FrameIndex tool = all_frames(model).back();
  update_poses(work, state.q);
  const Motion<double> twist = jacobian_times(work, tool, Reference::body, state.v);
  std::vector<double> moments(state.v.size());
  jacobian_adjoint_times(work, tool, Reference::body, {twist.angular, twist.linear}, moments);
  Matrix<double> inverse(6, 6);
  jacobian_inner_product_inverse(work, tool, Reference::body, inverse);
  EXPECT_LE(relative_error(as_dense(inverse) * as_dense(moments), as_dense(state.v)), 1e-8);
}

TEST(JacobianProducts, InverseOfARedundantArmIsRefusedWithItsRank) {
  const Model model(planar_chain(4));
  Workspace<double> work(model);
  update_poses(work, std::vector{0.1, 0.2, 0.3, 0.4});
  Matrix<double> inverse(4, 4);
  EXPECT_EQ(complaint<std::domain_error>(
                [&] { jacobian_inner_product_inverse(work, model.frame("tip"), Reference::body, inverse); }),
            "J^* J of frame 'tip' has no inverse here: its Jacobian has rank 3, expected 4, its number of "
            "degrees of freedom");
}

TEST(JacobianProducts, InFloatAgreeWithDouble) {
  const Sample sample = random_sample(15);
  Subject<float> single(sample);
  Subject<double> plain(sample);
  update_poses(single.work, single.cast(sample.q));
  update_poses(plain.work, sample.q);
  for (const FrameIndex frame : all_frames(plain.model)) {
    Matrix<float> outer(6, 6);
    Matrix<double> expected(6, 6);
    jacobian_outer_product(single.work, frame, Reference::aligned, outer);
    jacobian_outer_product(plain.work, frame, Reference::aligned, expected);
    EXPECT_LE(relative_error(outer, expected), 1e-5);
    std::vector<float> v = single.zeros();
    std::vector<double> expected_v = plain.zeros();
    minimum_norm_velocity(single.work, frame, {{1, 2, 3}, {4, 5, 6}}, v, {.damping = 0.5});
    minimum_norm_velocity(plain.work, frame, {{1, 2, 3}, {4, 5, 6}}, expected_v, {.damping = 0.5});
    EXPECT_LE(relative_error(v, expected_v), 1e-4);
  }
}

TEST(JacobianProducts, OfTheWrongSizeOrKindAreRefused) {
  const Model model(planar_chain(3));
  Workspace<double> work(model);
  update_poses(work, std::vector<double>(3));
  const FrameIndex tip = model.frame("tip");
  std::vector<double> v(3), tau(4);
  Matrix<double> small(3, 3);
  EXPECT_THROW(jacobian_adjoint_times(work, tip, Reference::body, {}, tau), std::invalid_argument);
  EXPECT_THROW(jacobian_outer_product(work, tip, Reference::body, small), std::invalid_argument);
  EXPECT_THROW(jacobian_times(work, FrameIndex{99}, Reference::body, v), std::invalid_argument);
  v[1] = std::nan("");
  EXPECT_THROW(jacobian_times(work, tip, Reference::body, v), std::invalid_argument);
}

}  // namespace sinew::test::jacobian_products_test
