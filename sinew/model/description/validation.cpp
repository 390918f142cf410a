// Checks the rules that a robot must satisfy so that every recursion is well defined. Each finding names the body or
// joint, the reason and what was expected; all of them are reported at once.
#include <algorithm>
#include <cmath>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sinew/base/number_text.hpp"
#include "sinew/model/description/connection_rules.hpp"
#include "sinew/model/description/internal/solvability.hpp"
#include "sinew/model/description/named_positions.hpp"
#include "sinew/model/tree/internal/lowering.hpp"

namespace sinew {
namespace {

bool finite(const Vector3<double>& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}

bool is_rotation(const Rotation<double>& r) {
  const Rotation<double> square = r * transpose(r);
  const Rotation<double> one;
  const double error =
      norm(square.row_x - one.row_x) + norm(square.row_y - one.row_y) + norm(square.row_z - one.row_z);
  return error < 1e-6 && dot(cross(r.row_x, r.row_y), r.row_z) > 0;
}

struct Eigenvalues {
  double smallest, middle, largest;
};

// Computes the eigenvalues of a symmetric 3x3 matrix by Jacobi's rotations. They are exact to rounding even if two are
// equal (a rod, a disc), where the closed form loses half the digits.
Eigenvalues eigenvalues(const Symmetric3<double>& m) {
  double a[3][3] = {{m.xx, m.xy, m.xz}, {m.xy, m.yy, m.yz}, {m.xz, m.yz, m.zz}};
  constexpr int pairs[3][3] = {{0, 1, 2}, {0, 2, 1}, {1, 2, 0}}, sweeps = 12;  // quadratic: 5 or 6 suffice
  for (int i = 0; i < 3 * sweeps; ++i) {
    const auto [p, q, r] = pairs[i % 3];
    if (a[p][q] == 0) continue;
    // Rotate in the plane p, q so that a_pq vanishes: t = tan, the smaller root of t^2 + 2 t cot(2 angle) = 1.
    const double cotangent = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    const double t = std::copysign(1 / (std::abs(cotangent) + std::hypot(cotangent, 1.0)), cotangent);
    const double c = 1 / std::hypot(t, 1.0), s = t * c;
    a[p][p] -= t * a[p][q];
    a[q][q] += t * a[p][q];
    a[p][q] = a[q][p] = 0;
    const double pr = c * a[p][r] - s * a[q][r], qr = s * a[p][r] + c * a[q][r];
    a[p][r] = a[r][p] = pr;
    a[q][r] = a[r][q] = qr;
  }
  double moments[3] = {a[0][0], a[1][1], a[2][2]};
  std::sort(std::begin(moments), std::end(moments));
  return {moments[0], moments[1], moments[2]};
}

std::string text_of(const Eigenvalues& moments) {
  return "(" + number_text(moments.smallest) + ", " + number_text(moments.middle) + ", " +
         number_text(moments.largest) + ")";
}
std::string broken_triangle(const Eigenvalues& moments) {
  return "the inertia breaks the triangle inequality: principal moments " + text_of(moments) +
         ", the largest must not exceed the sum of the others";
}

class Validator {
 public:
  explicit Validator(const Description& description) : description_(description) {}

  Findings run() {
    if (!finite(description_.gravity)) error(description_.source, "gravity is not finite");
    check_names();
    find_lumped();
    for (const Body& body : description_.bodies) {
      check_placement("body '" + body.name + "'", body.placement, body.source);
      check_inertial(body);
      check_joint(body);
      check_shapes(body);
    }
    for (const Frame& frame : description_.frames) {
      check_placement("frame '" + frame.name + "'", frame.placement, frame.source);
    }
    for (const Loop& loop : description_.loops) {
      check_placement("loop '" + loop.name + "', first end", loop.first.placement, loop.source);
      check_placement("loop '" + loop.name + "', second end", loop.second.placement, loop.source);
    }
    check_tree();
    check_mimics();
    check_loops(description_, findings_);
    check_couplings(description_, findings_);
    check_named_positions(description_, findings_);
    if (!findings_.has_errors()) {
      const Lowered lowered = lower(description_);
      check_lumps(lowered);
      find_singular_joints(lowered, description_, findings_);
    }
    return std::move(findings_);
  }

 private:
  void error(const Source& source, std::string message) { findings_.error(source, std::move(message)); }

  // Finds the bodies that are fixed to another one, or carry a fixed one.
  void find_lumped() {
    for (const Body& body : description_.bodies) {
      if (body.joint.kind != JointKind::fixed) continue;
      lumped_.insert(body.name);
      lumped_.insert(body.parent);
    }
  }

