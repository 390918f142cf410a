// R88's other forms of the same dynamics: operators (8.7), predictor and corrector (9.1), (9.2), influence
// (10.1)-(10.7).
#include <gtest/gtest.h>

#include "sinew/chains/arms/multi_arm_influence.hpp"
#include "sinew/chains/arms/predictor_corrector.hpp"
#include "tests/support/arms_together.hpp"

namespace sinew::test::multi_arm_forms_test {

VectorXd all_row_forces(const MultiArm<double>& system) {
  VectorXd f(system.rows());
  system.row_forces(f);
  return f;
}

// At rest and without gravity: theta'' = (I - L^*) D^(-1/2) (I - K Omega^-1 K^*) D^(-1/2) (I - L) T, with I - L = (I +
// H phi K)^-1 of the arms and the paper's own K = D^(-1/2) H psi B from unit forces at the grasps.
TEST(MultiArmForms, OperatorFormOfResult82EqualsTheFiveStages) {
  int compared = 0;
  for (int i = 0; i < sample_count() / 40; ++i) {
    ArmsSample sample = random_arms(i, {.regular = true, .at_rest = true, .forces = false});
    for (std::size_t p = 0; p < sample.parts.size(); ++p) {
      sample.parts[p].gravity = {};
      sample.environments[p] = {};
    }
    const DenseArms dense(sample);
    if (Spectrum(dense.omega()).least < 1e-5) continue;
    Together together(sample);
    std::fill(together.tau.begin() + together.system.v_index(together.system.arm_count()), together.tau.end(),
              0);
    together.solve();
    ++compared;

    const int n = dense.object_v, rows = int(dense.J.rows());
    MatrixXd whitening = MatrixXd::Zero(n, n);  // I - L
    VectorXd inverse_root(n);                   // D^(-1/2)
    for (int arm = 0; arm < together.system.arm_count(); ++arm) {
      const Model& model = together.models[std::size_t(arm)];
      Workspace<double> work(model);
      const int size = model.velocity_size(), at = together.system.v_index(arm);
      update_filter(work, VectorView<const double>(sample.q.data() + together.system.q_index(arm),
                                                   std::size_t(model.position_size())));
      for (int j = 0; j < size; ++j) {
        VectorXd column(size);
        factor_solve(work, VectorXd(VectorXd::Unit(size, j)), column);
        whitening.block(at, at + j, size, 1) = column;
        inverse_root[at + j] = 1 / std::sqrt(innovation_variance(work, j));
      }
    }
    // (I - L) H phi B = H psi B, [2] of R88; H phi B is the Jacobian of the rows.
    const MatrixXd B = dense.J.leftCols(n).transpose();
    const MatrixXd K = inverse_root.asDiagonal() * (whitening * B);
    const int object_size = int(dense.M.rows()) - n;
    const MatrixXd object_mass = dense.M.bottomRightCorner(object_size, object_size);
    const MatrixXd omega = K.transpose() * K + dense.A.transpose() * object_mass.solve_symmetric(dense.A);
    const VectorXd free = inverse_root.asDiagonal() * (whitening * as_dense(together.tau).head(n));
    const VectorXd innovations = free - K * omega.solve_symmetric(K.transpose() * free);
    const VectorXd expected = whitening.transpose() * (inverse_root.asDiagonal() * innovations);
    ASSERT_LE(relative_error(as_dense(together.a).head(n), expected), 1e-8) << i;
    // Result 8.3: B^* theta'' = A^* alpha.
    ASSERT_LE(relative_error(B.transpose() * as_dense(together.a).head(n),
                             dense.A.transpose() * as_dense(together.a).tail(object_size)),
              1e-9)
        << i;
    ASSERT_EQ(rows, together.system.rows());
  }
  EXPECT_GT(compared, sample_count() / 100);
}

TEST(MultiArmForms, PredictionAndCorrectionGiveForcesAndAcceleration) {
  int compared = 0;
  for (int i = 0; i < sample_count() / 40; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = true});
    const Spectrum spectrum(DenseArms(sample).omega());
    if (spectrum.least < 1e-5) continue;
    Together together(sample);
    together.solve();
    PredictorCorrector<double> forms(together.system);
    forms.update(together.system);
    ++compared;
    VectorXd forces(together.system.rows());
    forms.contact_forces(forces);
    ASSERT_LE(relative_error(forces, all_row_forces(together.system)), 1e-8) << i;
    // lambda includes the acceleration of the ground.
    const Model& object = together.models.back();
    const auto& work = together.system.workspace(together.system.arm_count());
    const Motion<double> base = detail::ground_acceleration(*work.tree, together.environments->list.back());
    const Motion<double> alpha =
        forms.object_acceleration() - work.joints.placements[0].motion_to_child(base);
    ASSERT_LE(relative_error(alpha, as_dense(together.a).tail(object.velocity_size())), 1e-8) << i;
    // G = (Lambda + A^* M^-1 A)^-1 A^* M^-1, the alternative expression.
    const DenseArms dense(sample);
    const int n = dense.object_v;
    const MatrixXd M = dense.M.bottomRightCorner(6, 6);
    const MatrixXd gain = dense.omega().solve_symmetric(dense.A.transpose() * M.inverse());
    ASSERT_LE(relative_error(forms.gain(), gain), 1e-7) << i;
    ASSERT_EQ(n + 6, together.system.velocity_size());
  }
  EXPECT_GT(compared, sample_count() / 100);
}

