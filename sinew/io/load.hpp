// Loads robots from URDF, MJCF and SDF files, and writes URDF.
//
// Readers report every error and warning with file and line. They warn about elements that they ignore, except those
// of MJCF that cannot affect the dynamics (<visual>, <light>, ...).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/results/stored_texts.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

enum class Base { as_written, fixed, floating };
const char* name_of(Base base);

struct ReadOptions {
  Base base = Base::as_written;
  // Folders to search first for package://NAME/... and model://NAME/...: each is the folder of a package or contains
  // packages. Afterwards those of ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, GAZEBO_MODEL_PATH and GZ_SIM_RESOURCE_PATH are
  // searched, and the folders above the robot's file (docs/urdf.md).
  std::vector<std::filesystem::path> package_folders{};
  // Texts to use instead of files on disk, for the file itself and the files it includes; null if there are none.
  const StoredTexts* texts = nullptr;
};

// The description that was read, and the errors and warnings found. The description is usable if there are no errors.
struct ReadResult {
  Description description{};
  Findings findings{};
};

// Chooses the format by the root element: <robot> is URDF, <mujoco> is MJCF, <sdf> is SDF. Includes the findings of
// `validate`.
ReadResult read_description(const std::filesystem::path& file, const ReadOptions& options = {});

ReadResult read_urdf(const std::filesystem::path& file, const ReadOptions& options = {});
ReadResult read_urdf_text(std::string_view text, const std::string& file_name,
                          const ReadOptions& options = {});
ReadResult read_mjcf(const std::filesystem::path& file, const ReadOptions& options = {});
// Included files are searched in the folder of `file_name`.
ReadResult read_mjcf_text(std::string_view text, const std::string& file_name,
                          const ReadOptions& options = {});
// Models are included from the folder of `file_name` and from those in which package_folders are searched.
ReadResult read_sdf(const std::filesystem::path& file, const ReadOptions& options = {});
ReadResult read_sdf_text(std::string_view text, const std::string& file_name,
                         const ReadOptions& options = {});

// Reads a file and builds the model. Throws InvalidModel with all findings if there are errors; without errors,
// Model::warnings() returns all findings.
Model load(const std::filesystem::path& file, const ReadOptions& options = {});

// Writes a description as URDF. Numbers have the shortest form that reads back to the same bits. Named frames become
// links without mass. A root link "world" is added unless the only thing on the ground is one body that is fixed at
// the ground's origin. Armature is written as an attribute of <dynamics>, which only sinew reads; loops and couplings
// are written as <loop_joint> and <joint_coupling> (docs/urdf.md). Gravity and initial positions are not part of a
// URDF. Throws std::invalid_argument for features that URDF does not have (helical or universal joints, ...), with the
// name of the joint.
std::string write_urdf(const Description& description);

}  // namespace sinew
