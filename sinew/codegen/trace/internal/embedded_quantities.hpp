// Runs the recursions on symbols for a robot whose followers follow: v = N u, and so on
// (chains/followers/independent_dynamics.hpp). N of mimics is constant and folds into the code.
//
// M_u = N^* M N is factorised without its zeros (codegen/trace/internal/tree_factors.hpp).
#pragma once

#include "sinew/codegen/trace/internal/symbolic_quantities.hpp"
#include "sinew/codegen/trace/internal/tree_factors.hpp"
#include "sinew/model/joints/independent_coordinates.hpp"

namespace sinew {

class EmbeddedQuantities {
 public:
  using Vector = std::vector<Symbol>;

  EmbeddedQuantities(const Model& model, const Tree<Symbol>& tree, const SymbolGraph& graph, Vector q)
      : model_(model), coordinates_(model), tree_(model, tree, graph, followed(std::move(q))) {}

  Vector torques(const Vector& v, const Vector& a) const {
    const Vector u = selected(v);
    return reduced(tree_.torques(expanded(u), rates(u, selected(a))));
  }
  Vector accelerations(const Vector& v, const Vector& tau) const {
    const Vector u = selected(v);
    const Vector bias = reduced(tree_.torques(expanded(u), rates(u, Vector(u.size()))));
    Vector rest = reduced(tau);
    for (std::size_t i = 0; i < rest.size(); ++i) rest[i] = rest[i] - bias[i];
    return rates(u, solver()(rest));
  }
  Vector mass_matrix() const { return numbers(mass()); }
  Vector inverse_mass_matrix() const {
    Matrix<Symbol> inverse(size(), size());
    TreeFactors<Symbol>(mass()).inverse(inverse);
    return numbers(inverse);
  }
  Vector jacobian(FrameIndex frame) const { return numbers(jacobian_of(frame)); }
  Vector omega(FrameIndex frame) const {
    return numbers(TreeFactors<Symbol>(mass()).congruence(jacobian_of(frame)));
  }

  int size() const { return coordinates_.size(); }
  // The index in v of coordinate number u.
  int independent(int u) const { return coordinates_.independent()[std::size_t(u)]; }
  // N^* tau.
  Vector reduced(const Vector& tau) const {
    Vector sums(coordinates_.independent().size());
    coordinates_.reduce(tau, sums);
    return sums;
  }
  // The accelerations of all joints, from those of the independent ones.
  Vector all_accelerations(const Vector& v, const Vector& a) const { return rates(selected(v), selected(a)); }
  // Returns a function that multiplies by M_u^-1.
  std::function<Vector(Vector)> solver() const { return solver_with(TreeFactors<Symbol>(mass())); }

 private:
  static Vector numbers(const Matrix<Symbol>& m) { return {m.data(), m.data() + m.rows() * m.cols()}; }

  Vector followed(Vector q) {
    coordinates_.follow(q);
    return q;
  }
  Vector selected(const Vector& v) const {
    Vector u(coordinates_.independent().size());
    coordinates_.select(v, u);
    return u;
  }
  Vector expanded(const Vector& u) const {
    Vector v(std::size_t(model_.velocity_size()));
    coordinates_.expand(u, v);
    return v;
  }
  Vector rates(const Vector& u, const Vector& du) const {
    Vector a(std::size_t(model_.velocity_size()));
    coordinates_.expand_rates(u, du, a);
    return a;
  }
  Matrix<Symbol> mass() const {
    const Vector whole = tree_.mass_matrix();
    const int n = model_.velocity_size();
    Matrix<Symbol> M(size(), size());
    coordinates_.reduce_matrix(MatrixView<const Symbol>(whole.data(), n, n), M);
    return M;
  }
  Matrix<Symbol> jacobian_of(FrameIndex frame) const {
    const Vector whole = tree_.jacobian(frame);
    Matrix<Symbol> J(6, size());
    coordinates_.reduce_columns(MatrixView<const Symbol>(whole.data(), 6, model_.velocity_size()), J);
    return J;
  }

  const Model& model_;
  IndependentCoordinates<Symbol> coordinates_;
  SymbolicQuantities tree_;
};

}  // namespace sinew
