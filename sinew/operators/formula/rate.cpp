#include "sinew/operators/formula/rate.hpp"

#include <stdexcept>

#include "sinew/operators/text/parse.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

Expression rate_of(const Symbol& symbol) {
  using namespace names;
  const std::string& name = symbol.name;
  if (symbol.reach == Reach::given || name == "M" || name == "R" || name == "B")
    return Expression::zero(symbol.to, symbol.from);
  if (const auto known = find_symbol("rate(" + name + ")")) return Expression(known);
  if (!symbol.definition.empty()) return rate(parse(symbol.definition));
  if (name == "E_phi") return E_phi * dVx;
  if (name == "phi") return (phi - I) * dVx * phi;
  if (name == "K") return rate(E_phi * G);
  if (name == "taubar") return -rate(G * H);
  if (name == "E_psi") return rate(E_phi * taubar);
  if (name == "psi") return psi * rate(E_psi) * psi;
  if (name == "Pplus") return rate(P - G * D * ~G);
  throw std::invalid_argument("the rate of " + name + " is not in the language");
}

}  // namespace

Expression rate(const Expression& x) {
  switch (x.kind()) {
    case Kind::zero:
    case Kind::identity:
      return Expression::zero(x.to(), x.from());
    case Kind::symbol:
      return x.is_adjoint() ? ~rate_of(x.symbol()) : rate_of(x.symbol());
    case Kind::inverse:
      return -(x * rate(x.argument()) * x);
    case Kind::sum: {
      std::vector<Expression::Term> terms;
      for (const auto& [coefficient, term] : x.terms()) terms.push_back({coefficient, rate(term)});
      return sum(terms, x.to(), x.from());
    }
    case Kind::product: {
      Expression total = Expression::zero(x.to(), x.from());
      for (std::size_t i = 0; i < x.factors().size(); ++i) {
        std::vector<Expression> factors = x.factors();
        factors[i] = rate(factors[i]);
        total = total + product(factors, x.to());
      }
      return total;
    }
  }
  return x;
}

}  // namespace sinew::operators
