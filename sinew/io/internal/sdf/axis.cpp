// Reads <axis> and <axis2> of a joint: direction, limits, damping, friction and spring.
#include <cmath>

#include "sinew/io/internal/sdf/joint.hpp"

namespace sinew::sdf {

using xml::Element;
using xml::Infinite;

namespace {

constexpr double shortest_axis = 1e-9;
constexpr double unlimited = 1e16;  // SDF's way to write infinity until 1.8

double bound_or(std::optional<double> written, double otherwise) {
  return written && std::abs(*written) < unlimited ? *written : otherwise;
}

void read_limit(Element limit, bool is_continuous, const ValueReader& reader, Reading& reading,
                DegreeOfFreedom& dof) {
  note_other_children(limit, {"lower", "upper", "effort", "velocity"}, reading);
  const double lower = bound_or(reader.number(limit, "lower", Infinite::accepted), -infinity);
  const double upper = bound_or(reader.number(limit, "upper", Infinite::accepted), infinity);
  const double effort = bound_or(reader.number(limit, "effort", Infinite::accepted), infinity);
  const double velocity = bound_or(reader.number(limit, "velocity", Infinite::accepted), infinity);
  dof.max_effort = effort < 0 ? infinity : effort;  // negative means unlimited
  dof.max_velocity = velocity < 0 ? infinity : velocity;
  if (is_continuous) {
    if (lower != -infinity || upper != infinity) {
      reading.ignored.add(limit.source(), "continuous range",
                          reader.owner() + ": lower and upper of a continuous joint are ignored");
    }
  } else if (lower > upper) {
    reader.error(limit, "limits are reversed: lower " + trimmed_text(limit.child("lower")) + ", upper " +
                            trimmed_text(limit.child("upper")));
  } else {
    dof.lower = lower;
    dof.upper = upper;
  }
}

void read_dynamics(Element dynamics, const ValueReader& reader, Reading& reading, DegreeOfFreedom& dof) {
  note_other_children(dynamics, {"damping", "friction", "spring_stiffness", "spring_reference"}, reading);
  const auto not_negative = [&](const char* name) {
    const double value = reader.number(dynamics, name).value_or(0);
    if (value >= 0) return value;
    reader.error(dynamics.child(name),
                 "<" + std::string(name) + "> is negative: " + trimmed_text(dynamics.child(name)));
    return 0.0;
  };
  dof.damping = not_negative("damping");
  dof.dry_friction = not_negative("friction");
  dof.stiffness = not_negative("spring_stiffness");
  dof.rest_position = reader.number(dynamics, "spring_reference").value_or(0);
}

// Returns the frame in whose axes the direction is written: `expressed_in`, the model (on request in 1.5 and 1.6, always
// until 1.4), or the frame of the joint.
int frame_of_axis(Element axis, Element xyz, const JointElement& joint, const ValueReader& reader,
                  Reading& reading) {
  const Scope& scope = reading.frames.scope(joint.scope);
  const std::string expressed_in = xyz ? reader.name(xyz, "expressed_in") : "";
  if (!expressed_in.empty()) {
    const int frame =
        reading.frames.require(joint.scope, expressed_in, reader.owner() + ": expressed_in", xyz);
    return frame == no_frame ? joint.frame : frame;
  }
  if (scope.minor >= 7) return joint.frame;
  const bool in_model = reader.flag(axis, "use_parent_model_frame").value_or(scope.minor <= 4);
  return in_model ? scope.frame : joint.frame;
}

Vector3<double> read_direction(Element axis, Element xyz, const ValueReader& reader) {
  constexpr Vector3<double> otherwise{0, 0, 1};  // SDF's default
  const auto written = reader.vector3(axis, "xyz");
  if (!written) return otherwise;
  const double length = std::hypot(written->x, written->y, written->z);
  if (length >= shortest_axis) return (1 / length) * *written;
  reader.error(
      xyz, "axis " + xml::in_quotes(trimmed_text(xyz)) + " has no direction; expected a vector of length 1");
  return otherwise;
}

}  // namespace

Axis read_axis(Element axis, const JointElement& joint, bool is_continuous, const ValueReader& reader,
               Reading& reading) {
  note_other_children(axis, {"xyz", "limit", "dynamics", "mimic", "use_parent_model_frame"}, reading);
  const Element xyz = reader.only(axis, "xyz");
  Axis result{.direction = read_direction(axis, xyz, reader),
              .frame = frame_of_axis(axis, xyz, joint, reader, reading)};
  if (const Element limit = reader.only(axis, "limit")) {
    read_limit(limit, is_continuous, reader, reading, result.dof);
  }
  if (const Element dynamics = reader.only(axis, "dynamics")) {
    read_dynamics(dynamics, reader, reading, result.dof);
  }
  return result;
}

}  // namespace sinew::sdf
