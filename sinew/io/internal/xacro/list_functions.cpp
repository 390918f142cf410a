// Computes Python's functions of lists, texts and dictionaries.
#include <algorithm>

#include "sinew/io/internal/xacro/functions.hpp"
#include "sinew/io/internal/xacro/operators.hpp"

namespace sinew::xacro {
namespace {

std::vector<Value> first_items(const Arguments& arguments, const char* what, Host& host) {
  return arguments.values.empty() ? std::vector<Value>{} : items_of(arguments.values[0], what, host.budget());
}

Value length(Arguments& arguments, Host&) {
  const Value& value = arguments.values[0];
  if (const auto* const text = value.text()) return static_cast<Integer>(text->size());
  if (const auto* const list = value.list()) return static_cast<Integer>(list->items.size());
  if (const auto* const dictionary = value.dictionary())
    return static_cast<Integer>(dictionary->entries.size());
  throw Problem{std::string("a ") + type_name(value) + " has no length"};
}

Value range(Arguments& arguments, Host& host) {
  const auto given = [&](std::size_t i) { return integer_of(arguments.values[i], "range()"); };
  const bool has_start = arguments.values.size() > 1;
  const Integer begin = has_start ? given(0) : 0, end = given(has_start ? 1 : 0);
  const Integer step = arguments.values.size() > 2 ? given(2) : 1;
  if (step == 0) throw Problem{"the step of range() is 0"};
  std::vector<Value> items;
  for (double i = double(begin); step > 0 ? i < double(end) : i > double(end); i += double(step)) {
    if (items.size() >= max_items) host.budget().check_items(items.size() + 1);  // throws
    items.emplace_back(static_cast<Integer>(i));
  }
  return make_list(std::move(items), host.budget());
}

Value list(Arguments& arguments, Host& host) {
  return make_list(first_items(arguments, "list()", host), host.budget());
}

Value tuple(Arguments& arguments, Host& host) {
  return make_list(first_items(arguments, "tuple()", host), host.budget(), true);
}

Value reversed(Arguments& arguments, Host& host) {
  auto items = first_items(arguments, "reversed()", host);
  std::reverse(items.begin(), items.end());
  return make_list(std::move(items), host.budget());
}

Value sorted(Arguments& arguments, Host& host) {
  const auto reverse = arguments.take("reverse"), key = arguments.take("key");
  auto items = first_items(arguments, "sorted()", host);
  std::vector<std::pair<Value, Value>> by_key;
  for (Value& item : items) {
    const auto* const function = key ? key->get<const Function*>() : nullptr;
    Value rank = function ? call(**function, {.values = {item}, .named = {}}, host) : item;
    by_key.emplace_back(std::move(rank), std::move(item));
  }
  const bool is_reverse = reverse && truth(*reverse);
  std::stable_sort(by_key.begin(), by_key.end(), [&](const auto& a, const auto& b) {
    return is_reverse ? less(b.first, a.first, host.budget()) : less(a.first, b.first, host.budget());
  });
  std::vector<Value> result;
  for (auto& entry : by_key) result.push_back(std::move(entry.second));
  return make_list(std::move(result), host.budget());
}

Value sum(Arguments& arguments, Host& host) {
  Value total = arguments.values.size() > 1 ? arguments.values[1] : Value(Integer{0});
  for (const Value& term : items_of(arguments.values[0], "sum()", host.budget()))
    total = binary(Operation::add, total, term, host.budget());
  return total;
}

Value any(Arguments& arguments, Host& host) {
  const auto items = items_of(arguments.values[0], "any()", host.budget());
  return std::any_of(items.begin(), items.end(), truth);
}

Value all(Arguments& arguments, Host& host) {
  const auto items = items_of(arguments.values[0], "all()", host.budget());
  return std::all_of(items.begin(), items.end(), truth);
}

// Returns the first item that no other item exceeds, for max(), or is below, for min().
Value extreme(const Arguments& arguments, bool is_max, Host& host) {
  const auto items = arguments.values.size() == 1
                         ? items_of(arguments.values[0], is_max ? "max()" : "min()", host.budget())
                         : arguments.values;
  if (items.empty()) throw Problem{is_max ? "max() of an empty list" : "min() of an empty list"};
  const Value* best = &items[0];
  for (const Value& item : items) {
    if (is_max ? less(*best, item, host.budget()) : less(item, *best, host.budget())) best = &item;
  }
  return *best;
}
Value max(Arguments& arguments, Host& host) {
  return extreme(arguments, true, host);
}
Value min(Arguments& arguments, Host& host) {
  return extreme(arguments, false, host);
}

// Returns lists of the items at the same places of several lists.
std::vector<std::vector<Value>> side_by_side(const Arguments& arguments, std::size_t first, const char* what,
                                             Host& host) {
  std::vector<std::vector<Value>> lists, rows;
  for (std::size_t i = first; i < arguments.values.size(); ++i)
    lists.push_back(items_of(arguments.values[i], what, host.budget()));
  for (std::size_t row = 0; !lists.empty(); ++row) {
    std::vector<Value> items;
    for (const auto& each : lists) {
      if (row >= each.size()) return rows;
      items.push_back(each[row]);
    }
    rows.push_back(std::move(items));
  }
  return rows;
}

Value zip(Arguments& arguments, Host& host) {
  std::vector<Value> rows;
  for (auto& row : side_by_side(arguments, 0, "zip()", host))
    rows.push_back(make_list(std::move(row), host.budget(), true));
  return make_list(std::move(rows), host.budget());
}

Value map(Arguments& arguments, Host& host) {
  const auto* const function = arguments.values[0].get<const Function*>();
  if (!function) throw Problem{"map() needs a function first"};
  std::vector<Value> results;
  for (auto& row : side_by_side(arguments, 1, "map()", host))
    results.push_back(call(**function, {.values = std::move(row), .named = {}}, host));
  return make_list(std::move(results), host.budget());
}

Value enumerate(Arguments& arguments, Host& host) {
  std::vector<Value> rows;
  for (Value& item : first_items(arguments, "enumerate()", host)) {
    const auto number = static_cast<Integer>(rows.size());
    rows.push_back(make_list({number, std::move(item)}, host.budget(), true));
  }
  return make_list(std::move(rows), host.budget());
}

Value dictionary(Arguments& arguments, Host& host) {
  std::vector<std::pair<Value, Value>> entries;
  if (!arguments.values.empty()) {
    if (const Dictionary* const other = arguments.values[0].dictionary()) {
      entries = other->entries;
    } else {
      for (const Value& pair : items_of(arguments.values[0], "dict()", host.budget())) {
        auto parts = items_of(pair, "dict()", host.budget());
        if (parts.size() != 2) throw Problem{"dict() needs pairs of a key and a value"};
        entries.emplace_back(std::move(parts[0]), std::move(parts[1]));
      }
    }
  }
  for (auto& [name, value] : arguments.named) entries.emplace_back(name, std::move(value));
  arguments.named.clear();
  return make_dictionary(entries, host.budget());
}

constexpr std::size_t many = max_items;
constexpr Function list_table[] = {
    {"len", 1, 1, length},        {"range", 1, 3, range},
    {"list", 0, 1, list},         {"tuple", 0, 1, tuple},
    {"reversed", 1, 1, reversed}, {"sorted", 1, 1, sorted},
    {"sum", 1, 2, sum},           {"any", 1, 1, any},
    {"all", 1, 1, all},           {"max", 1, many, max},
    {"min", 1, many, min},        {"zip", 0, many, zip},
    {"map", 2, many, map},        {"enumerate", 1, 1, enumerate},
    {"dict", 0, 1, dictionary},
};

}  // namespace

std::span<const Function> list_functions() {
  return list_table;
}

}  // namespace sinew::xacro