  void check_names() {
    std::unordered_set<std::string_view> frames, joints;
    for (const Body& body : description_.bodies) {
      if (body.name.empty()) error(body.source, "a body has no name; every body needs one");
      if (!body.name.empty() && !frames.insert(body.name).second) {
        error(body.source, "body name '" + body.name + "' is used twice; names must be unique");
      }
      const bool moves = body.joint.kind != JointKind::fixed;
      if (moves && body.joint.name.empty()) {
        error(body.source, "the joint of body '" + body.name + "' has no name; every moving joint needs one");
      }
      if (!body.joint.name.empty() && !joints.insert(body.joint.name).second) {
        error(body.source, "joint name '" + body.joint.name + "' is used twice; names must be unique");
      }
    }
    for (const Frame& frame : description_.frames) {
      if (frame.name.empty()) error(frame.source, "a frame has no name; every frame needs one");
      if (!frame.name.empty() && !frames.insert(frame.name).second) {
        error(frame.source, "frame name '" + frame.name + "' is already the name of a body or frame");
      }
    }
  }

  void check_placement(const std::string& what, const Transform<double>& placement, const Source& source) {
    if (!finite(placement.translation)) error(source, what + ": the placement's translation is not finite");
    if (!is_rotation(placement.rotation)) {
      error(source, what + ": the placement's rotation is not a rotation (orthonormal, right-handed)");
    }
  }

  void check_inertial(const Body& body) {
    const auto& [mass, com, inertia] = body.inertial;
    const std::string what = "body '" + body.name + "': ";
    if (!std::isfinite(mass) || mass < 0) {
      return error(body.source, what + "mass is " + number_text(mass) + ", expected a finite number >= 0");
    }
    if (!std::isfinite(body.gravity_compensation))
      error(body.source, what + "gravity compensation is not finite");
    if (!finite(com)) return error(body.source, what + "the centre of mass is not finite");
    const auto& [xx, xy, xz, yy, yz, zz] = inertia;
    if (!finite({xx, xy, xz}) || !finite({yy, yz, zz}))
      return error(body.source, what + "the inertia is not finite");
    const auto [smallest, middle, largest] = eigenvalues(inertia);
    // Files give about six digits: the rounding of an inertia to these is not an error.
    const double tolerance = 1e-5 * std::max(largest, -smallest);
    if (smallest < -1e-9 * std::max(largest, -smallest)) {
      error(body.source, what + "the inertia is not positive definite: principal moments " +
                             text_of({smallest, middle, largest}));
    } else if (largest > smallest + middle + tolerance) {
      // If the body is fixed to others, only their total inertia must satisfy the inequality (check_lumps).
      const bool adds = lumped_.contains(body.name);
      findings_.list.push_back({adds ? Severity::warning : Severity::error, body.source,
                                what + broken_triangle({smallest, middle, largest})});
    } else if (mass == 0 && largest > 0) {
      error(body.source, what + "has inertia but no mass; expected mass > 0 or no inertia at all");
    } else if (mass > 0 && largest == 0) {
      findings_.warning(body.source, what + "is a point mass (mass " + number_text(mass) + ", no inertia)");
    }
  }

  // Checks the total inertia of each body and everything fixed to it.
  void check_lumps(const Lowered& lowered) {
    std::vector<bool> checked(lowered.tree.links.size(), false);
    checked[0] = true;  // the ground's inertia has no effect
    for (const FrameInfo& frame : lowered.frames) {
      const auto k = std::size_t(frame.link);
      if (!frame.is_body || checked[k]) continue;
      checked[k] = true;
      const auto& [mass, moment, inertia] = lowered.tree.links[k].inertia;
      if (mass == 0) continue;
      const auto central = eigenvalues(inertia - point_mass_inertia(mass, (1 / mass) * moment));
      // Digits are lost where the centre of mass is far from the frame.
      const double tolerance = 1e-5 * central.largest + 1e-9 * (inertia.xx + inertia.yy + inertia.zz);
      if (central.largest <= central.smallest + central.middle + tolerance) continue;
      const auto body = std::find_if(description_.bodies.begin(), description_.bodies.end(),
                                     [&](const Body& b) { return b.name == frame.name; });
      error(body->source,
            "body '" + frame.name + "' and the bodies fixed to it: " + broken_triangle(central));
    }
  }

