// Compares the operational space with dense algebra: Omega = J M^-1 J^T of one frame and of several.
#include "sinew/algorithms/operational_space/operational_space.hpp"

#include <gtest/gtest.h>

#include "sinew/model/examples.hpp"
#include "tests/support/messages.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test::operational_space_test {

MatrixXd stacked_jacobian(const Subject<double>& s, const std::vector<FrameIndex>& frames,
                          Reference reference) {
  const auto dense = s.dense();
  MatrixXd J(6 * static_cast<int>(frames.size()), s.dofs());
  for (std::size_t i = 0; i < frames.size(); ++i) {
    const std::string& name = s.model.frame(frames[i]).name;
    J.middleRows(6 * static_cast<int>(i), 6) =
        frames[i] == ground ? MatrixXd::Zero(6, s.dofs()) : MatrixXd(dense.jacobian(name, reference));
  }
  return J;
}

std::vector<FrameIndex> random_frames(const Model& model, Random& random) {
  std::vector<FrameIndex> frames;
  const int count = 1 + random.below(5), known = static_cast<int>(model.frames().size());
  for (int i = 0; i < count; ++i) frames.push_back({random.below(known)});
  return frames;
}

TEST(OperationalSpace, OmegaOfOneFrameIsThatOfDenseAlgebra) {
  for (int i = 0; i < sample_count() / 4; ++i) {
    Subject s(random_sample(i));
    const MatrixXd mass = s.dense().mass_matrix();
    const double tolerance = allowed_error(1e-10, mass);
    for (const FrameIndex frame : all_frames(s.model)) {
      OperationalSpace<double> space(s.model, frame);
      set_position(s.work, s.sample.q);
      const MatrixXd J = stacked_jacobian(s, {frame}, Reference::body);
      ASSERT_LE(relative_error(space.omega(s.work), J * mass.solve_symmetric(J.transpose())), tolerance)
          << i << " " << s.model.frame(frame).name;
    }
  }
}

TEST(OperationalSpace, OmegaOfAnyFramesIsThatOfDenseAlgebra) {
  Random random(3);
  for (int i = 0; i < sample_count() / 2; ++i) {
    Subject s(random_sample(i));
    const std::vector<FrameIndex> frames =
        random_frames(s.model, random);  // may contain a frame twice, and the ground
    const Reference reference = all_references[i % 3];
    OperationalSpace<double> space(s.model, frames, reference);
    set_position(s.work, s.sample.q);
    const MatrixXd mass = s.dense().mass_matrix(), J = stacked_jacobian(s, frames, reference);
    ASSERT_LE(relative_error(space.omega(s.work), J * mass.solve_symmetric(J.transpose())),
              allowed_error(1e-10, mass))
        << i;
  }
}

TEST(OperationalSpace, MultipliesWithTheJacobianAndItsAdjoint) {
  Random random(4);
  for (int i = 0; i < 500; ++i) {
    Subject s(random_sample(i));
    const std::vector<FrameIndex> frames = random_frames(s.model, random);
    const Reference reference = all_references[i % 3];
    OperationalSpace<double> space(s.model, frames, reference);
    set_position(s.work, s.sample.q);
    const MatrixXd J = stacked_jacobian(s, frames, reference);
    VectorXd twists(space.size()), forces(space.size()), tau(s.dofs());
    space.jacobian_times(s.work, s.sample.a, twists);
    ASSERT_LE(relative_error(twists, J * as_dense(s.sample.a)), 1e-11) << i;
    for (double& f : forces) f = random.uniform(-1, 1);
    space.jacobian_adjoint_times(s.work, forces, tau);
    ASSERT_LE(relative_error(tau, J.transpose() * forces), 1e-11) << i;
  }
}

