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

  // Compares mass matrix, bias forces, springs and gravity compensation at random states.
  void expect_same_dynamics(double tolerance = 1e-9) {
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
    VectorXd drift = VectorXd::Zero(nv), bias(nv), springs(nv), compensation(nv);
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
    EXPECT_LT((springs - map.transpose() * theirs(data_->qfrc_spring)).norm(),
              tolerance * (1 + springs.norm()))
        << "springs";
    gravity_compensation(work_, q, compensation);
    EXPECT_LT((compensation - map.transpose() * theirs(data_->qfrc_gravcomp)).norm(),
              tolerance * (1 + compensation.norm()))
        << "gravity compensation";
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
};

}  // namespace sinew::test
