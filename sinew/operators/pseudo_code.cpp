// Formulas are written with marks for the neighbours of link k: < the link that hands in, > the one that is handed to,
// @ before what every link that hands in gives, in { } if it is a sum.
#include "sinew/operators/pseudo_code.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "sinew/operators/print.hpp"

namespace sinew::operators {
namespace {

using Kind = Expression::Kind;

std::string with_neighbours(const std::string& formula, bool is_chain) {
  std::string text;
  for (const char c : formula) {
    if (c == '<')
      text += is_chain ? "k-1" : "j";
    else if (c == '>')
      text += is_chain ? "k+1" : "p";
    else if (c == '@')
      text += is_chain ? "" : "sum_j ";
    else if (c == '{' || c == '}')
      text += is_chain ? "" : c == '{' ? "[" : "]";
    else
      text += c;
  }
  return text;
}

Loop with_neighbours(Loop loop, bool is_chain) {
  if (!is_chain) loop.before.clear();
  for (std::string& line : loop.lines) line = with_neighbours(line, is_chain);
  return loop;
}

void collect(const Expression& x, std::set<Expression>& found) {
  switch (x.kind()) {
    case Kind::zero:
    case Kind::identity:
      return;
    case Kind::symbol:
      found.insert(x.is_adjoint() ? ~x : x);
      return;
    case Kind::inverse:
      return collect(x.argument(), found);
    case Kind::sum:
      for (const auto& term : x.terms()) collect(term.expression, found);
      return;
    case Kind::product:
      for (const Expression& factor : x.factors()) collect(factor, found);
      return;
  }
}

// One value's line, from the parts it is made of.
class Writer {
 public:
  Writer(const Program& program, bool is_whole) : program_(program), is_whole_(is_whole) {}

  std::string line(const Instruction& made) const {
    std::string from_children, rest;
    int children = 0;
    for (const bool negative : {false, true}) {  // what is added comes first: T(k) - H(k) z(k)
      for (const Part& part : made.parts) {
        if ((part.coefficient < 0) != negative) continue;
        const bool is_from_child = is_hop(part.op) && !part.op.is_adjoint();
        children += is_from_child;
        append(is_from_child ? from_children : rest, part);
      }
    }
    if (children > 1) from_children = "{" + from_children + "}";
    if (children > 0) from_children = "@" + from_children;
    if (!from_children.empty() && !rest.empty())
      from_children += rest.front() == '-' ? " - " + rest.substr(1) : " + " + rest;
    else
      from_children += rest;
    return value(made.value, "k") + " = " + (from_children.empty() ? "0" : from_children);
  }

  static bool is_hop(const Expression& op) {
    return op.kind() == Kind::symbol && op.symbol().reach == Reach::hop;
  }

 private:
  void append(std::string& sum, const Part& part) const {
    const double size = std::abs(part.coefficient);
    const bool negative = part.coefficient < 0;
    if (!sum.empty())
      sum += negative ? " - " : " + ";
    else if (negative)
      sum += "-";
    if (size != 1) {
      char digits[40];
      sum.append(digits, std::to_chars(digits, digits + sizeof digits, size).ptr);
      sum += " ";
    }
    const std::string op = operator_at_link(part.op);
    const bool is_unit = part.from < 0 || (part.from == 0 && program_.values[0].space == number_space);
    const std::string operand = is_unit ? "" : value(part.from, neighbour(part.op));
    sum += op + (op.empty() || operand.empty() ? "" : " ") + operand;
  }

  // Where the operand of an operator stands.
  static const char* neighbour(const Expression& op) {
    return !is_hop(op) ? "k" : op.is_adjoint() ? ">" : "<";
  }

  std::string operator_at_link(const Expression& op) const {
    if (op.kind() == Kind::identity) return "";
    if (is_whole_) return to_text(op, Notation::ascii);
    if (op.kind() == Kind::inverse) return to_text(op, Notation::ascii) + "(k)";
    const std::string name =
        op.symbol().name == "E_phi" ? "phi" : op.symbol().name == "E_psi" ? "psi" : op.symbol().name;
    const char* where = is_hop(op) ? (op.is_adjoint() ? "(>,k)" : "(k,<)") : name == "B" ? "(k,c)" : "(k)";
    return name + (op.is_adjoint() ? "*" : "") + where;
  }

