#include "sinew/io/internal/mjcf/sections.hpp"

#include <algorithm>
#include <iterator>

#include "sinew/io/internal/mjcf/actuator.hpp"
#include "sinew/io/internal/mjcf/equality.hpp"
#include "sinew/io/internal/mjcf/keyframe.hpp"
#include "sinew/io/internal/mjcf/reading.hpp"
#include "sinew/io/internal/mjcf/rules.hpp"
#include "sinew/io/internal/mjcf/sensor.hpp"
#include "sinew/io/internal/mjcf/tendon.hpp"

namespace sinew::mjcf {
namespace {

// Sections are read in this order, whatever their order in the file: a class may be used before the <default> that
// defines it.
constexpr std::string_view understood[] = {"compiler", "option",   "default",  "asset",  "worldbody",
                                           "tendon",   "equality", "actuator", "sensor", "keyframe"};

void read_section(Element section, Reading& reading, BodyTree& tree) {
  const auto kind = section.name();
  if (kind == "compiler") {
    read_compiler(section, reading.settings, reading.findings, reading.ignored);
  } else if (kind == "option") {
    // Models that are attached have the options of the file itself.
    if (reading.depth == 0)
      read_option(section, reading.settings.options, reading.files, reading.findings, reading.ignored);
  } else if (kind == "default") {
    reading.defaults.read(section, reading.files, reading.findings);
  } else if (kind == "asset") {
    read_assets(section, reading);
  } else if (kind == "worldbody") {
    read_worldbody(section, reading, tree);
  } else if (kind == "tendon") {
    read_tendons(section, reading, tree);
  } else if (kind == "equality") {
    read_equality(section, reading, tree);
  } else if (kind == "actuator") {
    read_actuators(section, reading, tree);
  } else if (kind == "sensor") {
    read_sensors(section, reading, tree);
  } else {
    read_keyframe(section, reading, tree);
  }
}

void leave_out(Element section, Reading& reading) {
  const auto kind = section.name();
  const LeftOut* const known = left_out_section(kind);
  if (known == nullptr) {
    reading.findings.error(section.source(), "unknown element <" + std::string(kind) + "> in <mujoco>");
  } else if (known->how == LeftOut::How::with_warning && *section.children().begin()) {
    reading.ignored.add(section.source(), std::string(known->message));
  }
}

bool is_understood(Element section) {
  return std::find(std::begin(understood), std::end(understood), section.name()) != std::end(understood);
}

}  // namespace

std::string read_sections(Reading& reading, BodyTree& tree) {
  const Element root = reading.files.root();
  Attributes attributes;
  attributes.lay(root, root_rules, AttributeReader(reading.findings, "mujoco"));
  const std::vector<Element> sections = reading.files.children(root);
  for (const auto& kind : understood) {
    for (const Element section : sections) {
      if (section.name() == kind) read_section(section, reading, tree);
    }
  }
  for (const Element section : sections) {
    if (!is_understood(section)) leave_out(section, reading);
  }
  return attributes.text("model");
}

}  // namespace sinew::mjcf
