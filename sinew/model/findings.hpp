// What is wrong with a robot, and where: all of it at once, errors apart from warnings.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace sinew {

enum class Severity { warning, error };

// Where something was written. `file` is empty for robots built in code; `line` 0 means unknown.
struct Source {
  std::string file{};
  int line = 0;
};

struct Finding {
  Severity severity = Severity::error;
  Source source{};
  std::string message{};  // what is wrong, which body or joint, what was expected
};

// "file:line: error: message" (the file and line only where they are known)
std::string to_string(const Finding& finding);

struct Findings {
  std::vector<Finding> list{};

  void error(const Source& source, std::string message);
  void warning(const Source& source, std::string message);
  bool has_errors() const;
  int count(Severity severity) const;
  std::string to_string() const;  // one finding a line
};

// Thrown where a model cannot be made; carries every finding, warnings included.
class InvalidModel : public std::runtime_error {
 public:
  explicit InvalidModel(Findings findings);
  const Findings& findings() const { return findings_; }

 private:
  Findings findings_;
};

}  // namespace sinew
