// Computes the exponential map of rotations and rigid motions, its inverse (log), and the inverse of its derivative.
//
// A frame that moves with the constant body twist u = (w, s) for one unit of time rotates by the rotation vector w. Its
// origin moves, in the axes of the initial frame, to
//
//   V(w) s,     V = 1 + (1 - cos t)/t^2 w x + (t - sin t)/t^3 (w x)^2,     t = |w|
//   V^-1 = 1 - w x / 2 + c (w x)^2,                                        c = (1 - (t/2) cot(t/2)) / t^2
//
// If u changes with time, the body twist is v = d exp_{-u} (du/dt). The inverse relation (Iserles, Munthe-Kaas,
// Norsett, Zanna, Lie-group methods, 2000), with f(z) = (z/2) coth(z/2) = 1 + z^2/12 - z^4/720 + ..., is
//
//   du/dt = d exp^-1_{-u} v = v + ad_u v / 2 + (f(ad_u) - 1) v,            ad_u v = u x v
//
// For rotations f(ad) - 1 = c ad^2. For rigid motions ad has the eigenvalues 0 and, twice each, +-i t, so that
// f(ad) - 1 = a ad^2 + b ad^4, where a and b are such that the polynomial has the value and the slope of f - 1 at i t.
// Both are singular at t = 2 pi.
#pragma once

#include <cmath>

#include "sinew/spatial/rotation.hpp"
#include "sinew/spatial/spatial_vector.hpp"

namespace sinew {

namespace exponential {

inline constexpr double small_angle = 0.25;  // below it the series is exact to rounding

// (1 - cos t) / t^2 and (t - sin t) / t^3
struct Shift {
  double a, b;
};
inline Shift shift_coefficients(double t) {
  const double y = t * t;
  if (t < small_angle)
    return {0.5 + y * (-1. / 24 + y * (1. / 720 + y * (-1. / 40320 + y * (1. / 3628800 - y / 479001600)))),
            1. / 6 + y * (-1. / 120 + y * (1. / 5040 + y * (-1. / 362880 + y / 39916800)))};
  const double half = std::sin(t / 2) / t;
  return {2 * half * half, (t - std::sin(t)) / (y * t)};
}

// Their rates (sin t / t - 2 a) / t^2 and (a - 3 b) / t^2 by t^2 / 2.
inline Shift shift_coefficient_rates(double t) {
  const double y = t * t;
  if (t < small_angle)
    return {-1. / 12 + y * (1. / 180 + y * (-1. / 6720 + y * (1. / 453600 - y / 47900160))),
            -1. / 60 + y * (1. / 1260 + y * (-1. / 60480 + y * (1. / 4989600 - y / 622702080)))};
  const auto [a, b] = shift_coefficients(t);
  return {(std::sin(t) / t - 2 * a) / y, (a - 3 * b) / y};
}

// The coefficients c, a and b above.
struct Inverse {
  double c, a, b;
};
inline Inverse inverse_coefficients(double t) {
  const double y = t * t;
  if (t < small_angle)
    return {1. / 12 + y * (1. / 720 + y * (1. / 30240 + y * (1. / 1209600 + y / 47900160))),
            1. / 12 - y * y * (1. / 30240 + y * (2. / 1209600 + y * 3. / 47900160)),
            -1. / 720 - y * (2. / 30240 + y * (3. / 1209600 + y * 4. / 47900160))};
  const double sine = std::sin(t / 2), cotangent = std::cos(t / 2) / sine;
  const double c = (1 - t / 2 * cotangent) / y;
  const double slope = (cotangent / 2 - t / (4 * sine * sine)) / (2 * t);  // df(i t) / d(t^2)
  return {c, 2 * c + slope, (c + slope) / y};
}

}  // namespace exponential

// Returns the quaternion of the rotation by the rotation vector w.
inline Quaternion<double> quaternion_of_rotation_vector(const Vector3<double>& w) {
  const double angle = norm(w), s = angle > 1e-12 ? std::sin(angle / 2) / angle : 0.5;
  return {std::cos(angle / 2), s * w.x, s * w.y, s * w.z};
}
// Returns q exp(w) with length one: the rotation of the quaternion q (w, x, y, z in this order), followed by the
// rotation by the rotation vector w in body axes.
inline Quaternion<double> rotated(const double* q, const Vector3<double>& w) {
  const auto [c, x, y, z] = quaternion_of_rotation_vector(w);
  const Vector3<double> u{x, y, z}, p{q[1], q[2], q[3]};
  const Vector3<double> im = q[0] * u + c * p + cross(p, u);
  const double re = q[0] * c - dot(p, u), length = std::sqrt(re * re + dot(im, im));
  return {re / length, im.x / length, im.y / length, im.z / length};
}

// V(w) shift: translation of a frame that moves with the body twist (w, shift) for one unit of time, in the axes of the
// initial frame. `shift_of_screw` is the inverse, V(w)^-1 translation.
inline Vector3<double> screw_translation(const Vector3<double>& w, const Vector3<double>& shift) {
  const auto [a, b] = exponential::shift_coefficients(norm(w));
  const Vector3<double> once = cross(w, shift);
  return shift + a * once + b * cross(w, once);
}
inline Vector3<double> shift_of_screw(const Vector3<double>& w, const Vector3<double>& translation) {
  const double c = exponential::inverse_coefficients(norm(w)).c;
  const Vector3<double> once = cross(w, translation);
  return translation - 0.5 * once + c * cross(w, once);
}

// d exp^-1_{-u} v
inline Vector3<double> inverse_dexp(const Vector3<double>& u, const Vector3<double>& v) {
  const Vector3<double> once = cross(u, v);
  return v + 0.5 * once + exponential::inverse_coefficients(norm(u)).c * cross(u, once);
}
inline Motion<double> inverse_dexp(const Motion<double>& u, const Motion<double>& v) {
  const auto coefficients = exponential::inverse_coefficients(norm(u.angular));
  const Motion<double> once = cross(u, v), twice = cross(u, once);
  return v + 0.5 * once + coefficients.a * twice + coefficients.b * cross(u, cross(u, twice));
}
// Its transpose, which maps the force conjugate to du/dt to the force conjugate to v: (ad_u)^T f = - u x* f.
inline Force<double> inverse_dexp_transposed(const Motion<double>& u, const Force<double>& f) {
  const auto coefficients = exponential::inverse_coefficients(norm(u.angular));
  const Force<double> once = cross(u, f), twice = cross(u, once);
  return f - 0.5 * once + coefficients.a * twice + coefficients.b * cross(u, cross(u, twice));
}
inline Vector3<double> inverse_dexp_transposed(const Vector3<double>& u, const Vector3<double>& f) {
  return inverse_dexp(-u, f);
}

}  // namespace sinew
