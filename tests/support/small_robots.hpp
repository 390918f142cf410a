// Robots small enough for hand computation. Gravity is 9.81 along -z; pendulums hang down at zero and rotate about -y,
// so that a positive angle moves the bob towards +x.
#pragma once

#include "sinew/model/description/description.hpp"

namespace sinew::test {

inline Body hinged(const std::string& name, const std::string& parent, const Vector3<double>& offset,
                   const Inertial& inertial, const Vector3<double>& axis = {0, -1, 0}) {
  Body body{.name = name, .parent = parent, .placement = {{}, offset}};
  body.joint = {.name = name + "_joint", .kind = JointKind::revolute, .axis = axis};
  body.inertial = inertial;
  return body;
}

// A pendulum whose centre of mass hangs `length` below the hinge, with the given inertia about it.
inline Description pendulum(double mass, double length, double inertia) {
  return {.name = "pendulum",
          .bodies = {hinged("rod", "", {}, {mass, {0, 0, -length}, {inertia, 0, 0, inertia, 0, inertia}})}};
}

inline Description double_pendulum(double m1, double m2, double l1, double l2) {
  return {.name = "double pendulum",
          .bodies = {hinged("upper", "", {}, {m1, {0, 0, -l1}, {}}),
                     hinged("lower", "upper", {0, 0, -l1}, {m2, {0, 0, -l2}, {}})}};
}

inline Description free_body(double mass, const Vector3<double>& moments) {
  Body body{.name = "body"};
  body.joint = {.name = "free", .kind = JointKind::floating};
  body.inertial = {mass, {}, {moments.x, 0, 0, moments.y, 0, moments.z}};
  return {.name = "free body", .bodies = {body}};
}

inline Description cart_pole(double cart, double bob, double length) {
  Body body{.name = "cart"};
  body.joint = {.name = "rail", .kind = JointKind::prismatic, .axis = {1, 0, 0}};
  body.inertial = {cart, {}, {0.1, 0, 0, 0.1, 0, 0.1}};
  return {.name = "cart pole", .bodies = {body, hinged("pole", "cart", {}, {bob, {0, 0, -length}, {}})}};
}

}  // namespace sinew::test
