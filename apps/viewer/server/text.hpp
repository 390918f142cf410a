// Text of files on its way into a page: whatever bytes a name has, the page stays a page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sinew::viewer {

// Bytes that are no UTF-8 become U+FFFD.
std::string valid_utf8(std::string_view text);
// At most `bytes`, never half a letter; `text` is valid UTF-8.
std::string_view first_bytes(std::string_view text, std::size_t bytes);
// For the text of an element and for an attribute in double quotes.
std::string html_escaped(std::string_view text);
// Every `what` replaced, letters of either case (ASCII) being the same.
std::string replaced(std::string_view text, std::string_view what, std::string_view by);
// Place of `what` at or behind `from`, in either case; npos: not there.
std::size_t find_caseless(std::string_view text, std::string_view what, std::size_t from = 0);

}  // namespace sinew::viewer
