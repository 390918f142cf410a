// Reads <compiler> and <option>, the settings of a whole MJCF file.
#pragma once

#include <optional>
#include <string>

#include "sinew/base/findings.hpp"
#include "sinew/io/internal/mjcf/orientation.hpp"

namespace sinew::mjcf {

class Files;

enum class InertiaFromGeom { no, always, when_missing };

struct Settings {
  Angles angles;
  bool autolimits = true;  // MuJoCo's default since 3.0; 2.2.2 refuses files in which it matters
  InertiaFromGeom inertia_from_geom = InertiaFromGeom::when_missing;
  double first_inertia_group = 0, last_inertia_group = 5;
  double least_mass = 0, least_inertia = 0;  // boundmass, boundinertia
  std::optional<double> total_mass;          // settotalmass
  bool balance_inertia = false;
  bool discard_visual = false;
  bool strip_path = false;
  std::string mesh_folder;

  Vector3<double> written_gravity{0, 0, -9.81};
  // <option><flag>: a feature that is switched off is treated as absent.
  bool gravity_flag = true, passive_flag = true, frictionloss_flag = true, limit_flag = true,
       equality_flag = true, constraint_flag = true;
  Vector3<double> gravity() const { return gravity_flag ? written_gravity : Vector3<double>{}; }
  bool with_damping() const { return passive_flag; }
  bool with_dry_friction() const { return frictionloss_flag && constraint_flag; }
  bool with_limits() const { return limit_flag && constraint_flag; }
  bool with_equality() const { return equality_flag && constraint_flag; }
};

void read_compiler(Element element, Settings& settings, Findings& findings);
void read_option(Element element, Settings& settings, Files& files, Findings& findings,
                 xml::Ignored& ignored);

}  // namespace sinew::mjcf
