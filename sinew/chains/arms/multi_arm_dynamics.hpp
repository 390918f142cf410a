// Computes the forward dynamics of several arms and their object by the arms' own filters (chains/arms/multi_arm.hpp).
// Its interface uses the coordinates, frames and loops of the single model that chains/arms/merge_arms.hpp makes of
// them.
#pragma once

#include <vector>

#include "sinew/chains/arms/merge_arms.hpp"
#include "sinew/chains/arms/multi_arm.hpp"

namespace sinew {

// Create it once; afterwards it allocates only when there are more external forces than in any call before.
class MultiArmDynamics {
 public:
  MultiArmDynamics(const Model& whole, const ArmsAndObject& parts);

  // Frames of external forces are those of the merged model.
  void forward_dynamics(In<double> q, In<double> v, In<double> tau, Out<double> a,
                        const Environment<double>& environment = {});
  // Computes the change of velocities, of least kinetic energy, that changes the velocities of the constraint rows by
  // `rows` (chains/loops/impulse.hpp).
  void impulse(In<double> q, In<double> rows, Out<double> change);
  void set_held(int grasp, bool held);
  Force<double> loop_force(int grasp) const { return -1.0 * system_.contact_force(grasp); }
  MultiArm<double>& system() { return system_; }
  const MultiArm<double>& system() const { return system_; }

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
