// Opens a file that the page shows: a robot or a scene as one model, with the numbers of a result if it is one.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "apps/viewer/server/page.hpp"
#include "apps/viewer/server/result_numbers.hpp"
#include "sinew/io/scene.hpp"

namespace sinew::viewer {

struct Track {
  std::string name{};   // of the file, without folders
  std::string title{};  // of the scene or robot
  Scene scene;
  Model model;  // the whole scene; q and v are ordered as in the result's arrays
  State start{};
  std::optional<ResultNumbers> numbers{};
  std::vector<std::string> warnings{};
};

bool is_result_file(const std::filesystem::path& file);  // by its first bytes, or its name

// Throws as the constructor of Page does.
Track open_track(const std::filesystem::path& file, const PageOptions& options);

}  // namespace sinew::viewer
