#include "sinew/model/state.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sinew/base/uniform.hpp"

namespace sinew {
namespace {

// Sets q to a random unit quaternion, uniform on the sphere, by rejection from the cube.
void random_quaternion(Uniform& uniform, double* q) {
  double square = 0;
  do {
    square = 0;
    for (int i = 0; i < 4; ++i) {
      q[i] = uniform(-1, 1);
      square += q[i] * q[i];
    }
  } while (square > 1 || square < 1e-4);
  for (int i = 0; i < 4; ++i) q[i] /= std::sqrt(square);
}

bool is_rotation(JointKind kind, int dof) {
  switch (kind) {
    case JointKind::prismatic:
      return false;
    case JointKind::cylindrical:
      return dof == 0;
    case JointKind::planar:
      return dof == 2;
    default:
      return true;
  }
}

}  // namespace

State random_state(const Model& model, std::uint64_t seed) {
  Uniform uniform(seed);
  State state{.q = model.neutral_position()};
  for (const JointInfo& joint : model.joints()) {
    double* q = &state.q[std::size_t(joint.q_index)];
    if (joint.kind == JointKind::floating) {
      for (int i = 0; i < 3; ++i) q[i] = uniform(-1, 1);
      random_quaternion(uniform, q + 3);
    } else if (joint.kind == JointKind::spherical) {
      random_quaternion(uniform, q);
    } else {
      for (int i = 0; i < joint.v_size; ++i) {
        const double reach = is_rotation(joint.kind, i) ? std::numbers::pi : 1.0;
        const DegreeOfFreedom& dof = model.dofs()[std::size_t(joint.v_index + i)];
        const double low = std::isfinite(dof.lower) ? dof.lower : std::min(-reach, dof.upper - reach);
        const double high = std::isfinite(dof.upper) ? dof.upper : std::max(reach, low + reach);
        q[i] = uniform(low, high);
      }
    }
  }
  model.follow_mimics(state.q);
  for (auto* values : {&state.v, &state.tau, &state.a}) {
    for (int i = 0; i < model.velocity_size(); ++i) values->push_back(uniform(-1, 1));
  }
  return state;
}

}  // namespace sinew
