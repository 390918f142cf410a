// A position that closes the loops, from a rough guess.
//
// Each step makes the closure errors e smaller by the joint motion of least norm (Levenberg 1944, Marquardt 1963):
//
//   (J W J^* + mu s) x = - e,    dq = W J^* x
//
// W: weights of the freedoms, zero for those that are held; s: the mean of the diagonal of J W J^*. Rows on velocities
// alone (the spin of a soft finger, directions) are left out. Far away, or where the loops are
// singular, the damping mu grows until a step helps; near the solution it vanishes and the steps converge quadratically.
// The closed position is one near the guess, not the nearest. Joint limits are not looked at.
//
// Cost: per step the Jacobian, and m^2 n / 2 + m^3 / 6 multiplications for m rows and n freedoms.
#pragma once

#include "sinew/chains/closed_chain.hpp"

namespace sinew {

struct AssemblyOptions {
  double tolerance = 1e-12;  // of every row, metres and radians
  int max_steps = 100;
  double longest_step = 0.5;           // of any freedom, radians and metres
  VectorView<const double> weights{};  // per freedom, zero: held; none: all one
};

struct Assembly {
  bool closed = false;
  int steps = 0;
  double error = 0;         // the worst row's, at the position found
  std::string worst_row{};  // "loop 'knee', row 2"
};

// q: the guess in, the closed position out; where it does not close, the best that was found.
Assembly assemble(const Model& model, Workspace<double>& work, ClosedChain<double>& chain, Out<double> q,
                  const AssemblyOptions& options = {});

}  // namespace sinew
