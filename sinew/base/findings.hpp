// Collects the errors and warnings of a robot's description, with the file and line of each, to report all of them at
// once. An error means that the description cannot be understood. A physical error means that the robot cannot exist,
// or that a joint moves no inertia: kinematics and inverse dynamics work, forward dynamics and simulation refuse.
#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace sinew {

enum class Severity { warning, physical_error, error };

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

// Returns "error", "physical error" or "warning".
const char* name_of(Severity severity);
// Returns "file:line: error: message", with file and line only if they are known.
std::string to_string(const Finding& finding);

struct Findings {
  std::vector<Finding> list{};

  void error(const Source& source, std::string message);
  void physical_error(const Source& source, std::string message);
  void warning(const Source& source, std::string message);
  bool has_errors() const;  // physical errors do not count
  bool has_physical_errors() const;
  int count(Severity severity) const;
  Findings of(Severity severity) const;
  std::string to_string() const;  // one finding per line
};

// Thrown if a model cannot be made. Contains every finding, physical errors and warnings included.
class InvalidModel : public std::runtime_error {
 public:
  explicit InvalidModel(Findings findings);
  const Findings& findings() const { return findings_; }

 private:
  Findings findings_;
};

// Thrown by functions that divide by the inertia that a joint moves, if the model has physical errors. The message
// gives the first of them, the number of the others, and what to do.
class ImpossibleRobot : public std::domain_error {
 public:
  // `function`: the function that refuses. `physical_errors`: one or more findings.
  ImpossibleRobot(const std::string& function, const std::string& robot, Findings physical_errors);
  const Findings& findings() const { return findings_; }

 private:
  Findings findings_;
};

}  // namespace sinew
