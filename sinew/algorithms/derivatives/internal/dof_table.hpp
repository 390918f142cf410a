// Lists the degrees of freedom (DOFs) of a tree, which the derivative matrices treat as a tree of their own: the DOFs of
// one joint follow each other, and the last of them carries the body.
//
// The DOFs are in depth-first order, that of v: DOF j carries the DOFs j, ..., end(j) - 1.
#pragma once

#include <vector>

#include "sinew/model/tree/tree.hpp"

namespace sinew::common_frame {

struct JointDofs {
  int first, count;  // its DOFs are first, ..., first + count - 1
  int parent;        // the last DOF of the joint before it; -1: it is attached to the ground
  int link;          // the link it moves
  int last() const { return first + count - 1; }
  int end() const { return first + count; }
};

struct DofTable {
  std::vector<JointDofs> joints;  // in the order of their DOFs
  std::vector<int> joint;         // of each DOF: index in `joints`
  std::vector<int> parent;        // of each DOF: the DOF before it on its path; -1: none
  std::vector<int> end;           // of each DOF: end of the DOFs that it carries
  std::vector<char> junction;     // of each DOF: whether it has more than one child

  int size() const { return int(parent.size()); }

  template <class C>
  explicit DofTable(const Tree<C>& tree) {
    std::vector<int> last_of_link(tree.links.size(), -1);
    for (std::size_t k = 1; k < tree.links.size(); ++k) {
      const Link<C>& link = tree.links[k];
      const int count = dofs_of(tree, link), before = last_of_link[std::size_t(link.parent)];
      joints.push_back({link.v, count, before, int(k)});
      for (int i = 0; i < count; ++i) {
        joint.push_back(int(joints.size()) - 1);
        parent.push_back(i == 0 ? before : link.v + i - 1);
        end.push_back(link.v_end);
      }
      last_of_link[k] = link.v + count - 1;
    }
    junction.resize(parent.size());
    for (int j = 0; j < size(); ++j) {
      if (parent[std::size_t(j)] >= 0 && parent[std::size_t(j)] != j - 1)
        junction[std::size_t(parent[std::size_t(j)])] = 1;
    }
  }

  // Whether a motion of DOF j moves the axis of DOF i along with its link: j is on the path from the ground to i, or they
  // belong to the same joint.
  bool carries(int j, int i) const {
    const JointDofs& of = joints[std::size_t(joint[std::size_t(j)])];
    return i >= of.first && i < end[std::size_t(j)];
  }

 private:
  template <class C>
  static int dofs_of(const Tree<C>& tree, const Link<C>& link) {
    switch (link.kind) {
      case LinkKind::spherical:
        return 3;
      case LinkKind::floating:
        return 6;
      case LinkKind::columns:
        return tree.placed_joints[std::size_t(link.side)].count;
      default:
        return 1;
    }
  }
};

}  // namespace sinew::common_frame
