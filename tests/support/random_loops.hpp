// Random robots with closed loops, at a position at which all loops are closed and with a consistent velocity.
#pragma once

#include <vector>

#include "tests/support/random_robot.hpp"

namespace sinew::test {

struct ClosedSample {
  Description description;  // with loops, and sometimes couplings and mimics
  std::vector<double> q, v, tau;
};

// Sample number `index`: trees of 2 to 9 bodies with all kinds of joints, one to four loops of all kinds between random
// bodies or to the ground, up to two couplings or mimics. A fifth of them have redundant rows on purpose: a loop given
// twice, or a planar linkage closed by a spatial hinge.
// Positions near a change of rank are excluded, where a row_size is between 1e-3 and 1e-13 of the largest; so are
// singular positions that the drawn velocity cannot pass.
ClosedSample random_closed_sample(int index);

// The square roots of the eigenvalues of J M^-1 J^T, largest first: the constraint strength along independent
// combinations of rows.
VectorXd row_sizes(const Description& description, const std::vector<double>& q);

// The part of a velocity that the loops, couplings and mimics of a robot allow.
std::vector<double> let_through(const Description& description, const std::vector<double>& q,
                                const std::vector<double>& v);

}  // namespace sinew::test
