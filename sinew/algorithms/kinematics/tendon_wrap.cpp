#include "sinew/algorithms/kinematics/tendon_wrap.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sinew {
namespace {

constexpr double tiny = 1e-15;  // lengths and areas below it have no direction, as in MuJoCo

// A vector of the plane.
struct Planar {
  double x = 0, y = 0;
};
Planar operator+(const Planar& a, const Planar& b) {
  return {a.x + b.x, a.y + b.y};
}
Planar operator-(const Planar& a, const Planar& b) {
  return {a.x - b.x, a.y - b.y};
}
Planar operator*(double s, const Planar& a) {
  return {s * a.x, s * a.y};
}
double dot(const Planar& a, const Planar& b) {
  return a.x * b.x + a.y * b.y;
}
double cross(const Planar& a, const Planar& b) {
  return a.x * b.y - a.y * b.x;
}
double norm(const Planar& a) {
  return std::sqrt(dot(a, a));
}
Planar direction_of(const Planar& a) {
  const double length = norm(a);
  return length < tiny ? Planar{1, 0} : (1 / length) * a;
}
Planar rotated(const Planar& a, double cosine, double sine) {
  return {cosine * a.x - sine * a.y, sine * a.x + cosine * a.y};
}

// The points where a path touches the circle, and the length of the arc between them.
struct Touch {
  Planar first, second;
  double arc = 0;
};

// Returns where, between 0 and 1, the segment from a to b is nearest to the centre.
double nearest_to_centre(const Planar& a, const Planar& b) {
  const Planar along = b - a;
  return std::clamp(-dot(along, a) / dot(along, along), 0.0, 1.0);
}

bool segments_cross(const Planar& a, const Planar& a_end, const Planar& b, const Planar& b_end) {
  const Planar along_a = a_end - a, along_b = b_end - b, between = b - a;
  const double area = cross(along_a, along_b);
  if (std::abs(area) < tiny) return false;
  const double on_a = cross(between, along_b) / area, on_b = cross(between, along_a) / area;
  return on_a >= 0 && on_a <= 1 && on_b >= 0 && on_b <= 1;
}

// Returns the path that leaves a and arrives at b on tangents. `sense`: 1 for counterclockwise, -1 for clockwise.
Touch tangents(const Planar& a, const Planar& b, double radius, double sense) {
  const auto touch = [&](const Planar& end, double sign) {
    const double cosine = radius / norm(end), sine = std::sqrt(std::max(0.0, 1 - cosine * cosine));
    return radius * rotated(direction_of(end), cosine, sign * sine);
  };
  Touch result{touch(a, sense), touch(b, -sense)};
  constexpr double whole = 2 * std::numbers::pi;
  double angle = sense * std::atan2(cross(result.first, result.second), dot(result.first, result.second));
  if (angle < 0) angle += whole;
  if (angle > whole - 1e-9) angle = 0;  // the tangent at one point, with rounding
  result.arc = radius * angle;
  return result;
}

// `side`: of length radius, or nothing.
std::optional<Touch> around_circle(const Planar& a, const Planar& b, double radius,
                                   const std::optional<Planar>& side) {
  if (norm(a) < radius || norm(b) < radius || radius < tiny || dot(b - a, b - a) < tiny) return std::nullopt;
  const Planar nearest = a + nearest_to_centre(a, b) * (b - a);
  if (norm(nearest) > radius && !(side && dot(*side, nearest) < 0)) return std::nullopt;
  // The straight parts cross where a path would have a negative arc; at most one of the two paths has one.
  const auto merit = [&](const Touch& path) {
    if (segments_cross(a, path.first, b, path.second)) return -10000 * (1 + radius * radius);
    const Planar chord = path.first - path.second;
    return side ? dot(direction_of(path.first + path.second), *side) : -dot(chord, chord);
  };
  const Touch clockwise = tangents(a, b, radius, -1), counterclockwise = tangents(a, b, radius, 1);
  // Of two paths that are equally good except for rounding, it takes the counterclockwise one.
  const bool prefers_clockwise = merit(clockwise) > merit(counterclockwise) + 1e-12 * radius * radius;
  return prefers_clockwise ? clockwise : counterclockwise;
}

// h(x) = |a| sin x / |a - t(x)|, r times the sine of the angle of incidence at t, and its derivative.
struct Incidence {
  double value, slope;
};
Incidence incidence(double length, double radius, double angle) {
  const double sine = std::sin(angle), cosine = std::cos(angle);
  const double distance =
      std::sqrt(std::max(tiny, length * length + radius * radius - 2 * length * radius * cosine));
  const double value = length * sine / distance;
  return {value, length * cosine / distance - value * length * radius * sine / (distance * distance)};
}

std::optional<Touch> inside_circle(const Planar& a, const Planar& b, double radius) {
  const double length_a = norm(a), length_b = norm(b);
  if (length_a <= radius || length_b <= radius || radius < tiny) return std::nullopt;
  if (dot(b - a, b - a) > tiny) {
    const double at = nearest_to_centre(a, b);
    if (at > 0 && at < 1 && norm(a + at * (b - a)) <= radius) return std::nullopt;
  }
  // t is at the angle x from a towards b, where both angles of incidence are equal: h_a(x) = h_b(whole - x). Both
  // ends see t for x in [low, high]; there h_a rises and h_b falls.
  const double whole = std::atan2(std::abs(cross(a, b)), dot(a, b));
  if (std::numbers::pi - whole < tiny) return std::nullopt;
  double low = std::max(0.0, whole - std::acos(radius / length_b)),
         high = std::max(low, std::min(whole, std::acos(radius / length_a)));
  double x = 0.5 * (low + high);
  for (int i = 0; i < 100 && low < high; ++i) {
    const Incidence of_a = incidence(length_a, radius, x), of_b = incidence(length_b, radius, whole - x);
    const double excess = of_a.value - of_b.value;
    (excess > 0 ? high : low) = x;
    double next = x - excess / (of_a.slope + of_b.slope);
    if (!(next > low && next < high)) next = 0.5 * (low + high);
    const double step = std::abs(next - x);
    x = next;
    if (step <= 4e-16 * (1 + x)) break;
  }
  const double sense = cross(a, b) < 0 ? -1 : 1;
  const Planar touch = radius * rotated(direction_of(a), std::cos(x), sense * std::sin(x));
  return Touch{touch, touch};
}

Vector3<double> direction_of(const Vector3<double>& v) {
  const double length = norm(v);
  return length < tiny ? Vector3<double>{1, 0, 0} : (1 / length) * v;
}

// Two directions that span the plane of the problem.
struct PlaneOfPath {
  Vector3<double> x{1, 0, 0}, y{0, 1, 0};
  Planar of(const Vector3<double>& p) const { return {sinew::dot(p, x), sinew::dot(p, y)}; }
  Vector3<double> at(const Planar& p) const { return p.x * x + p.y * y; }
};

// Returns the plane through the ends and the centre. If they are on one line, the plane is the one that MuJoCo uses.
PlaneOfPath plane_of_sphere(const Vector3<double>& a, const Vector3<double>& b) {
  const Vector3<double> x = direction_of(a);
  Vector3<double> normal = cross(a, b);
  if (norm(normal) < tiny) {
    const double size[] = {std::abs(x.x), std::abs(x.y), std::abs(x.z)};
    const auto largest = std::max_element(size, size + 3) - size;
    normal =
        cross(x, Vector3<double>{largest == 0 ? 0. : 1., largest == 1 ? 0. : 1., largest == 2 ? 0. : 1.});
  }
  return {x, direction_of(cross(direction_of(normal), x))};
}

}  // namespace

