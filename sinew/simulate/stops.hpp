// Stops and dry friction of joints, and grasps that can only push: exact, by events, without any regularisation.
//
// A joint of one freedom is free, or held (Mechanism::hold). What ends either is a function of the state that falls to
// zero; with v the joint's velocity, f its dry friction and m the moment of the hold,
//
//   free     comes to its lower stop   max(q - lower, c (v + a hair))   c: a millisecond; above zero while it moves away
//            stops sliding             s v + a hair                     s: sign of its sliding, kept until here; - s f acts
//   held     by friction               f - |m|                          then it slides against m
//            at its lower stop         m + f                            the stop only pushes, friction helps to stay
//   grasp    that can only push        its normal force
//
// (upper stops the other way round; a hair is 1e-8 rad/s or m/s). A joint that stops sliding is held unless it would turn
// back against its friction as well: a rocker that its crank turns back, which no moment of its own could hold there.
//
// At a stop the joint's velocity v becomes - restitution v by an impulse through the whole mechanism, loops and other joints
// at their stops included; these only push, and what would have to be pulled is left out. With one restitution for all,
// kinetic energy never grows:
//
//   change = - (1 - restitution^2) / 2 v_J^* Omega^-1 v_J             v_J: the rows' velocities before
//
// What comes slower than `rest_speed` is held at the stop, which ends the ever smaller bounces. Dry friction is finite
// and gives way to impulses.
//
// Cost: nothing to speak of while all is free; one evaluation of the accelerations per step while something is held.
#pragma once

#include "sinew/simulate/made_for.hpp"
#include "sinew/simulate/make_simulation.hpp"

namespace sinew {

class Stops : public Event {
 public:
  struct Joint {
    std::string name{};
    int hold = 0;  // its place in MechanismOptions::can_be_held
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
    std::vector<std::string> warnings{};  // handed on at the start
  };
  // Throws std::invalid_argument for a restitution outside 0 to 1, and a rest speed that is not positive.
  Stops(const Model& model, Parts parts);

  bool has_friction() const;
  // The moments of sliding friction, which change with what happens here.
  std::unique_ptr<ForceElement> friction() const;

  // On the record each event has the name of its first cause: "joint limit", "joint friction" or "contact".
  std::string name() const override { return "limits and friction"; }
  // Joints may rest at a stop from the start; throws std::invalid_argument where one is beyond it.
  void begin(Happening& happening) override;
  double value(const Phase& phase, Dynamics& dynamics) override;
  void happen(Happening& happening) override;

 private:
  enum class Cause { none, reaches_lower, reaches_upper, stops_sliding, gave_way, slips, pulls };
  struct Found {
    double value = infinity;
    Cause cause = Cause::none;
    std::size_t index = 0;  // of the joint or grasp
  };
  struct State {
    bool held = false;
    int side = 0;  // held at the lower (-1) or upper (1) stop, or in between
  };

  static constexpr double at_rest = 1e-8;  // rad/s, m/s: no motion, where friction is to hold
  static constexpr double jolt = 1e-6;  // rad/s, m/s: more than what little velocity is left of what sticks
  static constexpr double at_stop = 1e-9;       // rad, m: near enough to a stop to be there
  static constexpr double starts_wrong = 1e-6;  // rad/s^2, m/s^2: beyond rounding

  static int sign_of(double x) { return x < 0 ? -1 : 1; }
  static std::string stop_named(int side) { return side < 0 ? "its lower limit" : "its upper limit"; }
  static void add_note(Happening& happening, const char* name, const std::string& text);

  Found lowest(const Phase& phase, Dynamics& dynamics);
  Found lowest_of(std::size_t joint, const Phase& phase, const Mechanism& mechanism) const;
  void settle(Happening& happening, Found found);
  void act(Happening& happening, const Found& found);

  void hold(Mechanism& mechanism, std::size_t joint, double q);
  void let_go(Mechanism& mechanism, std::size_t joint, int direction);
  void slide(std::size_t joint, int direction);
  int side_at(std::size_t joint, double q) const;  // of the stop that it is at
  void strike(Happening& happening, std::size_t first, int side);
  bool drop_what_is_pulled(Happening& happening);
  double acceleration(Happening& happening, std::size_t joint, int direction);  // if it slides that way
  bool turns_back(Happening& happening, std::size_t joint);
  bool can_stick(Happening& happening, std::size_t joint);
  bool hold_without_jolt(Happening& happening, std::size_t joint);
  bool mend_direction(Happening& happening);
  void stick_where_at_rest(Happening& happening);

  MadeFor made_for_;
  Parts parts_;
  std::vector<State> states_;
  std::shared_ptr<std::vector<double>> sliding_;  // per joint: the moment of its friction
  std::vector<double> before_, rebounds_, slowed_, a_;
};

}  // namespace sinew
