// The boundary-value problem behind the recursions, independent of robots: Kalman filter, smoother and optimal control
// in space.
#pragma once

#include "sinew/sweep/bryson_frazier_smoother.hpp"
#include "sinew/sweep/kalman_filter.hpp"
#include "sinew/sweep/linear_system.hpp"
#include "sinew/sweep/optimal_control.hpp"
