// Parametrises the inertia of a body by ten numbers that may take any value: every vector belongs to a possible body, so
// that steps of an optimisation need no constraints.
//
// C. Rucker & P. Wensing, "Smooth parameterization of rigid-body inertia", IEEE Robotics and Automation Letters 7(2),
// 2022. The second moments of the mass, S = tr(I) / 2 - I, the first moment h and the mass m form the pseudo-inertia,
// which is positive definite for every body that is not flat:
//
//   [ S   h ]                          [ exp d1  s12     s13     t1 ]
//   [ h^T m ] = U U^T,   U = exp alpha [         exp d2  s23     t2 ]
//                                      [                 exp d3  t3 ]
//                                      [                         1  ]
//
// The numbers are in the order alpha, d1, d2, d3, s12, s23, s13, t1, t2, t3. exp(2 alpha) is the mass, and t the centre
// of mass.
//
// Cost: constant.
#pragma once

#include "sinew/dense/views.hpp"
#include "sinew/model/description/inertial_parameters.hpp"

namespace sinew {

using LogCholesky = std::array<double, inertial_parameters_per_body>;

// Throws std::invalid_argument for a body that has no volume or that cannot exist: its pseudo-inertia is not positive
// definite.
LogCholesky log_cholesky(const InertialParameters& parameters);

// Throws std::overflow_error if the inertia is too large for double, and std::invalid_argument for numbers that are not
// finite.
InertialParameters parameters_from_log_cholesky(const LogCholesky& numbers);

// Returns the 10 x 10 derivatives of parameters_from_log_cholesky, which are invertible everywhere.
Matrix<double> log_cholesky_jacobian(const LogCholesky& numbers);

}  // namespace sinew
