// Lists what each format can express.
#pragma once

#include "sinew/io/write.hpp"

namespace sinew::write {

// Sets of kinds and of properties, one bit for each.
using Bits = unsigned;
template <class Kind>
constexpr Bits bit(Kind kind) {
  return Bits(1) << static_cast<int>(kind);
}
template <class... Kinds>
constexpr Bits bits(Kinds... kinds) {
  return (bit(kinds) | ...);
}

// Properties of a degree of freedom.
enum class Property {
  armature,
  damping,
  dry_friction,
  spring,
  range,
  velocity_limit,
  effort_limit,
  actuation
};

struct Features {
  RobotFormat format;
  const char* name;
  Bits joints, loops, shapes;
  Bits starts;             // kinds of joints that can have an initial position
  Bits properties;         // of joints with one DOF
  Bits shared_properties;  // of joints with several DOFs, for which there is one value
  bool floats_on_bodies;   // true: floating joints may be on any body; false: on the ground only
  bool frames;             // false: they are written as bodies
  bool mimics, couplings;
  bool negative_springs;
  bool named_positions;
  bool gravity;
  bool collision_colors;

  bool has(JointKind kind) const { return (joints & bit(kind)) != 0; }
  bool has(ConnectionKind kind) const { return (loops & bit(kind)) != 0; }
  bool has(Shape::Kind kind) const { return (shapes & bit(kind)) != 0; }
};

const Features& features_of(RobotFormat format);

}  // namespace sinew::write
