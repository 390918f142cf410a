// Computes sums, products, adjoints and inverses of expressions in the form that expression.hpp describes.
#include <algorithm>
#include <cmath>

#include "sinew/operators/formula/internal/expression_node.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;
using Term = Expression::Term;

std::string text(const Space& space) {
  return space.size > 1 ? space.name + " space (" + std::to_string(space.size) + ")" : space.name + " space";
}

[[noreturn]] void refuse(const std::string& what) {
  throw IncompatibleSpaces(what);
}

// Describes an operator for messages: "H maps body space to joint space".
std::string maps(const Expression& x) {
  return short_text(x) + " maps " + text(x.from()) + " to " + text(x.to());
}

void check_same(const Expression& x, const Expression& y) {
  if (x.to() != y.to() || x.from() != y.from())
    refuse("cannot add " + short_text(x) + " and " + short_text(y) + ": " + maps(x) + ", " + maps(y));
}

Expression scaled(double s, const Expression& x) {
  std::vector<Term> terms = terms_of(x);
  for (Term& term : terms) term.coefficient *= s;
  return sum(terms, x.to(), x.from());
}

// Splits off the smallest coefficient of a sum, so that 2 A + 4 B and A + 2 B leave the same rest. It is negative if
// all coefficients are.
Term without_number(const Expression& x) {
  if (x.kind() != Kind::sum) return {1, x};
  double smallest = std::abs(x.terms().front().coefficient);
  bool is_negative = true;
  for (const Term& term : x.terms()) {
    smallest = std::min(smallest, std::abs(term.coefficient));
    is_negative = is_negative && term.coefficient < 0;
  }
  const double number = is_negative ? -smallest : smallest;
  if (number == 1) return {1, x};
  std::vector<Term> terms = x.terms();
  for (Term& term : terms) term.coefficient /= number;
  return {number, sum(terms, x.to(), x.from())};
}

}  // namespace

Expression sum(const std::vector<Term>& terms, const Space& to, const Space& from) {
  std::vector<Term> flat;
  for (const auto& [coefficient, x] : terms) {
    if (x.to() != to || x.from() != from)
      refuse("cannot add " + maps(x) + "; the sum is to map " + text(from) + " to " + text(to));
    for (Term& inner : terms_of(x))
      flat.push_back({coefficient * inner.coefficient, std::move(inner.expression)});
  }
  std::ranges::stable_sort(flat, [](const Term& x, const Term& y) { return x.expression < y.expression; });
  std::vector<Term> collected;
  for (Term& term : flat) {
    if (!collected.empty() && collected.back().expression == term.expression)
      collected.back().coefficient += term.coefficient;
    else
      collected.push_back(std::move(term));
  }
  for (const Term& term : collected)
    if (!std::isfinite(term.coefficient))
      throw std::invalid_argument("the coefficient of " + short_text(term.expression) + " is not finite");
  std::erase_if(collected, [](const Term& term) { return term.coefficient == 0; });
  if (collected.empty()) return Expression::zero(to, from);
  if (collected.size() == 1 && collected.front().coefficient == 1) return collected.front().expression;
  return ExpressionMaker::make({.kind = Kind::sum, .to = to, .from = from, .terms = std::move(collected)});
}

Expression product(const std::vector<Expression>& factors, const Space& space) {
  double coefficient = 1;
  std::vector<Expression> flat;
  bool is_zero = false;
  const auto append = [&](const Expression& x) {
    switch (x.kind()) {
      case Kind::identity:
        return;
      case Kind::zero:
        is_zero = true;
        return;
      default:
        flat.push_back(x);
    }
  };
  const Expression* left = nullptr;
  for (const Expression& x : factors) {
    if (left && x.to() != left->from())
      refuse("cannot multiply " + short_text(*left) + " and " + short_text(x) +
             ": the left one takes vectors of " + text(left->from()) + ", the right one gives vectors of " +
             text(x.to()));
    left = &x;
    const Term rest = without_number(x);
    coefficient *= rest.coefficient;
    for (const Expression& factor : factors_of(rest.expression)) append(factor);
  }
  const Space& to = factors.empty() ? space : factors.front().to();
  const Space& from = factors.empty() ? space : factors.back().from();
  if (is_zero) return Expression::zero(to, from);
  Expression result = flat.empty() ? Expression::identity(to)
                      : flat.size() == 1
                          ? flat.front()
                          : ExpressionMaker::make(
                                {.kind = Kind::product, .to = to, .from = from, .factors = std::move(flat)});
  return coefficient == 1 ? result : scaled(coefficient, result);
}

