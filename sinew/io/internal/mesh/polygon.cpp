#include "sinew/io/internal/mesh/polygon.hpp"

namespace sinew::mesh {
namespace {

constexpr std::size_t most_corners = 1000;

class Ears {
 public:
  Ears(std::vector<std::uint32_t> corners, Mesh& mesh) : corners_(std::move(corners)), mesh_(mesh) {
    for (std::size_t i = 0; i < corners_.size(); ++i) normal_ += cross(point(i), point(i + 1));
  }

  void run() {
    std::size_t at = 0, failures = 0;
    while (corners_.size() > 3 && failures < corners_.size() && corners_.size() <= most_corners) {
      at %= corners_.size();
      if (is_ear(at)) {
        const std::size_t tip = (at + 1) % corners_.size();
        add(corners_[at], corners_[tip], corners_[(at + 2) % corners_.size()]);
        corners_.erase(corners_.begin() + static_cast<std::ptrdiff_t>(tip));
        failures = 0;
      } else {
        ++at;
        ++failures;
      }
    }
    for (std::size_t i = 2; i < corners_.size(); ++i) add(corners_[0], corners_[i - 1], corners_[i]);
  }

 private:
  const Vector3<double>& point(std::size_t i) const { return mesh_.points[corners_[i % corners_.size()]]; }
  void add(std::uint32_t a, std::uint32_t b, std::uint32_t c) { mesh_.faces.push_back({a, b, c}); }

  // Returns twice the signed area of a triangle, seen along the normal of the polygon.
  double area(const Vector3<double>& a, const Vector3<double>& b, const Vector3<double>& c) const {
    return dot(cross(b - a, c - a), normal_);
  }

  bool is_ear(std::size_t at) const {
    const Vector3<double> a = point(at), b = point(at + 1), c = point(at + 2);
    if (area(a, b, c) <= 0) return false;
    for (std::size_t i = 3; i < corners_.size(); ++i) {
      const Vector3<double> p = point(at + i);
      if (area(a, b, p) > 0 && area(b, c, p) > 0 && area(c, a, p) > 0) return false;
    }
    return true;
  }

  std::vector<std::uint32_t> corners_;  // that are left
  Mesh& mesh_;
  Vector3<double> normal_{};
};

}  // namespace

void add_polygon(std::vector<std::uint32_t> corners, Mesh& mesh) {
  if (corners.size() == 4) {
    const auto& p = mesh.points;
    const auto [a, b, c, d] = std::array{corners[0], corners[1], corners[2], corners[3]};
    const bool from_b = norm(p[d] - p[b]) <= norm(p[c] - p[a]);
    mesh.faces.push_back(from_b ? Face{a, b, d} : Face{a, b, c});
    mesh.faces.push_back(from_b ? Face{b, c, d} : Face{a, c, d});
    return;
  }
  Ears(std::move(corners), mesh).run();
}

}  // namespace sinew::mesh
