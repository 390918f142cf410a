// Counts the arithmetic operations of the library's algorithms on a robot.
#pragma once

#include <string>
#include <vector>

#include "apps/cli/request.hpp"
#include "sinew/model/quantities.hpp"
#include "sinew/sinew.hpp"

namespace sinew::cli {

struct Count {
  Operations executed{}, folded{};
};

// The operations that a joint's link adds to those of the links before it, in depth-first order.
struct LinkCount {
  std::string joint;
  Count added;
};

struct CountedQuantity {
  Quantity quantity;
  Count total;
  std::vector<LinkCount> by_link;  // only with --links
};

// Returns a quantity of `sinew count`. Throws RequestError with the known names.
Quantity counted_quantity_named(const std::string& name);

Count count_operations(Quantity quantity, const Model& model);
std::vector<LinkCount> count_by_link(Quantity quantity, const Model& model);

}  // namespace sinew::cli
