// Computes the forward dynamics of a simulated mechanism: adds up the loads of controllers, force elements and constant
// joint torques at a time and state, and computes the accelerations.
//
// The power of all loads that do not store energy is integrated as work, so that the energy balance can be checked:
//
//   kinetic + potential + energy of the force elements - work = constant
#pragma once

#include <limits>
#include <memory>
#include <vector>

#include "sinew/simulate/run/mechanism.hpp"
#include "sinew/simulate/saved/saved_state.hpp"

namespace sinew {

// The state of a mechanism at time t. `work`: done on it since the start by all loads that do not store energy.
struct SimulationState {
  double t = 0;
  std::vector<double> q{}, v{};
  double work = 0;
  bool operator==(const SimulationState&) const = default;
};

// The input of a force element. `work` holds the poses and velocities of all links at q, v if sees_links() is true.
struct Instant {
  double t;
  VectorView<const double> q, v;
  const Model& model;
  Workspace<double>& work;
};

// The output of a force element: joint torques, and external forces on bodies.
struct Loads {
  VectorView<double> tau;
  std::vector<ExternalForce<double>>& on_bodies;
};

// A load that depends on time and state: a spring, a damper, friction. Must not allocate after its first call.
class ForceElement {
 public:
  virtual ~ForceElement() = default;
  // Adds its joint torques and forces. Returns the power of the part that it does not store as energy; the power is
  // negative where it takes energy out of the mechanism.
  virtual double apply(const Instant& now, Loads& loads) = 0;
  // True: it reads poses and velocities of links. False: it does not, and the sweep that computes them is skipped if no
  // other force element needs it.
  virtual bool sees_links() const { return true; }
  // The energy that it has stored.
  virtual double energy(const Instant&) const { return 0; }
  // Discontinuities in time. `next_jump` returns the first one after t, so that no integration step crosses it; `jump`
  // applies the one that is due at t and returns whether anything changed.
  virtual double next_jump(double) const { return infinity; }
  virtual bool jump(double) { return false; }
  // For Simulation::save and restore (simulate/saved/saved_state.hpp). Override both if apply() depends on earlier
  // calls.
  virtual void save(StateWriter&) const {}
  virtual void restore(StateReader&) {}
};

// The controls and forces of the actuators that a controller drives, in the order of its robot's description.
struct ActuatorForces {
  std::span<const double> controls{}, forces{};
};

// A control law: joint torques as a function of time and state. Derive from it to add your own.
class Controller {
 public:
  virtual ~Controller() = default;
  // Writes the joint torques tau, one number per degree of freedom of the robot it was made for; zero where it has no
  // motor.
  virtual void torques(double t, In<double> q, In<double> v, Out<double> tau) = 0;
  // Whether `torques_vjp` computes the adjoint, for derivatives of whole runs (simulate/optimal/run_gradient.hpp).
  virtual bool is_differentiable() const { return false; }
  // Adds to by_q, along the velocities of Model::integrate, and to by_v what follows from weights of the torques at t, q
  // and v. Throws std::logic_error unless it is overridden.
  virtual void torques_vjp(double t, In<double> q, In<double> v, In<double> weights, Out<double> by_q,
                           Out<double> by_v);
  // Returns the actuators that it drives, after torques(); nothing if it does not drive any.
  virtual ActuatorForces actuators() const { return {}; }
  // Called after a loop or grasp was closed (`held` is true) or released (`held` is false).
  virtual void grasp_changed(const std::string& name, bool held) { (void)name, (void)held; }
  // For Simulation::save and restore (simulate/saved/saved_state.hpp). Override both if torques() depends on earlier
  // calls. The torques of the last sample are saved in any case.
  virtual void save(StateWriter&) const {}
  virtual void restore(StateReader&) {}
};

class Dynamics {
 public:
  // `mechanism` must outlive this.
  explicit Dynamics(Mechanism& mechanism);

  Mechanism& mechanism() { return *mechanism_; }
  const Model& model() const { return mechanism_->model(); }

