// Determines the mass and inertia of an MJCF body, from <inertial> or from its geoms, and applies the bounds of
// <compiler>.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "sinew/io/internal/mjcf/attributes.hpp"
#include "sinew/io/internal/mjcf/geom.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

struct Reading;
struct Settings;

Inertial read_inertial(Element element, const std::string& body, Reading& reading);

struct MassSource {
  Element body;
  std::string body_name;
  std::optional<Inertial> written;
  std::span<const Geom> geoms;
  bool moves;  // if false, the inertia has no effect, and an unknown mass is only a warning
};
Inertial inertial_of(const MassSource& source, Reading& reading);

// Applies settotalmass: scales all masses and inertias so that the masses add up to `total`.
void scale_to_total_mass(std::span<Inertial* const> all, double total);

}  // namespace sinew::mjcf
