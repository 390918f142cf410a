#include "tests/support/run_program.hpp"

#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/support/places.hpp"

extern char** environ;

namespace sinew::test {

TemporaryFile::TemporaryFile(const std::string& content, const std::string& suffix) {
  std::string name = (std::filesystem::temp_directory_path() / "sinew-XXXXXX").string() + suffix;
  const int file = mkstemps(name.data(), static_cast<int>(suffix.size()));
  if (file < 0) throw std::runtime_error("no temporary file: " + name);
  close(file);
  path_ = name;
  std::ofstream(path_) << content;
}

TemporaryFile::~TemporaryFile() {
  std::error_code ignored;
  std::filesystem::remove(path_, ignored);
}

std::string TemporaryFile::content() const {
  std::ostringstream text;
  text << std::ifstream(path_).rdbuf();
  return text.str();
}

struct RunningProgram::Texts {
  TemporaryFile output{""}, notes{""};
};

RunningProgram::RunningProgram(const std::vector<std::string>& arguments, Stdout to,
                               const std::string& folder, const std::string& input)
    : texts_(std::make_unique<Texts>()) {
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 0, input.c_str(), O_RDONLY, 0);
  int pipe_ends[2] = {-1, -1};
  if (to == Stdout::collected) {
    posix_spawn_file_actions_addopen(&actions, 1, texts_->output.path().c_str(), O_WRONLY | O_TRUNC, 0);
  } else if (to == Stdout::full_disk) {
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/full", O_WRONLY, 0);
  } else if (to == Stdout::closed) {
    posix_spawn_file_actions_addclose(&actions, 1);
  } else {
    if (pipe(pipe_ends) != 0) throw std::runtime_error("no pipe");
    close(pipe_ends[0]);
    posix_spawn_file_actions_adddup2(&actions, pipe_ends[1], 1);
  }
  posix_spawn_file_actions_addopen(&actions, 2, texts_->notes.path().c_str(), O_WRONLY | O_TRUNC, 0);
  posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());

  std::vector<std::string> words = {program_path()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const int failure =
      posix_spawn(&process_, program_path().c_str(), &actions, nullptr, pointers.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (pipe_ends[1] >= 0) close(pipe_ends[1]);
  if (failure != 0) throw std::runtime_error("cannot start " + program_path());
}

RunningProgram::~RunningProgram() {
  if (process_ == 0) return;
  send(SIGKILL);
  waitpid(process_, nullptr, 0);
}

void RunningProgram::send(int signal) const {
  kill(process_, signal);
}

std::string RunningProgram::output() const {
  return texts_->output.content();
}

Outcome RunningProgram::wait() {
  int status = 0;
  waitpid(process_, &status, 0);
  process_ = 0;
  return {.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status),
          .output = texts_->output.content(),
          .notes = texts_->notes.content()};
}

Outcome run_program(const std::vector<std::string>& arguments, Stdout to) {
  return RunningProgram(arguments, to).wait();
}

Outcome run_program_with_input(const std::string& text, const std::vector<std::string>& arguments) {
  const TemporaryFile input(text, ".txt");
  return RunningProgram(arguments, Stdout::collected, ".", input.path()).wait();
}

}  // namespace sinew::test
