#include "sinew/simulate/controllers/friction_compensation.hpp"

#include <algorithm>

namespace sinew {
namespace {

constexpr double slow = 0.01;  // rad/s, m/s

}  // namespace

FrictionCompensation::FrictionCompensation(const Model& robot, std::span<const int> dofs,
                                           const Resistance& acting) {
  std::vector<bool> is_single(std::size_t(robot.velocity_size()));
  for (const JointInfo& joint : robot.joints()) {
    if (joint.v_size == 1) is_single[std::size_t(joint.v_index)] = true;
  }
  for (const int index : dofs) {
    const auto v = std::size_t(index);
    const DegreeOfFreedom& dof = robot.dofs()[v];
    const Part part{.v = v,
                    .damping = acting.damping ? dof.damping : 0,
                    .dry_friction = acting.dry_friction && is_single[v] ? dof.dry_friction : 0};
    if (part.damping != 0 || part.dry_friction != 0) parts_.push_back(part);
  }
}

void FrictionCompensation::add(In<double> v, In<double> w, Out<double> tau, double sign) const {
  for (const Part& part : parts_) {
    const double direction = std::clamp(w[part.v] / slow, -1.0, 1.0);
    tau[part.v] += sign * (part.damping * v[part.v] + part.dry_friction * direction);
  }
}

}  // namespace sinew
