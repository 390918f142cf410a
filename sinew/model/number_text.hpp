// Numbers in messages: six digits, the same under every locale.
#pragma once

#include <charconv>
#include <string>

namespace sinew {

inline std::string number_text(double x) {
  char text[32];
  return {text, std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6).ptr};
}

}  // namespace sinew
