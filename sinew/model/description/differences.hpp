// Lists the differences between two descriptions: bodies, joints, frames, loops, couplings, tendons, actuators, sensors and
// named positions of the same name, number by number.
#pragma once

#include <string>
#include <vector>

#include "sinew/model/description/description.hpp"

namespace sinew {

// One difference: in "body 'forearm'", of its "mass", with both values as text. A value is empty if its description does
// not have the thing at all.
struct Difference {
  std::string where, what, first, second;

  friend bool operator==(const Difference&, const Difference&) = default;
};

// Two numbers differ if they are further apart than `tolerance` times the larger one; the numbers of a vector or a matrix
// are compared with the largest of them. The order of bodies and the files that they come from do not matter.
std::vector<Difference> differences(const Description& first, const Description& second,
                                    double tolerance = 1e-9);

}  // namespace sinew