  void check_joint(const Body& body) {
    const Joint& joint = body.joint;
    if (joint.kind == JointKind::fixed) return;
    const std::string what = "joint '" + joint.name + "': ";
    if (joint.kind < JointKind::fixed || joint.kind > JointKind::custom) {
      return error(body.source, what + "its kind is " + std::to_string(int(joint.kind)) +
                                    ", which is not a valid JointKind; expected 0 (fixed) to " +
                                    std::to_string(int(JointKind::custom)) + " (custom)");
    }
    const bool uses_axis = joint.kind != JointKind::spherical && joint.kind != JointKind::floating &&
                           joint.kind != JointKind::custom;
    if (uses_axis) check_axis(body, what + "axis", joint.axis);
    if (joint.kind == JointKind::universal) {
      check_axis(body, what + "second axis", joint.axis2);
      const double area = norm(cross(joint.axis, joint.axis2));
      if (area < 1e-9 * norm(joint.axis) * norm(joint.axis2)) {
        error(body.source, what + "the two axes of a universal joint are parallel");
      }
    }
    if (joint.kind == JointKind::helical && !std::isfinite(joint.pitch)) {
      error(body.source, what + "pitch is " + number_text(joint.pitch) + ", expected a finite number");
    }
    int count = velocity_size(joint.kind);
    if (joint.kind == JointKind::custom) {
      if (!joint.custom) return error(body.source, what + "is custom but has no CustomJoint");
      count = joint.custom->freedoms();
      if (count < 1 || count > 6) {
        return error(body.source,
                     what + "has " + std::to_string(count) + " degrees of freedom, expected 1 to 6");
      }
    }
    const auto given = int(joint.freedoms.size());
    if (given > 1 && given != count) {
      error(body.source, what + "lists " + std::to_string(given) +
                             " degrees of freedom, expected none, one for all, or " + std::to_string(count));
    }
    for (const DegreeOfFreedom& freedom : joint.freedoms) check_freedom(body, what, freedom);
    const int positions = joint.kind == JointKind::custom ? count : position_size(joint.kind);
    if (!joint.initial.empty()) check_initial(body, what, std::size_t(positions));
  }

  void check_initial(const Body& body, const std::string& what, std::size_t positions) {
    const std::vector<double>& q = body.joint.initial;
    if (q.size() != positions) {
      return error(body.source, what + "the initial position has " + std::to_string(q.size()) +
                                    " numbers, expected " + std::to_string(positions));
    }
    if (!std::all_of(q.begin(), q.end(), [](double x) { return std::isfinite(x); })) {
      return error(body.source, what + "the initial position is not finite");
    }
    if (body.joint.kind != JointKind::spherical && body.joint.kind != JointKind::floating) return;
    const double* const r = &q[positions - 4];
    const double length = std::hypot(std::hypot(r[0], r[1]), std::hypot(r[2], r[3]));
    if (std::abs(length - 1) > 1e-6) {
      error(body.source, what + "the quaternion of the initial position has length " + number_text(length) +
                             ", expected 1");
    }
  }

  void check_shapes(const Body& body) {
    for (const Shape& shape : body.shapes) {
      const std::string what = "body '" + body.name + "': shape '" + shape.name + "': its ";
      if (shape.kind < Shape::Kind::box || shape.kind > Shape::Kind::mesh) {
        error(body.source, what + "kind is " + std::to_string(int(shape.kind)) +
                               ", which is not a valid Shape::Kind; expected 0 (box) to " +
                               std::to_string(int(Shape::Kind::mesh)) + " (mesh)");
      }
      if (shape.role != Shape::Role::visual && shape.role != Shape::Role::collision) {
        error(body.source, what + "role is " + std::to_string(int(shape.role)) +
                               ", which is not a valid Shape::Role; expected 0 (visual) or 1 (collision)");
      }
    }
  }

  void check_axis(const Body& body, const std::string& what, const Vector3<double>& axis) {
    if (!finite(axis) || norm(axis) < 1e-9) {
      error(body.source, what + " is (" + number_text(axis.x) + ", " + number_text(axis.y) + ", " +
                             number_text(axis.z) + "), expected a direction of length above 1e-9");
    }
  }

