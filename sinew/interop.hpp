// Other dynamics libraries: their conventions, and converters between their coordinates and sinew's.
#pragma once

#include "sinew/interop/convention.hpp"  // Convention::pinocchio, mujoco, drake and kdl
#include "sinew/interop/converter.hpp"   // Converter
