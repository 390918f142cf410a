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
// Left out are positions near a change of rank, where a row_size lies between 1e-3 and 1e-13 of the largest, and
// singular positions that the velocity drawn cannot pass.
ClosedSample random_closed_sample(int index);

// The square roots of the eigenvalues of J M^-1 J^T, largest first: what the rows resolve of the robot's motion.
VectorXd row_sizes(const Description& description, const std::vector<double>& q);

// The part of a velocity that the loops, couplings and mimics of a robot let through.
std::vector<double> let_through(const Description& description, const std::vector<double>& q,
                                const std::vector<double>& v);

}  // namespace sinew::test
