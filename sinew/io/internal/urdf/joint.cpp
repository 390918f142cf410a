// Reads <joint>: kind, axis, limits, dynamics, mimic.
#include <cmath>
#include <utility>

#include "sinew/io/internal/urdf/parts.hpp"

namespace sinew::urdf {

using xml::AttributeReader;
using xml::Element;
using xml::Infinite;

namespace {

constexpr std::pair<const char*, JointKind> kinds[] = {
    {"fixed", JointKind::fixed},           {"revolute", JointKind::revolute},
    {"continuous", JointKind::continuous}, {"prismatic", JointKind::prismatic},
    {"planar", JointKind::planar},         {"floating", JointKind::floating}};

JointKind read_joint_kind(Element element, const AttributeReader& reader) {
  const auto type = reader.required_text(element, "type");
  if (!type) return JointKind::fixed;
  std::string known;
  for (const auto& [name, kind] : kinds) {
    if (*type == name) return kind;
    known += (known.empty() ? "" : ", ") + std::string(name);
  }
  reader.error(element, "type " + xml::in_quotes(*type) + " is unknown; expected one of " + known);
  return JointKind::fixed;
}

// A shorter axis is treated as zero up to rounding, and has no direction.
constexpr double shortest_axis = 1e-9;

// Reads the axis of a joint; x is the default. For fixed and floating joints, which have no axis, any vector is
// accepted and ignored.
Vector3<double> read_joint_axis(Element joint, JointKind kind, const AttributeReader& reader,
                                Reading& reading) {
  constexpr Vector3<double> by_default{1, 0, 0};
  const Element element = only_child(joint, "axis", reader);
  if (!element) return by_default;
  if (kind != JointKind::fixed && kind != JointKind::floating) return read_axis(element, reader, reading);
  reading.ignored.attributes_except(element, {"xyz"});
  reader.required_vector3(element, "xyz");
  return by_default;
}

// Reads effort or velocity of <limit>. Absent or negative means that there is no limit.
double read_bound(Element limit, const char* name, const AttributeReader& reader, Reading& reading) {
  const auto note = [&](const std::string& what) {
    reading.ignored.add(limit.source(), name + what, reader.owner() + ": " + name + " of <limit> " + what);
  };
  if (!limit.has(name)) {
    note("is missing: no limit is assumed");
    return infinity;
  }
  const auto bound = reader.number(limit, name, Infinite::accepted);
  if (!bound) return infinity;
  if (*bound < 0) {
    note("is negative: no limit is assumed");
    return infinity;
  }
  if (*bound == 0) note("is 0, which is kept as a limit");
  return *bound;
}

void read_range(Element limit, const AttributeReader& reader, Reading& reading, DegreeOfFreedom& dof) {
  const bool has_lower = limit.has("lower"), has_upper = limit.has("upper");
  if (!has_lower && !has_upper) {
    reading.ignored.add(
        limit.source(), "no range",
        reader.owner() + ": <limit> has neither lower nor upper: no position limits are assumed");
    return;
  }
  if (has_lower != has_upper) {
    const std::string missing = has_lower ? "upper" : "lower";
    reading.ignored.add(limit.source(), "half a range",
                        reader.owner() + ": <limit> has no " + missing + ", taken as 0");
  }
  const auto lower = has_lower ? reader.number(limit, "lower", Infinite::accepted) : 0.0;
  const auto upper = has_upper ? reader.number(limit, "upper", Infinite::accepted) : 0.0;
  if (!lower || !upper) return;
  if (*lower > *upper || *lower == infinity || *upper == -infinity) {
    const auto shown = [&](const char* name) { return limit.has(name) ? limit.attribute(name) : "0"; };
    reader.error(limit,
                 std::string("limits are reversed: lower ") + shown("lower") + ", upper " + shown("upper"));
    return;
  }
  dof.lower = *lower;
  dof.upper = *upper;
}

// Names the limits that URDF 1.2 adds.
void note_further_limits(Element limit, const AttributeReader& reader, Reading& reading) {
  for (const char* const name : {"acceleration", "deceleration", "jerk"}) {
    if (!limit.has(name)) continue;
    reader.number(limit, name, Infinite::accepted);
    reading.ignored.add(limit.source(), "limits of acceleration, deceleration and jerk have no effect");
  }
}

void read_limit(Element joint, JointKind kind, const AttributeReader& reader, Reading& reading,
                DegreeOfFreedom& dof) {
  const Element limit = only_child(joint, "limit", reader);
  const bool needs_range = kind == JointKind::revolute || kind == JointKind::prismatic;
  if (!limit) {
    if (needs_range) {
      reading.ignored.add(joint.source(), "no limit",
                          reader.owner() + ": a " + name_of(kind) + " joint without <limit> is not limited");
    }
    return;
  }
  reading.ignored.attributes_except(
      limit, {"lower", "upper", "effort", "velocity", "acceleration", "deceleration", "jerk"});
  note_further_limits(limit, reader, reading);
  if (!needs_range && kind != JointKind::continuous) {
    const std::string what = std::string("<limit> of a ") + name_of(kind) + " joint is ignored";
    reading.ignored.add(limit.source(), what, reader.owner() + ": " + what);
    return;
  }
  dof.max_effort = read_bound(limit, "effort", reader, reading);
  dof.max_velocity = read_bound(limit, "velocity", reader, reading);
  if (needs_range) {
    read_range(limit, reader, reading, dof);
  } else if (limit.has("lower") || limit.has("upper")) {
    reading.ignored.add(limit.source(), "continuous range",
                        reader.owner() + ": lower and upper of a continuous joint are ignored");
  }
}

void read_dynamics(Element joint, JointKind kind, const AttributeReader& reader, Reading& reading,
                   DegreeOfFreedom& dof) {
  const Element dynamics = only_child(joint, "dynamics", reader);
  if (!dynamics || kind == JointKind::fixed) return;
  // armature is sinew's extension; URDF has no such attribute.
  reading.ignored.attributes_except(dynamics, {"damping", "friction", "armature"});
  const auto value = [&](const char* name) {
    const double read = reader.number(dynamics, name).value_or(0);
    if (read >= 0) return read;
    reader.error(dynamics, std::string(name) + " of <dynamics> is negative: " + dynamics.attribute(name));
    return 0.0;
  };
  dof.damping = value("damping");
  dof.dry_friction = value("friction");
  dof.armature = value("armature");
}

std::optional<Mimic> read_mimic(Element joint, const AttributeReader& reader, Reading& reading) {
  const Element element = only_child(joint, "mimic", reader);
  if (!element) return std::nullopt;
  reading.ignored.attributes_except(element, {"joint", "multiplier", "offset"});
  const auto leader = reader.required_text(element, "joint");
  const auto multiplier = reader.number(element, "multiplier");
  const auto offset = reader.number(element, "offset");
  if (!leader) return std::nullopt;
  return Mimic{*leader, multiplier.value_or(1), offset.value_or(0)};
}

std::string read_link_name(Element joint, const char* which, const AttributeReader& reader,
                           Reading& reading) {
  const Element element = only_child(joint, which, reader);
  if (!element) {
    reader.error(joint, std::string("has no <") + which + ">");
    return {};
  }
  reading.ignored.attributes_except(element, {"link"});
  return reader.required_text(element, "link").value_or("");
}

}  // namespace

Vector3<double> read_axis(Element element, const AttributeReader& reader, Reading& reading) {
  constexpr Vector3<double> otherwise{1, 0, 0};
  reading.ignored.attributes_except(element, {"xyz"});
  const auto axis = reader.required_vector3(element, "xyz");
  if (!axis) return otherwise;
  const double length = std::hypot(axis->x, axis->y, axis->z);
  if (length < shortest_axis) {
    reader.error(element, "axis " + xml::in_quotes(element.attribute("xyz")) +
                              " has no direction; expected a vector of length 1");
    return otherwise;
  }
  // A unit vector up to rounding is kept bit for bit, so that writing and reading again changes nothing.
  constexpr double rounding = 1e-15, sloppy = 1e-2;
  if (std::abs(length - 1) <= rounding) return *axis;
  if (std::abs(length - 1) > sloppy) {
    reading.ignored.add(element.source(), "axis length",
                        reader.owner() + ": axis " + xml::in_quotes(element.attribute("xyz")) +
                            " is not of length 1; only its direction is used");
  }
  return {axis->x / length, axis->y / length, axis->z / length};
}

LinkedJoint read_joint(Element element, Reading& reading) {
  const auto name = AttributeReader(reading.findings, "<robot>").required_text(element, "name");
  reading.ignored.attributes_except(element, {"name", "type"});
  note_other_children(element, {"origin", "parent", "child", "axis", "limit", "dynamics", "mimic"}, reading);
  const AttributeReader reader(reading.findings, "joint " + xml::in_quotes(name.value_or("")));
  if (name && name->empty()) reader.error(element, "the name is empty");

  LinkedJoint result;
  result.source = element.source();
  result.joint.name = name.value_or("");
  result.joint.kind = read_joint_kind(element, reader);
  result.placement = read_origin(element, reader, reading);
  result.parent = read_link_name(element, "parent", reader, reading);
  result.child = read_link_name(element, "child", reader, reading);
  result.joint.axis = read_joint_axis(element, result.joint.kind, reader, reading);
  DegreeOfFreedom dof;
  read_limit(element, result.joint.kind, reader, reading, dof);
  read_dynamics(element, result.joint.kind, reader, reading, dof);
  if (result.joint.kind != JointKind::fixed) result.joint.dofs = {dof};
  result.joint.mimic = read_mimic(element, reader, reading);
  return result;
}

}  // namespace sinew::urdf
