#include "sinew/operators/simplify/simplify.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "sinew/operators/simplify/internal/distribute.hpp"
#include "sinew/operators/simplify/internal/normal_form.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

struct Resolved {
  std::string name, citation;
  Expression value;
};

bool is_square(const Expression& x) {
  return x.to() == x.from();
}

// Finds the inverse of x by an identity, or factor by factor if x or one of its normal forms is a product of factors
// whose inverses can be found.
std::optional<Resolved> resolve_inverse(const Expression& x, const Rules& rules) {
  std::vector<Expression> forms{x};
  for (const bool by_covariance : {true, false}) {
    const auto form = normal_form(x, rules, by_covariance);
    if (!form) continue;
    if (by_covariance)
      for (const InverseRule& rule : rules.inverses)
        if (const auto s = ratio(form->result(), rule.inverted))
          return Resolved{rule.name, rule.citation, rule.inverse / *s};
    for (const Side side : {Side::left, Side::right})
      forms.push_back(take_out_common_factors(form->result(), side));
  }
  for (const Expression& form : forms) {
    const auto [coefficient, unscaled] = form.kind() == Kind::sum && form.terms().size() == 1
                                             ? form.terms().front()
                                             : Expression::Term{1, form};
    if (unscaled.kind() != Kind::product || !std::ranges::all_of(unscaled.factors(), is_square)) continue;
    std::optional<Expression> result = Expression::identity(x.to());
    for (const Expression& factor : unscaled.factors()) {
      const bool is_simple = factor.kind() == Kind::inverse || has_inverse_at_links(factor);
      const auto inverse = is_simple ? Resolved{"", "", inv(factor)} : resolve_inverse(factor, rules);
      if (!inverse) {
        result.reset();
        break;
      }
      result = inverse->value * *result;
    }
    if (result) return Resolved{"the inverse of a product, factor by factor", "", *result / coefficient};
  }
  return {};
}

class Simplifier {
 public:
  Simplifier(const Expression& x, const Setting& setting)
      : setting_(setting), rules_(rules_for(setting)), whole_(x) {}

  Derivation run() {
    Derivation derivation{whole_, {}};
    while (steps_.size() < most_steps &&
           (cancel() || resolve_inverses() || expand_definitions() || contract() || normalise())) {
    }
    derivation.steps = std::move(steps_);
    return derivation;
  }

 private:
  static constexpr std::size_t most_steps = 1000;

  void take(std::string rule, std::string citation, const Expression& result) {
    if (result == whole_) return;
    whole_ = result;
    steps_.push_back({std::move(rule), std::move(citation), result});
  }

  double cost(const Expression& x) {
    const auto [place, is_new] = costs_.try_emplace(x, 0);
    if (is_new) place->second = cost_of(x, setting_).at(setting_.links);
    return place->second;
  }
  // Whether x is cheaper, or equally cheap and shorter.
  bool is_better(const Expression& x, const Expression& than) {
    const double own = cost(x), other = cost(than);
    return own < other || (own == other && x.size() < than.size());
  }

  // Whether x is worth a detour through the normal form: it is shorter, or more than 10 % cheaper.
  bool pays(const Expression& x) { return x.size() < whole_.size() || cost(x) < 0.9 * cost(whole_); }

  bool cancel() {
    const Expression result = cancel_inverses(whole_);
    if (result == whole_) return false;
    take("an operator and its inverse cancel", "", result);
    return true;
  }

  // Replaces the first inverse that an identity resolves, or whose argument can be simplified.
  bool resolve_inverses() {
    std::vector<Expression> inverses;
    map_parts(
        whole_,
        [&](const Expression& part) {
          if (part.kind() == Kind::inverse && !has_inverse_at_links(part.argument()) &&
              !settled_.contains(part))
            inverses.push_back(part);
          return part;
        },
        Inverses::left_alone);
    for (const Expression& inverse : inverses) {
      if (const auto resolved = resolve_inverse(inverse.argument(), rules_)) {
        take(resolved->name, resolved->citation, replace(whole_, inverse, resolved->value));
        return true;
      }
      Setting inside = setting_;
      inside.wanted = Purpose::matrix;
      const Derivation argument = simplify(inverse.argument(), inside);
      if (argument.result().kind() == Kind::zero)
        throw std::invalid_argument("cannot invert " + short_text(inverse.argument()) + ": it is zero");
      Expression before = inverse;
      for (const DerivationStep& step : argument.steps) {
        const Expression after = inv(step.result);
        take(step.rule, step.citation, replace(whole_, before, after));
        before = after;
      }
      settled_.insert(before);
      if (!argument.steps.empty()) return true;
    }
    return false;
  }

