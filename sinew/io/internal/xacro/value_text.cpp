// Writes values as texts, and reads numbers from texts, as Python's str, repr, int and float do.
#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "sinew/io/internal/xacro/functions.hpp"
#include "sinew/io/internal/xacro/value.hpp"

namespace sinew::xacro {
namespace {

std::string_view without_blanks(std::string_view text) {
  constexpr std::string_view blanks = " \t\n\r\f\v";
  const auto first = text.find_first_not_of(blanks);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blanks) + 1 - first);
}

// Returns the text without the underscores between digits, or nothing if one is elsewhere.
std::optional<std::string> without_underscores(std::string_view text) {
  const auto is_digit = [&](std::size_t i) { return i < text.size() && text[i] >= '0' && text[i] <= '9'; };
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      plain += text[i];
    } else if (i == 0 || !is_digit(i - 1) || !is_digit(i + 1)) {
      return std::nullopt;
    }
  }
  return plain;
}

// Python prefers single quotes, and double quotes if the text contains single ones only.
std::string quoted(const std::string& text) {
  const bool has_single = text.find('\'') != std::string::npos,
             has_double = text.find('"') != std::string::npos;
  const char quote = has_single && !has_double ? '"' : '\'';
  std::string result(1, quote);
  for (const char c : text) {
    if (c == '\n') {
      result += "\\n";
    } else if (c == '\t') {
      result += "\\t";
    } else if (c == '\r') {
      result += "\\r";
    } else {
      if (c == quote || c == '\\') result += '\\';
      result += c;
    }
  }
  return result + quote;
}

// Appends the texts of nested values. Counts the length while the text grows, because lists may share parts.
class Printer {
 public:
  explicit Printer(Budget& budget) : budget_(budget) {}

  void print(const Value& value) {
    if (const auto* const list = value.list()) {
      print_list(*list);
    } else if (const auto* const dictionary = value.dictionary()) {
      print_dictionary(*dictionary);
    } else {
      add(scalar(value));
    }
  }
  std::string take() { return std::move(text_); }

 private:
  static std::string scalar(const Value& value) {
    if (value.is_none()) return "None";
    if (const auto* const flag = value.get<bool>()) return *flag ? "True" : "False";
    if (const auto* const whole = value.get<Integer>()) return std::to_string(*whole);
    if (const auto* const number = value.get<double>()) return repr(*number);
    if (const auto* const text = value.text()) return quoted(*text);
    return std::string("<function ") + (*value.get<const Function*>())->name + ">";
  }

  void print_list(const List& list) {
    add(list.is_tuple ? "(" : "[");
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      if (i > 0) add(", ");
      print(list.items[i]);
    }
    if (list.is_tuple && list.items.size() == 1) add(",");
    add(list.is_tuple ? ")" : "]");
  }

  void print_dictionary(const Dictionary& dictionary) {
    add("{");
    bool is_first = true;
    for (const auto& [key, value] : dictionary.entries) {
      if (!is_first) add(", ");
      is_first = false;
      print(key);
      add(": ");
      print(value);
    }
    add("}");
  }

  void add(std::string_view part) {
    budget_.add_steps(1);
    if (text_.size() + part.size() > max_text_bytes) budget_.check_text(text_.size() + part.size());
    text_ += part;
  }

  Budget& budget_;
  std::string text_;
};

}  // namespace

std::string repr(double value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  char buffer[64];
  const char* const end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  const std::string text(static_cast<const char*>(buffer), end);
  const std::size_t e = text.find('e');
  int exponent = 0;
  const char* const digits = text.data() + e + (text[e + 1] == '+' ? 2 : 1);
  std::from_chars(digits, text.data() + text.size(), exponent);
  if (exponent < -4 || exponent >= 16) return text;
  const char* const fixed =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed).ptr;
  std::string plain(static_cast<const char*>(buffer), fixed);
  if (plain.find('.') == std::string::npos) plain += ".0";
  return plain;
}

std::string repr(const Value& value, Budget& budget) {
  Printer printer(budget);
  printer.print(value);
  return printer.take();
}

std::string str(const Value& value, Budget& budget) {
  if (const auto* const text = value.text()) return *text;
  return repr(value, budget);
}

std::optional<Integer> integer_from(std::string_view written) {
  const auto text = without_underscores(without_blanks(written));
  if (!text || text->empty()) return std::nullopt;
  const char* const end = text->data() + text->size();
  const bool has_plus = text->front() == '+' && text->size() > 1 && (*text)[1] != '-';
  Integer value = 0;
  const auto [stop, status] = std::from_chars(text->data() + (has_plus ? 1 : 0), end, value);
  if (status != std::errc{} || stop != end) return std::nullopt;
  return value;
}

std::optional<double> float_from(std::string_view written) {
  auto text = without_underscores(without_blanks(written));
  if (!text || text->empty()) return std::nullopt;
  const char* begin = text->data();
  const char* const end = begin + text->size();
  const bool has_plus = *begin == '+' && end - begin > 1 && begin[1] != '-';
  if (has_plus) ++begin;
  double value = 0;
  const auto [stop, status] = std::from_chars(begin, end, value);
  // Python reads numbers that are too large as infinity, and numbers that are too small as zero.
  if (status == std::errc::result_out_of_range && stop == end) {
    const auto e = text->find_first_of("eE");
    const bool is_small = e != std::string::npos && (*text)[e + 1] == '-';
    const double size = is_small ? 0.0 : std::numeric_limits<double>::infinity();
    return *begin == '-' ? -size : size;
  }
  if (status != std::errc{} || stop != end) return std::nullopt;
  if (std::isnan(value) && text->find('(') != std::string::npos) return std::nullopt;
  return value;
}

}  // namespace sinew::xacro
