#include "sinew/codegen/source/internal/function_body.hpp"

#include <algorithm>
#include <utility>

#include "sinew/codegen/source/internal/schedule.hpp"

namespace sinew {
namespace {

using Operation = SymbolGraph::Operation;

class Statements {
 public:
  Statements(const SymbolGraph& graph, const SymbolicFunction& function, const Dialect& dialect)
      : graph_(graph),
        dialect_(dialect),
        schedule_(schedule(graph, function)),
        names_(graph.nodes().size()),
        stores_(graph.nodes().size()) {
    for (const Argument& input : function.inputs) {
      for (std::size_t i = 0; i < input.entries.size(); ++i) name(input.entries[i]) = entry(input.name, i);
    }
    for (const Argument& output : function.outputs) {
      for (std::size_t i = 0; i < output.entries.size(); ++i) {
        const Symbol& s = output.entries[i];
        stores_[std::size_t(s.node())].push_back({entry(output.name, i), s.is_negative()});
      }
    }
  }

  std::string text(const SymbolicFunction& function) {
    for (const Argument& input : function.inputs) {
      const bool used = std::any_of(input.entries.begin(), input.entries.end(), [&](const Symbol& s) {
        return schedule_.uses[std::size_t(s.node())] > 0;
      });
      if (!used) text_ += "  (void)" + input.name + ";\n";
    }
    for (std::size_t round = 0; round < schedule_.angles.size(); ++round) take_sines(round);
    for (const std::int32_t node : schedule_.order) compute(std::size_t(node));
    for (std::size_t node = 0; node < stores_.size(); ++node) store(node);  // inputs, constants and sines
    return std::move(text_);
  }

 private:
  struct Place {
    std::string name;
    bool negative;
  };
  static std::string entry(const std::string& array, std::size_t i) {
    return array + "[" + std::to_string(i) + "]";
  }
  std::string& name(const Symbol& s) { return names_[std::size_t(s.node())]; }

  void take_sines(std::size_t round) {
    const std::vector<Symbol>& angles = schedule_.angles[round];
    const std::string suffix = round == 0 ? "" : std::to_string(round + 1);
    std::vector<std::string> operands;
    for (const Symbol& angle : angles) {
      prepare(angle);
      operands.push_back(operand(angle));
    }
    text_ += dialect_.sines(operands, suffix);
    for (std::size_t node = 0; node < names_.size(); ++node) {
      const auto& [operation, a, b, value] = graph_.nodes()[node];
      if (operation != Operation::sine && operation != Operation::cosine) continue;
      const auto found = std::find(angles.begin(), angles.end(), a);
      if (found == angles.end()) continue;
      names_[node] = entry((operation == Operation::sine ? "sine" : "cosine") + suffix,
                           std::size_t(found - angles.begin()));
    }
  }

  // Computes an angle, and everything it depends on, ahead of the schedule.
  void prepare(const Symbol& s) {
    const auto& [operation, a, b, value] = graph_[s];
    if (operation == Operation::constant || !name(s).empty()) return;
    prepare(a), prepare(b);
    compute(std::size_t(s.node()));
  }

  void compute(std::size_t node) {
    if (!names_[node].empty() || schedule_.inside[node]) return;
    const auto& [operation, a, b, value] = graph_.nodes()[node];
    const std::string name = "t" + std::to_string(++temporaries_);
    if (operation == Operation::square_root) {
      text_ += dialect_.square_root(name, (a.is_negative() ? "-" : "") + operand(a));
    } else {
      text_ += "  const " + dialect_.value() + " " + name + " = " + expression(node) + ";\n";
    }
    names_[node] = name;
    store(node);
  }

  void store(std::size_t node) {
    const bool constant = graph_.nodes()[node].operation == Operation::constant;
    for (const auto& [place, negative] : std::exchange(stores_[node], {})) {
      const std::string value =
          (negative ? "-" : "") + (constant ? dialect_.number(graph_.nodes()[node].value) : names_[node]);
      text_ += "  " + place + " = " + (constant ? dialect_.in_all_lanes(value) : value) + ";\n";
    }
  }

  std::string operand(const Symbol& s) const {
    const auto node = std::size_t(s.node());
    if (graph_.is_constant(s)) return dialect_.number(graph_[s].value);
    return schedule_.inside[node] ? expression(node) : names_[node];
  }

  std::string expression(std::size_t node) const {
    const auto& [operation, a, b, value] = graph_.nodes()[node];
    switch (operation) {
      case Operation::sum:
        return operand(a) + (b.is_negative() ? " - " : " + ") + operand(b);
      case Operation::product:
        return operand(a) + " * " + operand(b);
      default:
        return dialect_.number(1) + " / " + operand(a);
    }
  }

  const SymbolGraph& graph_;
  const Dialect& dialect_;
  const Schedule schedule_;
  std::vector<std::string> names_;          // per node: its text in expressions; empty before it is computed
  std::vector<std::vector<Place>> stores_;  // per node: outputs that it is stored in
  std::string text_;
  int temporaries_ = 0;
};

}  // namespace

std::string function_body(const SymbolGraph& graph, const SymbolicFunction& function,
                          const Dialect& dialect) {
  return Statements(graph, function, dialect).text(function);
}

}  // namespace sinew
