// Writes robots as URDF, MJCF and SDF, and names everything that these formats cannot express.
//
// Numbers have the shortest form that reads back to the same bits; rotations are reproduced to rounding. Features that a
// format does not have are replaced by equivalent ones (a universal joint becomes two hinges) or left out. Each kind of
// replacement and loss is one warning, which names the bodies and joints; without warnings the file is read back as the
// same robot. docs/convert.md has a table of all features and formats.
#pragma once

#include <filesystem>
#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew {

enum class RobotFormat { urdf, mjcf, sdf };
const char* name_of(RobotFormat format);  // "URDF", "MJCF", "SDF"

struct WriteOptions {
  // Folder of the new file: paths of meshes are written relative to it. Empty: paths are written as they are.
  std::filesystem::path folder{};
  std::string comment{};  // written in the second line; empty for none
  bool srdf = false;      // true: named positions of URDF become WrittenRobot::srdf; false: they are left out
};

struct WrittenRobot {
  std::string text{};
  Findings findings{};  // warnings
  std::string srdf{};  // the text of an SRDF file; empty if none is requested or there are no named positions
};

// These throw InvalidModel, with all findings, for a description with errors.
WrittenRobot write_description(const Description& description, RobotFormat format,
                               const WriteOptions& options = {});
WrittenRobot write_urdf(const Description& description, const WriteOptions& options = {});
WrittenRobot write_mjcf(const Description& description, const WriteOptions& options = {});
WrittenRobot write_sdf(const Description& description, const WriteOptions& options = {});

}  // namespace sinew
