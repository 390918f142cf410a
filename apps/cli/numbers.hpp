// Lists of numbers as the user writes them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sinew::cli {

// "1, -2.5,3e-2" by std::from_chars: the same under every locale. Blanks around numbers are allowed, an empty
// text is an empty list; NaN, infinity and whatever is not a number throw RequestError. `source` is named in
// the message.
std::vector<double> parse_numbers(std::string_view text, const std::string& source);

}  // namespace sinew::cli
