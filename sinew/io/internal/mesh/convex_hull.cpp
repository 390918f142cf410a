#include "sinew/io/internal/mesh/convex_hull.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace sinew::mesh {
namespace {

using Index = std::uint32_t;

struct HullFace {
  Face corners;
  std::array<Index, 3> neighbours{};  // neighbour i shares the edge from corner i to corner i + 1
  Vector3<double> normal;             // of length one, outwards
  double offset;
  std::vector<Index> outside{};  // points that see this face and no earlier one
  bool alive = true;
};

struct Edge {
  Index from, to;      // in the direction of the visible face
  Index beyond, side;  // the face that stays, and which of its edges this is
};

class Hull {
 public:
  explicit Hull(std::span<const Vector3<double>> points) : points_(points) {}

  std::vector<Face> run() {
    if (!start()) return {};
    for (Index i = 0; i < faces_.size(); ++i) {
      while (faces_[i].alive && !faces_[i].outside.empty()) grow(i);
    }
    std::vector<Face> result;
    for (const HullFace& face : faces_) {
      if (face.alive) result.push_back(face.corners);
    }
    return result;
  }

 private:
  double height(const HullFace& face, Index p) const { return dot(face.normal, points_[p]) - face.offset; }

  template <class Measure>
  Index farthest(const Measure& measure) const {
    Index best = 0;
    double most = -1;
    for (Index i = 0; i < points_.size(); ++i) {
      if (const double here = measure(points_[i]); here > most) most = here, best = i;
    }
    return best;
  }

  Index add_face(Index a, Index b, Index c) {
    const Vector3<double> area = cross(points_[b] - points_[a], points_[c] - points_[a]);
    const double size = norm(area);
    const Vector3<double> normal = size > 0 ? (1 / size) * area : area;
    faces_.push_back({.corners = {a, b, c}, .normal = normal, .offset = dot(normal, points_[a])});
    return static_cast<Index>(faces_.size() - 1);
  }

  // Makes a tetrahedron of four points that are far from each other. Returns false if all points lie in a plane.
  bool start() {
    if (points_.size() < 4) return false;
    const Index a = farthest([&](const auto& p) { return norm(p - points_[0]); });
    const Index b = farthest([&](const auto& p) { return norm(p - points_[a]); });
    const Vector3<double> along = points_[b] - points_[a];
    const double extent = norm(along);
    tolerance_ = 1e-12 * extent;
    const Index c = farthest([&](const auto& p) { return norm(cross(along, p - points_[a])); });
    const Vector3<double> normal = cross(along, points_[c] - points_[a]);
    const Index d = farthest([&](const auto& p) { return std::fabs(dot(normal, p - points_[a])); });
    const double volume = dot(normal, points_[d] - points_[a]);
    if (!(std::fabs(volume) > 1e-10 * extent * norm(normal)) || !(norm(normal) > 1e-10 * extent * extent))
      return false;
    const Index e = volume > 0 ? c : b, f = volume > 0 ? b : c;  // a e f faces away from d
    add_face(a, e, f);
    add_face(a, f, d);
    add_face(f, e, d);
    add_face(e, a, d);
    faces_[0].neighbours = {3, 2, 1};
    faces_[1].neighbours = {0, 2, 3};
    faces_[2].neighbours = {0, 3, 1};
    faces_[3].neighbours = {0, 1, 2};
    std::vector<Index> all(points_.size());
    for (Index i = 0; i < all.size(); ++i) all[i] = i;
    assign(all, 0);
    return true;
  }

  // Gives each point to the first face from `first` on that it sees; points that see none are inside.
  void assign(const std::vector<Index>& points, Index first) {
    for (const Index p : points) {
      for (Index i = first; i < faces_.size(); ++i) {
        if (height(faces_[i], p) <= tolerance_) continue;
        faces_[i].outside.push_back(p);
        break;
      }
    }
  }

  // Adds the farthest point that sees the face. A point whose visible faces have no simple border, because of rounding,
  // is left out.
  void grow(Index seen) {
    auto& outside = faces_[seen].outside;
    const auto top = std::max_element(outside.begin(), outside.end(), [&](Index p, Index q) {
      return height(faces_[seen], p) < height(faces_[seen], q);
    });
    const Index apex = *top;
    outside.erase(top);
    find_visible(seen, apex);
    std::unordered_map<Index, Edge> border;  // by its first point
    for (const Edge& edge : border_) border.emplace(edge.from, edge);
    const std::size_t length = border_.size();
    Index at = border_.front().from;
    std::vector<Edge> ring;
    for (std::size_t i = 0; i < length && border.contains(at); ++i) {
      ring.push_back(border.at(at));
      at = ring.back().to;
    }
    if (border.size() == length && ring.size() == length && at == ring.front().from) cover(apex, ring);
  }

  void find_visible(Index seen, Index apex) {
    visible_ = {seen};
    border_.clear();
    mark_.resize(faces_.size(), 0);
    mark_[seen] = ++round_;
    for (std::size_t next = 0; next < visible_.size(); ++next) {
      const HullFace& face = faces_[visible_[next]];
      for (std::size_t i = 0; i < 3; ++i) {
        const Index other = face.neighbours[i];
        if (mark_[other] == round_) continue;
        if (height(faces_[other], apex) > tolerance_) {
          mark_[other] = round_;
          visible_.push_back(other);
        }
      }
    }
    for (const Index i : visible_) {
      for (std::size_t j = 0; j < 3; ++j) {
        const Index other = faces_[i].neighbours[j];
        if (mark_[other] == round_) continue;
        const auto& back = faces_[other].neighbours;
        const auto side = static_cast<Index>(std::find(back.begin(), back.end(), i) - back.begin());
        border_.push_back({faces_[i].corners[j], faces_[i].corners[(j + 1) % 3], other, side});
      }
    }
  }

  // Replaces the visible faces by triangles from the apex to the ring of edges around them.
  void cover(Index apex, const std::vector<Edge>& ring) {
    const auto first = static_cast<Index>(faces_.size()), count = static_cast<Index>(ring.size());
    for (Index i = 0; i < count; ++i) {
      const Edge& edge = ring[i];
      const Index face = add_face(edge.from, edge.to, apex);
      faces_[face].neighbours = {edge.beyond, first + (i + 1) % count, first + (i + count - 1) % count};
      faces_[edge.beyond].neighbours[edge.side] = face;
    }
    std::vector<Index> orphans;
    for (const Index i : visible_) {
      faces_[i].alive = false;
      orphans.insert(orphans.end(), faces_[i].outside.begin(), faces_[i].outside.end());
      faces_[i].outside = {};
    }
    assign(orphans, first);
  }

  std::span<const Vector3<double>> points_;
  std::vector<HullFace> faces_;
  std::vector<Index> visible_;
  std::vector<Edge> border_;
  std::vector<std::uint64_t> mark_;  // the round in which a face was visible
  std::uint64_t round_ = 0;
  double tolerance_ = 0;
};

}  // namespace

std::vector<Face> convex_hull(std::span<const Vector3<double>> points) {
  return Hull(points).run();
}

}  // namespace sinew::mesh
