// Selects items and slices of texts, lists and dictionaries.
#include <algorithm>

#include "sinew/io/internal/xacro/functions.hpp"
#include "sinew/io/internal/xacro/operators.hpp"

namespace sinew::xacro {
namespace {

std::size_t place_in(std::size_t size, const Value& index, const char* what) {
  const auto whole = index.integer();
  if (!whole) throw Problem{std::string("the index of a ") + what + " is a " + type_name(index)};
  const Integer place = *whole < 0 ? *whole + static_cast<Integer>(size) : *whole;
  if (place < 0 || place >= static_cast<Integer>(size))
    throw Problem{"index " + std::to_string(*whole) + " is outside of the " + what + " of " +
                  std::to_string(size) + " items"};
  return static_cast<std::size_t>(place);
}

// Returns a bound of a slice. It is moved into the range from `least` to `most`.
Integer bound(const Value* value, Integer absent, Integer size, Integer least, Integer most) {
  if (!value || value->is_none()) return absent;
  Integer place = integer_of(*value, "a bound of a slice");
  if (place < 0) place = place < -size ? least : place + size;
  return std::clamp(place, least, most);
}

std::vector<std::size_t> places_of(Integer size, const Value* from, const Value* to, const Value* step) {
  const Integer stride = step && !step->is_none() ? integer_of(*step, "the step of a slice") : 1;
  if (stride == 0) throw Problem{"the step of a slice is 0"};
  const bool is_up = stride > 0;
  const Integer least = is_up ? 0 : -1, most = is_up ? size : size - 1;
  const Integer begin = bound(from, is_up ? least : most, size, least, most);
  const Integer end = bound(to, is_up ? most : least, size, least, most);
  std::vector<std::size_t> places;
  const Integer large = std::clamp<Integer>(stride, -size - 1, size + 1);
  for (Integer i = begin; is_up ? i < end : i > end; i += large)
    places.push_back(static_cast<std::size_t>(i));
  return places;
}

}  // namespace

Value item(const Value& list, const Value& index, Budget& budget) {
  if (const auto* const text = list.text())
    return std::string(1, (*text)[place_in(text->size(), index, "text")]);
  if (const List* const values = list.list())
    return values->items[place_in(values->items.size(), index, type_name(list))];
  const Dictionary* const dictionary = list.dictionary();
  if (!dictionary) throw Problem{std::string("a ") + type_name(list) + " has no items"};
  if (const Value* const value = dictionary->find(index, budget)) return *value;
  throw Problem{"the dictionary has no key " + repr(index, budget)};
}

Value slice(const Value& list, const Value* from, const Value* to, const Value* step, Budget& budget) {
  const auto* const text = list.text();
  const List* const values = list.list();
  if (!text && !values) throw Problem{std::string("a ") + type_name(list) + " has no slices"};
  const std::size_t size = text ? text->size() : values->items.size();
  budget.add_steps(size);
  const auto places = places_of(static_cast<Integer>(size), from, to, step);
  if (text) {
    std::string part;
    for (const std::size_t place : places) part += (*text)[place];
    budget.check_text(part.size());
    return part;
  }
  std::vector<Value> items;
  for (const std::size_t place : places) items.push_back(values->items[place]);
  return make_list(std::move(items), budget, values->is_tuple);
}

}  // namespace sinew::xacro
