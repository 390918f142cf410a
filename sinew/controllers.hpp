// Controllers and trajectories for simulations and for real robots.
#pragma once

#include "sinew/simulate/controllers/actuator_control.hpp"
#include "sinew/simulate/controllers/computed_torque.hpp"
#include "sinew/simulate/controllers/decoupled_control.hpp"
#include "sinew/simulate/controllers/joint_pd.hpp"
#include "sinew/simulate/controllers/object_control.hpp"
#include "sinew/simulate/controllers/operational_space_control.hpp"
#include "sinew/simulate/controllers/passivity_control.hpp"
#include "sinew/simulate/controllers/trajectory.hpp"
