// Computes the arc tangent of two arguments (atan2) with the same bits on every machine. The bits of the C library's
// atan2 depend on its version and on the processor.
//
// Uses the polynomial and the intervals of Sun's fdlibm; the error is at most two units in the last place.
#pragma once

namespace sinew {

// Returns the angle of std::atan2(y, x) for finite arguments.
double arc_tangent(double y, double x);

}  // namespace sinew
