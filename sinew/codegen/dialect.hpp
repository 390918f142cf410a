// What differs between the languages, precisions and numbers of lanes in which generated code is written.
#pragma once

#include <string>
#include <vector>

#include "sinew/codegen/source.hpp"

namespace sinew {

class Dialect {
 public:
  explicit Dialect(const SourceOptions& options) : options_(options) {}

  bool is_cpp() const { return options_.language == Language::cpp; }
  bool has_lanes() const { return options_.lanes > 1; }
  const char* real() const { return options_.single_precision ? "float" : "double"; }
  // Of a temporary: a number, or one for each lane.
  const char* value() const { return has_lanes() ? "lanes" : real(); }
  const char* restricted() const { return is_cpp() ? "__restrict" : "restrict"; }

  std::string number(double x) const;  // the shortest text that reads back as x
  std::string in_all_lanes(const std::string& number) const;
  // A statement that declares `name` as the root of x.
  std::string square_root(const std::string& name, const std::string& x) const;
  // Types and functions that the others use: sines and cosines, and lanes.
  std::string preamble() const;
  // Statements that declare the arrays sine<suffix> and cosine<suffix> of these angles.
  std::string sines(const std::vector<std::string>& angles, const std::string& suffix) const;

 private:
  SourceOptions options_;
};

}  // namespace sinew
