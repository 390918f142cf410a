// Reads results of simulations (docs/results.md): any rows of any array, never the whole file. A file whose run goes on can
// be read as well, as far as it had come when it was opened.
//
// A file is handed to the HDF5 library only when its seal (io/seal.hpp) says that its structure and texts are as they were
// written; numbers have checksums of their own, but for those of a run that goes on or was killed. So damage is always
// an exception.
#pragma once

#include <string_view>

#include "sinew/io/result_layout.hpp"

namespace sinew {

// Whether a file is the result of a simulation, also a damaged one or one of an older version: what a new result may
// replace. False where it cannot be read.
bool is_result(const std::filesystem::path& file);

class ResultFile {
 public:
  // Throws std::runtime_error where the file is not there, no result, damaged, or written by sinew 0.1.
  explicit ResultFile(const std::filesystem::path& file);

  std::size_t rows() const { return rows_; }
  const std::string& status() const { return status_; }  // "finished", ...; "running": or killed
  std::span<const ResultArray> arrays() const { return arrays_; }
  const ResultArray& array(std::string_view path) const;  // throws std::invalid_argument

  // Row after row, every `stride`-th. Throws std::invalid_argument where there are no such rows.
  std::vector<double> read(std::string_view path, std::size_t first, std::size_t count,
                           std::size_t stride = 1) const;
  // One column of all rows.
  std::vector<double> column(std::string_view path, std::string_view column) const;
  std::vector<EventRecord> events() const;
  // Of the integrator, in words.
  std::string integrator() const { return file_.described("/", "integrator"); }
  std::string scene() const { return file_.described("/", "scene"); }
  ResultOrigin::TextFile scene_file() const { return text_at("/scene/text"); }
  std::vector<ResultOrigin::TextFile> models() const;
  Base base() const;  // of a model that stood in for a scene
  // Numbers of the report, like "steps"; throws std::runtime_error where there are none: the run did not end.
  double report(const std::string& name) const { return file_.described_number("/", name); }
  // All of them by name, and the warnings of the run; none where it did not end.
  std::vector<std::pair<std::string, double>> report() const;
  std::vector<std::string> warnings() const;

 private:
  ResultOrigin::TextFile text_at(const std::string& path) const;
  void add_array(const std::string& path);

  hdf5::File file_;
  std::size_t rows_ = 0;
  std::string status_;
  std::vector<ResultArray> arrays_;
};

}  // namespace sinew
