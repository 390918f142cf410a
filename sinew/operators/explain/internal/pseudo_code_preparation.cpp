// Writes the recursions that compute the operators at every position, as the papers print them.
#include <algorithm>
#include <set>

#include "sinew/operators/explain/internal/pseudo_code.hpp"
#include "sinew/operators/formula/derivative.hpp"
#include "sinew/operators/text/print.hpp"

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

// The directions of the derivatives among these operators, each once.
std::vector<Expression> directions_in(const std::vector<Expression>& operators) {
  std::vector<Expression> found;
  for (const Expression& op : operators) {
    const auto& operands = op.symbol().operands;
    if (operands && operands->of && std::ranges::find(found, operands->along) == found.end())
      found.push_back(operands->along);
  }
  return found;
}

// How the operators change along a direction.
std::vector<Loop> changes_along(const Expression& along, const std::vector<Expression>& operators,
                                const Setting& setting) {
  const auto has = [&](const auto&... names) {
    return std::ranges::any_of(operators, [&](const Expression& op) {
      const Symbol& symbol = op.symbol();
      return symbol.operands && symbol.operands->along == along && ((family_of(symbol) == names) || ...);
    });
  };
  const auto d_of = [&](const char* name) { return to_text(d(names::named(name), along), Notation::ascii); };
  const std::string dH = d_of("H"), dP = d_of("P"), dD = d_of("D"), dG = d_of("G"), dr = d_of("r"),
                    root = d_of("D^(1/2)"), Upsilon = d_of("Upsilon"),
                    X = to_text(cross(~names::H * along), Notation::ascii);
  const std::string title =
      along == names::v ? " while the joints move with v" : " along " + short_text(along);
  const auto custom = [&](const std::string& terms) { return setting.has_custom_joints ? terms : ""; };
  std::vector<Loop> loops;
  if (has("d(P)", "d(D)", "d(D^(1/2))", "d(G)", "d(Upsilon)")) {
    loops.push_back({.title = "how the filter changes" + title + ": derivative of SOA (8)",
                     .direction = Direction::inward,
                     .before = {dP + "(0) = 0"},
                     .lines = {dP + "(k) = @{psi(k,<) " + dP + "(<) psi*(k,<) + phi(k,<) [" + X +
                                   "(<) Pplus(<) + Pplus(<) " + X + "*(<)" +
                                   custom(" - G(<) " + dH + "(<) Pplus(<) - Pplus(<) " + dH + "*(<) G*(<)") +
                                   "] phi*(k,<)}",
                               dD + "(k) = H(k) " + dP + "(k) H*(k)" +
                                   custom(" + " + dH + "(k) P(k) H*(k) + H(k) P(k) " + dH + "*(k)"),
                               dG + "(k) = [" + dP + "(k) H*(k) - G(k) " + dD + "(k)" +
                                   custom(" + P(k) " + dH + "*(k)") + "] D^-1(k)"}});
    if (has("d(D^(1/2))"))
      loops.back().lines.push_back(root + "(k) D^(1/2)(k) + D^(1/2)(k) " + root + "(k) = " + dD + "(k)");
  }
  if (has("d(Upsilon)"))
    loops.push_back({.title = "how the costate covariances change" + title + ": derivative of R87 (80)-(82)",
                     .direction = Direction::outward,
                     .before = {Upsilon + "(n+1) = 0"},
                     .lines = {"u(k) = phi(>,k) [" + X + "(k) (I - G(k) H(k)) - " + dG + "(k) H(k)" +
                                   custom(" - G(k) " + dH + "(k)") + "]",
                               Upsilon + "(k) = psi*(>,k) [" + Upsilon +
                                   "(>) psi(>,k) + Upsilon(>) u(k)] + u*(k) Upsilon(>) "
                                   "psi(>,k) - H*(k) D^-1(k) " +
                                   dD + "(k) D^-1(k) H(k)" +
                                   custom(" + " + dH + "*(k) D^-1(k) H(k) + H*(k) D^-1(k) " + dH + "(k)")}});
  if (has("d(r)"))
    loops.push_back({.title = "how the composite inertias change" + title + ": derivative of R87 (29)",
                     .direction = Direction::inward,
                     .before = {dr + "(0) = 0"},
                     .lines = {dr + "(k) = @phi(k,<) [" + dr + "(<) + " + X + "(<) r(<) + r(<) " + X +
                               "*(<)] phi*(k,<)"}});
  return loops;
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
    const auto is_one = [&](const Expression& op) { return ((family_of(op.symbol()) == names) || ...); };
    return std::ranges::any_of(operators, is_one);
  };
  const bool R = setting.has_armature;
  std::vector<Loop> loops;
  const bool has_changes = has("d(P)", "d(D)", "d(D^(1/2))", "d(G)", "d(Upsilon)");
  if (has_changes || has("P", "D", "D^(1/2)", "G", "K", "psi", "E_psi", "taubar", "Pplus", "Upsilon")) {
    Loop filter{.title = "the filter: Riccati equation, SOA (8)-(9)",
                .direction = Direction::inward,
                .before = {"P(0) = 0"},
                .lines = {R ? "P(k) = @{psi(k,<) P(<) psi*(k,<) + K(k,<) R(<) K*(k,<)} + M(k)"
                            : "P(k) = @psi(k,<) P(<) psi*(k,<) + M(k)",
                          R ? "D(k) = H(k) P(k) H*(k) + R(k)" : "D(k) = H(k) P(k) H*(k)",
                          "G(k) = P(k) H*(k) D^-1(k)"}};
    if (has("D^(1/2)", "d(D^(1/2))")) filter.lines.push_back("D^(1/2)(k) D^(1/2)(k) = D(k)");
    if (has("taubar")) filter.lines.push_back("taubar(k) = I - G(k) H(k)");
    if (has("Pplus") || has_changes) filter.lines.push_back("Pplus(k) = P(k) - G(k) D(k) G*(k)");
    if (has("K") || R) filter.lines.push_back("K(>,k) = phi(>,k) G(k)");
    filter.lines.push_back("psi(>,k) = phi(>,k) [I - G(k) H(k)]");
    loops.push_back(filter);
  }
  if (has("Upsilon", "d(Upsilon)"))
    loops.push_back({.title = "the costate covariances, R87 (80)-(82)",
                     .direction = Direction::outward,
                     .before = {"Upsilon(n+1) = 0"},
                     .lines = {"Upsilon(k) = psi*(>,k) Upsilon(>) psi(>,k) + H*(k) D^-1(k) H(k)"}});
  if (has("r", "d(r)"))
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
  for (const Expression& along : directions_in(operators)) {
    for (Loop& loop : changes_along(along, operators, setting)) loops.push_back(std::move(loop));
  }
  for (Loop& loop : loops) loop = with_neighbours(loop, setting.is_serial_chain);
  return loops;
}

}  // namespace sinew::operators
