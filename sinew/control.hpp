// Linearised robots, their modes and equilibria, and optimal control.
#pragma once

#include "sinew/simulate/controllers/lqr_control.hpp"     // keeps a robot at an equilibrium
#include "sinew/simulate/linear/differentiable_step.hpp"  // steps of integrators with their derivatives
#include "sinew/simulate/linear/linearize.hpp"            // A and B of small motions
#include "sinew/simulate/linear/modes.hpp"                // eigenvalues, frequencies, damping ratios, shapes
#include "sinew/simulate/linear/saltation.hpp"            // small motions through events and impacts
#include "sinew/simulate/linear/trim.hpp"                 // equilibria
#include "sinew/simulate/optimal/motion_feedback.hpp"     // follows an optimised motion
#include "sinew/simulate/optimal/optimize.hpp"            // motions of least cost
#include "sinew/simulate/optimal/run_gradient.hpp"        // gradients of whole runs
#include "sinew/sweep/lqr.hpp"                            // feedback of least cost of a linear system