  void check_freedom(const Body& body, const std::string& what, const DegreeOfFreedom& freedom) {
    const auto not_negative = [&](const char* name, double value) {
      if (std::isfinite(value) && value >= 0) return;
      error(body.source, what + name + " is " + number_text(value) + ", expected a finite number >= 0");
    };
    not_negative("armature", freedom.armature);
    not_negative("damping", freedom.damping);
    not_negative("dry friction", freedom.dry_friction);
    if (!std::isfinite(freedom.stiffness)) error(body.source, what + "stiffness is not finite");
    if (!std::isfinite(freedom.rest_position)) error(body.source, what + "rest position is not finite");
    if (std::isnan(freedom.lower) || std::isnan(freedom.upper) || freedom.lower > freedom.upper) {
      error(body.source, what + "limits are reversed: lower " + number_text(freedom.lower) + ", upper " +
                             number_text(freedom.upper));
    }
    if (!(freedom.max_velocity >= 0)) {
      error(body.source, what + "velocity limit is " + number_text(freedom.max_velocity) + ", expected >= 0");
    }
    if (!(freedom.max_effort >= 0)) {
      error(body.source, what + "effort limit is " + number_text(freedom.max_effort) + ", expected >= 0");
    }
  }

  // Checks that the chain of parents of every body ends at the ground.
  void check_tree() {
    std::unordered_map<std::string_view, const Body*> by_name;
    for (const Body& body : description_.bodies) by_name.emplace(body.name, &body);
    for (const Frame& frame : description_.frames) {
      if (!frame.body.empty() && !by_name.contains(frame.body)) {
        error(frame.source,
              "frame '" + frame.name + "' is on body '" + frame.body + "', which does not exist");
      }
    }
    std::unordered_map<std::string_view, int> visit;  // the round in which a body was first visited
    int round = 0;
    for (const Body& start : description_.bodies) {
      ++round;
      const Body* body = &start;
      while (visit.emplace(body->name, round).second && !body->parent.empty()) {
        const auto parent = by_name.find(body->parent);
        if (parent == by_name.end()) {
          error(body->source,
                "body '" + body->name + "' has parent '" + body->parent + "', which does not exist");
          break;
        }
        body = parent->second;
        if (const auto seen = visit.find(body->name); seen != visit.end() && seen->second == round) {
          error(body->source, "body '" + body->name +
                                  "' carries itself: its chain of parents is a cycle (joint '" +
                                  body->joint.name + "')");
        }
      }
    }
  }

  void check_mimics() {
    std::unordered_map<std::string_view, const Body*> by_joint;
    for (const Body& body : description_.bodies) {
      if (!body.joint.name.empty()) by_joint.emplace(body.joint.name, &body);
    }
    const auto leader_of = [&](const Body& body) -> const Body* {
      if (!body.joint.mimic) return nullptr;
      const auto it = by_joint.find(body.joint.mimic->joint);
      return it == by_joint.end() ? nullptr : it->second;
    };
    for (const Body& body : description_.bodies) {
      if (!body.joint.mimic || body.joint.kind == JointKind::fixed) continue;
      const Mimic& mimic = *body.joint.mimic;
      const std::string what = "joint '" + body.joint.name + "': mimic ";
      if (velocity_size(body.joint.kind) != 1) {
        error(body.source,
              what + "needs a joint with one degree of freedom, not " + name_of(body.joint.kind));
      }
      if (!std::isfinite(mimic.multiplier) || !std::isfinite(mimic.offset)) {
        error(body.source, what + "multiplier and offset must be finite");
      }
      const Body* leader = leader_of(body);
      if (!leader) {
        error(body.source, what + "of joint '" + mimic.joint + "', which does not exist");
        continue;
      }
      if (velocity_size(leader->joint.kind) != 1) {
        error(body.source, what + "of joint '" + mimic.joint + "', which is " + name_of(leader->joint.kind) +
                               "; expected a joint with one degree of freedom");
      }
    }
    find_mimic_cycles(leader_of);
  }

  // Follows the leaders of every joint; a walk that returns to a joint it has passed is a cycle. Visits each joint
  // once.
  template <class LeaderOf>
  void find_mimic_cycles(const LeaderOf& leader_of) {
    std::unordered_map<const Body*, const Body*> start_of;
    for (const Body& start : description_.bodies) {
      const Body* body = &start;
      const Body* leader = leader_of(*body);
      while (leader && start_of.emplace(body, &start).second) {
        const auto met = start_of.find(leader);
        if (met != start_of.end() && met->second == &start) {
          error(body->source,
                "joint '" + body->joint.name + "': mimic of joint '" + leader->joint.name + "' is a cycle");
        }
        body = leader;
        leader = leader_of(*body);
      }
    }
  }

  const Description& description_;
  std::unordered_set<std::string_view> lumped_;
  Findings findings_;
};

}  // namespace

Findings validate(const Description& description) {
  return Validator(description).run();
}

}  // namespace sinew
