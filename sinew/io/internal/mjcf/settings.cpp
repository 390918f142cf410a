#include "sinew/io/internal/mjcf/settings.hpp"

#include "sinew/io/internal/mjcf/include.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

void read_euler_sequence(const Attributes& attributes, const AttributeReader& reader, Angles& angles) {
  const std::string sequence = attributes.text("eulerseq");
  if (sequence.size() != 3 || sequence.find_first_not_of("xyzXYZ") != std::string::npos) {
    reader.error(attributes.where("eulerseq"),
                 "eulerseq: expected three of the letters x y z X Y Z, got " + xml::in_quotes(sequence));
    return;
  }
  angles.euler_sequence = {sequence[0], sequence[1], sequence[2]};
}

void read_bounds(const Attributes& attributes, const AttributeReader& reader, Settings& settings) {
  settings.least_mass = attributes.number("boundmass", settings.least_mass);
  settings.least_inertia = attributes.number("boundinertia", settings.least_inertia);
  // Zero or less means that the masses are not scaled.
  if (const double total = attributes.number("settotalmass", 0); total > 0) settings.total_mass = total;
  if (const auto range = attributes.numbers("inertiagrouprange"); !range.empty()) {
    settings.first_inertia_group = range[0];
    settings.last_inertia_group = range[1];
    if (range[0] > range[1]) {
      reader.error(attributes.where("inertiagrouprange"),
                   "inertiagrouprange: the first group is greater than the last");
    }
  }
}

}  // namespace

void read_compiler(Element element, Settings& settings, Findings& findings, xml::Ignored& ignored) {
  const AttributeReader reader(findings, "compiler");
  Attributes attributes;
  attributes.lay(element, compiler_rules, reader);
  const auto set_flag = [&](const char* name, bool& flag) {
    if (const auto word = attributes.keyword(name, {"false", "true"}, reader)) flag = *word == 1;
  };
  if (attributes.keyword("coordinate", {"local", "global"}, reader) == 1) {
    reader.error(element,
                 "coordinate=\"global\" is not supported (nor by MuJoCo since 2.3.4); expected local");
  }
  if (const auto unit = attributes.keyword("angle", {"radian", "degree"}, reader)) {
    settings.angles.degrees = *unit == 1;
  }
  if (attributes.has("eulerseq")) read_euler_sequence(attributes, reader, settings.angles);
  if (const auto word = attributes.keyword("inertiafromgeom", {"false", "true", "auto"}, reader)) {
    settings.inertia_from_geom = static_cast<InertiaFromGeom>(*word);
  }
  set_flag("autolimits", settings.autolimits);
  set_flag("balanceinertia", settings.balance_inertia);
  set_flag("fitaabb", settings.fit_aabb);
  set_flag("exactmeshinertia", settings.exact_mesh_inertia);
  set_flag("strippath", settings.strip_path);
  bool align_free = false;
  set_flag("alignfree", align_free);
  if (align_free) ignored.add(element.source(), std::string(unaligned));
  if (attributes.has("assetdir")) settings.mesh_folder = attributes.text("assetdir");
  if (attributes.has("meshdir")) settings.mesh_folder = attributes.text("meshdir");
  read_bounds(attributes, reader, settings);
  for (const Element child : element.children()) {
    if (child.name() == "lengthrange") continue;  // of actuators
    reader.error(child, "unknown element <" + std::string(child.name()) + "> in <compiler>");
  }
}

void read_option(Element element, Options& options, Files& files, Findings& findings, xml::Ignored& ignored) {
  const AttributeReader reader(findings, "option");
  Attributes attributes;
  attributes.lay(element, option_rules, reader);
  options.magnetic = attributes.vector3("magnetic").value_or(options.magnetic);
  options.written_gravity = attributes.vector3("gravity").value_or(options.written_gravity);
  const auto wind = attributes.vector3("wind").value_or(Vector3<double>{});
  if (attributes.number("density", 0) != 0 || attributes.number("viscosity", 0) != 0 || norm(wind) != 0) {
    ignored.add(element.source(),
                "the forces of a surrounding fluid (density, viscosity, wind) are not part of the model");
  }
  if (attributes.has("actuatorgroupdisable"))
    ignored.add(element.source(), "actuatorgroupdisable is left out: the actuators of all groups act");
  for (const Element child : files.children(element)) {
    if (child.name() != "flag") {
      reader.error(child, "unknown element <" + std::string(child.name()) + "> in <option>");
      continue;
    }
    Attributes flags;
    flags.lay(child, flag_rules, reader);
    const auto set = [&](const char* name, bool& flag) {
      if (const auto word = flags.keyword(name, {"disable", "enable"}, reader)) flag = *word == 1;
    };
    set("gravity", options.gravity_flag);
    set("passive", options.passive);
    set("spring", options.spring);
    set("damper", options.damper);
    set("frictionloss", options.frictionloss);
    set("limit", options.limit);
    set("equality", options.equality);
    set("constraint", options.constraint);
    set("actuation", options.actuation);
    set("clampctrl", options.clampctrl);
  }
}

}  // namespace sinew::mjcf
