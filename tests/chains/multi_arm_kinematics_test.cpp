// Compares R88 Results 5.1 to 5.7, and the decomposition of contact forces, with dense algebra.
#include "sinew/chains/arms/multi_arm_kinematics.hpp"

#include <gtest/gtest.h>

#include "sinew/chains/arms/load_sharing.hpp"
#include "tests/support/arms_together.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test::multi_arm_kinematics_test {

// B, A of a sample, and whether they can be inverted.
struct DenseKinematics {
  explicit DenseKinematics(const ArmsSample& sample)
      : all(sample), B(all.J.leftCols(all.object_v)), A(all.A) {}
  DenseArms all;
  MatX<double> B, A;
  MatX<double> pseudo(const MatX<double>& m) const {
    if (m.size() == 0) return m.transpose();
    return least_norm_solve(m, MatX<double>::Identity(m.rows(), m.rows()), 1e-9);
  }
  bool clear(const MatX<double>& m) const {  // its rank is certain
    if (m.size() == 0) return true;
    const VecX<double> s = singular_values(m);
    for (const double x : s) {
      if (x < 1e-3 * s[0] && x > 1e-13 * s[0]) return false;
    }
    return s[0] > 1e-3;
  }
  // True if each arm can follow any motion of its grasps.
  bool regular() const {
    if (B.rows() == 0) return false;
    const VecX<double> s = singular_values(B);
    return B.rows() <= B.cols() && s[s.size() - 1] > 1e-3 * s[0];
  }
};

TEST(MultiArmKinematics, MotionOfTheObjectIsTheLeastSquaresSolution) {
  int compared = 0;
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ArmsSample sample = random_arms(i);
    const DenseKinematics dense(sample);
    if (dense.B.rows() == 0 || !dense.clear(dense.A)) continue;
    ++compared;
    Together together(sample);
    MultiArmKinematics<double> kinematics(together.system);
    kinematics.update(together.q, together.v);
    const int n = dense.all.object_v;
    std::vector<double> v = together.v, a = together.tau;  // arbitrary numbers
    const auto expected = [&](const std::vector<double>& x, const VecX<double>& c) {
      VecX<double> y = as_dense(x);
      const VecX<double> seen = dense.B * y.head(n) - dense.A.transpose() * y.tail(y.size() - n) + c;
      y.tail(y.size() - n) += dense.pseudo(dense.A.transpose()) * seen;
      return y;
    };
    const VecX<double> expected_v = expected(v, VecX<double>::Zero(dense.B.rows()));
    const VecX<double> expected_a = expected(a, dense.all.rate);
    const int rank = kinematics.object_velocity(v);
    ASSERT_LE(relative_error(v, expected_v), 1e-7) << i;
    ASSERT_EQ(rank, dense.A.size() == 0 ? 0 : rank_of(dense.A, 1e-6)) << i;
    kinematics.object_acceleration(a);
    ASSERT_LE(relative_error(a, expected_a), 1e-7) << i;
  }
  EXPECT_GT(compared, sample_count() / 50);
}

TEST(MultiArmKinematics, JointMotionsOfMinimumNormFollowTheObject) {
  int compared = 0;
  for (int i = 0; i < sample_count() / 10; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = i % 2 == 0});
    const DenseKinematics dense(sample);
    if (!dense.regular()) continue;
    ++compared;
    Together together(sample);
    MultiArmKinematics<double> kinematics(together.system);
    kinematics.update(together.q, together.v);
    const int n = dense.all.object_v;
    std::vector<double> v = together.v, a = together.tau;
    const VecX<double> V = as_dense(v).tail(dense.A.rows()), alpha = as_dense(a).tail(dense.A.rows());
    kinematics.joint_velocities(v);
    kinematics.joint_accelerations(a);
    ASSERT_LE(relative_error(as_dense(v).head(n), dense.pseudo(dense.B) * (dense.A.transpose() * V)), 1e-8)
        << i;
    ASSERT_LE(relative_error(as_dense(a).head(n),
                             dense.pseudo(dense.B) * (dense.A.transpose() * alpha - dense.all.rate)),
              1e-8)
        << i;
    std::vector<double> seen(std::size_t(kinematics.rows()));
    kinematics.relative_velocity(v, seen);
    ASSERT_LE(as_dense(seen).norm(), 1e-9 * (1 + as_dense(v).norm())) << i;
    kinematics.relative_acceleration(a, seen);
    ASSERT_LE(as_dense(seen).norm(), 1e-8 * (1 + as_dense(a).norm())) << i;
  }
  EXPECT_GT(compared, sample_count() / 50);
}

