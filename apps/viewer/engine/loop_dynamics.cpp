#include "apps/viewer/engine/loop_dynamics.hpp"

#include <algorithm>

namespace sinew::viewer {
namespace {

Model part_model(const PageRobot& robot, const PageRobot::Part& part) {
  const auto first = robot.description.bodies.begin() + part.first_body;
  return Model(Description{.name = robot.description.name,
                           .bodies = {first, first + part.body_count},
                           .gravity = robot.description.gravity});
}

// The options of a robot that consists of arms and an object, and of any other robot. Strategy::block_omega propagates
// the unit forces of the constraint rows through the filter of the tree, which is the filter that the page shows.
ConstrainedSystemOptions options_for(const PageRobot& robot) {
  const bool has_arms =
      robot.parts.size() > 1 &&
      std::none_of(robot.arm_of_loop.begin(), robot.arm_of_loop.end(), [](int arm) { return arm < 0; });
  if (!has_arms) return {.strategy = Strategy::block_omega};
  ArmsAndObject parts{.object = part_model(robot, robot.parts.back()),
                      .names = std::vector<std::string>(robot.parts.size())};
  for (std::size_t i = 0; i + 1 < robot.parts.size(); ++i)
    parts.arms.push_back(part_model(robot, robot.parts[i]));
  for (std::size_t i = 0; i < robot.description.loops.size(); ++i) {
    const Loop& loop = robot.description.loops[i];
    parts.grasps.push_back({.name = loop.name,
                            .arm = robot.arm_of_loop[i],
                            .connection = loop.connection,
                            .first = loop.first,
                            .second = loop.second});
  }
  return {.arms = std::move(parts)};
}

GraspTrace grasp_trace(const MultiArm<double>& arms, int grasp) {
  const int arm = arms.grasp(grasp).arm;
  GraspTrace trace{.loop = grasp, .arm = arm};
  const multi_arm::Part<double>& part = arms.part(arm);
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

}  // namespace

LoopDynamics::LoopDynamics(const Model& model, const PageRobot& robot) : system_(model, options_for(robot)) {}

void LoopDynamics::set_closed(const std::vector<bool>& closed) {
  for (int i = 0; i < int(closed.size()); ++i) {
    if (system_.is_loop_closed(i) != closed[std::size_t(i)])
      system_.set_loop_closed(i, closed[std::size_t(i)]);
  }
}
void LoopDynamics::close_all() {
  set_closed(std::vector<bool>(std::size_t(system_.loop_count()), true));
}

void LoopDynamics::add_coupling_torques(Out<double> tau) const {
  const auto couplings = system_.chain().constraints().couplings();
  for (std::size_t i = 0; i < couplings.size(); ++i) {
    const double torque = system_.coupling(int(i)).torque;
    const auto& leader = couplings[i].leader;
    tau[std::size_t(couplings[i].follower.v)] += torque;
    if (leader.link != 0) tau[std::size_t(leader.v)] -= couplings[i].slope * torque;
  }
}

std::optional<ArmsTrace> LoopDynamics::arms() const {
  const MultiArm<double>* const arms = system_.arms();
  if (!arms) return {};
  ArmsTrace trace;
  for (int i = 0; i < arms->grasp_count(); ++i) trace.grasps.push_back(grasp_trace(*arms, i));
  const auto rates = arms->object_acceleration();
  trace.object_acceleration.assign(rates.begin(), rates.end());
  return trace;
}

}  // namespace sinew::viewer
