// Computes the path of a tendon around a sphere or cylinder: the points where it touches the obstacle, and the length
// of the curve between them. The conventions are those of MuJoCo 3 (docs/mjcf.md).
//
// The problem is plane: for a sphere in the plane through its centre and the two ends, for a cylinder in the plane
// across its axis, in which the path along the surface is straight when it is unrolled. With the ends at a and b, in
// polar coordinates about the centre of a circle of radius r:
//
//   around    the tangents from a and b touch at angle(a) +- acos(r / |a|) and angle(b) -+ acos(r / |b|)
//   inside    the point t of the circle with the least |a - t| + |t - b|; the tendon passes through the circle
//
// The tendon runs straight if the segment from a to b does not meet the circle (around), or meets it (inside); around
// the circle it also runs if the nearest point of the segment is opposite to the side point. Of the two paths around
// it takes the one whose middle is nearer to the side point, without one the shorter one.
//
// The length is stationary under displacements of the touching points along the surface. Its rate is therefore that
// of the straight parts alone, with touching points that are fixed to the obstacle.
//
// Cost: O(1); about five steps of Newton's method inside a ring.
#pragma once

#include <optional>

#include "sinew/model/description/tendon.hpp"

namespace sinew {

struct TendonWrap {
  Vector3<double> first{}, second{};  // touching points, from the first end to the second
  double curve = 0;                   // length between them along the surface
};

// Returns nothing if the tendon runs straight from one end to the other. `obstacle`: pose of the sphere or of the
// cylinder with axis z. All points are in one frame.
std::optional<TendonWrap> wrap_around(TendonElement::Kind kind, const Transform<double>& obstacle,
                                      double radius, const Vector3<double>& from, const Vector3<double>& to,
                                      const std::optional<Vector3<double>>& side);

}  // namespace sinew
