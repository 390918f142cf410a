// Parses lists of numbers from the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sinew/base/unit.hpp"

namespace sinew::cli {

// Parses "1, -2.5,3e-2" with std::from_chars, independent of the locale. Whitespace around numbers is allowed, and an
// empty text is an empty list. Throws RequestError for NaN, infinity and anything that is not a number; the message
// names `source`.
//
// `units` has the dimensions of the units that each number may have, as in 90deg; further numbers have no units.
std::vector<double> parse_numbers(std::string_view text, const std::string& source,
                                  const std::vector<Dimensions>& units = {});

// Replaces a number with a unit by its value in SI units and returns an empty text, or returns what is wrong with it.
// Other texts stay as they are. For options with one number.
std::string convert_unit(std::string& text, const Dimensions& units);

}  // namespace sinew::cli
