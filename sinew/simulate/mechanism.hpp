// A model in motion: its accelerations under moments and forces, with its loops, grasps and couplings held closed.
//
// Accelerations keep the loops closed where they are closed; integrating them lets errors creep in. Projection takes these
// out by the impulse form of the same filter (chains/impulse.hpp), which also gives the jump of the velocities where a loop
// closes on moving bodies:
//
//   v -> v + M^-1 J^* x,   Omega x = - J v             velocities: the nearest with J v = 0, by kinetic energy
//   q -> q (+) M^-1 J^* x, Omega x = - error(q)        positions: the same, repeated
//
// Errors that are rounding are left alone: a mechanism that is closed costs two looks at its rows. Close to a singular
// position a row hardly moves, and Omega x would reach far for little. As errors go there with the square of the way, no
// more than ten times the root of the error is gone at once, and velocities that would have to change by more than 1e5 times
// the error are left for the next step.
//
// Baumgarte's way is there too: J dv/dt + dJ/dt v = - 2 r J v - r^2 error, so that errors fade like exp(-r t).
//
// Joints can be held for a time (at a stop, by dry friction): each is a coupling without leader, made beforehand and
// inactive until it is wanted.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/chains/impulse.hpp"
#include "sinew/simulate/multi_arm_dynamics.hpp"

namespace sinew {

// What is done against loops that drift open.
enum class Stabilisation { none, projection, baumgarte };
const char* name_of(Stabilisation stabilisation);

struct MechanismOptions {
  Strategy strategy = Strategy::automatic;
  Stabilisation stabilisation = Stabilisation::projection;
  double baumgarte_rate = 20;              // r, 1/s
  bool rate_linear = false;                // DD91: what is quadratic in the velocities is left out
  std::vector<std::string> can_be_held{};  // joints of one freedom
  // What the model is made of (chains/one_model.hpp). Then the arms' own filters do the work, which is quicker; but for
  // loops within them, joints that are held (while they are), Baumgarte's way, or a strategy that is asked for.
  std::optional<ArmsAndObject> arms{};
};

// Made once; afterwards nothing allocates. One per thread.
class Mechanism {
 public:
  explicit Mechanism(const Model& model, const MechanismOptions& options = {});

  // The model with a coupling, behind its own, for every joint that can be held.
  const Model& model() const { return model_; }
  const MechanismOptions& options() const { return options_; }
  ClosedChain<double>& chain() { return chain_; }
  Workspace<double>& workspace() { return work_; }
  bool is_constrained() const { return !chain_.constraints().active_rows().empty(); }

  void accelerations(In<double> q, In<double> v, In<double> tau, Out<double> a,
                     std::span<const ExternalForce<double>> forces = {});

  // Back to where the loops are closed and stay so. Says whether it got there.
  bool project_position(Out<double> q);
  void project_velocity(In<double> q, Out<double> v);
  // The worst row's error: metres or radians, and these per second. Zero without loops.
  double position_error(In<double> q);
  double velocity_error(In<double> q, In<double> v);

  double kinetic_energy(In<double> q, In<double> v);
  double potential_energy(In<double> q);

  // Loops (of several arms: grasps) by their place in the model's description; others are refused, with
  // std::invalid_argument. Closing one on moving bodies is an impact,
  // to which holds that give way do so. The position must fit. Returns the kinetic energy lost.
  void release(int loop) { set_closed(loop, false); }
  double close(int loop, In<double> q, Out<double> v);
  // v jumps to where the rows that are active have no velocity, but for the joints that are held: they get what
  // `rebounds` says, one number per hold. Returns the kinetic energy lost.
  double impact(In<double> q, Out<double> v, In<double> rebounds = {});
  // On the second end, in its axes, after accelerations(); after an impact the impulse. Open: zero.
  Force<double> loop_force(int loop) const;
  // Of that the part along z of the first end: a contact that can only push pulls where it is negative.
  double push(int loop, In<double> q);
  bool is_closed(int loop) const;

  // Joints that can be held, by their place in options().can_be_held.
  int holds() const { return int(options_.can_be_held.size()); }
  int held_freedom(int hold) const;  // by its place in v
  bool is_held(int hold) const;
  // Of velocities nothing is said: see impact. `gives_way`: to loops that close, as dry friction does, which is finite.
  void hold(int hold, double position, bool gives_way = false);
  void let_go(int hold);
  void give_way();                     // lets go of the holds that do
  double hold_moment(int hold) const;  // on the joint, after accelerations(); after an impact the impulse

 private:
  void set_closed(int loop, bool closed);
  // v that changes the rows as errors_ says; leaves it in step_.
  void find_step(In<double> q, In<double> rows);
  int coupling_of(int hold) const;
  bool uses_arms() const { return arms_ && held_ == 0; }

  MechanismOptions options_;
  Model model_;
  Workspace<double> work_;
  ClosedChain<double> chain_;
  Impulse<double> impulse_;
  std::optional<MultiArmDynamics> arms_;
  std::size_t first_hold_;
  std::vector<int> freedoms_;
  int held_;  // how many
  std::vector<bool> gives_way_;
  std::vector<double> errors_, rates_, zeros_, step_, trial_;
};

}  // namespace sinew
