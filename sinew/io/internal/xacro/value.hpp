// Stores the values of xacro expressions, which are Python's: None, booleans, integers, floats, strings, lists, tuples,
// dictionaries and functions.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "sinew/io/internal/xacro/budget.hpp"

namespace sinew::xacro {

class Value;
struct Function;
struct List;
struct Dictionary;

struct None {
  friend bool operator==(None, None) = default;
};

// Integers have 64 bits; Python's have any size, and an operation that would need more is an error.
using Integer = std::int64_t;

class Value {
 public:
  using Data = std::variant<None, bool, Integer, double, std::string, std::shared_ptr<const List>,
                            std::shared_ptr<const Dictionary>, const Function*>;
  Value() = default;
  template <class T>
  requires std::constructible_from<Data, T> Value(T data)
      : data_(std::move(data)) {}  // NOLINT(google-explicit-constructor): values are written as literals

  template <class T>
  const T* get() const {
    return std::get_if<T>(&data_);
  }
  const std::string* text() const { return get<std::string>(); }
  const List* list() const;
  const Dictionary* dictionary() const;
  bool is_none() const { return get<None>() != nullptr; }
  std::optional<Integer> integer() const;  // of integers and booleans
  std::optional<double> number() const;    // of integers, booleans and floats

 private:
  Data data_;
};

struct List {
  std::vector<Value> items;
  bool is_tuple = false;
  int depth = 1;  // of lists in lists
};

struct Dictionary {
  std::vector<std::pair<Value, Value>> entries;  // in the order in which they were added
  int depth = 1;

  const Value* find(const Value& key, Budget& budget) const;  // nullptr if absent
};

// Check the sizes first. A key that is written twice has its last value.
Value make_list(std::vector<Value> items, Budget& budget, bool is_tuple = false);
Value make_dictionary(const std::vector<std::pair<Value, Value>>& entries, Budget& budget);

bool truth(const Value& value);
bool equal(const Value& a, const Value& b, Budget& budget);
// Throws Problem if the values cannot be compared.
bool less(const Value& a, const Value& b, Budget& budget);

// Returns the name of the type as in Python: int, str, ...
const char* type_name(const Value& value);
// Returns the text that Python's str or repr makes.
std::string str(const Value& value, Budget& budget);
std::string repr(const Value& value, Budget& budget);
std::string repr(double value);

// Read a text as Python's int and float do.
std::optional<Integer> integer_from(std::string_view text);
std::optional<double> float_from(std::string_view text);

}  // namespace sinew::xacro
