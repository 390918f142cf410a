// Reads <link>: its inertia and its shapes.
#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "sinew/io/internal/urdf/parts.hpp"

namespace sinew::urdf {

using xml::AttributeReader;
using xml::Element;

void note_other_children(Element element, std::initializer_list<std::string_view> known, Reading& reading) {
  // Widespread extensions that do not affect the motion of the bodies, and what to know about them.
  static constexpr std::pair<std::string_view, const char*> extensions[] = {
      {"transmission", ""},
      {"gazebo", ""},
      {"sensor", ""},
      {"ros2_control", ""},
      {"contact", ""},
      {"self_collision_checking", ""},
      {"collision_checking", ""},
      {"safety_controller", ": its soft limits are for controllers, and the limits are those of <limit>"},
      {"calibration", ": it does not affect the motion"}};
  for (const Element child : element.children()) {
    if (std::find(known.begin(), known.end(), child.name()) != known.end()) continue;
    const std::string tag = "<" + std::string(child.name()) + ">";
    const auto extension =
        std::find_if(std::begin(extensions), std::end(extensions),
                     [&](const auto& known_one) { return known_one.first == child.name(); });
    if (extension != std::end(extensions)) {
      reading.ignored.add(child.source(), tag + " is ignored" + extension->second);
    } else if (child.name().starts_with("xacro:")) {
      reading.findings.error(child.source(), tag + " is not URDF; expected a file that xacro has expanded");
    } else {
      reading.ignored.add(child.source(),
                          tag + " in <" + std::string(element.name()) + "> is unknown and ignored");
    }
  }
}

Element only_child(Element element, const char* name, const AttributeReader& reader) {
  Element first;
  for (const Element child : element.children()) {
    if (child.name() != name) continue;
    if (first) {
      reader.error(child,
                   "<" + std::string(name) + "> is written twice in <" + std::string(element.name()) + ">");
      break;
    }
    first = child;
  }
  return first;
}

namespace {

// Reads quat_xyzw, an addition of URDF 1.1. If it is invalid, reports an error and returns no rotation.
Rotation<double> read_quaternion(Element element, const AttributeReader& reader) {
  if (element.has("rpy"))
    reader.error(element, "rpy and quat_xyzw both give the rotation; expected one of them");
  const auto q = reader.numbers(element, "quat_xyzw", 4, 4);
  if (!q) return {};
  const auto& [x, y, z, w] = std::array{(*q)[0], (*q)[1], (*q)[2], (*q)[3]};
  constexpr double sloppy = 1e-3;
  const double length = std::hypot(std::hypot(x, y), std::hypot(z, w));
  if (std::abs(length - 1) <= sloppy) return rotation_from_quaternion(w, x, y, z);
  reader.error(element, "quat_xyzw " + xml::in_quotes(element.attribute("quat_xyzw")) +
                            " is not a rotation; expected a quaternion of length 1");
  return {};
}

}  // namespace

Transform<double> read_pose(Element element, const AttributeReader& reader) {
  const auto xyz = reader.vector3(element, "xyz");
  if (element.has("quat_xyzw")) return {read_quaternion(element, reader), xyz.value_or(Vector3<double>{})};
  const auto rpy = reader.vector3(element, "rpy");
  return {rpy ? rotation_from_rpy(*rpy) : Rotation<double>{}, xyz.value_or(Vector3<double>{})};
}

Transform<double> read_origin(Element owner, const AttributeReader& reader, Reading& reading) {
  const Element origin = only_child(owner, "origin", reader);
  if (!origin) return {};
  reading.ignored.attributes_except(origin, {"xyz", "rpy", "quat_xyzw"});
  return read_pose(origin, reader);
}

namespace {

// Replaces an inertia whose error was already reported.
constexpr Inertial harmless{.mass = 1, .com = {}, .inertia = {1, 0, 0, 1, 0, 1}};

std::optional<Symmetric3<double>> read_inertia(Element element, const AttributeReader& reader,
                                               Reading& reading) {
  reading.ignored.attributes_except(element, {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"});
  const auto product = [&](const char* name) -> std::optional<double> {
    if (element.has(name)) return reader.number(element, name);
    reading.ignored.add(element.source(), "product of inertia",
                        reader.owner() + ": <inertia> has no attribute '" + name + "', taken as 0");
    return 0.0;
  };
  const auto xx = reader.required_number(element, "ixx"), xy = product("ixy"), xz = product("ixz");
  const auto yy = reader.required_number(element, "iyy"), yz = product("iyz");
  const auto zz = reader.required_number(element, "izz");
  if (!xx || !xy || !xz || !yy || !yz || !zz) return std::nullopt;
  return Symmetric3<double>{*xx, *xy, *xz, *yy, *yz, *zz};
}

Inertial read_inertial(Element element, const AttributeReader& reader, Reading& reading) {
  reading.ignored.attributes_except(element, {});
  reading.ignored.children_except(element, {"origin", "mass", "inertia"});
  const Element mass_element = only_child(element, "mass", reader);
  const Element inertia_element = only_child(element, "inertia", reader);
  const auto origin = read_origin(element, reader, reading);
  if (!mass_element) reader.error(element, "<inertial> has no <mass>");
  if (!inertia_element) reader.error(element, "<inertial> has no <inertia>");
  if (!mass_element || !inertia_element) return harmless;
  reading.ignored.attributes_except(mass_element, {"value"});
  const auto mass = reader.required_number(mass_element, "value");
  const auto inertia = read_inertia(inertia_element, reader, reading);
  if (!mass || !inertia) return harmless;
  // The file gives the inertia in the axes of <origin>; the description stores it in body axes.
  const bool is_rotated = origin.rotation != Rotation<double>{};
  return {*mass, origin.translation, is_rotated ? conjugate(origin.rotation, *inertia) : *inertia};
}

}  // namespace

std::optional<Link> read_link(Element element, Reading& reading) {
  const auto name = AttributeReader(reading.findings, "<robot>").required_text(element, "name");
  reading.ignored.attributes_except(element, {"name"});
  const AttributeReader reader(reading.findings, "link " + xml::in_quotes(name.value_or("")));
  if (name && name->empty()) reader.error(element, "the name is empty");
  note_other_children(element, {"inertial", "visual", "collision"}, reading);
  Link link{.name = name.value_or(""), .inertial = {}, .shapes = {}, .source = element.source()};
  if (const Element inertial = only_child(element, "inertial", reader)) {
    link.inertial = read_inertial(inertial, reader, reading);
  }
  for (const Element child : element.children()) {
    if (child.name() != "visual" && child.name() != "collision") continue;
    if (auto shape = read_shape(child, reader, reading)) link.shapes.push_back(std::move(*shape));
  }
  if (link.name.empty()) return std::nullopt;
  return link;
}

}  // namespace sinew::urdf
