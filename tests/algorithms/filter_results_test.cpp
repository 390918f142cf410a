// Compares the results that filter and smoother store with their definitions.
#include "sinew/algorithms/dynamics/filter_results.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::filter_results_test {

// Bodies joined by fixed joints are one link; the link's own joint is that of the body nearest the ground, and the
// dense form
// refers to this body's frame.
std::vector<std::string> bodies_with_moving_joint(const Model& model) {
  std::vector<std::string> names;
  for (const JointInfo& joint : model.joints()) names.push_back(joint.body);
  return names;
}

// A sample after forward dynamics, which stores the filter's results in the workspace.
struct Accelerated : Subject<> {
  explicit Accelerated(int index) : Subject(random_sample(index)), a(zeros()) {
    forward_dynamics(work, sample.q, sample.v, sample.tau, a);
  }
  std::vector<double> a;
};

TEST(FilterResults, ArticulatedInertiaIsTheSchurComplementOfTheSubtree) {
  for (int i = 0; i < sample_count(); ++i) {
    Accelerated s(i);
    const auto dense = s.dense<long double>();
    const double tolerance = allowed_error(1e-10, dense.mass_matrix().cast<double>());
    for (const std::string& body : bodies_with_moving_joint(s.model)) {
      const Mat6<double> actual = as_dense(articulated_inertia(s.work, s.model.frame(body)));
      ASSERT_LE(relative_error(actual, dense.articulated_inertia(body)), tolerance)
          << "sample " << i << " " << body;
    }
  }
}

// lambda is the acceleration relative to free fall.
TEST(FilterResults, CostateIsTheAccelerationOfTheBody) {
  for (int i = 0; i < sample_count(); ++i) {
    Accelerated s(i);
    const auto dense = s.dense();
    for (const std::string& body : bodies_with_moving_joint(s.model)) {
      Vec6<double> expected = dense.acceleration(body, Reference::body, s.a);
      expected.tail(3) -= dense.pose(body).rotation.transpose() * as_dense(s.model.gravity());
      ASSERT_LE(relative_error(costate(s.work, s.model.frame(body)), expected), 1e-10) << i << " " << body;
    }
  }
}

// det M is the product of the innovation variances: M = (I + H phi K) D (I + H phi K)^*.
TEST(FilterResults, VariancesMultiplyToTheDeterminantOfTheMassMatrix) {
  for (int i = 0; i < sample_count(); ++i) {
    Accelerated s(i);
    if (s.dofs() == 0) continue;
    const MatX<long double> mass = s.dense<long double>().mass_matrix();
    const double expected = log_determinant_of(mass);
    double actual = 0;
    for (int k = 0; k < s.dofs(); ++k) {
      ASSERT_GT(innovation_variance(s.work, k), 0);
      actual += std::log(innovation_variance(s.work, k));
    }
    ASSERT_NEAR(actual, expected, s.dofs() * allowed_error(1e-10, mass.cast<double>())) << "sample " << i;
  }
}

// Inward means from the last degree of freedom to the first, also within a joint: D is the diagonal that the
// elimination of M in
// this order produces.
TEST(FilterResults, VariancesAreThePivotsOfAnEliminationFromLastToFirst) {
  for (int i = 0; i < std::min(500, sample_count()); ++i) {
    Accelerated s(i);
    MatX<long double> left = s.dense<long double>().mass_matrix();
    const double tolerance = allowed_error(1e-10, left.cast<double>());
    for (int k = s.dofs() - 1; k >= 0; --k) {
      const long double pivot = left(k, k);
      ASSERT_NEAR(innovation_variance(s.work, k) / static_cast<double>(pivot), 1, tolerance)
          << "sample " << i << " dof " << k;
      left -= MatX<long double>(left.col(k) * left.row(k) / pivot);
    }
  }
}

// For joints with one degree of freedom: D = H P H^T + armature, G = P H^T / D, e = tau - H z, residual = e / D.
TEST(FilterResults, InnovationsOfSingleJointsFollowTheirDefinitions) {
  for (int i = 0; i < sample_count(); ++i) {
    Accelerated s(i);
    const auto dense = s.dense();
    for (const JointInfo& joint : s.model.joints()) {
      if (joint.v_size != 1) continue;
      const FrameIndex frame = s.model.frame(joint.body);
      const int k = joint.v_index;
      const Vec6<double> axis = dense.jacobian(joint.body, Reference::body).col(k);
      const Mat6<double> inertia = as_dense(articulated_inertia(s.work, frame));
      const double variance = axis.dot(inertia * axis) + s.model.dofs()[k].armature;
      const double scale = std::max(1.0, inertia.largest());
      ASSERT_NEAR(innovation_variance(s.work, k), variance, 1e-12 * scale)
          << "sample " << i << " " << joint.name;
      ASSERT_LE(relative_error(gain(s.work, k, frame),
                               Vec6<double>(inertia * axis / innovation_variance(s.work, k))),
                1e-11 * scale / variance)
          << "sample " << i << " " << joint.name;
      const Vec6<double> state = as_dense(filter_state(s.work, frame));
      ASSERT_NEAR(innovation(s.work, k), s.sample.tau[k] - axis.dot(state),
                  1e-11 * std::max(1.0, state.largest()))
          << "sample " << i << " " << joint.name;
      ASSERT_NEAR(residual(s.work, k) * innovation_variance(s.work, k), innovation(s.work, k),
                  1e-12 * std::max(1.0, std::abs(innovation(s.work, k))));
    }
  }
}

// For all degrees of freedom, also of joints with several: H G = (D - armature) / D in the frame of the body that the
// joint carries.
TEST(FilterResults, GainsAreInTheFrameOfTheBodyThatTheJointCarries) {
  for (int i = 0; i < sample_count(); ++i) {
    Accelerated s(i);
    const auto dense = s.dense();
    for (const JointInfo& joint : s.model.joints()) {
      const FrameIndex frame = s.model.frame(joint.body);
      const auto axes = dense.jacobian(joint.body, Reference::body);
      for (int k = joint.v_index; k < joint.v_index + joint.v_size; ++k) {
        const Vec6<double> axis = axes.col(k), column = as_dense(gain(s.work, k, frame));
        const double expected = 1 - s.model.dofs()[k].armature / innovation_variance(s.work, k);
        ASSERT_NEAR(axis.dot(column), expected, 1e-10 * std::max(1.0, axis.norm() * column.norm()))
            << "sample " << i << " " << joint.name << " dof " << k;
      }
    }
  }
}

TEST(FilterResults, GainOfADegreeOfFreedomThatDoesNotMoveTheFrameIsRefused) {
  const Model model(planar_chain(2));
  Workspace<double> work(model);
  const std::vector<double> zeros(2);
  std::vector<double> a(2);
  forward_dynamics(work, zeros, zeros, zeros, a);
  EXPECT_NO_THROW(gain(work, 0, model.frame("link2")));
  EXPECT_THROW(gain(work, 1, model.frame("link1")), std::invalid_argument);
  EXPECT_THROW(gain(work, 2, model.frame("link2")), std::invalid_argument);
  EXPECT_THROW(gain(work, 0, ground), std::invalid_argument);
}

}  // namespace sinew::test::filter_results_test
