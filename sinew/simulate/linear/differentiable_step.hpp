// Makes one step of a fixed-step integrator, and differentiates it: forward for the matrices of a tree, and backward for
// products with the adjoint, also for robots with loops.
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
// The adjoint carries weights of q1 and v1 back through the same parts in reverse (differentiable_step_adjoint.cpp):
//
//   acceleration     by q += a_q^* w,  by v += a_v^* w,  by tau += a_tau^* w
//   displacement     by q0 += Ad(exp(-u))^* w,  by u += (d exp_{-u})^* w
//   combination      by v0 += w,  by a += h w
//
// Robots with loops, couplings and mimic joints are projected at the end of a step, as in simulations; the adjoint includes
// the projection (simulate/linear/differentiable_projection.hpp).
//
// Cost: one or four forward dynamics; the matrices also one or four times 6 n^3 multiplications, the adjoint O(n) each.
#pragma once

#include <memory>

#include "sinew/simulate/integrators/integrator.hpp"
#include "sinew/simulate/linear/differentiable_projection.hpp"
#include "sinew/simulate/linear/smooth_dynamics.hpp"

namespace sinew {

// Joint torques as a function of time and state, with their adjoint.
class StepTorques {
 public:
  virtual ~StepTorques() = default;
  virtual void torques(double t, In<double> q, In<double> v, Out<double> tau) = 0;
  // Adds to by_q and by_v what follows from weights of the torques at t, q and v.
  virtual void vjp(double t, In<double> q, In<double> v, In<double> weights, Out<double> by_q,
                   Out<double> by_v) = 0;
};

// Make it once; its functions allocate nothing after the first call.
class DifferentiableStep {
 public:
  // Throws std::invalid_argument for steps that are not positive, for integrators other than semi_implicit_euler, rk4
  // and rkmk4, and for custom joints.
  DifferentiableStep(const Model& model, IntegratorKind kind, double step, const SmoothForces& forces = {});

  SmoothDynamics& dynamics() { return dynamics_; }
  double step() const { return h_; }
  // Computes the state after one step.
  void advance(In<double> q, In<double> v, In<double> tau, Out<double> q1, Out<double> v1);
  // The same from time t under torques that change during the step: they are evaluated in every stage.
  void advance(double t, In<double> q, In<double> v, StepTorques& torques, Out<double> q1, Out<double> v1);
  // The same, and prepares `pull_back`.
  void record(double t, In<double> q, In<double> v, StepTorques& torques, Out<double> q1, Out<double> v1);
  // Replaces weights of the state at the end of the recorded step by those of the state at its start, and adds those of
  // the inertial parameters (LinearizedDynamics) to `parameters`, unless it is empty. The weights of the torques go to
  // `torques`, the last stage first. Throws std::domain_error where the adjoint of a closed chain does not exist.
  void pull_back(StepTorques& torques, Out<double> by_q, Out<double> by_v, Out<double> parameters = {});
  // Of a tree, under constant torques: the state after one step, with A_d (2 n_v x 2 n_v) and B_d (2 n_v x n_v).
  void linearize(In<double> q, In<double> v, In<double> tau, Out<double> q1, Out<double> v1,
                 MatrixOut<double> A, MatrixOut<double> B);

 private:
  // What is computed with each part of a step: its derivative, or what the adjoint needs.
  enum class Mode { value, derivative, record };
  // A vector that depends on the state at the start and on the torques, with its derivative and its weights.
  struct Moving {
    std::vector<double> value{};
    Matrix<double> change{};
    std::vector<double> weights{};
  };
  struct Stage {
    Moving q{}, v{}, a{};
  };
  struct Term {
    double factor;
    Moving* vector;
  };
  // A part of the recorded step. The values of u and v are stored because the vectors are used again.
  enum class PartKind { acceleration, combination, displacement, rate };
  struct Part {
    PartKind kind = PartKind::acceleration;
    Moving* out = nullptr;
    int stage = 0;
    double t = 0;
    std::vector<Term> terms{};              // of a combination
    Moving *first = nullptr, *u = nullptr;  // the base or v, and u
    std::vector<double> value_of_first{}, value_of_u{};
  };

  void run(Mode mode, double t, In<double> q, In<double> v, StepTorques& torques);
  void copy_end(Out<double> q1, Out<double> v1) const;
  void euler_step();
  void commutator_free_step();
  void munthe_kaas_step();
  void finish();
  // Computes the accelerations of stage `index`, which is at this fraction of the step.
  void evaluate(int index, double fraction);
  void combine(Moving& out, std::initializer_list<Term> terms);
  // out = base (+) u
  void displace(Moving& base, Moving& u, Moving& out);
  void rates(Moving& u, Moving& v, Moving& out);

  // In differentiable_step_adjoint.cpp:
  Part& add_part();
  void record_two(PartKind kind, Moving& first, Moving& u, Moving& out);
  void pull_back_part(const Part& part, StepTorques& torques, Out<double> parameters);

  SmoothForces forces_;
  SmoothDynamics dynamics_;
  std::unique_ptr<DifferentiableProjection> projection_{};  // null for trees
  IntegratorKind kind_;
  double h_, t_ = 0;
  StepTorques* torques_ = nullptr;
  Mode mode_ = Mode::value;
  Stage stages_[4], end_;
  Moving u_, halfway_, rates_[4];
  Matrix<double> by_q_, by_v_, by_tau_, moved_;
  // Of a recorded step: the dynamics of each stage, kept for the adjoint.
  std::unique_ptr<SmoothDynamics> recorded_[4];
  std::vector<Part> parts_;
  std::size_t part_count_ = 0;
  std::vector<double> tau_, of_q_, of_v_, of_tau_, of_parameters_;
};

}  // namespace sinew
