// Writes a robot as MJCF.
#pragma once

#include <string>
#include <vector>

#include "bench/robot.hpp"

namespace bench {

struct MjcfFile {
  std::string name, text;
};

// The first file is the model; it includes the others. A long chain nests deeper than MuJoCo's reader allows in one
// file, but includes may be deeper.
std::vector<MjcfFile> mjcf_of(const Robot& robot);

}  // namespace bench
