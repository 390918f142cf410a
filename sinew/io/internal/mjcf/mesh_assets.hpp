// Loads the meshes that masses and fitted shapes depend on: each file once, several files at a time.
#pragma once

#include <vector>

#include "sinew/io/internal/mjcf/assets.hpp"

namespace sinew::mjcf {

// Computes the results of these assets, which may repeat. A mesh that cannot be loaded gets a `mass.problem`.
void load_meshes(const std::vector<MeshAsset*>& assets);

}  // namespace sinew::mjcf
