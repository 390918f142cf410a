#include "sinew/io/model_edits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "sinew/base/name_pool.hpp"
#include "sinew/base/unknown_name.hpp"
#include "sinew/io/files/number_list.hpp"
#include "sinew/model/description/constraint_edits.hpp"

namespace sinew {
namespace {

const std::vector<Dimensions> of_mass{{dimension::mass}};
const std::vector<Dimensions> of_point(3, {dimension::length});

LockedJoint locked_joint(const Model& model, const std::string& text) {
  const std::size_t sign = text.find('=');
  LockedJoint locked{.joint = text.substr(0, sign)};
  std::vector<std::string> known;
  for (const JointInfo& joint : model.joints()) known.push_back(joint.name);
  if (std::find(known.begin(), known.end(), locked.joint) == known.end())
    throw std::invalid_argument("lock: " + unknown_name("joint", locked.joint, known));
  if (sign == std::string::npos) return locked;
  const std::vector<Dimensions> units(std::size_t(model.joint(locked.joint).q_size),
                                      {dimension::angle, dimension::length});
  locked.q = read_number_list(text.substr(sign + 1), "lock " + locked.joint, units);
  if (locked.q.empty())
    throw std::invalid_argument(
        fmt::format("lock {}: expected a position after the equals sign", locked.joint));
  return locked;
}

Payload payload_of(const Model& model, const std::string& text, const std::string& name) {
  const std::size_t place = text.rfind('@'), sign = text.rfind(':', place);
  if (sign == std::string::npos || sign == 0)
    throw std::invalid_argument(
        fmt::format("payload: '{}' was given; expected BODY:MASS or BODY:MASS@x,y,z", text));
  Payload payload{.name = name, .body = text.substr(0, sign)};
  std::vector<std::string> known;
  for (const Body& body : model.description().bodies) known.push_back(body.name);
  const std::vector<Frame>& frames = model.description().frames;
  for (const Frame& frame : frames) known.push_back(frame.name);
  if (std::find(known.begin(), known.end(), payload.body) == known.end())
    throw std::invalid_argument("payload: " + unknown_name("body or frame", payload.body, known));
  const auto frame =
      std::find_if(frames.begin(), frames.end(), [&](const Frame& f) { return f.name == payload.body; });
  if (frame != frames.end()) payload.placement = frame->placement, payload.body = frame->body;
  const std::string mass = text.substr(sign + 1, place == std::string::npos ? place : place - sign - 1);
  const std::vector<double> kilograms = read_number_list(mass, "payload " + text, of_mass);
  if (kilograms.size() != 1 || !(kilograms[0] > 0))
    throw std::invalid_argument(fmt::format("payload {}: expected one mass above zero, in kg", text));
  payload.inertial.mass = kilograms[0];
  if (place == std::string::npos) return payload;
  const std::vector<double> com = read_number_list(text.substr(place + 1), "payload " + text, of_point);
  if (com.size() != 3)
    throw std::invalid_argument(fmt::format("payload {}: expected x,y,z after @, in m", text));
  payload.inertial.com = {com[0], com[1], com[2]};
  return payload;
}

}  // namespace

Model with_edits(const Model& model, const ModelEdits& edits) {
  if (edits.is_empty()) return model;
  std::vector<LockedJoint> locked;
  for (const std::string& text : edits.lock) locked.push_back(locked_joint(model, text));
  Description changed = model.description();
  for (const std::string& name : edits.cut) {
    try {
      changed = without_constraint(changed, name);
    } catch (const std::invalid_argument& error) {
      throw std::invalid_argument(std::string("cut: ") + error.what());
    }
  }
  NamePool bodies;
  for (const Body& body : changed.bodies) bodies.take(body.name);
  for (const Frame& frame : changed.frames) bodies.take(frame.name);
  for (std::size_t i = 0; i < edits.payload.size(); ++i) {
    const std::string name = bodies.unique(fmt::format("payload{}", i + 1));
    changed = with_payload(std::move(changed), payload_of(model, edits.payload[i], name));
  }
  try {
    changed = with_locked_joints(std::move(changed), locked);
  } catch (const std::invalid_argument& error) {
    throw std::invalid_argument(std::string("lock: ") + error.what());
  }
  return Model(std::move(changed));
}

}  // namespace sinew
