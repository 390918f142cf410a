// Writes XML as text, element by element. Numbers have the shortest form that reads back to the same bits.
#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/spatial/vector3.hpp"

namespace sinew::xml {

std::string number(double value);
std::string numbers(std::initializer_list<double> values);  // separated by blanks
std::string numbers(const Vector3<double>& v);

// Returns ` name="value"` with the characters escaped that XML reserves.
std::string attribute(std::string_view name, std::string_view value);
std::string attribute(std::string_view name, double value);
std::string attribute(std::string_view name, const Vector3<double>& value);
std::string attribute(std::string_view name, std::initializer_list<double> values);

class TextBuilder {
 public:
  // `comment`: for the second line; empty for none.
  explicit TextBuilder(std::string_view comment);

  // `attributes`: made by `attribute`.
  void open(std::string_view tag, std::string_view attributes = {});
  void close();
  void leaf(std::string_view tag, std::string_view attributes = {});  // without contents
  void value(std::string_view tag, std::string_view text, std::string_view attributes = {});
  void value(std::string_view tag, double number) { value(tag, xml::number(number)); }

  // Returns the text. All elements must be closed.
  std::string take() { return std::move(text_); }

 private:
  void begin(std::string_view tag, std::string_view attributes);

  std::string text_;
  std::vector<std::string> open_;
};

}  // namespace sinew::xml
