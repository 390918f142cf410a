// Random robots with closed loops, at a position where all of them are closed and a velocity that keeps them so.
#pragma once

#include <vector>

#include "tests/support/random_robot.hpp"

namespace sinew::test {

struct ClosedSample {
  Description description;  // with loops, and here and there couplings and mimics
  std::vector<double> q, v, tau;
};

// Sample number `index` of the collection: trees of 2 to 9 bodies with every kind of joint, one to four loops of every
// kind between random bodies or to the ground, up to two couplings or mimics. A fifth of them have redundant rows on
// purpose: a loop given twice, or a planar linkage closed by a spatial hinge.
// Positions near a change of rank are left out: no eigenvalue of J M^-1 J^T lies between 1e-6 and 1e-13 of the largest.
ClosedSample random_closed_sample(int index);

// The part of a velocity that the loops, couplings and mimics of a robot let through.
std::vector<double> let_through(const Description& description, const std::vector<double>& q,
                                const std::vector<double>& v);

}  // namespace sinew::test
