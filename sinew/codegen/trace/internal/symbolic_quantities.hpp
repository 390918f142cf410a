// Computes the quantities of a robot by running its recursions on symbols. Of several methods for the same result it
// chooses the one with the fewest operations after constants are folded and common subexpressions are shared.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <utility>

#include "sinew/algorithms/dynamics/forward_dynamics.hpp"
#include "sinew/algorithms/dynamics/inverse_dynamics.hpp"
#include "sinew/algorithms/kinematics/jacobian.hpp"
#include "sinew/algorithms/kinematics/kinematics.hpp"
#include "sinew/algorithms/mass_matrix/inverse_mass_matrix.hpp"
#include "sinew/algorithms/mass_matrix/mass_matrix.hpp"
#include "sinew/algorithms/operational_space/operational_space.hpp"
#include "sinew/codegen/trace/function.hpp"
#include "sinew/codegen/trace/internal/point_newton_euler.hpp"
#include "sinew/codegen/trace/internal/tree_factors.hpp"

namespace sinew {

// Returns the result with the fewest operations, of several that are equal.
inline std::vector<Symbol> cheapest(const SymbolGraph& graph,
                                    const std::vector<std::vector<Symbol>>& results) {
  const auto cost = [&](const std::vector<Symbol>& result) {
    SymbolicFunction function;
    function.outputs.push_back({"", "", result});
    return operation_count(graph, function).total();
  };
  return *std::min_element(results.begin(), results.end(),
                           [&](const auto& x, const auto& y) { return cost(x) < cost(y); });
}

// Returns a function that solves M x = b.
inline std::function<std::vector<Symbol>(std::vector<Symbol>)> solver_with(TreeFactors<Symbol> factors) {
  return [factors = std::move(factors)](std::vector<Symbol> b) {
    factors.solve(b);
    return b;
  };
}

class SymbolicQuantities {
 public:
  using Vector = std::vector<Symbol>;

  SymbolicQuantities(const Model& model, const Tree<Symbol>& tree, const SymbolGraph& graph, Vector q)
      : model_(model), tree_(tree), graph_(graph), q_(std::move(q)) {}

  Vector torques(const Vector& v, const Vector& a) const {
    Vector spatial(dofs()), point(dofs());
    Workspace<Symbol> work = workspace();
    inverse_dynamics(work, q_, v, a, spatial);
    point_newton_euler::sweep(tree_, work, v.data(), a.data(), point.data());
    return cheapest(graph_, {spatial, point});
  }

  // Compares three methods: filter and smoother with the bias included; or the bias first, and then the solution with
  // the filter or with the factorised mass matrix.
  Vector accelerations(const Vector& v, const Vector& tau) const {
    Vector together(dofs()), filtered(dofs());
    Workspace<Symbol> work = workspace();
    forward_dynamics(work, q_, v, tau, together);
    Vector rest = torques(v, Vector(dofs()));
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = tau[i] - rest[i];
    update_filter(work, q_);
    solve_mass_matrix(work, rest, filtered);
    if (!is_shallow()) return cheapest(graph_, {together, filtered});
    TreeFactors<Symbol>(mass()).solve(rest);
    return cheapest(graph_, {together, filtered, rest});
  }

  Vector inverse_mass_matrix() const {
    const int n = model_.velocity_size();
    Matrix<Symbol> filtered(n, n), factorised(n, n);
    Workspace<Symbol> work = workspace();
    sinew::inverse_mass_matrix(work, q_, filtered);
    if (!is_shallow()) return numbers(filtered);
    TreeFactors<Symbol>(mass()).inverse(factorised);
    return cheapest(graph_, {numbers(filtered), numbers(factorised)});
  }

  Vector omega(FrameIndex frame) const {
    Workspace<Symbol> work = workspace();
    set_position(work, q_);
    OperationalSpace<Symbol> space(model_, frame, Reference::aligned);
    const Matrix<Symbol>& filtered = space.omega(work);
    if (!is_shallow()) return numbers(filtered);
    const TreeFactors<Symbol> factors(mass());
    return cheapest(graph_, {numbers(filtered), numbers(factors.congruence(jacobian_of(frame)))});
  }

  Vector pose(FrameIndex frame) const {
    Workspace<Symbol> work = workspace();
    update_poses(work, q_);
    const auto [r, p] = sinew::pose(work, frame);
    Vector out;
    for (const Vector3<Symbol>& column : {r.column_x(), r.column_y(), r.column_z(), p})
      out.insert(out.end(), {column.x, column.y, column.z});
    return out;
  }

  Vector mass_matrix() const { return numbers(mass()); }
  Vector jacobian(FrameIndex frame) const { return numbers(jacobian_of(frame)); }

  // These have a meaning of their own in EmbeddedQuantities (embedded_quantities.hpp).
  int size() const { return model_.velocity_size(); }
  int independent(int u) const { return u; }
  Vector reduced(const Vector& tau) const { return tau; }
  Vector all_accelerations(const Vector&, const Vector& a) const { return a; }
  // Returns a function that multiplies by M^-1.
  std::function<Vector(Vector)> solver() const {
    if (is_shallow()) return solver_with(TreeFactors<Symbol>(mass()));
    auto work = std::make_shared<Workspace<Symbol>>(workspace());
    update_filter(*work, q_);
    return [work](const Vector& b) {
      Vector x(b.size());
      solve_mass_matrix(*work, b, x);
      return x;
    };
  }

 private:
  std::size_t dofs() const { return std::size_t(model_.velocity_size()); }
  Workspace<Symbol> workspace() const { return Workspace<Symbol>(model_, tree_); }
  static Vector numbers(const Matrix<Symbol>& m) { return {m.data(), m.data() + m.rows() * m.cols()}; }

  // Whether factors of the mass matrix may need fewer operations. In deep trees they never do, and take long to
  // compute.
  bool is_shallow() const { return tree_.depth <= 40; }

  Matrix<Symbol> mass() const {
    const int n = model_.velocity_size();
    Matrix<Symbol> M(n, n);
    Workspace<Symbol> work = workspace();
    sinew::mass_matrix(work, q_, M);
    return M;
  }

  Matrix<Symbol> jacobian_of(FrameIndex frame) const {
    Matrix<Symbol> J(6, model_.velocity_size());
    Workspace<Symbol> work = workspace();
    update_poses(work, q_);
    sinew::jacobian(work, frame, Reference::aligned, J);
    return J;
  }

  const Model& model_;
  const Tree<Symbol>& tree_;
  const SymbolGraph& graph_;
  Vector q_;
};

}  // namespace sinew
