// Builds the graph of all values that an expression computes from its input, in which equal values are one node.
//
// A node is a sum of terms "number * operator * node". Equal nodes are stored once (hash consing), and terms with the
// same operator are combined, A u + A v = A (u + v). phi x and psi x become recursions y = E y + x, where y is a leaf
// that occurs in its own definition.
#pragma once

#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "sinew/operators/lower/program.hpp"

namespace sinew::operators {

struct NodeTerm {
  int op;   // index of the operator; 0 is the identity
  int arg;  // index of the node
  double coefficient;
  friend auto operator<=>(const NodeTerm&, const NodeTerm&) = default;
};
using NodeTerms = std::vector<NodeTerm>;

struct Node {
  Space space;
  NodeTerms terms;
  bool is_leaf = false;
  // For a leaf other than the input: its definition, and whether its sweep goes outward (true) or inward (false).
  NodeTerms recursion{};
  bool is_outward = false;

  const NodeTerms& definition() const { return is_leaf ? recursion : terms; }
};

class Nodes {
 public:
  // Starts with the input alone, which is node 0.
  Nodes(const Space& input, Form form);

  // Returns the node of x applied to node n.
  int apply(const Expression& x, int n);
  // Rebuilds a node and its operands with every phi x and psi x as a recursion. Returns the index of the rebuilt node.
  int with_recursions(int root);
  // Returns the node of one term without its coefficient.
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
  int depth_ = 0;            // nesting depth of sums that combining terms has made
  std::vector<Node> nodes_;  // operands come before the nodes that use them
  std::map<std::tuple<std::string, int, NodeTerms>, int> sums_;
  std::map<std::pair<int, int>, int> recursions_;  // by operator and operand
  std::vector<Expression> ops_;
  std::map<Expression, int> op_indices_;
};

}  // namespace sinew::operators
