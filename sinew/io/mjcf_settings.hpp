// What <compiler> and <option> say about a whole MJCF file.
#pragma once

#include <optional>
#include <string>

#include "sinew/io/mjcf_orientation.hpp"
#include "sinew/model/findings.hpp"

namespace sinew::mjcf {

class Files;

enum class InertiaFromGeom { no, always, when_missing };

struct Settings {
  Angles angles;
  bool autolimits = true;  // MuJoCo's default since 2.3.1; 2.2.2 refuses the files in which it matters
  InertiaFromGeom inertia_from_geom = InertiaFromGeom::when_missing;
  double first_inertia_group = 0, last_inertia_group = 5;
  double least_mass = 0, least_inertia = 0;  // boundmass, boundinertia
  std::optional<double> total_mass;          // settotalmass
  bool balance_inertia = false;
  bool discard_visual = false;
  bool strip_path = false;
  std::string mesh_folder;

  Vector3<double> gravity{0, 0, -9.81};
  bool with_damping = true, with_dry_friction = true, with_limits = true;  // <option><flag>
};

void read_compiler(Element element, Settings& settings, Findings& findings);
void read_option(Element element, Settings& settings, Files& files, Findings& findings,
                 xml::Ignored& ignored);

}  // namespace sinew::mjcf
