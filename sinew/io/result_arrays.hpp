// What a record of a simulation consists of: arrays with named columns and units, the same for every format.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/io/pending_file.hpp"
#include "sinew/simulate/simulation.hpp"

namespace sinew {

struct ResultArray {
  std::string path{};   // "q", "loops/pin": slashes in the names of loops and frames become dots
  std::string label{};  // of its columns in a table: "q", "pin"; empty: the columns speak for themselves
  std::string description{};
  std::vector<std::string> columns{}, units{};
  bool is_list = false;  // one number for each record, not a row of them
};

class ResultArrays {
 public:
  // `frames`: SimulationOptions::frames.
  ResultArrays(const Model& model, std::span<const std::string> frames);

  std::span<const ResultArray> list() const { return arrays_; }
  std::size_t width() const { return width_; }  // numbers in one record
  // One record, the arrays one after another. `row` has width() numbers.
  void fill(const Sample& sample, std::span<double> row) const;

 private:
  void add(ResultArray array);
  void add_coordinates(const Model& model);
  void add_balance();
  void add_loops_and_frames(const Model& model, std::span<const std::string> frames);

  std::vector<ResultArray> arrays_;
  std::size_t width_ = 0;
};

// The place of a file with records of a run that ended like this: its own where the run finished or was stopped by an
// event, or where that is free; otherwise `run.failed.h5` or `run.interrupted.h5`, in place of older ones.
void put_in_place(PendingFile& file, RunEnd end);

}  // namespace sinew
