// Compares robots that are read from MJCF files with MuJoCo 3, which compiles the same files. Velocities of free joints
// differ: MuJoCo's are linear in world axes, then angular in body axes; sinew's are the body's twist.
#pragma once

#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include <filesystem>
#include <fstream>
#include <memory>
#include <random>
#include <string>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/dynamics/passive_forces.hpp"
#include "sinew/algorithms/dynamics/tendon_forces.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/io/load.hpp"
#include "tests/support/compare.hpp"

namespace sinew::test {

// A folder for the files of one test.
class Mujoco3Files : public testing::Test {
 protected:
  Mujoco3Files() {
    const auto* const test = testing::UnitTest::GetInstance()->current_test_info();
    folder_ = std::filesystem::path(testing::TempDir()) / (std::string("mujoco3_") + test->name());
    std::filesystem::remove_all(folder_);
    std::filesystem::create_directories(folder_);
  }
  ~Mujoco3Files() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& content) const {
    const auto file = folder_ / name;
    std::filesystem::create_directories(file.parent_path());
    std::ofstream(file, std::ios::binary) << content;
    return file.string();
  }

  std::filesystem::path folder_;
};

struct DeleteMujoco3 {
  void operator()(mjModel* model) const { mj_deleteModel(model); }
  void operator()(mjData* data) const { mj_deleteData(data); }
};

class Mujoco3Pair {
 public:
  explicit Mujoco3Pair(const std::string& file) : ours_(load(file)), work_(ours_) {
    char error[1000] = "";
    theirs_.reset(mj_loadXML(file.c_str(), nullptr, error, sizeof error));
    if (!theirs_) throw std::runtime_error(std::string("MuJoCo refuses the file: ") + error);
    data_.reset(mj_makeData(theirs_.get()));
  }

  const Model& ours() const { return ours_; }
  const mjModel& theirs() const { return *theirs_; }

  // The tendon parts that MuJoCo wrapped around an obstacle at the random states so far.
  int wraps() const { return wraps_; }

  // The largest error of MuJoCo's equality constraints.
  double their_equality_error(const std::vector<double>& q) {
    std::copy(q.begin(), q.end(), data_->qpos);
    mj_forward(theirs_.get(), data_.get());
    double largest = 0;
    for (int i = 0; i < data_->ne; ++i) largest = std::max(largest, std::abs(data_->efc_pos[i]));
    return largest;
  }

  // Compares mass matrix, bias forces, springs, dampers, gravity compensation and tendons at random states.
  // `arm_tolerance`: for the moment arms of tendons and the forces of their springs and dampers.
  void expect_same_dynamics(double tolerance = 1e-9, double arm_tolerance = 1e-9) {
    arm_tolerance_ = std::max(tolerance, arm_tolerance);
    std::mt19937_64 engine(5);
    ASSERT_EQ(ours_.position_size(), theirs_->nq);
    ASSERT_EQ(ours_.velocity_size(), theirs_->nv);
    for (int i = 0; i < 5; ++i)
      expect_same_dynamics_at(random(theirs_->nq, engine), random(theirs_->nv, engine), tolerance);
  }

 private:
  static VectorXd random(Index size, std::mt19937_64& engine) {
    VectorXd result(size);
    for (auto& x : result) x = -2 + 4 * 0x1p-53 * static_cast<double>(engine() >> 11);
    return result;
  }

