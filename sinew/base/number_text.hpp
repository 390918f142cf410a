// Formats numbers for messages: six digits, the same under every locale.
#pragma once

#include <charconv>
#include <cstdio>
#include <string>

namespace sinew {

inline std::string number_text(double x) {
  char text[40];
#ifdef __cpp_lib_to_chars
  return {text, std::to_chars(text, text + sizeof text, x, std::chars_format::general, 6).ptr};
#else
  // For standard libraries whose std::to_chars supports integers only. Replaces the decimal separator of the locale
  // by a point.
  std::snprintf(text, sizeof text, "%.6g", x);
  std::string plain;
  for (const char* c = text; *c != '\0'; ++c) {
    const bool keeps = (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || *c == '-' || *c == '+';
    if (keeps) plain += *c;
    if (!keeps && plain.find('.') == std::string::npos) plain += '.';
  }
  return plain;
#endif
}

}  // namespace sinew
