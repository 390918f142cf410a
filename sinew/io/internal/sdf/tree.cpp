// Chooses the joints that form a tree of links; the others close loops (docs/decisions/0030-sdf.md).
//
// 1. Joints that must have a coordinate (screws; joints that follow or lead others by a mimic; those of a gearbox) come
//    first, then joints that would lose something as loops (limits, damping, friction, a spring), then the others;
//    within each group in file order. Static links and the world are the ground.
// 2. In this order, a joint is part of the tree if it connects links that the joints before it do not connect. All other
//    joints close loops, and so does a joint marked must_be_loop_joint.
// 3. Links that are connected with the ground hang on it. Among others, the first link that is not the child of a joint
//    of the tree floats, or the first link of all if each of them is a child.
// 4. The joints of the tree carry the links away from the ground or the floating link. A joint that is passed from its
//    child to its parent carries its parent.
#include <algorithm>
#include <numeric>
#include <set>

#include "sinew/io/internal/sdf/joint.hpp"

namespace sinew::sdf {
namespace {

// Sets of links that are connected by the joints chosen so far.
class Components {
 public:
  explicit Components(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }
  std::size_t find(std::size_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::size_t child, std::size_t parent) { parent_[find(child)] = find(parent); }

 private:
  std::vector<std::size_t> parent_;
};

// Returns for each joint 0 if it must be part of the tree, 1 if it would lose something as a loop, and 2 otherwise.
class Ranks {
 public:
  explicit Ranks(const std::vector<ModelJoint>& joints) {
    for (const ModelJoint& joint : joints) {
      if (joint.mimic) leaders_.insert(joint.mimic->joint);
      if (joint.type != JointType::gearbox) continue;
      geared_.insert(std::minmax(joint.gear_reference, joint.parent));
      geared_.insert(std::minmax(joint.gear_reference, joint.child));
    }
  }
  int of(const ModelJoint& joint) const {
    if (joint.type == JointType::screw || joint.mimic || leaders_.contains(joint.name)) return 0;
    if (geared_.contains(std::minmax(joint.parent, joint.child))) return 0;
    return acts(joint.axes[0]) || acts(joint.axes[1]) ? 1 : 2;
  }

 private:
  static bool acts(const Axis& axis) {
    DegreeOfFreedom plain;
    plain.rest_position = axis.dof.rest_position;  // without effect if there is no spring
    return axis.dof != plain;
  }

  std::set<std::string> leaders_;
  std::set<std::pair<int, int>> geared_;
};

class Spanning {
 public:
  Spanning(const std::vector<Link>& links, const std::vector<ModelJoint>& joints)
      : links_(links), joints_(joints), at_(links.size() + 1), reached_(links.size() + 1, false) {
    tree_.inboard.resize(links.size());
  }

  SpanningTree run() {
    choose_joints();
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (links_[i].is_static) reached_[i] = true;
    }
    grow_from(ground_node());
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (links_[i].is_static) grow_from(i);
    }
    for (const bool any : {false, true}) {
      for (std::size_t i = 0; i < links_.size(); ++i) {
        if (!reached_[i] && (any || !is_child_[i])) grow_from(i);
      }
    }
    return std::move(tree_);
  }

 private:
  std::size_t ground_node() const { return links_.size(); }
  std::size_t node_of(int link) const { return link == ground ? ground_node() : std::size_t(link); }

  void choose_joints() {
    Components components(links_.size() + 1);
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (links_[i].is_static) components.join(i, ground_node());
    }
    is_child_.assign(links_.size(), false);
    const Ranks ranks(joints_);
    for (int rank = 0; rank <= 2; ++rank) {
      for (std::size_t j = 0; j < joints_.size(); ++j) {
        const ModelJoint& joint = joints_[j];
        if (joint.type == JointType::gearbox || ranks.of(joint) != rank) continue;
        const std::size_t parent = node_of(joint.parent), child = node_of(joint.child);
        if (joint.must_close_loop || components.find(parent) == components.find(child)) {
          tree_.loops.push_back(int(j));
          continue;
        }
        components.join(child, parent);
        at_[parent].push_back(int(j));
        at_[child].push_back(int(j));
        if (child != ground_node()) is_child_[child] = true;
      }
    }
    std::sort(tree_.loops.begin(), tree_.loops.end());
  }

  // Lets the joints carry everything that is connected with a link or the ground.
  void grow_from(std::size_t root) {
    std::vector<std::size_t> pending{root};
    reached_[root] = true;
    while (!pending.empty()) {
      const std::size_t at = pending.back();
      pending.pop_back();
      for (const int j : at_[at]) {
        const ModelJoint& joint = joints_[std::size_t(j)];
        const bool reversed = node_of(joint.child) == at;
        const std::size_t other = node_of(reversed ? joint.parent : joint.child);
        if (reached_[other]) continue;
        reached_[other] = true;
        tree_.inboard[other] = {j, reversed};
        pending.push_back(other);
      }
    }
  }

  const std::vector<Link>& links_;
  const std::vector<ModelJoint>& joints_;
  std::vector<std::vector<int>> at_;  // joints of the tree at each link; the ground comes after the links
  std::vector<bool> reached_, is_child_;
  SpanningTree tree_;
};

}  // namespace

std::vector<bool> joints_in(const SpanningTree& tree, std::size_t joint_count) {
  std::vector<bool> result(joint_count, false);
  for (const Inboard& inboard : tree.inboard) {
    if (inboard.joint >= 0) result[std::size_t(inboard.joint)] = true;
  }
  return result;
}

SpanningTree span(const std::vector<Link>& links, const std::vector<ModelJoint>& joints) {
  return Spanning(links, joints).run();
}

}  // namespace sinew::sdf
