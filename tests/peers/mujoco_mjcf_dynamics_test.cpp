// A robot read from MJCF moves as in MuJoCo: poses, mass matrix, bias forces and accelerations at random states.
// MuJoCo's velocity of a free joint is linear in world axes, then angular in body axes; sinew's is the twist in the
// body's frame, angular then linear.
#include <gtest/gtest.h>

#include <random>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/io/load.hpp"
#include "tests/peers/mujoco_model.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/places.hpp"
#include "tests/support/random_mjcf.hpp"

namespace sinew::test {
namespace {

std::string body_name(const mjModel& model, int id) {
  const std::string name = model.names + model.name_bodyadr[id];
  return name.empty() ? "body" + std::to_string(id) : name;
}

// MuJoCo's principal axes are accurate to about 1e-6 only, which another test allows for. Here its inertias are copied,
// so that everything else can be compared to 1e-9.
Description with_inertias_of(const mjModel& theirs, Description ours) {
  for (int i = 1; i < theirs.nbody; ++i) {
    for (Body& body : ours.bodies) {
      if (body.name != body_name(theirs, i)) continue;
      const auto moments = vector_at(theirs.body_inertia, i);
      body.inertial.inertia = conjugate(rotation_at(theirs.body_iquat, i),
                                        Symmetric3<double>{moments.x, 0, 0, moments.y, 0, moments.z});
    }
  }
  return ours;
}

class Robot {
 public:
  Robot(MujocoModel model, const Description& description)
      : theirs_(std::move(model)), data_(mj_makeData(theirs_.get())), ours_(description), work_(ours_) {
    theirs_->opt.disableflags |= mjDSBL_CONSTRAINT | mjDSBL_PASSIVE | mjDSBL_ACTUATION;
  }

  void compare_at_random_state(std::mt19937_64& engine) {
    const auto random = [&](Index size) {
      VectorXd result(size);
      for (auto& x : result) x = -2 + 4 * 0x1p-53 * static_cast<double>(engine() >> 11);
      return result;
    };
    VectorXd q = random(theirs_->nq), v = random(theirs_->nv), tau = random(theirs_->nv);
    mj_normalizeQuat(theirs_.get(), q.data());
    set_velocity_map(q, v);

    // v' = T v + ..., M' and c' belong to MuJoCo's velocities v'
    const VectorXd their_v = map_ * v, their_tau = map_.transpose().inverse() * tau;
    std::copy(q.begin(), q.end(), data_->qpos);
    std::copy(their_v.begin(), their_v.end(), data_->qvel);
    std::copy(their_tau.begin(), their_tau.end(), data_->qfrc_applied);
    mj_forward(theirs_.get(), data_.get());
    compare_poses(q);
    compare_dynamics(q, v, tau);
  }

 private:
  // MuJoCo's velocities are `map_` times sinew's; its accelerations are `map_` times sinew's plus `drift_`.
  void set_velocity_map(const VectorXd& q, const VectorXd& v) {
    map_ = MatrixXd::Identity(theirs_->nv, theirs_->nv);
    drift_ = VectorXd::Zero(theirs_->nv);
    for (int i = 0; i < theirs_->njnt; ++i) {
      if (theirs_->jnt_type[i] != mjJNT_FREE) continue;
      const int at = theirs_->jnt_dofadr[i], quaternion = theirs_->jnt_qposadr[i] + 3;
      const Matrix3d R = as_dense(
          rotation_from_quaternion(q[quaternion], q[quaternion + 1], q[quaternion + 2], q[quaternion + 3]));
      map_.block(at, at, 6, 6).setZero();
      map_.block(at, at + 3, 3, 3) = R;
      map_.block(at + 3, at, 3, 3).setIdentity();
      const Vector3d omega = v.segment(at, 3), linear = v.segment(at + 3, 3);
      drift_.segment(at, 3) = R * omega.cross(linear);
    }
  }

  void compare_poses(const VectorXd& q) {
    update_poses(work_, q);
    for (int i = 1; i < theirs_->nbody; ++i) {
      const std::string name = body_name(*theirs_, i);
      const auto [rotation, translation] = pose(work_, ours_.frame(name));
      EXPECT_LT(norm(translation - vector_at(data_->xpos, i)), 1e-9) << name;
      EXPECT_LT(relative_error(as_dense(rotation), as_dense(rotation_at(data_->xquat, i))), 1e-9) << name;
    }
  }

  void compare_dynamics(const VectorXd& q, const VectorXd& v, const VectorXd& tau) {
    const auto nv = theirs_->nv;
    MatrixXd their_mass(nv, nv), mass(nv, nv);
    mj_fullM(theirs_.get(), their_mass.data(), data_->qM);
    mass_matrix(work_, q, mass);
    EXPECT_LT(relative_error(mass, map_.transpose() * their_mass * map_), 1e-9);

    const VectorXd their_bias = DensePart<double>(data_->qfrc_bias, nv);
    VectorXd bias(nv), a(nv);
    bias_force(work_, q, v, bias);
    EXPECT_LT(relative_error(bias, map_.transpose() * (their_bias + their_mass * drift_)), 1e-9);

    forward_dynamics(work_, q, v, tau, a);
    EXPECT_LT(relative_error(map_ * a + drift_, DensePart<double>(data_->qacc, nv)), 1e-9);
  }

  MujocoModel theirs_;
  MujocoData data_;
  Model ours_;
  Workspace<double> work_;
  MatrixXd map_;
  VectorXd drift_;
};

class MjcfDynamics : public testing::TestWithParam<const char*> {};

TEST_P(MjcfDynamics, EqualsThatOfMujoco) {
  const std::string file = source_folder() + "/tests/data/mjcf/" + std::string(GetParam());
  const auto ours = read_mjcf(file);
  ASSERT_FALSE(ours.findings.has_errors()) << ours.findings.to_string();
  auto theirs = mujoco_from_file(file);
  ASSERT_TRUE(theirs);
  const Description description = with_inertias_of(*theirs, ours.description);
  Robot robot(std::move(theirs), description);
  std::mt19937_64 engine(7);
  for (int i = 0; i < 20; ++i) robot.compare_at_random_state(engine);
}

INSTANTIATE_TEST_SUITE_P(Mujoco, MjcfDynamics,
                         testing::Values("anchors.xml", "bounds.xml", "cart_pole.xml", "classes.xml",
                                         "euler_mixed.xml", "floating.xml", "from_geoms_always.xml",
                                         "from_geoms_never.xml", "geoms.xml", "orientations.xml",
                                         "with_includes.xml"));

TEST(RandomMjcfDynamics, EqualsThatOfMujoco) {
  std::mt19937_64 engine(11);
  for (std::uint64_t seed = 0; seed < 200 && !testing::Test::HasFailure(); ++seed) {
    SCOPED_TRACE(seed);
    const std::string text = random_mjcf(seed);
    const auto ours = read_mjcf_text(text, "random.xml");
    ASSERT_FALSE(ours.findings.has_errors()) << ours.findings.to_string() << text;
    auto theirs = mujoco_from_text(text);
    ASSERT_TRUE(theirs);
    const Description description = with_inertias_of(*theirs, ours.description);
    Robot robot(std::move(theirs), description);
    for (int i = 0; i < 3; ++i) robot.compare_at_random_state(engine);
  }
}

}  // namespace
}  // namespace sinew::test
