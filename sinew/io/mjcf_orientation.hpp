// The five spellings of an orientation in MJCF: quat, axisangle, euler, xyaxes, zaxis.
#pragma once

#include <array>
#include <numbers>
#include <optional>

#include "sinew/io/mjcf_attributes.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::mjcf {

// How angles are meant: <compiler angle= eulerseq=>.
struct Angles {
  bool degrees = true;
  std::array<char, 3> euler_sequence{'x', 'y', 'z'};  // lower case: moving axes; upper case: fixed axes

  double radians(double angle) const { return degrees ? angle * (std::numbers::pi / 180) : angle; }
};

// Below this length a vector has no direction (MuJoCo's bound).
inline constexpr double shortest_direction = 1e-7;

std::optional<Vector3<double>> direction_of(const Vector3<double>& v);

// The shortest turn that takes z to the given unit vector; half a turn about x for -z.
Rotation<double> turn_z_to(const Vector3<double>& direction);

// What the attributes say; identity when they say nothing, nothing when they are wrong. Two spellings in one
// element are an error; where the class of an element has another spelling than the element, the order is
// MuJoCo's: euler over zaxis over xyaxes over axisangle over quat.
std::optional<Rotation<double>> orientation_of(const Attributes& attributes, const Angles& angles,
                                               const AttributeReader& reader);

// pos and orientation; a wrong one counts as absent.
Transform<double> placement_of(const Attributes& attributes, const Angles& angles,
                               const AttributeReader& reader);

}  // namespace sinew::mjcf
