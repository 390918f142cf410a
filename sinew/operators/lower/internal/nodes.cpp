#include "sinew/operators/lower/internal/nodes.hpp"

#include <algorithm>
#include <optional>

#include "sinew/operators/formula/derivative.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

// Terms are also combined inside the sums that combining makes, but only to this depth: their number can grow with
// every level.
constexpr int deepest = 6;

// The hop that a sweep repeats: E_phi for phi, E_psi for psi. Empty for other operators.
std::optional<Expression> hop_of(const Expression& x) {
  if (x.kind() != Kind::symbol) return {};
  const bool is_phi = x.symbol().name == "phi";
  if (!is_phi && x.symbol().name != "psi") return {};
  const Expression& hop = is_phi ? names::E_phi : names::E_psi;
  return x.is_adjoint() ? ~hop : hop;
}
// The expression that replaces an operator: its definition, or its expansion in Form::run. Empty if there is none.
std::optional<Expression> made_of(const Expression& x, Form form) {
  using namespace names;
  if (x.kind() != Kind::symbol) return {};
  const Symbol& symbol = x.symbol();
  std::optional<Expression> parts = definition_of(symbol);
  if (form == Form::run) {
    static const std::map<std::string, Expression> apart{
        {"K", E_phi * G}, {"taubar", I - G * H}, {"E_psi", E_phi * (I - G * H)}, {"Pplus", P - G * H * P}};
    if (const auto found = apart.find(symbol.name); found != apart.end()) parts = found->second;
  }
  if (parts && x.is_adjoint()) parts = ~*parts;
  return parts;
}

}  // namespace

Nodes::Nodes(const Space& input, Form form) : form_(form) {
  op_index(Expression::identity(input));
  nodes_.push_back({input, {}, true});
}

int Nodes::apply(const Expression& x, int n) {
  switch (x.kind()) {
    case Kind::zero:
      return sum({}, x.to());
    case Kind::identity:
      return n;
    case Kind::sum: {
      NodeTerms terms;
      for (const auto& [coefficient, term] : x.terms()) terms.push_back({0, apply(term, n), coefficient});
      return sum(terms, x.to());
    }
    case Kind::product:
      for (auto f = x.factors().rbegin(); f != x.factors().rend(); ++f) n = apply(*f, n);
      return n;
    case Kind::inverse:  // phi^-1 and psi^-1 are I - E
      if (const auto hop = hop_of(x.argument())) return sum({{0, n, 1}, {0, apply(*hop, n), -1}}, x.to());
      break;
    case Kind::symbol:
      if (const auto parts = made_of(x, form_)) return apply(*parts, n);
      break;
  }
  return sum({{op_index(x), n, 1}}, x.to());
}

int Nodes::with_recursions(int root) {
  std::vector<int> now;  // new index of each node
  for (int n = 0; n <= root; ++n) {
    if (node(n).is_leaf) {
      now.push_back(n);
      continue;
    }
    NodeTerms terms = node(n).terms;
    for (NodeTerm& term : terms) {
      term.arg = now[std::size_t(term.arg)];
      if (const auto hop = hop_of(op(term.op)))
        term = {0, recursion(term.op, *hop, term.arg), term.coefficient};
    }
    now.push_back(sum(terms, Space(node(n).space)));
  }
  return now[std::size_t(root)];
}

int Nodes::alone(const NodeTerm& term) {
  return sum({{term.op, term.arg, 1}}, Space(op(term.op).to()));
}

int Nodes::op_index(const Expression& x) {
  const auto [at, is_new] = op_indices_.try_emplace(x, int(ops_.size()));
  if (is_new) ops_.push_back(x);
  return at->second;
}

int Nodes::recursion(int sweep, const Expression& hop, int arg) {
  if (is_zero(arg)) return arg;
  const auto [at, is_new] = recursions_.try_emplace({sweep, arg}, int(nodes_.size()));
  if (!is_new) return at->second;
  const int leaf = at->second;
  nodes_.push_back({hop.to(), {}, true, {}, hop.is_adjoint()});
  const int definition = sum({{0, apply(hop, leaf), 1}, {0, arg, 1}}, hop.to());
  nodes_[std::size_t(leaf)].recursion = node(definition).terms;
  return leaf;
}

// Returns the node of a sum: always the same node, in whatever order or nesting the sum is written.
int Nodes::sum(const NodeTerms& given, const Space& space) {
  NodeTerms terms = opened(given), one_each;
  std::ranges::sort(terms);
  for (auto first = terms.cbegin(); first != terms.cend();) {
    const bool gathers = first->op != 0 && depth_ < deepest;
    const auto last = std::find_if(first, terms.cend(), [&](const NodeTerm& t) {
      return t.op != first->op || (!gathers && t.arg != first->arg);
    });
    const NodeTerm one = gathered(first, last);
    if (one.coefficient != 0 && !is_zero(one.arg)) one_each.push_back(one);
    first = last;
  }
  if (one_each.size() == 1 && one_each.front().op == 0 && one_each.front().coefficient == 1)
    return one_each.front().arg;
  const auto [at, is_new] = sums_.try_emplace({space.name, space.size, one_each}, int(nodes_.size()));
  if (is_new) nodes_.push_back({space, one_each});
  return at->second;
}

// Flattens nested sums and drops zero terms.
NodeTerms Nodes::opened(const NodeTerms& given) const {
  NodeTerms terms;
  for (const NodeTerm& term : given) {
    if (term.op != 0 || node(term.arg).is_leaf) {
      if (!is_zero(term.arg)) terms.push_back(term);
      continue;
    }
    for (NodeTerm inner : node(term.arg).terms) {
      inner.coefficient *= term.coefficient;
      terms.push_back(inner);
    }
  }
  return terms;
}

// Combines terms with the same operator into one, and moves its number to the front: A (c u) = c (A u).
NodeTerm Nodes::gathered(NodeTerms::const_iterator first, NodeTerms::const_iterator last) {
  NodeTerm one = *first;
  const bool have_one_arg = (last - 1)->arg == one.arg;  // the terms are sorted
  if (have_one_arg)
    for (auto t = first + 1; t != last; ++t) one.coefficient += t->coefficient;
  if (one.op == 0) return one;
  const Space space = node(one.arg).space;
  if (!have_one_arg) {
    NodeTerms args;
    for (auto t = first; t != last; ++t) args.push_back({0, t->arg, t->coefficient});
    ++depth_;
    one = {one.op, sum(args, space), 1};
    --depth_;
  }
  const NodeTerms inside = node(one.arg).terms;
  if (inside.size() == 1 && inside.front().coefficient != 1) {
    one.coefficient *= inside.front().coefficient;
    one.arg = sum({{inside.front().op, inside.front().arg, 1}}, space);
  }
  return one;
}

}  // namespace sinew::operators
