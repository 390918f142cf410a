// Replaces the mimics, couplings and loops that a format does not have, or leaves them out.
//
//   MJCF  a mimic becomes a coupling; a revolute loop becomes two spherical ones at points of its axis
//   SDF   a linear coupling becomes a mimic; loops have to be closed where all joints are at zero, because both ends of a
//         joint are written as one frame
#include <algorithm>
#include <cmath>
#include <map>

#include "sinew/base/name_pool.hpp"
#include "sinew/io/internal/write/expressible.hpp"

namespace sinew::write {
namespace {

constexpr double on_axis = 0.1;            // metres, between the two points that replace a revolute loop
constexpr double closed_tolerance = 1e-9;  // metres or radians

class ConstraintSimplifier {
 public:
  ConstraintSimplifier(Description& robot, const Features& to, Losses& losses)
      : robot_(robot), to_(to), losses_(losses) {
    for (const Loop& loop : robot.loops) names_.take(loop.name);
    for (const Coupling& coupling : robot.couplings) names_.take(coupling.name);
  }

  void run() {
    if (!to_.mimics) replace_mimics_by_couplings();
    if (!to_.couplings) replace_couplings_by_mimics();
    std::vector<Loop> loops;
    for (const Loop& loop : robot_.loops) {
      if (to_.has(loop.connection.kind)) {
        loops.push_back(loop);
      } else if (loop.connection.kind == ConnectionKind::revolute && to_.has(ConnectionKind::spherical)) {
        add_two_points(loop, loops);
      } else {
        lose(loop.source,
             std::string(to_.name) + " has no loops of kind " + name_of(loop.connection.kind) +
                 "; they are left out",
             loop.name);
      }
    }
    robot_.loops = std::move(loops);
    if (to_.format == RobotFormat::sdf) drop_open_loops();
  }

 private:
  void lose(const Source& source, const std::string& what, const std::string& element) {
    losses_.add(source, what, element);
  }

  void replace_mimics_by_couplings() {
    for (Body& body : robot_.bodies) {
      if (!body.joint.mimic) continue;
      const auto& [leader, multiplier, offset] = *body.joint.mimic;
      robot_.couplings.push_back({.name = names_.unique(body.joint.name),
                                  .joint = body.joint.name,
                                  .leader = leader,
                                  .polynomial = {offset, multiplier, 0, 0, 0},
                                  .source = body.source});
      lose(body.source, std::string(to_.name) + " has no mimic joints; each becomes an equality constraint",
           body.joint.name);
      body.joint.mimic.reset();
    }
  }

  void replace_couplings_by_mimics() {
    std::map<std::string, Joint*> joints;
    for (Body& body : robot_.bodies) joints[body.joint.name] = &body.joint;
    for (const Coupling& coupling : robot_.couplings) {
      const auto& [c0, c1, c2, c3, c4] = coupling.polynomial;
      Joint& joint = *joints.at(coupling.joint);
      const bool linear = !coupling.leader.empty() && c2 == 0 && c3 == 0 && c4 == 0;
      if (!linear || joint.mimic || leads_to(joints, coupling.leader, coupling.joint)) {
        lose(coupling.source,
             std::string(to_.name) +
                 " has no couplings except one linear mimic of a joint; these are left out",
             coupling.name);
        continue;
      }
      joint.mimic = Mimic{coupling.leader, c1, c0};
      lose(coupling.source,
           std::string(to_.name) + " has no couplings with names; these become mimics of their joints",
           coupling.name);
    }
    robot_.couplings.clear();
  }

  // Mimics must not form a cycle.
  static bool leads_to(const std::map<std::string, Joint*>& joints, std::string from, const std::string& to) {
    for (;;) {
      if (from == to) return true;
      const auto& mimic = joints.at(from)->mimic;
      if (!mimic) return false;
      from = mimic->joint;
    }
  }

  void add_two_points(const Loop& loop, std::vector<Loop>& loops) {
    lose(loop.source,
         std::string(to_.name) + " has no revolute loops; each becomes two spherical ones on its axis",
         loop.name);
    Loop point = loop;
    point.connection.kind = ConnectionKind::spherical;
    loops.push_back(point);
    const Transform<double> along{{}, {0, 0, on_axis}};
    point.name = names_.unique(loop.name);
    point.first.placement = point.first.placement * along;
    point.second.placement = point.second.placement * along;
    loops.push_back(std::move(point));
  }

  void drop_open_loops() {
    if (robot_.loops.empty()) return;
    const Poses poses(robot_, Poses::At::zero);
    std::erase_if(robot_.loops, [&](const Loop& loop) {
      if (is_closed(loop.connection.kind, inverse(poses.of(loop.first)) * poses.of(loop.second)))
        return false;
      lose(loop.source, "SDF has only loops that are closed where all joints are at zero; these are left out",
           loop.name);
      return true;
    });
  }

  // `x`: the pose of the second frame in the first.
  static bool is_closed(ConnectionKind kind, const Transform<double>& x) {
    const auto& [row_x, row_y, row_z] = x.rotation;
    const Vector3<double>& p = x.translation;
    const double apart = norm(p), off_axis = std::hypot(p.x, p.y);
    const double tilt = std::hypot(row_x.z, row_y.z) + (row_z.z > 0 ? 0 : 1);
    const double angle = norm(rotation_vector_of(x.rotation));
    switch (kind) {
      case ConnectionKind::weld:
        return apart < closed_tolerance && angle < closed_tolerance;
      case ConnectionKind::revolute:
        return apart < closed_tolerance && tilt < closed_tolerance;
      case ConnectionKind::prismatic:
        return off_axis < closed_tolerance && angle < closed_tolerance;
      case ConnectionKind::universal:
        return apart < closed_tolerance && std::abs(row_z.x) < closed_tolerance;
      default:
        return apart < closed_tolerance;
    }
  }

  Description& robot_;
  const Features& to_;
  Losses& losses_;
  NamePool names_;  // of loops and couplings
};

}  // namespace

void simplify_constraints(Description& robot, const Features& to, Losses& losses) {
  ConstraintSimplifier(robot, to, losses).run();
}

}  // namespace sinew::write
