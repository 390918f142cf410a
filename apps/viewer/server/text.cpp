#include "apps/viewer/server/text.hpp"

#include <algorithm>
#include <cstdint>

namespace sinew::viewer {
namespace {

// Returns the number of bytes of the UTF-8 character at `at`, or 0 if there is no valid one. Follows table 3-7 of the
// Unicode standard: no overlong forms, no surrogates, nothing beyond U+10FFFF.
std::size_t letter_size(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) {
    return at + i < text.size() ? std::uint8_t(text[at + i]) : std::uint8_t(0);
  };
  const auto is_between = [&](std::size_t i, int low, int high) { return byte(i) >= low && byte(i) <= high; };
  const std::uint8_t first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xc2 && first <= 0xdf) return is_between(1, 0x80, 0xbf) ? 2 : 0;
  if (first >= 0xe0 && first <= 0xef) {
    const int low = first == 0xe0 ? 0xa0 : 0x80, high = first == 0xed ? 0x9f : 0xbf;
    return is_between(1, low, high) && is_between(2, 0x80, 0xbf) ? 3 : 0;
  }
  if (first >= 0xf0 && first <= 0xf4) {
    const int low = first == 0xf0 ? 0x90 : 0x80, high = first == 0xf4 ? 0x8f : 0xbf;
    return is_between(1, low, high) && is_between(2, 0x80, 0xbf) && is_between(3, 0x80, 0xbf) ? 4 : 0;
  }
  return 0;
}

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
}

}  // namespace

std::string valid_utf8(std::string_view text) {
  std::string valid;
  valid.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t size = letter_size(text, at);
    valid += size > 0 ? text.substr(at, size) : std::string_view("\xef\xbf\xbd");
    at += std::max<std::size_t>(size, 1);
  }
  return valid;
}

std::string_view first_bytes(std::string_view text, std::size_t bytes) {
  std::size_t end = std::min(bytes, text.size());
  while (end > 0 && end < text.size() && (std::uint8_t(text[end]) & 0xc0) == 0x80) --end;
  return text.substr(0, end);
}

std::string html_escaped(std::string_view text) {
  std::string escaped;
  escaped.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        escaped += "&amp;";
        break;
      case '<':
        escaped += "&lt;";
        break;
      case '>':
        escaped += "&gt;";
        break;
      case '"':
        escaped += "&quot;";
        break;
      case '\n':
        escaped += "&#10;";
        break;
      case '\r':  // unescaped, it would be read as a line feed
        escaped += "&#13;";
        break;
      case '\0':
        escaped += "\xef\xbf\xbd";
        break;
      default:
        escaped += c;
    }
  }
  return escaped;
}

std::size_t find_caseless(std::string_view text, std::string_view what, std::size_t from) {
  if (from > text.size()) return std::string_view::npos;
  const auto found = std::search(text.begin() + std::ptrdiff_t(from), text.end(), what.begin(), what.end(),
                                 [](char a, char b) { return lower(a) == lower(b); });
  return found == text.end() && !what.empty() ? std::string_view::npos : std::size_t(found - text.begin());
}

std::string replaced(std::string_view text, std::string_view what, std::string_view by) {
  std::string result;
  result.reserve(text.size());
  std::size_t done = 0;
  for (std::size_t at; (at = find_caseless(text, what, done)) != std::string_view::npos;
       done = at + what.size()) {
    result += text.substr(done, at - done);
    result += by;
  }
  return result += text.substr(done);
}

}  // namespace sinew::viewer