// The same recursion as that of one frame.
TEST(MultiArmKinematics, AWeldedArmMovesAsTheMinimumNormVelocityOfItsTip) {
  const Description arm = random_chain(8, 3);
  const Model model(arm), object = rigid_object({1, {}, {1, 0, 0, 1, 0, 1}});
  MultiArm<double> system(
      {model}, object, {{.name = "hand", .first = {"object", {}}, .second = {arm.bodies.back().name, {}}}});
  std::vector<double> q{0.3, -0.4, 1.1, 0.8, -0.2, 0.5, 0.9, 0.1};
  Workspace<double> work(model);
  update_poses(work, q);
  const FrameIndex tip = model.frame(arm.bodies.back().name);
  const Transform<double> at = pose(work, tip);
  const Quaternion<double> turn = quaternion_of(at.rotation);
  for (const double x :
       {at.translation.x, at.translation.y, at.translation.z, turn.w, turn.x, turn.y, turn.z})
    q.push_back(x);
  std::vector<double> v{0, 0, 0, 0, 0, 0, 0, 0, 0.1, -0.2, 0.3, 0.4, -0.5, 0.6}, alone(8);
  MultiArmKinematics<double> kinematics(system);
  kinematics.update(q);
  kinematics.joint_velocities(v);
  minimum_norm_velocity(work, tip, {{0.1, -0.2, 0.3}, {0.4, -0.5, 0.6}}, alone);
  v.resize(8);
  EXPECT_LE(relative_error(v, as_dense(alone)), 1e-12);
}

TEST(MultiArmKinematics, ProjectsOntoConsistentMotions) {
  int compared = 0, differ = 0;
  for (int i = 0; i < sample_count() / 10; ++i) {
    const ArmsSample sample = random_arms(i, {.regular = i % 2 == 0});
    const DenseKinematics dense(sample);
    if (!dense.regular() || !dense.clear(dense.A)) continue;
    ++compared;
    Together together(sample);
    MultiArmKinematics<double> kinematics(together.system);
    kinematics.update(together.q, together.v);
    const int n = dense.all.object_v, rows = int(dense.B.rows());
    const auto& B = dense.B;
    const auto& A = dense.A;
    // The nearest consistent motion: B v - A^* V = 0 with V free, by the KKT equations.
    const auto nearest = [&](const VecX<double>& v0, const VecX<double>& c) {
      MatX<double> kkt = MatX<double>::Zero(n + A.rows() + rows, n + A.rows() + rows);
      kkt.topLeftCorner(n, n).setIdentity();
      kkt.block(n + A.rows(), 0, rows, n) = B;
      kkt.block(n + A.rows(), n, rows, A.rows()) = -A.transpose();
      kkt.block(0, n + A.rows(), n, rows) = B.transpose();
      kkt.block(n, n + A.rows(), A.rows(), rows) = -A;
      VecX<double> right = VecX<double>::Zero(kkt.rows());
      right.head(n) = v0;
      right.tail(rows) = -c;
      return VecX<double>((dense.pseudo(kkt) * right).head(n));
    };
    std::vector<double> v = together.v, a = together.tau;
    const VecX<double> nearest_v = nearest(as_dense(v).head(n), VecX<double>::Zero(rows));
    const VecX<double> nearest_a = nearest(as_dense(a).head(n), dense.all.rate);
    kinematics.project_velocity(v);
    kinematics.project_acceleration(a);
    ASSERT_LE(relative_error(as_dense(v).head(n), nearest_v), 1e-7) << i;
    ASSERT_LE(relative_error(as_dense(a).head(n), nearest_a), 1e-7) << i;
    std::vector<double> seen(static_cast<std::size_t>(rows));
    kinematics.relative_velocity(v, seen);
    ASSERT_LE(as_dense(seen).norm(), 1e-8 * (1 + as_dense(v).norm())) << i;
    kinematics.relative_acceleration(a, seen);
    ASSERT_LE(as_dense(seen).norm(), 1e-7 * (1 + as_dense(a).norm())) << i;

    // Consistent velocities do not change; Result 5.6 removes the self-motion of the arms.
    std::vector<double> again = v, forgetful = v;
    kinematics.project_velocity(again);
    ASSERT_LE(relative_error(again, as_dense(v)), 1e-8) << i;
    kinematics.project_velocity(forgetful, Projection::least_norm);
    kinematics.relative_velocity(forgetful, seen);
    ASSERT_LE(as_dense(seen).norm(), 1e-8 * (1 + as_dense(v).norm())) << i;
    const VecX<double> printed = dense.pseudo(B) * (A.transpose() * as_dense(forgetful).tail(A.rows()));
    ASSERT_LE(relative_error(as_dense(forgetful).head(n), printed), 1e-7) << i;
    const VecX<double> own = as_dense(v).head(n) - dense.pseudo(B) * (B * as_dense(v).head(n));
    const VecX<double> lost = as_dense(v).head(n) - as_dense(forgetful).head(n);
    ASSERT_LE((lost - own).norm(), 1e-7 * (1 + as_dense(v).norm())) << i;
    differ += own.norm() > 1e-3 ? 1 : 0;
  }
  EXPECT_GT(compared, sample_count() / 50);
  EXPECT_GT(differ, sample_count() / 100);
}