  // Inserts the definitions of symbols, and what derivatives are, one identity at a time.
  bool expand_definitions() {
    const Expression before = whole_;
    for (const Rule& rule : rules_.definitions) take(rule.name, rule.citation, apply(rule, whole_));
    for (auto rules = derivative_rules(whole_, setting_); !rules.empty();
         rules = derivative_rules(whole_, setting_)) {
      const Rule first = rules.front();
      std::erase_if(rules, [&](const Rule& rule) { return rule.name != first.name; });
      Expression result = whole_;
      for (const Rule& rule : rules) result = apply(rule, result);
      take(first.name, first.citation, result);
    }
    return whole_ != before;
  }

  bool contract() {
    const std::size_t before = steps_.size();
    whole_ = contracted(whole_, steps_);
    return steps_.size() > before;
  }
  Expression contracted(Expression x, std::vector<DerivationStep>& steps) {
    for (bool changed = true; changed;) {
      changed = false;
      for (const Rule& rule : rules_.contractions) {
        const Expression y = apply(rule, x);
        if (y == x || !is_better(y, x)) continue;
        x = y;
        steps.push_back({rule.name, rule.citation, y});
        changed = true;
      }
    }
    return x;
  }

  // Simplifies the whole expression, or else the largest part for which this succeeds, through its normal form.
  bool normalise() {
    const Expression before = whole_;  // a copy, because whole_ changes
    return normalise(before);
  }
  bool normalise(const Expression& part) {
    const bool is_compound = part.kind() == Kind::sum || part.kind() == Kind::product;
    if (is_compound && !settled_.contains(part) && trials_ > 0) {
      --trials_;
      if (by_normal_form(part)) return true;
      settled_.insert(part);
    }
    if (part.kind() == Kind::sum)
      return std::ranges::any_of(part.terms(), [&](const auto& term) { return normalise(term.expression); });
    if (part.kind() == Kind::product)
      return std::ranges::any_of(part.factors(), [&](const auto& factor) { return normalise(factor); });
    return false;
  }

  bool by_normal_form(const Expression& part) {
    struct Candidate {
      NormalForm form;
      Side side;
    };
    std::optional<Candidate> chosen;
    Expression best = whole_;
    for (const bool by_covariance : {false, true}) {
      const auto form = normal_form(part, rules_, by_covariance);
      if (!form || (by_covariance && chosen && form->result() == chosen->form.result())) continue;
      for (const Side side : {Side::left, Side::right}) {
        std::vector<DerivationStep> unused;
        const Expression factored = take_out_common_factors(form->result(), side);
        const Expression result = contracted(replace(whole_, part, factored), unused);
        if (!is_better(result, best) || !pays(result)) continue;
        best = result;
        chosen = Candidate{*form, side};
      }
    }
    if (!chosen) return false;
    const Expression before = whole_;
    const auto show = [&](const std::string& rule, const std::string& citation, const Expression& x) {
      take(rule, citation, replace(before, part, take_out_common_factors(x, chosen->side)));
    };
    for (const auto& [rule, result] : chosen->form.steps) show(rule->name, rule->citation, result);
    show("multiply out and take out common factors", "", chosen->form.result());
    contract();
    return true;
  }

  const Setting setting_;
  const Rules& rules_;
  Expression whole_;
  std::vector<DerivationStep> steps_;
  std::map<Expression, double> costs_;
  std::set<Expression> settled_;  // parts that cannot be simplified further
  int trials_ = 60;               // normal forms that may still be tried
};

}  // namespace

Derivation simplify(const Expression& x, const Setting& setting) {
  return Simplifier(x, setting).run();
}

}  // namespace sinew::operators
