// Fits primitive shapes to meshes, as MuJoCo does.
#include <algorithm>
#include <cmath>

#include "sinew/io/internal/mjcf/geom_inertia.hpp"

namespace sinew::mjcf {

std::array<double, 3> fitted_to_box(GeomType type, const Vector3<double>& half) {
  const double radius = std::max(half.x, half.y);
  switch (type) {
    case GeomType::sphere:
      return {std::max(radius, half.z), 0, 0};
    case GeomType::capsule:
      return {radius, std::max(0.0, half.z - radius), 0};
    case GeomType::cylinder:
      return {radius, half.z, 0};
    default:
      return {half.x, half.y, half.z};
  }
}

std::array<double, 3> fitted_to_inertia(GeomType type, const Vector3<double>& moments) {
  const auto& [x, y, z] = moments;
  const auto half_edge = [](double square) { return 0.5 * std::sqrt(6 * std::max(0.0, square)); };
  const Vector3<double> half{half_edge(y + z - x), half_edge(x + z - y), half_edge(x + y - z)};
  const double radius = (half.x + half.y) / 2;
  switch (type) {
    case GeomType::sphere:
      return {(half.x + half.y + half.z) / 3, 0, 0};
    case GeomType::capsule:
      return {radius, std::max(0.0, half.z - radius / 2), 0};
    case GeomType::cylinder:
      return {radius, half.z, 0};
    default:
      return {half.x, half.y, half.z};
  }
}

}  // namespace sinew::mjcf
