// Substitutes possible inertias for impossible ones, so that every joint moves inertia.
#pragma once

#include "sinew/base/findings.hpp"

namespace sinew {

struct Description;

// What a reader may change in a robot that cannot exist.
enum class Repair { none, inertia };
const char* name_of(Repair repair);

// Replaces every impossible inertia by the nearest possible one (description/internal/possible_inertia.hpp). A body
// whose joint moves no inertia even so becomes a small solid sphere. Its radius is a tenth of the longest link; all
// spheres together have a thousandth of the mass of the moving bodies (1 g if these have none). A body that has mass
// only gets the sphere's moments. Bodies on fixed joints are changed only if their total is impossible. `findings`
// gets a warning for each body, with what changed and by how much. A description with errors is returned unchanged.
Description with_repaired_inertias(Description description, Findings& findings);

// Does the first part only: the nearest possible inertias.
Description with_possible_inertias(Description description, Findings& findings);

}  // namespace sinew
