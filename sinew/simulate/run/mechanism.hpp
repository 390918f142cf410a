// Computes the accelerations of a model under joint torques and external forces, and keeps its loops, grasps and
// couplings closed while the motion is integrated.
//
// The accelerations satisfy the constraints exactly, but integrating them accumulates constraint errors. Projection
// removes these errors by the impulse form of the same filter (chains/loops/impulse.hpp), which also gives the jump of
// the velocities when a loop closes on moving bodies:
//
//   v -> v + M^-1 J^* x,   Omega x = - J v             velocities: the nearest with J v = 0, by kinetic energy
//   q -> q (+) M^-1 J^* x, Omega x = - error(q)        positions: the same, iterated
//
// Errors of the size of rounding are not corrected, so projecting a mechanism that is closed costs only two
// evaluations of its constraint errors. Near a singularity Omega is almost singular and a full Newton step
// overshoots. The constraint error is quadratic in the displacement there, so a step is limited to 10 sqrt(error). A
// velocity correction that exceeds 1e5 times the error is skipped and left to the next step.
//
// Baumgarte stabilisation is available too: J dv/dt + dJ/dt v = - 2 r J v - r^2 error, which makes errors decay like
// exp(-r t).
//
// Joints can be locked for a time, at a stop or by dry friction. Each lock is a coupling without a leader, which is
// created in the constructor and is inactive until the joint is locked.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sinew/chains/constrained_system.hpp"
#include "sinew/simulate/saved/saved_state.hpp"

namespace sinew {

// How the drift of loops (growing constraint errors) is corrected.
enum class Stabilisation { none, projection, baumgarte };
const char* name_of(Stabilisation stabilisation);

struct MechanismOptions {
  Strategy strategy = Strategy::automatic;
  Stabilisation stabilisation = Stabilisation::projection;
  double baumgarte_rate = 20;                  // r, 1/s
  bool rate_linear = false;                    // true: leaves out terms quadratic in the velocities (DD91)
  std::vector<std::string> lockable_joints{};  // one-DOF joints that can be locked
  // The arms and the object that the model is made of (chains/arms/merge_arms.hpp). With them, the arms' own filters
  // compute the dynamics, which is faster. The closed chain of the whole model is used instead if the arms have
  // loops, couplings or mimic joints of their own, while any joint is locked, with Baumgarte stabilisation, and with
  // a strategy other than automatic.
  std::optional<ArmsAndObject> arms{};
};

// Create it once; nothing allocates afterwards. Use one per thread.
class Mechanism {
 public:
  explicit Mechanism(const Model& model, const MechanismOptions& options = {});

  // The model, with one coupling appended to its own for every joint that can be locked.
  const Model& model() const { return model_; }
  const MechanismOptions& options() const { return options_; }
  ConstrainedSystem& system() { return system_; }
  Workspace<double>& workspace() { return system_.workspace(); }
  bool is_constrained() const { return system_.is_constrained(); }

  void accelerations(In<double> q, In<double> v, In<double> tau, Out<double> a,
                     std::span<const ExternalForce<double>> forces = {});

  // Projects q onto positions where the loops are closed, and v onto velocities that keep them closed. project_position
  // returns whether it converged.
  bool project_position(Out<double> q);
  void project_velocity(In<double> q, Out<double> v);
  // The largest error of any constraint row, in m or rad, and in m/s or rad/s. Zero without loops.
  double position_error(In<double> q);
  double velocity_error(In<double> q, In<double> v);

  double kinetic_energy(In<double> q, In<double> v);
  double potential_energy(In<double> q);

  // Loops (grasps, for several arms) are numbered as in the model's description; other numbers throw
  // std::invalid_argument. Closing a loop on moving bodies is an impact; it first releases the locks that yield (see
  // `lock`). The loop must be closed at q. Returns the kinetic energy lost.
  void release(int loop) { system_.set_loop_closed(loop, false); }
  double close(int loop, In<double> q, Out<double> v);
  // Changes v by an impulse so that the velocity of every active constraint row becomes zero. Locked joints get the
  // velocity in `rebounds` instead, which has one number per joint that can be locked. Returns the kinetic energy lost.
  double impact(In<double> q, Out<double> v, In<double> rebounds = {});
  // The force on the second end, in its axes, after accelerations(); after an impact, the impulse. Zero for open loops.
  Force<double> loop_force(int loop) const;
  // The component of loop_force along the z axis of the first end. Where it is negative, a contact that can only push
  // would have to pull.
  double push(int loop, In<double> q);
  bool is_closed(int loop) const { return system_.is_loop_closed(loop); }

  // Joints that can be locked; `lock` is their index in options().lockable_joints.
  int lock_count() const { return int(options_.lockable_joints.size()); }
  int locked_dof(int lock) const;  // its index in v
  bool is_locked(int lock) const;
  // Locks the position only; use `impact` for the velocity. `yields`: true releases the lock when a loop closes, as
  // dry friction does because it is finite; false keeps it.
  void lock(int lock, double position, bool yields = false);
  void unlock(int lock);
  void release_yielding();             // releases the locks that yield
  double lock_torque(int lock) const;  // joint torque after accelerations(); after an impact, the impulse

  // Saves and restores which loops are closed, which couplings are active, and the positions of the locks.
  void save(StateWriter& out) const;
  void restore(StateReader& in);

 private:
  int coupling_of(int lock) const;

  MechanismOptions options_;
  Model model_;
  ConstrainedSystem system_;
  std::size_t first_lock_;
  std::vector<int> dofs_;
  std::vector<bool> yields_;
  std::vector<double> errors_, rates_, zeros_, step_, trial_;
};

}  // namespace sinew
