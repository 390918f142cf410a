// Simulation over time: integrators, forces, events, saving and restoring. Controllers are in sinew/controllers.hpp.
#pragma once

#include "sinew/simulate/events/event.hpp"            // Event
#include "sinew/simulate/forces/forces.hpp"           // springs, pushes, gravity and other forces
#include "sinew/simulate/integrators/integrator.hpp"  // integrators
#include "sinew/simulate/make_simulation.hpp"         // make_simulation: from a plan, as scenes have it
#include "sinew/simulate/run/mechanism.hpp"           // Mechanism: the system that is simulated
#include "sinew/simulate/saved/saved_simulation.hpp"  // SavedSimulation
#include "sinew/simulate/simulation.hpp"              // Simulation
