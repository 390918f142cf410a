// Expressions to values (hash consing, left factors taken out) and values to sweeps.
//
// A node is a sum of terms "number * operator * node": what stands at one place of the algorithm. Equal nodes are one.
// phi x and psi x become recursions y = E y + x, whose y is a leaf that its own definition may name. Nodes that are
// operands become the values of the program; a term that several of them have in common becomes a value too.
#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>

#include "sinew/operators/parse.hpp"
#include "sinew/operators/program.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

struct Term {
  int op;   // 0: identity
  int arg;  // a node
  double coefficient;
  friend auto operator<=>(const Term&, const Term&) = default;
};
using Terms = std::vector<Term>;

struct Node {
  Space space;
  Terms terms;
  bool is_leaf = false;
  // Of a leaf other than the input: what defines it, and the direction of its sweep.
  Terms recursion{};
  bool is_outward = false;
};

bool is_symbol(const Expression& x, const char* name) {
  return x.kind() == Kind::symbol && x.symbol().name == name;
}
// The hop that a sweep repeats.
std::optional<Expression> hop_of(const Expression& x) {
  if (x.kind() != Kind::symbol) return {};
  const bool is_phi = x.symbol().name == "phi";
  if (!is_phi && x.symbol().name != "psi") return {};
  const Expression& hop = is_phi ? names::E_phi : names::E_psi;
  return x.is_adjoint() ? ~hop : hop;
}
// What an operator is made of in the form that runs, or by its definition.
std::optional<Expression> made_of(const Expression& x, Form form) {
  using namespace names;
  if (x.kind() != Kind::symbol) return {};
  const Symbol& symbol = x.symbol();
  std::optional<Expression> parts;
  if (!symbol.definition.empty()) parts = parse(symbol.definition);
  if (form == Form::run) {
    static const std::map<std::string, Expression> apart{
        {"K", E_phi * G}, {"taubar", I - G * H}, {"E_psi", E_phi * (I - G * H)}, {"Pplus", P - G * H * P}};
    if (const auto found = apart.find(symbol.name); found != apart.end()) parts = found->second;
  }
  if (parts && x.is_adjoint()) parts = ~*parts;
  return parts;
}
bool is_hop(const Expression& x) {
  return x.kind() == Kind::symbol && x.symbol().reach == Reach::hop;
}
bool is_link_space(const Space& space) {
  return space == joint_space || space == body_space || space == frame_space;
}

class Nodes {
 public:
  Nodes(const Space& from, Form form) : form_(form) {
    op_index(Expression::identity(from));
    nodes_.push_back({from, {}, true});
  }

  // x applied to a node.
  int apply(const Expression& x, int n) {
    switch (x.kind()) {
      case Kind::zero:
        return sum({}, x.to());
      case Kind::identity:
        return n;
      case Kind::sum: {
        Terms terms;
        for (const auto& [coefficient, term] : x.terms()) terms.push_back({0, apply(term, n), coefficient});
        return sum(terms, x.to());
      }
      case Kind::product:
        for (auto f = x.factors().rbegin(); f != x.factors().rend(); ++f) n = apply(*f, n);
        return n;
      case Kind::inverse:  // of phi and psi: I - E
        if (const auto hop = hop_of(x.argument())) return sum({{0, n, 1}, {0, apply(*hop, n), -1}}, x.to());
        break;
      case Kind::symbol:
        if (const auto parts = made_of(x, form_)) return apply(*parts, n);
        break;
    }
    return sum({{op_index(x), n, 1}}, x.to());
  }

  // phi x and psi x become leaves with a definition. Operands stand before what is made of them.
  int with_recursions(int root) {
    std::vector<int> now;
    for (int n = 0; n <= root; ++n) {
      if (node(n).is_leaf) {
        now.push_back(n);
        continue;
      }
      Terms terms = node(n).terms;
      for (Term& term : terms) {
        term.arg = now[std::size_t(term.arg)];
        if (const auto hop = hop_of(op(term.op)))
          term = {0, recursion(term.op, *hop, term.arg), term.coefficient};
      }
      now.push_back(sum(terms, Space(node(n).space)));
    }
    return now[std::size_t(root)];
  }

  const Node& node(int n) const { return nodes_[std::size_t(n)]; }
  const Expression& op(int i) const { return ops_[std::size_t(i)]; }
  int sum_of_one(const Term& term) { return sum({{term.op, term.arg, 1}}, Space(op(term.op).to())); }

 private:
  int op_index(const Expression& x) {
    const auto [at, is_new] = op_indices_.try_emplace(x, int(ops_.size()));
    if (is_new) ops_.push_back(x);
    return at->second;
  }

  int recursion(int sweep, const Expression& hop, int arg) {
    if (node(arg).terms.empty() && !node(arg).is_leaf) return arg;  // zero
    const auto [at, is_new] = recursions_.try_emplace({sweep, arg}, int(nodes_.size()));
    if (!is_new) return at->second;
    const int leaf = at->second;
    nodes_.push_back({hop.to(), {}, true, {}, hop.is_adjoint()});
    const int definition = sum({{0, apply(hop, leaf), 1}, {0, arg, 1}}, hop.to());
    nodes_[std::size_t(leaf)].recursion = node(definition).terms;
    return leaf;
  }

