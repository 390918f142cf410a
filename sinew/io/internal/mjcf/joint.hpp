// Reads <joint> and <freejoint>.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <string>

#include "sinew/io/internal/mjcf/contents.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

struct Reading;

struct Joint {
  enum class Type { free, ball, slide, hinge };
  std::string name;  // empty if unnamed
  Type type = Type::hinge;
  Vector3<double> anchor{};  // in the body's frame; zero for slide and free joints, which have no anchor
  Vector3<double> axis{0, 0, 1};
  double reference = 0;  // q at which the body has the pose written in the file
  DegreeOfFreedom dof;   // the same for all degrees of freedom of the joint
  bool limited = false;
  // <springdamper>: a time constant and a damping ratio, from which stiffness and damping follow (spring_damper.hpp).
  std::optional<std::array<double, 2>> spring_damper{};
  Source source;
};

// Returns whether a joint or tendon is limited. Without the attribute `limited`, a range means that it is; if
// `autolimits` is false, such a range is reported as an error.
bool is_limited(const Attributes& attributes, bool autolimits, const AttributeReader& reader);

// Returns the range of the forces of all actuators on a joint or tendon (actuatorfrcrange, actuatorfrclimited).
Interval actuator_range(const Attributes& attributes, bool autolimits, const AttributeReader& reader);

// Reads a <joint> or <freejoint>.
Joint read_joint(const Placed& placed, const std::string& body, Reading& reading);

// Checks the joints of a body against MJCF's rules: at most 6 degrees of freedom, no rotating joint after a ball joint,
// and a free joint only alone and in a child of <worldbody>.
void check_joints(const Source& body, const std::string& body_name, std::span<const Joint> joints,
                  bool top_level, Findings& findings);

}  // namespace sinew::mjcf
