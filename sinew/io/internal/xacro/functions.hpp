// Lists the functions and constants that xacro expressions may use, and how they are called.
#pragma once

#include <span>

#include "sinew/io/internal/xacro/names.hpp"
#include "sinew/io/internal/xacro/value.hpp"

namespace sinew::xacro {

// What functions need to know about the expansion that calls them.
class Host {
 public:
  virtual ~Host() = default;
  virtual Budget& budget() = 0;
  virtual Value load_yaml(const std::string& file) = 0;
  virtual std::string absolute_name(const std::string& file) = 0;
  virtual std::string argument(const std::string& name) = 0;  // of the command line or of an xacro:arg
  virtual void warn(const std::string& message) = 0;
};

struct Arguments {
  std::vector<Value> values;
  std::vector<std::pair<std::string, Value>> named;

  // Returns and removes the argument of that name, or returns nothing.
  std::optional<Value> take(std::string_view name);
};

struct Function {
  const char* name;
  std::size_t least, most;  // numbers of arguments without names
  Value (*call)(Arguments& arguments, Host& host);
};

// Checks the number of arguments. Throws Problem for arguments that the function does not take.
Value call(const Function& function, Arguments arguments, Host& host);

// Calls a method of a text, list or dictionary, such as 'a b'.split() or d.keys(). Throws Problem if there is none.
bool has_method(const Value& object, std::string_view name);
Value call_method(const Value& object, std::string_view name, const Arguments& arguments, Host& host);

// Return the items of a list, tuple or text, and the keys of a dictionary. `what` begins the message of the Problem that
// is thrown for other values.
std::vector<Value> items_of(const Value& value, const char* what, Budget& budget);
double number_of(const Value& value, const char* what);
Integer integer_of(const Value& value, const char* what);
const std::string& text_of(const Value& value, const char* what);

std::span<const Function> math_functions();
std::span<const Function> conversions();      // int, str, round, ...
std::span<const Function> list_functions();   // len, range, sorted, ...
std::span<const Function> xacro_functions();  // load_yaml, warning, ...

// The names that every expression knows.
Names& builtins();

}  // namespace sinew::xacro
