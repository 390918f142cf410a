#include "sinew/io/internal/mjcf/inertial.hpp"

#include <algorithm>

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"
#include "sinew/io/internal/mjcf/tensors.hpp"
#include "sinew/spatial/principal_axes.hpp"

namespace sinew::mjcf {
namespace {

// Adds the inertias of the geoms about their common centre of mass (parallel-axis theorem).
Inertial sum_of(std::span<const Inertial> parts) {
  Inertial sum;
  Vector3<double> moment;
  for (const Inertial& part : parts) {
    sum.mass += part.mass;
    moment += part.mass * part.com;
  }
  if (sum.mass > 0) sum.com = (1 / sum.mass) * moment;
  for (const Inertial& part : parts) {
    sum.inertia = sum.inertia + part.inertia + point_mass_inertia(part.mass, part.com - sum.com);
  }
  return sum;
}

// Applies boundmass, boundinertia and balanceinertia. The last two change the principal moments of inertia.
void apply_bounds(const Settings& settings, Inertial& inertial) {
  // Without a bound, a negative mass is kept, and validation refuses it.
  if (settings.least_mass > 0) inertial.mass = std::max(inertial.mass, settings.least_mass);
  if (settings.least_inertia <= 0 && !settings.balance_inertia) return;
  auto [moments, axes] = principal_axes(inertial.inertia);
  const bool too_small = std::min({moments.x, moments.y, moments.z}) < settings.least_inertia;
  if (too_small) {
    moments = {std::max(moments.x, settings.least_inertia), std::max(moments.y, settings.least_inertia),
               std::max(moments.z, settings.least_inertia)};
  }
  const double trace = moments.x + moments.y + moments.z;
  const bool unbalanced = 2 * std::max({moments.x, moments.y, moments.z}) > trace;
  if (settings.balance_inertia && unbalanced) moments = {trace / 3, trace / 3, trace / 3};
  if (too_small || (settings.balance_inertia && unbalanced))
    inertial.inertia = conjugate(axes, diagonal(moments));
}

}  // namespace

Inertial read_inertial(const Placed& placed, const std::string& body, Reading& reading) {
  const Element element = placed.element;
  const AttributeReader reader(reading.findings, "body " + xml::in_quotes(body));
  Attributes attributes;
  attributes.lay(element, inertial_rules, reader);
  for (const char* required : {"pos", "mass"}) {
    if (!element.has(required)) {
      reader.error(element, std::string("<inertial> has no attribute '") + required + "'");
    }
  }
  const auto axes = orientation_of(attributes, reading.settings.angles, reader);
  Inertial result{.mass = attributes.number("mass", 0),
                  .com = attributes.vector3("pos").value_or(Vector3<double>{}),
                  .inertia = {}};
  const auto full = attributes.numbers("fullinertia");
  const auto diagonal_inertia = attributes.vector3("diaginertia");
  if (!full.empty()) {
    if (diagonal_inertia) {
      reader.error(element, "diaginertia and fullinertia both give the inertia; expected one of them");
    }
    for (const char* spelling : {"quat", "axisangle", "xyaxes", "zaxis", "euler"}) {
      if (attributes.has(spelling)) {
        reader.error(element, std::string(spelling) +
                                  " together with fullinertia; expected fullinertia in the axes of "
                                  "the body, or diaginertia");
      }
    }
    result.inertia = {full[0], full[3], full[4], full[1], full[5], full[2]};
  } else if (diagonal_inertia && axes) {
    result.inertia = conjugate(*axes, diagonal(*diagonal_inertia));
  }
  result.com = placed.frame * result.com;
  result.inertia = conjugate(placed.frame.rotation, result.inertia);
  return result;
}

bool MassSource::is_from_geoms() const {
  const auto rule = settings.inertia_from_geom;
  return rule == InertiaFromGeom::always || (rule == InertiaFromGeom::when_missing && !written);
}

bool MassSource::counts(const Geom& geom) const {
  return geom.group >= settings.first_inertia_group && geom.group <= settings.last_inertia_group;
}

Inertial inertial_of(const MassSource& source) {
  std::vector<Inertial> parts;
  if (source.is_from_geoms()) {
    for (const Geom& geom : source.geoms) {
      if (source.counts(geom)) parts.push_back(inertial_of(geom));
    }
  }
  // If no geom counts, the written inertia is used.
  Inertial result = parts.empty() ? source.written.value_or(Inertial{}) : sum_of(parts);
  apply_bounds(source.settings, result);
  return result;
}

void scale_to_total_mass(std::span<Inertial* const> all, double total) {
  double mass = 0;
  for (const Inertial* each : all) mass += each->mass;
  if (mass <= 0) return;
  for (Inertial* each : all) {
    each->mass *= total / mass;
    each->inertia = scaled(total / mass, each->inertia);
  }
}

}  // namespace sinew::mjcf
