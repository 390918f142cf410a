#include "apps/cli/model_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "apps/cli/errors.hpp"
#include "apps/cli/numbers.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/model/description/constraint_edits.hpp"

namespace sinew::cli {
namespace {

// Reads "JOINT" or "JOINT=Q,...".
LockedJoint locked_joint(const Model& model, const std::string& text) {
  const std::size_t sign = text.find('=');
  LockedJoint locked{.joint = text.substr(0, sign)};
  std::vector<std::string> known;
  for (const JointInfo& joint : model.joints()) known.push_back(joint.name);
  if (std::find(known.begin(), known.end(), locked.joint) == known.end())
    throw RequestError("--lock: " + unknown_name("joint", locked.joint, known));
  if (sign != std::string::npos) locked.q = parse_numbers(text.substr(sign + 1), "--lock " + locked.joint);
  if (sign != std::string::npos && locked.q.empty())
    throw RequestError(fmt::format("--lock {}: expected a position after the equals sign", locked.joint));
  return locked;
}

// Reads "BODY:MASS" or "BODY:MASS@x,y,z"; the mass may end in kg.
Payload payload_of(const Model& model, const std::string& text, std::size_t number) {
  const std::size_t place = text.rfind('@'), sign = text.rfind(':', place);
  if (sign == std::string::npos || sign == 0)
    throw RequestError(fmt::format("--payload: '{}' was given; expected BODY:MASS or BODY:MASS@x,y,z", text));
  Payload payload{.name = fmt::format("payload{}", number), .body = text.substr(0, sign)};
  std::vector<std::string> known;
  for (const Body& body : model.description().bodies) known.push_back(body.name);
  const std::vector<Frame>& frames = model.description().frames;
  for (const Frame& frame : frames) known.push_back(frame.name);
  if (std::find(known.begin(), known.end(), payload.body) == known.end())
    throw RequestError("--payload: " + unknown_name("body or frame", payload.body, known));
  const auto frame =
      std::find_if(frames.begin(), frames.end(), [&](const Frame& f) { return f.name == payload.body; });
  if (frame != frames.end()) payload.placement = frame->placement, payload.body = frame->body;
  std::string mass = text.substr(sign + 1, place == std::string::npos ? place : place - sign - 1);
  if (mass.ends_with("kg")) mass.resize(mass.size() - 2);
  const std::vector<double> kilograms = parse_numbers(mass, "--payload " + text);
  if (kilograms.size() != 1 || !(kilograms[0] > 0))
    throw RequestError(fmt::format("--payload {}: expected one mass above zero, in kg", text));
  payload.inertial.mass = kilograms[0];
  if (place == std::string::npos) return payload;
  const std::vector<double> com = parse_numbers(text.substr(place + 1), "--payload " + text);
  if (com.size() != 3) throw RequestError(fmt::format("--payload {}: expected x,y,z after @, in m", text));
  payload.inertial.com = {com[0], com[1], com[2]};
  return payload;
}

}  // namespace

Model with_edits(const Model& model, const ModelRequest& request) {
  if (request.lock.empty() && request.payload.empty() && request.cut.empty()) return model;
  std::vector<LockedJoint> locked;
  for (const std::string& text : request.lock) locked.push_back(locked_joint(model, text));
  Description changed = model.description();
  for (const std::string& name : request.cut) {
    try {
      changed = without_constraint(changed, name);
    } catch (const std::invalid_argument& error) {
      throw RequestError(fmt::format("--cut: {}", error.what()));
    }
  }
  for (std::size_t i = 0; i < request.payload.size(); ++i)
    changed = with_payload(std::move(changed), payload_of(model, request.payload[i], i + 1));
  try {
    return Model(with_locked_joints(std::move(changed), locked));
  } catch (const std::invalid_argument& error) {
    throw RequestError(fmt::format("--lock: {}", error.what()));
  }
}

void refuse_edits_of_scenes(const ModelRequest& request) {
  if (!request.cut.empty())
    throw RequestError(fmt::format("--cut: {} is a scene; write cut next to model in it", request.file));
  if (!request.lock.empty())
    throw RequestError(fmt::format("--lock: {} is a scene; write lock next to model in it", request.file));
  if (!request.payload.empty())
    throw RequestError(
        fmt::format("--payload: {} is a scene; write payload next to model in it", request.file));
}

}  // namespace sinew::cli
