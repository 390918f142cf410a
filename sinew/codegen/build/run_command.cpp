#include "sinew/codegen/build/run_command.hpp"

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <thread>
#include <utility>

extern char** environ;

namespace sinew {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int tick = 20;  // milliseconds between two checks of the clock

class Pipe {
 public:
  Pipe() { is_open_ = ::pipe2(ends_.data(), O_CLOEXEC) == 0; }
  ~Pipe() {
    close_reading();
    close_writing();
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  bool is_open() const { return is_open_; }
  int reading() const { return ends_[0]; }
  int writing() const { return ends_[1]; }
  void close_reading() { close(ends_[0]); }
  void close_writing() { close(ends_[1]); }

 private:
  static void close(int& end) {
    if (const int number = std::exchange(end, -1); number >= 0) ::close(number);
  }
  std::array<int, 2> ends_{-1, -1};
  bool is_open_;
};

// How a program is started: its streams, and the process group that it joins.
class Start {
 public:
  Start() {
    posix_spawn_file_actions_init(&actions_);
    posix_spawnattr_init(&attributes_);
    posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETPGROUP);
  }
  ~Start() {
    posix_spawnattr_destroy(&attributes_);
    posix_spawn_file_actions_destroy(&actions_);
  }
  Start(const Start&) = delete;
  Start& operator=(const Start&) = delete;

  void open(int stream, const char* file, int flags) {
    posix_spawn_file_actions_addopen(&actions_, stream, file, flags, 0);
  }
  void connect(int stream, int to) { posix_spawn_file_actions_adddup2(&actions_, to, stream); }
  void join(pid_t group) { posix_spawnattr_setpgroup(&attributes_, group); }

  // Starts the program. Returns the error number of the system, or 0.
  int run(std::vector<std::string> words, pid_t& process) {
    std::vector<char*> arguments;  // posix_spawnp requires texts that it may change
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    return ::posix_spawnp(&process, arguments[0], &actions_, &attributes_, arguments.data(), environ);
  }

 private:
  posix_spawn_file_actions_t actions_;
  posix_spawnattr_t attributes_;
};

// A process group that is killed when this process ends: its leader reads from a pipe that closes at that time, and
// then kills the group. number() is 0 if the group could not be created; the program then leads its own group.
class Group {
 public:
  Group() {
    if (!lifeline_.is_open()) return;
    Start start;
    start.connect(STDIN_FILENO, lifeline_.reading());
    start.open(STDOUT_FILENO, "/dev/null", O_WRONLY);
    start.open(STDERR_FILENO, "/dev/null", O_WRONLY);
    start.join(0);
    if (start.run({"/bin/sh", "-c", "trap '' HUP INT QUIT TERM; read line; kill -KILL 0"}, leader_) != 0)
      leader_ = 0;
    // The next program joins this group at once. Emulated processors return from posix_spawn before the leader has made it.
    if (leader_ != 0) ::setpgid(leader_, leader_);
    lifeline_.close_reading();
  }
  ~Group() {
    if (leader_ == 0) return;
    ::kill(-leader_, SIGKILL);
    while (::waitpid(leader_, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
  Group(const Group&) = delete;
  Group& operator=(const Group&) = delete;
  pid_t number() const { return leader_; }

 private:
  Pipe lifeline_;
  pid_t leader_ = 0;
};

// Waits for a program within its limits, and collects its output.
class Waiting {
 public:
  Waiting(pid_t process, pid_t group, int output, const CommandLimits& limits)
      : process_(process), group_(group), output_(output), limits_(limits) {
    ::fcntl(output_, F_SETFL, O_NONBLOCK);
  }

  CommandResult result() {
    CommandResult result;
    int status = 0;
    pid_t answer = 0;
    for (bool ended = false; !ended;) {
      listen();
      answer = ::waitpid(process_, &status, WNOHANG);
      ended = answer == process_ || (answer < 0 && errno != EINTR);
      if (ended || !result.cut_off.empty()) continue;
      result.cut_off = why_to_kill();
      if (!result.cut_off.empty()) ::kill(-group_, SIGKILL);
    }
    take();  // the last output
    result.output = std::move(text_);
    result.succeeded =
        answer == process_ && result.cut_off.empty() && WIFEXITED(status) && WEXITSTATUS(status) == 0;
    return result;
  }

 private:
  void listen() {
    if (!is_silent_) {
      pollfd entry{output_, POLLIN, 0};
      ::poll(&entry, 1, tick);
      take();
    } else {  // it closed its streams, and probably ends soon
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
  }

  void take() {
    std::array<char, 4096> piece;
    for (;;) {
      const ssize_t count = ::read(output_, piece.data(), piece.size());
      if (count > 0) text_.append(piece.data(), std::size_t(count));
      if (count == 0) is_silent_ = true;
      if (count == 0 || (count < 0 && errno != EINTR)) return;
    }
  }

  std::string why_to_kill() const {
    if (limits_.stop && *limits_.stop) return "it was stopped";
    if (std::chrono::duration<double>(Clock::now() - began_).count() < limits_.seconds) return {};
    char text[64];
    std::snprintf(text, sizeof text, "it did not end within %g s", limits_.seconds);
    return text;
  }

  pid_t process_, group_;
  int output_;
  const CommandLimits& limits_;
  Clock::time_point began_ = Clock::now();
  std::string text_;
  bool is_silent_ = false;
};

}  // namespace

CommandResult run_command(const std::vector<std::string>& words, const CommandLimits& limits) {
  Pipe output;
  if (!output.is_open()) return {false, std::strerror(errno)};
  const Group group;
  Start start;
  start.open(STDIN_FILENO, "/dev/null", O_RDONLY);
  start.connect(STDOUT_FILENO, output.writing());
  start.connect(STDERR_FILENO, output.writing());
  start.join(group.number());
  pid_t process = 0;
  if (const int failure = start.run(words, process); failure != 0) return {false, std::strerror(failure)};
  output.close_writing();
  return Waiting(process, group.number() != 0 ? group.number() : process, output.reading(), limits).result();
}

}  // namespace sinew
