// Reads the attributes of actuators: those of an element on top of those of its default class.
//
// MuJoCo has one kind of actuator, <general>. The other elements (<motor>, <position>, ...) set some of its parameters,
// in elements as well as in default classes, and the parameters that they leave alone are inherited. A shortcut does not
// inherit the gain, bias and dynamics that another shortcut has set.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "sinew/io/internal/mjcf/attributes.hpp"

namespace sinew::mjcf {

struct ActuatorSettings {
  enum class Limited { no, yes, automatic };
  struct Range {
    Limited limited = Limited::automatic;
    std::array<double, 2> numbers{};
  };
  Range control{}, force{}, activation{};
  std::array<double, 6> gear{1, 0, 0, 0, 0, 0};
  std::string shortcut{};  // the last element that set the parameters; empty for <general>
  std::string gain_type = "fixed", bias_type = "none", dynamics_type = "none";
  std::array<double, 10> gain{1}, bias{}, dynamics{1};
  double inherited_range = 0;       // inheritrange
  std::array<double, 3> damping{};  // a polynomial of the velocity
  double armature = 0;
  double delay = 0;
};

// Returns whether elements of this name are actuators.
bool is_actuator(std::string_view kind);
// Returns whether actuators of this kind become part of the description.
bool is_supported_actuator(std::string_view kind);

// Overrides the settings by those of an actuator, in <actuator> or <default>. Reports attributes that it cannot have.
void read_settings(Element element, const AttributeReader& reader, ActuatorSettings& settings);

}  // namespace sinew::mjcf
