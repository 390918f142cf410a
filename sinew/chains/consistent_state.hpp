// Whether a position and a velocity fit the loops of a model, and ones nearby that do.
//
//   q       chains/assembly.hpp: the errors of the rows go to zero, by joint motions of least norm
//   v       v - W J^* (J W J^*)^+ J v        the nearest with J v = 0;  W: one for a freedom, zero where it is held
//
// Cost: that of the assembly; m^2 n / 2 + m^3 / 6 multiplications for v, of m rows and n freedoms. Allocates.
#pragma once

#include <span>
#include <string>

#include "sinew/chains/assembly.hpp"

namespace sinew {

// What is off by less is rounding, or a state printed to a few digits.
inline constexpr double largest_fitting_error = 1e-6;

// The row that is worst off, and by how much: metres or radians, and these per second.
struct Misfit {
  double size = 0;
  std::string row{};  // "loop 'knee', row 2"
  bool fits() const { return size <= largest_fitting_error; }
};

struct Misfits {
  Misfit position{}, velocity{};
  bool fit() const { return position.fits() && velocity.fits(); }
};

Misfits misfits(const Model& model, In<double> q, In<double> v);

// q and v: guesses in, what fits out; the freedoms that are held, by their place in v, keep theirs. Returns what is left
// where that cannot be had.
Misfits make_consistent(const Model& model, Out<double> q, Out<double> v, std::span<const int> held = {});

}  // namespace sinew
