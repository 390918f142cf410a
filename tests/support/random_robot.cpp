#include "tests/support/random_robot.hpp"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <numbers>

#include "sinew/base/compiler.hpp"
#include "tests/support/custom_joints.hpp"
#include "tests/support/decompositions.hpp"

namespace sinew::test {

namespace {

constexpr double pi = std::numbers::pi;

Vector3<double> random_axis(Random& random) {
  const Vector3<double> along[] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {-1, 0, 0}, {0, -1, 0}, {0, 0, -1}};
  if (random.chance(0.5)) return along[random.below(6)];
  // Not of unit length: a description need not be.
  const Vector3<double> direction = random.unit_vector();
  return random.uniform(0.5, 2) * direction;
}

Rotation<double> random_placement_rotation(Random& random) {
  const double angles[] = {0, pi / 2, -pi / 2, pi, 3.1415, -1.5708, 1e-6, pi - 1e-6, pi / 2 + 1e-9};
  switch (random.below(4)) {
    case 0:
      return {};
    case 1:
      return rotation_from_rpy(
          Vector3<double>{angles[random.below(9)], angles[random.below(9)], angles[random.below(9)]});
    case 2: {
      const double angle = angles[random.below(9)];
      return rotation_about(random.unit_vector(), angle);
    }
    default:
      return random.rotation();
  }
}

Vector3<double> random_offset(Random& random) {
  switch (random.below(4)) {
    case 0:
      return {};
    case 1:
      return {0, 0, random.uniform(-0.5, 0.5)};
    case 2:
      return {random.uniform(-0.5, 0.5), 0, 0};
    default:
      return random.vector(0.5);
  }
}

// Positive definite and consistent with the triangle inequality, because principal second moments of mass are drawn,
// not moments of inertia.
Inertial random_inertial(Random& random) {
  const double mass = random.uniform(0.2, 5);
  const double size = random.uniform(0.05, 0.3);
  const double x = random.uniform(0.1, 1), y = random.uniform(0.1, 1), z = random.uniform(0.1, 1);
  const double scale = mass * size * size;
  const Symmetric3<double> principal{scale * (y + z), 0, 0, scale * (x + z), 0, scale * (x + y)};
  return {mass, random.chance(0.2) ? Vector3<double>{} : random.vector(0.3),
          conjugate(random.rotation(), principal)};
}

std::vector<DegreeOfFreedom> random_dofs(Random& random, int count) {
  const auto one = [&] {
    return DegreeOfFreedom{
        .armature = random.uniform(0, 0.3), .damping = random.uniform(0, 1), .dry_friction = 0.1};
  };
  switch (random.below(3)) {
    case 0:
      return {};
    case 1:
      return {one()};
    default:
      break;
  }
  std::vector<DegreeOfFreedom> dofs;
  for (int i = 0; i < count; ++i) dofs.push_back(one());
  return dofs;
}

std::shared_ptr<const CustomJoint> random_custom(Random& random) {
  switch (random.below(4)) {
    case 0: {
      const Vector3<double> second = random.unit_vector(), first = random.unit_vector();
      return std::make_shared<UserUniversal>(first, second);
    }
    case 1:
      return std::make_shared<RollingRim>(random.uniform(0.1, 0.4));
    case 2:
      return std::make_shared<Cam>();
    default:
      return std::make_shared<YawPitchRollFree>();
  }
}

Joint random_joint(Random& random, bool root, const RobotOptions& options) {
  constexpr JointKind kinds[] = {JointKind::fixed,     JointKind::revolute,  JointKind::revolute,
                                 JointKind::revolute,  JointKind::revolute,  JointKind::continuous,
                                 JointKind::prismatic, JointKind::prismatic, JointKind::helical,
                                 JointKind::universal, JointKind::spherical, JointKind::cylindrical,
                                 JointKind::planar,    JointKind::floating,  JointKind::custom};
  Joint joint;
  do {
    joint.kind = kinds[random.below(options.custom_joints ? 15 : 14)];
  } while (!root && joint.kind == JointKind::floating && random.chance(0.8));
  if (root && random.chance(0.4)) joint.kind = JointKind::floating;
  joint.axis = random_axis(random);
  do {
    joint.axis2 = random_axis(random);
  } while (norm(cross(joint.axis, joint.axis2)) < 0.3 * norm(joint.axis) * norm(joint.axis2));
  joint.pitch = random.uniform(-0.3, 0.3);
  if (joint.kind == JointKind::custom) joint.custom = random_custom(random);
  if (joint.kind != JointKind::fixed) joint.dofs = random_dofs(random, velocity_size(joint));
  return joint;
}

// A compound joint: one or two massless bodies that rotate about perpendicular axes, then a body with mass.
void add_compound_joint(Description& robot, Random& random, const std::string& parent, int& made) {
  const Vector3<double> axes[] = {{0, 0, 1}, {0, 1, 0}, {1, 0, 0}};
  const int links = 2 + random.below(2);
  std::string below = parent;
  for (int i = 0; i < links; ++i) {
    const std::string name = "b" + std::to_string(made++);
    Body body{.name = name, .parent = below, .joint = {.name = name + "_joint", .kind = JointKind::revolute}};
    body.joint.axis = axes[i];
    if (i == 0) body.placement = {random_placement_rotation(random), random_offset(random)};
    if (i + 1 == links) body.inertial = random_inertial(random);
    robot.bodies.push_back(body);
    below = name;
  }
}

bool is_well_conditioned(const Description& robot, const std::vector<double>& q) {
  const MatrixXd mass = DenseReference<double>(robot, q).mass_matrix();
  if (mass.size() == 0) return true;
  const VectorXd spectrum = eigenvalues(mass);
  return spectrum.minCoeff() > 1e-7 * spectrum.maxCoeff();
}

Description draw_description(Random& random, const RobotOptions& options) {
  Description robot{.name = "random", .gravity = random.vector(10)};
  int made = 0;
  while (made < options.bodies) {
    // Long branches are more frequent than bushes; every tenth body is on the ground.
    const int back =
        options.serial || random.chance(options.deep ? 0.85 : 0.6) ? made - 1 : random.below(made + 1) - 1;
    const bool grounded =
        made == 0 || (!options.serial && random.chance(options.deep ? 0.02 : 0.1)) || back < 0;
    const std::string parent = grounded ? "" : robot.bodies[back].name;
    if (options.massless_bodies && made + 3 <= options.bodies && random.chance(0.1)) {
      add_compound_joint(robot, random, parent, made);
      continue;
    }
    const std::string name = "b" + std::to_string(made++);
    Body body{.name = name,
              .parent = parent,
              .placement = {random_placement_rotation(random), random_offset(random)}};
    body.joint = random_joint(random, parent.empty(), options);
    body.joint.name = name + "_joint";
    body.inertial = random_inertial(random);
    if (body.joint.kind == JointKind::fixed && random.chance(0.5)) body.inertial = {};  // a massless mounting
    robot.bodies.push_back(body);
  }
  const int frames = random.below(4);
  for (int i = 0; i < frames; ++i) {
    const std::string& body = robot.bodies[random.below(made)].name;
    robot.frames.push_back({.name = "f" + std::to_string(i),
                            .body = random.chance(0.1) ? "" : body,
                            .placement = {random_placement_rotation(random), random_offset(random)}});
  }
  // The order of the file is random; the order of the coordinates follows the tree.
  if (random.chance(0.3)) std::reverse(robot.bodies.begin(), robot.bodies.end());
  if (!options.serial && random.chance(0.3)) {
    const std::string carrier = robot.bodies[random.below(made)].name;
    robot = with_payload(robot, {.name = "payload",
                                 .body = carrier,
                                 .placement = {random.rotation(), random.vector(0.2)},
                                 .inertial = random_inertial(random)});
  }
  return robot;
}

// More than 30 degrees of freedom from the ground to a tip, and on this path a moving body with two branches.
bool is_deep_tree(const Description& robot) {
  std::map<std::string, const Body*> bodies;
  std::map<std::string, int> children;
  for (const Body& body : robot.bodies) {
    bodies[body.name] = &body;
    if (body.joint.kind != JointKind::fixed) ++children[body.parent];
  }
  return std::any_of(robot.bodies.begin(), robot.bodies.end(), [&](const Body& tip) {
    int dofs = 0;
    bool parts = false;
    for (const Body* body = &tip;; body = bodies.at(body->parent)) {
      dofs += velocity_size(body->joint);
      if (body->parent.empty()) return dofs > 30 && parts;
      parts = parts || children[body->parent] > 1;
    }
  });
}

}  // namespace

