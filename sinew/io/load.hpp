// Loads robots from URDF, xacro, MJCF and SDF files.
//
// Readers report every error and warning with file and line. They warn about elements that they ignore, except those
// of MJCF that cannot affect the dynamics (<visual>, <light>, ...).
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
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
  // Names and values of the arguments of a xacro file (docs/xacro.md), which replace the defaults in the file.
  std::vector<std::pair<std::string, std::string>> xacro_arguments{};
  // SRDF file whose named states become named positions (sinew/io/srdf.hpp); empty for none. read_description, load and
  // scenes read it; the readers of one format do not.
  std::filesystem::path srdf{};
  // What to do about physical errors. Repair::inertia substitutes the nearest possible inertias and reports each change
  // as a warning (model/description/repaired.hpp); otherwise the model has no forward dynamics.
  Repair repair = Repair::none;
  // Texts to use instead of files on disk, for the file itself and the files it includes; null if there are none.
  const StoredTexts* texts = nullptr;
};

// The description that was read, and the errors and warnings found. The description is usable if there are no errors;
// with physical errors it has no forward dynamics.
struct ReadResult {
  Description description{};
  Findings findings{};
};

// Chooses the format by the root element: <robot> is URDF, <mujoco> is MJCF, <sdf> is SDF. A file that is xacro is
// expanded first. Includes the findings of `validate`.
ReadResult read_description(const std::filesystem::path& file, const ReadOptions& options = {});

// The same for a text; `file_name` is used in messages, and paths are relative to its folder.
ReadResult read_description_text(std::string_view text, const std::string& file_name,
                                 const ReadOptions& options = {});

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
// Model::physical_errors() and Model::warnings() return all findings.
Model load(const std::filesystem::path& file, const ReadOptions& options = {});
// The same for a text, such as the parameter robot_description of ROS.
Model load_text(std::string_view text, const std::string& file_name, const ReadOptions& options = {});

// The text of a xacro file without xacro, and the errors and warnings found. After an error the text is empty.
struct ExpandedXacro {
  std::string text{};
  Findings findings{};
};

// Expands a xacro file (docs/xacro.md). A file that is not xacro is only parsed and written again.
ExpandedXacro expand_xacro(const std::filesystem::path& file, const ReadOptions& options = {});

}  // namespace sinew