  // The node of a sum, in its one form: sums in it opened, equal operators gathered, numbers of single terms in front.
  int sum(const Terms& given, const Space& space) {
    Terms terms;
    for (const Term& term : given) {
      const Node& arg = node(term.arg);
      if (term.op == 0 && !arg.is_leaf) {
        for (Term inner : arg.terms) {
          inner.coefficient *= term.coefficient;
          terms.push_back(inner);
        }
      } else if (arg.is_leaf || !arg.terms.empty()) {
        terms.push_back(term);
      }
    }
    std::ranges::sort(terms);
    Terms gathered;
    for (auto first = terms.begin(); first != terms.end();) {
      const auto last = std::find_if(first, terms.end(), [&](const Term& t) {
        return t.op != first->op || (first->op == 0 && t.arg != first->arg);
      });
      Term one = *first;
      if (one.op == 0) {
        for (auto t = first + 1; t != last; ++t) one.coefficient += t->coefficient;
      } else if (last - first > 1) {
        Terms args;
        for (auto t = first; t != last; ++t) args.push_back({0, t->arg, t->coefficient});
        one = {one.op, sum(args, Space(node(one.arg).space)), 1};
      }
      first = last;
      if (one.op != 0 && !node(one.arg).is_leaf) {
        const Terms& inside = node(one.arg).terms;
        if (inside.empty()) continue;
        if (inside.size() == 1 && inside.front().coefficient != 1) {  // A (c u) = c (A u)
          one.coefficient *= inside.front().coefficient;
          Term inner = inside.front();
          inner.coefficient = 1;
          one.arg = sum({inner}, Space(node(one.arg).space));
        }
      }
      if (one.coefficient != 0) gathered.push_back(one);
    }
    if (gathered.size() == 1 && gathered.front().op == 0 && gathered.front().coefficient == 1)
      return gathered.front().arg;
    const auto [at, is_new] = sums_.try_emplace({space.name, gathered}, int(nodes_.size()));
    if (is_new) nodes_.push_back({space, gathered});
    return at->second;
  }

  Form form_;
  std::vector<Node> nodes_;  // [0] is the input
  std::map<std::pair<std::string, Terms>, int> sums_;
  std::map<std::pair<int, int>, int> recursions_;
  std::vector<Expression> ops_;
  std::map<Expression, int> op_indices_;
};

// A program's values with what makes them, not yet in sweeps.
struct Values {
  std::vector<ProgramValue> values;
  std::vector<std::vector<Part>> parts;  // of each value
  int result;
};

class ValueMaker {
 public:
  explicit ValueMaker(Nodes& nodes, const Space& input) : nodes_(nodes) {
    made_.values.push_back({input, "x"});
    made_.parts.emplace_back();
    value_of_[0] = 0;
  }

