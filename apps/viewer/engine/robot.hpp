// Computes what the page shows of a robot: poses, joint torques (inverse dynamics), forward dynamics with all
// intermediate quantities of its recursions, and the mass matrix with its factors.
//
// Spatial vectors have their angular part first, in the frame of their body and at its origin. Invalid input throws an
// exception with the library's message.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "apps/viewer/engine/evaluation.hpp"
#include "apps/viewer/engine/page_robot.hpp"
#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew::viewer {

class Robot {
 public:
  // Also throws if the library numbers the coordinates differently than the page does.
  explicit Robot(const PageRobot& robot);
  ~Robot();
  Robot(Robot&&) noexcept;

  const Model& model() const;
  int body_count() const;
  int loop_count() const;

  // Writes 12 numbers for every body: the pose of its frame in the world, the rotation by rows and then the origin.
  void poses(In<double> q, std::vector<double>& out);
  Vector3<double> mass_centre(In<double> q);

  // Computes the joint torques that act in addition to the loops (inverse dynamics). `loop_forces`: the forces of the
  // loops on their second ends.
  void applied_torques(In<double> q, In<double> v, In<double> a, std::span<const Force<double>> loop_forces,
                       Out<double> tau);
  // Splits the joint torques of inverse dynamics into their inertial, Coriolis and gravity parts.
  TorqueSplit split(In<double> q, In<double> v, In<double> a);
  // Computes forward dynamics. `closed`: for each loop, true if it is closed and false if it is open.
  Evaluation evaluate(In<double> q, In<double> v, In<double> tau, const std::vector<bool>& closed);
  Matrices matrices(In<double> q);
  // Returns a position near q that closes loops and couplings, with the coordinates whose indices are in `keep`
  // unchanged; nullopt if none was found.
  std::optional<std::vector<double>> assemble(In<double> q, std::span<const int> keep);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace sinew::viewer
