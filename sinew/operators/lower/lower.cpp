// Turns the nodes of an expression (nodes.hpp) into the values of a program: nodes that are operands become values, and
// so do terms that several nodes share.
#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "sinew/operators/lower/internal/nodes.hpp"
#include "sinew/operators/lower/internal/schedule.hpp"
#include "sinew/operators/lower/program.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

bool is_symbol(const Expression& x, const char* name) {
  return x.kind() == Kind::symbol && x.symbol().name == name;
}

class ValueMaker {
 public:
  explicit ValueMaker(Nodes& nodes, const Space& input) : nodes_(nodes) {
    made_.values.push_back({input, "x"});
    made_.parts.emplace_back();
    value_of_[0] = 0;
  }

  UnscheduledProgram make(int root) {
    count_uses(root);
    made_.result = value(root);
    for (std::size_t v = 0; v < pending_.size(); ++v) {  // pending_ grows in this loop
      const auto [n, index] = pending_[v];
      std::vector<Part> parts;
      const Node node = nodes_.node(n);
      const NodeTerms& terms = node.definition();
      // A value is computed in one direction, so hops in the other direction become values of their own. In a sum that
      // other nodes use, all hops become values, because the sum may be part of a recursion in the other direction.
      const bool is_outward =
          node.is_leaf ? node.is_outward : std::ranges::none_of(terms, [&](const NodeTerm& term) {
            return is_hop(nodes_.op(term.op)) && !nodes_.op(term.op).is_adjoint();
          });
      const bool keeps_hops = node.is_leaf || (n == root && !root_is_used_);
      for (const NodeTerm& term : terms) {
        const Expression& op = nodes_.op(term.op);
        const bool is_own = takes_all(op) || uses_[{term.op, term.arg}] > 1 ||
                            (is_hop(op) && (!keeps_hops || op.is_adjoint() != is_outward));
        const bool stands_alone = terms.size() == 1 && term.coefficient == 1 && !node.is_leaf;
        parts.push_back(part(term, term.op != 0 && is_own && !stands_alone));
      }
      made_.parts[std::size_t(index)] = std::move(parts);
    }
    return std::move(made_);
  }

 private:
  void count_uses(int root) {
    std::vector<int> open{root};
    std::set<int> seen{root};
    while (!open.empty()) {
      const Node& node = nodes_.node(open.back());
      open.pop_back();
      for (const NodeTerm& term : node.definition()) {
        if (term.op != 0) ++uses_[{term.op, term.arg}];
        root_is_used_ |= term.arg == root;
        if (seen.insert(term.arg).second) open.push_back(term.arg);
      }
    }
  }

  int value(int n) {
    const auto [at, is_new] = value_of_.try_emplace(n, int(made_.values.size()));
    if (!is_new) return at->second;
    made_.values.push_back({nodes_.node(n).space, ""});
    made_.parts.emplace_back();
    pending_.push_back({n, at->second});
    return at->second;
  }

  Part part(const NodeTerm& term, bool is_own) {
    const Expression op = nodes_.op(term.op);
    if (is_own) return {term.coefficient, Expression::identity(op.to()), value(nodes_.alone(term))};
    if (op.from() == number_space && op.kind() == Kind::symbol && term.arg == 0)
      return {term.coefficient, op, -1};
    const int from = value(term.arg);
    if (term.op == 0)
      return {term.coefficient, Expression::identity(made_.values[std::size_t(from)].space), from};
    return {term.coefficient, op, from};
  }

  Nodes& nodes_;
  bool root_is_used_ = false;
  UnscheduledProgram made_;
  std::map<int, int> value_of_;
  std::vector<std::pair<int, int>> pending_;  // node, value
  std::map<std::pair<int, int>, int> uses_;   // number of uses of a term, by operator and node
};

// Names the values as the papers do, in the order in which they are computed.
void give_names(Program& program) {
  std::map<std::string, int> taken{{"x", 1}};
  const auto name = [&](const Instruction& made) -> std::string {
    const ProgramValue& value = program.values[std::size_t(made.value)];
    if (made.value == program.result) return "y";
    for (const Part& part : made.parts) {
      if (part.from != made.value) continue;
      const bool articulated = is_symbol(part.op, "E_psi");
      if (part.op.is_adjoint()) return articulated ? "lambda" : "V";
      return articulated ? "z" : "f";
    }
    const bool one = made.parts.size() == 1;
    if (value.space == joint_space) {
      if (one && made.parts.front().op.kind() == Kind::inverse) return "nu";
      return one ? "s" : "e";
    }
    if (value.space == body_space) return "u";
    return value.space == frame_space ? "w" : "c";
  };
  for (const ProgramSweep& sweep : program.sweeps) {
    for (const Instruction& made : sweep.instructions) {
      std::string chosen = name(made);
      const int times = ++taken[chosen];
      if (times > 1) chosen += std::to_string(times);
      program.values[std::size_t(made.value)].name = chosen;
    }
  }
}

}  // namespace

bool takes_all(const Expression& op) {
  if (op.kind() == Kind::inverse) return !has_inverse_at_links(op.argument());
  if (op.kind() != Kind::symbol) return false;
  return op.symbol().reach == Reach::given || op.to() == number_space;
}

std::vector<bool> zero_without_frames(const Program& program) {
  std::vector<bool> is_zero(program.values.size());
  for (const ProgramSweep& sweep : program.sweeps) {
    for (const auto& [value, parts] : sweep.instructions) {
      const Space& space = program.values[std::size_t(value)].space;
      const auto is_zero_part = [&](const Part& part) {
        if (part.op == names::B) return true;
        const bool stays = !is_hop(part.op) && !takes_all(part.op) && part.op.from() != number_space;
        return stays && part.from >= 0 && is_zero[std::size_t(part.from)];
      };
      is_zero[std::size_t(value)] =
          (space == body_space || space == joint_space) && std::ranges::all_of(parts, is_zero_part);
    }
  }
  return is_zero;
}

Program lower(const Expression& x, Form form) {
  Nodes nodes(x.from(), form);
  const int root = nodes.with_recursions(nodes.apply(x, 0));
  const UnscheduledProgram made = ValueMaker(nodes, x.from()).make(root);
  Program program{.values = made.values, .sweeps = schedule(made), .result = made.result};
  give_names(program);
  return program;
}

Expression meaning(const Program& program, int value) {
  const Space& from = program.values.front().space;
  if (value == 0) return Expression::identity(from);
  for (const ProgramSweep& sweep : program.sweeps) {
    for (const Instruction& made : sweep.instructions) {
      if (made.value != value) continue;
      Expression total = Expression::zero(program.values[std::size_t(value)].space, from);
      std::optional<Expression> repeated;
      for (const auto& [coefficient, op, operand] : made.parts) {
        if (operand == value) {
          const Expression& whole = is_symbol(op, "E_phi") ? names::phi : names::psi;
          repeated = op.is_adjoint() ? ~whole : whole;
        } else {
          total = total + coefficient * (operand < 0 ? op : op * meaning(program, operand));
        }
      }
      return repeated ? *repeated * total : total;
    }
  }
  return Expression::zero(program.values[std::size_t(value)].space, from);
}

}  // namespace sinew::operators
