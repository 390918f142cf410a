#include "sinew/io/internal/mjcf/inertial.hpp"

#include <algorithm>

#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"
#include "sinew/spatial/principal_axes.hpp"

namespace sinew::mjcf {
namespace {

Symmetric3<double> diagonal(const Vector3<double>& d) {
  return {d.x, 0, 0, d.y, 0, d.z};
}
Symmetric3<double> scaled(double factor, const Symmetric3<double>& m) {
  return {factor * m.xx, factor * m.xy, factor * m.xz, factor * m.yy, factor * m.yz, factor * m.zz};
}

// Adds the inertias of the geoms about their common centre of mass (parallel-axis theorem).
Inertial sum_of(std::span<const Geom* const> geoms) {
  Inertial sum;
  Vector3<double> moment;
  for (const Geom* geom : geoms) {
    sum.mass += geom->mass;
    moment += geom->mass * geom->placement.translation;
  }
  if (sum.mass > 0) sum.com = (1 / sum.mass) * moment;
  for (const Geom* geom : geoms) {
    sum.inertia = sum.inertia + conjugate(geom->placement.rotation, diagonal(geom->inertia)) +
                  point_mass_inertia(geom->mass, geom->placement.translation - sum.com);
  }
  return sum;
}

void report_unknown_mass(const Geom& geom, const MassSource& source, Reading& reading) {
  const AttributeReader reader(reading.findings, geom.owner);
  if (geom.needs_mesh) {
    const std::string what =
        "the inertia of body " + xml::in_quotes(source.body_name) + " would come from a mesh";
    if (source.moves) {
      reader.error(geom.element, what + ", which is not supported; expected an <inertial>");
    } else {
      reading.ignored.add(geom.element.source(),
                          "masses of meshes are unknown; fixed bodies do not need them");
    }
  } else if (geom.is_shell && geom.mass != 0) {
    reader.error(geom.element, "shellinertia is not supported");
  }
}

Inertial from_geoms(const MassSource& source, Reading& reading) {
  const Settings& settings = reading.settings;
  std::vector<const Geom*> counted;
  for (const Geom& geom : source.geoms) {
    if (geom.group < settings.first_inertia_group || geom.group > settings.last_inertia_group) continue;
    if (settings.discard_visual && !geom.collides) {
      if (geom.mass != 0 || geom.needs_mesh) {
        reading.ignored.add(
            geom.element.source(),
            "discardvisual ignores the mass of geoms that cannot collide, as in MuJoCo 2.2.2");
      }
      continue;
    }
    report_unknown_mass(geom, source, reading);
    counted.push_back(&geom);
  }
  // If no geom counts, the written inertia is used.
  return counted.empty() ? source.written.value_or(Inertial{}) : sum_of(counted);
}

// Applies boundmass, boundinertia and balanceinertia. The last two change the principal moments of inertia.
void apply_bounds(const MassSource& source, Reading& reading, Inertial& inertial) {
  const Settings& settings = reading.settings;
  const bool massless = inertial.mass == 0 && !source.written;
  if (massless && settings.least_mass > 0) {
    reading.ignored.add(
        source.body.source(),
        "boundmass of a body without inertia is placed at its origin (MuJoCo 2.2.2 places it elsewhere)");
  }
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

Inertial read_inertial(Element element, const std::string& body, Reading& reading) {
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
  return result;
}

Inertial inertial_of(const MassSource& source, Reading& reading) {
  const auto rule = reading.settings.inertia_from_geom;
  const bool from_shapes =
      rule == InertiaFromGeom::always || (rule == InertiaFromGeom::when_missing && !source.written);
  Inertial result = from_shapes ? from_geoms(source, reading) : source.written.value_or(Inertial{});
  apply_bounds(source, reading, result);
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
