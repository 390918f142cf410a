#include "sinew/io/internal/xacro/value.hpp"

#include <algorithm>
#include <cmath>

#include "sinew/io/internal/xacro/functions.hpp"

namespace sinew::xacro {
namespace {

int depth_of_value(const Value& value) {
  if (const List* const list = value.list()) return list->depth;
  if (const Dictionary* const dictionary = value.dictionary()) return dictionary->depth;
  return 0;
}

void check_value_depth(int depth) {
  if (depth > max_value_depth)
    throw Problem{"lists nested deeper than the " + std::to_string(max_value_depth) +
                  " levels that are accepted"};
}

bool equal_lists(const List& a, const List& b, Budget& budget) {
  if (a.is_tuple != b.is_tuple) return false;
  return std::equal(a.items.begin(), a.items.end(), b.items.begin(), b.items.end(),
                    [&](const Value& x, const Value& y) { return equal(x, y, budget); });
}

bool equal_dictionaries(const Dictionary& a, const Dictionary& b, Budget& budget) {
  if (a.entries.size() != b.entries.size()) return false;
  return std::all_of(a.entries.begin(), a.entries.end(), [&](const auto& entry) {
    const Value* const other = b.find(entry.first, budget);
    return other && equal(entry.second, *other, budget);
  });
}

}  // namespace

const List* Value::list() const {
  const auto* const pointer = get<std::shared_ptr<const List>>();
  return pointer ? pointer->get() : nullptr;
}

const Dictionary* Value::dictionary() const {
  const auto* const pointer = get<std::shared_ptr<const Dictionary>>();
  return pointer ? pointer->get() : nullptr;
}

std::optional<Integer> Value::integer() const {
  if (const auto* const number = get<Integer>()) return *number;
  if (const auto* const flag = get<bool>()) return *flag ? 1 : 0;
  return std::nullopt;
}

std::optional<double> Value::number() const {
  if (const auto* const number = get<double>()) return *number;
  if (const auto whole = integer()) return static_cast<double>(*whole);
  return std::nullopt;
}

const Value* Dictionary::find(const Value& key, Budget& budget) const {
  const auto entry = std::find_if(entries.begin(), entries.end(),
                                  [&](const auto& each) { return equal(each.first, key, budget); });
  return entry == entries.end() ? nullptr : &entry->second;
}

Value make_list(std::vector<Value> items, Budget& budget, bool is_tuple) {
  budget.check_items(items.size());
  int depth = 0;
  for (const Value& item : items) depth = std::max(depth, depth_of_value(item));
  check_value_depth(depth + 1);
  return std::make_shared<const List>(List{std::move(items), is_tuple, depth + 1});
}

Value make_dictionary(const std::vector<std::pair<Value, Value>>& entries, Budget& budget) {
  budget.check_items(entries.size());
  Dictionary made;
  int depth = 0;
  for (const auto& [key, value] : entries) {
    if (key.list() || key.dictionary())
      throw Problem{std::string("a key is a ") + type_name(key) + "; expected text or a number"};
    depth = std::max(depth, depth_of_value(value));
    if (const Value* const earlier = made.find(key, budget)) {
      const_cast<Value&>(*earlier) = value;  // `made` is not const
    } else {
      made.entries.emplace_back(key, value);
    }
  }
  check_value_depth(depth + 1);
  made.depth = depth + 1;
  return std::make_shared<const Dictionary>(std::move(made));
}

bool truth(const Value& value) {
  if (value.is_none()) return false;
  if (const auto number = value.number()) return *number != 0;
  if (const auto* const text = value.text()) return !text->empty();
  if (const auto* const list = value.list()) return !list->items.empty();
  if (const auto* const dictionary = value.dictionary()) return !dictionary->entries.empty();
  return true;
}

bool equal(const Value& a, const Value& b, Budget& budget) {
  budget.add_steps(1);
  if (a.integer() && b.integer()) return *a.integer() == *b.integer();
  if (a.number() && b.number()) return *a.number() == *b.number();
  if (a.text() && b.text()) return *a.text() == *b.text();
  if (a.list() && b.list()) return equal_lists(*a.list(), *b.list(), budget);
  if (a.dictionary() && b.dictionary()) return equal_dictionaries(*a.dictionary(), *b.dictionary(), budget);
  if (const auto* const function = a.get<const Function*>()) {
    const auto* const other = b.get<const Function*>();
    return other && *function == *other;
  }
  return a.is_none() && b.is_none();
}

bool less(const Value& a, const Value& b, Budget& budget) {
  budget.add_steps(1);
  if (a.integer() && b.integer()) return *a.integer() < *b.integer();
  if (a.number() && b.number()) return *a.number() < *b.number();
  if (a.text() && b.text()) return *a.text() < *b.text();
  if (a.list() && b.list() && a.list()->is_tuple == b.list()->is_tuple) {
    const auto &x = a.list()->items, &y = b.list()->items;
    const std::size_t common = std::min(x.size(), y.size());
    for (std::size_t i = 0; i < common; ++i) {
      if (!equal(x[i], y[i], budget)) return less(x[i], y[i], budget);
    }
    return x.size() < y.size();
  }
  throw Problem{std::string("values of the types ") + type_name(a) + " and " + type_name(b) +
                " have no order"};
}

const char* type_name(const Value& value) {
  if (value.is_none()) return "None";
  if (value.get<bool>()) return "bool";
  if (value.get<Integer>()) return "int";
  if (value.get<double>()) return "float";
  if (value.text()) return "str";
  if (const auto* const list = value.list()) return list->is_tuple ? "tuple" : "list";
  return value.dictionary() ? "dict" : "function";
}

}  // namespace sinew::xacro
