#include "sinew/model/description/repaired.hpp"

#include <algorithm>
#include <cmath>

#include "sinew/base/number_text.hpp"
#include "sinew/model/description/internal/merged_bodies.hpp"
#include "sinew/model/description/internal/possible_inertia.hpp"
#include "sinew/model/description/internal/principal_moments.hpp"
#include "sinew/model/description/internal/solvability.hpp"

namespace sinew {
namespace {

constexpr double mass_of_spheres = 1e-3;   // together, relative to all moving bodies
constexpr double radius_of_sphere = 1e-1;  // relative to the longest link

double frobenius(const Symmetric3<double>& m) {
  const double size = largest_entry(m);
  if (size == 0) return 0;
  const auto [xx, xy, xz, yy, yz, zz] = scaled(1 / size, m);
  return size * std::sqrt(xx * xx + yy * yy + zz * zz + 2 * (xy * xy + xz * xz + yz * yz));
}

void tell(const Body& body, const std::string& change, Findings& findings) {
  findings.warning(body.source, "repaired body '" + body.name + "': " + change);
}

void make_possible(Body& body, double length, Findings& findings) {
  const Inertial before = body.inertial;
  body.inertial = nearest_possible(before, length);
  const auto& [mass, com, inertia] = body.inertial;
  if (before.mass < 0) {
    return tell(body, "the mass of " + number_text(before.mass) + " kg became 0, and its inertia with it",
                findings);
  }
  std::string change = "principal moments " + text_of(principal_moments(before.inertia)) + " became " +
                       text_of(principal_moments(inertia)) + " kg m^2, a change of " +
                       number_text(100 * frobenius(inertia - before.inertia) / frobenius(before.inertia)) +
                       " %";
  if (mass != before.mass)
    change += "; the mass became " + number_text(mass) + " kg, since nothing has inertia without mass";
  tell(body, change, findings);
}

// Gives the body of a joint that moves no inertia a small sphere of its own.
void add_sphere(Body& body, double mass, double radius, Findings& findings) {
  const double moment = 0.4 * mass * radius * radius;
  Inertial& inertial = body.inertial;
  const std::string what = "joint '" + body.joint.name + "' moves no inertia; the body got ";
  if (inertial.mass == 0) {
    inertial = {.mass = mass, .com = {}, .inertia = {}};
    tell(body,
         what + "a mass of " + number_text(mass) + " kg and moments of " + number_text(moment) +
             " kg m^2 (a sphere of radius " + number_text(radius) + " m)",
         findings);
  } else {
    tell(body, what + "additional moments of " + number_text(moment) + " kg m^2", findings);
  }
  inertial.inertia = inertial.inertia + Symmetric3<double>{moment, 0, 0, moment, 0, moment};
}

}  // namespace

const char* name_of(Repair repair) {
  return repair == Repair::inertia ? "inertia" : "none";
}

Description with_possible_inertias(Description description, Findings& findings) {
  const double length = length_of(description);
  for (const MergedBody& group : merged_bodies(description)) {
    if (fault_of(group.total, length).empty()) continue;
    for (const int index : group.bodies) {
      Body& body = description.bodies[std::size_t(index)];
      if (!fault_of(body.inertial, length).empty()) make_possible(body, length, findings);
    }
  }
  return description;
}

Description with_repaired_inertias(Description description, Findings& findings) {
  if (validate(description).has_errors()) return description;
  description = with_possible_inertias(std::move(description), findings);
  double total = 0;
  for (const MergedBody& group : merged_bodies(description)) total += group.total.mass;
  const std::vector<std::string> bodies = bodies_of_singular_joints(description);
  const double mass = mass_of_spheres * (total > 0 ? total : 1) / double(bodies.size());
  const double radius = radius_of_sphere * length_of(description);
  for (const std::string& name : bodies) {
    const auto body = std::find_if(description.bodies.begin(), description.bodies.end(),
                                   [&](const Body& b) { return b.name == name; });
    add_sphere(*body, mass, radius, findings);
  }
  return description;
}

}  // namespace sinew
