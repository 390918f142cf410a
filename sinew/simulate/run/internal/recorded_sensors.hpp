// Computes the values of the robot's sensors for the records of a simulation.
//
// One inverse dynamics with the recorded accelerations and all forces on bodies, including those of loops, gives the
// forces across joints.
//
// Cost: inverse dynamics and the sensors, for each record; nothing without sensors.
#pragma once

#include "sinew/algorithms/dynamics/sensors.hpp"
#include "sinew/simulate/simulation.hpp"

namespace sinew {

class RecordedSensors {
 public:
  explicit RecordedSensors(const Model& model);
  bool is_empty() const { return sensors_.is_empty(); }
  // Returns the values in the order of the description. `sample` has everything except the sensors.
  std::span<const double> values(const Sample& sample, std::span<const ExternalForce<double>> on_bodies);

 private:
  void add_loop_force(const Loop& loop, const Force<double>& force);

  Model model_;
  Workspace<double> work_;
  Sensors sensors_;
  std::vector<ExternalForce<double>> forces_{};
  std::vector<double> tau_, values_;
};

}  // namespace sinew
