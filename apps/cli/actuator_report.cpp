#include "apps/cli/actuator_report.hpp"

#include <fmt/format.h>

#include <cmath>

#include "apps/cli/table.hpp"

namespace sinew::cli {
namespace {

std::string body_or_ground(const std::string& body) {
  return body.empty() ? "(ground)" : body;
}

// Returns the joint, the tendon, or the body of the site.
std::string target_of(const Transmission& transmission) {
  if (transmission.kind != TransmissionKind::site) return transmission.target;
  const std::string body = body_or_ground(transmission.site.body);
  return transmission.reference ? body + ", relative to " + body_or_ground(transmission.reference->body)
                                : body;
}

// Returns the numbers up to the last one that is not zero: "2", "0 0 1".
template <std::size_t size>
std::string numbers_text(const std::array<double, size>& numbers) {
  std::size_t count = size;
  while (count > 1 && numbers[count - 1] == 0) --count;
  std::string text;
  for (std::size_t i = 0; i < count; ++i) text += fmt::format("{}{:.6g}", i == 0 ? "" : " ", numbers[i]);
  return text;
}

std::string interval_text(const Interval& range) {
  if (!std::isfinite(range.lower) && !std::isfinite(range.upper)) return "";
  return fmt::format("{:.6g} .. {:.6g}", range.lower, range.upper);
}

// Infinite limits become null.
Json range_json(const Interval& range) {
  return Json::array({range.lower, range.upper});
}

std::string subject_text(const Sensor& sensor) {
  switch (subject_of(sensor.kind)) {
    case SensorSubject::nothing:
      return "";
    case SensorSubject::frame:
      return body_or_ground(sensor.frame.body) +
             (sensor.reference ? ", relative to " + body_or_ground(sensor.reference->body) : "");
    case SensorSubject::subtree:
      return body_or_ground(sensor.object);
    default:
      return sensor.object;
  }
}

}  // namespace

std::string actuators_text(const Model& model) {
  const auto& actuators = model.description().actuators;
  if (actuators.empty()) return "";
  const auto range_of = [](Interval Actuator::*range) {
    return [range](const Actuator& a) { return interval_text(a.*range); };
  };
  Table table;
  table.add_texts("actuator", actuators, &Actuator::name);
  table.add_texts("on", actuators, [](const Actuator& a) { return name_of(a.transmission.kind); });
  table.add_texts("target", actuators, [](const Actuator& a) { return target_of(a.transmission); });
  table.add_texts("gear", actuators, [](const Actuator& a) { return numbers_text(a.transmission.gear); });
  table.add_texts("gain", actuators, [](const Actuator& a) { return numbers_text(a.gain); });
  table.add_texts("bias", actuators, [](const Actuator& a) { return numbers_text(a.bias); });
  table.add_texts_if_any("activation", actuators, [](const Actuator& a) {
    return a.activation == ActivationKind::none ? "" : name_of(a.activation);
  });
  table.add_texts_if_any("control range", actuators, range_of(&Actuator::control_range));
  table.add_texts_if_any("force range", actuators, range_of(&Actuator::force_range));
  return "\n" + table.to_string();
}

std::string sensors_text(const Model& model) {
  const auto& sensors = model.description().sensors;
  if (sensors.empty()) return "";
  Table table;
  table.add_texts("sensor", sensors, &Sensor::name);
  table.add_texts("kind", sensors, [](const Sensor& s) { return name_of(s.kind); });
  table.add_texts("of", sensors, subject_text);
  return "\n" + table.to_string();
}

Json actuators_json(const Model& model) {
  Json list = Json::array();
  for (const Actuator& actuator : model.description().actuators) {
    list.push_back({{"name", actuator.name},
                    {"on", name_of(actuator.transmission.kind)},
                    {"target", target_of(actuator.transmission)},
                    {"gear", actuator.transmission.gear},
                    {"gain", actuator.gain},
                    {"bias", actuator.bias},
                    {"activation", name_of(actuator.activation)},
                    {"control_range", range_json(actuator.control_range)},
                    {"force_range", range_json(actuator.force_range)}});
  }
  return list;
}

Json sensors_json(const Model& model) {
  Json list = Json::array();
  for (const Sensor& sensor : model.description().sensors)
    list.push_back({{"name", sensor.name},
                    {"kind", name_of(sensor.kind)},
                    {"of", subject_text(sensor)},
                    {"values", value_count(sensor.kind)}});
  return list;
}

}  // namespace sinew::cli
