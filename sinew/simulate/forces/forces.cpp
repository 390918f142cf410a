#include "sinew/simulate/forces/forces.hpp"

#include "sinew/simulate/forces/internal/soft_limits.hpp"

namespace sinew {

std::unique_ptr<ForceElement> make_force(const Model& whole, const ForcePlan& plan) {
  struct Make {
    const Model& whole;
    std::unique_ptr<ForceElement> operator()(const JointSpringPlan& p) {
      return std::make_unique<JointSpring>(whole, p);
    }
    std::unique_ptr<ForceElement> operator()(const PointSpringPlan& p) {
      return std::make_unique<PointSpring>(whole, p);
    }
    std::unique_ptr<ForceElement> operator()(const PushPlan& p) { return std::make_unique<Push>(whole, p); }
    std::unique_ptr<ForceElement> operator()(const DisturbancePlan& p) {
      return std::make_unique<Disturbance>(whole, p);
    }
  };
  return std::visit(Make{whole}, plan);
}

void add_joint_forces(Simulation& simulation, const SimulationPlan& plan) {
  const Model& model = simulation.mechanism().model();
  if (auto damping = std::make_unique<JointDamping>(model); plan.joint_damping && !damping->is_empty())
    simulation.add(std::move(damping));
  if (auto springs = std::make_unique<ModelSprings>(model); plan.joint_springs && !springs->is_empty())
    simulation.add(std::move(springs));
  if (auto tendons = std::make_unique<ModelTendons>(model, plan.tendon_springs, plan.tendon_damping);
      !tendons->is_empty())
    simulation.add(std::move(tendons));
  if (auto weight = std::make_unique<CompensatedWeight>(model);
      plan.gravity_compensation && !weight->is_empty())
    simulation.add(std::move(weight));
  if (plan.limits.kind == LimitKind::none) return;
  auto limits = std::make_unique<SoftLimits>(model, plan.limits);
  if (limits->is_empty()) return;
  simulation.add(limits->force());
  simulation.add(std::move(limits));
}

}  // namespace sinew
