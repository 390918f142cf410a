// Whether a closed system has one answer in a posture: unique accelerations, unique constraint forces; and which
// directions are left open where it has not.
//
// SOA section 6: the system is well posed where the inverse of the effective inertia, Omega = J M^-1 J^*, has full rank.
// That asks two things of the equations
//
//   M a = tau - bias + J^* x,    J a = - dJ/dt v
//
//   forces          no x but zero with J^* x = 0: the rows do not depend on each other
//   accelerations   no a but zero with M a = 0 and J a = 0: every motion that the loops leave moves some mass
//
// The forces along an open direction cancel and may be anything, as in a table on four legs; accelerations are the same
// whatever they are. An open acceleration belongs to joints that move no mass.
//
// Cost: dense, (n^3 + m^3) / 6 and the products n m (n + m) / 2, for n freedoms and m rows. Allocates.
#pragma once

#include "sinew/chains/closed_chain.hpp"

namespace sinew {

struct WellPosedness {
  int rows = 0, rank = 0;
  int freedoms = 0;  // degrees of freedom in this posture
  // Orthonormal columns: directions in which the answer is open. None: it is unique.
  Matrix<double> open_forces{};         // rows x (rows - rank)
  Matrix<double> open_accelerations{};  // joint velocities x number

  bool forces_are_unique() const { return open_forces.cols() == 0; }
  bool accelerations_are_unique() const { return open_accelerations.cols() == 0; }
};

WellPosedness well_posedness(const Model& model, Workspace<double>& work, ClosedChain<double>& chain,
                             In<double> q);
// The same of any mass matrix and rows J (rows x freedoms).
WellPosedness well_posedness(MatrixIn<double> M, MatrixIn<double> J);

}  // namespace sinew
