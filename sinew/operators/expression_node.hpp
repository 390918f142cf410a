// What an expression holds, for the files that make expressions.
#pragma once

#include "sinew/operators/expression.hpp"

namespace sinew::operators {

struct Expression::Node {
  Kind kind;
  Space to, from;
  std::shared_ptr<const Symbol> symbol{};
  bool is_adjoint = false;
  std::vector<Expression> factors{};  // of a product; of an inverse: what it inverts
  std::vector<Term> terms{};
  std::size_t hash = 0, size = 1;
};

// The one place that makes nodes; what it is given is in the form expression.hpp describes.
struct ExpressionMaker {
  static Expression make(Expression::Node node);
  static Expression symbol(const std::shared_ptr<const Symbol>& symbol, bool adjoint);
  static Expression adjoint_of_symbol(const Expression& x) {
    return symbol(x.node_->symbol, !x.is_adjoint());
  }
};

}  // namespace sinew::operators
