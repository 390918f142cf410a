// The conditions of a connection between two moving frames, from the table in model/description/connection.hpp: points
// and axes are Taylor polynomials of time, so that each condition has its first and second time derivative.
#pragma once

#include <array>
#include <cmath>
#include <vector>

#include "sinew/model/description/connection.hpp"
#include "tests/support/dense.hpp"

namespace sinew::test {

// A number and a vector with their first and second time derivatives.
template <class T>
struct Changing {
  T x, d, dd;
};
template <class T>
struct ChangingVector {
  Vec3<T> x, d, dd;

  friend ChangingVector operator-(const ChangingVector& a, const ChangingVector& b) {
    return {a.x - b.x, a.d - b.d, a.dd - b.dd};
  }
  friend Changing<T> dot(const ChangingVector& a, const ChangingVector& b) {
    return {a.x.dot(b.x), a.d.dot(b.x) + a.x.dot(b.d), a.dd.dot(b.x) + T(2) * a.d.dot(b.d) + a.x.dot(b.dd)};
  }
};

template <class T>
struct MovingFrame {
  ChangingVector<T> origin, axis[3];
  Vec3<T> omega, alpha;
};

// One condition: the quantity that must be zero, and its first and second derivatives.
template <class T>
struct Condition {
  T closure, rate, change;
};
template <class T>
using ConditionList = std::vector<Condition<T>>;

template <class T>
Condition<T> stays_zero(const Changing<T>& g) {
  return {g.x, g.d, g.dd};
}

// The twist of the second frame relative to the first, in the second's axes at its origin, as conditions on velocities.
template <class T>
std::array<Condition<T>, 6> relative_twist(const MovingFrame<T>& first, const MovingFrame<T>& second) {
  const ChangingVector<T> apart = second.origin - first.origin;
  const Vec3<T> omega = second.omega - first.omega, alpha = second.alpha - first.alpha;
  const Vec3<T> u = apart.d - first.omega.cross(apart.x);
  const Vec3<T> u_change = apart.dd - first.alpha.cross(apart.x) - first.omega.cross(apart.d);
  std::array<Condition<T>, 6> twist;
  for (int i = 0; i < 3; ++i) {
    const ChangingVector<T>& axis = second.axis[i];
    twist[i] = {T(0), omega.dot(axis.x), alpha.dot(axis.x) + omega.dot(axis.d)};
    twist[3 + i] = {T(0), u.dot(axis.x), u_change.dot(axis.x) + u.dot(axis.d)};
  }
  return twist;
}

template <class T>
Condition<T> along(const std::array<Condition<T>, 6>& twist, const Force<double>& direction) {
  const double weight[] = {direction.angular.x, direction.angular.y, direction.angular.z,
                           direction.linear.x,  direction.linear.y,  direction.linear.z};
  Condition<T> sum{};
  for (int i = 0; i < 6; ++i) {
    sum.rate += T(weight[i]) * twist[i].rate;
    sum.change += T(weight[i]) * twist[i].change;
  }
  return sum;
}

// The table of model/description/connection.hpp.
template <class T>
ConditionList<T> conditions(const Connection& connection, const MovingFrame<T>& first,
                            const MovingFrame<T>& second) {
  const ChangingVector<T> apart = second.origin - first.origin;
  const ChangingVector<T>&x1 = first.axis[0], &y1 = first.axis[1], &z1 = first.axis[2];
  const ChangingVector<T>&x2 = second.axis[0], &y2 = second.axis[1], &z2 = second.axis[2];
  ConditionList<T> list;
  const auto perpendicular = [&](const ChangingVector<T>& a, const ChangingVector<T>& b) {
    list.push_back(stays_zero(dot(a, b)));
  };
  const auto origins_together = [&] {
    for (int i = 0; i < 3; ++i) list.push_back({apart.x[i], apart.d[i], apart.dd[i]});
  };
  const auto axes_parallel = [&] { perpendicular(z2, x1), perpendicular(z2, y1); };
  const auto same_orientation = [&] { perpendicular(x1, y2), perpendicular(y1, z2), perpendicular(z1, x2); };
  const auto origin_on_axis = [&] { perpendicular(apart, x1), perpendicular(apart, y1); };
  const auto origin_in_plane = [&] { perpendicular(apart, z1); };
  switch (connection.kind) {
    case ConnectionKind::weld:
      same_orientation(), origins_together();
      break;
    case ConnectionKind::revolute:
      axes_parallel(), origins_together();
      break;
    case ConnectionKind::prismatic:
      same_orientation(), origin_on_axis();
      break;
    case ConnectionKind::cylindrical:
      axes_parallel(), origin_on_axis();
      break;
    case ConnectionKind::universal:
      perpendicular(z1, x2), origins_together();
      break;
    case ConnectionKind::spherical:
      origins_together();
      break;
    case ConnectionKind::planar:
      axes_parallel(), origin_in_plane();
      break;
    case ConnectionKind::soft_finger: {
      const Vec3<T> omega = second.omega - first.omega, alpha = second.alpha - first.alpha;
      list.push_back({T(0), omega.dot(z1.x), alpha.dot(z1.x) + omega.dot(z1.d)});
      origins_together();
      break;
    }
    case ConnectionKind::point_on_line:
      origin_on_axis();
      break;
    case ConnectionKind::line_on_plane:
      perpendicular(z1, x2), origin_in_plane();
      break;
    case ConnectionKind::point_on_plane:
      origin_in_plane();
      break;
    case ConnectionKind::distance: {
      const Changing<T> square = dot(apart, apart);
      const T length = std::sqrt(square.x), rate = square.d / (T(2) * length);
      list.push_back(
          {length - T(connection.distance), rate, (square.dd - T(2) * rate * rate) / (T(2) * length)});
      break;
    }
    case ConnectionKind::directions: {
      const auto twist = relative_twist(first, second);
      for (const Force<double>& direction : connection.directions) list.push_back(along(twist, direction));
      break;
    }
  }
  return list;
}

}  // namespace sinew::test