  Values make(int root) {
    count_uses(root);
    made_.result = value(root);
    for (std::size_t v = 0; v < pending_.size(); ++v) {  // grows meanwhile
      const auto [n, index] = pending_[v];
      std::vector<Part> parts;
      const Node node = nodes_.node(n);
      const Terms& terms = node.is_leaf ? node.recursion : node.terms;
      // A value is made in one direction: hops in the other become values of their own.
      const bool is_outward =
          node.is_leaf ? node.is_outward : std::ranges::none_of(terms, [&](const Term& term) {
            return is_hop(nodes_.op(term.op)) && !nodes_.op(term.op).is_adjoint();
          });
      for (const Term& term : terms) {
        const Expression& op = nodes_.op(term.op);
        const bool is_own =
            takes_all(op) || uses_[{term.op, term.arg}] > 1 || (is_hop(op) && op.is_adjoint() != is_outward);
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
      for (const Term& term : node.is_leaf ? node.recursion : node.terms) {
        if (term.op != 0) ++uses_[{term.op, term.arg}];
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

  Part part(const Term& term, bool is_own) {
    const Expression op = nodes_.op(term.op);
    if (is_own) return {term.coefficient, Expression::identity(op.to()), value(nodes_.sum_of_one(term))};
    if (op.from() == number_space && op.kind() == Kind::symbol && term.arg == 0)
      return {term.coefficient, op, -1};
    const int from = value(term.arg);
    if (term.op == 0)
      return {term.coefficient, Expression::identity(made_.values[std::size_t(from)].space), from};
    return {term.coefficient, op, from};
  }

  Nodes& nodes_;
  Values made_;
  std::map<int, int> value_of_;
  std::vector<std::pair<int, int>> pending_;  // node, value
  std::map<std::pair<int, int>, int> uses_;   // of a term: operator and node
};

// Values into sweeps: each takes all that its direction allows.
class Scheduler {
 public:
  explicit Scheduler(const Values& values)
      : values_(values), is_made_(values.values.size()), is_whole_(values.values.size()) {
    is_made_[0] = true;
    for (std::size_t v = 0; v < is_whole_.size(); ++v)
      is_whole_[v] = !is_link_space(values.values[v].space) ||
                     std::ranges::any_of(values.parts[v], [](const Part& p) { return takes_all(p.op); });
  }

  std::vector<ProgramSweep> schedule() {
    std::vector<ProgramSweep> sweeps;
    while (std::ranges::count(is_made_, false) > 0) {
      std::vector<int> inward = ready(Direction::inward), outward = ready(Direction::outward);
      const bool goes_inward = hops(inward) > 0 && hops(inward) >= hops(outward);
      const std::vector<int>& chosen = goes_inward ? inward : outward;
      if (!chosen.empty() && (hops(chosen) > 0 || !some_whole(sweeps))) {
        sweeps.push_back({hops(chosen) == 0 ? Direction::memoryless
                          : goes_inward     ? Direction::inward
                                            : Direction::outward,
                          in_order(chosen)});
      } else if (chosen.empty() && !some_whole(sweeps)) {
        throw std::logic_error("an expression could not be put in sweeps");
      }
    }
    return sweeps;
  }

 private:
  static std::optional<Direction> direction_of(const Part& part) {
    if (!is_hop(part.op)) return {};
    return part.op.is_adjoint() ? Direction::outward : Direction::inward;
  }

  // All values that one sweep in this direction can make: what is left when those that cannot are taken away.
  std::vector<int> ready(Direction direction) const {
    const auto count = int(is_made_.size());
    std::vector<bool> in(is_made_.size());
    for (int v = 0; v < count; ++v)
      in[std::size_t(v)] = !is_made_[std::size_t(v)] && !is_whole_[std::size_t(v)];
    for (bool changed = true; changed;) {
      changed = false;
      for (int v = 0; v < count; ++v) {
        if (!in[std::size_t(v)]) continue;
        const bool can = std::ranges::all_of(values_.parts[std::size_t(v)], [&](const Part& part) {
          const auto needed = direction_of(part);
          return (!needed || *needed == direction) &&
                 (part.from < 0 || is_made_[std::size_t(part.from)] || in[std::size_t(part.from)]);
        });
        if (!can) in[std::size_t(v)] = false, changed = true;
      }
    }
    std::vector<int> found;
    for (int v = 0; v < count; ++v) {
      if (in[std::size_t(v)]) found.push_back(v);
    }
    return found;
  }

  int hops(const std::vector<int>& some) const {
    return int(std::ranges::count_if(some, [&](int v) {
      return std::ranges::any_of(values_.parts[std::size_t(v)],
                                 [](const Part& p) { return direction_of(p).has_value(); });
    }));
  }

  // At a link a value comes after those of the same sweep that it takes there; recursions come as soon as they can.
  std::vector<Instruction> in_order(std::vector<int> left) {
    const auto repeats = [&](int v) {
      return std::ranges::any_of(values_.parts[std::size_t(v)],
                                 [v](const Part& part) { return part.from == v; });
    };
    std::ranges::stable_partition(left, repeats);
    std::vector<Instruction> ordered;
    while (!left.empty()) {
      const auto next = std::ranges::find_if(left, [&](int v) {
        return std::ranges::none_of(values_.parts[std::size_t(v)], [&](const Part& part) {
          return !is_hop(part.op) && std::ranges::find(left, part.from) != left.end();
        });
      });
      ordered.push_back({*next, values_.parts[std::size_t(*next)]});
      is_made_[std::size_t(*next)] = true;
      left.erase(next);
    }
    return ordered;
  }

  // Makes the values that need whole operands and have them; whether there were any.
  bool some_whole(std::vector<ProgramSweep>& sweeps) {
    bool any = false;
    for (std::size_t v = 0; v < is_made_.size(); ++v) {
      if (is_made_[v] || !is_whole_[v]) continue;
      const auto& parts = values_.parts[v];
      if (!std::ranges::all_of(parts,
                               [&](const Part& p) { return p.from < 0 || is_made_[std::size_t(p.from)]; }))
        continue;
      sweeps.push_back({Direction::memoryless, {{int(v), parts}}, true});
      is_made_[v] = any = true;
    }
    return any;
  }

  const Values& values_;
  std::vector<bool> is_made_, is_whole_;
};

// Names in the order in which values are made, as the papers have them.
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
  if (op.kind() == Kind::inverse) return !is_symbol(op.argument(), "D");
  if (op.kind() != Kind::symbol) return false;
  return op.symbol().reach == Reach::given || op.to() == number_space;
}

Program lower(const Expression& x, Form form) {
  Nodes nodes(x.from(), form);
  const int root = nodes.with_recursions(nodes.apply(x, 0));
  Values values = ValueMaker(nodes, x.from()).make(root);
  Program program{.values = std::move(values.values), .sweeps = {}, .result = values.result};
  values.values = program.values;
  program.sweeps = Scheduler(values).schedule();
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
