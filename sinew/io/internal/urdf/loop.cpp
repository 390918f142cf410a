// Reads <loop_joint> and <joint_coupling>: the closed loops and couplings of joints. Standard URDF has neither.
// <loop_joint> with <link1> and <link2> is an extension that several simulators share; <joint_coupling> is sinew's own.
#include <algorithm>

#include "sinew/io/internal/urdf/parts.hpp"

namespace sinew::urdf {

using xml::AttributeReader;
using xml::Element;

namespace {

std::optional<ConnectionKind> read_loop_kind(Element element, const AttributeReader& reader) {
  const auto type = reader.required_text(element, "type");
  if (!type) return std::nullopt;
  if (const auto kind = connection_kind(*type)) return kind;
  // URDF's names for these kinds of joints.
  if (*type == "fixed") return ConnectionKind::weld;
  if (*type == "continuous") return ConnectionKind::revolute;
  std::string known;
  for (int i = 0; i <= int(ConnectionKind::directions); ++i) {
    known += (i == 0 ? "" : ", ") + std::string(name_of(ConnectionKind(i)));
  }
  reader.error(element, "type " + xml::in_quotes(*type) + " is unknown; expected one of " + known);
  return std::nullopt;
}

// Returns an attribute that may be absent; it is empty in that case. An empty attribute is an error.
std::string read_name(Element element, const char* attribute, const AttributeReader& reader) {
  const char* const name = element.attribute(attribute);
  if (name != nullptr && *name == 0) {
    reader.error(element, std::string(attribute) + " of <" + std::string(element.name()) + "> is empty");
  }
  return name != nullptr ? name : "";
}

LoopEnd read_end(Element loop, const char* which, const AttributeReader& reader, Reading& reading) {
  const Element element = only_child(loop, which, reader);
  if (!element) {
    reader.error(loop, std::string("has no <") + which + ">");
    return {};
  }
  reading.ignored.attributes_except(element, {"link", "xyz", "rpy", "quat_xyzw"});
  return {read_name(element, "link", reader), read_pose(element, reader)};
}

Force<double> read_direction(Element element, const AttributeReader& reader, Reading& reading) {
  reading.ignored.attributes_except(element, {"moment", "force"});
  return {reader.vector3(element, "moment").value_or(Vector3<double>{}),
          reader.vector3(element, "force").value_or(Vector3<double>{})};
}

// Reads the attributes and children that only some kinds of loops have.
Connection read_connection(Element element, ConnectionKind kind, const AttributeReader& reader,
                           Reading& reading) {
  Connection connection{.kind = kind};
  if (kind == ConnectionKind::distance) {
    connection.distance = reader.required_number(element, "distance").value_or(1);
    reading.ignored.attributes_except(element, {"name", "type", "distance"});
  } else {
    reading.ignored.attributes_except(element, {"name", "type"});
  }
  if (kind != ConnectionKind::directions) {
    note_other_children(element, {"link1", "link2", "axis"}, reading);
    return connection;
  }
  note_other_children(element, {"link1", "link2", "axis", "direction"}, reading);
  for (const Element child : element.children()) {
    if (child.name() == "direction") {
      connection.directions.push_back(read_direction(child, reader, reading));
    }
  }
  return connection;
}

}  // namespace

std::optional<Loop> read_loop(Element element, Reading& reading) {
  const auto name = AttributeReader(reading.findings, "<robot>").required_text(element, "name");
  const AttributeReader reader(reading.findings, "loop_joint " + xml::in_quotes(name.value_or("")));
  const int errors_before = reading.findings.count(Severity::error);
  const auto kind = read_loop_kind(element, reader);
  Loop loop{.name = name.value_or(""), .source = element.source()};
  if (kind) loop.connection = read_connection(element, *kind, reader, reading);
  loop.first = read_end(element, "link1", reader, reading);
  loop.second = read_end(element, "link2", reader, reading);
  if (const Element axis = only_child(element, "axis", reader)) {
    const Transform<double> to_axis = frame_along({}, read_axis(axis, reader, reading));
    loop.first.placement = loop.first.placement * to_axis;
    loop.second.placement = loop.second.placement * to_axis;
  }
  const bool well = name && reading.findings.count(Severity::error) == errors_before;
  return well ? std::optional(std::move(loop)) : std::nullopt;
}

std::optional<Coupling> read_coupling(Element element, Reading& reading) {
  const auto name = AttributeReader(reading.findings, "<robot>").required_text(element, "name");
  const AttributeReader reader(reading.findings, "joint_coupling " + xml::in_quotes(name.value_or("")));
  reading.ignored.attributes_except(element, {"name", "joint", "leader", "polynomial"});
  note_other_children(element, {}, reading);
  const auto joint = reader.required_text(element, "joint");
  const std::string leader = read_name(element, "leader", reader);
  const bool follows = element.has("leader");
  const bool has_polynomial = reader.required_text(element, "polynomial").has_value();
  const auto numbers = reader.numbers(element, "polynomial", 1, follows ? 5 : 1);
  if (!name || !joint || !has_polynomial || !numbers || (follows && leader.empty())) return std::nullopt;
  Coupling coupling{
      .name = *name, .joint = *joint, .leader = leader, .polynomial = {}, .source = element.source()};
  std::copy(numbers->begin(), numbers->end(), coupling.polynomial.begin());
  return coupling;
}

}  // namespace sinew::urdf
