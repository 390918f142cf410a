// Computes the forward dynamics of several arms and their object by the arms' own filters (chains/multi_arm.hpp). Its
// interface uses the coordinates, frames and loops of the single model that chains/merge_arms.hpp makes of them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/chains/multi_arm.hpp"

namespace sinew {

struct ArmsAndObject {
  std::vector<Model> arms{};
  Model object;
  std::vector<Grasp> grasps{};
  std::vector<std::string> names{};  // of the arms, then of the object
};

// Create it once; afterwards it allocates only when there are more external forces than in any call before.
class MultiArmDynamics {
 public:
  MultiArmDynamics(const Model& whole, const ArmsAndObject& parts);

  void accelerations(In<double> q, In<double> v, In<double> tau, Out<double> a,
                     std::span<const ExternalForce<double>> forces);
  // Computes the change of velocities, of least kinetic energy, that changes the velocities of the constraint rows by
  // `rows` (chains/impulse.hpp).
  void impulse(In<double> q, In<double> rows, Out<double> change);
  void set_held(int grasp, bool held);
  Force<double> loop_force(int grasp) const { return -1.0 * system_.contact_force(grasp); }

 private:
  // The part (arm or object) that has a frame of the whole model, and the frame's index in that part; -1: the ground.
  struct PartFrame {
    int part = -1;
    FrameIndex frame{};
  };

  MultiArm<double> system_;
  std::vector<PartFrame> frames_;
  std::vector<std::vector<ExternalForce<double>>> forces_;  // per part
  std::vector<Environment<double>> environments_, weightless_;
  std::vector<double> zeros_;
};

}  // namespace sinew
