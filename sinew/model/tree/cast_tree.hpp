// Converts the constants of a lowered robot (model/tree/tree.hpp) to another number type.
#pragma once

#include "sinew/model/tree/tree.hpp"

namespace sinew {

// number(x) converts one constant.
template <class To, class From, class Number>
Tree<To> cast_tree(const Tree<From>& tree, const Number& number) {
  const auto vector = [&](const Vector3<From>& x) {
    return Vector3<To>{number(x.x), number(x.y), number(x.z)};
  };
  const auto motion = [&](const Motion<From>& x) { return Motion<To>{vector(x.angular), vector(x.linear)}; };
  const auto placement = [&](const Transform<From>& x) {
    const Rotation<From>& r = x.rotation;
    return Transform<To>{{vector(r.row_x), vector(r.row_y), vector(r.row_z)}, vector(x.translation)};
  };
  const auto inertia = [&](const RigidInertia<From>& x) {
    const Symmetric3<From>& i = x.inertia;
    return RigidInertia<To>{
        number(x.mass),
        vector(x.moment),
        {number(i.xx), number(i.xy), number(i.xz), number(i.yy), number(i.yz), number(i.zz)}};
  };
  Tree<To> out;
  for (const Link<From>& l : tree.links) {
    out.links.push_back({.kind = l.kind,
                         .rotation = l.rotation,
                         .next_is_child = l.next_is_child,
                         .junction = l.junction,
                         .parent = l.parent,
                         .q = l.q,
                         .v = l.v,
                         .v_end = l.v_end,
                         .side = l.side,
                         .normal = {number(l.normal.cosine), number(l.normal.sine), number(l.normal.shift)},
                         .angle = number(l.angle),
                         .offset = number(l.offset),
                         .pitch = number(l.pitch),
                         .inertia = inertia(l.inertia)});
  }
  for (const RotatingLink<From>& t : tree.rotating_links)
    out.rotating_links.push_back({number(t.angle), t.q, t.link});
  out.other_moves = tree.other_moves;
  out.quaternions = tree.quaternions;
  for (const ScrewZ<From>& b : tree.branches) {
    out.branches.push_back({number(b.cosine), number(b.sine), number(b.shift)});
  }
  for (const PlacedJointData<From>& j : tree.placed_joints) {
    out.placed_joints.push_back({.kind = j.kind,
                                 .placement = placement(j.placement),
                                 .axis = motion(j.axis),
                                 .count = j.count,
                                 .first_column = j.first_column,
                                 .custom = j.custom});
  }
  for (const From& x : tree.armature) out.armature.push_back(number(x));
  out.world = placement(tree.world);
  out.gravity = motion(tree.gravity);
  out.column_count = tree.column_count;
  out.q_size = tree.q_size;
  out.v_size = tree.v_size;
  out.depth = tree.depth;
  return out;
}
template <class To, class From>
Tree<To> cast_tree(const Tree<From>& tree) {
  return cast_tree<To>(tree, [](const From& x) { return To(x); });
}

}  // namespace sinew
