// Reads the orientation of an MJCF element, written as quat, axisangle, euler, xyaxes or zaxis.
#pragma once

#include <array>
#include <numbers>
#include <optional>

#include "sinew/io/internal/mjcf/attributes.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew::mjcf {

// The meaning of angles in the file: <compiler angle= eulerseq=>.
struct Angles {
  bool degrees = true;
  std::array<char, 3> euler_sequence{'x', 'y', 'z'};  // lower case: moving axes; upper case: fixed axes

  double radians(double angle) const { return degrees ? angle * (std::numbers::pi / 180) : angle; }
};

// A shorter vector is treated as having no direction (MuJoCo's bound).
inline constexpr double shortest_direction = 1e-7;

std::optional<Vector3<double>> direction_of(const Vector3<double>& v);

// Returns the shortest rotation that takes z to the given unit vector; for -z, the rotation by 180 degrees about x.
Rotation<double> rotation_of_z_to(const Vector3<double>& direction);

// Returns the rotation by three Euler angles, in the unit and sequence of the file.
Rotation<double> euler_rotation(const Vector3<double>& angles, const Angles& meaning);

// Returns the orientation given by the attributes, identity if they give none, and nothing if they are invalid. Two
// spellings in one element are an error. If the class of an element uses another spelling than the element, the
// precedence is MuJoCo's: euler, zaxis, xyaxes, axisangle, quat.
std::optional<Rotation<double>> orientation_of(const Attributes& attributes, const Angles& angles,
                                               const AttributeReader& reader);

// Returns pos and orientation as a transform; an invalid one is treated as absent.
Transform<double> placement_of(const Attributes& attributes, const Angles& angles,
                               const AttributeReader& reader);

}  // namespace sinew::mjcf
