// What moves a mechanism: force elements, controllers, and constant moments, gathered into accelerations at a moment.
//
// Whatever is not stored as energy is booked as work, so that energy can be balanced:
//
//   kinetic + potential + energy of the force elements - work = constant
#pragma once

#include <memory>
#include <vector>

#include "sinew/simulate/mechanism.hpp"

namespace sinew {

// Where a mechanism is. `work`: done on it since the start by all that is not stored.
struct Phase {
  double t = 0;
  std::vector<double> q{}, v{};
  double work = 0;
};

// What a force element sees: poses and velocities of all links at q, v are in `work` where it asks for them.
struct Instant {
  double t;
  VectorView<const double> q, v;
  const Model& model;
  const Workspace<double>& work;
};

// Moments on the joints, and forces on bodies.
struct Loads {
  VectorView<double> tau;
  std::vector<ExternalForce<double>>& on_bodies;
};

// A spring, a damper, friction: forces that depend on the state. Must not allocate once it has been called.
class ForceElement {
 public:
  virtual ~ForceElement() = default;
  // Adds its moments and forces. Returns the power of what it does not store; negative where it takes energy out.
  virtual double apply(const Instant& now, Loads& loads) = 0;
  // Whether it looks at poses and velocities of links; without, the sweep that finds them is saved.
  virtual bool sees_links() const { return true; }
  // What it has stored.
  virtual double energy(const Instant&) const { return 0; }
  // What jumps with time jumps here and nowhere else, so that no step runs across it: the next moment after t at which that
  // will be, and what to do there. Whether it did jump.
  virtual double next_jump(double) const { return infinity; }
  virtual bool jump(double) { return false; }
};

// One function of time and state: the joint moments. The user's own plugs in.
class Controller {
 public:
  virtual ~Controller() = default;
  // Writes tau, one number per freedom of the robot it was made for, zero where it has no motor.
  virtual void moments(double t, In<double> q, In<double> v, Out<double> tau) = 0;
  // A loop or grasp was closed, or let go.
  virtual void grasp_changed(const std::string& name, bool held) { (void)name, (void)held; }
};

class Dynamics {
 public:
  // `mechanism` must outlive this.
  explicit Dynamics(Mechanism& mechanism);

  Mechanism& mechanism() { return *mechanism_; }
  const Model& model() const { return mechanism_->model(); }

  // None of what is added may be null: std::invalid_argument.
  void add(std::unique_ptr<ForceElement> force);
  // For part of the coordinates, of a robot of its own; `period`: 0 continuously, else moments are held in between.
  void add(std::unique_ptr<Controller> controller, const Model& robot, int q_index, int v_index,
           double period = 0);
  void add(std::unique_ptr<Controller> controller, double period = 0) {
    add(std::move(controller), model(), 0, 0, period);
  }
  void set_constant_moments(In<double> tau);
  // Controllers get no more than the motors give (Freedom::max_effort).
  void limit_efforts(bool limited) { limits_efforts_ = limited; }

  // Tells the controllers that a loop or grasp was closed, or let go.
  void tell(const std::string& grasp, bool held);

  // Asks the controllers that are sampled and due at t (to within a thousandth of their period), and lets forces jump.
  // Whether there were any.
  bool sample(const Phase& phase);
  // The next moment after t at which a controller is sampled, or a force jumps; infinity: none.
  double next_sample(double t) const;

  // power: of all that is not stored.
  void accelerations(double t, In<double> q, In<double> v, Out<double> a, double& power);
  // What the same moments and forces would do to the mechanism at rest.
  void accelerations_from_rest(double t, In<double> q, In<double> v, Out<double> a, double& power);
  // The same before the mechanism answers: tau and forces on bodies, for integrators that need them.
  void loads(double t, In<double> q, In<double> v, Out<double> tau,
             std::vector<ExternalForce<double>>& on_bodies, double& power);
  // After accelerations(): what was applied by the controllers and constant moments, and by everything.
  std::span<const double> actuation() const { return actuation_; }
  std::span<const double> moments() const { return tau_; }
  // Largest ratio of a controller's moment to what the motor gives, so far.
  double worst_effort() const { return worst_effort_; }
  long evaluations() const { return evaluations_; }  // of accelerations, so far

  double stored_energy(double t, In<double> q, In<double> v);  // of the force elements

 private:
  struct Driven {
    std::unique_ptr<Controller> controller;
    Model robot;
    int q_index, v_index;
    double period;
    long samples = 0;
    std::vector<double> tau;
  };
  void ask(Driven& driven, double t, In<double> q, In<double> v);
  Instant instant(double t, In<double> q, In<double> v);

  Mechanism* mechanism_;
  Workspace<double> work_;  // of the force elements
  std::vector<std::unique_ptr<ForceElement>> forces_;
  std::vector<Driven> controllers_;
  std::vector<double> constant_, actuation_, tau_, at_rest_;
  std::vector<ExternalForce<double>> on_bodies_;
  bool sees_links_ = false;
  bool limits_efforts_ = false;
  double worst_effort_ = 0;
  long evaluations_ = 0;
};

}  // namespace sinew
