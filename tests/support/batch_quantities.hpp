// All quantities of a batch, each with its computation for a single state.
#pragma once

#include <algorithm>
#include <vector>

#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/batch/batch.hpp"
#include "tests/support/subject.hpp"

namespace sinew::test {

// Calls visit(name, numbers, single, many) for each quantity; `numbers` is the count of numbers per state.
// single(workspace, q, v, x, out) computes one state, many(batch, q, v, x, out) all of them and returns the report.
template <class T, class Visit>
void for_each_batch_quantity(const Model& model, const Visit& visit) {
  using V = VectorView<const T>;
  using W = Workspace<T>;
  using B = Batch<T>;
  using O = VectorView<T>;
  const int n = model.velocity_size();
  const auto square = std::size_t(n) * std::size_t(n);
  const std::vector<FrameIndex> frames{all_frames(model).back(), all_frames(model)[1]};
  visit(
      "forward dynamics", std::size_t(n),
      [&](W& w, V q, V v, V tau, O a) { forward_dynamics(w, q, v, tau, a); },
      [](B& b, V q, V v, V tau, O a) { return b.forward_dynamics(q, v, tau, a); });
  visit(
      "inverse dynamics", std::size_t(n),
      [&](W& w, V q, V v, V a, O tau) { inverse_dynamics(w, q, v, a, tau); },
      [](B& b, V q, V v, V a, O tau) { return b.inverse_dynamics(q, v, a, tau); });
  visit(
      "bias force", std::size_t(n), [&](W& w, V q, V v, V, O tau) { bias_force(w, q, v, tau); },
      [](B& b, V q, V v, V, O tau) { return b.bias_force(q, v, tau); });
  visit(
      "gravity force", std::size_t(n), [&](W& w, V q, V, V, O tau) { gravity_force(w, q, tau); },
      [](B& b, V q, V, V, O tau) { return b.gravity_force(q, tau); });
  visit(
      "mass matrix", square,
      [&](W& w, V q, V, V, O out) { mass_matrix(w, q, MatrixView<T>(out.data(), n, n)); },
      [](B& b, V q, V, V, O out) { return b.mass_matrix(q, out); });
  visit(
      "inverse mass matrix", square,
      [&](W& w, V q, V, V, O out) { inverse_mass_matrix(w, q, MatrixView<T>(out.data(), n, n)); },
      [](B& b, V q, V, V, O out) { return b.inverse_mass_matrix(q, out); });
  visit(
      "poses", 24,
      [&](W& w, V q, V, V, O out) {
        update_poses(w, q);
        T* to = out.data();
        for (const FrameIndex frame : frames) {
          const auto [r, p] = pose(w, frame);
          for (const Vector3<T>& column : {r.column_x(), r.column_y(), r.column_z(), p})
            *to++ = column.x, *to++ = column.y, *to++ = column.z;
        }
      },
      [&](B& b, V q, V, V, O out) { return b.poses(q, frames, out); });
  for (const Reference reference : all_references) {
    visit(
        "velocities", 12,
        [&](W& w, V q, V v, V, O out) {
          update_velocities(w, q, v);
          for (std::size_t f = 0; f < 2; ++f) {
            const auto twist = components(velocity(w, frames[f], reference));
            std::copy(twist.begin(), twist.end(), out.data() + 6 * f);
          }
        },
        [&](B& b, V q, V v, V, O out) { return b.velocities(q, v, frames, reference, out); });
    visit(
        "Jacobian", 6 * std::size_t(n),
        [&](W& w, V q, V, V, O out) {
          update_poses(w, q);
          jacobian(w, frames[0], reference, MatrixView<T>(out.data(), 6, n));
        },
        [&](B& b, V q, V, V, O out) { return b.jacobian(q, frames[0], reference, out); });
    OperationalSpace<T> space(model, frames[0], reference);
    visit(
        "Omega", 36,
        [&](W& w, V q, V, V, O out) {
          update_poses(w, q);
          update_filter(w, q);
          std::copy_n(space.omega(w).data(), 36, out.data());
        },
        [&](B& b, V q, V, V, O out) { return b.omega(q, frames[0], reference, out); });
  }
}

}  // namespace sinew::test
