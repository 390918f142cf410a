// Computes the volume, centre of mass and inertia of triangle meshes, as MuJoCo's mesh attribute `inertia` selects.
//
// Every triangle spans a pyramid with an apex, and these are added up: first about the mean point of the surface, which
// gives the centre of mass, then about the centre of mass, which gives volume and inertia.
//
//   exact    the pyramids of triangles that face the apex are subtracted: exact for closed, well-oriented meshes
//   legacy   every pyramid is added, which counts parts of meshes that are not convex more than once
//   convex   the convex hull
//   shell    the triangles themselves have mass, the inside has none
#pragma once

#include <string>

#include "sinew/io/internal/mesh/mesh.hpp"
#include "sinew/spatial/rotation.hpp"

namespace sinew::mesh {

enum class MassKind { convex, exact, legacy, shell };

struct MeshMass {
  double volume = 0;  // of a shell: its area
  Vector3<double> com{};
  Symmetric3<double> inertia{};  // about the centre of mass, for density one
  std::string problem{};         // why there is no mass; empty on success
};
MeshMass mass_of(const Mesh& mesh, MassKind kind);

}  // namespace sinew::mesh
