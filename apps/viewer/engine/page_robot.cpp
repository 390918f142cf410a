#include "apps/viewer/engine/page_robot.hpp"

#include <array>
#include <cmath>
#include <stdexcept>

namespace sinew::viewer {
namespace {

constexpr double most_entries = 1e6;  // bodies, loops, ... of a robot

// Reads numbers and names one after the other.
class Reader {
 public:
  Reader(std::span<const double> numbers, std::string_view names) : numbers_(numbers), names_(names) {}

  double number() {
    if (next_ == numbers_.size()) throw std::invalid_argument("the robot's numbers end too early");
    return numbers_[next_++];
  }
  int whole(int least, int end) {
    const double x = number();
    if (!(x >= least && x < end && x == std::floor(x)))
      throw std::invalid_argument("the robot's numbers have " + std::to_string(x) + " for an index or count");
    return int(x);
  }
  int count() { return whole(0, int(most_entries)); }
  std::string name() {
    const std::size_t end = names_.find('\0');
    if (end == std::string_view::npos) throw std::invalid_argument("the robot's names end too early");
    std::string name(names_.substr(0, end));
    names_.remove_prefix(end + 1);
    return name;
  }
  Vector3<double> vector() {
    const double x = number(), y = number(), z = number();
    return {x, y, z};
  }
  Transform<double> transform() {
    const Vector3<double> x = vector(), y = vector(), z = vector();
    return {{x, y, z}, vector()};
  }

 private:
  std::span<const double> numbers_;
  std::size_t next_ = 0;
  std::string_view names_;
};

JointKind joint_kind(const std::string& name) {
  for (int i = 0; i < int(JointKind::custom); ++i) {
    if (name == name_of(JointKind(i))) return JointKind(i);
  }
  throw std::invalid_argument("no joint is of kind '" + name + "'");
}

Body read_body(Reader& from, std::span<const Body> before, PageRobot& robot) {
  Body body{.name = from.name()};
  const int parent = from.whole(-1, int(before.size()));
  robot.parent.push_back(parent);
  if (parent >= 0) body.parent = before[std::size_t(parent)].name;
  body.placement = from.transform();
  body.joint.name = from.name();
  body.joint.kind = joint_kind(from.name());
  body.joint.axis = from.vector();
  body.joint.axis2 = from.vector();
  body.joint.pitch = from.number();
  const int q = from.count(), v = from.count();
  robot.places.push_back({q, v});
  for (int i = 0; i < velocity_size(body.joint.kind); ++i)
    body.joint.dofs.push_back({.armature = from.number()});
  body.inertial.mass = from.number();
  body.inertial.com = from.vector();
  auto& inertia = body.inertial.inertia;
  for (double* entry : {&inertia.xx, &inertia.yy, &inertia.zz, &inertia.xy, &inertia.xz, &inertia.yz})
    *entry = from.number();
  return body;
}

LoopEnd read_end(Reader& from, std::span<const Body> bodies) {
  const int body = from.whole(-1, int(bodies.size()));
  return {body < 0 ? std::string() : bodies[std::size_t(body)].name, from.transform()};
}

Loop read_loop(Reader& from, std::span<const Body> bodies, int parts, PageRobot& robot) {
  Loop loop{.name = from.name()};
  const std::string kind = from.name();
  const auto known = connection_kind(kind);
  if (!known) throw std::invalid_argument("no loop is of kind '" + kind + "'");
  loop.connection.kind = *known;
  loop.first = read_end(from, bodies);
  loop.second = read_end(from, bodies);
  loop.connection.distance = from.number();
  robot.arm_of_loop.push_back(from.whole(-1, parts));
  const int directions = from.count();
  for (int i = 0; i < directions; ++i) {
    const Vector3<double> angular = from.vector(), linear = from.vector();
    loop.connection.directions.push_back({angular, linear});
  }
  return loop;
}

Coupling read_coupling(Reader& from, std::span<const Body> bodies) {
  Coupling coupling{.name = from.name()};
  coupling.joint = bodies[std::size_t(from.whole(0, int(bodies.size())))].joint.name;
  const int leader = from.whole(-1, int(bodies.size()));
  if (leader >= 0) coupling.leader = bodies[std::size_t(leader)].joint.name;
  for (double& coefficient : coupling.polynomial) coefficient = from.number();
  return coupling;
}

}  // namespace

PageRobot read_robot(std::span<const double> numbers, std::string_view names) {
  Reader from(numbers, names);
  PageRobot robot;
  Description& to = robot.description;
  to.name = from.name();
  to.gravity = from.vector();
  const int bodies = from.count(), loops = from.count(), couplings = from.count(), parts = from.count();
  for (int i = 0; i < bodies; ++i) to.bodies.push_back(read_body(from, to.bodies, robot));
  for (int i = 0; i < loops; ++i) to.loops.push_back(read_loop(from, to.bodies, parts, robot));
  for (int i = 0; i < couplings; ++i) to.couplings.push_back(read_coupling(from, to.bodies));
  for (int i = 0; i < parts; ++i) {
    const int first = from.whole(0, bodies + 1);
    robot.parts.push_back({first, from.whole(0, bodies - first + 1)});
  }
  return robot;
}

}  // namespace sinew::viewer
