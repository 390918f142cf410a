// Scalar types on which every algorithm runs in place of double: they count operations or carry rates of change.
#pragma once

#include "sinew/scalar/counted.hpp"  // Counted
#include "sinew/scalar/dual.hpp"     // Dual
#include "sinew/scalar/scalar.hpp"   // the requirements on a scalar type
