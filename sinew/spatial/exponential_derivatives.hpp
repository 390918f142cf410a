// Computes derivatives of the exponential maps of spatial/exponential.hpp, for rotations (Vector3) and rigid motions
// (Motion).
//
// The displacement exp(u) takes a small displacement x of its start to Ad(exp(-u)) x at its end, in the axes of the end.
// A change du of u moves the end by d exp_{-u} du. On rotations this is 1 - a ad + b ad^2 with a and b of
// shift_coefficients; on rigid motions a polynomial of fourth degree with the same value and slope at ad^2 = -t^2,
//
//   d exp_{-u} = 1 - (a - y a') ad + (b - y b') ad^2 + a' ad^3 - b' ad^4,     ad x = u x x,  y = t^2 = |w|^2,  a' = da/dy
//
// The rate r(u, v) = d exp^-1_{-u} v = v + ad v / 2 + a ad^2 v + b ad^4 v, ad v = u x v, changes with u by
//
//   dr = du x v / 2 + a (du x ad v + ad (du x v)) + da/dy (2 w . dw) ad^2 v + ...
//
// Its coefficients c, a and b depend on k = (t/2) cot(t/2), whose first and second derivatives by y are
// s = (k - k^2 - y/4) / 2y and s' = -(s + 2 k s + 1/4) / 2y; c = (1 - k) / y, a = 2 c + s, b = (c + s) / y. Rotations have
// c in place of a and no b.
//
// Cost: about 100 multiplications for rotations and 300 for rigid motions.
#pragma once

#include "sinew/spatial/rotation_chart.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew {

namespace exponential {

// dc/dy, da/dy and db/dy of inverse_coefficients.
inline Inverse inverse_coefficient_slopes(double t) {
  const double y = t * t;
  if (t < small_angle) {
    const double b = -2. / 30240 - y * (6. / 1209600 + y * 12. / 47900160);
    return {1. / 720 + y * (2. / 30240 + y * (3. / 1209600 + y * 4. / 47900160)), y * b, b};
  }
  const auto [c, a, b] = inverse_coefficients(t);
  const double k = 1 - c * y, s = a - 2 * c, c_slope = -(s + c) / y,
               s_slope = -(s + 2 * k * s + 0.25) / (2 * y);
  return {c_slope, 2 * c_slope + s_slope, (c_slope + s_slope - b) / y};
}

}  // namespace exponential

// Ad(exp(-u)) x
inline Vector3<double> moved_by_exp(const Vector3<double>& u, const Vector3<double>& x) {
  const auto [w, a, b, c] = quaternion_of_rotation_vector(u);
  return transpose_times(rotation_from_quaternion(w, a, b, c), x);
}
inline Motion<double> moved_by_exp(const Motion<double>& u, const Motion<double>& x) {
  const auto [w, a, b, c] = quaternion_of_rotation_vector(u.angular);
  const Transform<double> end{rotation_from_quaternion(w, a, b, c), screw_translation(u.angular, u.linear)};
  return end.motion_to_child(x);
}

// d exp_{-u} x
inline Vector3<double> dexp(const Vector3<double>& u, const Vector3<double>& x) {
  return chart_jacobian_times(u, x);
}
inline Motion<double> dexp(const Motion<double>& u, const Motion<double>& x) {
  const double t = norm(u.angular), half_y = 0.5 * t * t;
  const auto [a, b] = exponential::shift_coefficients(t);
  const auto [a_rate, b_rate] = exponential::shift_coefficient_rates(t);
  const Motion<double> once = cross(u, x), twice = cross(u, once), thrice = cross(u, twice);
  return x - (a - half_y * a_rate) * once + (b - half_y * b_rate) * twice + (0.5 * a_rate) * thrice -
         (0.5 * b_rate) * cross(u, thrice);
}

namespace exponential {

inline const Vector3<double>& angular_part(const Vector3<double>& u) {
  return u;
}
inline const Vector3<double>& angular_part(const Motion<double>& u) {
  return u.angular;
}
// The coefficients of ad^2 and ad^4, in the places of a and b.
inline Inverse polynomial(const Inverse& all, const Vector3<double>&) {
  return {0, all.c, 0};
}
inline Inverse polynomial(const Inverse& all, const Motion<double>&) {
  return {0, all.a, all.b};
}

}  // namespace exponential

// The change of d exp^-1_{-u} v while u changes by du and v by dv.
template <class Vector>
inline Vector inverse_dexp_change(const Vector& u, const Vector& v, const Vector& du, const Vector& dv) {
  const double t = norm(exponential::angular_part(u));
  const auto [unused, a, b] = exponential::polynomial(exponential::inverse_coefficients(t), u);
  const auto [unused_slope, a_slope, b_slope] =
      exponential::polynomial(exponential::inverse_coefficient_slopes(t), u);
  const double dy = 2 * dot(exponential::angular_part(u), exponential::angular_part(du));
  // ad^k v and its change, one factor after another
  Vector power = v, change = dv, sum = dv;
  for (int k = 1; k <= 4; ++k) {
    change = cross(du, power) + cross(u, change);
    power = cross(u, power);
    if (k == 1) sum = sum + 0.5 * change;
    if (k == 2) sum = sum + a * change + (a_slope * dy) * power;
    if (k == 4) sum = sum + b * change + (b_slope * dy) * power;
  }
  return sum;
}

}  // namespace sinew
