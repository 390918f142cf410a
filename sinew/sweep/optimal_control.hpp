// Computes the controls that steer a linear system at least cost (linear-quadratic regulator) by the Riccati recursion,
// the dual of estimation.
//
// DD91 (35)-(42) for the problem of control_problem.hpp. Backward from the last stage, where x^T S x / 2 + r^T x is the
// cost of a stage's state and of all later stages, and A', S'+ and r'+ belong to the next stage:
//
//   S = M + A'^T S'+ A'                               (40), (42)
//   r = h + A'^T r'+                                  (41)
//   D = B^T S B + R,  G = S B D^-1                    below (39), where D is R_k
//   K = G^T A                                         below (39)
//   feedforward = D^-1 (t - B^T (r + S c))            (39)
//   S+ = (I - B G^T)^T S (I - B G^T) + G R G^T        (42)
//   r+ = r + S c + G (t - B^T (r + S c))              (41)
//
// Then forward from the first stage: u = feedforward - K x_before (39), x = A x_before + B u + c (35), and
// lambda = -S x - r (38).
//
// Cost: 4 n^3 multiplications and a few m n^2 per stage of n states and m controls.
#pragma once

#include "sinew/sweep/control_problem.hpp"
#include "sinew/sweep/riccati.hpp"

namespace sinew::sweep {

template <Scalar T>
struct ControlledStage {
  Matrix<T> S;                 // S and r: x^T S x / 2 + r^T x is the cost of this state and all later stages
  std::vector<T> r;            //
  Matrix<T> D;                 // B^T S B + R
  Matrix<T> K;                 // feedback gain; valid for any state before, not only the optimal one
  std::vector<T> feedforward;  // u = feedforward - K x_before
  std::vector<T> u, x;         // controls and state of least cost
  std::vector<T> lambda;       // adjoint state
};

template <Scalar T>
struct OptimalControl {
  std::vector<ControlledStage<T>> stages;
  T cost{};
};

// Solve the problem. `start` is the state before the first stage; empty means zero. Throw std::invalid_argument if the
// sizes or numbers of a stage are invalid, and std::domain_error if D is singular: some control costs nothing.
template <Scalar T>
void optimal_control(const ControlProblem<T>& stages, OptimalControl<T>& out, In<T> start = {});
template <Scalar T>
OptimalControl<T> optimal_control(const ControlProblem<T>& stages, In<T> start = {}) {
  OptimalControl<T> out;
  optimal_control(stages, out, start);
  return out;
}

namespace control {

// Returns x^T W x / 2 + w^T x without the term whose W or w is empty.
template <class T>
T quadratic(const Matrix<T>& W, const std::vector<T>& w, const std::vector<T>& x) {
  T sum = T(0);
  for (int j = 0; j < W.cols(); ++j) {
    for (int i = 0; i < W.rows(); ++i) sum = sum + T(0.5) * W(i, j) * x[std::size_t(i)] * x[std::size_t(j)];
  }
  for (std::size_t i = 0; i < w.size(); ++i) sum = sum + w[i] * x[i];
  return sum;
}

// Computes S, r, D, K and the feedforward, from the last stage to the first.
template <class T>
void backward(const ControlProblem<T>& stages, std::vector<ControlledStage<T>>& out) {
  Riccati<T> riccati;
  Correction<T> correction;
  Matrix<T> adjoint, S_carried;
  std::vector<T> y, e, r_carried;
  for (std::size_t k = stages.size(); k-- > 0;) {
    const Stage<T>& stage = stages[k];
    ControlledStage<T>& s = out[k];
    // S = M + A'^T S'+ A', r = h + A'^T r'+
    s.S = stage.M;
    s.r = stage.h;
    s.r.resize(std::size_t(stage.state_size()), T(0));
    if (k + 1 < stages.size()) {
      add(S_carried, s.S);
      for (std::size_t i = 0; i < s.r.size(); ++i) s.r[i] = s.r[i] + r_carried[i];
    }
    // D = B^T S B + R, G, S+
    transpose(stage.input(), adjoint);
    if (!riccati.correct(s.S, adjoint, stage.R, correction))
      edge::singular_step("stage", int(k), "D = B^T S B + R", riccati.rank(), stage.control_size());
    s.D = correction.D;
    // K = G^T A
    transposed_multiply(correction.G, stage.transition(), s.K);
    // y = r + S c, feedforward = D^-1 (t - B^T y)
    y = s.r;
    if (!stage.c.empty()) add_product(s.S, stage.c, y);
    e.assign(std::size_t(stage.control_size()), T(0));
    add_transposed_product(stage.input(), y, e);
    for (std::size_t i = 0; i < e.size(); ++i) e[i] = (stage.t.empty() ? T(0) : stage.t[i]) - e[i];
    s.feedforward = e;
    riccati.solve(s.feedforward);
    // A^T S+ A and A^T (y + G (t - B^T y))
    transpose(stage.transition(), adjoint);
    riccati.carry(adjoint, correction.P_plus, S_carried);
    add_product(correction.G, e, y);
    r_carried.assign(std::size_t(stage.A.cols()), T(0));
    add_transposed_product(stage.transition(), y, r_carried);
  }
}

// Computes u, x and lambda from the first stage to the last, and returns the cost.
template <class T>
T forward(const ControlProblem<T>& stages, std::vector<ControlledStage<T>>& out, std::vector<T> before) {
  T cost = T(0);
  for (std::size_t k = 0; k < stages.size(); ++k) {
    const Stage<T>& stage = stages[k];
    ControlledStage<T>& s = out[k];
    const auto states = std::size_t(stage.state_size());
    // u = feedforward - K x_before
    s.u.assign(s.feedforward.size(), T(0));
    add_product(s.K, before, s.u);
    for (std::size_t i = 0; i < s.u.size(); ++i) s.u[i] = s.feedforward[i] - s.u[i];
    // x = A x_before + B u + c
    s.x = stage.c;
    s.x.resize(states, T(0));
    add_product(stage.transition(), before, s.x);
    add_product(stage.input(), s.u, s.x);
    before = s.x;
    // lambda = -S x - r
    s.lambda = s.r;
    add_product(s.S, s.x, s.lambda);
    for (T& component : s.lambda) component = -component;
    cost = cost + quadratic(stage.M, stage.h, s.x) + quadratic(stage.R, {}, s.u);
    for (std::size_t i = 0; i < stage.t.size(); ++i) cost = cost - stage.t[i] * s.u[i];
  }
  return cost;
}

}  // namespace control

template <Scalar T>
void optimal_control(const ControlProblem<T>& stages, OptimalControl<T>& out, In<T> start) {
  const int entering = stages.empty() ? 0 : stages.front().A.cols();
  if (start.size() != 0) edge::check_input("the state to start from", start, entering);
  std::vector<T> before(start.data(), start.data() + start.size());
  before.resize(std::size_t(entering), T(0));
  int size_before = entering;
  for (std::size_t k = 0; k < stages.size(); ++k) {
    edge::check_stage(stages[k], int(k), size_before);
    size_before = stages[k].state_size();
  }
  out.stages.resize(stages.size());
  control::backward(stages, out.stages);
  out.cost = control::forward(stages, out.stages, std::move(before));
}

extern template void optimal_control(const ControlProblem<double>&, OptimalControl<double>&, In<double>);
extern template void optimal_control(const ControlProblem<float>&, OptimalControl<float>&, In<float>);

}  // namespace sinew::sweep
