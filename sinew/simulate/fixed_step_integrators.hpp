// Integrators that divide the way evenly: y = (q, v, work), with q moved on its group (model/configuration_group.hpp).
//
//   semi-implicit Euler     v' = v + h a(q, v),  q' = q (+) h v'
//   commutator-free RK4     Celledoni, Marthinsen, Owren, Commutator-free Lie group methods, 2003: the classical weights for
//                           v; q by two exponentials at the end, one of them shared by the last stage
//   Munthe-Kaas RK4         Munthe-Kaas, High order Runge-Kutta methods on manifolds, 1999: the classical method for u in
//                           q (+) u, with du/dt = d exp^-1_{-u} v
//
// Both of order 4 with four evaluations; on robots without spherical and floating joints they are the classical RK4.
#pragma once

#include "sinew/simulate/made_for.hpp"
#include "sinew/simulate/step.hpp"

namespace sinew {

class FixedStepIntegrator : public Integrator {
 public:
  FixedStepIntegrator(const Model& model, double longest_step);
  void step(Dynamics& dynamics, Phase& phase, double t_end) final;

 protected:
  // From `from` by h to next_, loops closed, but for the time.
  virtual void make(Dynamics& dynamics, const Phase& from, double h) = 0;

  Model model_;
  Phase next_;

 private:
  MadeFor made_for_;
  double longest_step_;
};

class SemiImplicitEuler final : public FixedStepIntegrator {
 public:
  SemiImplicitEuler(const Model& model, double longest_step);

 private:
  void make(Dynamics& dynamics, const Phase& from, double h) override;
  std::vector<double> a_;
};

// What the two of order 4 share: four stages, the third and last of which start where the earlier ones lead.
class RungeKutta4 : public FixedStepIntegrator {
 public:
  RungeKutta4(const Model& model, double longest_step);

 protected:
  struct Stage {
    std::vector<double> q, v, a;
    double power = 0;
  };
  void evaluate(Dynamics& dynamics, int stage, double t);
  // Velocities of a stage: those at the start, and h times the accelerations of another.
  void set_velocities(const Phase& from, int stage, double h, int accelerations_of);
  // Velocities and work at the end, by the classical weights; loops closed.
  void finish(Dynamics& dynamics, const Phase& from, double h);

  Stage stages_[4];
  std::vector<double> u_;
};

class CommutatorFreeRk4 final : public RungeKutta4 {
 public:
  using RungeKutta4::RungeKutta4;

 private:
  void make(Dynamics& dynamics, const Phase& from, double h) override;
  // u = h/12 (c0 v0 + 2 v1 + 2 v2 + c3 v3) of the stages
  void set_half_way(double h, double first, double last);
};

class MuntheKaasRk4 final : public RungeKutta4 {
 public:
  MuntheKaasRk4(const Model& model, double longest_step);

 private:
  void make(Dynamics& dynamics, const Phase& from, double h) override;
  std::vector<double> rates_[4];  // du/dt of the stages
};

}  // namespace sinew
