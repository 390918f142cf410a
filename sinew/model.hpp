// Robots: their description as bodies, joints and frames, its validation, and the immutable Model that all algorithms
// use.
#pragma once

#include "sinew/base/findings.hpp"                          // Findings, InvalidModel, ImpossibleRobot
#include "sinew/model/description/checked_description.hpp"  // CheckedDescription
#include "sinew/model/description/connection.hpp"           // loops and couplings
#include "sinew/model/description/constraint_edits.hpp"     // removes loops, couplings, mimics and joints
#include "sinew/model/description/description.hpp"  // Description, Body, Joint, Frame, validate, edits
#include "sinew/model/description/differences.hpp"  // differences between two descriptions
#include "sinew/model/description/inertial_parameters.hpp"  // inertial and joint parameters as vectors
#include "sinew/model/description/log_cholesky.hpp"         // inertias parametrised by ten free numbers
#include "sinew/model/description/placement.hpp"            // moves a robot to another place in the world
#include "sinew/model/description/repaired.hpp"             // Repair: possible inertias for impossible ones
#include "sinew/model/description/tendon.hpp"               // tendons
#include "sinew/model/examples.hpp"                         // serial chains of any length
#include "sinew/model/joints/configuration_group.hpp"  // difference and other functions of positions as a group
#include "sinew/model/joints/coordinates.hpp"          // names and units of the entries of q and v
#include "sinew/model/joints/independent_coordinates.hpp"  // coordinates of robots whose joints follow others
#include "sinew/model/model.hpp"                           // Model
#include "sinew/model/quantities.hpp"                      // names, inputs and results of what sinew computes
#include "sinew/model/state.hpp"                           // State, random states
