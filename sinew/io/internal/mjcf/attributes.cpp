#include "sinew/io/internal/mjcf/attributes.hpp"

#include <algorithm>
#include <cassert>

namespace sinew::mjcf {

void Attributes::lay(Element element, const ElementRules& rules, const AttributeReader& reader) {
  for (const auto& [name, value] : element.attributes()) {
    const std::string_view wanted = name;
    const auto rule =
        std::find_if(rules.read.begin(), rules.read.end(), [&](const auto& r) { return r.name == wanted; });
    if (rule == rules.read.end()) {
      if (std::find(rules.harmless.begin(), rules.harmless.end(), wanted) == rules.harmless.end()) {
        reader.error(element, "<" + std::string(element.name()) + "> has an unknown attribute " +
                                  xml::in_quotes(name));
      }
      continue;
    }
    if (rule->is_visual && xml::parse_numbers(value).values.size() < rule->least) {
      reader.warning(element, std::string(name) + ": expected " + std::to_string(rule->least) + " numbers");
      continue;
    }
    if (rule->most == 0) {
      Entry& found = entry(rule->name);
      found.where = element;
      found.text = value;
    } else if (const auto values =
                   reader.numbers(element, rule->name, rule->least, rule->most, rule->infinite)) {
      Entry& found = entry(rule->name);
      assert(values->size() <= found.numbers.size());
      found.where = element;
      found.count = std::max(found.count, values->size());
      std::copy(values->begin(), values->end(), found.numbers.begin());
    }
  }
}

const Attributes::Entry* Attributes::find(std::string_view name) const {
  for (const Entry& entry : entries_) {
    if (entry.name == name) return &entry;
  }
  return nullptr;
}

Attributes::Entry& Attributes::entry(std::string_view name) {
  for (Entry& entry : entries_) {
    if (entry.name == name) return entry;
  }
  return entries_.emplace_back(Entry{.name = name, .where = {}, .text = {}});
}

Element Attributes::where(std::string_view name) const {
  const Entry* const found = find(name);
  return found != nullptr ? found->where : Element();
}

std::span<const double> Attributes::numbers(std::string_view name) const {
  const Entry* const found = find(name);
  return found != nullptr ? std::span(found->numbers).first(found->count) : std::span<const double>();
}

double Attributes::number(std::string_view name, double otherwise) const {
  const auto found = numbers(name);
  return found.empty() ? otherwise : found[0];
}

std::optional<Vector3<double>> Attributes::vector3(std::string_view name) const {
  const auto found = numbers(name);
  if (found.size() < 3) return std::nullopt;
  return Vector3<double>{found[0], found[1], found[2]};
}

std::string Attributes::text(std::string_view name) const {
  const Entry* const found = find(name);
  return found != nullptr ? std::string(found->text) : std::string();
}

std::optional<int> Attributes::keyword(std::string_view name, std::initializer_list<std::string_view> words,
                                       const AttributeReader& reader) const {
  const Entry* const found = find(name);
  if (found == nullptr) return std::nullopt;
  const auto word = std::find(words.begin(), words.end(), found->text);
  if (word != words.end()) return static_cast<int>(word - words.begin());
  std::string expected;
  for (const auto& each : words) expected += (expected.empty() ? "" : ", ") + std::string(each);
  reader.error(found->where, std::string(name) + " of <" + std::string(found->where.name()) +
                                 ">: expected one of " + expected + "; got " + xml::in_quotes(found->text));
  return std::nullopt;
}

}  // namespace sinew::mjcf
