#include "sinew/operators/normal_form.hpp"

namespace sinew::operators {
namespace {

constexpr std::size_t most_terms = 100, most_steps = 60, longest = 2000;

// The rule as often as it fits; none if the result grows too long.
std::optional<Expression> exhaust(const Rule& rule, Expression x, std::size_t& budget) {
  for (;;) {
    const Expression y = apply(rule, x, Inverses::left_alone);
    if (y == x) return x;
    const auto out = multiply_out(cancel_inverses(y), most_terms);
    if (!out || out->size() > longest || budget-- == 0) return {};
    x = *out;
  }
}

}  // namespace

std::optional<NormalForm> normal_form(const Expression& x, const Rules& rules, bool by_covariance) {
  if (x.size() > longest) return {};
  const auto start = multiply_out(x, most_terms);
  if (!start) return {};
  NormalForm form{*start, {}};
  std::size_t budget = most_steps;
  for (bool changed = true; changed;) {
    changed = false;
    const auto run = [&](const std::vector<Rule>& all) {
      for (const Rule& rule : all) {
        const auto y = exhaust(rule, form.result(), budget);
        if (!y) return false;
        if (*y == form.result()) continue;
        form.steps.push_back({&rule, *y});
        changed = true;
      }
      return true;
    };
    if ((by_covariance && !run(rules.covariance)) || !run(rules.orientation)) return {};
  }
  return form;
}

}  // namespace sinew::operators
