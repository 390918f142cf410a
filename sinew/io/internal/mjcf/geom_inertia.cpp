#include "sinew/io/internal/mjcf/geom_inertia.hpp"

#include <numbers>

namespace sinew::mjcf {
namespace {
constexpr double pi = std::numbers::pi;
}

const char* name_of(GeomType type) {
  constexpr const char* names[] = {"plane",     "hfield",   "sphere", "capsule",
                                   "ellipsoid", "cylinder", "box",    "mesh"};
  return names[static_cast<int>(type)];
}

int size_count(GeomType type) {
  switch (type) {
    case GeomType::sphere:
      return 1;
    case GeomType::capsule:
    case GeomType::cylinder:
      return 2;
    case GeomType::plane:
    case GeomType::ellipsoid:
    case GeomType::box:
      return 3;
    case GeomType::hfield:
    case GeomType::mesh:
      return 0;
  }
  return 0;
}

ShapeMeasures solid_measures(GeomType type, const std::array<double, 3>& size) {
  const auto [a, b, c] = size;
  switch (type) {
    case GeomType::sphere: {
      const double each = 2 * a * a / 5;
      return {4 * pi / 3 * a * a * a, {each, each, each}};
    }
    case GeomType::cylinder: {
      const double across = (3 * a * a + 4 * b * b) / 12;
      return {pi * a * a * 2 * b, {across, across, a * a / 2}};
    }
    case GeomType::capsule: {
      // A cylinder and two hemispheres, whose centres of mass are 3a/8 beyond the ends of the cylinder.
      const double height = 2 * b, balls = 4 * a / (4 * a + 3 * height), tube = 1 - balls;
      const double ball = 2 * a * a / 5;
      const double across = tube * (3 * a * a + height * height) / 12 +
                            balls * (ball + height * height / 4 + 3 * a * height / 8);
      return {pi * a * a * (2 * b + 4 * a / 3), {across, across, tube * a * a / 2 + balls * ball}};
    }
    case GeomType::ellipsoid:
      return {4 * pi / 3 * a * b * c, {(b * b + c * c) / 5, (a * a + c * c) / 5, (a * a + b * b) / 5}};
    case GeomType::box:
      return {8 * a * b * c, {(b * b + c * c) / 3, (a * a + c * c) / 3, (a * a + b * b) / 3}};
    case GeomType::plane:
    case GeomType::hfield:
    case GeomType::mesh:
      return {};
  }
  return {};
}

}  // namespace sinew::mjcf
