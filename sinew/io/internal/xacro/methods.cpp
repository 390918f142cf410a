// Calls the methods of texts, lists and dictionaries.
#include <algorithm>
#include <array>

#include "sinew/io/internal/xacro/functions.hpp"

namespace sinew::xacro {
namespace {

constexpr std::string_view blank_characters = " \t\n\r\f\v";

struct Method {
  std::string_view name;
  std::size_t least, most;
  Value (*call)(const Value& object, const std::vector<Value>& arguments, Budget& budget);
};

std::string with_cases(const std::string& text, bool is_upper) {
  std::string result = text;
  for (char& c : result) {
    if (is_upper ? (c >= 'a' && c <= 'z') : (c >= 'A' && c <= 'Z')) c = static_cast<char>(c ^ 0x20);
  }
  return result;
}

std::string stripped(const std::string& text, const std::vector<Value>& arguments, bool left, bool right) {
  const std::string_view removed = arguments.empty() ? blank_characters : text_of(arguments[0], "strip()");
  const auto first = left ? text.find_first_not_of(removed) : 0;
  if (first == std::string::npos) return {};
  const auto last = right ? text.find_last_not_of(removed) : text.size() - 1;
  return last == std::string::npos ? std::string() : text.substr(first, last + 1 - first);
}

std::vector<Value> split_at_blanks(const std::string& text) {
  std::vector<Value> parts;
  for (auto begin = text.find_first_not_of(blank_characters); begin != std::string::npos;) {
    const auto end = std::min(text.find_first_of(blank_characters, begin), text.size());
    parts.emplace_back(text.substr(begin, end - begin));
    begin = text.find_first_not_of(blank_characters, end);
  }
  return parts;
}

Value split(const Value& object, const std::vector<Value>& arguments, Budget& budget) {
  const std::string& text = *object.text();
  budget.add_bytes(text.size() * sizeof(Value));
  if (arguments.empty() || arguments[0].is_none()) return make_list(split_at_blanks(text), budget);
  const std::string& separator = text_of(arguments[0], "split()");
  if (separator.empty()) throw Problem{"split() has an empty separator"};
  Integer left = arguments.size() > 1 ? integer_of(arguments[1], "split()") : -1;
  std::vector<Value> parts;
  std::size_t begin = 0;
  for (auto end = text.find(separator); end != std::string::npos && left != 0; --left) {
    parts.emplace_back(text.substr(begin, end - begin));
    begin = end + separator.size();
    end = text.find(separator, begin);
  }
  parts.emplace_back(text.substr(begin));
  return make_list(std::move(parts), budget);
}

Value join(const Value& object, const std::vector<Value>& arguments, Budget& budget) {
  const auto parts = items_of(arguments[0], "join()", budget);
  std::size_t size = 0;
  for (const Value& part : parts) size += text_of(part, "join()").size() + object.text()->size();
  budget.check_text(size);
  std::string result;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (i > 0) result += *object.text();
    result += *parts[i].text();
  }
  return result;
}

Value replace(const Value& object, const std::vector<Value>& arguments, Budget& budget) {
  const std::string &text = *object.text(), &old = text_of(arguments[0], "replace()"),
                    &by = text_of(arguments[1], "replace()");
  if (old.empty()) throw Problem{"replace() has an empty text to replace"};
  std::string result;
  std::size_t begin = 0;
  for (auto end = text.find(old); end != std::string::npos; end = text.find(old, begin)) {
    result.append(text, begin, end - begin).append(by);
    if (result.size() > max_text_bytes) budget.check_text(result.size());  // throws
    begin = end + old.size();
  }
  result.append(text, begin);
  budget.check_text(result.size());
  return result;
}

Value count(const Value& object, const std::vector<Value>& arguments, Budget& budget) {
  if (const List* const list = object.list())
    return static_cast<Integer>(std::count_if(list->items.begin(), list->items.end(), [&](const Value& item) {
      return equal(item, arguments[0], budget);
    }));
  const std::string& part = text_of(arguments[0], "count()");
  if (part.empty()) return static_cast<Integer>(object.text()->size() + 1);
  Integer found = 0;
  for (auto at = object.text()->find(part); at != std::string::npos;
       at = object.text()->find(part, at + part.size()))
    ++found;
  return found;
}

Value index(const Value& object, const std::vector<Value>& arguments, Budget& budget) {
  const auto& items = object.list()->items;
  const auto found = std::find_if(items.begin(), items.end(),
                                  [&](const Value& item) { return equal(item, arguments[0], budget); });
  if (found == items.end()) throw Problem{"the list does not contain " + repr(arguments[0], budget)};
  return static_cast<Integer>(found - items.begin());
}

using Values = std::vector<Value>;
constexpr std::array text_methods{
    Method{"lower", 0, 0,
           [](const Value& o, const Values&, Budget&) -> Value { return with_cases(*o.text(), false); }},
    Method{"upper", 0, 0,
           [](const Value& o, const Values&, Budget&) -> Value { return with_cases(*o.text(), true); }},
    Method{
        "strip", 0, 1,
        [](const Value& o, const Values& a, Budget&) -> Value { return stripped(*o.text(), a, true, true); }},
    Method{"lstrip", 0, 1,
           [](const Value& o, const Values& a, Budget&) -> Value {
             return stripped(*o.text(), a, true, false);
           }},
    Method{"rstrip", 0, 1,
           [](const Value& o, const Values& a, Budget&) -> Value {
             return stripped(*o.text(), a, false, true);
           }},
    Method{"startswith", 1, 1,
           [](const Value& o, const Values& a, Budget&) -> Value {
             return o.text()->starts_with(text_of(a[0], "startswith()"));
           }},
    Method{"endswith", 1, 1,
           [](const Value& o, const Values& a, Budget&) -> Value {
             return o.text()->ends_with(text_of(a[0], "endswith()"));
           }},
    Method{"find", 1, 1,
           [](const Value& o, const Values& a, Budget&) -> Value {
             const auto at = o.text()->find(text_of(a[0], "find()"));
             return at == std::string::npos ? Integer{-1} : static_cast<Integer>(at);
           }},
    Method{"split", 0, 2, split},
    Method{"join", 1, 1, join},
    Method{"replace", 2, 2, replace},
    Method{"count", 1, 1, count},
};
constexpr std::array list_methods{Method{"index", 1, 1, index}, Method{"count", 1, 1, count}};
constexpr std::array dictionary_methods{
    Method{"keys", 0, 0,
           [](const Value& o, const Values&, Budget& budget) {
             return make_list(items_of(o, "keys()", budget), budget);
           }},
    Method{"values", 0, 0,
           [](const Value& o, const Values&, Budget& budget) {
             Values values;
             for (const auto& entry : o.dictionary()->entries) values.push_back(entry.second);
             return make_list(std::move(values), budget);
           }},
    Method{"items", 0, 0,
           [](const Value& o, const Values&, Budget& budget) {
             Values pairs;
             for (const auto& [key, value] : o.dictionary()->entries)
               pairs.push_back(make_list({key, value}, budget, true));
             return make_list(std::move(pairs), budget);
           }},
    Method{"get", 1, 2,
           [](const Value& o, const Values& a, Budget& budget) {
             const Value* const found = o.dictionary()->find(a[0], budget);
             return found ? *found : a.size() > 1 ? a[1] : Value();
           }},
};

const Method* find_method(const Value& object, std::string_view name) {
  std::span<const Method> methods;
  if (object.text()) methods = text_methods;
  if (object.list()) methods = list_methods;
  if (object.dictionary()) methods = dictionary_methods;
  const auto found =
      std::find_if(methods.begin(), methods.end(), [&](const Method& method) { return method.name == name; });
  return found == methods.end() ? nullptr : &*found;
}

}  // namespace

bool has_method(const Value& object, std::string_view name) {
  return find_method(object, name) != nullptr;
}

Value call_method(const Value& object, std::string_view name, const Arguments& arguments, Host& host) {
  const Method& method = *find_method(object, name);
  const std::size_t given = arguments.values.size();
  if (given < method.least || given > method.most || !arguments.named.empty())
    throw Problem{std::string(name) + "() has the wrong arguments"};
  host.budget().add_steps(1 + (object.text() ? object.text()->size() : 0));
  return method.call(object, arguments.values, host.budget());
}

}  // namespace sinew::xacro