Description random_description(Random& random, const RobotOptions& options) {
  for (;;) {
    Description robot = draw_description(random, options);
    if (options.deep && !is_deep_tree(robot)) continue;
    if (is_well_conditioned(robot, random_position(robot, random))) return robot;
  }
}

std::vector<double> random_position(const Description& description, Random& random) {
  std::vector<double> q;
  const auto push_quaternion = [&] {
    const auto [w, x, y, z] = random.quaternion();
    q.insert(q.end(), {w, x, y, z});
  };
  for (const std::string& name : DenseReference<double>::coordinate_order(description)) {
    const auto body = std::find_if(description.bodies.begin(), description.bodies.end(),
                                   [&](const Body& b) { return b.name == name; });
    const Joint& joint = body->joint;
    if (joint.kind == JointKind::floating) {
      for (int i = 0; i < 3; ++i) q.push_back(random.uniform(-1, 1));
    }
    if (joint.kind == JointKind::spherical || joint.kind == JointKind::floating) {
      push_quaternion();
      continue;
    }
    for (int i = 0; i < position_size(joint); ++i) {
      const bool slides = joint.kind == JointKind::prismatic ||
                          (joint.kind == JointKind::cylindrical && i == 1) ||
                          (joint.kind == JointKind::planar && i < 2);
      const double range = slides ? 1 : pi;
      q.push_back(random.chance(0.1) ? 0 : random.uniform(-range, range));
    }
  }
  return q;
}

