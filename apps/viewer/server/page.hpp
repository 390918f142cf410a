// Provides what a page shows, and its numbers: of a robot, a scene, or the results of one or two simulations.
//
// The document is JSON in the form of apps/viewer/src/document.ts. Numbers of results are read from their files on
// demand, never all at once.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/load.hpp"
#include "sinew/io/model_edits.hpp"

namespace sinew::viewer {

struct PageOptions {
  ReadOptions reading{};  // of robots' files
  ModelEdits edits{};     // of a robot that is shown alone
};

class Page {
 public:
  // Opens one file, or two results, of which the second is shown as a ghost. The robot of a result (.h5) is read from
  // the texts stored in it. Throws InvalidModel if a model or scene has errors, std::runtime_error if a file is
  // missing or cannot be shown, std::invalid_argument for other combinations of files.
  explicit Page(std::span<const std::filesystem::path> files, const PageOptions& options = {});
  ~Page();
  Page(Page&&) noexcept;
  Page& operator=(Page&&) noexcept;

  const std::string& document() const;
  // The same for a page whose records are subsampled.
  std::string thinned_document(std::size_t every) const;
  const std::string& title() const;  // valid UTF-8
  std::size_t mesh_count() const;
  bool has_mesh(std::size_t index) const;  // true if that mesh can be shown
  // An array of a result; a robot or scene alone has none.
  struct Array {
    std::string path{};
    std::size_t columns = 0, rows = 0;
  };
  std::vector<std::vector<Array>> arrays() const;  // of every track, in the order of the document

  // The functions of Source in apps/viewer/src/data/source.ts. They throw std::invalid_argument for unknown tracks,
  // arrays, columns and meshes, and for more than `most_numbers` at once.
  static constexpr std::size_t most_numbers = std::size_t(1) << 22;
  std::vector<double> rows(std::size_t track, std::string_view array, std::size_t first, std::size_t count,
                           std::size_t stride = 1) const;
  std::vector<double> overview(std::size_t track, std::string_view array, std::size_t column,
                               std::size_t buckets) const;
  std::string mesh(std::size_t index) const;  // bytes of its file

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace sinew::viewer
