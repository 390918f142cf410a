#include "sinew/codegen/source/internal/schedule.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace sinew {

namespace {

using Operation = SymbolGraph::Operation;

bool is_sine_or_cosine(Operation operation) {
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

// List scheduling for a model of a machine that starts two operations in a cycle. Among the operations that can start
// first, it takes the one with the longest path to an output. Recursions are long chains of dependent operations, and a
// processor that looks a few hundred instructions ahead can fill the gaps only with instructions that are written close
// by. If many values already wait to be used, it takes an operation that is the last use of as many of them as
// possible.
class ListSchedule {
 public:
  ListSchedule(const SymbolGraph& graph, const Schedule& given) : graph_(graph), given_(given) {
    const std::size_t count = graph.nodes().size();
    for (std::vector<int>* numbers : {&height_, &missing_, &uses_, &start_}) numbers->resize(count);
    users_.resize(count);
    for (auto node = given.order.rbegin(); node != given.order.rend(); ++node) {
      if (given.inside[std::size_t(*node)]) continue;
      height_[std::size_t(*node)] += latency(*node);
      for_each_operand(*node, [&](std::size_t operand) {
        height_[operand] = std::max(height_[operand], height_[std::size_t(*node)]);
        users_[operand].push_back(*node);
        ++uses_[operand];
        ++missing_[std::size_t(*node)];
      });
    }
  }

  std::vector<std::int32_t> run() {
    for (const std::int32_t node : given_.order) {
      if (!given_.inside[std::size_t(node)] && missing_[std::size_t(node)] == 0) ready_.push_back(node);
    }
    std::vector<std::int32_t> order;
    for (int waiting = 0, slot = 0; !ready_.empty();) {
      const bool full = waiting > most_waiting;
      const auto node = full ? take([&](std::int32_t n) {
        return std::array{last_uses(n), -n, 0};
      })
                             : take([&](std::int32_t n) {
                                 const int delay = std::max(0, start_[std::size_t(n)] - slot / width);
                                 return std::array{-delay, height_[std::size_t(n)], -n};
                               });
      order.push_back(node);
      if (!full) slot = std::max(slot, start_[std::size_t(node)] * width);
      ++slot;
      waiting += uses_[std::size_t(node)] > 0;
      for_each_operand(node, [&](std::size_t operand) { waiting -= --uses_[operand] == 0; });
      for (const std::int32_t user : users_[std::size_t(node)]) {
        int& start = start_[std::size_t(user)];
        start = std::max(start, slot / width + latency(node));
        if (--missing_[std::size_t(user)] == 0) ready_.push_back(user);
      }
    }
    return order;
  }

 private:
  // Found by timing an arm and a humanoid, with one state and with eight lanes.
  static constexpr int width = 2, most_waiting = 60;

  int latency(std::int32_t node) const {
    return graph_.nodes()[std::size_t(node)].operation == Operation::reciprocal ? 13 : 4;
  }
  // Calls `use` for the operands that are scheduled here. A product inside a sum is part of the sum.
  template <class Use>
  void for_each_operand(std::int32_t node, const Use& use) const {
    const auto& [operation, a, b, value] = graph_.nodes()[std::size_t(node)];
    for (const Symbol& s : {a, b}) {
      const Operation of_operand = graph_[s].operation;
      if (is_given(of_operand) || is_sine_or_cosine(of_operand)) continue;
      if (given_.inside[std::size_t(s.node())]) {
        for_each_operand(s.node(), use);
      } else {
        use(std::size_t(s.node()));
      }
    }
  }
  int last_uses(std::int32_t node) const {
    int count = 0;
    for_each_operand(node, [&](std::size_t operand) { count += uses_[operand] == 1; });
    return count;
  }
  // Removes and returns the ready operation with the highest rank.
  template <class Rank>
  std::int32_t take(const Rank& rank) {
    std::size_t best = 0;
    auto best_rank = rank(ready_[0]);
    for (std::size_t i = 1; i < ready_.size(); ++i) {
      if (const auto other = rank(ready_[i]); other > best_rank) best_rank = other, best = i;
    }
    const std::int32_t node = std::exchange(ready_[best], ready_.back());
    ready_.pop_back();
    return node;
  }

  const SymbolGraph& graph_;
  const Schedule& given_;
  std::vector<int> height_;   // cycles from its start to the last output that depends on it
  std::vector<int> missing_;  // operands not yet computed
  std::vector<int> uses_;     // uses still to come
  std::vector<int> start_;    // cycle in which its operands are available
  std::vector<std::vector<std::int32_t>> users_;
  std::vector<std::int32_t> ready_;
};

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
  std::vector<std::size_t> round(nodes.size());  // number of sines on the longest path to a node
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    const auto& [operation, a, b, value] = nodes[i];
    if (uses[i] == 0 || is_given(operation)) continue;
    round[i] = std::max(round[std::size_t(a.node())], round[std::size_t(b.node())]);
    if (operation == Operation::sum) {
      for (const Symbol& s : {a, b})
        result.inside[std::size_t(s.node())] =
            graph[s].operation == Operation::product && uses[std::size_t(s.node())] == 1;
    }
    if (!is_sine_or_cosine(operation)) {
      result.order.push_back(std::int32_t(i));
      continue;
    }
    if (result.angles.size() <= round[i]) result.angles.resize(round[i] + 1);
    std::vector<Symbol>& angles = result.angles[round[i]];
    if (std::find(angles.begin(), angles.end(), a) == angles.end()) angles.push_back(a);
    ++round[i];
  }
  result.order = ListSchedule(graph, result).run();
  return result;
}

}  // namespace sinew
