// Defines the linear-quadratic control problem that optimal_control solves: a linear system to be steered at least
// cost.
//
// DD91 (32)-(33), with a weight R on the controls and a drift c (DD91: zero). Minimise
//
//   cost = sum of  x^T M x / 2 + h^T x + u^T R u / 2 - t^T u     over the stages
//   with   x = A x_before + B u + c
//
// A, B and t of a stage belong to the transition into its state: they are DD91's A_(k-1), B_(k-1) and t_(k-1). Sizes
// may differ from stage to stage.
#pragma once

#include "sinew/dense/products.hpp"
#include "sinew/sweep/linear_system.hpp"

namespace sinew::sweep {

template <Scalar T>
struct Stage {
  Matrix<T> A{};       // transition from the state before
  Matrix<T> B{};       // effect of the controls; empty if there are none
  std::vector<T> c{};  // drift; empty for zero
  Matrix<T> M{};       // weight of the state, whose size it determines
  std::vector<T> h{};  // linear cost of the state; empty for zero
  Matrix<T> R{};       // weight of the controls; empty for zero
  std::vector<T> t{};  // linear gain of the controls; empty for zero

  int state_size() const { return M.rows(); }
  int control_size() const { return B.cols(); }
  // A and B with one row per state, even if they are empty.
  MatrixView<const T> transition() const { return {A.data(), state_size(), A.cols()}; }
  MatrixView<const T> input() const { return {B.data(), state_size(), B.cols()}; }
};

template <Scalar T>
using ControlProblem = std::vector<Stage<T>>;

// Returns the control problem that is dual to an estimation problem, last step first. In its solution x is the costate
// lambda, u is a, S is P, r is z, and lambda is minus the smoothed state.
template <Scalar T>
ControlProblem<T> dual(const LinearSystem<T>& system) {
  ControlProblem<T> stages(system.size());
  for (std::size_t k = 0; k < system.size(); ++k) {
    Stage<T>& stage = stages[system.size() - 1 - k];
    if (k + 1 < system.size()) transpose(system[k + 1].transition(), stage.A);
    transpose(system[k].measurement(), stage.B);
    stage.c = system[k].n, stage.M = system[k].M, stage.h = system[k].b;
    stage.R = system[k].R, stage.t = system[k].tau;
  }
  return stages;
}

}  // namespace sinew::sweep

namespace sinew::edge {

template <class T>
void check_stage(const sweep::Stage<T>& stage, int index, int size_before) {
  at_step("stage", index, [&] {
    const int states = stage.state_size(), controls = stage.control_size();
    check_covariance("M", stage.M, states);
    if (stage.A.cols() != 0 || size_before != 0) check_matrix("A", stage.A, states, size_before);
    if (controls != 0) check_matrix("B", stage.B, states, controls);
    check_optional("c", stage.c, states);
    check_optional("h", stage.h, states);
    if (stage.R.rows() != 0) check_covariance("R", stage.R, controls);
    check_optional("t", stage.t, controls);
  });
}

}  // namespace sinew::edge
