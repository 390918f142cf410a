// Lowers the tendons of a description: names of joints and bodies become indices, and points are given in the frames
// of the links that carry them.
#pragma once

#include "sinew/model/tree/internal/lowering.hpp"

namespace sinew {

// `lowered`: all of the robot except its tendons.
std::vector<TendonInfo> lowered_tendons(const Description& description, const Lowered& lowered);

}  // namespace sinew