  std::string value(int index, const std::string& at) const {
    const auto& [space, name] = program_.values[std::size_t(index)];
    const bool is_at_link = space == body_space || space == joint_space;
    if (is_whole_ || (!is_at_link && space != frame_space)) return name;
    return name + "(" + (is_at_link ? at : "c") + ")";
  }

  const Program& program_;
  const bool is_whole_;
};

}  // namespace

std::vector<Expression> operators_in(const Expression& x) {
  std::set<Expression> found;
  collect(x, found);
  std::vector<Expression> ordered;
  for (const auto& symbol : robot_symbols())
    if (const Expression one(symbol); found.erase(one) > 0) ordered.push_back(one);
  ordered.insert(ordered.end(), found.begin(), found.end());
  return ordered;
}

std::vector<Loop> preparation_of(const Expression& x, const Setting& setting) {
  const std::vector<Expression> operators = operators_in(x);
  const auto has = [&](const auto&... names) {
    const auto is_one = [&](const Expression& op) { return ((op.symbol().name == names) || ...); };
    return std::ranges::any_of(operators, is_one);
  };
  const bool R = setting.has_armature;
  std::vector<Loop> loops;
  if (has("P", "D", "G", "K", "psi", "E_psi", "taubar", "Pplus", "Upsilon")) {
    Loop filter{.title = "the filter: Riccati equation, SOA (8)-(9)",
                .direction = Direction::inward,
                .before = {"P(0) = 0"},
                .lines = {R ? "P(k) = @{psi(k,<) P(<) psi*(k,<) + K(k,<) R(<) K*(k,<)} + M(k)"
                            : "P(k) = @psi(k,<) P(<) psi*(k,<) + M(k)",
                          R ? "D(k) = H(k) P(k) H*(k) + R(k)" : "D(k) = H(k) P(k) H*(k)",
                          "G(k) = P(k) H*(k) D^-1(k)"}};
    if (has("taubar")) filter.lines.push_back("taubar(k) = I - G(k) H(k)");
    if (has("Pplus")) filter.lines.push_back("Pplus(k) = P(k) - G(k) D(k) G*(k)");
    if (has("K") || R) filter.lines.push_back("K(>,k) = phi(>,k) G(k)");
    filter.lines.push_back("psi(>,k) = phi(>,k) [I - G(k) H(k)]");
    loops.push_back(filter);
  }
  if (has("Upsilon"))
    loops.push_back({.title = "the costate covariances, R87 (80)-(82)",
                     .direction = Direction::outward,
                     .before = {"Upsilon(n+1) = 0"},
                     .lines = {"Upsilon(k) = psi*(>,k) Upsilon(>) psi(>,k) + H*(k) D^-1(k) H(k)"}});
  if (has("r"))
    loops.push_back({.title = "the composite inertias: Lyapunov equation, R87 (28)-(29)",
                     .direction = Direction::inward,
                     .before = {"r(0) = 0"},
                     .lines = {"r(k) = @phi(k,<) r(<) phi*(k,<) + M(k)"}});
  if (has("a", "b")) {
    Loop bias{.title = "what the joint velocities v bring in, R87 (7), (15)",
              .direction = Direction::outward,
              .before = {"V(n+1) = 0"},
              .lines = {"V(k) = phi*(>,k) V(>) + H*(k) v(k)"}};
    if (has("a")) bias.lines.push_back("a(k) = V(k) cross H*(k) v(k), and gravity at the base");
    if (has("b")) bias.lines.push_back("b(k) = V(k) cross* M(k) V(k)");
    loops.push_back(bias);
  }
  for (Loop& loop : loops) loop = with_neighbours(loop, setting.is_serial_chain);
  return loops;
}

std::vector<Loop> loops_of(const Program& program, const Setting& setting) {
  std::vector<Loop> loops;
  for (const ProgramSweep& sweep : program.sweeps) {
    Loop loop{.title = "", .direction = sweep.direction, .is_whole = sweep.is_whole};
    const Writer writer(program, sweep.is_whole);
    std::set<int> handed;
    for (const Instruction& made : sweep.instructions) {
      loop.lines.push_back(writer.line(made));
      for (const Part& part : made.parts) {
        if (Writer::is_hop(part.op) && part.from >= 0 && handed.insert(part.from).second)
          loop.before.push_back(program.values[std::size_t(part.from)].name +
                                (part.op.is_adjoint() ? "(n+1) = 0" : "(0) = 0"));
      }
    }
    loops.push_back(with_neighbours(loop, setting.is_serial_chain));
  }
  return loops;
}

}  // namespace sinew::operators