std::optional<TendonWrap> wrap_around(TendonElement::Kind kind, const Transform<double>& obstacle,
                                      double radius, const Vector3<double>& from, const Vector3<double>& to,
                                      const std::optional<Vector3<double>>& side) {
  const Transform<double> in_obstacle = inverse(obstacle);
  const Vector3<double> a = in_obstacle * from, b = in_obstacle * to;
  if (norm(a) < tiny || norm(b) < tiny) return std::nullopt;
  const bool is_cylinder = kind == TendonElement::Kind::cylinder;
  const PlaneOfPath plane = is_cylinder ? PlaneOfPath{} : plane_of_sphere(a, b);
  std::optional<Planar> towards_side;
  bool passes_inside = false;
  if (side) {
    const Vector3<double> s = in_obstacle * *side;
    towards_side = radius * direction_of(plane.of(s));
    passes_inside = norm(s) < radius;
  }
  const Planar start = plane.of(a), end = plane.of(b);
  const auto touch =
      passes_inside ? inside_circle(start, end, radius) : around_circle(start, end, radius, towards_side);
  if (!touch) return std::nullopt;
  TendonWrap wrap{plane.at(touch->first), plane.at(touch->second), touch->arc};
  if (is_cylinder) {  // unrolled, the path rises in proportion to its length across the axis
    const double before = norm(start - touch->first), after = norm(end - touch->second);
    const double across = before + touch->arc + after, rise = b.z - a.z;
    wrap.first.z = a.z + rise * before / across;
    wrap.second.z = a.z + rise * (before + touch->arc) / across;
    wrap.curve = std::hypot(touch->arc, wrap.second.z - wrap.first.z);
  }
  wrap.first = obstacle * wrap.first;
  wrap.second = obstacle * wrap.second;
  return wrap;
}

}  // namespace sinew
