// Parts of the C++20 library that Emscripten's (3.1.6, in Debian 12) does not have yet. Included before every file that is
// compiled for the page.
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
