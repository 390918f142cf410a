// Runs the sinew program and collects its output.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "tests/support/files.hpp"
#include "tests/support/messages.hpp"

namespace sinew::test {

struct Outcome {
  int exit_code = -1;
  std::string output;  // standard output
  std::string notes;   // standard error
};

enum class Stdout { collected, closed, full_disk, broken_pipe };

// A program that runs in the background; killed at the end if it still runs. `input`: the file of its standard input.
class RunningProgram {
 public:
  explicit RunningProgram(const std::vector<std::string>& arguments, Stdout to = Stdout::collected,
                          const std::string& folder = ".", const std::string& input = "/dev/null");
  ~RunningProgram();
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;
  void send(int signal) const;
  std::string output() const;  // so far
  Outcome wait();              // for its end

 private:
  struct Texts;
  std::unique_ptr<Texts> texts_;
  int process_ = 0;
};

Outcome run_program(const std::vector<std::string>& arguments, Stdout to = Stdout::collected);
// Gives the program a text as its standard input.
Outcome run_program_with_input(const std::string& text, const std::vector<std::string>& arguments);

// A temporary file that is removed with this object.
class TemporaryFile {
 public:
  explicit TemporaryFile(const std::string& content, const std::string& suffix = ".json");
  ~TemporaryFile();
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  std::string path() const { return path_.string(); }
  std::string content() const;

 private:
  std::filesystem::path path_;
};

}  // namespace sinew::test
