// Defines the lowered robot: one flat array of links, base to tip, that the sweeps run over.
//
// Every joint of one degree of freedom (DOF) is a modified Denavit-Hartenberg step with its axis on z
// (spatial/screw.hpp). Joints of several DOF that are compositions of such steps (cylindrical, universal, planar) are
// lowered to several steps with massless links between them. All other joints (spherical, floating, custom, and those
// whose axis is nearly but not exactly parallel to the one before) keep the user's frame. A sweep distinguishes six
// kinds of links, and for revolute links three kinds of rotation about the common normal; it knows no joint names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sinew/model/description/description.hpp"
#include "sinew/spatial/screw.hpp"

namespace sinew {

enum class LinkKind : std::uint8_t { revolute, prismatic, helical, spherical, floating, columns };

// The rotation about the common normal of a link's axis and its parent's: by any angle, none, or by 90 degrees.
enum class NormalRotation : std::uint8_t { any, none, quarter };

// Whether links of this kind are on a modified Denavit-Hartenberg step. The others are at a general placement.
constexpr bool is_step(LinkKind kind) {
  return kind <= LinkKind::helical;
}

template <class C>
struct Link {
  LinkKind kind = LinkKind::revolute;
  NormalRotation rotation = NormalRotation::any;  // of `normal`
  bool next_is_child =
      false;              // link k+1 is a child of this one: results are passed on without going to memory
  bool junction = false;  // links other than k+1 are children of this one: their results are summed in memory
  int parent = 0;
  int q = 0, v = 0;           // indices of its first coordinates
  int v_end = 0;              // end of the DOF of this link and all it carries, which are consecutive in v
  int side = -1;              // on a step: index in Tree::branches, or -1; else index in Tree::placed_joints
  ScrewX<C> normal{};         // screw along the common normal of the parent's axis and this one
  C angle{}, offset{};        // theta and d at q = 0
  C pitch{};                  // advance per radian (helical)
  RigidInertia<C> inertia{};  // of everything fixed to this link, about the link's frame
};

// A joint that is not on a step.
template <class C>
struct PlacedJointData {
  JointKind kind = JointKind::custom;
  Transform<C> placement{};  // of the joint's base in the parent link's frame
  Motion<C> axis{};          // for one DOF only: its constant column of H^T
  int count = 0;             // number of DOF
  int first_column = 0;      // in JointState::axes (kind columns)
  const CustomJoint* custom = nullptr;

  bool has_constant_axis() const { return kind == JointKind::revolute || kind == JointKind::prismatic; }
};

// A joint that rotates about its axis, by the angle `angle` (its value at q = 0) plus its coordinate in q.
template <class C>
struct RotatingLink {
  C angle;
  int q, link;
};

template <class C>
struct Tree {
  std::vector<Link<C>> links;                   // [0] is the ground
  std::vector<RotatingLink<C>> rotating_links;  // revolute and helical links
  std::vector<int> other_moves;                 // links that are not revolute
  std::vector<int> quaternions;                 // indices in q at which quaternions start
  std::vector<ScrewZ<C>> branches;  // screws before the steps of links that are not the parent's first child
  std::vector<PlacedJointData<C>> placed_joints;
  std::vector<C> armature{};  // one per velocity
  Transform<C> world{};       // the user's world frame in link 0's frame
  Motion<C> gravity{};        // the equivalent upward acceleration of the ground, in link 0's frame
  int column_count = 0;
  int q_size = 0, v_size = 0;
  int depth = 0;  // largest number of DOF between the ground and a link
};

// Links first, first + 1, ..., last - 1.
struct LinkRange {
  std::size_t first, last;
};
template <class C>
LinkRange all_links(const Tree<C>& tree) {
  return {1, tree.links.size()};
}

// Returns whether every link is a child of the one before it.
template <class C>
bool is_serial(const Tree<C>& tree) {
  for (std::size_t k = 1; k < tree.links.size(); ++k) {
    if (std::size_t(tree.links[k].parent) + 1 != k) return false;
  }
  return true;
}

}  // namespace sinew
