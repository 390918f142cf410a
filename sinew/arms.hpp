// Several arms that hold one object: dynamics, kinematics, sharing of the load, prediction and correction.
#pragma once

#include "sinew/chains/arms/grasp.hpp"                 // Grasp
#include "sinew/chains/arms/load_sharing.hpp"          // distribution of the load over the arms
#include "sinew/chains/arms/merge_arms.hpp"            // arms and object as one model with loops
#include "sinew/chains/arms/multi_arm.hpp"             // MultiArm
#include "sinew/chains/arms/multi_arm_influence.hpp"   // influence of each arm on the object
#include "sinew/chains/arms/multi_arm_kinematics.hpp"  // velocities and positions of arms and object
#include "sinew/chains/arms/predictor_corrector.hpp"   // accelerations by prediction and correction
