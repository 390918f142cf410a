// Computes derivatives of quantities on symbols: rates of the results (forward mode), weights of the arguments (reverse
// mode), and all derivatives along given directions.
//
// A quantity is differentiated as it is recorded (graph_derivatives.hpp), except forward dynamics. Its accelerations
// a = N u' + dN/dt u, with a = u' for trees, solve
//
//   r(q, v, a, tau) = inverse dynamics - N^* tau = 0
//
// so that, with dr and da the rates of r and of N u' + dN/dt u,
//
//   rates      du' = - M^-1 dr at constant a, then da with du'
//   weights    those by r for - M^-1 N^* w, and by N u' + dN/dt u for w
//
// a is an input of the graph while r is differentiated, and gets its value afterwards. For models/arm7.urdf this takes 20 to
// 25 % fewer operations than differentiating forward dynamics as it is recorded.
//
// Derivatives by q are either those by its numbers, or those along the velocities of `Model::integrate`. The directions tell.
//
// Cost: rates or weights take two to three times the operations of the results, whatever the number of arguments.
#pragma once

#include "sinew/codegen/trace/internal/graph_derivatives.hpp"
#include "sinew/codegen/trace/internal/symbolic_quantities.hpp"
#include "sinew/model/joints/moving_position.hpp"

namespace sinew {

// Rates of all arguments, one after the other, for each of several directions.
using Directions = std::vector<std::vector<Symbol>>;

inline std::vector<Symbol> joined(std::initializer_list<std::vector<Symbol>> parts) {
  std::vector<Symbol> all;
  for (const std::vector<Symbol>& part : parts) all.insert(all.end(), part.begin(), part.end());
  return all;
}

// Each of `count` arguments changes alone.
inline Directions unit_directions(std::size_t count) {
  Directions directions(count, std::vector<Symbol>(count));
  for (std::size_t j = 0; j < count; ++j) directions[j][j] = Symbol(1);
  return directions;
}

// q moves with each velocity alone, and then each of `others` more arguments changes alone.
inline Directions along_velocities(const Tree<Symbol>& tree, const std::vector<Symbol>& q,
                                   std::size_t velocities, std::size_t others) {
  Directions directions;
  std::vector<Dual<Symbol>> moving(q.size());
  for (const std::vector<Symbol>& velocity : unit_directions(velocities)) {
    detail::set_moving_position<Symbol>(tree, q.data(), velocity.data(), moving.data());
    std::vector<Symbol>& rates = directions.emplace_back(q.size() + others);
    for (std::size_t i = 0; i < q.size(); ++i) rates[i] = moving[i].rate;
  }
  for (std::size_t j = 0; j < others; ++j) {
    directions.emplace_back(q.size() + others)[q.size() + j] = Symbol(1);
  }
  return directions;
}

// The sum of the directions, each times its speed.
inline std::vector<Symbol> combined(const Directions& directions, const std::vector<Symbol>& speeds) {
  std::vector<Symbol> rates(directions.empty() ? 0 : directions[0].size());
  for (std::size_t j = 0; j < directions.size(); ++j) {
    for (std::size_t i = 0; i < rates.size(); ++i) rates[i] += directions[j][i] * speeds[j];
  }
  return rates;
}

// The derivative along each direction, from the weights of the arguments.
inline std::vector<Symbol> along(const Directions& directions, const std::vector<Symbol>& weights) {
  std::vector<Symbol> derivatives;
  for (const std::vector<Symbol>& rates : directions) {
    Symbol& sum = derivatives.emplace_back();
    for (std::size_t i = 0; i < rates.size(); ++i) sum += rates[i] * weights[i];
  }
  return derivatives;
}

// Differentiates results as they are recorded, by arguments that are input nodes.
class RecordedDerivatives {
 public:
  using Vector = std::vector<Symbol>;

  RecordedDerivatives(SymbolGraph& graph, Vector results, Vector arguments)
      : graph_(graph), results_(std::move(results)), arguments_(std::move(arguments)) {}

  Vector rates(const Vector& of_arguments) const {
    return rates_of(graph_, results_, arguments_, of_arguments);
  }
  Vector weights(const Vector& of_results) const {
    return weights_of(graph_, results_, of_results, arguments_);
  }
  // One column of derivatives for each direction, from forward or reverse mode, whichever takes fewer operations.
  Vector columns(const Directions& directions) const {
    const std::size_t rows = results_.size();
    Vector forward, reverse(rows * directions.size());
    for (const Vector& direction : directions) forward = joined({forward, rates(direction)});
    const Directions units = unit_directions(rows);
    for (std::size_t i = 0; i < rows; ++i) {
      const Vector row = along(directions, weights(units[i]));
      for (std::size_t j = 0; j < row.size(); ++j) reverse[j * rows + i] = row[j];
    }
    return cheapest(graph_, {forward, reverse});
  }

 private:
  SymbolGraph& graph_;
  Vector results_, arguments_;
};

// Differentiates forward dynamics.
template <class Quantities>
class ForwardDynamicsDerivatives {
 public:
  using Vector = std::vector<Symbol>;

  // `a`: input nodes that stand for the accelerations. `arguments`: q, v, tau and others.
  ForwardDynamicsDerivatives(const Quantities& at, SymbolGraph& graph, const Vector& v, const Vector& tau,
                             Vector a, Vector arguments)
      : at_(at),
        graph_(graph),
        a_(std::move(a)),
        arguments_(std::move(arguments)),
        values_(at.accelerations(v, tau)),
        all_(at.all_accelerations(v, a_)),
        residual_(at.torques(v, a_)),
        solve_(at.solver()) {
    const Vector given = at.reduced(tau);
    for (std::size_t i = 0; i < residual_.size(); ++i) residual_[i] -= given[i];
  }

  Vector rates(const Vector& of_arguments) const {
    return at_solution(of_accelerations(of_arguments, rates_of(graph_, residual_, arguments_, of_arguments)));
  }
  Vector weights(const Vector& of_accelerations) const {
    const Vector of_a = weights_of(graph_, all_, of_accelerations, a_);
    Vector of_u(residual_.size());
    for (std::size_t u = 0; u < of_u.size(); ++u) of_u[u] = of_a[independent(u)];
    Vector of_both = of_accelerations;
    for (const Symbol& y : solve_(of_u)) of_both.push_back(-y);
    return at_solution(weights_of(graph_, joined({all_, residual_}), of_both, arguments_));
  }
  Vector columns(const Directions& directions) const {
    const Vector of_residual = RecordedDerivatives(graph_, residual_, arguments_).columns(directions);
    Vector all;
    auto from = of_residual.begin();
    for (const Vector& direction : directions) {
      const auto to = from + std::ptrdiff_t(residual_.size());
      all = joined({all, of_accelerations(direction, {from, to})});
      from = to;
    }
    return at_solution(all);
  }

 private:
  std::size_t independent(std::size_t u) const { return std::size_t(at_.independent(int(u))); }
  Vector of_accelerations(const Vector& of_arguments, const Vector& of_residual) const {
    const Vector du = solve_(of_residual);
    Vector da(a_.size());
    for (std::size_t u = 0; u < du.size(); ++u) da[independent(u)] = -du[u];
    return rates_of(graph_, all_, joined({arguments_, a_}), joined({of_arguments, da}));
  }
  // Gives the accelerations their values.
  Vector at_solution(const Vector& results) const { return substituted(graph_, results, a_, values_); }

  const Quantities& at_;
  SymbolGraph& graph_;
  Vector a_, arguments_, values_, all_, residual_;
  std::function<Vector(Vector)> solve_;
};

}  // namespace sinew
