#include "apps/viewer/engine/loop_dynamics.hpp"

#include <algorithm>

namespace sinew::viewer {
namespace {

// Returns whether the robot consists of arms that are connected only through their object.
bool suits_arms(const PageRobot& robot) {
  return robot.parts.size() > 1 && robot.description.couplings.empty() &&
         std::none_of(robot.arm_of_loop.begin(), robot.arm_of_loop.end(), [](int arm) { return arm < 0; });
}

Model part_model(const PageRobot& robot, const PageRobot::Part& part) {
  const auto first = robot.description.bodies.begin() + part.first_body;
  return Model(Description{.name = robot.description.name,
                           .bodies = {first, first + part.body_count},
                           .gravity = robot.description.gravity});
}

MultiArm<double> several_arms(const PageRobot& robot) {
  std::vector<Model> arms;
  for (std::size_t i = 0; i + 1 < robot.parts.size(); ++i) arms.push_back(part_model(robot, robot.parts[i]));
  std::vector<Grasp> grasps;
  for (std::size_t i = 0; i < robot.description.loops.size(); ++i) {
    const Loop& loop = robot.description.loops[i];
    grasps.push_back({.name = loop.name,
                      .arm = robot.arm_of_loop[i],
                      .connection = loop.connection,
                      .first = loop.first,
                      .second = loop.second});
  }
  return {arms, part_model(robot, robot.parts.back()), grasps};
}

}  // namespace

// Strategy::block_omega propagates the unit forces of the constraint rows through the filter of the tree, which is the
// filter that the page shows. The compound bodies of constraint embedding would have a different filter.
LoopDynamics::LoopDynamics(const Model& model, const PageRobot& robot)
    : model_(model),
      chain_(model, Strategy::block_omega),
      with_couplings_(!chain_.constraints().couplings().empty()) {
  if (suits_arms(robot)) arms_.emplace(several_arms(robot));
}

void LoopDynamics::hold(const std::vector<bool>& held) {
  for (std::size_t i = 0; i < held.size(); ++i) {
    const int loop = int(i);
    if (is_held(loop) == held[i]) continue;
    chain_.set_loop_active(loop, held[i]);
    if (arms_) held[i] ? arms_->hold(loop) : arms_->release(loop);
  }
}
void LoopDynamics::hold_all() {
  hold(std::vector<bool>(chain_.constraints().loops().size(), true));
}

void LoopDynamics::accelerations(Workspace<double>& work, In<double> q, In<double> v, In<double> tau,
                                 Out<double> a) {
  if (arms_) return arms_->forward_dynamics(q, v, tau, a);
  if (!is_constrained()) return forward_dynamics(model_, work, q, v, tau, a);
  chain_.forward_dynamics(model_, work, q, v, tau, a);
}

Force<double> LoopDynamics::loop_force(int loop) const {
  if (!is_held(loop)) return {};
  return arms_ ? -1.0 * arms_->contact_force(loop) : chain_.loop_force(loop);
}

void LoopDynamics::add_coupling_moments(Out<double> tau) const {
  if (!with_couplings_) return;
  const auto couplings = chain_.constraints().couplings();
  for (std::size_t i = 0; i < couplings.size(); ++i) {
    const double moment = chain_.coupling_torque(int(i));
    const auto& leader = couplings[i].leader;
    tau[std::size_t(couplings[i].follower.v)] += moment;
    if (leader.link != 0) tau[std::size_t(leader.v)] -= couplings[i].slope * moment;
  }
}

GraspTrace LoopDynamics::grasp_trace(int grasp) const {
  const int arm = arms_->grasp(grasp).arm;
  GraspTrace trace{.loop = grasp, .arm = arm};
  const multi_arm::Part<double>& part = arms_->part(arm);
  for (std::size_t i = 0; i < part.rows.size(); ++i) {
    if (part.rows[i].contact != grasp) continue;
    trace.free_acceleration.push_back(part.side[i]);
    trace.force.push_back(part.force[i]);
    for (const multi_arm::Row& other : part.rows) {
      if (other.contact != grasp) continue;
      trace.omega.push_back(part.response.omega()(part.rows[i].on_arm, other.on_arm));
    }
  }
  return trace;
}

std::optional<ArmsTrace> LoopDynamics::arms() const {
  if (!arms_) return {};
  ArmsTrace trace;
  for (int i = 0; i < arms_->grasp_count(); ++i) trace.grasps.push_back(grasp_trace(i));
  const auto rates = arms_->object_acceleration();
  trace.object_acceleration.assign(rates.begin(), rates.end());
  return trace;
}

}  // namespace sinew::viewer