// The quantities that control derives from Omega, on arms whose tip can move in all directions.
TEST(OperationalSpace, LambdaBiasPseudoInverseAndProjectionAreThoseOfDenseAlgebra) {
  int regular = 0;
  for (int i = 0; i < sample_count() / 2; ++i) {
    Subject s(random_sample(i));
    if (s.dofs() < 6) continue;
    const FrameIndex tip{static_cast<int>(s.model.frames().size()) - 1};
    const Reference reference = all_references[i % 3];
    OperationalSpace<double> space(s.model, tip, reference);
    set_position(s.work, s.sample.q);
    const MatrixXd mass = s.dense().mass_matrix(), J = stacked_jacobian(s, {tip}, reference);
    const MatrixXd inverse = mass.inverse(), omega = J * inverse * J.transpose();
    const double condition = condition_of(omega);
    if (!space.is_regular(s.work) || condition > 1e7) continue;
    ++regular;
    const double tolerance = allowed_error(1e-9, mass) * std::max(1.0, 1e-6 * condition);
    const MatrixXd lambda = omega.inverse();
    Matrix<double> actual(6, 6), pseudo(s.dofs(), 6);
    space.lambda(s.work, actual);
    ASSERT_LE(relative_error(actual, lambda), tolerance) << i;
    space.pseudo_inverse(s.work, pseudo);
    const MatrixXd expected = inverse * J.transpose() * lambda;
    ASSERT_LE(relative_error(pseudo, expected), tolerance) << i;
    ASSERT_LE(relative_error(J * as_dense(pseudo), MatrixXd::Identity(6, 6)), tolerance) << i;

    VectorXd projected(s.dofs()), p(6);
    std::vector<double> guarded(7, 7.0);
    space.bias(s.work, s.sample.q, s.sample.v, VectorView<double>(guarded.data(), 6), s.environment());
    ASSERT_EQ(guarded[6], 7.0) << "what lies behind the result is not the library's";
    space.project(s.work, s.sample.tau, projected);
    const VectorXd tau = as_dense(s.sample.tau);
    ASSERT_LE(relative_error(projected, tau - J.transpose() * (lambda * (J * (inverse * tau)))), tolerance)
        << i;

    space.bias(s.work, s.sample.q, s.sample.v, p, s.environment());
    const auto dense = s.dense();
    const VectorXd free = dense.forward_dynamics(s.zeros(), s.sample.environment);
    const std::vector<double> a(free.data(), free.data() + free.size());
    const VectorXd rate = dense.acceleration(s.model.frame(tip).name, reference, a);
    const VectorXd bias = -lambda * rate;
    ASSERT_LE(relative_error(p, bias),
              tolerance * std::max(1.0, lambda.norm() * rate.norm() / (1 + bias.norm())))
        << i;
  }
  EXPECT_GT(regular, sample_count() / 40);
}

TEST(OperationalSpace, ReportsTheRankOfAStretchedArm) {
  const Model model(planar_chain(4));  // four parallel axes: at most three directions, two when stretched
  Workspace<double> work(model);
  const FrameIndex tip{static_cast<int>(model.frames().size()) - 1};
  OperationalSpace<double> space(model, tip);
  const auto rank_at = [&](const std::vector<double>& q) {
    update_filter(work, q);
    return space.rank(work);
  };
  EXPECT_EQ(rank_at({0.1, 0.2, 0.3, 0.4}), 3);
  EXPECT_EQ(rank_at({0.1, 0, 0, 0}), 2);
}

TEST(OperationalSpace, NamesFramesWithTooManyDirections) {
  const Model model(random_chain(7, 1));
  Workspace<double> work(model);
  const std::vector<FrameIndex> frames{model.frame(model.joints()[3].body),
                                       model.frame(model.joints()[6].body)};
  OperationalSpace<double> space(model, frames);
  update_filter(work, std::vector<double>{0.1, 0.5, -0.3, 0.8, 0.2, -0.6, 0.9});
  EXPECT_EQ(space.rank(work), 7);
  EXPECT_FALSE(space.is_regular(work));
  Matrix<double> lambda(12, 12);
  const std::string message = complaint<std::domain_error>([&] { space.lambda(work, lambda); });
  EXPECT_TRUE(contains(message, "'" + model.joints()[3].body + "', '" + model.joints()[6].body + "'"));
  EXPECT_TRUE(contains(message, "rank 7, expected 12"));
  EXPECT_THROW(OperationalSpace<double>(model, std::span<const FrameIndex>{}), std::invalid_argument);
  EXPECT_THROW(OperationalSpace<double>(model, FrameIndex{99}), std::invalid_argument);
}

}  // namespace sinew::test::operational_space_test
