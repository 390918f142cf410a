// Defines the content of a simulation's records: arrays with named columns and units, the same for every file format.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sinew/io/files/pending_file.hpp"
#include "sinew/simulate/simulation.hpp"

namespace sinew {

struct ResultArray {
  std::string path{};   // "q", "loops/pin": slashes in the names of loops and frames become dots
  std::string label{};  // prefix of its columns in a table: "q", "pin"; empty if they need none
  std::string description{};
  std::vector<std::string> columns{}, units{};
  bool is_list = false;  // true: one number for each record; false: a row of numbers
};

class ResultArrays {
 public:
  // `frames`: as in SimulationOptions::frames; `targets`: those of controllers, as in Simulation::target_columns.
  ResultArrays(const Model& model, std::span<const std::string> frames,
               std::span<const TargetColumn> targets = {});

  std::span<const ResultArray> list() const { return arrays_; }
  std::size_t width() const { return width_; }  // numbers in one record
  // Writes one record into `row`, which has width() numbers: the values of all arrays in order.
  void fill(const Sample& sample, std::span<double> row) const;

 private:
  void add(ResultArray array);
  void add_coordinates(const Model& model);
  void add_balance();
  void add_targets(std::span<const TargetColumn> targets);
  void add_loops_and_frames(const Model& model, std::span<const std::string> frames);
  void add_actuators_and_sensors(const Model& model);

  std::vector<ResultArray> arrays_;
  std::size_t width_ = 0;
};

namespace detail {

// Moves a file with records to its final path. A run that finished or was stopped by an event replaces an existing
// file. A run that failed or was interrupted does not: if a file exists there, its own becomes `run.failed.h5` or
// `run.interrupted.h5`, which replaces an older file of that name.
void put_in_place(PendingFile& file, RunEnd end);

}  // namespace detail

}  // namespace sinew
