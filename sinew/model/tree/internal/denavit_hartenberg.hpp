// Computes the common normal of two joint axes, which determines the modified Denavit-Hartenberg frames of a tree
// (Khalil & Kleinfinger 1986).
#pragma once

#include <optional>

#include "sinew/spatial/transform.hpp"

namespace sinew {

// The common normal from the axis through the origin along `parent_axis` to the axis through `point` along
// `child_axis`, everything in one frame; both axes are unit vectors.
struct CommonNormal {
  Vector3<double> direction;  // unit vector
  double length;              // a
  double cosine, sine;        // of the angle alpha from one axis to the other, about `direction`
  double foot_on_parent;      // distance of its start along the parent axis from the origin
  double foot_on_child;       // distance of its end along the child axis from `point`
};

// Returns nothing if the axes are so nearly parallel that the normal lies far away and digits would be lost.
std::optional<CommonNormal> common_normal(const Vector3<double>& parent_axis, const Vector3<double>& point,
                                          const Vector3<double>& child_axis);

// Returns some unit vector perpendicular to `axis`.
Vector3<double> any_normal(const Vector3<double>& axis);

// Returns the angle from `from` to `to` about the unit vector `axis`, to which both are perpendicular.
double angle_about(const Vector3<double>& axis, const Vector3<double>& from, const Vector3<double>& to);

}  // namespace sinew
