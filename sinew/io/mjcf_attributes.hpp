// The attributes that count for one MJCF element: its own, laid over those of its default class.
//
// Every value is read once, at the place where it is written; a wrong one is reported there and then counts
// as absent. What an element may carry is said by rules (mjcf_rules.hpp).
#pragma once

#include <array>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/attributes.hpp"
#include "sinew/io/xml.hpp"
#include "sinew/spatial/vector3.hpp"

namespace sinew::mjcf {

using xml::AttributeReader;
using xml::Element;

// `most` numbers at most, `least` at least; most = 0: text.
struct AttributeRule {
  const char* name;
  std::size_t least = 0, most = 0;
  xml::Infinite infinite = xml::Infinite::refused;
};

// What an element may carry: attributes that are read, and those without meaning for the dynamics.
struct ElementRules {
  std::span<const AttributeRule> read;
  std::span<const std::string_view> harmless;
};

class Attributes {
 public:
  // Lays the attributes of `element` over those that are here. Fewer numbers than before keep the rest of
  // them (size="1" over size="2 3" gives "1 3"), as in MuJoCo. An attribute that no rule names is an error.
  void lay(Element element, const ElementRules& rules, const AttributeReader& reader);

  bool has(std::string_view name) const { return find(name) != nullptr; }
  Element where(std::string_view name) const;  // the element that says it, or no element
  std::span<const double> numbers(std::string_view name) const;
  double number(std::string_view name, double otherwise) const;
  std::optional<Vector3<double>> vector3(std::string_view name) const;
  std::string text(std::string_view name) const;  // empty when absent

  // Index of the word among `words`; another word is an error, and counts as absent.
  std::optional<int> keyword(std::string_view name, std::initializer_list<std::string_view> words,
                             const AttributeReader& reader) const;

 private:
  struct Entry {
    std::string_view name;  // of the rule
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
