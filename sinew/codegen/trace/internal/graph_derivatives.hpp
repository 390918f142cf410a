// Differentiates recorded arithmetic: the rates of results (forward mode) and the weights of inputs (reverse mode), as new
// arithmetic of the same graph.
//
// With x' the rate of x, and w(x) the weight of x, the derivative of the weighted sum of results by x:
//
//   y = a + b        y' = a' + b'           w(a) += w(y),             w(b) += w(y)
//   y = a b          y' = a' b + a b'       w(a) += b w(y),           w(b) += a w(y)
//   y = 1 / a        y' = - y^2 a'          w(a) -= y^2 w(y)
//   y = sin a        y' = cos(a) a'         w(a) += cos(a) w(y)
//   y = cos a        y' = - sin(a) a'       w(a) -= sin(a) w(y)
//   y = sqrt a       y' = a' / (2 y)        w(a) += w(y) / (2 y)
//
// A. Griewank & A. Walther, Evaluating derivatives, SIAM 2008, chapter 3. A rate or weight of zero adds no operations.
//
// Cost: at most two multiplications and an addition per multiplication of the results in forward mode, two of each in
// reverse mode, whatever the number of inputs.
#pragma once

#include <span>
#include <vector>

#include "sinew/scalar/symbol.hpp"

namespace sinew {

// Returns the rates of `results` while each of `inputs` changes at its rate, and everything else is constant. Inputs are
// input nodes of the graph.
std::vector<Symbol> rates_of(SymbolGraph& graph, std::span<const Symbol> results,
                             std::span<const Symbol> inputs, std::span<const Symbol> rates);

// Returns the derivatives of the weighted sum of `results` by the inputs.
std::vector<Symbol> weights_of(SymbolGraph& graph, std::span<const Symbol> results,
                               std::span<const Symbol> weights, std::span<const Symbol> inputs);

// Returns the results with each of `inputs` replaced by its value.
std::vector<Symbol> substituted(SymbolGraph& graph, std::span<const Symbol> results,
                                std::span<const Symbol> inputs, std::span<const Symbol> values);

}  // namespace sinew
