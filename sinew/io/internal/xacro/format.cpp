// Formats texts as Python's operator % does.
#include <fmt/format.h>

#include <cmath>

#include "sinew/io/internal/xacro/functions.hpp"
#include "sinew/io/internal/xacro/operators.hpp"

namespace sinew::xacro {
namespace {

constexpr int widest = 1'000;  // fields and digits

// A field such as %-8.3f.
struct Field {
  bool is_left = false, has_plus = false, has_blank = false, has_zeros = false, is_alternate = false;
  int width = 0, precision = -1;
  char letter = 's';
};

class Formatter {
 public:
  Formatter(const std::string& text, const Value& values, Budget& budget)
      : text_(text), values_(values), budget_(budget) {}

  std::string run() {
    std::string result;
    while (at_ < text_.size()) {
      const bool is_field = text_[at_] == '%' && text_[++at_] != '%';  // "%%" is a percent sign
      if (!is_field) {
        result += text_[at_++];
        continue;
      }
      result += written(read_field());
      budget_.check_text(result.size());
    }
    const List* const tuple = values_.list() && values_.list()->is_tuple ? values_.list() : nullptr;
    const std::size_t given = tuple ? tuple->items.size() : 1;
    if (used_ < given && !values_.dictionary() && !(values_.list() && !tuple))
      throw Problem{"'%' has " + std::to_string(given) + " values for " + std::to_string(used_) + " fields"};
    return result;
  }

 private:
  Field read_field() {
    Field field;
    if (peek() == '(') read_key();
    for (; std::string_view("-+ 0#").find(peek()) != std::string_view::npos && peek() != '\0'; ++at_) {
      field.is_left |= peek() == '-';
      field.has_plus |= peek() == '+';
      field.has_blank |= peek() == ' ';
      field.has_zeros |= peek() == '0';
      field.is_alternate |= peek() == '#';
    }
    field.width = read_count();
    if (peek() == '.') {
      ++at_;
      field.precision = read_count();
    }
    if (at_ >= text_.size()) throw Problem{"a field of '%' has no letter"};
    field.letter = text_[at_++];
    return field;
  }

  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void read_key() {
    const auto end = text_.find(')', at_);
    if (end == std::string::npos) throw Problem{"a field of '%' has no ')'"};
    key_ = text_.substr(at_ + 1, end - at_ - 1);
    at_ = end + 1;
  }

  int read_count() {
    int count = 0;
    for (; peek() >= '0' && peek() <= '9'; ++at_) {
      count = 10 * count + (peek() - '0');
      if (count > widest) throw Problem{"a field of '%' is wider than " + std::to_string(widest)};
    }
    return count;
  }

  Value next_value() {
    if (key_) {
      const Value* const found = values_.dictionary() ? values_.dictionary()->find(*key_, budget_) : nullptr;
      if (!found) throw Problem{"'%' has no value with the key '" + *key_ + "'"};
      key_.reset();
      return *found;
    }
    const List* const tuple = values_.list() && values_.list()->is_tuple ? values_.list() : nullptr;
    if (used_ >= (tuple ? tuple->items.size() : 1)) throw Problem{"'%' has fewer values than fields"};
    const std::size_t index = used_++;
    return tuple ? tuple->items[index] : values_;
  }

  std::string written(const Field& field) {
    const Value value = next_value();
    switch (field.letter) {
      case 's':
      case 'r': {
        std::string text = field.letter == 's' ? str(value, budget_) : repr(value, budget_);
        if (field.precision >= 0) text = text.substr(0, static_cast<std::size_t>(field.precision));
        return padded(text, field);
      }
      case 'd':
      case 'i':
      case 'u':
        return in_base(field, truncated(value), "d");
      case 'x':
      case 'X':
      case 'o':
        return in_base(field, integer_of(value, "'%x' and '%o'"), std::string(1, field.letter));
      case 'e':
      case 'E':
      case 'f':
      case 'F':
      case 'g':
      case 'G':
        return as_float(field, number_of(value, "a number field of '%'"));
      default:
        throw Problem{std::string("'%") + field.letter + "' is not supported"};
    }
  }

  static Integer truncated(const Value& value) {
    if (const auto whole = value.integer()) return *whole;
    const double number = number_of(value, "'%d'");
    if (!(std::abs(number) < 9.2e18)) throw Problem{"the integer does not fit into 64 bits"};
    return static_cast<Integer>(number);
  }

  static std::string sign_and_form(const Field& field) {
    std::string form = "{:";
    if (field.has_plus) form += '+';
    if (field.has_blank && !field.has_plus) form += ' ';
    if (field.is_alternate) form += '#';
    return form;
  }

  static std::string in_base(const Field& field, Integer value, const std::string& letter) {
    return padded(fmt::format(fmt::runtime(sign_and_form(field) + letter + "}"), value), field);
  }

  static std::string as_float(const Field& field, double value) {
    const int digits = field.precision < 0 ? 6 : field.precision;
    const std::string form = sign_and_form(field) + "." + std::to_string(digits) + field.letter + "}";
    return padded(fmt::format(fmt::runtime(form), value), field);
  }

  static std::string padded(std::string text, const Field& field) {
    const auto width = static_cast<std::size_t>(field.width);
    if (text.size() >= width) return text;
    const std::size_t missing = width - text.size();
    if (field.is_left) return text + std::string(missing, ' ');
    const bool is_number = field.letter != 's' && field.letter != 'r';
    if (!field.has_zeros || !is_number) return std::string(missing, ' ') + text;
    const bool has_sign = text[0] == '-' || text[0] == '+' || text[0] == ' ';
    return text.insert(has_sign ? 1 : 0, missing, '0');
  }

  const std::string& text_;
  const Value& values_;
  Budget& budget_;
  std::size_t at_ = 0, used_ = 0;
  std::optional<std::string> key_{};
};

}  // namespace

std::string format(const std::string& text, const Value& values, Budget& budget) {
  return Formatter(text, values, budget).run();
}

}  // namespace sinew::xacro
