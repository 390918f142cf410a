// The robots every peer is asked about.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "sinew/model/description.hpp"

namespace sinew::test {

// The .urdf and .xml files of a folder and its subfolders, sorted.
std::vector<std::filesystem::path> model_files(const std::filesystem::path& folder);
// Those of models/ itself. The classics below it have point masses, and stand on ground without mass.
std::vector<std::filesystem::path> own_models();

struct SharedRobot {
  std::string name;  // file and base
  Description description;
};

// Every URDF of models/ and of the folder that SINEW_EXTRA_MODELS names, on a fixed and on a floating base,
// and a planar and a spatial chain of 20 links.
std::vector<SharedRobot> shared_robots();

// Random robots made of what a peer understands: no custom joints, no massless bodies, floating bodies on the
// ground only, and none of the kinds given.
std::vector<SharedRobot> random_robots_without(const std::vector<JointKind>& unknown_to_the_peer, int count);

// The same robot with every body behind a fixed joint made part of the body that carries it, and what is fixed to the
// ground left out; frames are dropped. Peers refuse or mistrust bodies without mass, and impossible inertias even where
// they are only a part of a body.
Description lumped(const Description& description);

}  // namespace sinew::test
