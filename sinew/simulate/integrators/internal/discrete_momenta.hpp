// Computes the discrete momenta of a motion that is known at two instants only, q0 and q1; they replace the momenta M v
// in a variational integrator.
//
// Between q0 and q1 every link rotates by the rotation vector w about its mass centre, which moves along a straight
// line by d. The discrete Lagrangian of the motion is L = sum (m d^2 + w I w) / 2h, and its derivatives are the
// momenta at the two ends (Marsden and West, Discrete mechanics and variational integrators, 2001). They are computed
// by the discrete Newton-Euler recursion of Lee, Liu, Park, Srinivasa (A linear-time variational integrator for
// multibody systems, 2016), with straight paths of the mass centres in place of screw motions, so that the mass
// centres of free bodies keep their speed.
//
//   outward   E(k) = X0^-1 E(parent) X0 exp(u)      E: displacement;  X0: the link in its parent at q0;  q1 = q0 (+) u
//   inward    f(k) = ((d exp^-1_w)^T I w + c x m d, m d) / h + sum phi f        at q0; c: the mass centre
//             p = H f + armature u / h
//
// At q1 the same holds in the link's axes at q1, with -w. Both momenta tend to M v as h goes to zero, and M(q0)
// approximates h dp/du.
//
// Cost: O(n), about that of inverse dynamics for each of the two momenta.
#pragma once

#include "sinew/algorithms/workspace/workspace.hpp"
#include "sinew/spatial/displacement.hpp"

namespace sinew {

// Create it once; nothing allocates afterwards.
class DiscreteMomenta {
 public:
  explicit DiscreteMomenta(const Model& model);

  void start(In<double> q0);
  void move(In<double> q1, In<double> u, double h);  // after start
  void at_start(Out<double> p);                      // after move
  void at_end(Out<double> p);

 private:
  void gather(const detail::JointState<double>& joints, const std::vector<Force<double>>& momenta,
              double sign, Out<double> p);
  void add_armature(double sign, Out<double> p) const;

  Model model_;
  detail::JointState<double> start_, end_;
  std::vector<Transform<double>> placement_;  // X0
  std::vector<Displacement> displacement_;
  std::vector<Inertial> inertial_;                // of the links
  std::vector<Force<double>> at_start_, at_end_;  // momenta of single links, without their children
  std::vector<Force<double>> force_;
  std::vector<double> u_;
  bool has_armature_ = false;
  double h_ = 1;
};

}  // namespace sinew
