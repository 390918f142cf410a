// Finds and reads the files that <include> names: a model's folder with its model.config, or an SDF file.
#pragma once

#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sinew/io/internal/files/packages.hpp"
#include "sinew/io/internal/sdf/values.hpp"
#include "sinew/io/load.hpp"

namespace sinew::sdf {

// Documented limits. A file may be included several times; its size counts each time, so that includes that double at
// every level end in an error.
inline constexpr int max_include_depth = 32;
inline constexpr int max_includes = 10'000;
inline constexpr std::size_t max_included_bytes = xml::max_bytes;

// Owns the files of one robot.
class Files {
 public:
  Files(const xml::Document& top, Findings& findings, const ReadOptions& options);

  // Returns the root element <sdf> of the file that `include` names, or no element. On success the file is open until
  // `close` is called; a file that includes itself while it is open is an error.
  xml::Element open(xml::Element include, const std::string& uri, const ValueReader& reader);
  void close() { open_.pop_back(); }
  Packages& packages() { return packages_; }

  std::vector<std::string> names() const;  // of all files read so far, the top file first

 private:
  std::optional<std::filesystem::path> locate(std::string uri, const std::filesystem::path& from);
  std::optional<std::filesystem::path> find_model(const std::filesystem::path& name,
                                                  const std::filesystem::path& from);
  std::optional<std::filesystem::path> if_model(const std::filesystem::path& path);
  std::filesystem::path file_of_config(const std::filesystem::path& config);
  bool is_file(const std::filesystem::path& path) const;
  const xml::Document* read(const std::filesystem::path& file);

  std::string top_name_;
  Findings& findings_;
  const ReadOptions& options_;
  Packages packages_;
  std::map<std::filesystem::path, std::unique_ptr<xml::Document>> documents_;
  std::vector<std::filesystem::path> open_;
  std::size_t bytes_ = 0;
  int includes_ = 0;
};

// Returns whether a URI names one of the two models that nearly every world of Gazebo includes and that have no moving
// link: sun and ground_plane.
bool is_scenery(const std::string& uri);

}  // namespace sinew::sdf
