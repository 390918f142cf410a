#include "sinew/codegen/run_command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

extern char** environ;

namespace sinew {
namespace {

std::string read_to_end(int file) {
  std::string text;
  std::array<char, 4096> piece;
  for (;;) {
    const ssize_t count = ::read(file, piece.data(), piece.size());
    if (count > 0) text.append(piece.data(), std::size_t(count));
    if (count == 0 || (count < 0 && errno != EINTR)) return text;
  }
}

bool ended_well(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) return false;
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

CommandResult run_command(const std::vector<std::string>& words) {
  std::vector<std::string> copies = words;  // posix_spawnp asks for texts that it may change
  std::vector<char*> arguments;
  for (std::string& word : copies) arguments.push_back(word.data());
  arguments.push_back(nullptr);

  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return {false, std::strerror(errno)};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO);
  pid_t process = 0;
  const int failure = ::posix_spawnp(&process, arguments[0], &actions, nullptr, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(ends[1]);
  CommandResult result;
  if (failure == 0) {
    result.output = read_to_end(ends[0]);
    result.succeeded = ended_well(process);
  } else {
    result.output = std::strerror(failure);
  }
  ::close(ends[0]);
  return result;
}

}  // namespace sinew
