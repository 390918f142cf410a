// Bounds the work and memory of one expansion, so that a file that asks for too much ends in an error.
#pragma once

#include <cstddef>
#include <string>

namespace sinew::xacro {

// Documented limits (docs/xacro.md).
inline constexpr std::size_t max_elements = 1'000'000;  // made by the expansion, intermediate ones included
inline constexpr std::size_t max_made_bytes = 256u << 20;  // of all texts and lists made by the expansion
inline constexpr std::size_t max_text_bytes = 1'000'000;   // of one value
inline constexpr std::size_t max_items = 100'000;          // of one list
inline constexpr std::size_t max_steps = 20'000'000;       // of all expressions
inline constexpr int max_nesting = 1'000;  // of elements, macro calls and includes in each other
inline constexpr int max_include_nesting = 50;
inline constexpr int max_property_nesting = 100;  // of properties that need each other
inline constexpr std::size_t max_expression_bytes = 65'536;
inline constexpr int max_expression_depth = 100;
inline constexpr int max_value_depth = 50;  // of lists in lists

// Thrown to end the expansion.
struct Problem {
  std::string message;
  int column = 0;          // the place in an expression, from 1; 0 if unknown
  bool is_placed = false;  // whether the message already quotes the expression
};

class Budget {
 public:
  void add_steps(std::size_t count) {
    if ((steps_ += count) > max_steps)
      throw Problem{"the expressions need more than the " + std::to_string(max_steps) +
                    " steps that are accepted"};
  }
  void add_element() {
    if (++elements_ > max_elements)
      throw Problem{"the file expands to more than the " + std::to_string(max_elements) +
                    " elements that are accepted"};
  }
  void add_bytes(std::size_t count) {
    if ((bytes_ += count) > max_made_bytes)
      throw Problem{"the file expands to more than the " + std::to_string(max_made_bytes >> 20) +
                    " MiB that are accepted"};
  }
  // Checks a text before it is made.
  void check_text(std::size_t bytes) {
    if (bytes > max_text_bytes)
      throw Problem{"a text is longer than the " + std::to_string(max_text_bytes) +
                    " bytes that are accepted"};
    add_bytes(bytes);
  }
  // Checks a list before it is made.
  void check_items(std::size_t count) {
    if (count > max_items)
      throw Problem{"a list is longer than the " + std::to_string(max_items) + " items that are accepted"};
    add_bytes(count * 64);
  }

 private:
  std::size_t steps_ = 0, elements_ = 0, bytes_ = 0;
};

// Counts how deep calls are nested while it exists.
class Level {
 public:
  Level(int& depth, int most, const char* what) : depth_(depth) {
    if (depth_ >= most)
      throw Problem{std::string(what) + " nested deeper than the " + std::to_string(most) +
                    " levels that are accepted"};
    ++depth_;
  }
  ~Level() { --depth_; }
  Level(const Level&) = delete;
  Level& operator=(const Level&) = delete;

 private:
  int& depth_;
};

}  // namespace sinew::xacro
