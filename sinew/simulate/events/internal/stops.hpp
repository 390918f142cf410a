// Simulates hard joint limits (stops), dry friction of joints, and contacts that can only push. They are exact: every
// transition is an event, without regularisation.
//
// A joint of one DOF is either free or locked (Mechanism::lock). It changes between the two where one of the following
// functions falls to zero. With v the joint's velocity, f its dry friction and m the torque of the lock:
//
//   free     reaches its lower stop    max(q - lower, c (v + eps))      c: 1 ms; above zero while the joint moves away
//            stops sliding             s v + eps                        s: sign of sliding, kept until here; - s f acts
//   locked   by friction               f - |m|                          then it slides against m
//            at its lower stop         m + f                            the stop only pushes; friction helps to stay
//   grasp    that can only push        its normal force
//
// Upper stops are treated in the same way with opposite signs; eps is 1e-8 rad/s or m/s. A joint that stops sliding is
// locked, unless it would reverse even against its friction. An example is a rocker whose crank drives it back: no
// friction torque of the rocker could hold it there.
//
// At a stop the joint's velocity v becomes - restitution v by an impulse through the whole mechanism, including its
// loops and other joints at their stops. Stops and contacts can only push; those that would have to pull are released.
// With one restitution for all, kinetic energy never grows:
//
//   change = - (1 - restitution^2) / 2 v_J^* Omega^-1 v_J             v_J: velocities of the rows before the impact
//
// A joint that arrives more slowly than `rest_speed` is locked at the stop, which ends the sequence of ever smaller
// bounces. Dry friction is finite and does not resist impulses.
//
// Cost: negligible while all joints are free; one evaluation of the accelerations per step while a joint is locked or a
// grasp that can only push is closed.
#pragma once

#include "sinew/simulate/make_simulation.hpp"
#include "sinew/simulate/saved/made_for.hpp"

namespace sinew {

class Stops : public Event {
 public:
  struct Joint {
    std::string name{};
    int lock = 0;  // its index in MechanismOptions::lockable_joints
    std::size_t q = 0, v = 0;
    double lower = -infinity, upper = infinity, friction = 0;
  };
  struct Grasped {
    std::string name{};
    int loop = 0;
  };
  struct Parts {
    std::vector<Joint> joints{};
    std::vector<Grasped> grasps{};  // that can only push
    double restitution = 0, rest_speed = 1e-3;
    std::vector<std::string> warnings{};  // reported at the start
  };
  // Throws std::invalid_argument for a restitution outside 0 to 1, and a rest speed that is not positive.
  Stops(const Model& model, Parts parts);

  bool has_friction() const;
  // Returns the force element that applies sliding friction; the events of this object switch its torques.
  std::unique_ptr<ForceElement> friction() const;

  // In the record each event has the names of its causes: "joint limit", "joint friction", "contact", or several of
  // these, such as "joint limit and joint friction".
  std::string name() const override { return "limits and friction"; }
  // Joints may start at a stop; throws std::invalid_argument if one starts beyond it.
  void begin(EventContext& context) override;
  double value(const SimulationState& state, Dynamics& dynamics) override;
  void happen(EventContext& context) override;
  void save(StateWriter& out) const override;
  void restore(StateReader& in) override;

 private:
  enum class Cause { none, reaches_lower, reaches_upper, stops_sliding, lock_released, slips, pulls };
  struct Found {
    double value = infinity;
    Cause cause = Cause::none;
    std::size_t index = 0;  // of the joint or grasp
  };
  struct State {
    bool locked = false;
    int side = 0;  // locked at the lower (-1) or upper (1) stop, or in between (0)
  };

  static constexpr double at_rest = 1e-8;       // rad/s, m/s: no faster counts as at rest, for friction
  static constexpr double jolt = 1e-6;          // rad/s, m/s: locking a joint at rest changes v by less
  static constexpr double at_stop = 1e-9;       // rad, m: closer counts as at the stop
  static constexpr double starts_wrong = 1e-6;  // rad/s^2, m/s^2: more than rounding

  static int sign_of(double x) { return x < 0 ? -1 : 1; }
  static std::string stop_named(int side) { return side < 0 ? "its lower limit" : "its upper limit"; }
  static void add_note(EventContext& context, const char* name, const std::string& text);

  Found lowest(const SimulationState& state, Dynamics& dynamics);
  Found lowest_of(std::size_t joint, const SimulationState& state, const Mechanism& mechanism) const;
  void settle(EventContext& context, Found found);
  void act(EventContext& context, const Found& found);

  void lock(Mechanism& mechanism, std::size_t joint, double q);
  void unlock(Mechanism& mechanism, std::size_t joint, int direction);
  void slide(std::size_t joint, int direction);
  int side_at(std::size_t joint, double q) const;  // -1 at the lower stop, 1 at the upper, 0 in between
  void strike(EventContext& context, std::size_t first, int side);
  bool drop_what_is_pulled(EventContext& context);
  double acceleration(EventContext& context, std::size_t joint,
                      int direction);  // if it slides in `direction`
  bool reverses(EventContext& context, std::size_t joint);
  bool can_stick(EventContext& context, std::size_t joint);
  bool lock_without_jolt(EventContext& context, std::size_t joint);
  bool mend_direction(EventContext& context);
  void stick_where_at_rest(EventContext& context);

  detail::MadeFor made_for_;
  Parts parts_;
  std::vector<State> states_;
  std::shared_ptr<std::vector<double>> sliding_;  // per joint: the torque of its friction
  std::vector<double> before_, rebounds_, slowed_, a_;
};

}  // namespace sinew
