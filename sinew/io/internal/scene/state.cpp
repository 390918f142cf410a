// Reads q, v and tau of one robot.
#include <algorithm>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/scene/parts.hpp"

namespace sinew::scenes {
namespace {

// Reads a map of joints. Joints that are not named keep their `values`.
void read_by_joint(Fields& fields, const char* key, const Node& map, const Model& model,
                   Coordinates coordinates, const std::vector<Dimensions>& units, std::vector<double>& values,
                   const Reading& reading) {
  for (const Node& entry : map.children) {
    const auto joints = model.joints();
    const auto joint =
        std::find_if(joints.begin(), joints.end(), [&](const JointInfo& j) { return j.name == entry.key; });
    if (joint == joints.end()) {
      std::vector<std::string> names;
      for (const JointInfo& j : joints) names.push_back(j.name);
      fields.error(entry, std::string(key) + ": " + unknown_name("joint", entry.key, names));
      continue;
    }
    const std::string what = fields.what(key) + " of " + entry.key;
    const bool positions = coordinates == Coordinates::positions;
    const int first = positions ? joint->q_index : joint->v_index,
              size = positions ? joint->q_size : joint->v_size;
    const auto numbers =
        yaml::coordinates_of(entry, what, reading, {units.begin() + first, units.begin() + first + size});
    if (!numbers) continue;
    const std::string problem = wrong_size(numbers->size(), std::size_t(size), name_of(joint->kind));
    if (problem.empty()) {
      std::copy(numbers->begin(), numbers->end(), values.begin() + first);
    } else {
      reading.error(entry, what + ": " + problem);
    }
  }
}

}  // namespace

namespace {

Derivative derivative_of(std::string_view key, Coordinates coordinates) {
  if (coordinates == Coordinates::positions) return Derivative::position;
  return key == "tau" ? Derivative::effort : Derivative::velocity;
}

// Reads the name of a position. Returns nothing after an error.
std::optional<std::vector<double>> read_position(const Fields& fields, const Node& entry,
                                                 const Model& model) {
  try {
    return model.named_position(entry.text);
  } catch (const std::invalid_argument& unknown) {
    fields.error(entry, std::string("q: ") + unknown.what());
    return std::nullopt;
  }
}

}  // namespace

void read_coordinates(Fields& fields, const char* key, const Model& model, Coordinates coordinates,
                      std::vector<double>& values, const Reading& reading) {
  const Node* const entry = fields.find(key);
  if (!entry) return;
  std::vector<double> read = values;
  const std::vector<Dimensions> units = dimensions_of(model, derivative_of(key, coordinates));
  if (entry->kind == Node::Kind::map) {
    read_by_joint(fields, key, *entry, model, coordinates, units, read, reading);
  } else if (coordinates == Coordinates::positions && entry->kind == Node::Kind::text &&
             names_position(entry->text, model)) {
    const auto named = read_position(fields, *entry, model);
    if (!named) return;
    read = *named;
  } else {
    const auto numbers = yaml::coordinates_of(*entry, fields.what(key), reading, units);
    if (!numbers) return;
    read = *numbers;
  }
  std::string problem = wrong_size(read, model, coordinates);
  if (problem.empty() && coordinates == Coordinates::positions) problem = normalise_quaternions(model, read);
  if (problem.empty()) {
    values = read;
  } else {
    fields.error(*entry, std::string(key) + ": " + problem);
  }
}

State read_state(Fields& fields, const Model& model, const Reading& reading) {
  const std::vector<double> zeros(std::size_t(model.velocity_size()));
  State state{.q = model.initial_position(), .v = zeros, .tau = zeros};
  read_coordinates(fields, "q", model, Coordinates::positions, state.q, reading);
  read_coordinates(fields, "v", model, Coordinates::velocities, state.v, reading);
  read_coordinates(fields, "tau", model, Coordinates::velocities, state.tau, reading);
  return state;
}

}  // namespace sinew::scenes
