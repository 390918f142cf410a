// Converts YAML to values, by the rules of YAML 1.1, which Python's reader of YAML follows.
#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>

#include "sinew/io/internal/text/yaml.hpp"
#include "sinew/io/internal/xacro/evaluate.hpp"
#include "sinew/io/internal/xacro/session.hpp"

namespace sinew::xacro {
namespace {

using yaml::Node;

struct Unit {
  std::string_view tag;
  double factor;
};
constexpr std::array units{Unit{"!radians", 1.0}, Unit{"!degrees", 3.141592653589793 / 180.0},
                           Unit{"!meters", 1.0},  Unit{"!millimeters", 0.001},
                           Unit{"!foot", 0.3048}, Unit{"!inches", 0.0254}};

bool consists_of(std::string_view text, std::string_view characters) {
  return text.find_first_not_of(characters) == std::string_view::npos;
}

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> words) {
  return std::find(words.begin(), words.end(), text) != words.end();
}

constexpr std::string_view digits_and_lines = "0123456789_";

bool is_decimal(std::string_view text) {
  return !text.empty() && text[0] != '_' && consists_of(text, digits_and_lines);
}

std::string without_lines(std::string_view text) {
  std::string plain(text);
  std::erase(plain, '_');
  return plain;
}

std::optional<Integer> in_base(std::string_view digits, int base) {
  const std::string plain = without_lines(digits);
  Integer value = 0;
  const char* const end = plain.data() + plain.size();
  const auto [stop, status] = std::from_chars(plain.data(), end, value, base);
  if (status != std::errc{} || stop != end) return std::nullopt;
  return value;
}

// Reads 0b101, 0x1F, 017 and 42, without a sign.
std::optional<Integer> plain_integer(std::string_view text) {
  if (text.starts_with("0b") && text.size() > 2) return in_base(text.substr(2), 2);
  if (text.starts_with("0x") && text.size() > 2) return in_base(text.substr(2), 16);
  if (text == "0") return 0;
  if (!is_decimal(text)) return std::nullopt;
  return text[0] == '0' ? in_base(text.substr(1), 8) : in_base(text, 10);
}

// Reads 1.5, .5, 1. and 1.0e+5. As in YAML 1.1, an exponent needs a point before it and a sign.
std::optional<double> plain_float(std::string_view text) {
  const auto point = text.find('.');
  if (point == std::string_view::npos) return std::nullopt;
  const auto e = std::min(text.find_first_of("eE"), text.size());
  if (point > e) return std::nullopt;
  const std::string_view whole = text.substr(0, point), part = text.substr(point + 1, e - point - 1);
  const bool has_digits =
      whole.empty() ? is_decimal(part) : is_decimal(whole) && consists_of(part, digits_and_lines);
  if (!has_digits) return std::nullopt;
  if (e < text.size()) {
    const std::string_view exponent = text.substr(e + 1);
    if (exponent.size() < 2 || (exponent[0] != '+' && exponent[0] != '-') ||
        !consists_of(exponent.substr(1), "0123456789"))
      return std::nullopt;
  }
  return float_from(without_lines(text));
}

// Reads numbers of base 60, such as 1:30 or 1:30.5, the second of which is 90.5.
std::optional<Value> sexagesimal(std::string_view text) {
  if (text.find(':') == std::string_view::npos) return std::nullopt;
  double total = 0;
  bool is_float = false;
  for (std::size_t begin = 0; begin <= text.size();) {
    const auto end = std::min(text.find(':', begin), text.size());
    const std::string_view part = text.substr(begin, end - begin);
    const bool is_last = end == text.size(), is_first = begin == 0;
    const auto point = is_last ? part.find('.') : std::string_view::npos;
    const std::string_view whole = part.substr(0, point);
    if (!is_decimal(whole) || (is_first && whole[0] == '0' && point == std::string_view::npos))
      return std::nullopt;
    if (!is_first && (whole.size() > 2 || (whole.size() == 2 && whole[0] > '5'))) return std::nullopt;
    is_float = point != std::string_view::npos;
    const auto value = float_from(without_lines(part));
    if (!value) return std::nullopt;
    total = 60 * total + *value;
    begin = end + 1;
  }
  if (is_float) return total;
  return static_cast<Integer>(total);
}

Value scalar_value(const std::string& text) {
  if (is_one_of(text, {"", "~", "null", "Null", "NULL"})) return {};
  if (is_one_of(text, {"yes", "Yes", "YES", "true", "True", "TRUE", "on", "On", "ON"})) return true;
  if (is_one_of(text, {"no", "No", "NO", "false", "False", "FALSE", "off", "Off", "OFF"})) return false;
  if (is_one_of(text, {".nan", ".NaN", ".NAN"})) return std::numeric_limits<double>::quiet_NaN();
  const bool is_signed = text[0] == '-' || text[0] == '+', is_minus = text[0] == '-';
  const std::string_view size = std::string_view(text).substr(is_signed ? 1 : 0);
  if (is_one_of(size, {".inf", ".Inf", ".INF"}))
    return is_minus ? -std::numeric_limits<double>::infinity() : std::numeric_limits<double>::infinity();
  if (const auto whole = plain_integer(size)) return is_minus ? -*whole : *whole;
  if (const auto number = plain_float(size)) return is_minus ? -*number : *number;
  if (const auto number = sexagesimal(size)) {
    if (const auto* const whole = number->get<Integer>()) return is_minus ? -*whole : *whole;
    return is_minus ? -*number->number() : *number->number();
  }
  return text;
}

class Converter {
 public:
  explicit Converter(Session& session) : session_(session) {}

