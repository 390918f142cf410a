#include "apps/cli/browser.hpp"

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>

namespace sinew::cli {
namespace {

#ifdef __APPLE__
constexpr const char* opener = "open";
#else
constexpr const char* opener = "xdg-open";
#endif

bool has_desktop() {
#ifdef __APPLE__
  return true;
#else
  const auto is_set = [](const char* name) {
    const char* value = std::getenv(name);
    return value && *value != '\0';
  };
  return is_set("DISPLAY") || is_set("WAYLAND_DISPLAY");
#endif
}

[[noreturn]] void become_opener(const char* address) {
  setsid();  // Ctrl-C is for us, not for the browser
  std::signal(SIGPIPE, SIG_DFL);
  std::signal(SIGXFSZ, SIG_DFL);
  const int nowhere = open("/dev/null", O_RDWR);
  for (int stream = 0; stream < 3; ++stream) dup2(nowhere, stream);
  execlp(opener, opener, address, static_cast<char*>(nullptr));
  _exit(127);
}

}  // namespace

void open_browser(const std::string& address) {
  if (!has_desktop()) return;
  const pid_t child = fork();
  if (child < 0) return;
  if (child == 0) {  // its own child is nobody's, so that none has to wait for it
    if (fork() == 0) become_opener(address.c_str());
    _exit(0);
  }
  waitpid(child, nullptr, 0);
}

}  // namespace sinew::cli
