#include "apps/viewer/engine/sweep_trace.hpp"

#include "sinew/algorithms/dynamics/constraint_forces.hpp"

namespace sinew::viewer {
namespace {

using Work = Workspace<double>;

// Calls f(joint, k, X) for the links that a joint is made of, from the last to the first; k: the link's index, X: the
// body's pose in the link.
template <class F>
void for_each_link(const Work& work, const JointInfo& info, const FrameInfo& body, F&& f) {
  Transform<double> placement = body.placement;
  int left = info.v_size;
  auto k = std::size_t(body.link);
  while (left > 0) {
    at_joint(*work.tree, work.joints, k, [&](const auto& joint) {
      f(joint, k, placement);
      left -= joint.count();
      placement = joint.pose_of_child(Transform<double>{}) * placement;
    });
    k = std::size_t(work.tree->links[k].parent);
  }
}

// The joint in the frame of a body that it carries: its axes, bias acceleration and measurement.
struct Crossing {
  Motion<double> axes[6];
  Motion<double> bias{};
  Measurement<double> measured[6];
  ArticulatedInertia<double> P{}, P_plus{};
  Force<double> z{}, z_measured{};  // z_measured = z + sum of G e
};

Crossing cross_joint(const Work& work, const JointInfo& info, const FrameInfo& body, const In<double>& v,
                     const In<double>& tau) {
  Crossing at;
  constraint_force::get_axes(*work.tree, work, info, body, at.axes);
  for_each_link(work, info, body, [&](const auto& joint, std::size_t k, const Transform<double>& placement) {
    at.bias += placement.motion_to_child(joint.bias(work.velocity[k], v.data() + joint.link.v));
  });
  const auto link = std::size_t(body.link);
  at.P = at.P_plus = to_parent(inverse(body.placement), work.covariance[link]);
  at.z = at.z_measured = body.placement.force_to_child(work.force[link]);
  const Transform<double> nowhere{};
  const Motion<double> still{};
  const ColumnsJoint<double> joint{{work.tree->links[link], nowhere}, at.axes, still, info.v_size};
  filter::update(joint, at.P_plus, work.tree->armature.data() + info.v_index, at.measured);
  filter::update_state(joint, at.z_measured, tau.data() + info.v_index, at.measured);
  return at;
}

BodyTrace body_trace(const Work& work, const Crossing& free, const Crossing& closed, const JointInfo& info,
                     const FrameInfo& body, const Work& closed_work, const In<double>& a) {
  const auto link = std::size_t(body.link);
  const Motion<double>& V = work.velocity[link];
  BodyTrace trace;
  trace.velocity = body.placement.motion_to_child(V);
  trace.bias_acceleration = free.bias;
  trace.bias_force = body.placement.force_to_child(gyroscopic_force(work.tree->links[link].inertia, V));
  trace.P = free.P;
  trace.P_plus = free.P_plus;
  trace.z = free.z;
  trace.z_plus = free.z_measured + free.P_plus * free.bias;
  trace.lambda = trace.lambda_plus = body.placement.motion_to_child(closed_work.acceleration[link]);
  for (int i = 0; i < info.v_size; ++i)
    trace.lambda_plus = trace.lambda_plus - a[std::size_t(info.v_index + i)] * free.axes[i];
  trace.force = closed.P * trace.lambda + closed.z;
  return trace;
}

}  // namespace

SweepTrace::SweepTrace(const Model& model, std::span<const FrameIndex> bodies) : model_(model) {
  std::vector<int> joint_of_link(model.tree<double>().links.size(), -1);
  for (std::size_t i = 0; i < model.joints().size(); ++i)
    joint_of_link[std::size_t(model.frame(model.joints()[i].frame).link)] = int(i);
  for (const FrameIndex frame : bodies)
    bodies_.push_back({frame, joint_of_link[std::size_t(model.frame(frame).link)]});
}

BodyTrace SweepTrace::on_ground(const Work& work, const FrameInfo& info) const {
  BodyTrace trace;
  trace.lambda = trace.lambda_plus = info.placement.motion_to_child(work.acceleration[0]);
  return trace;
}

void SweepTrace::read(const Work& free_work, const Work& closed_work, const SweepInput& input,
                      Evaluation& out) const {
  out.bodies.clear();
  out.dofs.resize(std::size_t(model_.velocity_size()));
  for (const auto& [frame, joint] : bodies_) {
    const FrameInfo& body = model_.frame(frame);
    if (joint < 0) {
      out.bodies.push_back(on_ground(free_work, body));
      continue;
    }
    const JointInfo& info = model_.joints()[std::size_t(joint)];
    const Crossing free = cross_joint(free_work, info, body, input.v, input.tau);
    const Crossing closed = cross_joint(closed_work, info, body, input.v, input.closed_tau);
    out.bodies.push_back(body_trace(free_work, free, closed, info, body, closed_work, input.a));
    if (frame != info.frame)
      continue;  // on a fixed joint: the degrees of freedom are shown at the joint's own body
    for (int i = 0; i < info.v_size; ++i) {
      const auto v = std::size_t(info.v_index + i);
      const auto& [gain, inverse_variance, free_innovation] = free.measured[i];
      const double innovation = closed.measured[i].innovation;
      out.dofs[v] = {.H = free.axes[i],
                     .tau = input.tau[v],
                     .D = 1 / inverse_variance,
                     .G = gain,
                     .innovation = innovation,
                     .free_innovation = free_innovation,
                     .residual = inverse_variance * innovation,
                     .acceleration = input.a[v]};
    }
  }
}

}  // namespace sinew::viewer
