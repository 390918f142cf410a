// Makes the symbols of derivatives and cross products.
#pragma once

#include "sinew/operators/formula/expression.hpp"

namespace sinew::operators {

// Whether a derivative is taken along the joint velocities v, and is therefore the rate while the joints move with v.
// Such symbols have shorter names: d(P) for d(P, v), dVx for cross(H* v).
enum class AlongVelocity { no, yes };

// d(of, along), for a symbol `of`; and cross(motion).
std::shared_ptr<const Symbol> derivative_symbol(const Expression& of, const Expression& along,
                                                AlongVelocity is_v);
std::shared_ptr<const Symbol> cross_symbol(const Expression& motion, AlongVelocity is_v);

}  // namespace sinew::operators
