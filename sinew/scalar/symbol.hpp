// `Symbol` is a number type that records the operations done with it: a recursion that runs on symbols leaves its
// arithmetic as an expression graph, from which code can be generated (sinew/codegen/).
//
//   SymbolGraph graph;
//   SymbolGraph::Recording recording(graph);
//   const Symbol x = graph.input(), y = x * x + 0.0 * sin(x);   // one product
//
// The graph stores every value once, however often it is computed, and simplifies operations between constants, sums
// with 0, products with 0 and 1, x - x, and sines of x plus multiples of 90 degrees. A change of sign is not an
// operation: a symbol is a node or the negative of one, so that a - b and b - a are the same node. A quotient is a
// product with a reciprocal. R87 (sections XIII, XIV) calls for recursions that are evaluated symbolically.
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "sinew/scalar/scalar.hpp"

namespace sinew {

// A node, or the negative of a node, of the graph to which this thread records. Two symbols are equal if they are the
// same node with the same sign; they have no order.
class Symbol {
 public:
  constexpr Symbol() = default;  // zero
  Symbol(double constant);

  constexpr std::int32_t node() const { return edge_ >> 1; }
  constexpr bool is_negative() const { return (edge_ & 1) != 0; }
  constexpr Symbol absolute() const { return Symbol(Edge{}, edge_ & ~1); }

  friend constexpr bool operator==(const Symbol&, const Symbol&) = default;
  friend constexpr Symbol operator-(const Symbol& a) {
    return a.edge_ == 0 ? a : Symbol(Edge{}, a.edge_ ^ 1);
  }
  friend Symbol operator+(const Symbol& a, const Symbol& b);
  friend Symbol operator-(const Symbol& a, const Symbol& b) { return a + -b; }
  friend Symbol operator*(const Symbol& a, const Symbol& b);
  friend Symbol operator/(const Symbol& a, const Symbol& b);
  friend Symbol& operator+=(Symbol& a, const Symbol& b) { return a = a + b; }
  friend Symbol& operator-=(Symbol& a, const Symbol& b) { return a = a - b; }
  friend Symbol& operator*=(Symbol& a, const Symbol& b) { return a = a * b; }
  friend Symbol& operator/=(Symbol& a, const Symbol& b) { return a = a / b; }
  friend Symbol sin(const Symbol& angle);
  friend Symbol cos(const Symbol& angle);
  friend Symbol sqrt(const Symbol& a);

 private:
  friend class SymbolGraph;
  struct Edge {};
  constexpr Symbol(Edge, std::int32_t edge) : edge_(edge) {}

  std::int32_t edge_ =
      0;  // twice the node's index, plus one for its negative; node 0 is the constant zero in every graph
};

// A robot's constants may be symbols too: parameters whose values are left open.
template <>
struct ConstantFor<Symbol> {
  using type = Symbol;
};

class SymbolGraph {
 public:
  enum class Operation : std::uint8_t {
    constant,
    input,
    sum,
    product,
    reciprocal,
    sine,
    cosine,
    square_root
  };
  struct Node {
    Operation operation = Operation::constant;
    Symbol a{}, b{};   // operands; only the second of a sum and that of a square root may be negative
    double value = 0;  // the value of a constant (not negative), or the number of an input
  };

  // More operations throw std::length_error, before memory runs out. Robots need far fewer.
  static constexpr std::size_t most_nodes = 1'000'000;

  SymbolGraph() : nodes_(1) {}

  // While a Recording is alive, the operators of Symbol on this thread record to its graph.
  class Recording {
   public:
    explicit Recording(SymbolGraph& graph);
    ~Recording();
    Recording(const Recording&) = delete;
    Recording& operator=(const Recording&) = delete;

   private:
    SymbolGraph* before_;
  };

  Symbol input();
  int input_count() const { return inputs_; }

  // All nodes; the operands of a node come before it.
  std::span<const Node> nodes() const { return nodes_; }
  const Node& operator[](const Symbol& s) const { return nodes_[std::size_t(s.node())]; }
  // The symbol of node number i.
  static constexpr Symbol at(std::size_t i) { return {Symbol::Edge{}, std::int32_t(i) << 1}; }
  bool is_constant(const Symbol& s) const { return (*this)[s].operation == Operation::constant; }
  double constant(const Symbol& s) const { return s.is_negative() ? -(*this)[s].value : (*this)[s].value; }

  // `evaluate` returns the values of all nodes for these inputs; `value` picks the value of a symbol from them.
  std::vector<double> evaluate(std::span<const double> inputs) const;
  static double value(const Symbol& s, std::span<const double> values) {
    const double x = values[std::size_t(s.node())];
    return s.is_negative() ? -x : x;
  }

  // The operations behind the operators of Symbol: each simplifies, and adds a node if there is no equal one yet.
  Symbol number(double constant);
  Symbol sum(Symbol a, Symbol b);
  Symbol product(Symbol a, Symbol b);
  Symbol reciprocal(Symbol a);
  Symbol sine(Symbol angle) { return sine_or_cosine(angle, 0); }
  Symbol cosine(Symbol angle) { return sine_or_cosine(angle, 1); }
  Symbol square_root(Symbol a);

 private:
  struct Same {
    bool operator()(const Node& x, const Node& y) const {
      return x.operation == y.operation && x.a == y.a && x.b == y.b && x.value == y.value;
    }
  };
  struct Hash {
    std::size_t operator()(const Node& node) const;
  };
  Symbol keep(const Node& node);
  Symbol sine_or_cosine(Symbol angle, int quarters);
  // Whether a is 1 / b, or 1 / -b.
  bool is_reciprocal(Symbol a, Symbol b) const {
    return (*this)[a].operation == Operation::reciprocal && (*this)[a].a.absolute() == b;
  }
  // A symbol split into constant * rest, or into constant + rest.
  struct Split {
    double constant;
    Symbol rest;
  };
  Split split_product(Symbol s) const;
  Split split_sum(Symbol s) const;

  std::vector<Node> nodes_;
  std::unordered_map<Node, std::int32_t, Hash, Same> known_;
  int inputs_ = 0;
};

}  // namespace sinew
