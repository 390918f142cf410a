// The lowered robot: one flat array of links, base to tip, that the sweeps run over.
//
// Every joint of one freedom is a modified Denavit-Hartenberg step with its axis on z (spatial/screw.hpp);
// joints with several freedoms that are compositions of such steps (cylindrical, universal, planar) are
// lowered to a run of them with massless links between. Joints that are not (spherical, floating, custom, and
// those whose axis is nearly but not quite parallel to the one before) keep the user's frame. A sweep knows
// six kinds of link, of revolute ones how they stand to their parent, and no joint names.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sinew/model/description.hpp"
#include "sinew/spatial/screw.hpp"

namespace sinew {

enum class LinkKind : std::uint8_t { revolute, prismatic, helical, spherical, floating, columns };

// The turn about the common normal of a link's axis and its parent's.
enum class NormalTurn : std::uint8_t { any, none, quarter };

// On a modified Denavit-Hartenberg step; the others stand at a general placement.
constexpr bool is_step(LinkKind kind) {
  return kind <= LinkKind::helical;
}

template <class C>
struct Link {
  LinkKind kind = LinkKind::revolute;
  NormalTurn turn = NormalTurn::any;  // of `normal`
  bool next_is_child =
      false;              // link k+1 hangs on this one: results are handed over without going through memory
  bool junction = false;  // others than link k+1 hang on this one: their results are summed in memory
  int parent = 0;
  int q = 0, v = 0;           // where its coordinates start
  int v_end = 0;              // end of the freedoms of this link and all it carries, which are consecutive
  int side = -1;              // on a step: index in Tree::branches, or -1; else index in Tree::placed_joints
  ScrewX<C> normal{};         // along the common normal of the parent's axis and this one
  C angle{}, offset{};        // theta and d at q = 0
  C pitch{};                  // advance per radian (helical)
  RigidInertia<C> inertia{};  // of everything fixed to this link, about the link's frame
};

// A joint that is not on a step.
template <class C>
struct PlacedJointData {
  JointKind kind = JointKind::custom;
  Transform<C> placement{};  // of the joint's base in the parent link's frame
  Motion<C> axis{};          // one freedom only: its constant column
  int count = 0;             // freedoms
  int first_column = 0;      // in JointState::axes (kind columns)
  const CustomJoint* custom = nullptr;

  bool has_constant_axis() const { return kind == JointKind::revolute || kind == JointKind::prismatic; }
};

// A joint that turns about its axis: its angle is that at q = 0 plus q.
template <class C>
struct Turn {
  C angle;
  int q, link;
};

template <class C>
struct Tree {
  std::vector<Link<C>> links;       // [0] is the ground
  std::vector<Turn<C>> turns;       // revolute and helical links
  std::vector<int> other_moves;     // links that do not only turn
  std::vector<int> quaternions;     // where quaternions start in q
  std::vector<ScrewZ<C>> branches;  // what stands before the step of a link that is not its parent's first
  std::vector<PlacedJointData<C>> placed_joints;
  std::vector<C> armature{};  // one per velocity
  Transform<C> world{};       // the user's world frame in link 0's frame
  Motion<C> gravity{};        // the acceleration upwards that stands in for it, in link 0's frame
  int column_count = 0;
  int q_size = 0, v_size = 0;
  int depth = 0;  // the most freedoms between the ground and a link
};

// Links first, first + 1, ..., last - 1.
struct LinkRange {
  std::size_t first, last;
};
template <class C>
LinkRange all_links(const Tree<C>& tree) {
  return {1, tree.links.size()};
}

}  // namespace sinew
