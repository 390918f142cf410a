#include "sinew/codegen/trace/internal/graph_derivatives.hpp"

namespace sinew {
namespace {

using Operation = SymbolGraph::Operation;
using Node = SymbolGraph::Node;

// Symbols of the nodes that were in the graph at the start.
class PerNode {
 public:
  explicit PerNode(const SymbolGraph& graph) : symbols_(graph.nodes().size()) {}
  std::size_t size() const { return symbols_.size(); }
  Symbol& operator[](std::size_t node) { return symbols_[node]; }
  Symbol get(const Symbol& s) const {
    const Symbol& x = symbols_[std::size_t(s.node())];
    return s.is_negative() ? -x : x;
  }
  void set(std::span<const Symbol> nodes, std::span<const Symbol> symbols) {
    for (std::size_t i = 0; i < nodes.size(); ++i) symbols_[std::size_t(nodes[i].node())] = symbols[i];
  }
  void add(const Symbol& s, const Symbol& x) {
    Symbol& sum = symbols_[std::size_t(s.node())];
    sum = s.is_negative() ? sum - x : sum + x;
  }
  std::vector<Symbol> of(std::span<const Symbol> nodes) const {
    std::vector<Symbol> list;
    for (const Symbol& s : nodes) list.push_back(get(s));
    return list;
  }

 private:
  std::vector<Symbol> symbols_;
};

// Whether the results depend on each node.
std::vector<bool> needed_by(const SymbolGraph& graph, std::span<const Symbol> results) {
  std::vector<bool> needed(graph.nodes().size());
  for (const Symbol& s : results) needed[std::size_t(s.node())] = true;
  for (std::size_t i = needed.size(); i-- > 0;) {
    const Node& node = graph.nodes()[i];
    if (!needed[i] || node.operation == Operation::constant || node.operation == Operation::input) continue;
    needed[std::size_t(node.a.node())] = true;
    if (node.operation == Operation::sum || node.operation == Operation::product)
      needed[std::size_t(node.b.node())] = true;
  }
  return needed;
}

// The derivative of y = f(a), the value of a node with one operand.
Symbol slope(const Node& node, const Symbol& y) {
  switch (node.operation) {
    case Operation::reciprocal:
      return -(y * y);
    case Operation::sine:
      return cos(node.a);
    case Operation::cosine:
      return -sin(node.a);
    case Operation::square_root:
      return 1.0 / (y + y);
    default:
      return {};
  }
}

}  // namespace

std::vector<Symbol> rates_of(SymbolGraph& graph, std::span<const Symbol> results,
                             std::span<const Symbol> inputs, std::span<const Symbol> rates) {
  const std::vector<bool> needed = needed_by(graph, results);
  PerNode rate(graph);
  rate.set(inputs, rates);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const Node node = graph.nodes()[i];
    if (!needed[i]) continue;
    const Symbol a = rate.get(node.a), b = rate.get(node.b);
    switch (node.operation) {
      case Operation::constant:
      case Operation::input:
        break;
      case Operation::sum:
        rate[i] = a + b;
        break;
      case Operation::product:
        rate[i] = a * node.b + node.a * b;
        break;
      default:
        if (a != Symbol{}) rate[i] = slope(node, SymbolGraph::at(i)) * a;
    }
  }
  return rate.of(results);
}

std::vector<Symbol> weights_of(SymbolGraph& graph, std::span<const Symbol> results,
                               std::span<const Symbol> weights, std::span<const Symbol> inputs) {
  PerNode weight(graph);
  for (std::size_t i = 0; i < results.size(); ++i) weight.add(results[i], weights[i]);
  for (std::size_t i = weight.size(); i-- > 0;) {
    const Node node = graph.nodes()[i];
    const Symbol w = weight[i];
    if (w == Symbol{}) continue;
    switch (node.operation) {
      case Operation::constant:
      case Operation::input:
        break;
      case Operation::sum:
        weight.add(node.a, w);
        weight.add(node.b, w);
        break;
      case Operation::product:
        weight.add(node.a, node.b * w);
        weight.add(node.b, node.a * w);
        break;
      default:
        weight.add(node.a, slope(node, SymbolGraph::at(i)) * w);
    }
  }
  return weight.of(inputs);
}

std::vector<Symbol> substituted(SymbolGraph& graph, std::span<const Symbol> results,
                                std::span<const Symbol> inputs, std::span<const Symbol> values) {
  const std::vector<bool> needed = needed_by(graph, results);
  PerNode changed(graph);
  for (std::size_t i = 0; i < needed.size(); ++i) changed[i] = SymbolGraph::at(i);
  changed.set(inputs, values);
  for (std::size_t i = 0; i < needed.size(); ++i) {
    const Node node = graph.nodes()[i];
    if (!needed[i]) continue;
    const Symbol a = changed.get(node.a), b = changed.get(node.b);
    switch (node.operation) {
      case Operation::constant:
      case Operation::input:
        break;
      case Operation::sum:
        changed[i] = a + b;
        break;
      case Operation::product:
        changed[i] = a * b;
        break;
      case Operation::reciprocal:
        changed[i] = 1.0 / a;
        break;
      case Operation::sine:
        changed[i] = sin(a);
        break;
      case Operation::cosine:
        changed[i] = cos(a);
        break;
      case Operation::square_root:
        changed[i] = sqrt(a);
        break;
    }
  }
  return changed.of(results);
}

}  // namespace sinew
