// Defines parts of the C++20 standard library that Emscripten 3.1.6 (Debian 12) lacks. Included before every file that
// is compiled for the page.
#pragma once

#include <bit>

#ifndef __cpp_lib_bit_cast
namespace std {
template <class To, class From>
constexpr To bit_cast(const From& from) noexcept {
  return __builtin_bit_cast(To, from);
}
}  // namespace std
#endif
