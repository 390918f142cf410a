// The mass and inertia of an MJCF body: from <inertial>, from its geoms, within the bounds of <compiler>.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "sinew/io/mjcf_attributes.hpp"
#include "sinew/io/mjcf_geom.hpp"
#include "sinew/model/description.hpp"

namespace sinew::mjcf {

struct Reading;
struct Settings;

Inertial read_inertial(Element element, const std::string& body, Reading& reading);

struct MassSource {
  Element body;
  std::string body_name;
  std::optional<Inertial> written;
  std::span<const Geom> geoms;
  bool moves;  // otherwise its inertia has no effect, and what cannot be known is a warning only
};
Inertial inertial_of(const MassSource& source, Reading& reading);

// settotalmass
void scale_to_total_mass(std::span<Inertial* const> all, double total);

}  // namespace sinew::mjcf
