#include "sinew/model/description/internal/possible_inertia.hpp"

#include <algorithm>
#include <cmath>

#include "sinew/base/number_text.hpp"
#include "sinew/model/description/internal/principal_moments.hpp"

namespace sinew {
namespace {

constexpr double least_mass = 1e-3;         // of the bodies to which the tolerance is relative
constexpr double absolute = 1e-9;           // relative to mass times length squared
constexpr double of_largest_moment = 1e-9;  // the largest moment, for the sign of the smallest
constexpr double of_written_text = 1e-5;    // files give about six digits

double floor_of(double mass, double length) {
  return absolute * std::max(mass, least_mass) * length * length;
}

double trace(const Symmetric3<double>& m) {
  return m.xx + m.yy + m.zz;
}

// Returns tr(S) 1 - S for S = m with its negative eigenvalues set to zero.
Symmetric3<double> inertia_of_positive_part(const Symmetric3<double>& m) {
  const auto [moments, axes] = principal_axes(m);
  const Vector3<double> s{std::max(moments.x, 0.0), std::max(moments.y, 0.0), std::max(moments.z, 0.0)};
  return conjugate(axes, Symmetric3<double>{s.y + s.z, 0, 0, s.x + s.z, 0, s.x + s.y});
}

}  // namespace

double length_of(const Description& description) {
  double longest = 0;
  for (const Body& body : description.bodies) {
    longest = std::max(longest, norm(body.inertial.com));
    if (!body.parent.empty()) longest = std::max(longest, norm(body.placement.translation));
  }
  return longest > 0 ? longest : 1;
}

std::string fault_of(const Inertial& inertial, double length) {
  if (inertial.mass < 0) return "mass is " + number_text(inertial.mass) + ", expected a finite number >= 0";
  const PrincipalMoments moments = principal_moments(inertial.inertia);
  const auto [smallest, middle, largest] = moments;
  const double size = std::max(largest, -smallest), floor = floor_of(inertial.mass, length);
  if (smallest < -std::max(of_largest_moment * size, floor))
    return "the inertia is not positive definite: principal moments " + text_of(moments);
  if (largest > smallest + middle + std::max(of_written_text * size, floor)) {
    return "the inertia breaks the triangle inequality: principal moments " + text_of(moments) +
           ", the largest must not exceed the sum of the others";
  }
  if (inertial.mass == 0 && size > floor)
    return "has inertia but no mass; expected mass > 0 or no inertia at all";
  return {};
}

bool is_point_mass(const Inertial& inertial, double length) {
  return inertial.mass > 0 && largest_entry(inertial.inertia) <= floor_of(inertial.mass, length);
}

Inertial nearest_possible(const Inertial& inertial, double length) {
  if (inertial.mass < 0) return {};
  // Computed with entries of size one, so that traces and products do not overflow.
  const double size = largest_entry(inertial.inertia);
  if (size == 0) return inertial;
  const Symmetric3<double> unit = scaled(1 / size, inertial.inertia);
  const double half = trace(unit) / 2;
  const Symmetric3<double> S = Symmetric3<double>{half, 0, 0, half, 0, half} - unit;
  const Symmetric3<double> possible = scaled(size, inertia_of_positive_part(S));
  const double mass = inertial.mass > 0 ? inertial.mass : trace(possible) / 2 / (length * length);
  return {mass, inertial.com, possible};
}

}  // namespace sinew
