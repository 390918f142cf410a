// A robot as MJCF.
#pragma once

#include <string>
#include <vector>

#include "bench/robot.hpp"

namespace bench {

struct MjcfFile {
  std::string name, text;
};

// The first file is the model; it includes the others. A long chain nests deeper than MuJoCo's reader goes in
// one file, but not deeper than it includes.
std::vector<MjcfFile> mjcf_of(const Robot& robot);

}  // namespace bench
