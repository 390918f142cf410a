// Computes the forward dynamics of several arms that grasp an object or the ground.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "apps/cli/closed_loops.hpp"
#include "apps/cli/request.hpp"
#include "sinew/io/scene.hpp"

namespace sinew::cli {

struct ContactForce {
  const Grasp* grasp;
  Force<double> on_held;   // acts on the object or the ground, in the tip's axes at its origin
  Force<double> in_world;  // the same force in world axes
  bool pulls;              // true: a contact that can only push would have to pull
};

struct ArmsResult {
  Model whole;                                // the whole scene as one robot
  std::vector<std::vector<double>> qdd{};     // for each arm
  std::vector<double> object_acceleration{};  // time derivative of its v; empty without an object
  std::optional<Motion<double>>
      mass_centre_acceleration{};  // of a rigid object: angular, and linear at the centre of mass,
                                   // in world axes
  std::vector<ContactForce> contacts{};
  ClosedLoops closed{};  // rows and rank of the whole scene; the parts' own loops and couplings
};

// Reads the scene. Throws RequestError for options that do not apply to a scene of arms.
Scene arms_scene(const ComputeRequest& request, std::string& notes);

ArmsResult compute_arms(const ComputeRequest& request, const Scene& scene);

std::string arms_text(const ComputeRequest& request, const Scene& scene, const ArmsResult& result);
std::string arms_json(const ComputeRequest& request, const Scene& scene, const ArmsResult& result);

}  // namespace sinew::cli
