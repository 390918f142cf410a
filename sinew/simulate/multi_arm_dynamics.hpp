// The accelerations of several arms and their object (chains/multi_arm.hpp), asked for as of the one model that
// chains/one_model.hpp makes of them: the same coordinates, frames and loops.
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

// Made once; afterwards nothing allocates but where there are more forces than ever before.
class MultiArmDynamics {
 public:
  MultiArmDynamics(const Model& whole, const ArmsAndObject& parts);

  void accelerations(In<double> q, In<double> v, In<double> tau, Out<double> a,
                     std::span<const ExternalForce<double>> forces);
  // The velocities that change the rows as asked, at the least cost in kinetic energy (chains/impulse.hpp).
  void impulse(In<double> q, In<double> rows, Out<double> change);
  void set_held(int grasp, bool held);
  Force<double> loop_force(int grasp) const { return -1.0 * system_.contact_force(grasp); }

 private:
  // A frame of the whole, in the part that has it.
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
