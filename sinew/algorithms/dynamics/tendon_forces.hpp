// Computes the joint torques of the springs and dampers of tendons. The recursions do not include them: add them to the
// joint torques.
//
//   spring   f = -stiffness (L - longest) if L > longest,  -stiffness (L - shortest) if L < shortest, 0 between them;
//            stores stiffness (L - longest)^2 / 2, or with shortest
//   damper   f = -damping dL/dt
//   tau = f dL/dv
//
// A tendon without rest lengths is at rest at the initial position of the model.
//
// Cost: that of the lengths and moment arms (algorithms/kinematics/tendons.hpp). Nothing allocates except the
// constructors.
#pragma once

#include "sinew/algorithms/kinematics/tendons.hpp"

namespace sinew {

class TendonSprings {
 public:
  explicit TendonSprings(const Model& model);
  bool is_empty() const { return springs_.empty(); }
  // Adds the torques of the springs at the position of the workspace to tau.
  void add_torques(Workspace<double>& work, Out<double> tau) const;
  double energy(Workspace<double>& work) const;

 private:
  struct Spring {
    TendonIndex tendon;
    double stiffness, shortest, longest;
    double stretch(Workspace<double>& work) const;  // outside the rest lengths; negative if it is too short
  };
  std::vector<Spring> springs_;
};

class TendonDampers {
 public:
  explicit TendonDampers(const Model& model);
  bool is_empty() const { return dampers_.empty(); }
  // Adds the torques of the dampers at the state of the workspace to tau, and returns their power, which is negative.
  double add_torques(Workspace<double>& work, Out<double> tau) const;

 private:
  struct Damper {
    TendonIndex tendon;
    double damping;
  };
  std::vector<Damper> dampers_;
};

// Compute the torques of all springs, and of all dampers, of tendons.
void tendon_springs(Workspace<double>& work, In<double> q, Out<double> tau);
void tendon_damping(Workspace<double>& work, In<double> q, In<double> v, Out<double> tau);

}  // namespace sinew
