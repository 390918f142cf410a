// Includes all of sinew: robots, dynamics algorithms, formulas of spatial operators, closed loops and several arms,
// batches, compiled robots, simulation and file readers. It needs neither Eigen nor a parser. Each header below can
// also be included alone. Headers in subfolders are parts of these; their paths may change between versions.
#pragma once

#include "sinew/arms.hpp"
#include "sinew/batch.hpp"
#include "sinew/compile.hpp"
#include "sinew/control.hpp"
#include "sinew/controllers.hpp"
#include "sinew/derivatives.hpp"
#include "sinew/dynamics.hpp"
#include "sinew/followers.hpp"
#include "sinew/interop.hpp"
#include "sinew/io.hpp"
#include "sinew/kinematics.hpp"
#include "sinew/long_chain.hpp"
#include "sinew/loops.hpp"
#include "sinew/mass_matrix.hpp"
#include "sinew/model.hpp"
#include "sinew/operational_space.hpp"
#include "sinew/operators.hpp"
#include "sinew/planar.hpp"
#include "sinew/scalars.hpp"
#include "sinew/simulation.hpp"
#include "sinew/spatial.hpp"
#include "sinew/sweep.hpp"
#include "sinew/version.hpp"
