#include "sinew/model/description/internal/solvability.hpp"

#include <algorithm>
#include <cmath>
#include <random>

#include "sinew/model/description/repaired.hpp"
#include "sinew/model/joints/joints.hpp"
#include "sinew/model/tree/internal/lowering.hpp"

namespace sinew {
namespace {

constexpr int positions_tried = 3;
// D is a difference of numbers as large as the composite inertia. Below this fraction of them it is only rounding.
constexpr double negligible = 1e-13;

// Runs R87 (37)-(39), (43) at one position: P+ = P - P H^T H P / D, transformed to the parent by phi. Marks the
// degrees of freedom whose D is not negligible as regular.
void try_position(const Tree<double>& tree, const std::vector<double>& q, std::vector<bool>& regular) {
  detail::JointState<double> joints(tree);
  detail::set_joints(tree, joints, q.data());
  std::vector<ArticulatedInertia<double>> covariance;
  std::vector<RigidInertia<double>> composite;
  for (const Link<double>& link : tree.links) {
    covariance.emplace_back(link.inertia);
    composite.push_back(link.inertia);
  }
  for (std::size_t k = tree.links.size() - 1; k > 0; --k) {
    at_joint(tree, joints, k, [&](const auto& joint) {
      const auto parent = std::size_t(joint.link.parent);
      for (int i = 0; i < joint.count(); ++i) {
        const auto dof = std::size_t(joint.link.v + i);
        const Force<double> column = covariance[k] * joint.axis(i);
        const double innovation = dot(joint.axis(i), column) + tree.armature[dof];
        const double scale = dot(joint.axis(i), composite[k] * joint.axis(i)) + tree.armature[dof];
        if (!(innovation > negligible * scale)) continue;
        regular[dof] = true;
        covariance[k] = minus_product(covariance[k], (1 / innovation) * column, column);
      }
      covariance[parent] = covariance[parent] + joint.to_parent(covariance[k]);
      composite[parent] = composite[parent] + joint.to_parent(composite[k]);
    });
  }
}

}  // namespace

std::vector<std::string> bodies_of_singular_joints(const Description& description) {
  const Lowered lowered = lower(description);
  std::mt19937_64 random(1);
  std::vector<bool> regular(std::size_t(lowered.tree.v_size), false);
  for (int i = 0; i < positions_tried; ++i) {
    std::vector<double> q;
    for (int n = 0; n < lowered.tree.q_size; ++n) q.push_back(double(random() >> 11) * 0x1p-53 * 2 - 1);
    try_position(lowered.tree, q, regular);
  }
  std::vector<std::string> bodies;
  for (const JointInfo& joint : lowered.joints) {
    const auto first = regular.begin() + joint.v_index;
    if (std::find(first, first + joint.v_size, false) != first + joint.v_size) bodies.push_back(joint.body);
  }
  return bodies;
}

void find_singular_joints(const Description& description, Findings& findings) {
  Findings not_reported_here;
  const auto singular =
      findings.has_physical_errors()
          ? bodies_of_singular_joints(with_possible_inertias(description, not_reported_here))
          : bodies_of_singular_joints(description);
  for (const std::string& name : singular) {
    const auto body = std::find_if(description.bodies.begin(), description.bodies.end(),
                                   [&](const Body& b) { return b.name == name; });
    findings.physical_error(
        body->source, "joint '" + body->joint.name +
                          "' moves no inertia, so the mass matrix is singular; give body '" + name +
                          "' (or a body that it carries) mass and inertia that this joint moves, or give the "
                          "joint an armature");
  }
}

}  // namespace sinew
