#include "sinew/chains/arms/multi_arm_dynamics.hpp"

#include <algorithm>

namespace sinew {

MultiArmDynamics::MultiArmDynamics(const Model& whole, const ArmsAndObject& parts)
    : system_(parts.arms, parts.object, parts.grasps),
      frames_(whole.frames().size()),
      forces_(parts.arms.size() + 1),
      environments_(forces_.size()),
      // Accelerating the ground with gravity cancels gravity.
      weightless_(forces_.size(), {.base_acceleration = {{}, whole.gravity()}}),
      zeros_(std::size_t(whole.velocity_size())) {
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    const std::span<const FrameInfo> own = system_.model(int(i)).frames();
    const std::string prefix = parts.names.at(i).empty() ? "" : parts.names.at(i) + "/";
    for (std::size_t k = 1; k < own.size(); ++k) {
      const FrameIndex of_whole = whole.frame(prefix + own[k].name);
      frames_[std::size_t(of_whole.value)] = {int(i), FrameIndex{int(k)}};
    }
  }
}

void MultiArmDynamics::forward_dynamics(In<double> q, In<double> v, In<double> tau, Out<double> a,
                                        const Environment<double>& environment) {
  for (auto& list : forces_) list.clear();
  for (const auto& [frame, force] : environment.forces) {
    edge::check_index("frame", frame.value, int(frames_.size()));
    const PartFrame& at = frames_[std::size_t(frame.value)];
    if (at.part >= 0) forces_[std::size_t(at.part)].push_back({at.frame, force});  // not on the ground
  }
  for (std::size_t i = 0; i < forces_.size(); ++i)
    environments_[i] = {.base_acceleration = environment.base_acceleration, .forces = forces_[i]};
  system_.forward_dynamics(q, v, tau, a, environments_);
}

void MultiArmDynamics::impulse(In<double> q, In<double> rows, Out<double> change) {
  struct Withdraw {
    MultiArm<double>& system;
    ~Withdraw() { system.set_demand({}); }
  };
  system_.set_demand(rows);
  const Withdraw at_the_end{system_};
  system_.forward_dynamics(q, zeros_, zeros_, change, weightless_);
}

void MultiArmDynamics::set_held(int grasp, bool held) {
  if (held) {
    system_.hold(grasp);
  } else {
    system_.release(grasp);
  }
}

}  // namespace sinew
