// Reads the parts of <gazebo> and <transmission> that affect the motion: the springs that Gazebo adds to joints, and the
// rotor inertias that Drake adds to actuators. Names the rest once.
#include <unordered_map>

#include "sinew/io/internal/urdf/parts.hpp"

namespace sinew::urdf {

using xml::AttributeReader;
using xml::Element;

namespace {

using JointsByName = std::unordered_map<std::string_view, LinkedJoint*>;

bool moves_along_one_axis(const LinkedJoint& joint) {
  return joint.joint.dofs.size() == 1 && velocity_size(joint.joint.kind) == 1;
}

// Reads the number of <name value="1"/> or <name>1</name>. Reports an error if the text is not a number.
std::optional<double> number_in(Element element, const AttributeReader& reader) {
  if (element.has("value")) return reader.number(element, "value");
  const xml::Numbers numbers = xml::parse_numbers(element.text());
  if (numbers.problem.empty() && numbers.values.size() == 1) return numbers.values.front();
  reader.error(element, "<" + std::string(element.name()) + "> is " + xml::in_quotes(element.text()) +
                            "; expected one number");
  return std::nullopt;
}

// Returns the number in the only child of that name; nothing if it is absent or invalid.
std::optional<double> number_of_child(Element parent, const char* name, const AttributeReader& reader) {
  const Element child = only_child(parent, name, reader);
  return child ? number_in(child, reader) : std::nullopt;
}

void read_spring(Element gazebo, LinkedJoint& joint, Reading& reading) {
  const AttributeReader reader(reading.findings, "joint " + xml::in_quotes(joint.joint.name));
  const auto stiffness = number_of_child(gazebo, "springStiffness", reader);
  const auto reference = number_of_child(gazebo, "springReference", reader);
  if (!stiffness || *stiffness == 0) return;
  if (*stiffness < 0) {
    reader.error(gazebo, "<springStiffness> is negative");
  } else if (!moves_along_one_axis(joint)) {
    const std::string what =
        std::string("<springStiffness> of a ") + name_of(joint.joint.kind) + " joint is ignored";
    reading.ignored.add(gazebo.source(), what, reader.owner() + ": " + what);
  } else {
    joint.joint.dofs[0].stiffness = *stiffness;
    joint.joint.dofs[0].rest_position = reference.value_or(0);
  }
}

void read_gazebo(Element gazebo, const JointsByName& joints, Reading& reading) {
  constexpr const char* rest =
      "<gazebo> is ignored, except springs of joints: it configures Gazebo (plugins, sensors, friction, ...)";
  const char* const reference = gazebo.attribute("reference");
  const auto joint = joints.find(reference ? reference : "");
  if (joint == joints.end()) return reading.ignored.add(gazebo.source(), rest);
  read_spring(gazebo, *joint->second, reading);
  for (const Element child : gazebo.children()) {
    // These two concern Gazebo's solver and its messages.
    if (child.name() == "implicitSpringDamper" || child.name() == "provideFeedback") continue;
    if (child.name() == "springStiffness" || child.name() == "springReference") continue;
    return reading.ignored.add(child.source(), rest);
  }
}

// Reads Drake's rotor inertia, as seen at the joint. Returns nothing if there is none.
std::optional<double> rotor_inertia(Element actuator, const AttributeReader& reader) {
  const auto inertia = number_of_child(actuator, "drake:rotor_inertia", reader);
  if (!inertia) return std::nullopt;
  const double ratio = number_of_child(actuator, "drake:gear_ratio", reader).value_or(1);
  return ratio * ratio * *inertia;
}

void read_transmission(Element transmission, const JointsByName& joints, Reading& reading) {
  const char* const name = transmission.attribute("name");
  const AttributeReader reader(reading.findings, "transmission " + xml::in_quotes(name ? name : ""));
  const Element actuator = transmission.child("actuator"), driven = transmission.child("joint");
  const auto armature = actuator ? rotor_inertia(actuator, reader) : std::nullopt;
  if (!armature) {
    return reading.ignored.add(transmission.source(),
                               "<transmission> is ignored: torques and positions are those of the joints");
  }
  const char* const joint_name = driven ? driven.attribute("name") : nullptr;
  const auto joint = joints.find(joint_name ? joint_name : "");
  if (joint == joints.end() || !moves_along_one_axis(*joint->second)) {
    reader.error(transmission, "has a rotor inertia and joint " +
                                   xml::in_quotes(joint_name ? joint_name : "") +
                                   "; expected a joint with one degree of freedom");
  } else if (!(*armature >= 0)) {
    reader.error(actuator, "the rotor inertia is negative");
  } else {
    joint->second->joint.dofs[0].armature += *armature;
  }
}

}  // namespace

void read_extensions(Element robot, std::vector<LinkedJoint>& joints, Reading& reading) {
  JointsByName by_name;
  for (LinkedJoint& joint : joints) by_name.emplace(joint.joint.name, &joint);
  for (const Element child : robot.children()) {
    if (child.name() == "gazebo") read_gazebo(child, by_name, reading);
    if (child.name() == "transmission") read_transmission(child, by_name, reading);
  }
}

}  // namespace sinew::urdf
