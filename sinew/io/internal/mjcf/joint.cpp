#include "sinew/io/internal/mjcf/joint.hpp"

#include <algorithm>
#include <iterator>

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

std::string owner_of(Element element, const std::string& body) {
  const char* const name = element.attribute("name");
  const std::string where = "of body " + xml::in_quotes(body);
  return name != nullptr ? "joint " + xml::in_quotes(name) : "joint " + where;
}

void read_limits(const Attributes& attributes, Reading& reading, const AttributeReader& reader,
                 Joint& joint) {
  if (joint.type == Joint::Type::free || !is_limited(attributes, reading.settings.autolimits, reader)) return;
  if (!reading.settings.with_limits()) return;
  if (joint.type == Joint::Type::ball) {
    reading.ignored.add(joint.source, "the range of ball joints is not kept");
    return;
  }
  if (!attributes.has("range")) {
    reader.error(attributes.where("limited"),
                 "limited=\"true\" without a range; expected range=\"LOWER UPPER\"");
    return;
  }
  const auto range = attributes.numbers("range");
  const double lower = range.empty() ? 0 : range[0], upper = range.empty() ? 0 : range[1];
  if (!(lower < upper)) {
    reader.error(attributes.where("range"),
                 "range: the lower limit must be below the upper one of a limited joint");
    return;
  }
  const bool angular = joint.type == Joint::Type::hinge;
  joint.limited = true;
  joint.dof.lower = angular ? reading.settings.angles.radians(lower) : lower;
  joint.dof.upper = angular ? reading.settings.angles.radians(upper) : upper;
}

// Reads the spring, damping and friction of the joint.
void read_passive_forces(const Attributes& attributes, Reading& reading, const AttributeReader& reader,
                         Joint& joint) {
  const Settings& settings = reading.settings;
  DegreeOfFreedom& dof = joint.dof;
  if (settings.with_damping()) dof.damping = attributes.number("damping", 0);
  if (settings.with_springs()) dof.stiffness = attributes.number("stiffness", 0);
  if (settings.with_dry_friction()) dof.dry_friction = attributes.number("frictionloss", 0);
  if (joint.type == Joint::Type::slide || joint.type == Joint::Type::hinge) {
    const double rest = attributes.number("springref", 0);
    dof.rest_position = joint.type == Joint::Type::hinge ? settings.angles.radians(rest) : rest;
  }
  const auto pair = attributes.numbers("springdamper");
  if (pair.empty() || (pair[0] == 0 && pair[1] == 0)) return;
  if (pair[0] > 0 && pair[1] > 0) {
    joint.spring_damper = {pair[0], pair[1]};
  } else {
    reader.error(attributes.where("springdamper"),
                 "springdamper: expected a positive time constant and a positive damping ratio");
  }
}

// Reads the range of the torques of actuators, which only hinges and slides have.
void read_actuation(const Attributes& attributes, Reading& reading, const AttributeReader& reader,
                    Joint& joint) {
  if (joint.type != Joint::Type::slide && joint.type != Joint::Type::hinge) return;
  joint.dof.actuation = actuator_range(attributes, reading.settings.autolimits, reader);
  const bool counts_gravity = attributes.keyword("actuatorgravcomp", {"false", "true"}, reader) == 1;
  if (!counts_gravity || joint.dof.actuation == Interval{}) return;
  reading.ignored.add(joint.source,
                      "gravity compensation does not count as a torque of actuators: actuatorgravcomp is not "
                      "applied to actuatorfrcrange");
}

// Reports what the model cannot represent.
void report_left_out(const Attributes& attributes, Reading& reading, const Joint& joint) {
  for (const char* const name : {"stiffness", "damping"}) {
    const auto terms = attributes.numbers(name);
    if (std::any_of(terms.begin() + std::min<std::ptrdiff_t>(1, std::ssize(terms)), terms.end(),
                    [](double term) { return term != 0; })) {
      reading.ignored.add(joint.source,
                          "the quadratic and cubic terms of joint springs and damping are left out");
    }
  }
  if (attributes.number("springyield", 0) != 0) {
    reading.ignored.add(joint.source, "springs do not yield: springyield is left out");
  }
  if (joint.type != Joint::Type::free) return;
  if (joint.dof.armature != 0) {
    reading.ignored.add(joint.source,
                        "armature of a free joint moves along body axes, in MuJoCo along world axes");
  }
  if (joint.dof.dry_friction != 0) {
    reading.ignored.add(joint.source,
                        "dry friction of a free joint acts along body axes, in MuJoCo along world axes");
  }
}

