#include "sinew/io/internal/text/xml_text.hpp"

#include <algorithm>
#include <cassert>
#include <charconv>

namespace sinew::xml {
namespace {

// Deeper elements are indented no further, so that the size of a long chain stays proportional to its length.
constexpr std::size_t deepest_indent = 20;

std::string escaped(std::string_view text) {
  std::string result;
  for (const char c : text) {
    switch (c) {
      case '&':
        result += "&amp;";
        break;
      case '<':
        result += "&lt;";
        break;
      case '>':
        result += "&gt;";
        break;
      case '"':
        result += "&quot;";
        break;
      case '\t':
        result += "&#9;";
        break;
      case '\n':
        result += "&#10;";
        break;
      case '\r':
        result += "&#13;";
        break;
      default:
        result += c;
    }
  }
  return result;
}

// Comments cannot contain two dashes, nor end with one.
std::string comment_line(std::string text) {
  for (auto at = text.find("--"); at != std::string::npos; at = text.find("--")) text.erase(at, 1);
  std::replace_if(
      text.begin(), text.end(), [](char c) { return static_cast<unsigned char>(c) < 0x20; }, ' ');
  return "<!-- " + text + " -->\n";
}

}  // namespace

std::string number(double value) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

std::string numbers(std::initializer_list<double> values) {
  std::string text;
  for (const double value : values) text += (text.empty() ? "" : " ") + number(value);
  return text;
}

std::string numbers(const Vector3<double>& v) {
  return numbers({v.x, v.y, v.z});
}

std::string attribute(std::string_view name, std::string_view value) {
  return " " + std::string(name) + "=\"" + escaped(value) + "\"";
}
std::string attribute(std::string_view name, double value) {
  return attribute(name, number(value));
}
std::string attribute(std::string_view name, const Vector3<double>& value) {
  return attribute(name, numbers(value));
}
std::string attribute(std::string_view name, std::initializer_list<double> values) {
  return attribute(name, numbers(values));
}

TextBuilder::TextBuilder(std::string_view comment) : text_("<?xml version=\"1.0\"?>\n") {
  if (!comment.empty()) text_ += comment_line(std::string(comment));
}

void TextBuilder::begin(std::string_view tag, std::string_view attributes) {
  text_.append(2 * std::min(open_.size(), deepest_indent), ' ');
  text_.append("<").append(tag).append(attributes);
}

void TextBuilder::open(std::string_view tag, std::string_view attributes) {
  begin(tag, attributes);
  text_ += ">\n";
  open_.emplace_back(tag);
}

void TextBuilder::close() {
  assert(!open_.empty());
  const std::string tag = std::move(open_.back());
  open_.pop_back();
  text_.append(2 * std::min(open_.size(), deepest_indent), ' ');
  text_ += "</" + tag + ">\n";
}

void TextBuilder::leaf(std::string_view tag, std::string_view attributes) {
  begin(tag, attributes);
  text_ += "/>\n";
}

void TextBuilder::value(std::string_view tag, std::string_view text, std::string_view attributes) {
  begin(tag, attributes);
  text_.append(">").append(escaped(text)).append("</").append(tag).append(">\n");
}

}  // namespace sinew::xml
