#include "sinew/model/tree/internal/tendons.hpp"

#include <string_view>
#include <unordered_map>

namespace sinew {

std::vector<TendonInfo> lowered_tendons(const Description& description, const Lowered& lowered) {
  std::vector<TendonInfo> result;
  if (description.tendons.empty()) return result;
  std::unordered_map<std::string_view, const JointInfo*> joints;
  for (const JointInfo& joint : lowered.joints) joints.emplace(joint.name, &joint);
  std::unordered_map<std::string_view, const FrameInfo*> bodies{{"", &lowered.frames[0]}};
  for (const FrameInfo& frame : lowered.frames) {
    if (frame.is_body) bodies.emplace(frame.name, &frame);
  }
  const auto lowered_end = [&](const LoopEnd& end) -> TendonInfo::End {
    const FrameInfo& body = *bodies.at(end.body);
    return {body.link, body.placement * end.placement};
  };
  for (const Tendon& tendon : description.tendons) {
    TendonInfo info{.name = tendon.name, .offset = tendon.offset};
    for (const TendonJoint& term : tendon.joints) {
      const auto joint = joints.find(term.joint);
      if (joint == joints.end()) continue;  // it is fixed, at zero
      info.joints.push_back({joint->second->q_index, joint->second->v_index, term.coefficient});
    }
    for (const TendonElement& element : tendon.path) {
      TendonInfo::Element& added = info.path.emplace_back();
      added = {.kind = element.kind, .radius = element.radius, .divisor = element.divisor};
      if (element.kind != TendonElement::Kind::pulley) added.at = lowered_end(element.at);
      if (element.side) added.side = lowered_end(*element.side);
    }
    result.push_back(std::move(info));
  }
  return result;
}

}  // namespace sinew