std::vector<double> random_velocity(const Description& description, Random& random) {
  int size = 0;
  for (const Body& body : description.bodies) size += velocity_size(body.joint);
  std::vector<double> v(size);
  for (double& component : v) component = random.uniform(-2, 2);
  return v;
}

namespace {

Sample make_sample(int index, bool custom_joints) {
  Random random(1000 + static_cast<std::uint64_t>(index));
  const bool deep = index % 64 == 47;
  const int bodies = deep ? 25 : index % 16 == 15 ? 13 + random.below(28) : 1 + random.below(12);
  Sample sample;
  sample.description =
      random_description(random, {.bodies = bodies, .custom_joints = custom_joints, .deep = deep});
  do {  // not near the positions in which a compound joint is singular
    sample.q = random_position(sample.description, random);
  } while (!is_well_conditioned(sample.description, sample.q));
  sample.v = random_velocity(sample.description, random);
  sample.a = random_velocity(sample.description, random);
  sample.tau = random_velocity(sample.description, random);
  const auto six = [&] { return Vec6<double>::filled_by([&] { return random.uniform(-5, 5); }); };
  sample.environment.base_acceleration = six();
  const int forces = random.below(5);
  for (int i = 0; i < forces; ++i) {
    const auto& frames = sample.description.frames;
    const auto& bodies_of = sample.description.bodies;
    const bool on_frame = !frames.empty() && random.chance(0.5);
    const std::string name = on_frame ? frames[random.below(static_cast<int>(frames.size()))].name
                                      : bodies_of[random.below(static_cast<int>(bodies_of.size()))].name;
    sample.environment.forces.push_back({name, six()});
  }
  return sample;
}

}  // namespace

Sample random_sample(int index) {
  return make_sample(index, true);
}
Sample sample_without_custom_joints(int index) {
  return make_sample(index, false);
}

int sample_count() {
#if defined(SINEW_IS_SANITIZED) || defined(SINEW_EMULATED)
  return 100;
#else
  return std::getenv("SINEW_FULL") != nullptr ? 20000 : 2000;
#endif
}

}  // namespace sinew::test
