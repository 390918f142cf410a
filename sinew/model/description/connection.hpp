// Describes constraints outside the kinematic tree: connections between two bodies (joints that close loops, grasps,
// contacts) and couplings between joint coordinates.
//
// A connection allows its second frame certain motions relative to its first. Along every relative motion that it
// forbids it transmits force, and each such motion gives one constraint row (chains/constraints/connection_rows.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/findings.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew {

// The condition that each kind imposes on the two frames, and its number of constraint rows. The axis of a frame is
// its z axis; the plane is the x-y plane of the first frame.
//   weld            the frames coincide                                                         6
//   revolute        origins and axes coincide                                                   5
//   prismatic       same orientation, the second origin on the first axis                       5
//   cylindrical     axes on one line                                                            4
//   universal       origins coincide, z of the first perpendicular to x of the second           4
//   spherical       origins coincide; a point contact with friction                             3
//   planar          the x-y plane of the second frame slides on the plane                       3
//   soft_finger     origins coincide, no spin about z of the first; not holonomic               4
//   point_on_line   the second origin on the first axis                                         2
//   line_on_plane   origin and x axis of the second frame in the plane                          2
//   point_on_plane  the second origin in the plane; a sliding contact                           1
//   distance        the origins stay `distance` apart                                           1
//   directions      no relative motion along the listed forces; no condition on positions       1 each
enum class ConnectionKind {
  weld,
  revolute,
  prismatic,
  cylindrical,
  universal,
  spherical,
  planar,
  soft_finger,
  point_on_line,
  line_on_plane,
  point_on_plane,
  distance,
  directions
};

const char* name_of(ConnectionKind kind);
std::optional<ConnectionKind> connection_kind(std::string_view name);

struct Connection {
  ConnectionKind kind = ConnectionKind::weld;
  double distance = 0;  // metres; only for the kind `distance`
  std::vector<Force<double>>
      directions{};  // only for the kind `directions`; in the second frame's axes, at its origin
};
int row_count(const Connection& connection);

// A frame to which a connection is attached.
struct LoopEnd {
  std::string body{};  // empty for the ground
  Transform<double> placement{};
};

// A joint that closes a loop.
struct Loop {
  std::string name{};
  Connection connection{};
  LoopEnd first{}, second{};
  Source source{};
};

// A joint of one coordinate that follows another: q = c0 + c1 x + c2 x^2 + c3 x^3 + c4 x^4, x the leader's coordinate
// (gears, cams). Without a leader the joint is locked at c0.
struct Coupling {
  std::string name{};
  std::string joint{};
  std::string leader{};
  std::array<double, 5> polynomial{0, 1, 0, 0, 0};
  Source source{};
};

// Returns a frame at `point` whose z axis points along `axis` (of any length except zero), oriented by the shortest
// rotation that takes z to `axis`.
Transform<double> frame_along(const Vector3<double>& point, const Vector3<double>& axis);

}  // namespace sinew
