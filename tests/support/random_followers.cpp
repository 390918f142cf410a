#include "tests/support/random_followers.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "sinew/model/model.hpp"

namespace sinew::test {
namespace {

struct Relation {
  std::string leader;  // empty: locked
  std::array<double, 5> polynomial;
};

// A joint's position, and its first and second derivatives with respect to the joint that it follows in the end.
struct Along {
  double position, slope, bend;
  std::string root;  // empty: locked
};

Along along(const std::string& joint, const std::map<std::string, Relation>& relations,
            const std::map<std::string, double>& positions) {
  const auto relation = relations.find(joint);
  if (relation == relations.end()) return {positions.at(joint), 1, 0, joint};
  const auto& [leader_name, c] = relation->second;
  if (leader_name.empty()) return {c[0], 0, 0, ""};
  const Along leader = along(leader_name, relations, positions);
  double value = 0, first = 0, second = 0;
  for (int k = 0; k < 5; ++k) {
    value += c[std::size_t(k)] * std::pow(leader.position, k);
    if (k > 0) first += k * c[std::size_t(k)] * std::pow(leader.position, k - 1);
    if (k > 1) second += k * (k - 1) * c[std::size_t(k)] * std::pow(leader.position, k - 2);
  }
  return {value, first * leader.slope, second * leader.slope * leader.slope + first * leader.bend,
          leader.root};
}

FollowerSample draw(Random& random, bool linear) {
  FollowerSample sample;
  const int bodies = 2 + random.below(8);
  sample.description = random_description(random, {.bodies = bodies});
  Description& robot = sample.description;
  std::vector<Body*> joints;
  for (Body& body : robot.bodies) {
    if (sinew::velocity_size(body.joint.kind) == 1) joints.push_back(&body);
  }
  for (std::size_t i = joints.size(); i > 1; --i)
    std::swap(joints[i - 1], joints[std::size_t(random.below(int(i)))]);
  std::map<std::string, Relation> relations;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    Joint& joint = joints[i]->joint;
    if (!random.chance(0.6)) continue;
    if (i == 0 || random.chance(0.1)) {
      const double locked = random.uniform(-1, 1);
      relations[joint.name] = {"", {locked, 0, 0, 0, 0}};
    } else {
      const std::string leader = joints[std::size_t(random.below(int(i)))]->joint.name;
      std::array<double, 5> c{};
      for (std::size_t k = 0; k < (linear || random.chance(0.5) ? 2u : 5u); ++k) c[k] = random.uniform(-1, 1);
      if (c[2] == 0 && random.chance(0.5)) {
        joint.mimic = {leader, c[1], c[0]};
      }
      relations[joint.name] = {leader, c};
    }
    if (joint.mimic) continue;
    robot.couplings.push_back({.name = "coupling of " + joint.name,
                               .joint = joint.name,
                               .leader = relations[joint.name].leader,
                               .polynomial = relations[joint.name].polynomial});
  }

  const Model model(robot);
  const auto n = static_cast<Index>(model.velocity_size());
  sample.q = random_position(robot, random);
  std::map<std::string, double> positions;
  std::map<std::string, Index> columns;
  for (const JointInfo& joint : model.joints()) {
    positions[joint.name] = sample.q[std::size_t(joint.q_index)];
    columns[joint.name] = static_cast<Index>(sample.independent.size());
    if (relations.contains(joint.name)) continue;
    for (int i = 0; i < joint.v_size; ++i) sample.independent.push_back(joint.v_index + i);
  }
  const auto count = static_cast<Index>(sample.independent.size());
  const std::vector<double> u = random_velocity(robot, random), rates = random_velocity(robot, random);
  sample.tau = random_velocity(robot, random);
  sample.N = MatrixXd::Zero(n, count);
  sample.rate = VectorXd::Zero(n);
  for (const JointInfo& joint : model.joints()) {
    if (!relations.contains(joint.name)) {
      for (int i = 0; i < joint.v_size; ++i) sample.N(joint.v_index + i, columns.at(joint.name) + i) = 1;
      continue;
    }
    const Along at = along(joint.name, relations, positions);
    sample.q[std::size_t(joint.q_index)] = at.position;
    if (at.root.empty()) continue;
    const Index g = columns.at(at.root);
    sample.N(joint.v_index, g) = at.slope;
    sample.rate(joint.v_index) = at.bend * u[std::size_t(g)] * u[std::size_t(g)];
  }
  const VectorXd some_u = as_dense(u).head(count), some_rates = as_dense(rates).head(count);
  const VectorXd v = sample.N * some_u, a = sample.N * some_rates + sample.rate;
  sample.v.assign(v.begin(), v.end());
  sample.a.assign(a.begin(), a.end());
  return sample;
}

}  // namespace

FollowerSample random_follower_sample(int index, bool linear) {
  Random random(90000 + static_cast<std::uint64_t>(index));
  for (;;) {
    FollowerSample sample = draw(random, linear);
    const bool is_moderate =
        std::all_of(sample.q.begin(), sample.q.end(), [](double x) { return std::abs(x) < 10; });
    if (!sample.independent.empty() && Index(sample.independent.size()) < sample.N.rows() && is_moderate)
      return sample;
  }
}

}  // namespace sinew::test
