// Numbers in messages: six digits, the same under every locale.
#pragma once

#include <cstdio>
#include <string>

namespace sinew {

// What the locale has for a decimal point, which may be several bytes, becomes one. (std::to_chars would do without, but not
// every standard library has it for numbers with fractions.)
inline std::string number_text(double x) {
  char text[40];
  std::snprintf(text, sizeof text, "%.6g", x);
  std::string plain;
  bool in_point = false;
  for (const char* c = text; *c != '\0'; ++c) {
    const bool keeps =
        (*c >= '0' && *c <= '9') || (*c >= 'a' && *c <= 'z') || *c == '-' || *c == '+';  // also "inf", "nan"
    if (keeps) plain += *c;
    if (!keeps && !in_point) plain += '.';
    in_point = !keeps;
  }
  return plain;
}

}  // namespace sinew
