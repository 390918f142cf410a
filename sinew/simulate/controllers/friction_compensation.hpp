// Computes the joint torques that overcome the damping c and the dry friction f of a robot's joints:
//
//   tau = c v + f s(w)         s(w) = w / slow for |w| < slow = 0.01 rad/s (m/s), otherwise the sign of w
//
// v: the joint's velocity, w: that of the target, or v where the target is a pose. s is continuous, so that integrators
// see smooth torques. A joint with a resting target is not helped against dry friction: it may stick where it is.
//
// Cost: a few multiplications for each degree of freedom.
#pragma once

#include <span>
#include <vector>

#include "sinew/dense/views.hpp"
#include "sinew/model/model.hpp"

namespace sinew {

// The resisting forces of the model's joints that act in a simulation, and can be compensated. True: they act.
struct Resistance {
  bool damping = true, dry_friction = true;
};

class FrictionCompensation {
 public:
  // `dofs`: indices into v of the degrees of freedom to compensate. Joints of several degrees of freedom have no dry
  // friction in simulations.
  FrictionCompensation(const Model& robot, std::span<const int> dofs, const Resistance& acting);
  bool is_empty() const { return parts_.empty(); }
  // Adds the torques, times `sign`, to tau.
  void add(In<double> v, In<double> w, Out<double> tau, double sign = 1) const;

 private:
  struct Part {
    std::size_t v;
    double damping, dry_friction;
  };
  std::vector<Part> parts_;
};

}  // namespace sinew
