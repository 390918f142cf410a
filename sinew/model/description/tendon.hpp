// Describes tendons: cables whose length depends on the position of the robot. A tendon has a spring, a damper and
// limits of its length, and can be the transmission of an actuator.
//
//   fixed     length = offset + sum coefficient q             a linear combination of joint positions
//   spatial   length = sum (lengths of the parts) / divisor   a path through points of bodies
//
// A path consists of straight segments between consecutive points. A sphere or cylinder between two points is an
// obstacle: if it is in the way, the tendon runs around it along the shortest curve on its surface. A pulley ends a
// part of the path and begins another one, whose length counts 1 / divisor times.
#pragma once

#include <array>
#include <limits>
#include <optional>
#include <string>
#include <vector>

#include "sinew/base/findings.hpp"
#include "sinew/model/description/connection.hpp"
#include "sinew/model/description/interval.hpp"

namespace sinew {

// A term of a fixed tendon. The joint has one degree of freedom.
struct TendonJoint {
  std::string joint{};
  double coefficient = 1;
};

// An element of the path of a spatial tendon.
struct TendonElement {
  enum class Kind { point, sphere, cylinder, pulley };
  Kind kind = Kind::point;
  LoopEnd at{};  // the point; or the centre of the sphere or cylinder, whose axis is z; unused for a pulley
  double radius = 0;  // of the sphere or cylinder; a cylinder is infinitely long
  // A point that decides on which side of the obstacle the tendon runs, and that it runs around the obstacle even if
  // the straight line would pass on the other side. If the point is inside the sphere, or inside the sphere that has
  // the cylinder's centre and radius, the tendon runs through the sphere or cylinder as through a ring.
  std::optional<LoopEnd> side{};
  double divisor = 1;  // of the lengths after a pulley, until the next one
};
const char* name_of(TendonElement::Kind kind);

struct Tendon {
  std::string name{};
  std::vector<TendonJoint> joints{};  // of a fixed tendon
  double offset = 0;                  // of a fixed tendon, metres or radians
  std::vector<TendonElement> path{};  // of a spatial tendon
  double stiffness = 0;               // force per unit of length outside the rest lengths
  double damping = 0;                 // force per unit of the rate of length
  // The shortest and the longest length at which the spring gives no force; empty: the length at the initial position.
  std::optional<std::array<double, 2>> rest_lengths{};
  double lower = -std::numeric_limits<double>::infinity(), upper = std::numeric_limits<double>::infinity();
  Interval actuation{};  // range of the sum of the forces of all actuators
  Source source{};

  bool is_fixed() const { return path.empty(); }
  bool has_limits() const {
    return lower > -std::numeric_limits<double>::infinity() ||
           upper < std::numeric_limits<double>::infinity();
  }
};

}  // namespace sinew