Joint read_freejoint(Element element, const std::string& body, Reading& reading) {
  const AttributeReader reader(reading.findings, owner_of(element, body));
  Attributes attributes;
  attributes.lay(element, freejoint_rules, reader);
  if (attributes.keyword("align", {"false", "true", "auto"}, reader) == 1) {
    reading.ignored.add(element.source(), std::string(unaligned));
  }
  Joint joint;
  joint.source = element.source();
  joint.name = attributes.text("name");
  joint.type = Joint::Type::free;
  reading.joint_names.add(joint.name, element, reading.findings);
  return joint;
}

}  // namespace

bool is_limited(const Attributes& attributes, bool autolimits, const AttributeReader& reader) {
  const auto range = attributes.numbers("range");
  const bool has_range = !range.empty() && (range[0] != 0 || range[1] != 0);
  const int word = attributes.keyword("limited", {"false", "true", "auto"}, reader).value_or(2);
  if (word == 2 && has_range && !autolimits) {
    reader.error(attributes.where("range"),
                 "range without limited while autolimits is false; expected "
                 "limited=\"true\" or \"false\"");
  }
  return word == 1 || (word == 2 && has_range);
}

Interval actuator_range(const Attributes& attributes, bool autolimits, const AttributeReader& reader) {
  const auto range = attributes.numbers("actuatorfrcrange");
  const bool has_range = !range.empty() && (range[0] != 0 || range[1] != 0);
  const int word = attributes.keyword("actuatorfrclimited", {"false", "true", "auto"}, reader).value_or(2);
  if (word == 2 && has_range && !autolimits) {
    reader.error(attributes.where("actuatorfrcrange"),
                 "actuatorfrcrange without actuatorfrclimited while autolimits is false; expected "
                 "actuatorfrclimited=\"true\" or \"false\"");
  }
  if (word == 0 || (word == 2 && !has_range)) return {};
  if (has_range && range[0] < range[1]) return {range[0], range[1]};
  reader.error(attributes.where(range.empty() ? "actuatorfrclimited" : "actuatorfrcrange"),
               "actuatorfrcrange: expected \"LOWER UPPER\" with the lower number first");
  return {};
}

Joint read_joint(const Placed& placed, const std::string& body, Reading& reading) {
  const Element element = placed.element;
  if (element.name() == "freejoint") return read_freejoint(element, body, reading);
  const AttributeReader reader(reading.findings, owner_of(element, body));
  const auto attributes = reading.attributes(element, Heir::joint, joint_rules, placed.class_index, reader);
  const Settings& settings = reading.settings;
  Joint joint;
  joint.source = element.source();
  joint.name = attributes.text("name");
  reading.joint_names.add(joint.name, element, reading.findings);
  const int type = attributes.keyword("type", {"free", "ball", "slide", "hinge"}, reader).value_or(3);
  joint.type = static_cast<Joint::Type>(type);
  const bool has_axis = joint.type == Joint::Type::slide || joint.type == Joint::Type::hinge;
  if (const auto axis = attributes.vector3("axis"); axis && has_axis) {
    if (const auto direction = direction_of(*axis)) {
      joint.axis = *direction;
    } else {
      reader.error(attributes.where("axis"), "axis has length zero; expected a direction");
    }
  }
  joint.axis = placed.frame.rotation * joint.axis;
  if (joint.type == Joint::Type::ball || joint.type == Joint::Type::hinge) {
    joint.anchor = placed.frame * attributes.vector3("pos").value_or(Vector3<double>{});
  }
  if (has_axis) {
    const double reference = attributes.number("ref", 0);
    joint.reference = joint.type == Joint::Type::hinge ? settings.angles.radians(reference) : reference;
  }
  joint.dof.armature = attributes.number("armature", 0);
  read_passive_forces(attributes, reading, reader, joint);
  read_limits(attributes, reading, reader, joint);
  read_actuation(attributes, reading, reader, joint);
  report_left_out(attributes, reading, joint);
  return joint;
}

void check_joints(const Source& body, const std::string& body_name, std::span<const Joint> joints,
                  bool top_level, Findings& findings) {
  const auto error = [&](const std::string& what) {
    findings.error(body, "body " + xml::in_quotes(body_name) + ": " + what);
  };
  int dofs = 0;
  bool ball = false;
  for (const Joint& joint : joints) {
    const bool rotates = joint.type == Joint::Type::hinge || joint.type == Joint::Type::ball;
    if (joint.type == Joint::Type::free && joints.size() > 1) {
      error("a free joint must be the only joint of its body");
      return;
    }
    if (joint.type == Joint::Type::free && !top_level) {
      error("a free joint is allowed only in a child of <worldbody>");
    }
    if (ball && rotates) error("a ball joint may not be followed by another rotating joint");
    ball = ball || joint.type == Joint::Type::ball;
    dofs += joint.type == Joint::Type::free ? 6 : joint.type == Joint::Type::ball ? 3 : 1;
  }
  if (dofs > 6) {
    error("its joints have " + std::to_string(dofs) + " degrees of freedom; expected at most 6");
  }
}

}  // namespace sinew::mjcf
