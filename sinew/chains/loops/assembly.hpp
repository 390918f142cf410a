// Finds joint positions that close all loops of a model, starting from a rough guess.
//
// Each step reduces the constraint errors e by the joint motion of least norm (Levenberg 1944, Marquardt 1963):
//
//   (J W J^* + mu s) x = - e,    dq = W J^* x
//
// W: weights of the degrees of freedom, zero for those that are locked; s: the mean of the diagonal of J W J^*.
// Constraint rows that restrict velocities only (the spin of a soft finger, `directions`) are left out. Far from the
// solution, or where the loops are singular, the damping mu grows until a step reduces the error; near the solution it
// vanishes and the steps converge quadratically. The closed position lies near the guess but need not be the nearest
// one. Joint limits are ignored.
//
// Cost: per step the Jacobian, and m^2 n / 2 + m^3 / 6 multiplications for m rows and n degrees of freedom.
#pragma once

#include "sinew/chains/loops/closed_chain.hpp"

namespace sinew {

struct AssemblyOptions {
  double tolerance = 1e-12;  // for the error of every row, metres or radians
  int max_steps = 100;
  double longest_step = 0.5;           // of any degree of freedom, radians or metres
  VectorView<const double> weights{};  // one per degree of freedom, zero locks it; empty: all are one
};

struct Assembly {
  bool closed = false;
  int steps = 0;
  double error = 0;         // of the worst row, at the position found
  std::string worst_row{};  // "loop 'knee', row 2"
};

// q: on entry the guess, on exit the closed position, or the best position found if the loops do not close. Leaves the
// workspace at that position, without velocities.
Assembly assemble(Workspace<double>& work, ClosedChain<double>& chain, Out<double> q,
                  const AssemblyOptions& options = {});

}  // namespace sinew
