// Robots from files. Readers collect every finding with file and line; nothing is dropped in silence.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/stored_texts.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

enum class Base { as_written, fixed, floating };
const char* name_of(Base base);

struct ReadOptions {
  Base base = Base::as_written;
  // Where package://NAME/... is looked for: folders that hold a folder NAME. The file's own ancestors are
  // tried too.
  std::vector<std::filesystem::path> package_folders{};
  // Looked into before the disk, for the file itself and those it includes; null: none.
  const StoredTexts* texts = nullptr;
};

// What a reader understood, and what it thinks of it. The description is usable when there are no errors.
struct ReadResult {
  Description description{};
  Findings findings{};
};

// By content: a <robot> is URDF, a <mujoco> is MJCF. Includes the findings of `validate`.
ReadResult read_description(const std::filesystem::path& file, const ReadOptions& options = {});

ReadResult read_urdf(const std::filesystem::path& file, const ReadOptions& options = {});
ReadResult read_urdf_text(std::string_view text, const std::string& file_name,
                          const ReadOptions& options = {});
ReadResult read_mjcf(const std::filesystem::path& file, const ReadOptions& options = {});
// Includes are looked for beside `file_name`.
ReadResult read_mjcf_text(std::string_view text, const std::string& file_name,
                          const ReadOptions& options = {});

// Reads and builds; throws InvalidModel with every finding when there are errors. Who wants the reader's warnings
// calls read_description and builds the Model.
Model load(const std::filesystem::path& file, const ReadOptions& options = {});

// The description as URDF, numbers in the shortest form that reads back to the same bits. Named frames become
// links without mass; what stands on the ground otherwise than fixed at its origin gets a link "world"
// beneath it; armature is written as an attribute of <dynamics>, which only sinew reads, loops and couplings
// as <loop_joint> and <joint_coupling> (docs/urdf.md). Gravity and initial positions are not part of a URDF.
// Throws std::invalid_argument for what URDF cannot say (helical, universal, ...), naming the joint.
std::string write_urdf(const Description& description);

}  // namespace sinew
