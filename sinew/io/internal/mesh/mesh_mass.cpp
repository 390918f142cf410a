#include "sinew/io/internal/mesh/mesh_mass.hpp"

#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include "sinew/io/internal/mesh/convex_hull.hpp"

namespace sinew::mesh {
namespace {

constexpr double smallest_volume = 1e-15;  // MuJoCo's bound

struct Triangle {
  Vector3<double> a, b, c;
  Vector3<double> middle() const { return (1.0 / 3) * (a + b + c); }
  Vector3<double> area() const { return 0.5 * cross(b - a, c - a); }  // along the normal
};

Triangle triangle_of(const Mesh& mesh, const Face& face, const Vector3<double>& origin) {
  return {mesh.points[face[0]] - origin, mesh.points[face[1]] - origin, mesh.points[face[2]] - origin};
}

// The volume between a triangle and the origin, or its area for a shell.
double weight_of(const Triangle& t, MassKind kind) {
  if (kind == MassKind::shell) return norm(t.area());
  const double volume = dot(t.middle(), t.area()) / 3;
  return kind == MassKind::legacy ? std::fabs(volume) : volume;
}

// The mean point of the surface.
Vector3<double> centre_of_surface(const Mesh& mesh) {
  double area = 0;
  Vector3<double> moment;
  for (const Face& face : mesh.faces) {
    const Triangle t = triangle_of(mesh, face, {});
    const double own = norm(t.area());
    area += own;
    moment += own * t.middle();
  }
  return area > 0 ? (1 / area) * moment : moment;
}

// The centre of mass of the pyramids with their apex at the centre of the surface.
Vector3<double> centre_of_mass(const Mesh& mesh, MassKind kind) {
  const Vector3<double> apex = centre_of_surface(mesh);
  if (kind == MassKind::shell) return apex;
  double volume = 0;
  Vector3<double> moment;
  for (const Face& face : mesh.faces) {
    const Triangle t = triangle_of(mesh, face, apex);
    const double own = weight_of(t, kind);
    volume += own;
    moment += 0.75 * own * t.middle();  // a pyramid's centre is three quarters of the way to its base
  }
  return volume != 0 ? apex + (1 / volume) * moment : apex;
}

// Adds the second moment sum of p p^T over a pyramid or triangle of this weight.
//   int p p^T = weight / k (a a^T + b b^T + c c^T + s s^T),   s = a + b + c;   k = 20 (pyramid), 12 (triangle)
void add_second_moment(double weight, const Triangle& t, Symmetric3<double>& sum) {
  for (const Vector3<double>& p : {t.a, t.b, t.c, t.a + t.b + t.c}) {
    sum = sum + Symmetric3<double>{weight * p.x * p.x, weight * p.x * p.y, weight * p.x * p.z,
                                   weight * p.y * p.y, weight * p.y * p.z, weight * p.z * p.z};
  }
}

// Returns true if no edge is passed twice in the same direction, that is, neighbours agree on which side is outside.
bool is_well_oriented(const Mesh& mesh) {
  using Point = std::tuple<double, double, double>;
  std::map<Point, std::uint32_t> numbers;  // files repeat the points of neighbouring triangles
  std::vector<std::uint32_t> number;
  for (const auto& p : mesh.points) {
    const auto next = static_cast<std::uint32_t>(numbers.size());
    number.push_back(numbers.try_emplace({p.x, p.y, p.z}, next).first->second);
  }
  std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
  for (const Face& face : mesh.faces) {
    for (std::size_t i = 0; i < 3; ++i) {
      const std::uint32_t from = number[face[i]], to = number[face[(i + 1) % 3]];
      if (from != to && !edges.emplace(from, to).second) return false;
    }
  }
  return true;
}

MeshMass mass_of_surface(const Mesh& mesh, MassKind kind) {
  MeshMass result{.com = centre_of_mass(mesh, kind)};
  const double k = kind == MassKind::shell ? 12 : 20;
  Symmetric3<double> sum;
  for (const Face& face : mesh.faces) {
    const Triangle t = triangle_of(mesh, face, result.com);
    const double own = weight_of(t, kind);
    result.volume += own;
    add_second_moment(own / k, t, sum);
  }
  result.inertia = {sum.yy + sum.zz, -sum.xy, -sum.xz, sum.xx + sum.zz, -sum.yz, sum.xx + sum.yy};
  if (result.volume < -smallest_volume) {
    result.problem = "its volume is negative: its triangles face inwards";
  } else if (!std::isfinite(result.volume)) {
    result.problem = "its volume overflows";
  } else if (result.volume < smallest_volume) {
    result.problem = "it has no volume; expected inertia=\"shell\" for a surface";
  }
  return result;
}

}  // namespace

MeshMass mass_of(const Mesh& mesh, MassKind kind) {
  if (kind == MassKind::exact && !is_well_oriented(mesh)) {
    return {.problem =
                "inertia=\"exact\" needs triangles that agree on which side is outside; expected \"convex\", "
                "\"legacy\" or another mesh"};
  }
  if (kind != MassKind::convex && !mesh.faces.empty()) return mass_of_surface(mesh, kind);
  const Mesh hull{mesh.points, convex_hull(mesh.points)};
  if (hull.faces.empty()) return {.problem = "its points lie in a plane and have no convex hull"};
  return mass_of_surface(hull, kind);
}

}  // namespace sinew::mesh
