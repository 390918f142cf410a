// The mass matrix (CRBA), its inverse, its factors and products with them, and the Coriolis matrix.
#pragma once

#include "sinew/algorithms/mass_matrix/coriolis.hpp"             // coriolis_matrix
#include "sinew/algorithms/mass_matrix/diagonal_dynamics.hpp"    // diagonalised equations of motion
#include "sinew/algorithms/mass_matrix/innovations.hpp"          // products with the innovations factors
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"  // inverse_mass_matrix
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"          // mass_matrix
#include "sinew/algorithms/mass_matrix/udut.hpp"                 // U D U^T factors
