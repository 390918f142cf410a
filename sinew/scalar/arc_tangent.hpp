// The angle of a point in the plane, the same bits on every machine: the C library's depends on its version and on the
// processor.
//
// Polynomial and intervals are those of Sun's fdlibm; within two units in the last place.
#pragma once

namespace sinew {

// As std::atan2 of finite numbers.
double arc_tangent(double y, double x);

}  // namespace sinew
