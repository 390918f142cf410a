// Converts options with one number.
#pragma once

#include <string>

#include "sinew/base/unit.hpp"

namespace sinew::cli {

// Replaces a number with a unit by its value in SI units and returns an empty text, or returns what is wrong with it.
// Other texts stay as they are.
std::string convert_unit(std::string& text, const Dimensions& units);

}  // namespace sinew::cli
