// How two bodies are tied together outside the tree: the closing joints of loops, grasps and contacts; and joints whose
// coordinates are coupled.
//
// A connection lets its second frame move against its first as its kind allows. Every relative motion it forbids is a
// direction in which it transmits force, and a row of the constraints (chains/connection_rows.hpp).
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/model/findings.hpp"
#include "sinew/spatial/transform.hpp"

namespace sinew {

// What must hold between the frames, and how many rows that makes. An axis is the z axis of both frames where nothing
// else is said; a plane is the x-y plane of the first frame.
//   weld            the frames are one                                                          6
//   revolute        origins and axes together                                                   5
//   prismatic       same orientation, the second origin on the axis                             5
//   cylindrical     axes on one line                                                            4
//   universal       origins together, z of the first perpendicular to x of the second           4
//   spherical       origins together; a point contact with friction                             3
//   planar          the second's x-y plane slides on the plane                                  3
//   soft_finger     origins together, no spin about z of the first; not holonomic               4
//   point_on_line   the second origin on the first's axis                                       2
//   line_on_plane   the second's origin and x axis in the plane                                 2
//   point_on_plane  the second origin in the plane; a sliding contact                           1
//   distance        the origins stay `distance` apart                                           1
//   directions      no relative motion along the forces listed; says nothing of positions       1 each
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
  double distance = 0;  // metres, of the kind `distance`
  std::vector<Force<double>>
      directions{};  // of the kind `directions`, in the second frame's axes at its origin
};
int row_count(const Connection& connection);

// A frame at which a connection ends.
struct LoopEnd {
  std::string body{};  // empty: the ground
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
// (gears, cams). Without a leader the joint is held at c0.
struct Coupling {
  std::string name{};
  std::string joint{};
  std::string leader{};
  std::array<double, 5> polynomial{0, 1, 0, 0, 0};
  Source source{};
};

// A frame at `point` whose z axis is `axis` (of any length but zero), turned the shortest way from the z axis.
Transform<double> frame_along(const Vector3<double>& point, const Vector3<double>& axis);

}  // namespace sinew
