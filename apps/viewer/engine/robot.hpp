// A robot of the page and what the page asks about it: where it is, what moves it, what the recursions find on the way.
//
// Six-vectors are angular over linear, in the frame of their body at its origin. Everything that is wrong with the input
// comes as an exception with the library's message.
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
  // Throws also where the library would number the coordinates otherwise than the page does.
  explicit Robot(const PageRobot& robot);
  ~Robot();
  Robot(Robot&&) noexcept;

  const Model& model() const;
  int body_count() const;
  int loop_count() const;

  // 12 numbers for every body: its frame in the world, the rotation by rows and the origin.
  void poses(In<double> q, std::vector<double>& out);
  Vector3<double> mass_centre(In<double> q);

  // The joint moments that act besides the loops', which transmit `loop_forces` on their second ends.
  void applied_moments(In<double> q, In<double> v, In<double> a, std::span<const Force<double>> loop_forces,
                       Out<double> tau);
  MomentSplit split(In<double> q, In<double> v, In<double> a);
  // `held`: which loops are closed.
  Evaluation evaluate(In<double> q, In<double> v, In<double> tau, const std::vector<bool>& held);
  Matrices matrices(In<double> q);
  // The position nearby that closes loops and couplings, with the coordinates of `keep` where they are; none: not found.
  std::optional<std::vector<double>> assemble(In<double> q, std::span<const int> keep);

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace sinew::viewer
