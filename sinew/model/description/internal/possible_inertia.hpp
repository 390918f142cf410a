// Judges whether a body can have an inertia, and computes the nearest inertia that it can have.
//
// Let I be the inertia about the centre of mass and S = 1/2 tr(I) 1 - I = integral of x x^T dm, the second moments of
// the mass. A distribution of mass m > 0 with these moments exists if and only if S is positive semidefinite. That is
// the triangle inequality of the principal moments, and makes I positive semidefinite too.
#pragma once

#include <string>

#include "sinew/model/description/description.hpp"

namespace sinew {

// Returns the length that inertias are compared with: the longest link of the robot, which is the largest distance of a
// joint or a mass centre from the joint before it. 1 m if all of them coincide.
double length_of(const Description& description);

// Returns why no body can have this inertia; an empty string if one can. Differences below 1e-9 m `length`^2, with at
// least one gram for m, and below the sixth digit of the moments are no fault.
std::string fault_of(const Inertial& inertial, double length);

// Returns whether the body has mass but, to the tolerance of fault_of, no moments.
bool is_point_mass(const Inertial& inertial, double length);

// Returns the nearest possible inertia:
//   m > 0   S+ = S with its negative eigenvalues set to zero, the positive semidefinite matrix nearest to S in the
//           Frobenius norm (Higham 1988, Theorem 2.1); I+ = tr(S+) 1 - S+.
//   m = 0   The same, with the smallest mass that keeps the radius of gyration, sqrt(tr(S+) / m), within `length`.
//   m < 0   No mass, and therefore no inertia: the nearest mass that a body can have is zero.
Inertial nearest_possible(const Inertial& inertial, double length);

}  // namespace sinew
