// Robots whose joints follow others: their dynamics and operational space in independent coordinates.
#pragma once

#include "sinew/chains/followers/independent_dynamics.hpp"           // IndependentDynamics
#include "sinew/chains/followers/independent_operational_space.hpp"  // IndependentOperationalSpace
