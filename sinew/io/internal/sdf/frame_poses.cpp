// Computes the poses of frames in the world and the links that carry them. Chains of frames can be long, so nothing
// here recurs along them; models within models are limited in depth.
#include "sinew/io/internal/sdf/frames.hpp"

namespace sinew::sdf {

bool FrameGraph::solve() {
  const bool posed = check_cycles(&FrameNode::base, "relative_to");
  const bool carried = check_cycles(&FrameNode::carrier, "attached_to");
  if (!posed || !carried) return false;
  const auto count = nodes_.size();
  poses_.assign(count, {});
  steps_.assign(count, {});
  has_pose_.assign(count, false);
  has_step_.assign(count, false);
  has_pose_[world_frame] = true;
  links_.assign(count, no_frame);
  links_[world_frame] = world_frame;
  for (int frame = 0; frame < size(); ++frame) {
    find_pose(frame);
    find_link(frame);
  }
  return true;
}

// Walks from every frame to the world; a walk that meets itself has found a cycle.
bool FrameGraph::check_cycles(int FrameNode::*next, const char* what) {
  std::vector<int> walk_of(nodes_.size(), no_frame);
  walk_of[world_frame] = world_frame;
  bool fine = true;
  for (int start = 1; start < size(); ++start) {
    int at = start;
    for (; walk_of[std::size_t(at)] == no_frame; at = node(at).*next) walk_of[std::size_t(at)] = start;
    if (at == world_frame || walk_of[std::size_t(at)] != start) continue;
    report_cycle(at, next, what);
    fine = false;
  }
  return fine;
}

void FrameGraph::report_cycle(int start, int FrameNode::*next, const char* what) {
  constexpr int most_names = 10;  // in one message
  std::string names = xml::in_quotes(node(start).name);
  int count = 1;
  for (int at = node(start).*next; at != start; at = node(at).*next, ++count) {
    if (count < most_names) names += " -> " + xml::in_quotes(node(at).name);
  }
  if (count > most_names) names += " -> ...";
  findings_->error(node(start).element.source(), std::string("the frames form a cycle of ") + what + ": " +
                                                     names + " -> " + xml::in_quotes(node(start).name));
}

// Returns the pose of a frame in its base. If the pose of a model is given for a frame inside it, this is that pose
// followed by the way back from the inner frame to the model.
Transform<double> FrameGraph::step_to_base(int frame) {
  const auto i = std::size_t(frame);
  if (has_step_[i]) return steps_[i];
  steps_[i] = nodes_[i].placement;
  if (const int inner = nodes_[i].placement_frame; inner != no_frame) {
    Transform<double> inside;
    int at = inner;
    for (; at != frame && at != world_frame; at = node(at).base) inside = step_to_base(at) * inside;
    if (at == frame) {
      steps_[i] = nodes_[i].placement * inverse(inside);
    } else {
      findings_->error(nodes_[i].element.source(),
                       "model " + xml::in_quotes(nodes_[i].name) + ": the pose of its placement frame " +
                           xml::in_quotes(node(inner).name) + " does not depend on the model");
    }
  }
  has_step_[i] = true;
  return steps_[i];
}

void FrameGraph::find_pose(int frame) {
  std::vector<int> pending;
  for (int at = frame; !has_pose_[std::size_t(at)]; at = node(at).base) pending.push_back(at);
  for (auto at = pending.rbegin(); at != pending.rend(); ++at) {
    poses_[std::size_t(*at)] = poses_[std::size_t(node(*at).base)] * step_to_base(*at);
    has_pose_[std::size_t(*at)] = true;
  }
}

void FrameGraph::find_link(int frame) {
  std::vector<int> pending;
  int at = frame;
  for (; links_[std::size_t(at)] == no_frame && node(at).kind != FrameKind::link; at = node(at).carrier) {
    pending.push_back(at);
  }
  const int link = node(at).kind == FrameKind::link ? at : links_[std::size_t(at)];
  links_[std::size_t(at)] = link;
  for (const int each : pending) links_[std::size_t(each)] = link;
}

Transform<double> FrameGraph::pose_in(int base, int frame) const {
  if (frame == base) return {};
  // Next to each other, the poses as written are more accurate than their way through the world.
  constexpr int most_steps = 3;
  Transform<double> near;
  int at = frame;
  for (int step = 0; step < most_steps && at != world_frame; ++step) {
    near = steps_[std::size_t(at)] * near;
    at = node(at).base;
    if (at == base) return near;
  }
  return inverse(pose(base)) * pose(frame);
}

}  // namespace sinew::sdf
