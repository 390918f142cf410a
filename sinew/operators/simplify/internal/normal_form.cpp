#include "sinew/operators/simplify/internal/normal_form.hpp"

#include "sinew/operators/simplify/internal/distribute.hpp"

namespace sinew::operators {
namespace {

constexpr std::size_t most_terms = 100, most_steps = 60, longest = 2000;

// Applies the rule as often as it matches. Returns nothing if the result grows too long or the budget is spent.
std::optional<Expression> exhaust(const Rule& rule, Expression x, std::size_t& budget) {
  for (;;) {
    const Expression y = apply(rule, x, Inverses::left_alone);
    if (y == x) return x;
    const auto out = multiply_out(y, most_terms);
    if (!out || out->size() > longest || budget-- == 0) return {};
    x = cancel_inverses(*out);
  }
}

}  // namespace

std::optional<NormalForm> normal_form(const Expression& x, const Rules& rules, bool by_covariance) {
  if (x.size() > longest) return {};
  const auto start = multiply_out(x, most_terms);
  if (!start) return {};
  NormalForm form{*start, {}};
  std::size_t budget = most_steps;
  // Applies each rule as often as it matches. Returns false if one did not end. `one`: true stops after the first rule
  // that changed anything, false tries all rules.
  const auto run = [&](const std::vector<Rule>& all, bool one, bool& changed) {
    for (const Rule& rule : all) {
      const auto y = exhaust(rule, form.result(), budget);
      if (!y) return false;
      if (*y == form.result()) continue;
      form.steps.push_back({&rule, *y});
      changed = true;
      if (one) break;
    }
    return true;
  };
  for (bool changed = true; changed;) {
    changed = false;
    if (!run(rules.orientation, false, changed)) return {};
    if (!changed && by_covariance && !run(rules.covariance, true, changed)) return {};
  }
  return form;
}

}  // namespace sinew::operators
