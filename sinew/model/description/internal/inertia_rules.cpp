// Checks the inertias of bodies. A body that is fixed to others is judged together with them, because only their total
// inertia affects the motion.
#include <cmath>
#include <string_view>
#include <unordered_set>

#include "sinew/base/number_text.hpp"
#include "sinew/model/description/internal/merged_bodies.hpp"
#include "sinew/model/description/internal/possible_inertia.hpp"
#include "sinew/model/description/internal/rules.hpp"

namespace sinew {
namespace {

// Returns the bodies that are fixed to another body or to the ground, or carry a fixed one.
std::unordered_set<std::string_view> fixed_to_others(const Description& description) {
  std::unordered_set<std::string_view> names;
  for (const Body& body : description.bodies) {
    if (body.joint.kind != JointKind::fixed) continue;
    names.insert(body.name);
    names.insert(body.parent);
  }
  return names;
}

// Returns false, with an error, for an inertia that contains something other than numbers.
bool are_numbers(const Body& body, Findings& findings) {
  const auto& [mass, com, inertia] = body.inertial;
  const std::string what = "body '" + body.name + "': ";
  const auto& [xx, xy, xz, yy, yz, zz] = inertia;
  if (!std::isfinite(mass)) {
    findings.error(body.source, what + "mass is " + number_text(mass) + ", expected a finite number >= 0");
  } else if (!is_finite(com)) {
    findings.error(body.source, what + "the centre of mass is not finite");
  } else if (!is_finite({xx, xy, xz}) || !is_finite({yy, yz, zz})) {
    findings.error(body.source, what + "the inertia is not finite");
  } else {
    return true;
  }
  return false;
}

}  // namespace

void check_inertias(const Description& description, Findings& findings) {
  const auto merged = fixed_to_others(description);
  const double length = length_of(description);
  for (const Body& body : description.bodies) {
    if (!are_numbers(body, findings)) continue;
    if (!std::isfinite(body.gravity_compensation))
      findings.error(body.source, "body '" + body.name + "': gravity compensation is not finite");
    const std::string what = "body '" + body.name + "': ", fault = fault_of(body.inertial, length);
    if (!fault.empty() && merged.contains(body.name)) {
      findings.warning(body.source, what + fault + "; it is fixed to others, and only their total matters");
    } else if (!fault.empty()) {
      findings.physical_error(body.source, what + fault);
    } else if (is_point_mass(body.inertial, length)) {
      findings.warning(body.source,
                       what + "is a point mass (mass " + number_text(body.inertial.mass) + ", no inertia)");
    }
  }
}

void check_merged_inertias(const Description& description, Findings& findings) {
  const double length = length_of(description);
  for (const MergedBody& group : merged_bodies(description)) {
    if (group.bodies.size() == 1) continue;  // judged by check_inertias
    const std::string fault = fault_of(group.total, length);
    if (fault.empty()) continue;
    const Body& first = description.bodies[std::size_t(group.bodies.front())];
    findings.physical_error(first.source, "body '" + first.name + "' and the bodies fixed to it: " + fault);
  }
}

}  // namespace sinew
