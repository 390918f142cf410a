#include "sinew/algorithms/kinematics/tendons.hpp"

#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/kinematics/tendon_wrap.hpp"

namespace sinew {
namespace {

using Kind = TendonElement::Kind;

const TendonInfo& tendon_at(const Workspace<double>& work, TendonIndex tendon) {
  edge::check_workspace(work);
  const auto tendons = work.model.tendons();
  edge::check_index("tendon", tendon.value, int(tendons.size()));
  return tendons[std::size_t(tendon.value)];
}

// A point in world axes, and the link that carries it.
struct PathPoint {
  int link;
  Vector3<double> at;
};
PathPoint point_of(const Workspace<double>& work, const TendonInfo::End& end) {
  return {end.link, work.pose[std::size_t(end.link)] * end.placement.translation};
}

// Calls on_segment(a, b, share) for every straight segment and on_curve(length, share) for every curve on an obstacle.
// `share`: 1 / divisor.
template <class OnSegment, class OnCurve>
void for_each_part(const Workspace<double>& work, const TendonInfo& tendon, const OnSegment& on_segment,
                   const OnCurve& on_curve) {
  double share = 1;
  const auto& path = tendon.path;
  for (std::size_t i = 0; i + 1 < path.size(); ++i) {
    if (path[i].kind == Kind::pulley) share = 1 / path[i].divisor;
    if (path[i].kind == Kind::pulley || path[i + 1].kind == Kind::pulley) continue;
    const PathPoint from = point_of(work, path[i].at);
    if (path[i + 1].kind == Kind::point) {
      on_segment(from, point_of(work, path[i + 1].at), share);
      continue;
    }
    const TendonInfo::Element& obstacle = path[++i];
    const PathPoint to = point_of(work, path[i + 1].at);
    std::optional<Vector3<double>> side;
    if (obstacle.side) side = point_of(work, *obstacle.side).at;
    const int link = obstacle.at.link;
    const Transform<double> pose = work.pose[std::size_t(link)] * obstacle.at.placement;
    const auto wrap = wrap_around(obstacle.kind, pose, obstacle.radius, from.at, to.at, side);
    if (!wrap) {
      on_segment(from, to, share);
      continue;
    }
    on_segment(from, {link, wrap->first}, share);
    on_curve(wrap->curve, share);
    on_segment({link, wrap->second}, to, share);
  }
}

// Returns the unit vector from a to b; zero if they coincide up to rounding.
Vector3<double> direction(const PathPoint& a, const PathPoint& b) {
  constexpr double rounding = 1e-12;  // m
  const Vector3<double> between = b.at - a.at;
  const double length = norm(between);
  return length > rounding ? (1 / length) * between : Vector3<double>{};
}

// Calls f(i, arm) for every moment arm of the tendon, several times for a DOF that moves several segments.
template <class F>
void for_each_arm(Workspace<double>& work, const TendonInfo& tendon, const F& f) {
  for (const auto& [q, v, coefficient] : tendon.joints) f(std::size_t(v), coefficient);
  if (tendon.path.empty()) return;
  const auto& tree = edge::tree_of(work);
  const auto add_joint = [&](int link, const Vector3<double>& point, const Vector3<double>& along) {
    const auto k = std::size_t(link);
    const Transform<double> seen{work.pose[k].rotation, work.pose[k].translation - point};
    at_joint(tree, work.joints, k, [&](const auto& joint) {
      for (int i = 0; i < joint.count(); ++i)
        f(std::size_t(joint.link.v + i), dot(along, joint.axis_in(seen, i).linear));
    });
  };
  const auto add_segment = [&](const PathPoint& a, const PathPoint& b, double share) {
    const Vector3<double> along = share * direction(a, b);
    int from = a.link, to = b.link;
    while (from != to) {  // parents have smaller indices: the links meet at their nearest common ancestor
      if (from > to) {
        add_joint(from, a.at, -along);
        from = tree.links[std::size_t(from)].parent;
      } else {
        add_joint(to, b.at, along);
        to = tree.links[std::size_t(to)].parent;
      }
    }
  };
  for_each_part(work, tendon, add_segment, [](double, double) {});
}

}  // namespace

double tendon_length(Workspace<double>& work, TendonIndex index) {
  const TendonInfo& tendon = tendon_at(work, index);
  double length = tendon.offset;
  if (!tendon.joints.empty()) {
    const auto q = edge::given_position(work, "tendon_length");
    for (const auto& [i, v, coefficient] : tendon.joints) length += coefficient * q[std::size_t(i)];
  } else {
    kinematics::need_poses(work, "tendon_length");
  }
  for_each_part(
      work, tendon,
      [&](const PathPoint& a, const PathPoint& b, double share) { length += share * norm(b.at - a.at); },
      [&](double curve, double share) { length += share * curve; });
  edge::check_overflow("the length of a tendon", &length, 1);
  return length;
}

double tendon_velocity(Workspace<double>& work, TendonIndex index) {
  const TendonInfo& tendon = tendon_at(work, index);
  double rate = 0;
  if (!tendon.joints.empty()) {
    const auto v = edge::given_velocity(work, "tendon_velocity");
    for (const auto& [q, i, coefficient] : tendon.joints) rate += coefficient * v[std::size_t(i)];
  } else {
    kinematics::need_velocities(work, "tendon_velocity", content::velocities);
  }
  const auto velocity_of = [&](const PathPoint& point) -> Vector3<double> {
    if (point.link == 0) return {};
    const auto k = std::size_t(point.link);
    const Motion<double> V = work.pose[k].motion_to_parent(work.velocity[k]);  // about the world's origin
    return V.linear + cross(V.angular, point.at);
  };
  for_each_part(
      work, tendon,
      [&](const PathPoint& a, const PathPoint& b, double share) {
        if (a.link != b.link) rate += share * dot(direction(a, b), velocity_of(b) - velocity_of(a));
      },
      [](double, double) {});
  edge::check_overflow("the rate of a tendon", &rate, 1);
  return rate;
}

void add_tendon_torques(Workspace<double>& work, TendonIndex index, double force, Out<double> tau) {
  const TendonInfo& tendon = tendon_at(work, index);
  edge::check_size("the result tau", tau, work.model.velocity_size());
  if (!tendon.path.empty()) kinematics::need_poses(work, "add_tendon_torques");
  for_each_arm(work, tendon, [&](std::size_t i, double arm) { tau[i] += force * arm; });
  edge::check_overflow("the torques of a tendon", tau);
}

void tendon_moment_arms(Workspace<double>& work, TendonIndex index, Out<double> row) {
  edge::check_workspace(work);
  edge::check_size("the row of moment arms", row, work.model.velocity_size());
  std::fill(row.data(), row.data() + row.size(), 0.0);
  add_tendon_torques(work, index, 1, row);
}

}  // namespace sinew