Expression operator*(const Expression& x, const Expression& y) {
  return product({x, y}, x.to());
}
Expression operator+(const Expression& x, const Expression& y) {
  check_same(x, y);
  return sum({{1, x}, {1, y}}, x.to(), x.from());
}
Expression operator-(const Expression& x, const Expression& y) {
  check_same(x, y);
  return sum({{1, x}, {-1, y}}, x.to(), x.from());
}
Expression operator-(const Expression& x) {
  return scaled(-1, x);
}
Expression operator*(double s, const Expression& x) {
  return scaled(s, x);
}
Expression operator*(const Expression& x, double s) {
  return scaled(s, x);
}
Expression operator/(const Expression& x, double s) {
  return scaled(1 / s, x);
}

Expression operator~(const Expression& x) {
  switch (x.kind()) {
    case Kind::zero:
      return Expression::zero(x.from(), x.to());
    case Kind::identity:
      return x;
    case Kind::symbol:
      return ExpressionMaker::adjoint_of_symbol(x);
    case Kind::inverse:
      return inv(~x.argument());
    case Kind::sum: {
      std::vector<Term> terms;
      for (const auto& [coefficient, term] : x.terms()) terms.push_back({coefficient, ~term});
      return sum(terms, x.from(), x.to());
    }
    case Kind::product: {
      std::vector<Expression> factors;
      for (auto f = x.factors().rbegin(); f != x.factors().rend(); ++f) factors.push_back(~*f);
      return product(factors, x.from());
    }
  }
  return x;
}

Expression inv(const Expression& x) {
  if (x.to() != x.from()) refuse("cannot invert " + short_text(x) + ": " + maps(x));
  switch (x.kind()) {
    case Kind::identity:
      return x;
    case Kind::zero:
      throw std::invalid_argument("cannot invert zero");
    case Kind::inverse:
      return x.argument();
    case Kind::sum: {
      const Term rest = without_number(x);
      if (rest.coefficient != 1) return (1 / rest.coefficient) * inv(rest.expression);
      break;
    }
    case Kind::product: {
      // Inverts factor by factor if all factors are known to have inverses.
      const auto surely = [](const Expression& f) {
        return f.kind() == Kind::inverse || (f.kind() == Kind::symbol && f.symbol().is_invertible);
      };
      if (!std::ranges::all_of(x.factors(), surely)) break;
      std::vector<Expression> factors;
      for (auto f = x.factors().rbegin(); f != x.factors().rend(); ++f) factors.push_back(inv(*f));
      return product(factors, x.to());
    }
    case Kind::symbol:
      break;
  }
  return ExpressionMaker::make({.kind = Kind::inverse, .to = x.to(), .from = x.from(), .factors = {x}});
}

Expression identity_beside(const Expression& x) {
  if (x.to() != x.from()) refuse("cannot add the identity: " + maps(x));
  return Expression::identity(x.to());
}
Expression operator+(Unit, const Expression& x) {
  return identity_beside(x) + x;
}
Expression operator+(const Expression& x, Unit) {
  return x + identity_beside(x);
}
Expression operator-(Unit, const Expression& x) {
  return identity_beside(x) - x;
}
Expression operator-(const Expression& x, Unit) {
  return x - identity_beside(x);
}

}  // namespace sinew::operators
