#include "sinew/scalar/symbol.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <string>
#include <utility>

namespace sinew {

namespace {
thread_local SymbolGraph* recording = nullptr;

SymbolGraph& recorded() {
  if (recording == nullptr)
    throw std::logic_error("arithmetic on symbols needs a live SymbolGraph::Recording; there is none");
  return *recording;
}

// Whether an angle is a multiple of 90 degrees to rounding. If so, sets `count` to that multiple.
bool is_quarter_rotations(double angle, int& count) {
  constexpr double quarter = std::numbers::pi / 2;
  if (!(std::abs(angle) < 1e6)) return false;
  count = int(std::lround(angle / quarter));
  return std::abs(angle - count * quarter) <= 4e-16 * std::max(1.0, std::abs(angle));
}
}  // namespace

Symbol::Symbol(double constant) {
  if (constant != 0) *this = recorded().number(constant);
}
Symbol operator+(const Symbol& a, const Symbol& b) {
  if (a.edge_ == 0) return b;
  if (b.edge_ == 0) return a;
  return recorded().sum(a, b);
}
Symbol operator*(const Symbol& a, const Symbol& b) {
  if (a.edge_ == 0 || b.edge_ == 0) return {};
  return recorded().product(a, b);
}
Symbol operator/(const Symbol& a, const Symbol& b) {
  return a * recorded().reciprocal(b);
}
Symbol sin(const Symbol& angle) {
  return recorded().sine(angle);
}
Symbol cos(const Symbol& angle) {
  return recorded().cosine(angle);
}
Symbol sqrt(const Symbol& a) {
  return recorded().square_root(a);
}

SymbolGraph::Recording::Recording(SymbolGraph& graph) : before_(std::exchange(recording, &graph)) {}
SymbolGraph::Recording::~Recording() {
  recording = before_;
}

std::size_t SymbolGraph::Hash::operator()(const Node& node) const {
  std::uint64_t h = std::bit_cast<std::uint64_t>(node.value) + std::uint64_t(node.operation);
  for (const Symbol& s : {node.a, node.b})
    h = (h ^ (h >> 29) ^ std::uint64_t(std::uint32_t(s.edge_))) * 0x9E3779B97F4A7C15u;
  return std::size_t(h ^ (h >> 32));
}

Symbol SymbolGraph::keep(const Node& node) {
  const auto [place, is_new] = known_.try_emplace(node, std::int32_t(nodes_.size()));
  if (is_new) {
    if (nodes_.size() >= most_nodes)
      throw std::length_error("more than " + std::to_string(most_nodes) + " operations on symbols");
    nodes_.push_back(node);
  }
  return {Symbol::Edge{}, place->second << 1};
}

Symbol SymbolGraph::input() {
  return keep({.operation = Operation::input, .value = double(inputs_++)});
}

Symbol SymbolGraph::number(double constant) {
  if (constant == 0) return {};
  const Symbol size = keep({.operation = Operation::constant, .value = std::abs(constant)});
  return constant < 0 ? -size : size;
}

// Both rely on the order of operands: a constant is always the first.
SymbolGraph::Split SymbolGraph::split_product(Symbol s) const {
  const Node& node = (*this)[s];
  const double sign = s.is_negative() ? -1 : 1;
  if (node.operation == Operation::product && is_constant(node.a)) return {sign * constant(node.a), node.b};
  return {sign, s.absolute()};
}
SymbolGraph::Split SymbolGraph::split_sum(Symbol s) const {
  const Node& node = (*this)[s];
  if (node.operation != Operation::sum || !is_constant(node.a)) return {0, s};
  const double first = constant(node.a);
  return s.is_negative() ? Split{-first, -node.b} : Split{first, node.b};
}

Symbol SymbolGraph::sum(Symbol a, Symbol b) {
  if (a == Symbol{}) return b;
  if (b == Symbol{}) return a;
  if (is_constant(a) && is_constant(b)) return number(constant(a) + constant(b));
  if (is_constant(b)) std::swap(a, b);
  if (is_constant(a)) {  // c + (d + x)
    const auto [d, x] = split_sum(b);
    if (d != 0) return sum(number(constant(a) + d), x);
  } else {
    const auto [c, x] = split_product(a);
    const auto [d, y] = split_product(b);
    if (x == y) return product(number(c + d), x);
    if (a.node() > b.node()) std::swap(a, b);
  }
  if (a.is_negative()) return -keep({.operation = Operation::sum, .a = -a, .b = -b});
  return keep({.operation = Operation::sum, .a = a, .b = b});
}

Symbol SymbolGraph::product(Symbol a, Symbol b) {
  if (a == Symbol{} || b == Symbol{}) return {};
  if (is_constant(a) && is_constant(b)) return number(constant(a) * constant(b));
  const bool negative = a.is_negative() != b.is_negative();
  a = a.absolute(), b = b.absolute();
  const auto [c, x] = split_product(a);
  const auto [d, y] = split_product(b);
  Symbol result;
  if (is_constant(a) || is_constant(b)) {  // merges the constant factors
    const double factor = is_constant(a) ? constant(a) * d : c * constant(b);
    const Symbol rest = is_constant(a) ? y : x;
    result = factor == 1 ? rest : keep({.operation = Operation::product, .a = number(factor), .b = rest});
  } else if (c != 1 || d != 1) {
    result = product(number(c * d), product(x, y));
  } else if (is_reciprocal(a, b) || is_reciprocal(b, a)) {
    result = number(1);
  } else {
    if (a.node() > b.node()) std::swap(a, b);
    result = keep({.operation = Operation::product, .a = a, .b = b});
  }
  return negative ? -result : result;
}

Symbol SymbolGraph::reciprocal(Symbol a) {
  if (is_constant(a)) return number(1 / constant(a));
  if (a.is_negative()) return -reciprocal(-a);
  if ((*this)[a].operation == Operation::reciprocal) return (*this)[a].a;
  const auto [c, x] = split_product(a);
  if (c != 1) return product(number(1 / c), reciprocal(x));
  return keep({.operation = Operation::reciprocal, .a = a});
}

// Returns the sine of the angle plus `quarters` times 90 degrees.
Symbol SymbolGraph::sine_or_cosine(Symbol angle, int quarters) {
  auto [offset, x] = split_sum(angle);
  if (is_constant(angle)) offset = constant(angle), x = {};
  if (int more; is_quarter_rotations(offset, more)) {
    quarters += more;
  } else if (is_constant(angle)) {
    return number(std::array{std::sin(offset), std::cos(offset)}[std::size_t(quarters)]);
  } else {
    x = angle;
  }
  quarters &= 3;
  const bool of_cosine = (quarters & 1) != 0, backwards = x.is_negative();
  const bool negative = (quarters >= 2) != (backwards && !of_cosine);
  x = x.absolute();
  Symbol result;
  if (x == Symbol{}) {
    result = of_cosine ? number(1) : Symbol{};
  } else {
    result = keep({.operation = of_cosine ? Operation::cosine : Operation::sine, .a = x});
  }
  return negative ? -result : result;
}

Symbol SymbolGraph::square_root(Symbol a) {
  if (is_constant(a)) return number(std::sqrt(constant(a)));
  return keep({.operation = Operation::square_root, .a = a});
}

std::vector<double> SymbolGraph::evaluate(std::span<const double> inputs) const {
  if (inputs.size() != std::size_t(inputs_)) {
    throw std::invalid_argument(std::to_string(inputs.size()) + " inputs given, the graph has " +
                                std::to_string(inputs_));
  }
  std::vector<double> values(nodes_.size());
  for (std::size_t i = 0; i < nodes_.size(); ++i) {
    const Node& node = nodes_[i];
    const double a = value(node.a, values), b = value(node.b, values);
    switch (node.operation) {
      case Operation::constant:
        values[i] = node.value;
        break;
      case Operation::input:
        values[i] = inputs[std::size_t(node.value)];
        break;
      case Operation::sum:
        values[i] = a + b;
        break;
      case Operation::product:
        values[i] = a * b;
        break;
      case Operation::reciprocal:
        values[i] = 1 / a;
        break;
      case Operation::sine:
        values[i] = std::sin(a);
        break;
      case Operation::cosine:
        values[i] = std::cos(a);
        break;
      case Operation::square_root:
        values[i] = std::sqrt(a);
        break;
    }
  }
  return values;
}

}  // namespace sinew
