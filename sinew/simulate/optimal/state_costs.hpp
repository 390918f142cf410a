// Computes quadratic costs of a state and their derivatives.
//
//   l = c (e^T Q e + v^T Q_v v + k_p |p - p_d|^2 + k_r |r|^2) / 2
//
// e: from the target position to q (model/joints/configuration_group.hpp); p: a frame's position, which is to be p_d; r: the
// rotation vector from the frame's target orientation to the frame. The gradient is exact; the Hessian leaves out second
// derivatives of e and of the frame's pose (Gauss and Newton).
//
// Cost: O(n) for the value and the gradient, O(n^3) for the Hessian.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sinew/algorithms/kinematics/kinematics.hpp"

namespace sinew {

// Weights of positions and velocities: one number for all degrees of freedom or one for each.
struct StateCost {
  std::vector<double> position{0}, velocity{0};
};

// The pose that a frame is to reach, in the world. A weight of zero leaves its part free.
struct FrameTarget {
  std::string frame{};
  Transform<double> pose{};
  double position_cost = 0, rotation_cost = 0;  // of metres and radians
};

// A cost of the state at time t: returns its value, and adds its gradient by q, along the velocities of Model::integrate,
// and by v.
using StateFunction =
    std::function<double(double t, In<double> q, In<double> v, Out<double> by_q, Out<double> by_v)>;

// Returns the cost above with c = 1. `target`: q; empty: joints are free. Throws std::invalid_argument for weights and
// targets that do not fit the model.
StateFunction quadratic_cost(const Model& model, const StateCost& cost, const std::vector<double>& target,
                             const std::optional<FrameTarget>& frame = {});

namespace detail {

class StateCosts {
 public:
  // `factor`: c.
  StateCosts(const Model& model, const StateCost& cost, std::vector<double> target, const FrameTarget* frame,
             double factor);

  double value(In<double> q, In<double> v);
  void add_gradient(In<double> q, In<double> v, Out<double> by_q, Out<double> by_v);
  // Adds the gradient to w and the Hessian to W, both of (q, v).
  void expand(In<double> q, In<double> v, std::vector<double>& w, Matrix<double>& W);

 private:
  struct FrameError {
    Vector3<double> shift, turn;  // in world axes, and in those of the frame
  };
  FrameError frame_error(In<double> q);
  // The changes of both errors by each degree of freedom, three rows each.
  void frame_rows(const FrameError& error, Matrix<double>& shifts, Matrix<double>& turns);

  Model model_;
  Workspace<double> work_;
  std::vector<double> position_, velocity_, target_;
  double factor_;
  std::optional<FrameTarget> frame_{};
  FrameIndex index_{};
  std::vector<double> e_, weighted_, unused_;
};

}  // namespace detail
}  // namespace sinew
