#include "sinew/operators/simplify/internal/rewrite.hpp"

#include <algorithm>

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;
using Term = Expression::Term;
using Factors = std::vector<Expression>;

// The number s such that the factors from `place` on are s times the product `pattern`; empty if there is none.
std::optional<double> ratio_of_run(const Factors& factors, std::size_t place, const Factors& pattern) {
  if (place + pattern.size() > factors.size()) return {};
  double s = 1;
  for (std::size_t i = 0; i < pattern.size(); ++i) {
    const auto factor = ratio(factors[place + i], pattern[i]);
    if (!factor) return {};
    s *= *factor;
  }
  return s;
}

bool occurs_at(const Rewrite& rule, const Expression& part) {
  if (rule.left.kind() == Kind::sum)
    return part.kind() == Kind::sum && std::ranges::any_of(part.terms(), [&](const Term& term) {
             return term.expression == rule.left.terms().back().expression;
           });
  if (rule.left.kind() != Kind::product) return part == rule.left;
  if (part.kind() != Kind::product) return false;
  for (std::size_t i = 0; i < part.factors().size(); ++i)
    if (ratio_of_run(part.factors(), i, rule.left.factors())) return true;
  return false;
}
// Whether a rule may change anything. Constructs no expressions.
bool may_apply(const Rewrite& rule, const Expression& x, Inverses inverses) {
  if (occurs_at(rule, x)) return true;
  switch (x.kind()) {
    case Kind::sum:
      return std::ranges::any_of(
          x.terms(), [&](const Term& term) { return may_apply(rule, term.expression, inverses); });
    case Kind::product:
      return std::ranges::any_of(x.factors(),
                                 [&](const Expression& f) { return may_apply(rule, f, inverses); });
    case Kind::inverse:
      return inverses == Inverses::entered && may_apply(rule, x.argument(), inverses);
    default:
      return false;
  }
}

Expression apply_to_product(const Rewrite& rule, const Expression& x) {
  const Factors factors = factors_of(x), pattern = factors_of(rule.left);
  double coefficient = 1;
  Factors result;
  bool changed = false;
  for (std::size_t i = 0; i < factors.size();) {
    if (const auto s = ratio_of_run(factors, i, pattern)) {
      coefficient *= *s;
      result.push_back(rule.right);
      i += pattern.size();
      changed = true;
    } else {
      result.push_back(factors[i++]);
    }
  }
  return changed ? coefficient * product(result, x.to()) : x;
}

Expression apply_to_sum(const Rewrite& rule, const Expression& x) {
  if (x.to() != rule.left.to() || x.from() != rule.left.from()) return x;
  const auto find = [&](const Expression& term) {
    return std::ranges::find_if(x.terms(), [&](const Term& t) { return t.expression == term; });
  };
  std::optional<double> s;
  for (const auto& [coefficient, term] : rule.left.terms()) {
    const auto found = find(term);
    if (found == x.terms().end()) return x;
    if (s && *s != found->coefficient / coefficient) return x;
    s = found->coefficient / coefficient;
  }
  return x + *s * (rule.right - rule.left);
}

}  // namespace

std::optional<double> ratio(const Expression& x, const Expression& y) {
  if (x == y) return 1;
  if (x.kind() != Kind::sum || y.kind() != Kind::sum || x.terms().size() != y.terms().size()) return {};
  const double s = x.terms().front().coefficient / y.terms().front().coefficient;
  for (std::size_t i = 0; i < x.terms().size(); ++i)
    if (x.terms()[i].expression != y.terms()[i].expression ||
        x.terms()[i].coefficient != s * y.terms()[i].coefficient)
      return {};
  return s;
}

Expression map_parts(const Expression& x, const std::function<Expression(const Expression&)>& change,
                     Inverses inverses) {
  switch (x.kind()) {
    case Kind::sum: {
      std::vector<Term> terms;
      for (const auto& [coefficient, term] : x.terms())
        terms.push_back({coefficient, map_parts(term, change, inverses)});
      return change(terms == x.terms() ? x : sum(terms, x.to(), x.from()));
    }
    case Kind::product: {
      Factors factors;
      for (const Expression& factor : x.factors()) factors.push_back(map_parts(factor, change, inverses));
      return change(factors == x.factors() ? x : product(factors, x.to()));
    }
    case Kind::inverse:
      if (inverses == Inverses::left_alone) return change(x);
      return change(inv(map_parts(x.argument(), change, inverses)));
    default:
      return change(x);
  }
}

Expression apply(const Rewrite& rule, const Expression& x, Inverses inverses) {
  if (!may_apply(rule, x, inverses)) return x;
  return map_parts(
      x,
      [&](const Expression& part) {
        if (!occurs_at(rule, part)) return part;
        return part.kind() == Kind::sum ? apply_to_sum(rule, part) : apply_to_product(rule, part);
      },
      inverses);
}

Expression replace(const Expression& whole, const Expression& x, const Expression& y) {
  return map_parts(whole, [&](const Expression& part) { return part == x ? y : part; });
}

Expression cancel_inverses(const Expression& x) {
  return map_parts(x, [](const Expression& part) {
    if (part.kind() != Kind::product) return part;
    Factors factors = part.factors();
    for (std::size_t i = 0; i < factors.size();) {
      if (factors[i].kind() == Kind::inverse) {
        const Factors inverted = factors_of(factors[i].argument());
        const auto at = factors.begin() + std::ptrdiff_t(i);
        const auto length = std::ptrdiff_t(inverted.size());
        if (ratio_of_run(factors, i + 1, inverted) == 1.0) {
          factors.erase(at, at + 1 + length);
          i = 0;
          continue;
        }
        if (i >= inverted.size() && ratio_of_run(factors, i - inverted.size(), inverted) == 1.0) {
          factors.erase(at - length, at + 1);
          i = 0;
          continue;
        }
      }
      ++i;
    }
    return factors.size() == part.factors().size() ? part : product(factors, part.to());
  });
}

}  // namespace sinew::operators
