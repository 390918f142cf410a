// Expands small xacro files for the tests.
#pragma once

#include <string>

#include "sinew/io/internal/xacro/xacro.hpp"

namespace sinew::test {

inline std::string in_robot(const std::string& content) {
  return "<robot name='r' xmlns:xacro='http://www.ros.org/wiki/xacro'>\n" + content + "\n</robot>";
}

// The content of <robot> after the expansion, on one line and without the blanks between elements, or the findings.
inline std::string expansion(const std::string& content, const ReadOptions& options = {}) {
  Findings findings;
  const auto document = xacro::expanded_if_xacro(
      xml::Document::parse(in_robot(content), "robot.xacro", findings), options, findings);
  if (!document) return findings.to_string();
  std::string text = document->text(), plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\n') {
      while (i + 1 < text.size() && text[i + 1] == ' ') ++i;
    } else {
      plain += text[i];
    }
  }
  const std::string opening = "<robot name=\"r\">", closing = "</robot>";
  const auto begin = plain.find(opening) + opening.size();
  return findings.to_string() + plain.substr(begin, plain.find(closing) - begin);
}

// The text of an expression's value, or the findings.
inline std::string value_of(const std::string& expression) {
  std::string escaped;
  for (const char c : expression) escaped += c == '<' ? "&lt;" : c == '"' ? "&quot;" : std::string(1, c);
  const std::string text = expansion("<v x=\"${" + escaped + "}\"/>");
  const std::string opening = "<v x=\"";
  if (!text.starts_with(opening)) return text;
  return text.substr(opening.size(), text.rfind('"') - opening.size());
}

}  // namespace sinew::test
