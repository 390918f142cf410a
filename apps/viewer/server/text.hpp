// Prepares text from files for a page, so that no bytes in a name can break the page.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace sinew::viewer {

// Replaces bytes that are not UTF-8 by U+FFFD.
std::string valid_utf8(std::string_view text);
// Returns at most the first `bytes` bytes, without splitting a character; `text` must be valid UTF-8.
std::string_view first_bytes(std::string_view text, std::size_t bytes);
// Escapes text for the content of an element or for an attribute in double quotes.
std::string html_escaped(std::string_view text);
// Replaces every `what` by `by`, ignoring the case of ASCII letters.
std::string replaced(std::string_view text, std::string_view what, std::string_view by);
// Returns the position of `what` at or after `from`, ignoring the case of ASCII letters; npos if it is missing.
std::size_t find_caseless(std::string_view text, std::string_view what, std::size_t from = 0);

}  // namespace sinew::viewer
