// Reads the targets of controllers: waypoints in the scene, or a file with a trajectory.
#include <fmt/format.h>

#include <filesystem>

#include "sinew/io/files/state_checks.hpp"
#include "sinew/io/files/trajectory_file.hpp"
#include "sinew/io/internal/scene/simulation.hpp"

namespace sinew::scenes {
namespace {

constexpr Word<Interpolation> interpolations[] = {{"minimum_jerk", Interpolation::minimum_jerk},
                                                  {"spline", Interpolation::spline}};

// Reads the position, the rotation, or both; the other part of `pose` is kept.
void read_pose(Fields& fields, std::vector<double>& pose) {
  const bool is_moved = fields.has("position");
  const bool is_rotated =
      fields.has("rpy") || fields.has("rpy_deg") || fields.has("quaternion") || fields.has("axis");
  const Transform<double> placement = read_placement(fields);
  if (!is_moved && !is_rotated) fields.error(fields.node(), "has neither position nor rotation");
  if (pose.size() != 7) return;  // the follower could not be read
  const Vector3<double>& at = placement.translation;
  const auto [w, x, y, z] = quaternion_of(placement.rotation);
  if (is_moved) std::copy_n(std::array{at.x, at.y, at.z}.begin(), 3, pose.begin());
  if (is_rotated) std::copy_n(std::array{w, x, y, z}.begin(), 4, pose.begin() + 3);
}

void read_waypoint(Fields& fields, const Follower& follower, std::vector<double>& q, const Reading& reading) {
  if (follower.is_pose) {
    read_pose(fields, q);
    return;
  }
  if (!fields.has("q")) fields.error(fields.node(), "has no q");
  if (follower.model) read_coordinates(fields, "q", *follower.model, Coordinates::positions, q, reading);
}

void read_waypoints(const std::vector<Node>& list, const std::string& owner, const Follower& follower,
                    TrajectoryPlan& plan, const Reading& reading) {
  std::vector<double> q = follower.start;
  for (std::size_t i = 0; i < list.size(); ++i) {
    Fields fields(list[i], owner + ": waypoint " + std::to_string(i + 1), reading);
    if (list[i].kind != Node::Kind::map) continue;
    if (!fields.has("time")) fields.error(list[i], "has no time");
    const double time = not_negative(fields, "time", 0, {dimension::time});
    read_waypoint(fields, follower, q, reading);
    fields.finish();
    if (!fields.has("time")) continue;
    if (i > 0 && !plan.times.empty() && time <= plan.times.back())
      fields.error(*fields.find("time"), fmt::format("time: got {:g} after {:g}, expected increasing times",
                                                     time, plan.times.back()));
    // If the first waypoint is later than 0, the trajectory begins at the initial state.
    if (plan.times.empty() && time > 0) {
      plan.times.push_back(0);
      plan.values.push_back(follower.start);
    }
    plan.times.push_back(time);
    plan.values.push_back(q);
  }
}

void read_file(Fields& fields, const Follower& follower, TrajectoryPlan& plan, const Reading& reading) {
  const auto name = fields.text("file");
  if (!name || !follower.model) return;
  const std::filesystem::path file = std::filesystem::path(reading.file).parent_path() / *name;
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) {
    fields.error(*fields.find("file"), "file: no such file: " + file.string());
    return;
  }
  plan = read_trajectory(file, *follower.model, reading.findings);
}

}  // namespace

TrajectoryPlan read_target(Fields& controller, const Follower& follower, const Reading& reading) {
  TrajectoryPlan plan;
  const Node* const written = controller.find("target");
  if (!written) return plan;
  Fields fields(*written, controller.what("target"), reading);
  if (written->kind != Node::Kind::map) return plan;
  const bool from_file = fields.has("file");
  const std::vector<Node>& waypoints = fields.list("waypoints");
  if (from_file == fields.has("waypoints")) {
    fields.error(*written, from_file ? "file and waypoints exclude each other"
                                     : "has neither waypoints nor file; expected one of them");
  } else if (from_file) {
    read_file(fields, follower, plan, reading);
  } else {
    if (waypoints.empty() && fields.find("waypoints")->kind == Node::Kind::list)
      fields.error(*fields.find("waypoints"), "waypoints: expected at least one");
    read_waypoints(waypoints, fields.owner(), follower, plan, reading);
  }
  plan.interpolation = read_word(fields, "interpolation", interpolations)
                           .value_or(from_file ? Interpolation::spline : Interpolation::minimum_jerk);
  fields.finish();
  return plan;
}

}  // namespace sinew::scenes
