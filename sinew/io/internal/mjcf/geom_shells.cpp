// Computes areas and inertias of hollow shapes.
#include <cmath>
#include <numbers>

#include "sinew/io/internal/mjcf/geom_inertia.hpp"

namespace sinew::mjcf {
namespace {

constexpr double full_angle = 2 * std::numbers::pi;

// A tube of radius a and half length b, with a disc or a hemisphere at each end.
struct Tube {
  double a, b;
  double side() const { return full_angle * a * 2 * b; }
  double cap(bool round) const { return full_angle * a * a * (round ? 1 : 0.5); }
  double area(bool round) const { return side() + 2 * cap(round); }
  Vector3<double> unit_inertia(bool round) const {
    const double tube = side() / area(round), caps = 1 - tube;
    // About its own centre, a / 2 beyond its edge, a hemisphere has 5/12 a^2 across and 2/3 a^2 along its axis.
    const double beyond = round ? b + a / 2 : b;
    const double cap_across = (round ? 5.0 / 12 : 1.0 / 4) * a * a + beyond * beyond;
    const double across = tube * (a * a / 2 + b * b / 3) + caps * cap_across;
    return {across, across, tube * a * a + caps * (round ? 2.0 / 3 : 1.0 / 2) * a * a};
  }
};

Vector3<double> box_shell(double a, double b, double c) {
  const double faces[] = {b * c, a * c, a * b};  // across x, y, z; the factor 8 cancels
  const double all = faces[0] + faces[1] + faces[2];
  // The second moments of x, y and z over the surface: faces across x are at distance a.
  const double xx = a * a * (faces[0] + (faces[1] + faces[2]) / 3) / all;
  const double yy = b * b * (faces[1] + (faces[0] + faces[2]) / 3) / all;
  const double zz = c * c * (faces[2] + (faces[0] + faces[1]) / 3) / all;
  return {yy + zz, xx + zz, xx + yy};
}

// The change of an ellipsoid's inertia, per change of volume, while all radii grow equally.
Vector3<double> ellipsoid_shell(double a, double b, double c) {
  const double growth = b * c + a * c + a * b, volume = a * b * c;
  const auto moment = [&](double p, double q) {
    return (p * p + q * q) / 5 + 2 * volume * (p + q) / (5 * growth);
  };
  return {moment(b, c), moment(a, c), moment(a, b)};
}

// K. Thomsen's approximation.
double ellipsoid_area(double a, double b, double c) {
  const double p = 1.6075, x = std::pow(a, p), y = std::pow(b, p), z = std::pow(c, p);
  return 2 * full_angle * std::pow((x * y + x * z + y * z) / 3, 1 / p);
}

}  // namespace

ShapeMeasures shell_measures(GeomType type, const std::array<double, 3>& size) {
  const auto [a, b, c] = size;
  const bool is_round = type == GeomType::capsule;
  switch (type) {
    case GeomType::sphere: {
      const double each = 2 * a * a / 3;
      return {2 * full_angle * a * a, {each, each, each}};
    }
    case GeomType::capsule:
    case GeomType::cylinder:
      return {Tube{a, b}.area(is_round), Tube{a, b}.unit_inertia(is_round)};
    case GeomType::ellipsoid:
      return {ellipsoid_area(a, b, c), ellipsoid_shell(a, b, c)};
    case GeomType::box:
      return {8 * (a * b + b * c + c * a), box_shell(a, b, c)};
    case GeomType::plane:
    case GeomType::hfield:
    case GeomType::mesh:
      return {};
  }
  return {};
}

}  // namespace sinew::mjcf
