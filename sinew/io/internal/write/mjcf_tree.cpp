#include "sinew/io/internal/write/mjcf_tree.hpp"

#include <cmath>
#include <string>
#include <unordered_set>

#include "sinew/io/internal/write/carriers.hpp"
#include "sinew/model/description/joint_pose.hpp"

namespace sinew::write {
namespace {

bool rotates(const Joint& joint) {
  return joint.kind != JointKind::prismatic && joint.kind != JointKind::fixed;
}

// Returns whether MuJoCo allows `joint` before the joints of one body: it has at most 6 degrees of freedom, a free joint
// is alone, and nothing rotates after a ball.
bool can_precede(const Joint& joint, const std::vector<const Body*>& path) {
  int dofs = velocity_size(joint.kind);
  if (joint.kind == JointKind::floating) return false;
  for (const Body* body : path) {
    dofs += velocity_size(body->joint.kind);
    if (joint.kind == JointKind::spherical && rotates(body->joint)) return false;
  }
  return dofs <= 6;
}

// Returns a point of composed poses without components that are rounding of the lengths on its path.
Vector3<double> without_rounding(Vector3<double> point, double length) {
  for (double* x : {&point.x, &point.y, &point.z}) {
    if (std::abs(*x) < 4e-16 * length) *x = 0;
  }
  return point;
}

class TreeWriter {
 public:
  TreeWriter(const Description& robot, Losses& losses) : robot_(robot), losses_(losses), carriers_(robot) {}

  WrittenTree run() {
    std::unordered_set<const Body*> carriers;
    for (const Body& body : robot_.bodies) carriers.insert(carriers_.of(body));
    for (const Body& body : robot_.bodies) {
      // A carrier that cannot be merged starts a path of its own.
      for (const Body* at = carriers.contains(&body) ? nullptr : &body; at != nullptr;) at = find_path(*at);
    }
    std::unordered_map<std::string, int> index;
    for (const Body& body : robot_.bodies) {
      if (merged_.contains(&body)) continue;
      index[body.name] = int(tree_.bodies.size());
      tree_.bodies.push_back(written(body));
    }
    // Children come in the order of the first bodies of their paths, which is the order of the coordinates.
    std::unordered_map<const Body*, int> first;
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i)
      first[paths_.at(tree_.bodies[i].body).front()] = int(i);
    for (const Body& body : robot_.bodies) {
      const auto found = first.find(&body);
      if (found == first.end()) continue;
      auto& siblings =
          body.parent.empty() ? tree_.roots : tree_.bodies[std::size_t(index.at(body.parent))].children;
      siblings.push_back(found->second);
    }
    report_massless_bodies();
    return std::move(tree_);
  }

 private:
  // Finds the carriers that are merged into a body: `paths_` has them, outermost first, and the body last. Returns the
  // carrier that cannot be merged, or null.
  const Body* find_path(const Body& body) {
    std::vector<const Body*>& path = paths_[&body];
    path = {&body};
    while (const Body* const carrier = carriers_.of(*path.front())) {
      if (!can_precede(carrier->joint, path)) return carrier;
      path.insert(path.begin(), carrier);
      merged_.insert(carrier);
      if (carrier->name == carrier->joint.name) continue;
      losses_.add(
          carrier->source,
          "MJCF has several joints on one body instead of massless bodies between them; these are left out",
          carrier->name);
    }
    return nullptr;
  }

  WrittenBody written(const Body& body) const {
    const std::vector<const Body*>& path = paths_.at(&body);
    WrittenBody result{.body = &body, .placement = {}, .joints = {}, .children = {}};
    std::vector<Transform<double>> poses;  // of each body of the path, in the body around it
    double length = 0;
    for (const Body* each : path) {
      length += norm(each->placement.translation);
      result.placement = result.placement * each->placement * joint_pose(each->joint, start_of(each->joint));
      poses.push_back(result.placement);
    }
    for (std::size_t i = 0; i < path.size(); ++i) {
      const Joint& joint = path[i]->joint;
      if (joint.kind == JointKind::fixed) continue;
      const bool own = i + 1 == path.size();
      const Transform<double> in_body = own ? Transform<double>{} : inverse(result.placement) * poses[i];
      result.joints.push_back(
          {&joint, without_rounding(in_body.translation, length), in_body.rotation * joint.axis});
    }
    return result;
  }

  // A body without joints is part of the body around it.
  void report_massless_bodies() {
    std::vector<int> around(tree_.bodies.size(), -1);
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
      for (const int child : tree_.bodies[i].children) around[std::size_t(child)] = int(i);
    }
    std::vector<bool> has_mass(tree_.bodies.size(), false);
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
      if (!(tree_.bodies[i].body->inertial.mass > 0)) continue;
      for (int at = int(i); at >= 0 && !has_mass[std::size_t(at)];) {
        has_mass[std::size_t(at)] = true;
        at = tree_.bodies[std::size_t(at)].joints.empty() ? around[std::size_t(at)] : -1;
      }
    }
    for (std::size_t i = 0; i < tree_.bodies.size(); ++i) {
      const WrittenBody& body = tree_.bodies[i];
      if (body.joints.empty() || has_mass[i]) continue;
      losses_.add(body.body->source, "MuJoCo refuses bodies that move and have no mass", body.body->name);
    }
  }

  const Description& robot_;
  Losses& losses_;
  Carriers carriers_;
  std::unordered_map<const Body*, std::vector<const Body*>> paths_;
  std::unordered_set<const Body*> merged_;  // carriers
  WrittenTree tree_;
};

}  // namespace

WrittenTree written_tree(const Description& robot, Losses& losses) {
  return TreeWriter(robot, losses).run();
}

}  // namespace sinew::write
