#include "sinew/model/tree/internal/denavit_hartenberg.hpp"

#include <cmath>

#include "sinew/scalar/arc_tangent.hpp"

namespace sinew {

namespace {
constexpr double rounding = 4e-15;    // a sine or cosine below this counts as zero
constexpr double farthest_foot = 20;  // in units of the distance between the two joints
}  // namespace

Vector3<double> any_normal(const Vector3<double>& axis) {
  const Vector3<double> helper = std::abs(axis.x) < 0.6 ? Vector3<double>{1, 0, 0} : Vector3<double>{0, 1, 0};
  const Vector3<double> normal = helper - dot(helper, axis) * axis;
  return (1 / norm(normal)) * normal;
}

double angle_about(const Vector3<double>& axis, const Vector3<double>& from, const Vector3<double>& to) {
  return arc_tangent(dot(axis, cross(from, to)), dot(from, to));
}

std::optional<CommonNormal> common_normal(const Vector3<double>& parent_axis, const Vector3<double>& point,
                                          const Vector3<double>& child_axis) {
  const Vector3<double> both = cross(parent_axis, child_axis);
  const double sine = norm(both), cosine = dot(parent_axis, child_axis);
  if (sine < rounding) {
    const Vector3<double> across = point - dot(point, parent_axis) * parent_axis;
    const double distance = norm(across);
    // Between parallel axes the normal may start anywhere: choose the parent's origin.
    return CommonNormal{.direction = distance > 1e-150 ? (1 / distance) * across : any_normal(parent_axis),
                        .length = distance > 1e-150 ? distance : 0,
                        .cosine = cosine < 0 ? -1.0 : 1.0,
                        .sine = 0,
                        .foot_on_parent = 0,
                        .foot_on_child = -dot(point, child_axis)};
  }
  // point + g child_axis = h parent_axis + a direction; cross products with either axis single out h and g.
  const double h = dot(cross(point, child_axis), both) / (sine * sine);
  const double g = dot(cross(point, parent_axis), both) / (sine * sine);
  const double limit = farthest_foot * norm(point);
  if (std::abs(h) > limit || std::abs(g) > limit) return std::nullopt;
  const Vector3<double> direction = (1 / sine) * both;
  const bool square = std::abs(cosine) < rounding;
  const double length_of_pair = std::sqrt(cosine * cosine + sine * sine);
  return CommonNormal{.direction = direction,
                      .length = dot(direction, point),
                      .cosine = square ? 0 : cosine / length_of_pair,
                      .sine = square ? 1 : sine / length_of_pair,
                      .foot_on_parent = h,
                      .foot_on_child = g};
}

}  // namespace sinew
