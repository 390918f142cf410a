// Computes the forces of a robot's actuators, and the joint torques that they cause. The recursions do not include
// them: add them to the joint torques.
//
//   length l         g q                     of a joint with one degree of freedom (DOF); g: gear
//                    g L                     of a tendon with the length L
//                    g . log(R)              of a spherical joint with the rotation R
//                    0                       of a floating joint, and of a site without reference
//                    g_f . p + g_m . log(R)  of a site at the pose (R, p) relative to its reference
//   velocity l'      r . v                   r: the moment arms
//   force f          (gain0 + gain1 l + gain2 l') w + bias0 + bias1 l + bias2 l', within the range of the actuator. If
//                    the sum of the forces on a tendon is outside its range, all of them are scaled before.
//   torques tau      sum of r f, within the range of the actuators of each DOF
//
// w is the control u, moved into its range, or the activation that follows from it (model/description/actuator.hpp),
// which the caller keeps within its range. The moment arms are dl/dq where there is a length. For a floating joint and
// for a site without reference, r f is equivalent to the force f g_f and the moment f g_m. A site with a reference acts
// on the joints between the two; those that move both have no moment arm.
//
// The spring of a servo (gain0 = -bias1) on a spherical joint, or with a reference and moments only, pulls along the
// shorter of the two rotations: the control counts modulo 2 pi |g|.
//
// These are MuJoCo's definitions; qfrc_actuator is tau.
//
// Cost: a few multiplications for each actuator; for a site, one product of six numbers for each joint between its body
// and the ground or the reference, and the poses; for a tendon, that of its moment arms.
#pragma once

#include <span>
#include <vector>

#include "sinew/algorithms/workspace/workspace.hpp"

namespace sinew {

// A DOF that an actuator acts on, and the joint torque per unit of its force.
struct MomentArm {
  int dof = 0;
  double arm = 0;
};

// Create it once for each thread and model; updates allocate nothing.
class Actuators {
 public:
  explicit Actuators(const Model& model);
  std::size_t size() const { return all_.size(); }

  // Computes everything for the state of the workspace. `controls` and `activations` have one number for each actuator
  // of the description; the activation of an actuator that has none is not read.
  void update(Workspace<double>& work, In<double> controls, In<double> activations);
  // The same with activations of zero.
  void update(Workspace<double>& work, In<double> controls) { update(work, controls, zeros_); }
  // Computes lengths and moment arms at the position of the workspace.
  void update_lengths(Workspace<double>& work);
  // Computes everything except the forces, which are given, for the state of the workspace.
  void apply(Workspace<double>& work, In<double> forces);

  // After an update; one number for each actuator.
  std::span<const double> lengths() const { return lengths_; }
  std::span<const double> velocities() const { return velocities_; }
  std::span<const double> forces() const { return forces_; }
  // One number for each DOF.
  std::span<const double> torques() const { return torques_; }
  std::span<const MomentArm> moment_arms(std::size_t actuator) const {
    const Prepared& each = all_[actuator];
    return std::span(arms_).subspan(each.first_arm, each.arm_count);
  }

 private:
  struct Prepared {
    Actuator actuator;
    JointKind joint = JointKind::fixed;
    std::size_t q = 0, v = 0;  // of the joint
    TendonIndex tendon{};
    FrameIndex site{}, reference{};  // bodies
    double period = 0;               // of the control; 0: it has none
    std::size_t first_arm = 0, arm_count = 0;
  };
  void set_joint(Prepared& each, In<double> q, double& length);
  void set_tendon(Workspace<double>& work, Prepared& each, double& length);
  void set_site(Workspace<double>& work, Prepared& each, double& length);
  void update_velocities(Workspace<double>& work);
  void limit_tendons();
  void update_torques();
  double force_of(const Prepared& each, double w, double length, double velocity) const;

  OwnedModel model_;
  std::vector<Prepared> all_;
  std::vector<MomentArm> arms_;
  std::vector<double> lengths_, velocities_, forces_, torques_, zeros_;
  std::vector<double> row_;            // moment arms of a tendon, one for each DOF
  std::vector<double> tendon_forces_;  // empty if no tendon limits the forces of its actuators
};

// Computes the joint torques of the actuators for the state of the workspace, with activations of zero. Prepares the
// actuators at each call; use the class if that is too slow.
void actuator_torques(Workspace<double>& work, In<double> controls, Out<double> tau);

}  // namespace sinew
