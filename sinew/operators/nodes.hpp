// What an expression makes of its input, each thing once.
//
// A node is a sum of terms "number * operator * node": what stands at one place of the algorithm. Equal nodes are one
// (hash consing), and terms with the same operator are gathered, A u + A v = A (u + v). phi x and psi x become recursions
// y = E y + x, whose y is a leaf that its own definition names.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sinew/operators/program.hpp"

namespace sinew::operators {

struct NodeTerm {
  int op;   // 0: identity
  int arg;  // a node
  double coefficient;
  friend auto operator<=>(const NodeTerm&, const NodeTerm&) = default;
};
using NodeTerms = std::vector<NodeTerm>;

struct Node {
  Space space;
  NodeTerms terms;
  bool is_leaf = false;
  // Of a leaf other than the input: what defines it, and the direction of its sweep.
  NodeTerms recursion{};
  bool is_outward = false;

  const NodeTerms& definition() const { return is_leaf ? recursion : terms; }
};

class Nodes {
 public:
  // Of the input alone, which is node 0.
  Nodes(const Space& input, Form form);

  // x applied to a node.
  int apply(const Expression& x, int n);
  // The node with all that it is made of, phi x and psi x as recursions.
  int with_recursions(int root);
  // One term without its number.
  int alone(const NodeTerm& term);

  const Node& node(int n) const { return nodes_[std::size_t(n)]; }
  const Expression& op(int i) const { return ops_[std::size_t(i)]; }

 private:
  int op_index(const Expression& x);
  int recursion(int sweep, const Expression& hop, int arg);
  int sum(const NodeTerms& given, const Space& space);
  NodeTerms opened(const NodeTerms& given) const;
  NodeTerm gathered(NodeTerms::const_iterator first, NodeTerms::const_iterator last);
  bool is_zero(int n) const { return !node(n).is_leaf && node(n).terms.empty(); }

  Form form_;
  int depth_ = 0;            // of sums made by gathering
  std::vector<Node> nodes_;  // operands stand before what is made of them
  std::map<std::tuple<std::string, int, NodeTerms>, int> sums_;
  std::map<std::pair<int, int>, int> recursions_;  // by operator and operand
  std::vector<Expression> ops_;
  std::map<Expression, int> op_indices_;
};

}  // namespace sinew::operators
