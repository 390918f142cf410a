// Determines the attributes of one MJCF element: its own override those of its default class.
//
// Every value is parsed once, at the element that writes it; an invalid value is reported there and treated as absent.
// The rules in mjcf_rules.hpp list the attributes that each element may have.
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/internal/text/attributes.hpp"
#include "sinew/io/internal/text/xml.hpp"
#include "sinew/spatial/vector3.hpp"

namespace sinew::mjcf {

using xml::AttributeReader;
using xml::Element;

// An attribute with `least` to `most` numbers, or with text if `most` is 0.
struct AttributeRule {
  const char* name;
  std::size_t least = 0, most = 0;
  xml::Infinite infinite = xml::Infinite::refused;
  bool is_visual = false;  // true: an invalid value is a warning
};

// The attributes that an element may have: those that are read, and those that do not affect the dynamics.
struct ElementRules {
  std::span<const AttributeRule> read;
  std::span<const std::string_view> harmless;
};

class Attributes {
 public:
  // Overrides the attributes stored here by those of `element`. If the element gives fewer numbers, the remaining ones
  // are kept (size="1" over size="2 3" gives "1 3"), as in MuJoCo. An attribute that no rule names is an error.
  void lay(Element element, const ElementRules& rules, const AttributeReader& reader);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  Element where(std::string_view name) const;  // the element that writes it, or no element
  std::span<const double> numbers(std::string_view name) const;
  double number(std::string_view name, double otherwise) const;
  std::optional<Vector3<double>> vector3(std::string_view name) const;
  std::string text(std::string_view name) const;  // empty if absent

  // Returns the index of the attribute's value in `words`. Any other value is reported as an error and treated as
  // absent.
  std::optional<int> keyword(std::string_view name, std::initializer_list<std::string_view> words,
                             const AttributeReader& reader) const;

 private:
  struct Entry {
    std::string_view name;  // as in the rule
    Element where;
    std::string_view text;
    std::array<double, 7> numbers{};
    std::size_t count = 0;
  };
  const Entry* find(std::string_view name) const;
  Entry& entry(std::string_view name);

  std::vector<Entry> entries_;
};

}  // namespace sinew::mjcf