  // The add functions throw std::invalid_argument for null pointers.
  void add(std::unique_ptr<ForceElement> force);
  // Adds a controller for `robot`, whose coordinates start at q_index and v_index of those of the whole model, and whose
  // actuators start at actuator_index. `period`: seconds between samples, with constant torques in between; 0 evaluates
  // the controller continuously.
  void add(std::unique_ptr<Controller> controller, const Model& robot, int q_index, int v_index,
           double period = 0, int actuator_index = 0);
  void add(std::unique_ptr<Controller> controller, double period = 0) {
    add(std::move(controller), model(), 0, 0, period);
  }
  // The controllers, in the order in which they were added.
  std::vector<Controller*> controllers() const;
  void set_constant_torques(In<double> tau);
  // True: clamps the controllers' torques to the motors' limits (DegreeOfFreedom::max_effort). False: applies them
  // unclamped.
  void limit_efforts(bool limited) { limits_efforts_ = limited; }

  // Tells the controllers that a loop or grasp was closed (`held` is true) or released (`held` is false).
  void tell(const std::string& grasp, bool held);

  // Evaluates the sampled controllers that are due at state.t (to within a thousandth of their period), and applies the
  // jumps of force elements. Returns whether there were any.
  bool sample(const SimulationState& state);
  // Makes all sampled controllers due, for a state that does not continue the last one.
  void forget_samples();
  // Returns whether joint torques change in steps: those of a sampled controller, or of Simulation::set_torques.
  bool has_samples() const;
  void set_sampled_torques(In<double> tau);  // constant torques that will change
  // Returns the next time after t at which a controller is sampled or a force jumps; infinity if there is none.
  double next_sample(double t) const;

  // Computes the accelerations, and the power of all loads that do not store energy.
  void accelerations(double t, In<double> q, In<double> v, Out<double> a, double& power);
  // The same loads, but the accelerations that they would cause if the mechanism were at rest (no Coriolis terms).
  void accelerations_from_rest(double t, In<double> q, In<double> v, Out<double> a, double& power);
  // Computes the loads only (joint torques and forces on bodies), for integrators that need them.
  void loads(double t, In<double> q, In<double> v, Out<double> tau,
             std::vector<ExternalForce<double>>& on_bodies, double& power);
  // After accelerations(): the joint torques of controllers and constant torques, and those of all loads.
  std::span<const double> actuation() const { return actuation_; }
  std::span<const double> torques() const { return tau_; }
  std::span<const ExternalForce<double>> forces_on_bodies() const { return on_bodies_; }
  // After accelerations(): one number for each actuator of the model. Those that no controller drives have zeros.
  ActuatorForces actuators();
  // Largest ratio so far of a controller's torque to the motor's limit (DegreeOfFreedom::max_effort).
  double worst_effort() const { return worst_effort_; }
  long evaluations() const { return evaluations_; }  // how often accelerations were computed so far

  double stored_energy(double t, In<double> q, In<double> v);  // of the force elements

  // Saves and restores the constant torques, the samples of the controllers, and the memory of controllers and force
  // elements. The parts must be those that were saved, in the same order.
  void save(StateWriter& out) const;
  void restore(StateReader& in);
  // Lists controllers and force elements in words, one text each after the texts with their numbers.
  void list_parts(std::vector<std::string>& list) const;

 private:
  static constexpr long never = std::numeric_limits<long>::min();
  struct Driven {
    std::unique_ptr<Controller> controller;
    Model robot;
    int q_index, v_index, actuator_index;
    double period;
    long sampled;  // the last sample, counted from time zero
    std::vector<double> tau;
  };
  void ask(Driven& driven, double t, In<double> q, In<double> v);
  Instant instant(double t, In<double> q, In<double> v);

  Mechanism* mechanism_;
  Workspace<double> work_;  // read by the force elements
  std::vector<std::unique_ptr<ForceElement>> forces_;
  std::vector<Driven> controllers_;
  std::vector<double> constant_, actuation_, tau_, at_rest_;
  std::vector<double> controls_, actuator_forces_;
  std::vector<ExternalForce<double>> on_bodies_;
  bool sees_links_ = false;
  bool limits_efforts_ = false;
  double worst_effort_ = 0;
  bool sets_torques_ = false;
  long evaluations_ = 0;
};

}  // namespace sinew
