// Computes the torques of joint springs, and the forces that compensate the weight of bodies. The recursions do not
// include them: add them to the joint torques or to the external forces.
//
//   spring   tau = -stiffness (q - rest_position)                 stores stiffness (q - rest_position)^2 / 2
//   weight   -gravity_compensation mass g at the centre of mass   stores gravity_compensation mass g . centre of mass
//
// The springs of spherical and floating joints act on the displacement from the joint's initial position: the rotation
// vector w of log(R0^T R), and the displacement d of the origin in the axes that the floating joint moves in,
//
//   moment = -A^T K w,   A = 1 + w x / 2 + c (w x)^2 (dw/dt = A omega, spatial/exponential.hpp),   force = -R^T K d
//
// Cost: a few multiplications each. Nothing allocates except the constructors.
#pragma once

#include "sinew/algorithms/workspace/workspace.hpp"

namespace sinew {

class JointSprings {
 public:
  explicit JointSprings(const Model& model);
  bool is_empty() const { return scalar_.empty() && rotating_.empty(); }
  // Adds the torques of the springs to tau.
  void add_torques(In<double> q, Out<double> tau) const;
  double energy(In<double> q) const;

 private:
  struct OneDof {
    std::size_t q, v;
    double stiffness, rest;
  };
  struct Rotating {
    std::size_t q, v;  // of the joint's first coordinate and velocity
    bool floats;
    double stiffness[6];
    double initial[7];
  };
  std::vector<OneDof> scalar_;
  std::vector<Rotating> rotating_;
};

class GravityCompensation {
 public:
  explicit GravityCompensation(const Model& model);
  bool is_empty() const { return bodies_.empty(); }
  // Adds the forces at the position of the workspace.
  void add_forces(Workspace<double>& work, std::vector<ExternalForce<double>>& forces) const;
  double energy(Workspace<double>& work) const;

 private:
  struct Compensated {
    FrameIndex frame;
    Vector3<double> com;
    Vector3<double> force;  // in world axes
  };
  std::vector<Compensated> bodies_;
};

// Computes the torques of the springs, and those that have the effect of the compensated weight. The second function sets
// the position of the workspace and leaves no velocities in it.
void joint_springs(const Model& model, In<double> q, Out<double> tau);
void gravity_compensation(Workspace<double>& work, In<double> q, Out<double> tau);

}  // namespace sinew
