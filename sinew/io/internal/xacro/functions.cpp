#include "sinew/io/internal/xacro/functions.hpp"

#include <algorithm>

namespace sinew::xacro {

std::optional<Value> Arguments::take(std::string_view name) {
  const auto found =
      std::find_if(named.begin(), named.end(), [&](const auto& each) { return each.first == name; });
  if (found == named.end()) return std::nullopt;
  Value value = std::move(found->second);
  named.erase(found);
  return value;
}

Value call(const Function& function, Arguments arguments, Host& host) {
  const std::string name = function.name;
  const std::size_t given = arguments.values.size();
  if (given < function.least || given > function.most) {
    std::string expected = std::to_string(function.least);
    if (function.most != function.least)
      expected += function.most >= max_items ? " or more" : " to " + std::to_string(function.most);
    throw Problem{name + "() has " + std::to_string(given) + " arguments; expected " + expected};
  }
  host.budget().add_steps(1 + given);
  Value result = function.call(arguments, host);
  if (!arguments.named.empty())
    throw Problem{name + "() has no argument called '" + arguments.named.front().first + "'"};
  return result;
}

std::vector<Value> items_of(const Value& value, const char* what, Budget& budget) {
  std::vector<Value> items;
  if (const List* const list = value.list()) {
    items = list->items;
  } else if (const Dictionary* const dictionary = value.dictionary()) {
    for (const auto& entry : dictionary->entries) items.push_back(entry.first);
  } else if (const std::string* const text = value.text()) {
    budget.check_items(text->size());
    for (const char c : *text) items.emplace_back(std::string(1, c));
  } else {
    throw Problem{std::string(what) + " needs a list, got a " + type_name(value)};
  }
  budget.add_steps(items.size());
  return items;
}

double number_of(const Value& value, const char* what) {
  if (const auto number = value.number()) return *number;
  throw Problem{std::string(what) + " needs a number, got a " + type_name(value)};
}

Integer integer_of(const Value& value, const char* what) {
  if (const auto whole = value.integer()) return *whole;
  throw Problem{std::string(what) + " needs an integer, got a " + type_name(value)};
}

const std::string& text_of(const Value& value, const char* what) {
  if (const std::string* const text = value.text()) return *text;
  throw Problem{std::string(what) + " needs a text, got a " + type_name(value)};
}

}  // namespace sinew::xacro
