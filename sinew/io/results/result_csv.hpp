// Writes a simulation to a CSV file while it runs: a line with the names of the columns, then one line for each record.
//
// The columns are time, then `q:JOINT`, `v:JOINT`, `a:JOINT`, `actuation:JOINT`, `energy:kinetic`, ..., `LOOP:fx`,
// `FRAME:x`, `target:JOINT`: the arrays of an HDF5 result in the same order. Numbers have the shortest form that reads back to the same
// bits. Names with commas, quotes or line breaks are quoted as in RFC 4180.
#pragma once

#include "sinew/io/files/output_file.hpp"
#include "sinew/io/files/pending_file.hpp"
#include "sinew/io/results/result_arrays.hpp"

namespace sinew {

// Returns whether a file is such a table, judged by its first line.
bool is_result_table(const std::filesystem::path& file);

class CsvRecorder : public Recorder {
 public:
  // Throws OutputError if the file cannot be written. During the run, `run.csv` is called `run.partial.csv`; a pipe or
  // device is written into. When the run has finished, the table replaces an existing file, whatever its content.
  CsvRecorder(const std::filesystem::path& file, const Model& model, const SimulationOptions& options,
              std::span<const TargetColumn> targets = {});
  ~CsvRecorder() override;

  void record(const Sample& sample) override;
  void progress(double t) override;
  void flush();  // writes the buffered lines
  // Writes the remaining lines and moves the file to its final path (put_in_place). Throws OutputError if not
  // everything could be written.
  void finish(RunEnd end = RunEnd::finished);
  const detail::PendingFile& output() const { return pending_; }  // where the table is now

 private:
  detail::OutputFile open();

  ResultArrays arrays_;
  detail::PendingFile pending_;
  detail::OutputFile file_;
  std::vector<double> row_;
  std::string lines_;
  detail::FlushClock clock_;
  bool is_begun_ = false;
};

}  // namespace sinew
