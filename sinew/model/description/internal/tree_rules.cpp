// Checks names, the tree that the bodies form, and the placements of bodies, frames, loops, tendons and shapes.
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "sinew/model/description/internal/rules.hpp"
#include "sinew/model/description/tendon_rules.hpp"

namespace sinew {
namespace {

bool is_rotation(const Rotation<double>& r) {
  const Rotation<double> square = r * transpose(r);
  const Rotation<double> one;
  const double error =
      norm(square.row_x - one.row_x) + norm(square.row_y - one.row_y) + norm(square.row_z - one.row_z);
  return error < 1e-6 && dot(cross(r.row_x, r.row_y), r.row_z) > 0;
}

void check_placement(const std::string& what, const Transform<double>& placement, const Source& source,
                     Findings& findings) {
  if (!is_finite(placement.translation))
    findings.error(source, what + ": the placement's translation is not finite");
  if (!is_rotation(placement.rotation))
    findings.error(source, what + ": the placement's rotation is not a rotation (orthonormal, right-handed)");
}

void check_shapes(const Body& body, Findings& findings) {
  for (const Shape& shape : body.shapes) {
    const std::string what = "body '" + body.name + "': shape '" + shape.name + "': its ";
    if (shape.kind < Shape::Kind::box || shape.kind > Shape::Kind::mesh) {
      findings.error(body.source, what + "kind is " + std::to_string(int(shape.kind)) +
                                      ", which is not a valid Shape::Kind; expected 0 (box) to " +
                                      std::to_string(int(Shape::Kind::mesh)) + " (mesh)");
    }
    if (shape.role != Shape::Role::visual && shape.role != Shape::Role::collision) {
      findings.error(body.source,
                     what + "role is " + std::to_string(int(shape.role)) +
                         ", which is not a valid Shape::Role; expected 0 (visual) or 1 (collision)");
    }
  }
}

}  // namespace

void check_names(const Description& description, Findings& findings) {
  std::unordered_set<std::string_view> frames, joints;
  for (const Body& body : description.bodies) {
    if (body.name.empty()) findings.error(body.source, "a body has no name; every body needs one");
    if (!body.name.empty() && !frames.insert(body.name).second) {
      findings.error(body.source, "body name '" + body.name + "' is used twice; names must be unique");
    }
    const bool moves = body.joint.kind != JointKind::fixed;
    if (moves && body.joint.name.empty()) {
      findings.error(body.source,
                     "the joint of body '" + body.name + "' has no name; every moving joint needs one");
    }
    if (!body.joint.name.empty() && !joints.insert(body.joint.name).second) {
      findings.error(body.source, "joint name '" + body.joint.name + "' is used twice; names must be unique");
    }
  }
  for (const Frame& frame : description.frames) {
    if (frame.name.empty()) findings.error(frame.source, "a frame has no name; every frame needs one");
    if (!frame.name.empty() && !frames.insert(frame.name).second) {
      findings.error(frame.source, "frame name '" + frame.name + "' is already the name of a body or frame");
    }
  }
}

void check_tree(const Description& description, Findings& findings) {
  std::unordered_map<std::string_view, const Body*> by_name;
  for (const Body& body : description.bodies) by_name.emplace(body.name, &body);
  for (const Frame& frame : description.frames) {
    if (!frame.body.empty() && !by_name.contains(frame.body)) {
      findings.error(frame.source,
                     "frame '" + frame.name + "' is on body '" + frame.body + "', which does not exist");
    }
  }
  std::unordered_map<std::string_view, int> visit;  // the round in which a body was first visited
  int round = 0;
  for (const Body& start : description.bodies) {
    ++round;
    const Body* body = &start;
    while (visit.emplace(body->name, round).second && !body->parent.empty()) {
      const auto parent = by_name.find(body->parent);
      if (parent == by_name.end()) {
        findings.error(body->source,
                       "body '" + body->name + "' has parent '" + body->parent + "', which does not exist");
        break;
      }
      body = parent->second;
      if (const auto seen = visit.find(body->name); seen != visit.end() && seen->second == round) {
        findings.error(body->source, "body '" + body->name +
                                         "' carries itself: its chain of parents is a cycle (joint '" +
                                         body->joint.name + "')");
      }
    }
  }
}

void check_placements(const Description& description, Findings& findings) {
  for (const Body& body : description.bodies) {
    check_placement("body '" + body.name + "'", body.placement, body.source, findings);
    check_shapes(body, findings);
  }
  for (const Frame& frame : description.frames)
    check_placement("frame '" + frame.name + "'", frame.placement, frame.source, findings);
  for (const Loop& loop : description.loops) {
    const std::string what = "loop '" + loop.name + "', ";
    check_placement(what + "first end", loop.first.placement, loop.source, findings);
    check_placement(what + "second end", loop.second.placement, loop.source, findings);
  }
  for (const Tendon& tendon : description.tendons) {
    for_each_end(tendon, [&](const LoopEnd& end) {
      check_placement("tendon '" + tendon.name + "', on body '" + end.body + "'", end.placement,
                      tendon.source, findings);
    });
  }
}

}  // namespace sinew
