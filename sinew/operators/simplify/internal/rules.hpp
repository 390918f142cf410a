// Turns the identities into rewriting rules for one kind of robot.
#pragma once

#include <string>
#include <vector>

#include "sinew/operators/simplify/cost.hpp"
#include "sinew/operators/simplify/internal/rewrite.hpp"

namespace sinew::operators {

struct Rule {
  std::string name, citation;
  std::vector<Rewrite> rewrites;  // the identity and its adjoint
};

struct InverseRule {
  std::string name, citation;
  Expression inverted;  // in normal form, see normal_form.hpp
  Expression inverse;
};

struct Rules {
  std::vector<Rule> definitions;   // of Mass, J, Omega, C and the other defined symbols
  std::vector<Rule> contractions;  // for products and sums as they are written
  std::vector<Rule> orientation;   // for sums of products of symbols: these lead to a normal form
  std::vector<Rule> covariance;    // express M by P, and H* D^-1 H by Upsilon
  std::vector<InverseRule> inverses;
};

// Returns the rules, which are made once for each kind of robot: with or without rotor inertia, serial chain or tree,
// frames on one link or on several.
const Rules& rules_for(const Setting& setting);

// Returns the rules that replace the derivatives in x by what they are, the shortest first.
std::vector<Rule> derivative_rules(const Expression& x, const Setting& setting);

Expression apply(const Rule& rule, const Expression& x, Inverses inverses = Inverses::entered);

}  // namespace sinew::operators
