// Reads lists of numbers with commas, such as "0.5, -1, 90deg".
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/unit.hpp"

namespace sinew {

// Whitespace around numbers is allowed, and an empty text is an empty list. Does not depend on the locale. Throws
// std::invalid_argument for NaN, infinity and anything that is not a number; the message begins with `source`.
//
// `units` has the dimensions of the units that each number may have, as in 90deg; further numbers have no units.
std::vector<double> read_number_list(std::string_view text, const std::string& source,
                                     const std::vector<Dimensions>& units = {});

}  // namespace sinew
