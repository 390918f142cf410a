#include "sinew/operators/simplify/internal/distribute.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;
using Term = Expression::Term;
using Factors = std::vector<Expression>;
using Position = Factors::const_iterator;

Expression product_of(Position begin, Position end, const Space& space) {
  return product(Factors(begin, end), space);
}

// Splits x = s y, so that sums that differ by a numeric factor have the same y. s divides all coefficients exactly, or
// is 1 or -1.
Term without_scale(const Expression& x) {
  if (x.kind() != Kind::sum || x.terms().size() == 1) return {1, x};
  double s = x.terms().front().coefficient;
  const auto is_exact = [&](const Term& term) {
    return std::round(term.coefficient / s) == term.coefficient / s;
  };
  if (!std::ranges::all_of(x.terms(), is_exact)) s = s < 0 ? -1 : 1;
  return {s, x / s};
}

// A C + B C = (A + B) C, and the same again for the factors to the left of C.
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

// Combines terms that start with the same factor, and does the same in the sums that follow this factor. Then combines
// terms that end with the same factor.
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
