// Chains that move in a plane, with fewer operations than the general recursions.
#pragma once

#include "sinew/algorithms/planar/planar_forward_dynamics.hpp"
#include "sinew/algorithms/planar/planar_inverse_dynamics.hpp"
#include "sinew/algorithms/planar/planar_mass_matrix.hpp"
