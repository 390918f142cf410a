#include "apps/viewer/server/base64.hpp"

#include <cstddef>
#include <cstdint>

namespace sinew::viewer {

void append_base64(std::string_view bytes, std::string& text) {
  constexpr std::string_view digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto byte = [&](std::size_t at) {
    return at < bytes.size() ? std::uint32_t(std::uint8_t(bytes[at])) : std::uint32_t(0);
  };
  text.reserve(text.size() + (bytes.size() + 2) / 3 * 4);
  for (std::size_t at = 0; at < bytes.size(); at += 3) {
    const std::uint32_t three = byte(at) << 16 | byte(at + 1) << 8 | byte(at + 2);
    text += digits[three >> 18];
    text += digits[three >> 12 & 63];
    text += at + 1 < bytes.size() ? digits[three >> 6 & 63] : '=';
    text += at + 2 < bytes.size() ? digits[three & 63] : '=';
  }
}

}  // namespace sinew::viewer
