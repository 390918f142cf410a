#include "sinew/io/internal/mjcf/include.hpp"

#include <system_error>

#include "sinew/io/internal/mjcf/rules.hpp"

namespace sinew::mjcf {
namespace {

std::filesystem::path one_name(const std::filesystem::path& file) {
  std::error_code fault;
  const auto result = std::filesystem::weakly_canonical(file, fault);
  return fault ? file.lexically_normal() : result;
}

}  // namespace

Files::Files(std::unique_ptr<xml::Document> top, Findings& findings, const StoredTexts* texts)
    : top_(std::move(top)), findings_(findings), texts_(texts) {
  included_[one_name(top_->file_name())] = {nullptr, "the file itself", 0};
  bytes_ = top_->size();
}

std::filesystem::path Files::folder() const {
  return std::filesystem::path(top_->file_name()).parent_path();
}

std::vector<std::string> Files::names() const {
  std::vector<std::string> names{top_->file_name()};
  for (const auto& [name, file] : included_) {
    if (file.document) names.push_back(file.document->file_name());
  }
  return names;
}

std::vector<Element> Files::children(Element parent) {
  const auto first_child = [](Element element) { return *element.children().begin(); };
  std::vector<Element> result;
  std::vector<Element> levels{first_child(parent)};  // the next element of each open file
  while (!levels.empty()) {
    const Element element = levels.back();
    if (!element) {
      levels.pop_back();
      continue;
    }
    levels.back() = element.next();
    if (element.name() != "include") {
      result.push_back(element);
    } else if (const Element root = open(element)) {
      levels.push_back(first_child(root));
    }
  }
  return result;
}

bool Files::exists(const std::filesystem::path& path) const {
  std::error_code fault;
  return (texts_ && texts_->find(path)) || std::filesystem::exists(path, fault);
}

// The folder of the top file has precedence over that of the including file, as in MuJoCo.
std::filesystem::path Files::path_of(const std::filesystem::path& name,
                                     const std::filesystem::path& name_beside,
                                     const std::string& including_file) const {
  const auto path = (folder() / name).lexically_normal();
  if (including_file == top_->file_name() || exists(path)) return path;
  const auto beside = (std::filesystem::path(including_file).parent_path() / name_beside).lexically_normal();
  return exists(beside) ? beside : path;
}

std::filesystem::path Files::asset_path(const std::filesystem::path& path, const std::filesystem::path& file,
                                        Element element) const {
  return path_of(path, file, element.source().file);
}

// Returns the root of the included file. On failure, reports an error and returns no element.
Element Files::open(Element include) {
  const AttributeReader reader(findings_, "include");
  const auto refuse = [&](const std::string& why) {
    reader.error(include, why);
    return Element();
  };
  Attributes attributes;
  attributes.lay(include, include_rules, reader);
  const std::string name = attributes.text("file");
  if (name.empty()) return refuse("<include> has no attribute 'file'");
  if (*include.children().begin()) return refuse("<include> must be empty");
  const Source here = include.source();
  const int depth = included_.at(one_name(here.file)).depth + 1;
  if (depth > max_include_depth) {
    return refuse("file " + xml::in_quotes(name) + " is nested more than " +
                  std::to_string(max_include_depth) + " includes deep");
  }
  const auto path = path_of(name, name, here.file);
  const auto [file, is_new] = included_.try_emplace(
      one_name(path), File{nullptr, here.file + ":" + std::to_string(here.line), depth});
  if (!is_new) {
    return refuse("file " + xml::in_quotes(name) + " is already included (" + file->second.included_at + ")");
  }
  if (!texts_ || !texts_->find(path)) {
    std::error_code fault;
    const auto status = std::filesystem::status(path, fault);
    if (!std::filesystem::exists(status)) return refuse("no such file: " + xml::in_quotes(path.string()));
    if (!std::filesystem::is_regular_file(status))
      return refuse(xml::in_quotes(path.string()) + " is not a regular file");
  }
  auto document = xml::Document::read(path, findings_, texts_);
  if (!document) return Element();
  bytes_ += document->size();
  if (bytes_ > max_included_bytes) {
    return refuse("with file " + xml::in_quotes(name) + " the model is larger than the " +
                  std::to_string(max_included_bytes / (1024 * 1024)) + " MiB that are accepted");
  }
  const Element root = document->root();
  if (!*root.children().begin())
    return refuse("file " + xml::in_quotes(name) + " contains no element to include");
  file->second.document = std::move(document);
  return root;
}

}  // namespace sinew::mjcf
