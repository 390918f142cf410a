// Writes the recursions that compute the operators at every position, as the papers print them.
#include <algorithm>
#include <set>

#include "sinew/operators/explain/internal/pseudo_code.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

void collect(const Expression& x, std::set<Expression>& found) {
  switch (x.kind()) {
    case Kind::zero:
    case Kind::identity:
      return;
    case Kind::symbol:
      found.insert(x.is_adjoint() ? ~x : x);
      return;
    case Kind::inverse:
      return collect(x.argument(), found);
    case Kind::sum:
      for (const auto& term : x.terms()) collect(term.expression, found);
      return;
    case Kind::product:
      for (const Expression& factor : x.factors()) collect(factor, found);
      return;
  }
}

}  // namespace

std::vector<Expression> operators_in(const Expression& x) {
  std::set<Expression> found;
  collect(x, found);
  std::vector<Expression> ordered;
  for (const auto& symbol : robot_symbols())
    if (const Expression one(symbol); found.erase(one) > 0) ordered.push_back(one);
  ordered.insert(ordered.end(), found.begin(), found.end());
  return ordered;
}

std::vector<Loop> preparation_of(const Expression& x, const Setting& setting) {
  const std::vector<Expression> operators = operators_in(x);
  const auto has = [&](const auto&... names) {
    const auto is_one = [&](const Expression& op) { return ((op.symbol().name == names) || ...); };
    return std::ranges::any_of(operators, is_one);
  };
  const bool R = setting.has_armature;
  std::vector<Loop> loops;
  const bool has_rates = has("dVx", "rate(H)", "rate(P)", "rate(D)", "rate(D^(1/2))", "rate(G)");
  if (has_rates || has("P", "D", "D^(1/2)", "G", "K", "psi", "E_psi", "taubar", "Pplus", "Upsilon")) {
    Loop filter{.title = "the filter: Riccati equation, SOA (8)-(9)",
                .direction = Direction::inward,
                .before = {"P(0) = 0"},
                .lines = {R ? "P(k) = @{psi(k,<) P(<) psi*(k,<) + K(k,<) R(<) K*(k,<)} + M(k)"
                            : "P(k) = @psi(k,<) P(<) psi*(k,<) + M(k)",
                          R ? "D(k) = H(k) P(k) H*(k) + R(k)" : "D(k) = H(k) P(k) H*(k)",
                          "G(k) = P(k) H*(k) D^-1(k)"}};
    if (has("D^(1/2)", "rate(D^(1/2))")) filter.lines.push_back("D^(1/2)(k) D^(1/2)(k) = D(k)");
    if (has("taubar")) filter.lines.push_back("taubar(k) = I - G(k) H(k)");
    if (has("Pplus") || has_rates) filter.lines.push_back("Pplus(k) = P(k) - G(k) D(k) G*(k)");
    if (has("K") || R) filter.lines.push_back("K(>,k) = phi(>,k) G(k)");
    filter.lines.push_back("psi(>,k) = phi(>,k) [I - G(k) H(k)]");
    loops.push_back(filter);
  }
  if (has_rates) {
    Loop rates{
        .title = "how the filter changes while the joints move with v: rates of SOA (8)",
        .direction = Direction::inward,
        .before = {"rate(P)(0) = 0"},
        .lines = {"rate(P)(k) = @phi(k,<) [rate(Pplus)(<) + dVx(<) Pplus(<) + Pplus(<) dVx*(<)] phi*(k,<)",
                  "rate(D)(k) = H(k) rate(P)(k) H*(k)",
                  "rate(G)(k) = [rate(P)(k) H*(k) - G(k) rate(D)(k)] D^-1(k)",
                  "rate(Pplus)(k) = rate(P)(k) - rate(G)(k) H(k) P(k) - G(k) H(k) rate(P)(k)"}};
    if (has("rate(D^(1/2))"))
      rates.lines.push_back("rate(D^(1/2))(k) D^(1/2)(k) + D^(1/2)(k) rate(D^(1/2))(k) = rate(D)(k)");
    loops.push_back(rates);
  }
  if (has("Upsilon"))
    loops.push_back({.title = "the costate covariances, R87 (80)-(82)",
                     .direction = Direction::outward,
                     .before = {"Upsilon(n+1) = 0"},
                     .lines = {"Upsilon(k) = psi*(>,k) Upsilon(>) psi(>,k) + H*(k) D^-1(k) H(k)"}});
  if (has("r"))
    loops.push_back({.title = "the composite inertias: Lyapunov equation, R87 (28)-(29)",
                     .direction = Direction::inward,
                     .before = {"r(0) = 0"},
                     .lines = {"r(k) = @phi(k,<) r(<) phi*(k,<) + M(k)"}});
  if (has("a", "b")) {
    Loop bias{.title = "bias terms of the joint velocities v, R87 (7), (15)",
              .direction = Direction::outward,
              .before = {"V(n+1) = 0"},
              .lines = {"V(k) = phi*(>,k) V(>) + H*(k) v(k)"}};
    if (has("a")) bias.lines.push_back("a(k) = V(k) cross H*(k) v(k)");
    if (has("b")) bias.lines.push_back("b(k) = V(k) cross* M(k) V(k), and the weight");
    loops.push_back(bias);
  }
  for (Loop& loop : loops) loop = with_neighbours(loop, setting.is_serial_chain);
  return loops;
}

}  // namespace sinew::operators
