// Robots with closed loops and coupled joints: ConstrainedSystem computes the dynamics of any robot; the other headers
// have the methods behind it, kinematics, inverse dynamics, impulses and consistent states.
#pragma once

#include "sinew/chains/constrained_system.hpp"             // ConstrainedSystem
#include "sinew/chains/loops/assembly.hpp"                 // positions at which loops are closed
#include "sinew/chains/loops/closed_chain.hpp"             // ClosedChain
#include "sinew/chains/loops/closed_inverse_dynamics.hpp"  // ClosedInverseDynamics
#include "sinew/chains/loops/closed_kinematics.hpp"        // ClosedKinematics
#include "sinew/chains/loops/consistent_state.hpp"  // positions and velocities that satisfy the constraints
#include "sinew/chains/loops/impulse.hpp"           // impacts that close loops
#include "sinew/chains/loops/well_posedness.hpp"    // redundant and singular constraints
