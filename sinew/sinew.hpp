// Everything of sinew's core and readers. Cheap to include: no Eigen, no parser.
#pragma once

#include "sinew/algorithms/energy_momentum.hpp"
#include "sinew/algorithms/filter.hpp"
#include "sinew/algorithms/filter_results.hpp"
#include "sinew/algorithms/forward_dynamics.hpp"
#include "sinew/algorithms/innovations.hpp"
#include "sinew/algorithms/inverse_dynamics.hpp"
#include "sinew/algorithms/inverse_mass_matrix.hpp"
#include "sinew/algorithms/jacobian.hpp"
#include "sinew/algorithms/kinematics.hpp"
#include "sinew/algorithms/mass_matrix.hpp"
#include "sinew/io/load.hpp"
#include "sinew/model/examples.hpp"
#include "sinew/model/model.hpp"
#include "sinew/model/state.hpp"
#include "sinew/scalar/counted.hpp"
#include "sinew/version.hpp"
