// Writes a simulation as a table of comma-separated values, as it runs: a line with the names of the columns, then one for
// each record.
//
// Columns are time, then `q:JOINT`, `v:JOINT`, `a:JOINT`, `actuation:JOINT`, `energy:kinetic`, ..., `LOOP:fx`, `FRAME:x`:
// the arrays of an HDF5 result in their order. Numbers are in the shortest form that reads back to the same bits. Names with
// commas, quotes or line breaks stand in quotes, as RFC 4180 has it.
#pragma once

#include "sinew/io/output_file.hpp"
#include "sinew/io/pending_file.hpp"
#include "sinew/io/result_arrays.hpp"

namespace sinew {

// Whether a file is such a table, by its first line.
bool is_result_table(const std::filesystem::path& file);

class CsvRecorder : public Recorder {
 public:
  // Throws OutputError where the file cannot be written. While the run goes on it is `run.partial.csv` for `run.csv`; a pipe
  // or the like is written into. What was there before is replaced when the run has finished, whatever it was.
  CsvRecorder(const std::filesystem::path& file, const Model& model, const SimulationOptions& options);
  ~CsvRecorder() override;

  void record(const Sample& sample) override;
  void progress(double t) override;
  void flush();  // whole lines
  // Throws OutputError where not everything could be written. The file then goes where a result goes that ended like this
  // (io/result_recorder.hpp).
  void finish(RunEnd end = RunEnd::finished);
  const PendingFile& output() const { return pending_; }  // where the table is now

 private:
  OutputFile open();

  ResultArrays arrays_;
  PendingFile pending_;
  OutputFile file_;
  std::vector<double> row_;
  std::string lines_;
  FlushClock clock_;
  bool is_begun_ = false;
};

}  // namespace sinew
