// Determines whether a closed chain has unique accelerations and unique constraint forces at a position, and in which
// directions they are undetermined if not.
//
// SOA section 6: the system is well posed where the inverse of the effective inertia, Omega = J M^-1 J^* (the Delassus
// matrix), has full rank. The equations
//
//   M a = tau - bias + J^* x,    J a = - dJ/dt v
//
// must satisfy two conditions:
//
//   forces          J^* x = 0 only for x = 0: the rows are linearly independent
//   accelerations   M a = 0 and J a = 0 only for a = 0: every motion that the loops allow moves some mass
//
// Forces along an undetermined direction cancel and may have any size, as in a table on four legs; they do not affect
// the accelerations. An undetermined acceleration belongs to joints that move no mass.
//
// Cost: dense, (n^3 + m^3) / 6 and the products n m (n + m) / 2, for n degrees of freedom and m rows. Allocates.
#pragma once

#include "sinew/chains/loops/closed_chain.hpp"

namespace sinew {

struct WellPosedness {
  int rows = 0, rank = 0;
  int dofs = 0;  // degrees of freedom at this position
  // Orthonormal columns: the directions in which the result is undetermined. No columns: it is unique.
  Matrix<double> open_forces{};         // rows x (rows - rank)
  Matrix<double> open_accelerations{};  // joint velocities x number of directions

  bool forces_are_unique() const { return open_forces.cols() == 0; }
  bool accelerations_are_unique() const { return open_accelerations.cols() == 0; }
};

WellPosedness well_posedness(Workspace<double>& work, ClosedChain<double>& chain, In<double> q);
// The same for any mass matrix M and constraint Jacobian J (rows x degrees of freedom).
WellPosedness well_posedness(MatrixIn<double> M, MatrixIn<double> J);

}  // namespace sinew
