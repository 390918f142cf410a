// Compares robots that were written and read again with the originals.
#pragma once

#include <string>

#include "sinew/model/description/description.hpp"
#include "tests/support/random.hpp"

namespace sinew::test {

// Compares the mass matrix, the bias force and the poses of the bodies that both have by name, at random states with the
// same coordinates. `least_bodies`: the number of bodies that must have been compared.
void expect_same_dynamics(const Description& first, const Description& second, Random& random,
                          double tolerance, int least_bodies = 1);

// Returns the robot with its floating joints at the origin of what carries them, where their positions are poses in the
// world if that is the ground, as they always are in MJCF and SDF.
Description with_plain_roots(Description robot);
int floating_joint_count(const Description& robot);

// Returns a line for each difference, without those that only spell out a default: the initial position of a joint that
// starts at zero, and the name of a fixed joint that has none.
std::string differences_in_words(Description first, Description second);

}  // namespace sinew::test
