// Computes the results of Python's operators.
#pragma once

#include "sinew/io/internal/xacro/syntax.hpp"
#include "sinew/io/internal/xacro/value.hpp"

namespace sinew::xacro {

// All of them throw Problem if the operator does not apply to the values.
Value unary(Operation operation, const Value& a);
Value arithmetic(Operation operation, const Value& a, const Value& b);  // of numbers
Value binary(Operation operation, const Value& a, const Value& b, Budget& budget);
bool compare(Operation operation, const Value& a, const Value& b, Budget& budget);
Value power(const Value& a, const Value& b);

// Formats as Python's text % values.
std::string format(const std::string& text, const Value& values, Budget& budget);

// Return list[index] and list[from:to:step] of lists, tuples, texts and dictionaries; a null bound is absent.
Value item(const Value& list, const Value& index, Budget& budget);
Value slice(const Value& list, const Value* from, const Value* to, const Value* step, Budget& budget);

}  // namespace sinew::xacro
