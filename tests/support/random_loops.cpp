#include "tests/support/random_loops.hpp"

#include <algorithm>
#include <numbers>

#include "tests/support/compare.hpp"
#include "tests/support/decompositions.hpp"
#include "tests/support/maximal_coordinates.hpp"
#include "tests/support/small_robots.hpp"

namespace sinew::test {

namespace {

constexpr double pi = std::numbers::pi;

Transform<double> to_transform(const Pose<double>& pose) {
  const auto row = [&](int i) {
    return Vector3<double>{pose.rotation(i, 0), pose.rotation(i, 1), pose.rotation(i, 2)};
  };
  const auto& t = pose.translation;
  return {{row(0), row(1), row(2)}, {t.x(), t.y(), t.z()}};
}

Rotation<double> random_rotation(Random& random, const Vector3<double>& axis) {
  return rotation_about(axis, random.uniform(-pi, pi));
}
// Returns a rotation about x, followed by one about z.
Rotation<double> two_rotations(Random& random) {
  const Rotation<double> about_x = random_rotation(random, {1, 0, 0});
  return random_rotation(random, {0, 0, 1}) * about_x;
}

Connection random_connection(Random& random) {
  Connection connection{.kind = static_cast<ConnectionKind>(random.below(13))};
  if (connection.kind == ConnectionKind::distance) connection.distance = random.uniform(0.2, 1.5);
  if (connection.kind == ConnectionKind::directions) {
    const int count = 1 + random.below(3);
    for (int i = 0; i < count; ++i) connection.directions.push_back({random.vector(1), random.vector(1)});
  }
  return connection;
}

// A possible pose of the second frame in the first.
Transform<double> random_closed_pose(const Connection& connection, Random& random) {
  const Vector3<double> z{0, 0, 1};
  const Vector3<double> on_axis{0, 0, random.uniform(-1, 1)};
  const Vector3<double> in_plane{random.uniform(-1, 1), random.uniform(-1, 1), 0};
  switch (connection.kind) {
    case ConnectionKind::weld:
      return {};
    case ConnectionKind::revolute:
      return {random_rotation(random, z), {}};
    case ConnectionKind::prismatic:
      return {{}, on_axis};
    case ConnectionKind::cylindrical:
      return {random_rotation(random, z), on_axis};
    case ConnectionKind::universal:
      return {two_rotations(random), {}};
    case ConnectionKind::spherical:
    case ConnectionKind::soft_finger:
      return {random.rotation(), {}};
    case ConnectionKind::planar:
      return {random_rotation(random, z), in_plane};
    case ConnectionKind::point_on_line:
      return {random.rotation(), on_axis};
    case ConnectionKind::line_on_plane:
      return {two_rotations(random), in_plane};
    case ConnectionKind::point_on_plane:
      return {random.rotation(), in_plane};
    case ConnectionKind::distance:
      return {random.rotation(), connection.distance * random.unit_vector()};
    case ConnectionKind::directions:
      return {random.rotation(), random.vector(1)};
  }
  return {};
}

// A loop between two bodies, or a body and the ground, that is closed at q.
Loop random_loop(const Description& robot, const std::vector<double>& q, Random& random) {
  const int bodies = static_cast<int>(robot.bodies.size());
  const int first = random.below(bodies), other = random.below(bodies + 1);
  const auto name = [&](int i) { return i == first || i == bodies ? std::string() : robot.bodies[i].name; };
  Loop loop{.connection = random_connection(random)};
  loop.first = {robot.bodies[first].name, {random.rotation(), random.vector(0.5)}};
  loop.second.body = name(other);
  const DenseReference<double> dense(robot, q);
  const auto pose = [&](const std::string& body) { return body.empty() ? Pose<double>() : dense.pose(body); };
  if (random.chance(0.5)) std::swap(loop.first.body, loop.second.body);
  const Pose<double> closed = pose(loop.first.body) * to_dense<double>(loop.first.placement) *
                              to_dense<double>(random_closed_pose(loop.connection, random));
  const Pose<double> carrier = pose(loop.second.body);
  const Pose<double> back{carrier.rotation.transpose(), -carrier.rotation.transpose() * carrier.translation};
  loop.second.placement = to_transform(back * closed);
  return loop;
}

// The joints with one coordinate, with their coordinates.
struct OneDof {
  Body* body;
  double q;
};
std::vector<OneDof> joints_of_one_dof(Description& robot, const std::vector<double>& q) {
  std::vector<OneDof> found;
  std::size_t iq = 0;
  for (const std::string& name : DenseReference<double>::coordinate_order(robot)) {
    const auto body =
        std::find_if(robot.bodies.begin(), robot.bodies.end(), [&](const Body& b) { return b.name == name; });
    if (sinew::velocity_size(body->joint.kind) == 1) found.push_back({&*body, q[iq]});
    iq += position_size(body->joint);
  }
  return found;
}

void add_random_coupling(Description& robot, const std::vector<double>& q, Random& random) {
  const std::vector<OneDof> joints = joints_of_one_dof(robot, q);
  const int count = static_cast<int>(joints.size());
  if (count < 2) return;
  const int follower = random.below(count), leader = (follower + 1 + random.below(count - 1)) % count;
  const auto& [body, position] = joints[follower];
  const auto& [lead, x] = joints[leader];
  if (random.chance(0.3) && !body->joint.mimic && !lead->joint.mimic) {
    const double multiplier = random.uniform(-2, 2);
    body->joint.mimic = {lead->joint.name, multiplier, position - multiplier * x};
    return;
  }
  Coupling coupling{.name = "coupling" + std::to_string(robot.couplings.size()), .joint = body->joint.name};
  auto& c = coupling.polynomial;
  c = {position, 0, 0, 0, 0};
  if (random.chance(0.8)) {
    coupling.leader = lead->joint.name;
    double power = 1;
    for (int i = 1; i < 5; ++i) {
      power *= x;
      c[i] = random.uniform(-1, 1) / (1 + i);
      c[0] -= c[i] * power;
    }
  }
  robot.couplings.push_back(coupling);
}

int loop_rows(const Description& robot) {
  int rows = static_cast<int>(robot.couplings.size());
  for (const Loop& loop : robot.loops) rows += row_count(loop.connection);
  return rows;
}

void add_random_loops(Description& robot, const std::vector<double>& q, int dofs, Random& random) {
  const int loops = 1 + random.below(4);
  const bool may_lock = random.chance(0.15);
  for (int i = 0; i < loops; ++i) {
    Loop loop = random_loop(robot, q, random);
    loop.name = "loop" + std::to_string(i);
    if (!may_lock && loop_rows(robot) + row_count(loop.connection) >= dofs) continue;
    robot.loops.push_back(loop);
  }
}

// Hinges with parallel axes, closed by a hinge: three of its five rows are redundant.
ClosedSample planar_linkage(Random& random) {
  ClosedSample sample;
  Description& robot = sample.description;
  robot = {.name = "linkage", .gravity = random.vector(10)};
  const Vector3<double> axis = random.unit_vector();
  const int links = 3 + random.below(3);
  for (int i = 0; i < links; ++i) {
    const double mass = random.uniform(0.5, 2), moment = mass * random.uniform(0.02, 0.1);
    const Inertial inertial{mass, random.vector(0.3), {moment, 0, 0, moment, 0, moment}};
    robot.bodies.push_back(hinged("b" + std::to_string(i), i == 0 ? "" : "b" + std::to_string(i - 1),
                                  random.vector(0.5), inertial, axis));
    sample.q.push_back(random.uniform(-pi, pi));
  }
  const Vector3<double> point = random.vector(0.4);
  Loop loop{.name = "hinge", .connection = {.kind = ConnectionKind::revolute}};
  loop.first = {robot.bodies.back().name, frame_along(point, axis)};
  const DenseReference<double> dense(robot, sample.q);
  loop.second.placement = to_transform(dense.pose(loop.first.body) * to_dense<double>(loop.first.placement));
  robot.loops.push_back(loop);
  return sample;
}

ClosedSample draw(Random& random, int index) {
  if (index % 10 == 9) return planar_linkage(random);
  ClosedSample sample;
  sample.description = random_description(random, {.bodies = 2 + random.below(7)});
  Description& robot = sample.description;
  sample.q = random_position(robot, random);
  const int dofs = DenseReference<double>(robot, sample.q).velocity_size();
  const int couplings = std::max(0, random.below(5) - 2);
  for (int i = 0; i < couplings; ++i) add_random_coupling(robot, sample.q, random);
  add_random_loops(robot, sample.q, dofs, random);
  if (index % 10 == 4 && !robot.loops.empty()) {
    Loop again = robot.loops.front();
    again.name = "again";
    robot.loops.push_back(again);
  }
  return sample;
}

// True if neither the mass matrix nor the set of loops is nearly singular.
bool has_clear_rank(const ClosedSample& sample) {
  const DenseReference<double> dense(sample.description, sample.q);
  if (dense.velocity_size() == 0 || condition_of(dense.mass_matrix()) > 1e6) return false;
  const VectorXd values = row_sizes(sample.description, sample.q);
  return values.size() > 0 && std::none_of(values.begin(), values.end(), [&](double x) {
           return x > 1e-13 * values.maxCoeff() && x < 1e-3 * values.maxCoeff();
         });
}

}  // namespace

std::vector<double> let_through(const Description& description, const std::vector<double>& q,
                                const std::vector<double>& v) {
  using Real = long double;
  const MatX<Real> J = MaximalCoordinates<Real>(description, q).jacobian();
  if (J.isZero(1e-12L)) return v;
  const VecX<Real> wanted = to_dense<Real>(v);
  const VectorXd kept = (wanted - least_norm_solve(J, J * wanted, 1e-9L)).cast<double>();
  return {kept.begin(), kept.end()};
}

VectorXd row_sizes(const Description& description, const std::vector<double>& q) {
  const MatrixXd J = MaximalCoordinates<double>(description, q).jacobian();
  if (J.size() == 0) return {};
  const MatrixXd mass = DenseReference<double>(description, q).mass_matrix();
  const MatrixXd scaled = mass.cholesky().solve_lower(J.transpose());  // M = L L^T
  return singular_values(scaled);
}

ClosedSample random_closed_sample(int index) {
  Random random(70000 + static_cast<std::uint64_t>(index));
  for (;;) {
    ClosedSample sample = draw(random, index);
    if (!has_clear_rank(sample)) continue;
    sample.v = let_through(sample.description, sample.q, random_velocity(sample.description, random));
    sample.tau = random_velocity(sample.description, random);
    const MaximalCoordinates<double> moving(sample.description, sample.q, sample.v);
    if (moving.forward_dynamics(sample.tau).disagreement < 1e-8) return sample;
  }
}

}  // namespace sinew::test
