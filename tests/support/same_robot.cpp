#include "tests/support/same_robot.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/model/description/differences.hpp"
#include "sinew/model/description/joint_pose.hpp"
#include "tests/support/compare.hpp"
#include "tests/support/random_robot.hpp"

namespace sinew::test {

namespace {

// The indices in the second robot of the coordinates of the first, by the names of the joints. The coordinates of joints
// that the other robot does not have by name, because they were renamed or divided, are in the same order.
struct CoordinateMap {
  std::vector<int> q, v;
};
CoordinateMap coordinate_map(const Model& a, const Model& b) {
  std::unordered_map<std::string, const JointInfo*> of_a, of_b;
  for (const JointInfo& joint : a.joints()) of_a[joint.name] = &joint;
  for (const JointInfo& joint : b.joints()) of_b[joint.name] = &joint;
  std::vector<int> free_q, free_v;
  for (const JointInfo& joint : b.joints()) {
    if (of_a.contains(joint.name)) continue;
    for (int i = 0; i < joint.q_size; ++i) free_q.push_back(joint.q_index + i);
    for (int i = 0; i < joint.v_size; ++i) free_v.push_back(joint.v_index + i);
  }
  CoordinateMap map;
  auto next_q = free_q.begin(), next_v = free_v.begin();
  for (const JointInfo& joint : a.joints()) {
    const auto other = of_b.find(joint.name);
    const bool named = other != of_b.end();
    for (int i = 0; i < joint.q_size; ++i) map.q.push_back(named ? other->second->q_index + i : *next_q++);
    for (int i = 0; i < joint.v_size; ++i) map.v.push_back(named ? other->second->v_index + i : *next_v++);
  }
  return map;
}

std::vector<double> permuted(const std::vector<double>& numbers, const std::vector<int>& to) {
  std::vector<double> result(numbers.size());
  for (std::size_t i = 0; i < numbers.size(); ++i) result[std::size_t(to[i])] = numbers[i];
  return result;
}

// Lengths below it are rounding of composed poses.
void without_rounding(Vector3<double>& v) {
  for (double* x : {&v.x, &v.y, &v.z}) {
    if (std::abs(*x) < 1e-14) *x = 0;
  }
}

}  // namespace

void expect_same_dynamics(const Description& first, const Description& second, Random& random,
                          double tolerance, int least_bodies) {
  const Model a(first), b(second);
  ASSERT_EQ(a.position_size(), b.position_size());
  ASSERT_EQ(a.velocity_size(), b.velocity_size());
  Workspace<double> work_a(a), work_b(b);
  const Index nv = a.velocity_size();
  MatrixXd M_a(nv, nv), M_b(nv, nv);
  VectorXd bias_a(nv), bias_b(nv);
  const CoordinateMap map = coordinate_map(a, b);
  for (int i = 0; i < 3; ++i) {
    const std::vector<double> q = random_position(first, random);
    const std::vector<double> v = random_velocity(first, random);
    mass_matrix(work_a, q, M_a);
    const std::vector<double> q_b = permuted(q, map.q), v_b = permuted(v, map.v);
    mass_matrix(work_b, q_b, M_b);
    bias_force(work_a, q, v, bias_a);
    bias_force(work_b, q_b, v_b, bias_b);
    MatrixXd M(nv, nv);
    VectorXd bias(nv);
    for (Index row = 0; row < nv; ++row) {
      bias[row] = bias_b[map.v[std::size_t(row)]];
      for (Index column = 0; column < nv; ++column)
        M(row, column) = M_b(map.v[std::size_t(row)], map.v[std::size_t(column)]);
    }
    EXPECT_LT(relative_error(M, M_a), tolerance) << "mass matrix";
    EXPECT_LT(relative_error(bias, bias_a), tolerance) << "bias force";
    std::unordered_map<std::string, bool> others;
    for (const Body& body : second.bodies) others[body.name] = true;
    int bodies = 0;
    for (const Body& body : first.bodies) {
      if (!others.contains(body.name)) continue;
      ++bodies;
      const Transform<double> x = pose(work_a, a.frame(body.name)), y = pose(work_b, b.frame(body.name));
      EXPECT_LT(norm(x.translation - y.translation), tolerance * (1 + norm(x.translation))) << body.name;
      EXPECT_LT(norm(rotation_vector_of(transpose(x.rotation) * y.rotation)), tolerance) << body.name;
    }
    EXPECT_GE(bodies, least_bodies);
  }
}

Description with_plain_roots(Description robot) {
  for (Body& body : robot.bodies) {
    if (body.joint.kind == JointKind::floating) body.placement = {};
  }
  return robot;
}

int floating_joint_count(const Description& robot) {
  return int(std::count_if(robot.bodies.begin(), robot.bodies.end(),
                           [](const Body& body) { return body.joint.kind == JointKind::floating; }));
}

std::string differences_in_words(Description first, Description second) {
  for (Description* robot : {&first, &second}) {
    for (Body& body : robot->bodies) {
      without_rounding(body.placement.translation);
      if (body.joint.kind != JointKind::fixed) body.joint.initial = start_of(body.joint);
    }
  }
  std::unordered_map<std::string, std::string> fixed_names;
  for (const Body& body : first.bodies) {
    if (body.joint.name.empty()) fixed_names[body.name] = "";
  }
  for (Body& body : second.bodies) {
    if (fixed_names.contains(body.name)) body.joint.name.clear();
  }
  std::string text;
  for (const auto& [where, what, a, b] : differences(first, second, 1e-12))
    text += where + ", " + what + ": " + a + " / " + b + "\n";
  return text;
}

}  // namespace sinew::test
