#include "sinew/operators/simplify/internal/rules.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <mutex>

#include "sinew/operators/formula/derivative.hpp"
#include "sinew/operators/simplify/identities.hpp"
#include "sinew/operators/simplify/internal/normal_form.hpp"
#include "sinew/operators/text/parse.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

Rule with_adjoint(std::string name, std::string citation, const Expression& left, const Expression& right) {
  Rule rule{std::move(name), std::move(citation), {{left, right}}};
  if (~left != left) rule.rewrites.push_back({~left, ~right});
  return rule;
}

bool is_word(const Expression& x) {
  return std::ranges::none_of(factors_of(x), [](const Expression& f) { return f.kind() == Kind::sum; });
}

// Splits the meaning of a symbol, "mass matrix, SOA (3)", into the rule's name and citation.
Rule definition_rule(const Symbol& symbol, const Expression& left, const Expression& right) {
  const std::size_t comma = symbol.meaning.rfind(", ");
  return with_adjoint(symbol.meaning.substr(0, comma), symbol.meaning.substr(comma + 2), left, right);
}

Rules make_rules(const Setting& setting) {
  const Rewrite no_armature{names::R, Expression::zero(joint_space, joint_space)};
  const auto read = [&](const char* text) {
    const Expression x = parse(text);
    return setting.has_armature ? x : apply(no_armature, x);
  };

  Rules rules;
  for (const auto& symbol : robot_symbols())
    if (!symbol->definition.empty())
      rules.definitions.push_back(
          definition_rule(*symbol, Expression(symbol), read(symbol->definition.c_str())));
  rules.orientation = rules.definitions;

  for (const Identity& identity : identities()) {
    if (!holds(identity, setting)) continue;
    const auto rule = [&](const Expression& from, const Expression& to) {
      return with_adjoint(identity.name, identity.citation, from, to);
    };
    const bool states_no_armature = identity.condition == Condition::no_armature;
    const Expression left = states_no_armature ? parse(identity.left) : read(identity.left);
    const Expression right = read(identity.right);
    switch (identity.use) {
      case Use::contract:
        rules.contractions.push_back(rule(left, right));
        if (is_word(left)) rules.orientation.push_back(rule(left, right));
        break;
      case Use::abbreviate:
        rules.contractions.push_back(rule(right, left));
        rules.orientation.push_back(rule(left, right));
        break;
      case Use::covariance:
        rules.contractions.push_back(rule(right, left));
        rules.covariance.push_back(rule(left, right));
        break;
      case Use::recognise:
        rules.contractions.push_back(rule(right, left));
        break;
      case Use::invert: {
        const Expression inverted = inv(left), unit = Expression::identity(left.to());
        rules.contractions.push_back(rule(inverted * right, unit));
        rules.contractions.push_back(rule(right * inverted, unit));
        if (inverted.kind() == Kind::symbol) rules.orientation.push_back(rule(left, right));
        for (const Expression& x : {inverted, right})
          rules.inverses.push_back({identity.name, identity.citation, x, x == right ? inverted : right});
        break;
      }
      case Use::differentiate:  // derivative_rules
      case Use::follows:
        break;
    }
  }

  std::vector<InverseRule> adjoints;
  for (InverseRule& rule : rules.inverses) {
    rule.inverted = normal_form(rule.inverted, rules, true)->result();
    if (~rule.inverted != rule.inverted)
      adjoints.push_back({rule.name, rule.citation, ~rule.inverted, ~rule.inverse});
  }
  std::ranges::move(adjoints, std::back_inserter(rules.inverses));
  return rules;
}

}  // namespace

const Rules& rules_for(const Setting& setting) {
  static std::array<std::once_flag, 8> is_made;
  static std::array<std::optional<Rules>, 8> made;
  const std::size_t kind =
      4 * setting.has_armature + 2 * setting.is_serial_chain + (setting.frame_links <= 1);
  std::call_once(is_made[kind], [&] { made[kind] = make_rules(setting); });
  return *made[kind];
}

std::vector<Rule> derivative_rules(const Expression& x, const Setting& setting) {
  std::vector<Rule> rules;
  const auto add = [&](const std::string& derivative, const Expression& symbol, const Expression& value) {
    const auto identity = std::ranges::find(identities(), derivative, &Identity::left);
    rules.push_back(with_adjoint(identity->name, identity->citation, symbol, value));
  };
  map_parts(x, [&](const Expression& part) {
    if (part.kind() != Kind::symbol || !part.symbol().operands) return part;
    const Expression symbol = part.is_adjoint() ? ~part : part;
    const auto& [of, along] = *symbol.symbol().operands;
    if (!of) {  // a derivative in the motion of a cross product
      if (const auto inside = derivative_rules(along, setting); !inside.empty())
        rules.push_back(with_adjoint(inside.front().name, inside.front().citation, symbol,
                                     cross(apply(inside.front(), along))));
    } else if (is_derivative_of_axes(symbol.symbol()) && !setting.has_custom_joints) {
      add("d(H)", symbol, Expression::zero(symbol.to(), symbol.from()));
    } else if (const auto value = definition_of(symbol.symbol())) {
      add(family_of(symbol.symbol()), symbol, *value);
    }
    return part;
  });
  std::ranges::stable_sort(rules, {}, [](const Rule& rule) { return rule.rewrites.front().right.size(); });
  return rules;
}

Expression apply(const Rule& rule, const Expression& x, Inverses inverses) {
  Expression result = x;
  for (const Rewrite& rewrite : rule.rewrites) result = apply(rewrite, result, inverses);
  return result;
}

}  // namespace sinew::operators
