// Reads <link>: its inertia, its shapes and whether it feels gravity.
#include <algorithm>

#include "sinew/io/internal/sdf/reading.hpp"

namespace sinew::sdf {

using xml::Element;

namespace {

// Replaces an inertia whose error was already reported. It is also SDF's inertia of a link without <inertial>.
constexpr Inertial unit_inertial{.mass = 1, .com = {}, .inertia = {1, 0, 0, 1, 0, 1}};

Symmetric3<double> read_moments(Element inertia, const ValueReader& reader, Reading& reading) {
  if (!inertia) return unit_inertial.inertia;
  note_other_children(inertia, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"}, reading);
  const auto entry = [&](const char* name, double otherwise) {
    return reader.number(inertia, name).value_or(otherwise);
  };
  return {entry("ixx", 1), entry("ixy", 0), entry("ixz", 0),
          entry("iyy", 1), entry("iyz", 0), entry("izz", 1)};
}

bool has_added_mass(Element inertial) {
  const Element added = inertial.child("fluid_added_mass");
  if (!added) return false;
  return std::any_of(added.children().begin(), added.children().end(), [](Element entry) {
    const auto [values, problem] = xml::parse_numbers(entry.text());
    return values.empty() || values.front() != 0;
  });
}

Inertial read_inertial(Element inertial, const std::vector<ReadShape>& shapes, const ValueReader& reader,
                       Reading& reading) {
  note_other_children(inertial, {"mass", "pose", "inertia", "density", "fluid_added_mass"}, reading);
  if (has_added_mass(inertial)) {
    reading.ignored.add(inertial.source(), "added mass",
                        reader.owner() + ": <fluid_added_mass> is not supported; the link moves as in air");
  }
  if (reader.flag_attribute(inertial, "auto").value_or(false)) {
    return automatic_inertial(inertial, shapes, reader);
  }
  const Pose pose = reader.pose(inertial);
  if (!pose.relative_to.empty()) {
    reading.ignored.add(pose.element.source(), "relative_to of inertial",
                        reader.owner() + ": the <pose> of <inertial> is relative to the link; relative_to " +
                            xml::in_quotes(pose.relative_to) + " is ignored");
  }
  const double mass = reader.number(inertial, "mass").value_or(unit_inertial.mass);
  const auto moments = read_moments(reader.only(inertial, "inertia"), reader, reading);
  const Transform<double>& placement = pose.placement;
  const bool is_rotated = placement.rotation != Rotation<double>{};
  return {mass, placement.translation, is_rotated ? conjugate(placement.rotation, moments) : moments};
}

}  // namespace

Transform<double> pose_on_link(Element owner, const LinkElement& link, const ValueReader& reader,
                               Reading& reading) {
  const Pose pose = reader.pose(owner);
  if (pose.relative_to.empty()) return pose.placement;
  const int base =
      reading.frames.require(link.scope, pose.relative_to, reader.owner() + ": relative_to", pose.element);
  if (base == no_frame) return pose.placement;
  return reading.frames.pose_in(link.frame, base) * pose.placement;
}

Link read_link(const LinkElement& link, Reading& reading) {
  const Element element = link.element;
  const FrameNode& node = reading.frames.node(link.frame);
  const ValueReader reader(reading.findings, "link " + xml::in_quotes(node.name));
  reading.ignored.attributes_except(element, {"name"});
  note_other_children(element, {"pose", "inertial", "visual", "collision", "gravity"}, reading);
  Link result{.name = node.name,
              .frame = link.frame,
              .is_static = reading.frames.scope(link.scope).is_static,
              .source = element.source()};
  result.feels_gravity = reader.flag(element, "gravity").value_or(true);
  std::vector<ReadShape> shapes;
  for (const Element child : element.children()) {
    if (child.name() != "visual" && child.name() != "collision") continue;
    shapes.push_back({child, read_shape(child, link, reader, reading)});
  }
  if (const Element inertial = reader.only(element, "inertial")) {
    result.inertial = read_inertial(inertial, shapes, reader, reading);
  } else {
    result.inertial = unit_inertial;
    if (!result.is_static) {
      reading.ignored.add(
          element.source(), "no inertial",
          reader.owner() + ": no <inertial>; SDF's default is 1 kg with moments of 1 kg m^2 at its origin");
    }
  }
  for (ReadShape& each : shapes) {
    if (each.shape) result.shapes.push_back(std::move(*each.shape));
  }
  return result;
}

}  // namespace sinew::sdf
