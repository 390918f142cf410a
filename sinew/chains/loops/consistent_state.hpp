// Checks whether a position and a velocity satisfy the loops and couplings of a model, and makes them consistent.
//
//   q       chains/loops/assembly.hpp: joint motions of least norm reduce the constraint errors to zero
//   v       v - W J^* (J W J^*)^+ J v        the nearest v with J v = 0;  W: diagonal, zero if in `held`, else one
//
// Cost: that of the assembly, and m^2 n / 2 + m^3 / 6 multiplications for v, for m rows and n degrees of freedom.
// Allocates.
#pragma once

#include <span>
#include <string>

#include "sinew/chains/loops/assembly.hpp"

namespace sinew {

// Errors up to this size are accepted as rounding, or as those of a state printed with few digits.
inline constexpr double largest_fitting_error = 1e-6;

// The row with the largest constraint error, and that error: in metres or radians, for velocities per second.
struct ConstraintError {
  double size = 0;
  std::string row{};  // "loop 'knee', row 2"
  bool fits() const { return size <= largest_fitting_error; }
};

struct ConstraintErrors {
  ConstraintError position{}, velocity{};
  bool fit() const { return position.fits() && velocity.fits(); }
};

// Returns the largest constraint errors of the position and of the velocity.
ConstraintErrors constraint_errors(const Model& model, In<double> q, In<double> v);

// q and v: on entry guesses, on exit the consistent position and velocity. `held` lists degrees of freedom, as indices
// into v, whose position and velocity stay as given. Returns the remaining errors, which are large if no consistent
// state was found.
ConstraintErrors make_consistent(const Model& model, Out<double> q, Out<double> v,
                                 std::span<const int> held = {});

}  // namespace sinew
