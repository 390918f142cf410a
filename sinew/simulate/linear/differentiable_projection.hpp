// Closes the loops of a robot at the end of a step, as simulations do (simulate/run/mechanism.hpp), and differentiates it
// backward.
//
// With s(q, r) the change of velocities of least kinetic energy that changes those of the constraint rows by r
// (chains/loops/impulse.hpp), e(q) the constraint errors and J the rows,
//
//   positions     q1 = q (+) s(q, -e(q)), repeated until e(q1) = 0
//   velocities    v1 = v + s(q1, -J v)
//
// The derivatives of s by q and r are those of ConstrainedSystem::linearize_impulse. Positions are differentiated as two of
// these corrections, the first at q and the last, with s = 0, at q1; and e as if de/dq were J, which it is where e = 0. Since
// the last correction removes the part of an error that J sees, what remains is of the order of e(q)^2.
//
// Cost: two linearised impulses and three products with their adjoint.
#pragma once

#include <vector>

#include "sinew/simulate/run/mechanism.hpp"

namespace sinew {

// Make it once; its functions allocate nothing after the first call.
class DifferentiableProjection {
 public:
  explicit DifferentiableProjection(const Model& model);

  // Throws std::domain_error if the loops cannot be closed.
  void project(Out<double> q, Out<double> v);
  // Replaces weights of the results of the last `project` by those of its arguments, and adds those of the inertial
  // parameters to `parameters`, unless it is empty. Throws std::domain_error where no derivative exists, and for redundant
  // rows if some rows constrain velocities only: repeated corrections then share the errors among the rows.
  void pull_back(Out<double> by_q, Out<double> by_v, Out<double> parameters);

 private:
  void subtract_row_weights(In<double> v, Out<double> by_q, Out<double> by_v);
  void subtract_error_weights(Out<double> by_q);
  void add_parameters(Out<double> parameters);

  Mechanism mechanism_;
  std::vector<std::size_t> rows_without_error_{};  // these constrain velocities only
  std::vector<double> q_, v_, q1_;                 // of the last `project`
  std::vector<double> rows_, row_weights_, step_, of_step_, of_q_, of_tau_, unused_, zeros_, parameters_;
};

}  // namespace sinew
