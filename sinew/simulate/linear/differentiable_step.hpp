// Makes one step of a fixed-step integrator for a tree under constant joint torques, and differentiates it.
//
// The step and all its stages are those of simulate/integrators; each is differentiated as it is computed. The columns
// of the matrices Q, V and A are the changes of a stage's q, v and a by the 3 n numbers (dq, dv, dtau) at the start,
// in the tangent space of Model::integrate:
//
//   acceleration     a(q, v, tau)            A = a_q Q + a_v V + [0 0 a_tau]
//   displacement     q1 = q0 (+) u           Q1 = Ad(exp(-u)) Q0 + d exp_{-u} U      model/joints/configuration_tangents.hpp
//   combination      v1 = v0 + h a           V1 = V0 + h A
//
// At the end, [Q; V] = [A_d B_d] is the discrete pair: x1 = A_d x0 + B_d dtau for small x = (dq, dv).
//
// Cost: one or four forward dynamics; with derivatives also one or four times 6 n^3 multiplications.
#pragma once

#include "sinew/simulate/integrators/integrator.hpp"
#include "sinew/simulate/linear/smooth_dynamics.hpp"

namespace sinew {

// Make it once; its functions allocate nothing after the first call.
class DifferentiableStep {
 public:
  // Throws std::invalid_argument for steps that are not positive, for integrators other than semi_implicit_euler, rk4
  // and rkmk4, and for models that SmoothDynamics refuses.
  DifferentiableStep(const Model& model, IntegratorKind kind, double step, const SmoothForces& forces = {});

  SmoothDynamics& dynamics() { return dynamics_; }
  double step() const { return h_; }
  // Computes the state after one step.
  void advance(In<double> q, In<double> v, In<double> tau, Out<double> q1, Out<double> v1);
  // The same, with A_d (2 n_v x 2 n_v) and B_d (2 n_v x n_v).
  void linearize(In<double> q, In<double> v, In<double> tau, Out<double> q1, Out<double> v1,
                 MatrixOut<double> A, MatrixOut<double> B);

 private:
  // A vector that depends on the state at the start and on the torques, with its derivative.
  struct Moving {
    std::vector<double> value{};
    Matrix<double> change{};
  };
  struct Stage {
    Moving q{}, v{}, a{};
  };
  struct Term {
    double factor;
    const Moving* vector;
  };

  void run(In<double> q, In<double> v, In<double> tau);
  void euler_step(In<double> tau);
  void commutator_free_step(In<double> tau);
  void munthe_kaas_step(In<double> tau);
  void finish();
  void evaluate(Stage& stage, In<double> tau);
  void combine(Moving& out, std::initializer_list<Term> terms);
  // out = base (+) u
  void displace(const Moving& base, const Moving& u, Moving& out);
  void rates(const Moving& u, const Moving& v, Moving& out);

  SmoothDynamics dynamics_;
  IntegratorKind kind_;
  double h_;
  bool differentiates_ = false;
  Stage stages_[4], end_;
  Moving u_, halfway_, rates_[4];
  Matrix<double> by_q_, by_v_, by_tau_, moved_;
};

}  // namespace sinew