  Value convert(const Node& node) {
    session_.budget().add_steps(1);
    switch (node.kind) {
      case Node::Kind::nothing:
        return {};
      case Node::Kind::text:
        return text(node);
      case Node::Kind::list: {
        std::vector<Value> items;
        for (const Node& child : node.children) items.push_back(convert(child));
        return make_list(std::move(items), session_.budget());
      }
      case Node::Kind::map:
        return map(node);
    }
    return {};
  }

 private:
  Value text(const Node& node) {
    if (node.is_quoted || node.tag == "tag:yaml.org,2002:str") return node.text;
    if (node.tag.empty()) return scalar_value(node.text);
    const auto unit =
        std::find_if(units.begin(), units.end(), [&](const Unit& each) { return each.tag == node.tag; });
    if (unit == units.end())
      throw Problem{
          "line " + std::to_string(node.line) + ": the tag '" + node.tag +
          "' is not supported; expected !degrees, !radians, !meters, !millimeters, !foot or !inches"};
    const Value value = evaluate(*parse_expression(node.text, session_.budget()), builtins(), session_);
    return number_of(value, "a unit") * unit->factor;
  }

  // The key << stands for the entries of another map, which the map's own entries replace.
  Value map(const Node& node) {
    std::vector<std::pair<Value, Value>> entries;
    for (const Node& child : node.children) {
      if (child.key == "<<" && !child.key_is_quoted) merge(child, entries);
    }
    for (const Node& child : node.children) {
      if (child.key == "<<" && !child.key_is_quoted) continue;
      entries.emplace_back(child.key_is_quoted ? Value(child.key) : scalar_value(child.key), convert(child));
    }
    return make_dictionary(entries, session_.budget());
  }

  void merge(const Node& node, std::vector<std::pair<Value, Value>>& entries) {
    const Value other = convert(node);
    if (const List* const list = other.list()) {
      // Earlier maps of the list take precedence, so their entries are added later.
      for (auto item = list->items.rbegin(); item != list->items.rend(); ++item) add(*item, entries);
    } else {
      add(other, entries);
    }
  }

  static void add(const Value& map, std::vector<std::pair<Value, Value>>& entries) {
    if (!map.dictionary()) throw Problem{"'<<' is followed by something that is not a map"};
    entries.insert(entries.end(), map.dictionary()->entries.begin(), map.dictionary()->entries.end());
  }

  Session& session_;
};

}  // namespace

Value value_of_yaml(const std::string& text, const std::string& file, Session& session, Findings& findings) {
  const auto root = yaml::parse(text, file, findings, yaml::Dialect::xacro);
  if (!root) return {};
  return Converter(session).convert(*root);
}

}  // namespace sinew::xacro
