// Turns joints that are not part of the tree into loops.
#include <cmath>

#include "sinew/base/number_text.hpp"
#include "sinew/io/internal/sdf/joint.hpp"

namespace sinew::sdf {
namespace {

std::optional<ConnectionKind> connection_of(JointType type) {
  switch (type) {
    case JointType::fixed:
      return ConnectionKind::weld;
    case JointType::revolute:
    case JointType::continuous:
      return ConnectionKind::revolute;
    case JointType::prismatic:
      return ConnectionKind::prismatic;
    case JointType::ball:
      return ConnectionKind::spherical;
    case JointType::universal:
    case JointType::revolute2:
      return ConnectionKind::universal;
    case JointType::screw:
    case JointType::gearbox:
      return std::nullopt;
  }
  return std::nullopt;
}

void note_lost_properties(const ModelJoint& joint, Findings& findings) {
  std::string lost;
  const auto lose = [&](bool has, const char* what) {
    if (has) lost += (lost.empty() ? "" : ", ") + std::string(what);
  };
  const DegreeOfFreedom &a = joint.axes[0].dof, &b = joint.axes[1].dof;
  lose(a.damping != 0 || b.damping != 0, "damping");
  lose(a.dry_friction != 0 || b.dry_friction != 0, "friction");
  lose(a.stiffness != 0 || b.stiffness != 0, "spring");
  lose(std::isfinite(a.lower) || std::isfinite(a.upper) || std::isfinite(b.lower) || std::isfinite(b.upper),
       "limits");
  if (lost.empty()) return;
  findings.warning(joint.source, message_start(joint) + "it closes a loop; left out: " + lost);
}

// Returns two frames in the world that coincide at the initial position, except for a universal loop: z of the first
// frame is the first axis and x of the second frame the second axis.
struct Frames {
  Transform<double> first, second;
};
std::optional<Frames> frames_of(const ModelJoint& joint, const FrameGraph& frames, Findings& findings) {
  const Vector3<double> point = frames.pose(joint.frame).translation;
  if (axis_count(joint.type) == 0) {
    const Transform<double> same = frames.pose(joint.frame);
    return Frames{same, same};
  }
  const Vector3<double> z = in_world(joint.axes[0], frames);
  if (axis_count(joint.type) == 1) {
    const Transform<double> along = frame_along(point, z);
    return Frames{along, along};
  }
  const Vector3<double> x = in_world(joint.axes[1], frames);
  if (std::abs(dot(x, z)) > alignment) {
    findings.error(joint.source, message_start(joint) +
                                     "it closes a loop, for which its two axes must be perpendicular; the "
                                     "cosine between them is " +
                                     number_text(dot(x, z)));
    return std::nullopt;
  }
  const Transform<double> second{transpose(Rotation<double>{x, cross(z, x), z}), point};
  return Frames{frame_along(point, z), second};
}

LoopEnd end_on(int link, const Transform<double>& frame, const std::vector<Link>& links,
               const FrameGraph& frames) {
  if (link == ground) return {"", frame};
  const Link& on = links[std::size_t(link)];
  return {on.name, inverse(frames.pose(on.frame)) * frame};
}

}  // namespace

std::optional<Loop> loop_of(const ModelJoint& joint, const std::vector<Link>& links, const FrameGraph& frames,
                            Findings& findings) {
  const auto kind = connection_of(joint.type);
  if (!kind) {
    findings.error(joint.source, message_start(joint) + "it closes a loop, which a " + name_of(joint.type) +
                                     " joint cannot do in sinew");
    return std::nullopt;
  }
  note_lost_properties(joint, findings);
  const auto at = frames_of(joint, frames, findings);
  if (!at) return std::nullopt;
  return Loop{.name = joint.name,
              .connection = {.kind = *kind},
              .first = end_on(joint.parent, at->first, links, frames),
              .second = end_on(joint.child, at->second, links, frames),
              .source = joint.source};
}

}  // namespace sinew::sdf
