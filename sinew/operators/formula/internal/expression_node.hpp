// Defines the contents of an expression, for the files that construct expressions.
#pragma once

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

struct Expression::Node {
  Kind kind;
  Space to, from;
  std::shared_ptr<const Symbol> symbol{};
  bool is_adjoint = false;
  std::vector<Expression> factors{};  // of a product; of an inverse: the argument
  std::vector<Term> terms{};
  std::size_t hash = 0, size = 1;
};

// Constructs all nodes. Its arguments must already have the form that expression.hpp describes.
struct ExpressionMaker {
  static Expression make(Expression::Node node);
  static Expression symbol(const std::shared_ptr<const Symbol>& symbol, bool adjoint);
  static Expression adjoint_of_symbol(const Expression& x) {
    return symbol(x.node_->symbol, !x.is_adjoint());
  }
};

}  // namespace sinew::operators
