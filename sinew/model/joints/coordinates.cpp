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
      return {{"", turn}};
    case JointKind::prismatic:
      return {{"", slide}};
    case JointKind::cylindrical:
      return {{"turn", turn}, {"slide", slide}};
    case JointKind::universal:
      return {{"first", turn}, {"second", turn}};
    case JointKind::planar:
      return {{"first", slide}, {"second", slide}, {"turn", turn}};
    case JointKind::spherical:
    case JointKind::floating:
      if (positions) {
        if (joint.kind == JointKind::floating) append_vector(entries, "", slide);
        entries.push_back({"qw", quaternion});
        append_vector(entries, "q", quaternion);
      } else {
        append_vector(entries, "w", turn);
        if (joint.kind == JointKind::floating) append_vector(entries, "v", slide);
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
  constexpr const char* turns[] = {"rad", "rad/s", "rad/s^2", "Nm"};
  constexpr const char* slides[] = {"m", "m/s", "m/s^2", "N"};
  if (measure == Measure::turn) return turns[static_cast<int>(derivative)];
  if (measure == Measure::slide) return slides[static_cast<int>(derivative)];
  return "";
}

std::vector<Coordinate> position_coordinates(const Model& model) {
  return coordinates(model, true);
}
std::vector<Coordinate> velocity_coordinates(const Model& model) {
  return coordinates(model, false);
}

}  // namespace sinew
