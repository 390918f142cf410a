#include "sinew/io/internal/text/xml.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <pugixml.hpp>
#include <system_error>

#include "sinew/io/internal/files/lfs_pointer.hpp"
#include "sinew/io/internal/text/well_formed.hpp"

namespace sinew::xml {
namespace {

pugi::xml_node first_element(pugi::xml_node node) {
  while (node && node.type() != pugi::node_element) node = node.next_sibling();
  return node;
}

std::string too_large() {
  return "larger than the " + std::to_string(max_bytes / (1024 * 1024)) + " MiB that are accepted";
}

}  // namespace

struct Document::Tree {
  pugi::xml_document document;
};

Document::Document() : tree_(std::make_unique<Tree>()) {}
Document::~Document() = default;

std::unique_ptr<Document> Document::parse(std::string_view text, std::string file_name, Findings& findings) {
  std::unique_ptr<Document> result(new Document);
  result->file_name_ = std::move(file_name);
  result->size_ = text.size();
  if (text.size() > max_bytes) {
    findings.error({result->file_name_, 0}, too_large());
    return nullptr;
  }
  for (auto end = text.find('\n'); end != std::string_view::npos; end = text.find('\n', end + 1)) {
    result->line_ends_.push_back(end);
  }
  if (const auto fault = first_fault(text)) {
    findings.error({result->file_name_, result->line_at(fault->offset)}, fault->message);
    return nullptr;
  }
  const auto status =
      result->tree_->document.load_buffer(text.data(), text.size(), pugi::parse_default, pugi::encoding_utf8);
  if (!status) {
    const auto offset = static_cast<std::size_t>(std::max<std::ptrdiff_t>(status.offset, 0));
    findings.error({result->file_name_, result->line_at(offset)}, status.description());
    return nullptr;
  }
  return result;
}

std::unique_ptr<Document> Document::read(const std::filesystem::path& file, Findings& findings,
                                         const StoredTexts* texts) {
  const auto text = read_file(file, findings, texts);
  return text ? parse(*text, file.string(), findings) : nullptr;
}

pugi::xml_node_struct* Document::top() const {
  return tree_->document.internal_object();
}

Element Document::root() const {
  return {first_element(tree_->document.first_child()).internal_object(), this};
}

int Document::line_at(std::size_t offset) const {
  const auto line = std::lower_bound(line_ends_.begin(), line_ends_.end(), offset);
  return 1 + static_cast<int>(line - line_ends_.begin());
}

const Document::Place* Document::place_of(const pugi::xml_node_struct* node) const {
  const auto found = places_.find(node);
  return found == places_.end() ? nullptr : &found->second;
}

std::string_view Element::name() const {
  return pugi::xml_node(node_).name();
}

int Element::line() const {
  if (const auto* const place = document_->place_of(node_)) return place->line;
  const auto offset = pugi::xml_node(node_).offset_debug();
  return offset < 0 ? 0 : document_->line_at(static_cast<std::size_t>(offset));
}

Source Element::source() const {
  if (const auto* const place = document_->place_of(node_))
    return {document_->files_[place->file], place->line};
  return {document_->file_name(), line()};
}

std::string_view Element::text() const {
  return pugi::xml_node(node_).child_value();
}

const char* Element::attribute(const char* name) const {
  const auto found = pugi::xml_node(node_).attribute(name);
  return found ? found.value() : nullptr;
}

std::vector<Attribute> Element::attributes() const {
  std::vector<Attribute> all;
  for (const auto& attribute : pugi::xml_node(node_).attributes()) {
    all.push_back({attribute.name(), attribute.value()});
  }
  return all;
}

Element Element::child(const char* name) const {
  const auto found = pugi::xml_node(node_).child(name);
  return found ? Element(found.internal_object(), document_) : Element();
}

Element Element::next() const {
  const auto found = first_element(pugi::xml_node(node_).next_sibling());
  return found ? Element(found.internal_object(), document_) : Element();
}

Children Element::children() const {
  const auto first = first_element(pugi::xml_node(node_).first_child());
  return Children(first ? Element(first.internal_object(), document_) : Element());
}

std::optional<std::string> read_file(const std::filesystem::path& file, Findings& findings,
                                     const StoredTexts* texts) {
  if (const std::string* const stored = texts ? texts->find(file) : nullptr) return *stored;
  const auto refuse = [&](const std::string& why) {
    findings.error({file.string(), 0}, why);
    return std::nullopt;
  };
  std::error_code ignored;
  const auto status = std::filesystem::status(file, ignored);
  if (file.empty()) return refuse("the name of the file is empty");
  if (status.type() == std::filesystem::file_type::not_found) return refuse("no such file");
  if (std::filesystem::is_directory(status)) return refuse("is a folder; expected a file");
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> stream(std::fopen(file.c_str(), "rb"), &std::fclose);
  if (!stream) return refuse("cannot be read: " + std::generic_category().message(errno));
  std::string text;
  char block[65536];
  // Does not rely on the size given by the file system: pipes have none, and devices never end.
  for (std::size_t count; (count = std::fread(block, 1, sizeof block, stream.get())) > 0;) {
    text.append(block, count);
    if (text.size() > max_bytes) return refuse(too_large());
  }
  if (std::ferror(stream.get()) != 0)
    return refuse("cannot be read: " + std::generic_category().message(errno));
  if (text.empty()) return refuse("the file is empty");
  if (detail::is_lfs_pointer(text)) return refuse(detail::lfs_pointer);
  return text;
}

std::string in_quotes(std::string_view text) {
  constexpr std::size_t longest = 120;
  std::string result = "'";
  for (const char c : text.substr(0, longest)) result += static_cast<unsigned char>(c) < 0x20 ? ' ' : c;
  // Do not cut inside a UTF-8 character.
  if (text.size() > longest && (text[longest] & 0xC0) == 0x80) {
    while ((result.back() & 0xC0) == 0x80) result.pop_back();
    result.pop_back();
  }
  return result + (text.size() > longest ? "...'" : "'");
}

}  // namespace sinew::xml
