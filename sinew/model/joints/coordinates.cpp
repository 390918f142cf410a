#include "sinew/model/joints/coordinates.hpp"

namespace sinew {
namespace {

struct Entry {
  std::string name;
  Measure measure;
};

void append_vector(std::vector<Entry>& entries, const char* prefix, Measure measure) {
  for (const char* direction : {"x", "y", "z"}) entries.push_back({std::string(prefix) + direction, measure});
}

// Returns the entries of one joint in the order of description.hpp. Joints of one degree of freedom leave the name
// empty.
std::vector<Entry> entries_of(const JointInfo& joint, bool positions) {
  using enum Measure;
  std::vector<Entry> entries;
  switch (joint.kind) {
    case JointKind::fixed:
      break;
    case JointKind::revolute:
    case JointKind::continuous:
    case JointKind::helical:
      return {{"", rotation}};
    case JointKind::prismatic:
      return {{"", displacement}};
    case JointKind::cylindrical:
      return {{"turn", rotation}, {"slide", displacement}};
    case JointKind::universal:
      return {{"first", rotation}, {"second", rotation}};
    case JointKind::planar:
      return {{"first", displacement}, {"second", displacement}, {"turn", rotation}};
    case JointKind::spherical:
    case JointKind::floating:
      if (positions) {
        if (joint.kind == JointKind::floating) append_vector(entries, "", displacement);
        entries.push_back({"qw", quaternion});
        append_vector(entries, "q", quaternion);
      } else {
        append_vector(entries, "w", rotation);
        if (joint.kind == JointKind::floating) append_vector(entries, "v", displacement);
      }
      break;
    case JointKind::custom:
      for (int i = 0; i < joint.v_size; ++i) entries.push_back({std::to_string(i), unknown});
  }
  return entries;
}

std::vector<Coordinate> coordinates(const Model& model, bool positions) {
  std::vector<Coordinate> all;
  for (const JointInfo& joint : model.joints()) {
    for (const Entry& entry : entries_of(joint, positions)) {
      all.push_back({entry.name.empty() ? joint.name : joint.name + " " + entry.name, entry.measure});
    }
  }
  return all;
}

}  // namespace

const char* unit_of(Measure measure, Derivative derivative) {
  constexpr const char* rotations[] = {"rad", "rad/s", "rad/s^2", "Nm"};
  constexpr const char* displacements[] = {"m", "m/s", "m/s^2", "N"};
  if (measure == Measure::rotation) return rotations[static_cast<int>(derivative)];
  if (measure == Measure::displacement) return displacements[static_cast<int>(derivative)];
  return "";
}

std::vector<Coordinate> position_coordinates(const Model& model) {
  return coordinates(model, true);
}
std::vector<Coordinate> velocity_coordinates(const Model& model) {
  return coordinates(model, false);
}

}  // namespace sinew
