// Computes how the operators of a configuration change along a direction.
#pragma once

#include "sinew/operators/run/internal/run.hpp"
#include "sinew/operators/run/internal/values.hpp"
#include "sinew/scalar/dual.hpp"

namespace sinew::operators {

// A vector of joint or body space that other operators depend on. It is computed once for every position.
class VectorOfPosition {
 public:
  VectorOfPosition(const Expression& vector, const Configuration& at);

  const Expression vector;
  // Computes the numbers at the current position, unless that has been done.
  void need();
  const std::vector<double>& numbers() const { return numbers_; }

 private:
  const Configuration::Values& values_;
  Runner runner_;
  std::vector<double> numbers_;
  unsigned long made_at_ = 0;
};

// The derivatives along a direction, by running the recursions on dual numbers.
class Change {
 public:
  Change(const Expression& direction, const Configuration& at);

  const Expression& direction() const { return direction_.vector; }
  // Each function computes the derivatives it names at the current position, unless that has been done.
  void need_axes();                 // of H
  void need_filter();               // of P, D, D^(1/2), G
  void need_composite_inertias();   // of r
  void need_costate_covariances();  // of Upsilon

  struct Block {
    std::array<double, 36> variance, root;
  };
  std::vector<Motion<double>> axis;                        // of H^*, per DOF
  std::vector<Force<double>> gain;                         // per DOF
  std::vector<double> variance, root;                      // per DOF, for joints with one DOF
  std::vector<Block> blocks;                               // of joints with several DOFs
  std::vector<ArticulatedInertia<double>> covariance;      // per link
  std::vector<RigidInertia<double>> composite_inertia;     // per link
  std::vector<InverseInertia<double>> costate_covariance;  // per link

 private:
  using Moving = Dual<double>;

  void set_position();  // of the moving robot

  Configuration::Values& values_;
  VectorOfPosition direction_;
  Workspace<Moving> work_;
  std::vector<Moving> q_, diagonal_;
  std::vector<Force<Moving>> gain_;
  std::vector<RigidInertia<Moving>> composite_inertia_;
  std::vector<InverseInertia<Moving>> costate_covariance_;
  // The positions (Values::count) at which these were computed last.
  unsigned long set_at_ = 0, axes_at_ = 0, filter_at_ = 0, composites_at_ = 0, costates_at_ = 0;
};

// The index, in Values::changes, of the changes along a direction; in Values::motions, of a motion. Adds it if it is not
// there.
int change_along(const Expression& direction, const Configuration& at);
int motion_of(const Expression& motion, const Configuration& at);

}  // namespace sinew::operators
