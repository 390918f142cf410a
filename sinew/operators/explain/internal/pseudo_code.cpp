#include "sinew/operators/explain/internal/pseudo_code.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <set>

#include "sinew/operators/lower/internal/schedule.hpp"
#include "sinew/operators/text/print.hpp"

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

// The symbol of a value that only copies a vector; null for other values.
const Symbol* vector_itself(const Instruction& made) {
  if (made.parts.size() != 1 || made.parts.front().coefficient != 1) return nullptr;
  const auto& [coefficient, op, from] = made.parts.front();
  return from < 0 && op.kind() == Kind::symbol && !op.is_adjoint() ? &op.symbol() : nullptr;
}

// Writes the line of one value from the parts that define it.
class Writer {
 public:
  Writer(const std::vector<ProgramValue>& values, bool is_whole) : values_(values), is_whole_(is_whole) {}

  std::string line(const Instruction& made) const {
    return value(made.value, "k") + " = " + (made.parts.empty() ? "0" : sum(made));
  }

 private:
  // Orders the terms. Terms that cross a joint come first, starting with the recursion of the value itself:
  // z(k) = psi(k,k-1) z(k-1) + ... Among the other terms positive ones come first: x(k) - H(k) z(k).
  std::string sum(const Instruction& made) const {
    std::vector<Part> parts = made.parts;
    std::ranges::stable_sort(parts, {}, [&](const Part& part) {
      return part.from == made.value                   ? 0
             : is_hop(part.op) && part.coefficient > 0 ? 1
             : part.coefficient > 0                    ? 2
                                                       : 3;
    });
    const auto is_from_child = [](const Part& part) { return is_hop(part.op) && !part.op.is_adjoint(); };
    const auto rest = std::stable_partition(parts.begin(), parts.end(), is_from_child);
    std::string text;
    for (auto part = parts.begin(); part != rest; ++part) append(text, *part);
    if (rest - parts.begin() > 1 || text.starts_with('-')) text = "{" + text + "}";
    if (!text.empty()) text = "@" + text;
    for (auto part = rest; part != parts.end(); ++part) append(text, *part);
    return text;
  }

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
    const bool is_unit = part.from < 0 || (part.from == 0 && values_.front().space == number_space);
    const std::string operand = is_unit && !op.empty() ? "" : value(part.from, neighbour(part.op));
    sum += op + (op.empty() || operand.empty() ? "" : " ") + operand;
  }

  // The link at which an operator reads its operand.
  static const char* neighbour(const Expression& op) {
    return !is_hop(op) ? "k" : op.is_adjoint() ? ">" : "<";
  }

  std::string operator_at_link(const Expression& op) const {
    if (op.kind() == Kind::identity) return "";
    if (is_whole_) return to_text(op, Notation::ascii);
    if (op.kind() == Kind::inverse) return to_text(op, Notation::ascii) + "(k)";
    const std::string name = op.symbol().name == "E_phi"   ? "phi"
                             : op.symbol().name == "E_psi" ? "psi"
                                                           : op.symbol().name;
    const char* where = is_hop(op) ? (op.is_adjoint() ? "(>,k)" : "(k,<)") : name == "B" ? "(k,c)" : "(k)";
    return name + (op.is_adjoint() ? "*" : "") + where;
  }

  std::string value(int index, const std::string& at) const {
    const auto& [space, name] = values_[std::size_t(index)];
    const bool is_at_link = space == body_space || space == joint_space;
    if (is_whole_ || (!is_at_link && space != frame_space)) return name;
    return name + "(" + (is_at_link ? at : "c") + ")";
  }

  const std::vector<ProgramValue>& values_;
  const bool is_whole_;
};

}  // namespace

Loop with_neighbours(Loop loop, bool is_chain) {
  if (!is_chain) loop.before.clear();
  for (std::string& line : loop.lines) line = with_neighbours(line, is_chain);
  return loop;
}

std::vector<Loop> loops_of(const Program& program, const Setting& setting) {
  std::vector<ProgramValue> values = program.values;
  const std::vector<bool> zero_elsewhere = zero_without_frames(program);
  std::vector<Loop> loops;
  for (const ProgramSweep& sweep : program.sweeps) {
    Loop loop{.title = "", .direction = sweep.direction, .is_whole = sweep.is_whole};
    std::vector<const Instruction*> shown;
    for (const Instruction& made : sweep.instructions) {
      const Symbol* const vector = made.value == program.result ? nullptr : vector_itself(made);
      if (vector)
        values[std::size_t(made.value)].name = vector->name;
      else
        shown.push_back(&made);
    }
    loop.is_at_frames = !sweep.is_whole && std::ranges::all_of(shown, [&](const Instruction* made) {
      return values[std::size_t(made->value)].space == frame_space ||
             zero_elsewhere[std::size_t(made->value)];
    });
    std::set<int> handed;
    for (const Instruction* made : shown) {
      loop.lines.push_back(Writer(values, sweep.is_whole).line(*made));
      for (const Part& part : made->parts) {
        if (!is_hop(part.op) || part.from < 0 || !handed.insert(part.from).second) continue;
        const std::string beyond = part.op.is_adjoint() ? "(n+1) = 0" : "(0) = 0";
        loop.before.insert(part.from == made->value ? loop.before.begin() : loop.before.end(),
                           values[std::size_t(part.from)].name + beyond);
      }
    }
    if (!shown.empty()) loops.push_back(with_neighbours(loop, setting.is_serial_chain));
  }
  return loops;
}

std::vector<Expression> dense_inverses_of(const Program& program) {
  std::vector<Expression> found;
  for (const ProgramSweep& sweep : program.sweeps) {
    for (const Instruction& made : sweep.instructions) {
      for (const Part& part : made.parts) {
        if (part.op.kind() != Kind::inverse || !takes_all(part.op)) continue;
        if (std::ranges::find(found, part.op.argument()) == found.end()) found.push_back(part.op.argument());
      }
    }
  }
  return found;
}

}  // namespace sinew::operators
