#include "sinew/operators/text/internal/vocabulary.hpp"

#include "sinew/base/edit_distance.hpp"
#include "sinew/operators/text/print.hpp"

namespace sinew::operators {
namespace {

// phi - I for phi~, phitilde and φ̃, and psi - I likewise; empty for other names.
std::optional<Value> strict_part(std::string_view name) {
  for (const std::string_view ending : {"~", "tilde", "\u0303"}) {
    if (!name.ends_with(ending)) continue;
    const auto symbol = find_symbol(name.substr(0, name.size() - ending.size()));
    if (symbol && (symbol->name == "phi" || symbol->name == "psi")) return Expression(symbol) - names::I;
  }
  return {};
}

// The identities and phi~, which are not symbols of the robot; empty for other names.
std::optional<Value> value_of_other_word(std::string_view name, std::span<const Expression> own) {
  if (name == "I") return 1.0;
  if (auto value = strict_part(name)) return value;
  if (!name.starts_with("I_")) return {};
  for (const Space& space : {joint_space, body_space, frame_space, number_space})
    if (name.substr(2) == space.name) return Expression::identity(space);
  for (const Expression& x : own)
    for (const Space& space : {x.to(), x.from()})
      if (name.substr(2) == space.name) return Expression::identity(space);
  return {};
}

}  // namespace

std::optional<Value> value_of_word(std::string_view name, std::span<const Expression> own) {
  for (const Expression& x : own)
    if (name == x.symbol().name || name == x.symbol().unicode) return x;
  if (auto value = value_of_other_word(name, own)) return value;
  if (auto symbol = find_symbol(name)) return Expression(std::move(symbol));
  return {};
}

std::string unknown_word(const std::string& name, std::span<const Expression> own) {
  const std::string shown = shortened(name);
  if (shown != name) return "unknown name '" + shown + "'";
  std::vector<std::string> known = {"I", "inv", "d", "rate", "cross", "phitilde", "psitilde"};
  for (const auto& symbol : robot_symbols())
    if (symbol->name.find('(') == std::string::npos || symbol->name == "D^(1/2)")
      known.push_back(symbol->name);
  for (const Expression& x : own) known.push_back(x.symbol().name);
  const auto distance = [&](const std::string& other) {  // a wrong case counts half
    const auto lower = [](std::string word) {
      for (char& c : word) c = c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
      return word;
    };
    return 2 * edit_distance(lower(name), lower(other)) + (name != other);
  };
  const std::string* nearest = nullptr;
  for (const std::string& other : known)
    if (!nearest || distance(other) < distance(*nearest)) nearest = &other;
  const bool is_near = distance(*nearest) <= int(name.size()) + 1;
  if (is_near) return "unknown name '" + name + "': did you mean " + *nearest + "?";
  std::string list;
  for (const std::string& other : known) list += (list.empty() ? "" : ", ") + other;
  return "unknown name '" + name + "' (expected one of " + list + ")";
}

}  // namespace sinew::operators
