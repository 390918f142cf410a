// Keeps what one expansion knows apart from scopes: the files, the arguments, the limits and the current place. Evaluates
// the texts in attributes.
#pragma once

#include <filesystem>
#include <set>

#include "sinew/io/internal/xacro/functions.hpp"
#include "sinew/io/internal/xacro/scope.hpp"
#include "sinew/io/load.hpp"

namespace sinew::xacro {

class Session : public Host, public TextEvaluator {
 public:
  Session(const ReadOptions& options, Findings& findings, std::string top_file);

  // Replaces ${...} and $(...) in a text. If the whole text is one of them, returns its value, which may be no text.
  Value evaluate(const std::string& text, Names& names) override;
  std::string text(const std::string& text, Names& names) { return str(evaluate(text, names), budget_); }
  bool condition(const std::string& text, Names& names);

  Budget& budget() override { return budget_; }
  Value load_yaml(const std::string& file) override;
  std::string absolute_name(const std::string& file) override;
  std::string argument(const std::string& name) override;
  void warn(const std::string& message) override;

  void declare_argument(const std::string& name, const std::string& fallback_text, Names& names);
  void report_unknown_arguments();

  // Returns the files that a name in <xacro:include> stands for: one, or those that match a pattern.
  std::vector<std::string> matching(const std::string& name);
  bool exists(const std::string& file) const;
  // Parses the file the first time. Throws Problem if it cannot be read.
  const xml::Document& document(const std::string& file);
  const std::vector<std::string>& files_read() const { return files_read_; }
  void enter_file(std::string file) { open_files_.push_back(std::move(file)); }
  void leave_file() { open_files_.pop_back(); }

  const Source& here() const { return here_; }
  void go_to(const Source& place) { here_ = place; }
  void begin_call(const std::string& macro) { calls_.push_back({macro, here_}); }
  void end_call() { calls_.pop_back(); }
  void begin_property(const std::string& name, const Source& source) override;
  void end_property() override { properties_.pop_back(); }
  // Adds the error, with the properties and macros in which it happened.
  void report(const Problem& problem);

 private:
  struct Named {
    std::string name;
    Source source;
  };

  Value evaluate_expression(const std::string& written, Names& names);
  std::string evaluate_command(const std::string& written);
  Value evaluate_eval(const std::string& expression);
  std::string package(const std::string& name);
  std::string read(const std::string& file);
  [[noreturn]] void unknown_argument(const std::string& name) const;

  const ReadOptions& options_;
  Findings& findings_;
  Budget budget_{};
  std::vector<std::string> open_files_;  // the file that is being expanded is the last
  std::vector<std::string> files_read_{};
  std::map<std::string, std::unique_ptr<xml::Document>> documents_{};
  std::map<std::string, std::string> arguments_{};
  std::set<std::string> known_arguments_{};  // declared or used by the file
  Source here_{};
  std::vector<Named> calls_{}, properties_{};
};

// Converts the text of a YAML file. Returns None and reports errors if it is not YAML.
Value value_of_yaml(const std::string& text, const std::string& file, Session& session, Findings& findings);

}  // namespace sinew::xacro
