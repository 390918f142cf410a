// Derivatives: the matrices of inverse and forward dynamics, products with them and with their adjoints in O(n), second
// derivatives, derivatives by inertial parameters, derivatives of frames, energy, momentum, the mass matrix and Omega, and those
// of closed chains and of robots whose joints follow others.
#pragma once

#include "sinew/algorithms/derivatives/dynamics_derivatives.hpp"  // DynamicsDerivatives
#include "sinew/algorithms/derivatives/environment_derivatives.hpp"  // by forces and the base; forces held in the world
#include "sinew/algorithms/derivatives/frame_derivatives.hpp"  // of velocities, accelerations and Jacobians of frames
#include "sinew/algorithms/derivatives/linearized_dynamics.hpp"     // LinearizedDynamics
#include "sinew/algorithms/derivatives/mass_matrix_derivative.hpp"  // MassMatrixDerivative
#include "sinew/algorithms/derivatives/momentum_derivatives.hpp"  // of kinetic energy and centroidal momentum
#include "sinew/algorithms/derivatives/omega_derivative.hpp"      // OmegaDerivative, also of Lambda
#include "sinew/algorithms/derivatives/regressor.hpp"             // regressors of torque, energy and momentum
#include "sinew/algorithms/derivatives/second_derivatives.hpp"    // SecondDerivatives
#include "sinew/chains/derivatives/linearized_constrained_dynamics.hpp"  // LinearizedConstrainedDynamics
#include "sinew/chains/derivatives/linearized_independent_dynamics.hpp"  // LinearizedIndependentDynamics
