// Reads numbers with units, such as 90deg, 10mm, 30rpm and 5N*m/rad, and converts them to SI units.
//
//   number [blank] unit {* or / or blank, unit}       unit: a name, optionally with ^ and a whole number: m/s^2
//
// A division sign applies to the unit that follows it. Angles are a dimension of their own, so that a torque (N*m) and
// a stiffness (N*m/rad) differ.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sinew {

// The exponents of the base units m, kg, s and rad.
struct Dimension {
  int length = 0, mass = 0, time = 0, angle = 0;
  bool operator==(const Dimension&) const = default;
};
// The dimensions that are accepted at one place. Empty: only numbers without unit.
using Dimensions = std::vector<Dimension>;

namespace dimension {
inline constexpr Dimension length{.length = 1}, mass{.mass = 1}, time{.time = 1}, angle{.angle = 1},
    inertia{.length = 2, .mass = 1}, velocity{.length = 1, .time = -1}, acceleration{.length = 1, .time = -2},
    angular_velocity{.time = -1, .angle = 1}, angular_acceleration{.time = -2, .angle = 1},
    force{.length = 1, .mass = 1, .time = -2}, torque{.length = 2, .mass = 1, .time = -2}, rate{.time = -1},
    rate_squared{.time = -2}, stiffness{.mass = 1, .time = -2}, damping{.mass = 1, .time = -1},
    angular_stiffness{.length = 2, .mass = 1, .time = -2, .angle = -1},
    angular_damping{.length = 2, .mass = 1, .time = -1, .angle = -1};
}  // namespace dimension

// The SI unit of a dimension: "m/s^2".
std::string si_unit(const Dimension& dimension);

struct NumberWithUnit {
  double value = 0;  // in SI units
  std::string
      problem{};  // empty if the number is valid: "3kg has the unit kg; expected s, as in 5ms or 0.5s"
};
// Returns nothing if the text is not a number that is followed by a unit, such as a number alone. Every unit of a
// dimension that is not among `expected` is a problem.
std::optional<NumberWithUnit> number_with_unit(std::string_view text, const Dimensions& expected);

}  // namespace sinew