// R88 section 9: the gain vanishes for a heavy object; for a light one A G is the unit matrix and A x = b.
TEST(MultiArmForms, HeavyAndLightObjectsAreTheLimitsOfTheGain) {
  const auto system_with = [](double factor) {
    ArmsSample sample = random_arms(12, {.regular = true, .forces = false});
    for (Grasp& grasp : sample.grasps) grasp.connection = {};
    Inertial& inertial = sample.parts.back().bodies.front().inertial;
    inertial.mass *= factor;
    for (double* x : {&inertial.inertia.xx, &inertial.inertia.xy, &inertial.inertia.xz, &inertial.inertia.yy,
                      &inertial.inertia.yz, &inertial.inertia.zz})
      *x *= factor;
    return sample;
  };
  Together heavy(system_with(1e9)), light(system_with(1e-9));
  heavy.solve(), light.solve();
  PredictorCorrector<double> of_heavy(heavy.system), of_light(light.system);
  of_heavy.update(heavy.system), of_light.update(light.system);

  EXPECT_LE(as_dense(of_heavy.gain()).norm(), 1e-6);
  const std::vector<double> held = heavy.a;
  for (int g = 0; g < heavy.system.grasp_count(); ++g) heavy.system.release(g);
  heavy.solve();  // it falls as if it were alone
  EXPECT_LE(relative_error(as_dense(held).tail(6), as_dense(heavy.a).tail(6)), 1e-6);

  const DenseArms dense(system_with(1e-9));
  EXPECT_LE(relative_error(dense.A * as_dense(of_light.gain()), MatrixXd::Identity(6, 6)), 1e-5);
  const VectorXd carried = dense.A * all_row_forces(light.system);
  EXPECT_LE(relative_error(carried, as_dense(light.system.object_bias())), 1e-5);
  EXPECT_GT(all_row_forces(light.system).norm(), 1e-2);  // although the arms squeeze it
}

TEST(MultiArmForms, InfluenceMatricesAreThoseOfDenseAlgebra) {
  int compared = 0;
  for (int i = 0; i < sample_count() / 8; ++i) {
    const ArmsSample sample = random_arms(i);
    const DenseArms dense(sample);
    const Spectrum spectrum(dense.omega());
    if (!spectrum.clear() || spectrum.rank < dense.J.rows()) continue;
    Together together(sample);
    MultiArmInfluence<double> influence(together.system);
    influence.update(together.q);
    ++compared;
    const double tolerance = allowed_error(1e-8, dense.M) / std::min(1.0, 1e3 * spectrum.least);
    const MatrixXd W_free = dense.M.inverse(), U = W_free * dense.J.transpose();
    ASSERT_LE(relative_error(influence.free_accelerations(), W_free), tolerance) << i;
    ASSERT_LE(relative_error(influence.constraint_response(), U), tolerance) << i;
    if (dense.J.rows() == 0) continue;
    const MatrixXd X = dense.omega().solve_symmetric(U.transpose());
    ASSERT_LE(relative_error(influence.contact_forces(), X), tolerance) << i;
    ASSERT_LE(relative_error(influence.accelerations(), W_free - U * X), tolerance) << i;
    // One additional unit torque changes all accelerations by its column.
    const int j = i % together.system.velocity_size();
    together.solve();
    const VectorXd before = as_dense(together.a), forces = all_row_forces(together.system);
    together.tau[std::size_t(j)] += 1;
    together.solve();
    const double size = std::max(1.0, before.largest());
    ASSERT_LE(relative_error(as_dense(together.a) - before, as_dense(influence.accelerations()).col(j)),
              100 * tolerance * size)
        << i;
    ASSERT_LE(
        relative_error(all_row_forces(together.system) - forces, as_dense(influence.contact_forces()).col(j)),
        100 * tolerance * std::max(size, forces.largest()))
        << i;
  }
  EXPECT_GT(compared, sample_count() / 100);
}

}  // namespace sinew::test::multi_arm_forms_test
