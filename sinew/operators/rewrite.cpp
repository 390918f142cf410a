#include "sinew/operators/rewrite.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;
using Term = Expression::Term;
using Factors = std::vector<Expression>;
using Place = Factors::const_iterator;

Expression product_of(Place begin, Place end, const Space& space) {
  return product(Factors(begin, end), space);
}

// s with the factors from `place` on being s times the product `pattern`.
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
// Whether a rule may change anything, found out without making anything.
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

// x = s y, so that sums which differ by a number have the same y; s is exact or a sign.
Term without_scale(const Expression& x) {
  if (x.kind() != Kind::sum || x.terms().size() == 1) return {1, x};
  double s = x.terms().front().coefficient;
  const auto is_exact = [&](const Term& term) {
    return std::round(term.coefficient / s) == term.coefficient / s;
  };
  if (!std::ranges::all_of(x.terms(), is_exact)) s = s < 0 ? -1 : 1;
  return {s, x / s};
}

// A C + B C = (A + B) C, and the same for what is left of C.
std::vector<Term> group_by_last_factor(const std::vector<Term>& terms) {
  std::map<Expression, std::vector<Term>> groups;
  std::vector<Term> result;
  for (const Term& term : terms) {
    if (term.expression.kind() == Kind::identity)
      result.push_back(term);
    else
      groups[factors_of(term.expression).back()].push_back(term);
  }
  for (const auto& [last, group] : groups) {
    if (group.size() == 1) {
      result.push_back(group.front());
      continue;
    }
    std::vector<Term> rests;
    for (const auto& [coefficient, term] : group) {
      const Factors factors = factors_of(term);
      rests.push_back({coefficient, product_of(factors.begin(), factors.end() - 1, last.to())});
    }
    const Space &to = group.front().expression.to(), &inner = last.to();
    const auto [scale, rest] = without_scale(sum(group_by_last_factor(rests), to, inner));
    result.push_back({scale, rest * last});
  }
  return result;
}

// Terms that begin with the same factor become one, the sums behind it done alike; then those that end alike.
Expression take_out_left(const Expression& x) {
  std::map<Expression, std::vector<Term>> groups;
  std::vector<Term> result;
  for (const Term& term : terms_of(x)) {
    if (term.expression.kind() == Kind::identity)
      result.push_back(term);
    else
      groups[factors_of(term.expression).front()].push_back(term);
  }
  for (const auto& [first, group] : groups) {
    std::vector<Term> tails;
    for (const auto& [coefficient, term] : group) {
      const Factors factors = factors_of(term);
      tails.push_back({coefficient, product_of(factors.begin() + 1, factors.end(), first.from())});
    }
    const Expression tail = sum(tails, first.from(), x.from());
    const auto [scale, unit] = without_scale(group.size() > 1 ? take_out_left(tail) : tail);
    result.push_back({scale, first * unit});
  }
  const Expression grouped = sum(result, x.to(), x.from());
  return sum(group_by_last_factor(terms_of(grouped)), x.to(), x.from());
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

std::optional<Expression> multiply_out(const Expression& x, std::size_t most_terms) {
  if (x.kind() == Kind::sum) {
    std::vector<Term> terms;
    for (const auto& [coefficient, term] : x.terms()) {
      const auto out = multiply_out(term, most_terms);
      if (!out) return {};
      for (const Term& inner : terms_of(*out))
        terms.push_back({coefficient * inner.coefficient, inner.expression});
      if (terms.size() > most_terms) return {};
    }
    return sum(terms, x.to(), x.from());
  }
  if (x.kind() != Kind::product) return x;
  if (std::ranges::none_of(x.factors(), [](const Expression& f) { return f.kind() == Kind::sum; })) return x;
  std::vector<Term> words{{1, Expression::identity(x.to())}};
  for (const Expression& factor : x.factors()) {
    const auto out = multiply_out(factor, most_terms);
    if (!out) return {};
    std::vector<Term> longer;
    const std::vector<Term> next = terms_of(*out);
    if (words.size() * next.size() > most_terms) return {};
    for (const Term& word : words)
      for (const Term& term : next)
        longer.push_back({word.coefficient * term.coefficient, word.expression * term.expression});
    words = std::move(longer);
  }
  return sum(words, x.to(), x.from());
}

Expression take_out_common_factors(const Expression& x, Side first) {
  return first == Side::left ? take_out_left(x) : ~take_out_left(~x);
}

}  // namespace sinew::operators
