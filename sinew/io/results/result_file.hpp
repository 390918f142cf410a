// Reads results of simulations (docs/results.md): any rows of any array, without loading the whole file. The file of a
// running simulation can be read, too, with the records that it had when it was opened.
//
// A file is passed to the HDF5 library only if its seal (io/results/seal.hpp) confirms that its structure and texts are
// as they were written. Numbers have their own checksums, except in the file of a run that is still going on or was
// killed. Damage therefore gives an exception instead of wrong data.
#pragma once

#include <string_view>

#include "sinew/io/results/result_layout.hpp"

namespace sinew {

// Returns whether a file is the result of a simulation, which another result may replace; a damaged result or one of an
// older version counts, too. Returns false if the file cannot be read.
bool is_result(const std::filesystem::path& file);

class ResultFile {
 public:
  // Throws std::runtime_error if the file does not exist, is not a result, is damaged, or was written by sinew 0.1.
  explicit ResultFile(const std::filesystem::path& file);

  std::size_t rows() const { return rows_; }
  const std::string& status() const { return status_; }  // "finished", ...; "running" also if killed
  std::span<const ResultArray> arrays() const { return arrays_; }
  const ResultArray& array(std::string_view path) const;  // throws std::invalid_argument

  // Returns `count` rows from `first` on, every `stride`-th. Throws std::invalid_argument if these rows do not exist.
  std::vector<double> read(std::string_view path, std::size_t first, std::size_t count,
                           std::size_t stride = 1) const;
  // Returns one column of all rows.
  std::vector<double> column(std::string_view path, std::string_view column) const;
  std::vector<EventRecord> events() const;
  // Returns a description of the integrator and its settings.
  std::string integrator() const { return file_.described("/", "integrator"); }
  std::string scene() const { return file_.described("/", "scene"); }
  ResultOrigin::TextFile scene_file() const { return text_at("/scene/text"); }
  std::vector<ResultOrigin::TextFile> models() const;
  // How the model was read, if a model was simulated instead of a scene.
  Base base() const;
  Repair repair() const;
  std::vector<std::pair<std::string, std::string>> xacro_arguments() const;
  ModelEdits edits() const;
  // Returns a number of the report, such as "steps". Throws std::runtime_error if the run did not end and so has no
  // report.
  double report(const std::string& name) const { return file_.described_number("/", name); }
  // Return all numbers of the report by name, the warnings of the run, and what it left out. All are empty if the run
  // did not end.
  std::vector<std::pair<std::string, double>> report() const;
  std::vector<std::string> warnings() const { return texts_at("warnings"); }
  std::vector<std::string> left_out() const { return texts_at("left_out"); }
  double duration() const { return file_.described_number("/", "duration"); }
  double record_interval() const { return file_.described_number("/", "record_interval"); }

 private:
  ResultOrigin::TextFile text_at(const std::string& path) const;
  std::vector<std::string> texts_at(const std::string& attribute) const;
  void add_array(const std::string& path);

  hdf5::File file_;
  std::size_t rows_ = 0;
  std::string status_;
  std::vector<ResultArray> arrays_;
};

}  // namespace sinew
