// Reads the events of a scene's `simulation`.
#include <fmt/format.h>

#include "sinew/io/internal/scene/simulation.hpp"

namespace sinew::scenes {
namespace {

struct Passing {
  const char* key;
  bool of_velocity, rising;
};
constexpr Passing passings[] = {{"rises_to", false, true},
                                {"falls_to", false, false},
                                {"velocity_rises_to", true, true},
                                {"velocity_falls_to", true, false}};
constexpr const char* passing_keys = "rises_to, falls_to, velocity_rises_to, velocity_falls_to";

AtTime read_at_time(Fields& fields, double duration, const Reading& reading) {
  const double time = not_negative(fields, "at", 0, {dimension::time});
  for (const Passing& passing : passings) {
    if (const Node* const entry = fields.find(passing.key))
      fields.error(*entry, std::string(passing.key) + ": is only for events of a joint");
  }
  if (time > duration)
    reading.findings.warning(
        reading.at(*fields.find("at")),
        fmt::format("{}: at {:g} s is after the end of the simulation at {:g} s: it will not happen",
                    fields.owner(), time, duration));
  return {.time = time};
}

AtJoint read_at_joint(Fields& fields, const Stage& stage) {
  AtJoint at{.joint = read_joint(fields, "joint", stage.whole ? &*stage.whole : nullptr)};
  int written = 0;
  for (const auto& [key, of_velocity, rising] : passings) {
    if (!fields.has(key)) continue;
    ++written;
    at.of_velocity = of_velocity, at.rising = rising;
    at.value = fields.number(key, of_velocity ? joint_velocity : joint_position).value_or(at.value);
  }
  if (written != 1)
    fields.error(fields.node(), fmt::format("has {} of {}; expected one of them",
                                            written == 0 ? "none" : "several", passing_keys));
  return at;
}

EventPlan read_event(const Node& node, const std::string& name, const Stage& stage, double duration,
                     const Reading& reading) {
  EventPlan event{.name = name};
  Fields fields(node, "event '" + event.name + "'", reading);
  if (node.kind != Node::Kind::map) return event;
  fields.text("name");  // reports an error if it is not text
  if (fields.has("at") == fields.has("joint"))
    fields.error(node, fields.has("at") ? "at and joint exclude each other"
                                        : "has neither at nor joint; expected one of them");
  if (fields.has("at")) {
    event.when = read_at_time(fields, duration, reading);
  } else if (fields.has("joint")) {
    event.when = read_at_joint(fields, stage);
  } else {
    for (const Passing& passing : passings) fields.find(passing.key);
  }
  event.release = read_names(fields, "release", "loop", loops_of(stage), reading);
  event.close = read_names(fields, "close", "loop", loops_of(stage), reading);
  for (const std::string& loop : event.release) {
    if (std::find(event.close.begin(), event.close.end(), loop) != event.close.end())
      fields.error(*fields.find("close"), "close: '" + loop + "' is released by the same event");
  }
  event.stop = fields.flag("stop").value_or(event.stop);
  fields.finish();
  return event;
}

}  // namespace

std::vector<EventPlan> read_events(Fields& simulation, const Stage& stage, double duration,
                                   const Reading& reading) {
  std::vector<EventPlan> events;
  const std::vector<Node>& list = simulation.list("events");
  const std::vector<std::string> labels = labels_of(list, "event");
  for (std::size_t i = 0; i < list.size(); ++i)
    events.push_back(read_event(list[i], labels[i], stage, duration, reading));
  return events;
}

}  // namespace sinew::scenes
