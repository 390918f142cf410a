// The arc tangent of two arguments, with the same bits on every machine (the C library's depend on its version and on the
// processor).
//
// Uses the polynomial and the intervals of Sun's fdlibm; the error is at most two units in the last place.
#pragma once

namespace sinew {

// As std::atan2 of finite numbers.
double arc_tangent(double y, double x);

}  // namespace sinew
