#include "sinew/io/internal/mjcf/replicate.hpp"

#include <cmath>

#include "sinew/io/internal/mjcf/graft.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

// Returns the number of a copy with as many digits as the largest number has.
std::string padded(int number, int count) {
  const std::string digits = std::to_string(number);
  return std::string(std::to_string(count - 1).size() - digits.size(), '0') + digits;
}

// Returns the number of copies. Reports an error and returns zero if it is missing or out of bounds.
int count_of(Element element, const Attributes& attributes, const AttributeReader& reader) {
  const double count = attributes.number("count", -1);
  if (count >= 0 && count <= max_copies && count == std::floor(count)) return static_cast<int>(count);
  reader.error(element, "expected a count of 0 to " + std::to_string(max_copies) + " copies");
  return 0;
}

}  // namespace

void replicate(const Placed& placed, int parent, Reading& reading, BodyTree& tree) {
  const Element element = placed.element;
  const AttributeReader reader(reading.findings, "replicate");
  Attributes attributes;
  attributes.lay(element, replicate_rules, reader);
  const int count = count_of(element, attributes, reader);
  if (reading.shared.replicate_depth >= max_replicate_depth) {
    return reader.error(element, "nested more than " + std::to_string(max_replicate_depth) + " deep");
  }
  const int class_index =
      attributes.has("childclass")
          ? reading.defaults.find(attributes.text("childclass"), element, placed.class_index, reader)
          : placed.class_index;
  BodyTree part;
  ++reading.shared.replicate_depth;
  read_contents(contents_of(element, class_index, reader, reading), "replicate", reading, part);
  --reading.shared.replicate_depth;

  const Vector3<double> offset = attributes.vector3("offset").value_or(Vector3<double>{});
  const auto angles = attributes.vector3("euler").value_or(Vector3<double>{});
  Transform<double> pose;
  for (int i = 0; i < count; ++i) {
    pose.rotation = euler_rotation(static_cast<double>(i) * angles, reading.settings.angles);
    const bool fits = graft({.from = part,
                             .suffix = attributes.text("sep") + padded(i, count),
                             .frame = placed.frame * pose,
                             .parent = parent,
                             .at = element},
                            reading, tree);
    if (!fits) return;
    pose.translation += pose.rotation * offset;
  }
}

}  // namespace sinew::mjcf
