// Spatial algebra: motion and force vectors, rotations, poses, inertias.
#pragma once

#include "sinew/spatial/articulated_inertia.hpp"  // ArticulatedInertia
#include "sinew/spatial/displacement.hpp"         // displacement relative to an initial pose
#include "sinew/spatial/exponential.hpp"          // exponential and logarithm of rotations and poses
#include "sinew/spatial/force_columns.hpp"        // phi as a dense matrix
#include "sinew/spatial/inverse_inertia.hpp"      // InverseInertia
#include "sinew/spatial/principal_axes.hpp"       // principal axes of a rotational inertia
#include "sinew/spatial/rigid_inertia.hpp"        // RigidInertia
#include "sinew/spatial/rotation.hpp"             // Rotation
#include "sinew/spatial/spatial_vector.hpp"       // Motion, Force
#include "sinew/spatial/transform.hpp"            // Transform
#include "sinew/spatial/vector3.hpp"              // Vector3
