// Converts an equality constraint between fixed tendons to a coupling of two joints, where both are the same:
//
//   sum c (y - y0) = a(sum d (x - x0)),   a(x) = a0 + a1 x + a2 x^2 + a3 x^3 + a4 x^4
//
// relates two joints if both tendons have one joint, or if the polynomial is linear and the tendons have one or two
// joints together. References x0, y0 are those of the joints.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "sinew/model/description/tendon.hpp"

namespace sinew::mjcf {

// y - y0 = polynomial(x - x0); without a leader y - y0 = polynomial[0].
struct JointRelation {
  std::string joint{}, leader{};
  std::array<double, 5> polynomial{};
};

// `second`: null if the constraint has one tendon, whose length is that at the references plus a0. Returns nothing if
// the constraint is no relation of one or two joints.
std::optional<JointRelation> relation_of(const Tendon& first, const Tendon* second,
                                         const std::array<double, 5>& polynomial);

}  // namespace sinew::mjcf
