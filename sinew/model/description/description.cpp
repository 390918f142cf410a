#include "sinew/model/description/description.hpp"

namespace sinew {

const char* name_of(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
      return "fixed";
    case JointKind::revolute:
      return "revolute";
    case JointKind::continuous:
      return "continuous";
    case JointKind::prismatic:
      return "prismatic";
    case JointKind::helical:
      return "helical";
    case JointKind::cylindrical:
      return "cylindrical";
    case JointKind::universal:
      return "universal";
    case JointKind::planar:
      return "planar";
    case JointKind::spherical:
      return "spherical";
    case JointKind::floating:
      return "floating";
    case JointKind::custom:
      return "custom";
  }
  return "unknown";
}

int velocity_size(JointKind kind) {
  switch (kind) {
    case JointKind::fixed:
    case JointKind::custom:
      return 0;
    case JointKind::cylindrical:
    case JointKind::universal:
      return 2;
    case JointKind::planar:
    case JointKind::spherical:
      return 3;
    case JointKind::floating:
      return 6;
    default:
      return 1;
  }
}

int position_size(JointKind kind) {
  const bool has_quaternion = kind == JointKind::spherical || kind == JointKind::floating;
  return velocity_size(kind) + (has_quaternion ? 1 : 0);
}

PlaneDirections plane_directions(const Vector3<double>& n) {
  if (n.z < -1 + 1e-12) {  // so close to -z that rounding would choose the directions
    const Vector3<double> across = Vector3<double>{1, 0, 0} - n.x * n, first = (1 / norm(across)) * across;
    return {first, cross(n, first)};
  }
  // 1 / (1 + n.z), without cancellation near -z
  const double scale = n.z < 0 ? (1 - n.z) / (n.x * n.x + n.y * n.y) : 1 / (1 + n.z);
  return {{1 - n.x * n.x * scale, -n.x * n.y * scale, -n.x},
          {-n.x * n.y * scale, 1 - n.y * n.y * scale, -n.y}};
}

}  // namespace sinew
