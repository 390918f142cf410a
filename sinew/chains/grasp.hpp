// How an arm holds an object, or the ground.
#pragma once

#include "sinew/model/model.hpp"

namespace sinew {

// The connection's first frame stands on the object (`first.body` names one of its bodies) or on the ground (empty),
// the second on a body of the arm.
struct Grasp {
  std::string name{};
  int arm = 0;
  Connection connection{};
  LoopEnd first{}, second{};
};

// Contacts that can only push: of their kind it matters on which side of the plane the arm is. The z axis of the first
// frame points from the object to the arm.
constexpr bool is_one_sided(ConnectionKind kind) {
  return kind == ConnectionKind::planar || kind == ConnectionKind::line_on_plane ||
         kind == ConnectionKind::point_on_plane;
}

// An object of one rigid body, which floats: q = x y z, quaternion w x y z; v its twist in the body's frame.
inline Model rigid_object(const Inertial& inertial, const Vector3<double>& gravity = {0, 0, -9.81},
                          const std::string& name = "object") {
  Body body{.name = name};
  body.joint = {.name = name + "_motion", .kind = JointKind::floating};
  body.inertial = inertial;
  return Model(Description{.name = name, .bodies = {body}, .gravity = gravity});
}

}  // namespace sinew
