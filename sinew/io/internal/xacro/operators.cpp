#include "sinew/io/internal/xacro/operators.hpp"

#include <algorithm>

namespace sinew::xacro {
namespace {

Value repeated(const Value& value, Integer count, Budget& budget) {
  const auto times = static_cast<std::size_t>(std::max<Integer>(count, 0));
  const std::size_t size = value.text() ? value.text()->size() : value.list()->items.size();
  // These throw for counts that would make the products below overflow.
  if (size > 0 && value.text() && times > max_text_bytes) budget.check_text(times);
  if (size > 0 && value.list() && times > max_items) budget.check_items(times);
  if (const auto* const text = value.text()) {
    budget.check_text(size * times);
    std::string result;
    if (size > 0) {
      for (std::size_t i = 0; i < times; ++i) result += *text;
    }
    return result;
  }
  budget.check_items(size * times);
  std::vector<Value> items;
  if (size > 0) {
    for (std::size_t i = 0; i < times; ++i)
      items.insert(items.end(), value.list()->items.begin(), value.list()->items.end());
  }
  return make_list(std::move(items), budget, value.list()->is_tuple);
}

// Returns a text or list that is joined with another or repeated; nothing for other operations.
std::optional<Value> sequences(Operation operation, const Value& a, const Value& b, Budget& budget) {
  if (operation == Operation::add && a.text() && b.text()) {
    budget.check_text(a.text()->size() + b.text()->size());
    return *a.text() + *b.text();
  }
  if (operation == Operation::add && a.list() && b.list() && a.list()->is_tuple == b.list()->is_tuple) {
    budget.check_items(a.list()->items.size() + b.list()->items.size());
    std::vector<Value> items = a.list()->items;
    items.insert(items.end(), b.list()->items.begin(), b.list()->items.end());
    return make_list(std::move(items), budget, a.list()->is_tuple);
  }
  if (operation == Operation::remainder && a.text()) return format(*a.text(), b, budget);
  if (operation != Operation::multiply) return std::nullopt;
  if ((a.text() || a.list()) && b.integer()) return repeated(a, *b.integer(), budget);
  if ((b.text() || b.list()) && a.integer()) return repeated(b, *a.integer(), budget);
  return std::nullopt;
}

bool contains(const Value& part, const Value& whole, Budget& budget) {
  if (whole.text() && part.text()) {
    budget.add_steps(whole.text()->size() / 16);
    return whole.text()->find(*part.text()) != std::string::npos;
  }
  if (const auto* const list = whole.list())
    return std::any_of(list->items.begin(), list->items.end(),
                       [&](const Value& item) { return equal(item, part, budget); });
  if (const auto* const dictionary = whole.dictionary()) return dictionary->find(part, budget) != nullptr;
  throw Problem{std::string("'in' is not defined for ") + type_name(part) + " and " + type_name(whole)};
}

bool identical(const Value& a, const Value& b, Budget& budget) {
  return std::string_view(type_name(a)) == type_name(b) && equal(a, b, budget);
}

}  // namespace

Value binary(Operation operation, const Value& a, const Value& b, Budget& budget) {
  if (auto joined = sequences(operation, a, b, budget)) return std::move(*joined);
  return arithmetic(operation, a, b);
}

bool compare(Operation operation, const Value& a, const Value& b, Budget& budget) {
  switch (operation) {
    case Operation::equal:
      return equal(a, b, budget);
    case Operation::not_equal:
      return !equal(a, b, budget);
    case Operation::in:
      return contains(a, b, budget);
    case Operation::not_in:
      return !contains(a, b, budget);
    case Operation::is:
      return identical(a, b, budget);
    case Operation::is_not:
      return !identical(a, b, budget);
    case Operation::less:
      return less(a, b, budget);
    case Operation::greater:
      return less(b, a, budget);
    case Operation::less_equal:
      return less(a, b, budget) || equal(a, b, budget);
    default:
      return less(b, a, budget) || equal(a, b, budget);
  }
}

}  // namespace sinew::xacro
