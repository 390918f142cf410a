#include "sinew/io/internal/sdf/files.hpp"

#include <algorithm>
#include <system_error>

namespace sinew::sdf {

namespace fs = std::filesystem;
using xml::Element;

namespace {

constexpr std::string_view model_scheme = "model://", file_scheme = "file://";

fs::path same_name(const fs::path& file) {
  std::error_code fault;
  const auto result = fs::weakly_canonical(file, fault);
  return fault ? file.lexically_normal() : result;
}

}  // namespace

bool is_scenery(const std::string& uri) {
  std::string last = uri.substr(uri.find_last_of('/') + 1);
  std::transform(last.begin(), last.end(), last.begin(), [](char c) {
    return c == ' ' ? '_' : c >= 'A' && c <= 'Z' ? char(c - 'A' + 'a') : c;
  });
  return last == "sun" || last == "ground_plane";
}

Files::Files(const xml::Document& top, Findings& findings, const ReadOptions& options)
    : top_name_(top.file_name()),
      findings_(findings),
      options_(options),
      packages_(options),
      bytes_(top.size()) {
  open_.push_back(same_name(top_name_));
}

std::vector<std::string> Files::names() const {
  std::vector<std::string> names{top_name_};
  for (const auto& [path, document] : documents_) {
    if (document) names.push_back(document->file_name());
  }
  return names;
}

bool Files::is_file(const fs::path& path) const {
  if (options_.texts && options_.texts->find(path)) return true;
  std::error_code error;
  return fs::is_regular_file(path, error);
}

const xml::Document* Files::read(const fs::path& file) {
  const auto [entry, is_new] = documents_.try_emplace(same_name(file));
  if (is_new) entry->second = xml::Document::read(file, findings_, options_.texts);
  return entry->second.get();
}

// Returns the SDF file that a model.config names; of several, the one of the highest version.
fs::path Files::file_of_config(const fs::path& config) {
  std::string best = "model.sdf", best_version;
  const xml::Document* const document = read(config);
  if (document == nullptr) return {};
  for (const Element child : document->root().children()) {
    if (child.name() != "sdf") continue;
    const char* const written = child.attribute("version");
    const std::string version = written != nullptr ? written : "";
    const auto older = [](const std::string& a, const std::string& b) {
      return a.size() != b.size() ? a.size() < b.size() : a < b;  // 1.9 before 1.10
    };
    if (!best_version.empty() && older(version, best_version)) continue;
    best = trimmed_text(child);
    best_version = version;
  }
  return config.parent_path() / best;
}

// Returns the SDF file at `path`, which is a file or the folder of a model.
std::optional<fs::path> Files::if_model(const fs::path& path) {
  if (is_file(path)) return path.lexically_normal();
  if (is_file(path / "model.config")) return file_of_config(path / "model.config").lexically_normal();
  if (is_file(path / "model.sdf")) return (path / "model.sdf").lexically_normal();
  return std::nullopt;
}

// Searches a model as a package is searched, and in the folders above the file, whose texts may be stored.
std::optional<fs::path> Files::find_model(const fs::path& name, const fs::path& from) {
  if (name.empty()) return std::nullopt;
  if (const auto folder = packages_.find(name.begin()->string(), from)) {
    if (const auto found = if_model(*folder / name.lexically_relative(*name.begin()))) return found;
  }
  std::error_code error;
  const fs::path absolute = fs::absolute(from, error);
  for (fs::path below = absolute, folder = absolute.parent_path(); folder != below;
       below = folder, folder = folder.parent_path()) {
    if (const auto found = if_model(folder / name)) return found;
  }
  return std::nullopt;
}

// Returns the SDF file of a URI. A model on a server is expected in a local folder of the same name.
std::optional<fs::path> Files::locate(std::string uri, const fs::path& from) {
  if (uri.starts_with(file_scheme)) uri.erase(0, file_scheme.size());
  const auto separator = uri.find("://");
  if (separator == std::string::npos) {
    if (const auto found = if_model(from.parent_path() / uri)) return found;
    return find_model(fs::path(uri).relative_path(), from);
  }
  std::string name = uri.substr(separator + 3);
  if (!uri.starts_with(model_scheme)) name.erase(0, name.find_last_of('/') + 1);
  return find_model(fs::path(name).relative_path(), from);
}

Element Files::open(Element include, const std::string& uri, const ValueReader& reader) {
  const auto refuse = [&](const std::string& why) {
    reader.error(include, why);
    return Element();
  };
  if (int(open_.size()) > max_include_depth) {
    return refuse("it is nested more than " + std::to_string(max_include_depth) + " includes deep");
  }
  if (++includes_ > max_includes) {
    if (includes_ > max_includes + 1) return Element();  // reported already
    return refuse("the robot has more than " + std::to_string(max_includes) + " includes");
  }
  const auto file = locate(uri, include.source().file);
  if (!file) {
    if (!is_scenery(uri)) {
      return refuse(
          "no such model; name the folder that contains it with --package-path "
          "(ReadOptions::package_folders)");
    }
    reader.warning(include, "no such model; it has no moving link and is left out");
    return Element();
  }
  const fs::path path = same_name(*file);
  if (std::find(open_.begin(), open_.end(), path) != open_.end()) {
    return refuse("file " + xml::in_quotes(file->string()) + " includes itself");
  }
  const xml::Document* const document = read(*file);
  if (document == nullptr) return Element();
  bytes_ += document->size();
  if (bytes_ > max_included_bytes) {
    return refuse("with file " + xml::in_quotes(file->string()) + " the robot is larger than the " +
                  std::to_string(max_included_bytes / (1024 * 1024)) + " MiB that are accepted");
  }
  open_.push_back(path);
  return document->root();
}

}  // namespace sinew::sdf
