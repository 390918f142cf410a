#include "sinew/operators/compare/dense.hpp"

#include <gtest/gtest.h>

#include "sinew/operators/run/internal/values.hpp"
#include "tests/support/small_robots.hpp"
#include "tests/support/subject.hpp"

namespace sinew::operators::dense_test {

using namespace names;
using test::relative_error;
using test::Subject;

constexpr int samples = 60;

// A sample with up to three frames, at its state.
struct Place {
  explicit Place(int index)
      : subject(test::random_sample(index)), frames(some_frames()), at(subject.model, frames) {
    const test::Sample& sample = subject.sample;
    at.set(sample.q, sample.v, sample.tau);
  }
  std::vector<FrameIndex> some_frames() const {
    std::vector<FrameIndex> all = test::all_frames(subject.model), some;
    for (std::size_t i = 0; i < all.size() && some.size() < 3; i += 1 + all.size() / 3)
      some.push_back(all[i]);
    return some;
  }
  Subject<> subject;
  std::vector<FrameIndex> frames;
  Configuration at;
};

TEST(DenseOperators, MassMatrixIsThatOfTheDenseReference) {
  for (int i = 0; i < samples; ++i) {
    const Place place(i);
    EXPECT_LT(relative_error(dense(Mass, place.at), place.subject.dense().mass_matrix()), 1e-12) << i;
  }
}

TEST(DenseOperators, JacobianOfTheFramesIsThatOfTheDenseReference) {
  for (int i = 0; i < samples; ++i) {
    const Place place(i);
    const test::MatrixXd all = test::as_dense(dense(J, place.at));
    for (std::size_t f = 0; f < place.frames.size(); ++f) {
      const std::string& name = place.subject.model.frame(place.frames[f]).name;
      EXPECT_LT(relative_error(all.middleRows(test::Index(6 * f), 6),
                               place.subject.dense().jacobian(name, Reference::body)),
                1e-12)
          << i << " " << name;
    }
  }
}

TEST(DenseOperators, BiasTorquesAreThoseOfTheDenseReference) {
  for (int i = 0; i < samples; ++i) {
    const Place place(i);
    EXPECT_LT(relative_error(dense(C, place.at), place.subject.dense().bias_force()), 1e-11) << i;
  }
}

TEST(DenseOperators, CovariancesAndGainsAreTheFilters) {
  for (int i = 0; i < samples; ++i) {
    const Place place(i);
    Configuration::Values& values = place.at.values();
    values.need_filter();
    const test::MatrixXd P_dense = test::as_dense(dense(P, place.at)),
                         G_dense = test::as_dense(dense(G, place.at));
    const std::size_t links = values.tree().links.size();
    for (std::size_t k = 1; k < links; ++k) {
      const auto row = test::Index(6 * (k - 1));
      EXPECT_LT(relative_error(test::as_dense(values.work.covariance[k]), P_dense.block(row, row, 6, 6)),
                1e-11);
      const auto& link = values.tree().links[k];
      at_joint(values.tree(), values.work.joints, k, [&](const auto& joint) {
        for (int j = link.v; j < link.v + joint.count(); ++j)
          EXPECT_LT(relative_error(test::as_dense(values.gain[std::size_t(j)]), G_dense.block(row, j, 6, 1)),
                    1e-10)
              << i;
      });
    }
  }
}

TEST(DenseOperators, BlocksOfTheInnovationVarianceAreThoseOfTheScalarMeasurements) {
  for (int i = 0; i < samples; ++i) {
    const Place place(i);
    Configuration::Values& values = place.at.values();
    values.need_filter();
    const test::MatrixXd D_dense = test::as_dense(dense(D, place.at));
    const test::MatrixXd inverse = test::as_dense(dense(inv(D), place.at));
    for (std::size_t k = 1; k < values.tree().links.size(); ++k) {
      if (!values.is_block(k)) continue;
      at_joint(values.tree(), values.work.joints, k, [&](const auto& joint) {
        const int n = joint.count(), v = joint.link.v;
        Matrix<double> own(n, n), own_inverse(n, n);
        std::copy_n(values.block(k).D.begin(), n * n, own.data());
        std::copy_n(values.block(k).inverse.begin(), n * n, own_inverse.data());
        EXPECT_LT(relative_error(own, D_dense.block(v, v, n, n)), 1e-12);
        EXPECT_LT(relative_error(own_inverse, inverse.block(v, v, n, n)), 1e-9);
      });
    }
  }
}

TEST(DenseOperators, TheRootOfTheInnovationVarianceIsSymmetricPositiveAndSquaresToIt) {
  for (int i = 0; i < samples; ++i) {
    const Place place(i);
    const test::MatrixXd root = test::as_dense(dense(D_half, place.at)),
                         variance = test::as_dense(dense(D, place.at));
    if (root.rows() == 0) continue;
    EXPECT_LT(relative_error(root * root, variance), 1e-12) << i;
    EXPECT_LT(relative_error(root, root.transpose()), 1e-12) << i;
    for (test::Index j = 0; j < root.rows(); ++j) EXPECT_GT(root(j, j), 0) << i;
  }
}

TEST(DenseOperators, CompositeInertiasAndCostateCovariancesAreDiagonalBlocks) {
  for (int i = 0; i < samples; ++i) {
    const Place place(i);
    Configuration::Values& values = place.at.values();
    values.need_composite_inertias();
    values.need_costate_covariances();
    const test::MatrixXd r_dense = test::as_dense(dense(r, place.at)),
                         U_dense = test::as_dense(dense(Upsilon, place.at));
    for (std::size_t k = 1; k < values.tree().links.size(); ++k) {
      const auto row = test::Index(6 * (k - 1));
      EXPECT_LT(relative_error(test::as_dense(ArticulatedInertia<double>(values.r[k])),
                               r_dense.block(row, row, 6, 6)),
                1e-12);
      for (int j = 0; j < 6; ++j) {
        Force<double> unit{};
        unit[j] = 1;
        EXPECT_LT(relative_error(test::as_dense(values.Upsilon[k] * unit), U_dense.block(row, row + j, 6, 1)),
                  1e-8);
      }
    }
  }
}

TEST(DenseOperators, TheFactorsOfTheMassMatrixMultiplyToIt) {
  for (int i = 0; i < samples; ++i) {
    const Place place(i);
    const Expression L = I + H * phi * K;
    EXPECT_LT(relative_error(dense(L * D * ~L, place.at), dense(Mass, place.at)), 1e-11);
    const Expression W = I - H * psi * K;
    EXPECT_LT(relative_error(dense(~W * inv(D) * W * Mass, place.at),
                             dense(Expression::identity(joint_space), place.at)),
              1e-6);
  }
}

TEST(DenseOperators, SingularFactorsAreNamed) {
  const Expression singular = inv(taubar * taubar);  // a free body transmits no force
  const Configuration one(Model(test::free_body(1, {1, 1, 1})));
  EXPECT_THROW(dense(singular, one), std::domain_error);
}

TEST(DenseOperators, AGivenMatrixOfAnotherSizeIsRefused) {
  const Place place(3);
  EXPECT_THROW(dense(constant("X", joint_space, joint_space, {1, 2}), place.at), std::invalid_argument);
}

}  // namespace sinew::operators::dense_test
