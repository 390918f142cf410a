// Describes how an arm holds an object or the ground.
#pragma once

#include "sinew/model/model.hpp"

namespace sinew {

// The first frame of the connection is fixed to the object (`first.body` names one of its bodies) or to the ground
// (`first.body` is empty), the second frame to a body of the arm.
struct Grasp {
  std::string name{};
  int arm = 0;
  Connection connection{};
  LoopEnd first{}, second{};
};

// Returns whether contacts of this kind can only push. The arm must then be on the right side of the plane: the z axis
// of the first frame points from the object to the arm.
constexpr bool is_one_sided(ConnectionKind kind) {
  return kind == ConnectionKind::planar || kind == ConnectionKind::line_on_plane ||
         kind == ConnectionKind::point_on_plane;
}

// Makes an object of one floating rigid body: q = x y z, quaternion w x y z; v is its twist in the body's frame.
inline Model rigid_object(const Inertial& inertial, const Vector3<double>& gravity = {0, 0, -9.81},
                          const std::string& name = "object") {
  Body body{.name = name};
  body.joint = {.name = name + "_motion", .kind = JointKind::floating};
  body.inertial = inertial;
  return Model(Description{.name = name, .bodies = {body}, .gravity = gravity});
}

}  // namespace sinew
