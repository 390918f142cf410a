// Small files as texts, and what a refusal says.
#pragma once

#include <exception>
#include <fstream>
#include <sstream>
#include <string>

namespace sinew::testing {

inline void write(const std::string& file, const std::string& text) {
  std::ofstream(file, std::ios::binary) << text;
}

inline std::string content_of(const std::string& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

template <class Work>
std::string refusal(Work&& work) {
  try {
    work();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was refused";
}

}  // namespace sinew::testing
