#include "sinew/codegen/schedule.hpp"

#include <algorithm>

namespace sinew {

namespace {

using Operation = SymbolGraph::Operation;

bool is_turn(Operation operation) {
  return operation == Operation::sine || operation == Operation::cosine;
}
bool is_given(Operation operation) {
  return operation == Operation::constant || operation == Operation::input;
}

std::vector<int> count_uses(const SymbolGraph& graph, const SymbolicFunction& function) {
  const auto nodes = graph.nodes();
  std::vector<int> uses(nodes.size());
  for (const Argument& output : function.outputs) {
    for (const Symbol& s : output.entries) ++uses[std::size_t(s.node())];
  }
  for (std::size_t i = nodes.size(); i-- > 0;) {
    if (uses[i] == 0 || is_given(nodes[i].operation)) continue;
    for (const Symbol& s : {nodes[i].a, nodes[i].b}) ++uses[std::size_t(s.node())];
  }
  return uses;
}

}  // namespace

Operations operation_count(const SymbolGraph& graph, const SymbolicFunction& function) {
  const std::vector<int> uses = count_uses(graph, function);
  Operations count;
  for (std::size_t i = 0; i < uses.size(); ++i) {
    if (uses[i] == 0) continue;
    switch (graph.nodes()[i].operation) {
      case Operation::sum:
        ++count.additions;
        break;
      case Operation::product:
        ++count.multiplications;
        break;
      case Operation::reciprocal:
        ++count.divisions;
        break;
      case Operation::square_root:
        ++count.square_roots;
        break;
      case Operation::sine:
      case Operation::cosine:
        ++count.sines_cosines;
        break;
      case Operation::constant:
      case Operation::input:
        break;
    }
  }
  return count;
}

Schedule schedule(const SymbolGraph& graph, const SymbolicFunction& function) {
  const auto nodes = graph.nodes();
  Schedule result;
  result.uses = count_uses(graph, function);
  const std::vector<int>& uses = result.uses;
  result.inside.resize(nodes.size());
  std::vector<std::size_t> round(nodes.size());  // sines on the longest way to a node
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& [operation, a, b, value] = nodes[i];
    if (uses[i] == 0 || is_given(operation)) continue;
    round[i] = std::max(round[std::size_t(a.node())], round[std::size_t(b.node())]);
    if (operation == Operation::sum) {
      for (const Symbol& s : {a, b})
        result.inside[std::size_t(s.node())] =
            graph[s].operation == Operation::product && uses[std::size_t(s.node())] == 1;
    }
    if (!is_turn(operation)) {
      result.order.push_back(std::int32_t(i));
      continue;
    }
    if (result.angles.size() <= round[i]) result.angles.resize(round[i] + 1);
    std::vector<Symbol>& angles = result.angles[round[i]];
    if (std::find(angles.begin(), angles.end(), a) == angles.end()) angles.push_back(a);
    ++round[i];
  }
  return result;
}

}  // namespace sinew
