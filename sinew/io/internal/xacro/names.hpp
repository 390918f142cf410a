// Looks up the names that an expression uses.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/internal/xacro/value.hpp"

namespace sinew::xacro {

class Names {
 public:
  virtual ~Names() = default;
  // Returns the value of a name, or nothing. May throw Problem, because properties are evaluated when they are used.
  virtual std::optional<Value> value(const std::string& name) = 0;
  // Returns the namespace of that name, or null. A name is a value or a namespace, not both.
  virtual Names* space(const std::string& name) = 0;
  // Appends the names that messages may suggest.
  virtual void list(std::vector<std::string>& names) const = 0;
};

}  // namespace sinew::xacro
