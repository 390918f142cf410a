// Builds documents, and writes them as text.
#include <algorithm>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "sinew/io/internal/text/xml.hpp"

namespace sinew::xml {
namespace {

bool starts_xml_name(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == ':' ||
         static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

DocumentBuilder::DocumentBuilder(std::string file_name) : document_(new Document) {
  document_->files_ = {file_name};
  document_->file_name_ = std::move(file_name);
}

DocumentBuilder::~DocumentBuilder() = default;

Element DocumentBuilder::add_element(Element parent, std::string_view name, const Source& source, int call) {
  pugi::xml_node to = pugi::xml_node(parent ? parent.node_ : document_->top());
  pugi::xml_node made = to.append_child(pugi::node_element);
  made.set_name(std::string(name).c_str());
  document_->places_.emplace(made.internal_object(),
                             Document::Place{add_file(source.file), source.line, call});
  return {made.internal_object(), document_.get()};
}

int DocumentBuilder::add_call(Call call) {
  document_->calls_.push_back(std::move(call));
  return static_cast<int>(document_->calls_.size()) - 1;
}

void DocumentBuilder::add_text(Element parent, std::string_view text, bool is_cdata) {
  const std::string value(text);
  pugi::xml_node(parent.node_)
      .append_child(is_cdata ? pugi::node_cdata : pugi::node_pcdata)
      .set_value(value.c_str());
  document_->size_ += value.size();
}

bool DocumentBuilder::set_attribute(Element element, std::string_view name, std::string_view value) {
  pugi::xml_node node(element.node_);
  const std::string key(name), text(value);
  pugi::xml_attribute attribute = node.attribute(key.c_str());
  if (!attribute) {
    const auto attributes = node.attributes();
    if (std::distance(attributes.begin(), attributes.end()) >= max_attributes) return false;
    attribute = node.append_attribute(key.c_str());
  }
  attribute.set_value(text.c_str());
  document_->size_ += key.size() + text.size();
  return true;
}

std::size_t DocumentBuilder::add_file(const std::string& name) {
  auto& files = document_->files_;
  const auto found = std::find(files.begin(), files.end(), name);
  if (found != files.end()) return static_cast<std::size_t>(found - files.begin());
  files.push_back(name);
  return files.size() - 1;
}

std::unique_ptr<Document> DocumentBuilder::take() {
  return std::move(document_);
}

std::vector<Content> Element::contents() const {
  std::vector<Content> all;
  for (const pugi::xml_node child : pugi::xml_node(node_)) {
    if (child.type() == pugi::node_element) all.push_back({.element = {child.internal_object(), document_}});
    if (child.type() == pugi::node_pcdata || child.type() == pugi::node_cdata)
      all.push_back({.text = child.value(), .is_cdata = child.type() == pugi::node_cdata});
  }
  return all;
}

std::vector<std::string> Document::files() const {
  return files_.empty() ? std::vector{file_name_} : files_;
}

std::vector<std::string> Document::calls_behind(const Source& source) const {
  std::set<int> innermost;
  for (const auto& [node, place] : places_) {
    if (place.call >= 0 && place.line == source.line && files_[place.file] == source.file)
      innermost.insert(place.call);
  }
  std::vector<std::string> texts;
  for (const int call : innermost) {
    std::string text;
    for (int i = call; i >= 0; i = calls_[i].outer) {
      const Source& at = calls_[i].source;
      text += (text.empty() ? "in macro '" : ", in macro '") + calls_[i].macro + "' called at " + at.file +
              ":" + std::to_string(at.line);
    }
    texts.push_back(std::move(text));
  }
  return texts;
}

std::string Document::text() const {
  std::ostringstream stream;
  stream << "<?xml version=\"1.0\"?>\n";
  pugi::xml_node(top()).print(stream, "  ", pugi::format_default, pugi::encoding_utf8);
  return stream.str();
}

bool is_name(std::string_view text) {
  return !text.empty() && starts_xml_name(text[0]) && std::all_of(text.begin(), text.end(), [](char c) {
    return starts_xml_name(c) || (c >= '0' && c <= '9') || c == '-' || c == '.';
  });
}

bool is_text(std::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return static_cast<unsigned char>(c) < 0x20 && c != '\t' && c != '\n' && c != '\r';
  });
}

}  // namespace sinew::xml
