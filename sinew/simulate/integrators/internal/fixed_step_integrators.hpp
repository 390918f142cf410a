// Integrates the equations of motion with equal steps: y = (q, v, work), with q moved on its group
// (model/joints/configuration_group.hpp).
//
//   semi-implicit Euler     v' = v + h a(q, v),  q' = q (+) h v'
//   commutator-free RK4     Celledoni, Marthinsen, Owren, Commutator-free Lie group methods, 2003: the classical
//                           weights for v; q by two exponentials; the last stage starts from the q of the second
//   Munthe-Kaas RK4         Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999: the classical method for u
//                           in q (+) u, with du/dt = d exp^-1_{-u} v
//
// The two RK4 methods have order 4 and need four evaluations per step; on robots without spherical and floating joints
// they are the classical RK4.
#pragma once

#include "sinew/simulate/run/internal/step.hpp"
#include "sinew/simulate/saved/made_for.hpp"

namespace sinew {

class FixedStepIntegrator : public Integrator {
 public:
  FixedStepIntegrator(const Model& model, double longest_step);
  void step(Dynamics& dynamics, SimulationState& state, double t_end) final;

 protected:
  // Computes next_, with loops closed, from `from` by a step of length h. Does not set next_.t.
  virtual void make(Dynamics& dynamics, const SimulationState& from, double h) = 0;

  Model model_;
  SimulationState next_;

 private:
  detail::MadeFor made_for_;
  double longest_step_;
};

class SemiImplicitEuler final : public FixedStepIntegrator {
 public:
  SemiImplicitEuler(const Model& model, double longest_step);

 private:
  void make(Dynamics& dynamics, const SimulationState& from, double h) override;
  std::vector<double> a_;
};

// The part that the two methods of order 4 share: four stages, each of which starts from the results of earlier ones.
class RungeKutta4 : public FixedStepIntegrator {
 public:
  RungeKutta4(const Model& model, double longest_step);

 protected:
  struct Stage {
    std::vector<double> q, v, a;
    double power = 0;
  };
  void evaluate(Dynamics& dynamics, int stage, double t);
  // Sets the velocities of a stage: those at the start, plus h times the accelerations of stage `accelerations_of`.
  void set_velocities(const SimulationState& from, int stage, double h, int accelerations_of);
  // Computes velocities and work at the end by the classical weights, and closes the loops.
  void finish(Dynamics& dynamics, const SimulationState& from, double h);

  Stage stages_[4];
  std::vector<double> u_;
};

class CommutatorFreeRk4 final : public RungeKutta4 {
 public:
  using RungeKutta4::RungeKutta4;

 private:
  void make(Dynamics& dynamics, const SimulationState& from, double h) override;
  // u = h/12 (first v0 + 2 v1 + 2 v2 + last v3), with the velocities of the stages
  void set_half_displacement(double h, double first, double last);
};

class MuntheKaasRk4 final : public RungeKutta4 {
 public:
  MuntheKaasRk4(const Model& model, double longest_step);

 private:
  void make(Dynamics& dynamics, const SimulationState& from, double h) override;
  std::vector<double> rates_[4];  // du/dt of the stages
};

}  // namespace sinew
