// Computes the joint torques of a run with unknown controls (simulate/optimal/run_gradient.hpp), and their adjoint:
//
//   tau(t, q, v) = controls at t + sum of the controllers' torques
//
// The controls belong to knots. `constant`: those of a knot act until the next one; within a step they do not change.
// `linear`: between two knots they change linearly; before the first and after the last they are constant.
//
// Cost: linear in the number of motors, and that of the controllers.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "sinew/simulate/linear/differentiable_step.hpp"

namespace sinew {

enum class ControlInterpolation { constant, linear };

namespace detail {

class RunTorques : public StepTorques {
 public:
  // `joints` as in OptimizePlan. Throws std::invalid_argument for unknown joints, and knots that do not increase.
  RunTorques(const Model& model, const std::vector<std::string>& joints, std::vector<double> knots,
             ControlInterpolation interpolation);
  // `sampled`: it is evaluated at the start of each step. Throws std::invalid_argument if it is not differentiable.
  void add(std::unique_ptr<Controller> controller, bool sampled);

  int knots() const { return int(times_.size()); }
  int motors() const { return int(motors_.size()); }
  // Sets the controls, one row for each knot and one column for each motor, and makes their weights zero.
  void start(MatrixIn<double> controls);
  // Begins the step of length h from this state; `finish_step` adds to its weights what follows from sampled torques.
  void start_step(double t, double h, In<double> q, In<double> v);
  void finish_step(Out<double> by_q, Out<double> by_v);
  void torques(double t, In<double> q, In<double> v, Out<double> tau) override;
  void vjp(double t, In<double> q, In<double> v, In<double> weights, Out<double> by_q,
           Out<double> by_v) override;
  const Matrix<double>& weights_of_controls() const { return weights_; }

 private:
  // The torques at a time are `first` + part (`first + 1` - `first`).
  struct Place {
    int first;
    double part;
  };
  Place place(double t) const;

  struct Law {
    std::unique_ptr<Controller> controller;
    bool sampled;
  };
  Model model_;
  std::vector<int> motors_;
  std::vector<double> times_;
  ControlInterpolation interpolation_;
  std::vector<Law> laws_{};
  Matrix<double> controls_, weights_;
  // Of the step: its start, and the torques of the sampled controllers with their weights.
  double t_ = 0, middle_ = 0;
  std::vector<double> q_, v_, sampled_, of_sampled_, one_;
};

}  // namespace detail
}  // namespace sinew
