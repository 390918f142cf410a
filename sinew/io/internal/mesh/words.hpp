// Splits the text of mesh files into lines, words and numbers.
#pragma once

#include <charconv>
#include <string_view>

#include "sinew/spatial/vector3.hpp"

namespace sinew::mesh {

// Removes the first line, or the first word and the blanks around it, and returns it.
inline std::string_view next_line(std::string_view& rest) {
  const std::size_t end = rest.find('\n');
  const std::string_view line = rest.substr(0, end);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end + 1);
  return line;
}
inline std::string_view next_word(std::string_view& rest) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = rest.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return rest = {};
  const std::size_t end = rest.find_first_of(blanks, begin);
  const std::string_view word = rest.substr(begin, end == std::string_view::npos ? end : end - begin);
  rest = end == std::string_view::npos ? std::string_view{} : rest.substr(end);
  return word;
}

template <class Number>
bool read_number(std::string_view word, Number& number) {
  if (!word.empty() && word.front() == '+') word.remove_prefix(1);
  const auto [end, fault] = std::from_chars(word.data(), word.data() + word.size(), number);
  return fault == std::errc() && end == word.data() + word.size();
}
inline bool read_point(std::string_view line, Vector3<double>& point) {
  return read_number(next_word(line), point.x) && read_number(next_word(line), point.y) &&
         read_number(next_word(line), point.z);
}

}  // namespace sinew::mesh
