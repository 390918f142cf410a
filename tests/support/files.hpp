// Reads and writes small files as texts, and finds the project's models.
#pragma once

#include <fstream>
#include <sstream>
#include <string>

#include "tests/support/places.hpp"

namespace sinew::test {

inline void write(const std::string& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string content_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

inline std::string model_path(const std::string& name) {
  return source_folder() + "/models/" + name;
}

}  // namespace sinew::test
