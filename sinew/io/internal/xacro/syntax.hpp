// Parses xacro expressions, a part of Python's, into trees.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "sinew/io/internal/xacro/value.hpp"

namespace sinew::xacro {

enum class Operation {
  add,
  subtract,
  multiply,
  divide,
  floor_divide,
  remainder,
  power,
  shift_left,
  shift_right,
  bit_and,
  bit_or,
  bit_xor,
  plus,
  negate,
  invert,
  less,
  less_equal,
  greater,
  greater_equal,
  equal,
  not_equal,
  in,
  not_in,
  is,
  is_not,
  negation,
  conjunction,
  disjunction,
};

struct Expression {
  enum class Kind {
    constant,  // value
    name,      // word
    list,      // children: the items
    tuple,     // children: the items
    unary,     // operations[0], children[0]
    binary,    // operations[0], children[0] and [1]; conjunction and disjunction evaluate [1] only if needed
    comparison,     // children[0] operations[0] children[1] operations[1] ...
    conditional,    // children: the condition, the value if it holds, the value if not
    attribute,      // children[0] . word
    item,           // children[0] [children[1]]
    slice,          // children[0] [children[1] : children[2] : children[3]], null if absent
    call,           // children[0] (children[1], ...); the last ones are named by `words`
    comprehension,  // [children[0] for words in children[1] if children[2] if ...]
  };
  Kind kind = Kind::constant;
  int column = 0;  // of the part that messages point to, from 1
  int depth = 1;
  Value value{};
  std::string word{};
  std::vector<std::string> words{};
  std::vector<Operation> operations{};
  std::vector<std::unique_ptr<Expression>> children{};
};

// Throws Problem with the column if the text is not an expression.
std::unique_ptr<Expression> parse_expression(std::string_view text, Budget& budget);

}  // namespace sinew::xacro
