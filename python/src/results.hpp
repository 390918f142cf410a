// Records of a simulation in memory, which Python reads as named arrays and which can be written as a result file.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "robot.hpp"
#include "sinew/io/results/result_recorder.hpp"

namespace sinew::python {

// The records of one run, and everything that a result file has besides.
class RecordedRun : public Recorder {
 public:
  RecordedRun(const Model& model, const SimulationOptions& options, ResultOrigin origin,
              std::vector<TargetColumn> targets);

  void record(const Sample& sample) override;
  void set_report(SimulationReport report) { report_ = std::move(report); }

  std::size_t rows() const { return rows_.size() / arrays_.width(); }
  const ResultArrays& arrays() const { return arrays_; }
  const std::vector<double>& numbers() const { return rows_; }
  const SimulationReport& report() const { return report_; }
  const SimulationOptions& options() const { return options_; }
  const ResultOrigin& origin() const { return origin_; }
  // Writes the result file. Throws OutputError.
  void write(const std::filesystem::path& file) const;

 private:
  Model model_;
  SimulationOptions options_;
  ResultOrigin origin_;
  std::vector<TargetColumn> targets_;
  ResultArrays arrays_;
  std::vector<double> rows_;
  SimulationReport report_;
};

// The fields of a report by name.
nb::dict report_dict(const SimulationReport& report);

// The origin of a result of one robot: the file that it was loaded from, or a description that is written for it.
ResultOrigin origin_of_robot(const Robot& robot);

}  // namespace sinew::python