TEST(MultiArmKinematics, NamesTheArmThatCannotFollow) {
  const Description arm = planar_chain(3);
  MultiArm<double> system({Model(arm)}, rigid_object({1, {}, {1, 0, 0, 1, 0, 1}}),
                          {{.name = "hand", .first = {"object", {}}, .second = {"link3", {}}}});
  MultiArmKinematics<double> kinematics(system);
  std::vector<double> q{0.1, 0.5, 0.4, 0, 0, 0, 1, 0, 0, 0}, v{0, 0, 0, 0, 0, 0, 0, 1, 0};
  kinematics.update(q);
  EXPECT_TRUE(contains(complaint<std::domain_error>([&] { kinematics.joint_velocities(v); }), "rank 3 of 6"));
}

TEST(MultiArmKinematics, LetsAnArmOfFewJointsFollowPossibleMotions) {
  MultiArm<double> system({Model(planar_chain(3))}, rigid_object({1, {}, {1, 0, 0, 1, 0, 1}}),
                          {{.name = "hand", .first = {"object", {}}, .second = {"link3", {}}}});
  MultiArmKinematics<double> kinematics(system);
  Random random(11);
  bool rounds = false;
  for (int i = 0; i < 20; ++i) {
    std::vector<double> q{0, 0, 0, 0, 0, 0, 1, 0, 0, 0}, v(9), along_rows(6);
    for (int j = 0; j < 3; ++j) q[j] = random.uniform(0.2, 1), v[j] = random.uniform(-2, 2);
    kinematics.update(q);
    kinematics.object_velocity(v);
    const std::vector<double> expected = v;
    v[0] = v[1] = v[2] = 0;
    ASSERT_NO_THROW(kinematics.joint_velocities(v)) << i;
    ASSERT_LE(relative_error(v, as_dense(expected)), 1e-9) << i;
    kinematics.relative_velocity(v, along_rows);
    rounds = rounds || as_dense(along_rows).norm() > 0;
  }
  EXPECT_TRUE(rounds);
}

TEST(LoadSharing, SplitsForcesIntoMotionAndSqueeze) {
  Random random(9);
  int compared = 0;
  for (int i = 0; i < sample_count() / 20; ++i) {
    const ArmsSample sample = random_arms(i);
    const DenseKinematics dense(sample);
    if (dense.B.rows() == 0 || !dense.clear(dense.A)) continue;
    ++compared;
    Together together(sample);
    together.solve();
    MultiArmKinematics<double> kinematics(together.system);
    VectorXd f(together.system.rows()), motion(f.size()), squeeze(f.size());
    together.system.row_forces(f);
    kinematics.update(together.q);
    LoadSharing<double> sharing(kinematics);
    VectorXd shares(together.system.arm_count());
    for (double& x : shares) x = random.uniform(0.5, 3);
    sharing.set_shares(shares);
    sharing.set_length(0.7);
    sharing.motion_part(f, motion);
    sharing.squeeze_part(f, squeeze);
    const double size = std::max(1.0, f.norm());
    ASSERT_LE((motion + squeeze - f).norm(), 1e-11 * size) << i;
    ASSERT_LE((dense.A * squeeze).norm(), 1e-8 * size) << i;
    // Of all forces with the same resultant the motion part is the shortest in the norm of the shares: it has no
    // squeeze.
    VectorXd weight(f.size());
    for (std::size_t g = 0; g < sample.grasps.size(); ++g) {
      const auto& rows = together.system.contact(int(g)).rows;
      for (int j = 0; j < rows.count; ++j) {
        const Force<double>& d = rows.direction[j];
        weight[dense.all.first_row[g] + j] =
            (dot(d.linear, d.linear) + dot(d.angular, d.angular) / 0.49) / shares[sample.grasps[g].arm];
      }
    }
    ASSERT_LE(std::abs(motion.dot(weight.asDiagonal() * squeeze)), 1e-7 * size * size) << i;
  }
  EXPECT_GT(compared, sample_count() / 50);
}

TEST(LoadSharing, AnArmWithTwiceTheShareCarriesTwiceTheLoad) {
  const Model arm(random_chain(7, 1));
  const std::string hand = arm.description().bodies.back().name;
  const Connection point{.kind = ConnectionKind::spherical};
  MultiArm<double> system(
      {arm, arm}, rigid_object({1, {}, {1, 0, 0, 1, 0, 1}}),
      {{.name = "one", .arm = 0, .connection = point, .first = {"object", {}}, .second = {hand, {}}},
       {.name = "two", .arm = 1, .connection = point, .first = {"object", {}}, .second = {hand, {}}}});
  MultiArmKinematics<double> kinematics(system);
  std::vector<double> q = system.neutral_position();
  kinematics.update(q);
  LoadSharing<double> sharing(kinematics);
  sharing.set_shares(std::vector<double>{1, 2});
  const Transform<double> hand_in_object = system.relative_pose(0);
  const Force<double> weight = hand_in_object.force_to_parent({{}, {3, -6, 9}});
  std::vector<double> forces(6);
  EXPECT_EQ(sharing.share(std::vector<double>{weight.angular.x, weight.angular.y, weight.angular.z,
                                              weight.linear.x, weight.linear.y, weight.linear.z},
                          forces),
            3);
  const std::vector<double> expected{1, -2, 3, 2, -4, 6};
  EXPECT_LE(relative_error(forces, as_dense(expected)), 1e-12);
}

}  // namespace sinew::test::multi_arm_kinematics_test