  void expect_same_dynamics_at(VectorXd q, const VectorXd& v, double tolerance) {
    const Index nv = theirs_->nv;
    mj_normalizeQuat(theirs_.get(), q.data());
    MatrixXd map = MatrixXd::Identity(nv, nv), M(nv, nv), their_M(nv, nv);
    VectorXd drift = VectorXd::Zero(nv), bias(nv), springs(nv), tendons(nv), compensation(nv);
    for (int i = 0; i < theirs_->njnt; ++i) {
      if (theirs_->jnt_type[i] == mjJNT_FREE)
        set_free_joint(theirs_->jnt_dofadr[i], &q[theirs_->jnt_qposadr[i] + 3], v, map, drift);
    }
    const VectorXd their_v = map * v;
    std::copy(q.begin(), q.end(), data_->qpos);
    std::copy(their_v.begin(), their_v.end(), data_->qvel);
    mj_forward(theirs_.get(), data_.get());
    mj_fullM(theirs_.get(), data_.get(), their_M.data());
    const auto theirs = [&](mjtNum* numbers) { return VectorXd(DensePart<double>(numbers, nv)); };

    mass_matrix(work_, q, M);
    EXPECT_LT(relative_error(M, map.transpose() * their_M * map), tolerance) << "mass matrix";
    bias_force(work_, q, v, bias);
    EXPECT_LT(relative_error(bias, map.transpose() * (theirs(data_->qfrc_bias) + their_M * drift)), tolerance)
        << "bias";
    joint_springs(ours_, q, springs);
    tendon_springs(work_, q, tendons);
    springs += tendons;
    EXPECT_LT((springs - map.transpose() * theirs(data_->qfrc_spring)).norm(),
              arm_tolerance_ * (1 + springs.norm()))
        << "springs";
    tendon_damping(work_, q, v, tendons);
    for (Index i = 0; i < nv; ++i) tendons[i] -= ours_.dofs()[std::size_t(i)].damping * v[i];
    EXPECT_LT((tendons - map.transpose() * theirs(data_->qfrc_damper)).norm(),
              arm_tolerance_ * (1 + tendons.norm()))
        << "dampers";
    expect_same_tendons(map, tolerance);
    gravity_compensation(work_, q, compensation);
    EXPECT_LT((compensation - map.transpose() * theirs(data_->qfrc_gravcomp)).norm(),
              tolerance * (1 + compensation.norm()))
        << "gravity compensation";
  }

  // At the state of both.
  void expect_same_tendons(const MatrixXd& map, double tolerance) {
    const mjModel& m = *theirs_;
    ASSERT_EQ(int(ours_.tendons().size()), m.ntendon);
    for (int i = 0; i < m.ntendon; ++i) {
      const char* const name = mj_id2name(&m, mjOBJ_TENDON, i);
      SCOPED_TRACE(name != nullptr ? name : "tendon" + std::to_string(i));
      const TendonIndex tendon = name != nullptr ? ours_.tendon(name) : TendonIndex{i};
      VectorXd row = VectorXd::Zero(m.nv), arms(m.nv);
      for (int k = 0; k < m.ten_J_rownnz[i]; ++k)
        row[m.ten_J_colind[m.ten_J_rowadr[i] + k]] += data_->ten_J[m.ten_J_rowadr[i] + k];
      const double length = tendon_length(work_, tendon);
      EXPECT_NEAR(length, data_->ten_length[i], tolerance * (1 + std::abs(length))) << "length";
      tendon_moment_arms(work_, tendon, arms);
      EXPECT_LT((arms - map.transpose() * row).norm(), arm_tolerance_ * (1 + arms.norm())) << "moment arms";
      const double rate = tendon_velocity(work_, tendon);
      EXPECT_NEAR(rate, data_->ten_velocity[i], arm_tolerance_ * (1 + arms.norm() * 10)) << "rate";
      const Tendon& description = ours_.description().tendons[std::size_t(tendon.value)];
      EXPECT_EQ(description.has_limits(), m.tendon_limited[i] && !(m.opt.disableflags & mjDSBL_LIMIT));
      if (description.has_limits()) {
        EXPECT_EQ(description.lower, m.tendon_range[2 * i]);
        EXPECT_EQ(description.upper, m.tendon_range[2 * i + 1]);
      }
      for (int k = 0; k < data_->ten_wrapnum[i]; ++k)
        wraps_ += data_->wrap_obj[data_->ten_wrapadr[i] + k] >= 0;
    }
  }

  // v' = map v, and the acceleration a' = map a + drift
  static void set_free_joint(int at, const double* quaternion, const VectorXd& v, MatrixXd& map,
                             VectorXd& drift) {
    const Matrix3d R =
        as_dense(rotation_from_quaternion(quaternion[0], quaternion[1], quaternion[2], quaternion[3]));
    map.block(at, at, 6, 6).setZero();
    map.block(at, at + 3, 3, 3) = R;
    map.block(at + 3, at, 3, 3).setIdentity();
    const Vector3d omega = v.segment(at, 3), linear = v.segment(at + 3, 3);
    drift.segment(at, 3) = R * omega.cross(linear);
  }

  std::unique_ptr<mjModel, DeleteMujoco3> theirs_;
  std::unique_ptr<mjData, DeleteMujoco3> data_;
  Model ours_;
  Workspace<double> work_;
  double arm_tolerance_ = 1e-9;
  int wraps_ = 0;
};

}  // namespace sinew::test
