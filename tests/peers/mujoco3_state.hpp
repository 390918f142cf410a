// Gives MuJoCo 3 and sinew the same random state, and converts joint torques. MuJoCo's velocity of a free joint is linear
// in world axes, then angular in body axes; sinew's is the body's twist.
#pragma once

#include "tests/peers/mujoco3_model.hpp"

namespace sinew::test {

class Mujoco3State {
 public:
  explicit Mujoco3State(const Mujoco3Pair& pair, std::uint64_t seed = 1)
      : model_(pair.theirs()), data_(mj_makeData(&pair.theirs())), engine_(seed) {}

  // Sets random positions, velocities, controls and activations, and computes everything else by mj_forward.
  void draw() {
    q = random(model_.nq);
    v = random(model_.nv);
    controls = random(model_.nu);
    mj_normalizeQuat(&model_, q.data());
    std::copy(q.begin(), q.end(), data_->qpos);
    map_ = MatrixXd::Identity(model_.nv, model_.nv);
    for (int i = 0; i < model_.njnt; ++i) {
      if (model_.jnt_type[i] != mjJNT_FREE) continue;
      const int at = model_.jnt_dofadr[i];
      const double* const x = &q[model_.jnt_qposadr[i] + 3];
      map_.block(at, at, 6, 6).setZero();
      map_.block(at, at + 3, 3, 3) = as_dense(rotation_from_quaternion(x[0], x[1], x[2], x[3]));
      map_.block(at + 3, at, 3, 3).setIdentity();
    }
    const VectorXd their_v = map_ * v;
    std::copy(their_v.begin(), their_v.end(), data_->qvel);
    std::copy(controls.begin(), controls.end(), data_->ctrl);
    const VectorXd act = random(model_.na);
    std::copy(act.begin(), act.end(), data_->act);
    data_->time = random(1)[0];
    mj_forward(&model_, data_.get());
  }

  const mjModel& model() const { return model_; }
  const mjData& data() const { return *data_; }
  // Converts joint torques of MuJoCo to sinew's.
  VectorXd torques(const mjtNum* theirs) const {
    VectorXd tau(model_.nv);
    std::copy_n(theirs, model_.nv, tau.begin());
    return map_.transpose() * tau;
  }
  // Returns the activation of each actuator, zero for those that have none.
  std::vector<double> activations() const {
    std::vector<double> result(std::size_t(model_.nactuator));
    for (std::size_t i = 0; i < result.size(); ++i) {
      if (const int at = model_.actuator_actadr[i]; at >= 0) result[i] = data_->act[at];
    }
    return result;
  }

  VectorXd q, v, controls;

 private:
  VectorXd random(Index size) {
    VectorXd result(size);
    for (auto& x : result) x = -2 + 4 * 0x1p-53 * static_cast<double>(engine_() >> 11);
    return result;
  }

  const mjModel& model_;
  std::unique_ptr<mjData, DeleteMujoco3> data_;
  std::mt19937_64 engine_;
  MatrixXd map_;
};

}  // namespace sinew::test
