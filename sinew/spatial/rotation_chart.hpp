// Converts first and second rates between a moving rotation R(t) = R0 exp(phi(t)) and its rotation vector phi(t).
//
//   omega = J phi'                       body rates of R          J = I - b phi x + c (phi x)^2
//   alpha = J phi'' + dJ/dt phi'         and their rates          b = (1 - cos t)/t^2,  c = (t - sin t)/t^3,  t = |phi|
//
// J (the d exp_{-phi} of spatial/exponential.hpp) is invertible for t < 2 pi; the shortest rotation between two
// orientations is at most pi.
//
// Cost: two sines, about 60 multiplications.
#pragma once

#include "sinew/spatial/exponential.hpp"
#include "sinew/spatial/rotation.hpp"

namespace sinew {

// First and second rates, of phi or of the rotation itself (omega and alpha).
struct RotationRates {
  Vector3<double> first{}, second{};
};

namespace rotation_chart {

// dJ/dt phi'
inline Vector3<double> jacobian_rate(const Vector3<double>& phi, const Vector3<double>& rate) {
  const double t = norm(phi), p = dot(phi, rate), c = exponential::shift_coefficients(t).b;
  const auto [b_rate, c_rate] = exponential::shift_coefficient_rates(t);
  const Vector3<double> across = cross(phi, rate);
  return -(p * b_rate) * across + (p * c_rate) * cross(phi, across) + c * cross(rate, across);
}

}  // namespace rotation_chart

// J x
inline Vector3<double> chart_jacobian_times(const Vector3<double>& phi, const Vector3<double>& x) {
  return screw_translation(-phi, x);
}

// omega and alpha from phi' and phi''.
inline RotationRates body_rates(const Vector3<double>& phi, const RotationRates& chart) {
  return {chart_jacobian_times(phi, chart.first),
          chart_jacobian_times(phi, chart.second) + rotation_chart::jacobian_rate(phi, chart.first)};
}

// phi' and phi'' from omega and alpha.
inline RotationRates chart_rates(const Vector3<double>& phi, const RotationRates& body) {
  const Vector3<double> first = inverse_dexp(phi, body.first);
  return {first, inverse_dexp(phi, body.second - rotation_chart::jacobian_rate(phi, first))};
}

}  // namespace sinew
