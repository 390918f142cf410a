// Replaces $(arg ...), $(find ...), $(env ...), $(optenv ...), $(dirname), $(cwd) and $(eval ...).
#include <cstdlib>
#include <sstream>
#include <system_error>

#include "sinew/base/unknown_name.hpp"
#include "sinew/io/internal/files/packages.hpp"
#include "sinew/io/internal/xacro/evaluate.hpp"
#include "sinew/io/internal/xacro/session.hpp"

namespace sinew::xacro {
namespace {

namespace fs = std::filesystem;

// The names in $(eval ...): the arguments of the file, converted to numbers and booleans if they are any.
class ArgumentNames : public Names {
 public:
  explicit ArgumentNames(const std::map<std::string, std::string>& arguments) : arguments_(arguments) {}

  std::optional<Value> value(const std::string& name) override {
    if (name == "true" || name == "false") return name == "true";
    const auto found = arguments_.find(name);
    return found == arguments_.end() ? builtins().value(name) : converted(found->second);
  }
  Names* space(const std::string& name) override { return builtins().space(name); }
  void list(std::vector<std::string>& names) const override {
    for (const auto& entry : arguments_) names.push_back(entry.first);
    builtins().list(names);
  }

 private:
  static Value converted(const std::string& text) {
    if (text.find('.') == std::string::npos) {
      if (const auto whole = integer_from(text)) return *whole;
    } else if (const auto number = float_from(text)) {
      return *number;
    }
    std::string lower = text;
    for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c ^ 0x20) : c;
    if (lower == "true" || lower == "false") return lower == "true";
    return text;
  }

  const std::map<std::string, std::string>& arguments_;
};

std::string absolute_folder(const fs::path& file) {
  std::error_code ignored;
  return fs::absolute(file, ignored).lexically_normal().parent_path().string();
}

}  // namespace

std::string Session::evaluate_command(const std::string& written) {
  std::istringstream stream(written);
  std::string command;
  stream >> command;
  if (command == "eval") return str(evaluate_eval(written.substr(written.find("eval") + 4)), budget_);
  std::vector<std::string> words;
  for (std::string word; stream >> word;) words.push_back(word);
  const auto expect = [&](std::size_t least, std::size_t most, const char* form) {
    if (words.size() < least || words.size() > most)
      throw Problem{"in '$(" + written + ")': expected " + form};
  };
  if (command == "arg") {
    expect(1, 1, "$(arg NAME)");
    return argument(words[0]);
  }
  if (command == "find") {
    expect(1, 1, "$(find PACKAGE)");
    return package(words[0]);
  }
  if (command == "env") {
    expect(1, 1, "$(env VARIABLE)");
    if (const char* const value = std::getenv(words[0].c_str())) return value;
    throw Problem{"the environment variable '" + words[0] + "' is not set"};
  }
  if (command == "optenv") {
    expect(1, max_items, "$(optenv VARIABLE DEFAULT)");
    if (const char* const value = std::getenv(words[0].c_str())) return value;
    std::string fallback;
    for (std::size_t i = 1; i < words.size(); ++i) fallback += (i > 1 ? " " : "") + words[i];
    return fallback;
  }
  if (command == "dirname") return absolute_folder(open_files_.back());
  if (command == "cwd") {
    std::error_code ignored;
    return fs::current_path(ignored).string();
  }
  throw Problem{unknown_name("command", command, {"arg", "find", "env", "optenv", "eval", "dirname", "cwd"})};
}

Value Session::evaluate_eval(const std::string& expression) {
  ArgumentNames names(arguments_);
  for (const auto& entry : arguments_) {
    if (expression.find(entry.first) != std::string::npos) known_arguments_.insert(entry.first);
  }
  return evaluate_expression(expression, names);
}

std::string Session::package(const std::string& name) {
  const auto folder = find_package(name, open_files_.back(), options_);
  if (folder) return folder->string();
  throw Problem{"package '" + name + "' is neither in the given folders nor above " + open_files_.back() +
                "; give the folder that contains it by --package-path (ReadOptions::package_folders)"};
}

std::string Session::argument(const std::string& name) {
  const auto found = arguments_.find(name);
  if (found == arguments_.end()) unknown_argument(name);
  known_arguments_.insert(name);
  return found->second;
}

void Session::unknown_argument(const std::string& name) const {
  std::vector<std::string> names;
  for (const auto& entry : arguments_) names.push_back(entry.first);
  throw Problem{unknown_name("argument", name, names) + "; give it by --xacro-arg " + name +
                ":=VALUE, or declare a default by <xacro:arg>"};
}

void Session::declare_argument(const std::string& name, const std::string& fallback, Names& names) {
  known_arguments_.insert(name);
  if (!arguments_.contains(name)) arguments_.emplace(name, text(fallback, names));
}

void Session::report_unknown_arguments() {
  const std::vector<std::string> known(known_arguments_.begin(), known_arguments_.end());
  for (const auto& given : options_.xacro_arguments) {
    if (!known_arguments_.contains(given.first))
      findings_.error({open_files_.front(), 0}, unknown_name("xacro argument", given.first, known));
  }
}

}  // namespace sinew::xacro
