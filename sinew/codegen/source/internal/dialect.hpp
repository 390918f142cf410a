// Writes the parts of generated code that depend on its language, precision and number of lanes.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "sinew/codegen/source/source.hpp"

namespace sinew {

class Dialect {
 public:
  // `name`: the namespace in C++, the prefix of all names in C.
  Dialect(const SourceOptions& options, std::string name) : options_(options), name_(std::move(name)) {}

  bool is_cpp() const { return options_.language == Language::cpp; }
  bool has_lanes() const { return options_.lanes > 1; }
  const char* real() const { return options_.single_precision ? "float" : "double"; }
  // The type of a temporary: one number, or one for each lane.
  std::string value() const { return has_lanes() ? own("lanes") : real(); }
  // The keywords before a function that several files may define.
  const char* is_inline() const { return is_cpp() ? "inline " : "static inline "; }
  const std::string& name() const { return name_; }
  // The name of one of the file's own functions, types and constants. In C it has a prefix, so that one program can
  // include the files of several robots.
  std::string own(const std::string& what) const { return is_cpp() ? what : name_ + "_" + what; }
  const char* restricted() const { return is_cpp() ? "__restrict" : "restrict"; }

  std::string number(double x) const;  // the shortest text that reads back as x
  std::string in_all_lanes(const std::string& number) const;
  // A statement that declares `name` as the square root of x.
  std::string square_root(const std::string& name, const std::string& x) const;
  // Types and functions that the generated functions use: sines and cosines, and lanes.
  std::string preamble() const;
  // Statements that declare the arrays sine<suffix> and cosine<suffix> of these angles.
  std::string sines(const std::vector<std::string>& angles, const std::string& suffix) const;

 private:
  // The name of a function of the standard library, in the file's precision.
  std::string function(const std::string& name) const;

  SourceOptions options_;
  std::string name_;
};

}  // namespace sinew
