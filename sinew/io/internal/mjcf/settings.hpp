// Reads <compiler> and <option>, the settings of a whole MJCF file.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "sinew/base/findings.hpp"
#include "sinew/io/internal/mjcf/orientation.hpp"

namespace sinew::mjcf {

class Files;

enum class InertiaFromGeom { no, always, when_missing };

// <option>: those of the file itself; models that it attaches have the same.
struct Options {
  Vector3<double> written_gravity{0, 0, -9.81};
  Vector3<double> magnetic{0, -0.5, 0};
  // <flag>: a feature that is switched off is treated as absent.
  bool gravity_flag = true, passive = true, spring = true, damper = true, frictionloss = true, limit = true,
       equality = true, constraint = true, actuation = true, clampctrl = true;
  Vector3<double> gravity() const { return gravity_flag ? written_gravity : Vector3<double>{}; }
};

struct Settings {
  Angles angles;
  bool autolimits = true;  // MuJoCo's default since 3.0; 2.2.2 refuses files in which it matters
  InertiaFromGeom inertia_from_geom = InertiaFromGeom::when_missing;
  double first_inertia_group = 0, last_inertia_group = 5;
  double least_mass = 0, least_inertia = 0;  // boundmass, boundinertia
  std::optional<double> total_mass;          // settotalmass
  bool balance_inertia = false;
  bool fit_aabb = false;  // shapes are fitted to the bounding boxes of meshes, not to their inertias
  bool exact_mesh_inertia = false;  // of meshes without attribute `inertia`; MuJoCo before 3.3
  bool strip_path = false;
  std::string mesh_folder;

  Options options;
  bool with_damping() const { return options.passive && options.damper; }
  bool with_springs() const { return options.passive && options.spring; }
  bool with_gravity_compensation() const { return options.passive; }
  bool with_dry_friction() const { return options.frictionloss && options.constraint; }
  bool with_limits() const { return options.limit && options.constraint; }
  bool with_equality() const { return options.equality && options.constraint; }
};

// MuJoCo moves the frames of free bodies to their principal axes; here they stay where they are written.
inline constexpr std::string_view unaligned =
    "the frames of free bodies stay as written: alignfree and align are not applied";

void read_compiler(Element element, Settings& settings, Findings& findings, xml::Ignored& ignored);
void read_option(Element element, Options& options, Files& files, Findings& findings, xml::Ignored& ignored);

}  // namespace sinew::mjcf
