// Parses lists of numbers from the command line.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew::cli {

// Parses "1, -2.5,3e-2" with std::from_chars, independent of the locale. Whitespace around numbers is allowed, and an
// empty text is an empty list. Throws RequestError for NaN, infinity and anything that is not a number; the message
// names `source`.
std::vector<double> parse_numbers(std::string_view text, const std::string& source);

}  // namespace sinew::cli
