// Builds one tree from the links and joints of a URDF file.
#include <unordered_map>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/urdf/parts.hpp"

namespace sinew::urdf {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);
constexpr std::size_t most_names = 10;  // in one message

class Tree {
 public:
  Tree(std::vector<Link> links, std::vector<LinkedJoint> joints, const Source& robot, Findings& findings)
      : links_(std::move(links)), joints_(std::move(joints)), robot_(robot), findings_(findings) {}

  std::vector<Body> grow() {
    name_links();
    name_joints();
    inboard_.assign(links_.size(), none);
    outboard_.resize(links_.size());
    is_child_.assign(links_.size(), false);
    for (std::size_t j = 0; j < joints_.size(); ++j) connect(j);
    const std::size_t root = find_root();
    find_cycles();
    return root == none ? std::vector<Body>{} : bodies_from(root);
  }

 private:
  std::string of(const LinkedJoint& joint) const { return "joint " + xml::in_quotes(joint.joint.name); }
  std::string of(const Link& link) const { return "link " + xml::in_quotes(link.name); }

  void name_links() {
    for (std::size_t i = 0; i < links_.size(); ++i) {
      const auto [first, is_new] = link_index_.emplace(links_[i].name, i);
      if (is_new) continue;
      findings_.error(links_[i].source, of(links_[i]) + ": a link of this name is already defined in line " +
                                            std::to_string(links_[first->second].source.line));
    }
  }
  void name_joints() {
    std::unordered_map<std::string, std::size_t> index;
    for (std::size_t j = 0; j < joints_.size(); ++j) {
      const auto [first, is_new] = index.emplace(joints_[j].joint.name, j);
      if (is_new || joints_[j].joint.name.empty()) continue;
      findings_.error(joints_[j].source, of(joints_[j]) +
                                             ": a joint of this name is already defined in line " +
                                             std::to_string(joints_[first->second].source.line));
    }
  }

  std::size_t link_at(const std::string& name) const {
    const auto found = link_index_.find(name);
    return found == link_index_.end() ? none : found->second;
  }

  std::string similar_link(const std::string& name) const {
    return detail::did_you_mean(name, links_, [](const Link& link) { return link.name; });
  }

  void connect(std::size_t j) {
    const LinkedJoint& joint = joints_[j];
    const std::size_t parent = link_at(joint.parent), child = link_at(joint.child);
    const auto refuse = [&](const std::string& what) {
      findings_.error(joint.source, of(joint) + ": " + what);
    };
    if (parent == none && !joint.parent.empty()) {
      refuse("parent link " + xml::in_quotes(joint.parent) + " is not declared" + similar_link(joint.parent) +
             " (its child is " + xml::in_quotes(joint.child) + ")");
    }
    if (child == none && !joint.child.empty()) {
      refuse("child link " + xml::in_quotes(joint.child) + " is not declared" + similar_link(joint.child) +
             " (its parent is " + xml::in_quotes(joint.parent) + ")");
    }
    // A link with an invalid joint is not a root, so that one error gives one finding.
    if (child != none) is_child_[child] = true;
    if (parent == none || child == none) return;
    if (parent == child) {
      return refuse("closes a cycle: link " + xml::in_quotes(joint.child) + " is its own parent");
    }
    if (inboard_[child] != none) {
      const LinkedJoint& other = joints_[inboard_[child]];
      return refuse("link " + xml::in_quotes(joint.child) +
                    " has two parents: " + xml::in_quotes(other.parent) + " by " + of(other) + " and " +
                    xml::in_quotes(joint.parent) + " by this one");
    }
    inboard_[child] = j;
    outboard_[parent].push_back(j);
  }

  std::size_t find_root() {
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < links_.size(); ++i) {
      if (!is_child_[i] && link_at(links_[i].name) == i) roots.push_back(i);
    }
    if (links_.empty() && !findings_.has_errors()) findings_.error(robot_, "<robot> has no links");
    if (roots.size() > 1) {
      std::string names;
      for (std::size_t i = 0; i < roots.size() && i < most_names; ++i) {
        names += (i == 0 ? "" : ", ") + xml::in_quotes(links_[roots[i]].name);
      }
      if (roots.size() > most_names) names += ", ...";
      findings_.error(links_[roots[1]].source,
                      std::to_string(roots.size()) + " root links: " + names +
                          "; expected exactly one link that is not the child of a joint");
    }
    return roots.empty() ? none : roots.front();
  }

  // Walks towards the root from every link; a walk that meets itself has found a cycle.
  void find_cycles() {
    std::vector<std::size_t> walk_of(links_.size(), none);
    for (std::size_t start = 0; start < links_.size(); ++start) {
      std::size_t at = start;
      while (walk_of[at] == none && inboard_[at] != none) {
        walk_of[at] = start;
        at = link_at(joints_[inboard_[at]].parent);
      }
      if (inboard_[at] != none && walk_of[at] == start) report_cycle(at);
    }
  }

  // Reports a cycle at the joint that comes last in the file.
  void report_cycle(std::size_t start) {
    std::size_t last = inboard_[start];
    std::size_t at = start;
    do {
      last = std::max(last, inboard_[at]);
      at = link_at(joints_[inboard_[at]].parent);
    } while (at != start);
    const LinkedJoint& closing = joints_[last];
    std::string names = xml::in_quotes(closing.child);
    at = link_at(closing.parent);
    const std::size_t end = link_at(closing.child);
    for (std::size_t count = 1; at != end; ++count, at = link_at(joints_[inboard_[at]].parent)) {
      if (count < most_names) names = xml::in_quotes(links_[at].name) + " -> " + names;
      if (count == most_names) names = "... -> " + names;
    }
    findings_.error(closing.source,
                    of(closing) + ": closes a cycle: " + xml::in_quotes(closing.child) + " -> " + names);
  }

  std::vector<Body> bodies_from(std::size_t root) {
    std::vector<Body> bodies;
    std::vector<std::size_t> pending{root};
    while (!pending.empty()) {
      const std::size_t i = pending.back();
      pending.pop_back();
      Link& link = links_[i];
      Body body{.name = link.name,
                .parent = {},
                .placement = {},
                .joint = {},
                .inertial = link.inertial,
                .shapes = std::move(link.shapes),
                .source = link.source};
      if (inboard_[i] != none) {
        LinkedJoint& joint = joints_[inboard_[i]];
        body.parent = joint.parent;
        body.placement = joint.placement;
        body.joint = std::move(joint.joint);
      }
      bodies.push_back(std::move(body));
      for (auto j = outboard_[i].rbegin(); j != outboard_[i].rend(); ++j) {
        pending.push_back(link_at(joints_[*j].child));
      }
    }
    return bodies;
  }

  std::vector<Link> links_;
  std::vector<LinkedJoint> joints_;
  Source robot_;
  Findings& findings_;
  std::unordered_map<std::string, std::size_t> link_index_;
  std::vector<std::size_t> inboard_;                // joint towards the root, for each link
  std::vector<std::vector<std::size_t>> outboard_;  // joints away from the root, for each link, in file order
  std::vector<bool> is_child_;
};

}  // namespace

std::vector<Body> grow_tree(std::vector<Link> links, std::vector<LinkedJoint> joints, const Source& robot,
                            Findings& findings) {
  return Tree(std::move(links), std::move(joints), robot, findings).grow();
}

}  // namespace sinew::urdf
