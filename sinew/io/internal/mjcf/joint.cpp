#include "sinew/io/internal/mjcf/joint.hpp"

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

std::string owner_of(Element element, const std::string& body) {
  const char* const name = element.attribute("name");
  const std::string where = "of body " + xml::in_quotes(body);
  return name != nullptr ? "joint " + xml::in_quotes(name) : "joint " + where;
}

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
  joint.freedom.lower = angular ? reading.settings.angles.radians(lower) : lower;
  joint.freedom.upper = angular ? reading.settings.angles.radians(upper) : upper;
}

// Reports what the model cannot represent: springs, limits of actuator forces, and differences of free joints.
void report_left_out(const Attributes& attributes, Reading& reading, const AttributeReader& reader,
                     const Joint& joint) {
  if (attributes.number("stiffness", 0) != 0) {
    reading.ignored.add(joint.source, "joint springs (stiffness) are not part of the model");
  }
  if (attributes.has("actuatorfrcrange")) {
    reading.ignored.add(joint.source, "limits of actuator forces at joints (actuatorfrcrange) are not kept");
  }
  const auto springdamper = attributes.numbers("springdamper");
  if (!springdamper.empty() && (springdamper[0] != 0 || springdamper[1] != 0)) {
    reader.error(
        attributes.where("springdamper"),
        "springdamper is not supported, because it changes the damping; expected damping and stiffness");
  }
  if (joint.type != Joint::Type::free) return;
  if (joint.freedom.armature != 0) {
    reader.error(attributes.where("armature"),
                 "armature of a free joint is not supported; expected armature=\"0\" or a <freejoint/>");
  }
  if (joint.freedom.dry_friction != 0) {
    reading.ignored.add(joint.source,
                        "dry friction of a free joint acts along body axes, in MuJoCo along world axes");
  }
}

}  // namespace

Joint read_joint(Element element, const std::string& body, int class_index, Reading& reading) {
  const AttributeReader reader(reading.findings, owner_of(element, body));
  const auto attributes = reading.attributes(element, Heir::joint, joint_rules, class_index, reader);
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
  if (joint.type == Joint::Type::ball || joint.type == Joint::Type::hinge) {
    joint.anchor = attributes.vector3("pos").value_or(joint.anchor);
  }
  if (has_axis) {
    const double reference = attributes.number("ref", 0);
    joint.reference = joint.type == Joint::Type::hinge ? settings.angles.radians(reference) : reference;
  }
  joint.freedom.armature = attributes.number("armature", 0);
  if (settings.with_damping()) joint.freedom.damping = attributes.number("damping", 0);
  if (settings.with_dry_friction()) joint.freedom.dry_friction = attributes.number("frictionloss", 0);
  read_limits(attributes, reading, reader, joint);
  report_left_out(attributes, reading, reader, joint);
  return joint;
}

Joint read_freejoint(Element element, const std::string& body, Reading& reading) {
  const AttributeReader reader(reading.findings, owner_of(element, body));
  Attributes attributes;
  attributes.lay(element, freejoint_rules, reader);
  if (attributes.keyword("align", {"false", "true", "auto"}, reader) == 1) {
    reader.error(element, "align=\"true\" is not supported: it would move the body's frame");
  }
  Joint joint;
  joint.source = element.source();
  joint.name = attributes.text("name");
  joint.type = Joint::Type::free;
  reading.joint_names.add(joint.name, element, reading.findings);
  return joint;
}

void check_joints(Element body, const std::string& body_name, std::span<const Joint> joints, bool top_level,
                  Findings& findings) {
  const AttributeReader reader(findings, "body " + xml::in_quotes(body_name));
  int freedoms = 0;
  bool ball = false;
  for (const Joint& joint : joints) {
    const bool turns = joint.type == Joint::Type::hinge || joint.type == Joint::Type::ball;
    if (joint.type == Joint::Type::free && joints.size() > 1) {
      reader.error(body, "a free joint must be the only joint of its body");
      return;
    }
    if (joint.type == Joint::Type::free && !top_level) {
      reader.error(body, "a free joint is allowed only in a child of <worldbody>");
    }
    if (ball && turns) reader.error(body, "a ball joint may not be followed by another rotating joint");
    ball = ball || joint.type == Joint::Type::ball;
    freedoms += joint.type == Joint::Type::free ? 6 : joint.type == Joint::Type::ball ? 3 : 1;
  }
  if (freedoms > 6) {
    reader.error(body,
                 "its joints have " + std::to_string(freedoms) + " degrees of freedom; expected at most 6");
  }
}

}  // namespace sinew::mjcf
