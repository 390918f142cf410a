// Parses requests for quantities of compiled robots, such as "forward-dynamics" and "jacobian:tip".
#pragma once

#include <string>
#include <string_view>

#include "sinew/model/quantities.hpp"

namespace sinew {

// A requested quantity and, for a quantity of a frame, the frame's name (the last body if empty).
struct QuantityRequest {
  Quantity quantity = Quantity::forward_dynamics;
  std::string frame = {};
};

// Parses "forward-dynamics", or "jacobian:tip" for a quantity of a frame. Throws std::invalid_argument that lists the
// names.
QuantityRequest wanted_from(std::string_view text);
// Returns the name as wanted_from expects it: "forward-dynamics", "jacobian:FRAME".
std::string typed_name(Quantity quantity);

}  // namespace sinew
