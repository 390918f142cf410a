#include "sinew/io/internal/xacro/session.hpp"

#include <fnmatch.h>
#include <glob.h>

#include <algorithm>
#include <system_error>

namespace sinew::xacro {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_warnings = 1'000, most_calls_shown = 3;

std::string in_words(const Source& source) {
  return source.file + ":" + std::to_string(source.line);
}

}  // namespace

Session::Session(const ReadOptions& options, Findings& findings, std::string top_file)
    : options_(options), findings_(findings), open_files_{std::move(top_file)} {
  for (const auto& [name, value] : options.xacro_arguments) arguments_.insert_or_assign(name, value);
}

std::string Session::absolute_name(const std::string& file) {
  const fs::path path(file);
  return path.is_absolute() ? file : (fs::path(open_files_.back()).parent_path() / path).string();
}

bool Session::exists(const std::string& file) const {
  std::error_code ignored;
  return (options_.texts && options_.texts->find(file)) || fs::exists(file, ignored);
}

std::vector<std::string> Session::matching(const std::string& name) {
  const std::string pattern = absolute_name(name);
  if (name.find_first_of("*[?+") == std::string::npos) return {pattern};
  std::vector<std::string> files;
  glob_t found{};
  if (::glob(pattern.c_str(), GLOB_NOSORT, nullptr, &found) == 0) {
    for (std::size_t i = 0; i < found.gl_pathc && i < max_items; ++i) files.emplace_back(found.gl_pathv[i]);
  }
  ::globfree(&found);
  if (options_.texts) {
    const std::string normal = fs::path(pattern).lexically_normal().string();
    for (const std::string& stored : options_.texts->names()) {
      if (::fnmatch(normal.c_str(), stored.c_str(), FNM_PATHNAME | FNM_PERIOD) == 0) files.push_back(stored);
    }
  }
  std::sort(files.begin(), files.end());
  files.erase(std::unique(files.begin(), files.end()), files.end());
  if (files.empty()) warn("no file matches " + xml::in_quotes(pattern));
  return files;
}

std::string Session::read(const std::string& file) {
  if (!exists(file)) throw Problem{"no such file: " + xml::in_quotes(file)};
  std::error_code ignored;
  if (!(options_.texts && options_.texts->find(file)) && !fs::is_regular_file(file, ignored))
    throw Problem{xml::in_quotes(file) + " is not a regular file"};
  Findings why;
  auto text = xml::read_file(file, why, options_.texts);
  if (!text) throw Problem{xml::in_quotes(file) + " " + why.list.back().message};
  budget_.add_bytes(text->size());
  if (std::find(files_read_.begin(), files_read_.end(), file) == files_read_.end())
    files_read_.push_back(file);
  return std::move(*text);
}

const xml::Document& Session::document(const std::string& file) {
  const std::string name = fs::path(file).lexically_normal().string();
  auto& document = documents_[name];
  if (!document) {
    Findings why;
    document = xml::Document::parse(read(name), name, why);
    if (!document) throw Problem{"cannot include " + to_string(why.list.front())};
  }
  return *document;
}

Value Session::load_yaml(const std::string& file) {
  const std::string name = fs::path(absolute_name(file)).lexically_normal().string();
  const std::string content = read(name);
  Findings found;
  enter_file(name);
  Value value = value_of_yaml(content, name, *this, found);
  leave_file();
  if (found.has_errors()) throw Problem{"cannot load " + to_string(found.list.front())};
  for (const Finding& finding : found.list) findings_.warning(finding.source, finding.message);
  return value;
}

void Session::warn(const std::string& message) {
  if (findings_.list.size() > most_warnings)
    throw Problem{"more than " + std::to_string(most_warnings) + " warnings"};
  findings_.warning(here_, message);
}

void Session::begin_property(const std::string& name, const Source& source) {
  if (properties_.size() >= static_cast<std::size_t>(max_property_nesting))
    throw Problem{"more than " + std::to_string(max_property_nesting) + " properties need each other"};
  properties_.push_back({name, source});
}

void Session::report(const Problem& problem) {
  std::string message = problem.message;
  if (!properties_.empty())
    message += ", needed by property '" + properties_.back().name + "' (" +
               in_words(properties_.back().source) + ")";
  for (std::size_t i = 0; i < std::min(calls_.size(), most_calls_shown); ++i) {
    const Named& call = calls_[calls_.size() - 1 - i];
    message += ", in macro '" + call.name + "' called at " + in_words(call.source);
  }
  findings_.error(here_, message);
}

}  // namespace sinew::xacro
