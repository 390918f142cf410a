// Collects the errors and warnings of a robot's description, with the file and line of each, to report all of them at
// once.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace sinew {

enum class Severity { warning, error };

// The file and line that define something. `file` is empty for robots built in code; `line` 0 means unknown.
struct Source {
  std::string file{};
  int line = 0;
};

struct Finding {
  Severity severity = Severity::error;
  Source source{};
  std::string message{};  // what is wrong, which body or joint, what was expected
};

// Returns "file:line: error: message", with file and line only if they are known.
std::string to_string(const Finding& finding);

struct Findings {
  std::vector<Finding> list{};

  void error(const Source& source, std::string message);
  void warning(const Source& source, std::string message);
  bool has_errors() const;
  int count(Severity severity) const;
  std::string to_string() const;  // one finding per line
};

// Thrown if a model cannot be made. Contains every finding, warnings included.
class InvalidModel : public std::runtime_error {
 public:
  explicit InvalidModel(Findings findings);
  const Findings& findings() const { return findings_; }

 private:
  Findings findings_;
};

}  // namespace sinew
