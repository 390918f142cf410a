// Determines the mass and inertia of an MJCF body, from <inertial> or from its geoms, and applies the bounds of
// <compiler>.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "sinew/io/internal/mjcf/contents.hpp"
#include "sinew/io/internal/mjcf/geom.hpp"
#include "sinew/model/description/description.hpp"

namespace sinew::mjcf {

struct Reading;
struct Settings;

Inertial read_inertial(const Placed& placed, const std::string& body, Reading& reading);

struct MassSource {
  const Settings& settings;
  std::optional<Inertial> written;
  std::span<const Geom> geoms;  // with their meshes loaded

  // Returns true if the geoms decide, and not <inertial>.
  bool is_from_geoms() const;
  // Returns true if the mass of this geom counts then.
  bool counts(const Geom& geom) const;
};
Inertial inertial_of(const MassSource& source);

// Applies settotalmass: scales all masses and inertias so that the masses add up to `total`.
void scale_to_total_mass(std::span<Inertial* const> all, double total);

}  // namespace sinew::mjcf
